"""The Tholos companion: follows a game of stones and columns, and keeps its score."""

__version__ = "0.1.0"

"""Whoever sits at the terminal: is told what to do, and asked what they see."""

from typing import Protocol


class Person(Protocol):
    """Somebody with hands and eyes."""

    def tell(self, text: str) -> None:
        """Say what to do next."""
        ...

    def ask(self, question: str) -> str:
        """Ask; the line that is typed, "" where nobody answers."""
        ...

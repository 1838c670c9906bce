"""The table's state becomes a picture on a glass of 128 by 64 pixels."""

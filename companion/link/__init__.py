"""Bytes from the sensors become frames, or are dropped and counted."""

"""Frames become heights: how many stones rest on each pad, or that it is not known."""

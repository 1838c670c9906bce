"""The printed parts: rendered, checked, put together and drawn."""

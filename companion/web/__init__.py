"""A small server for pages and events; it knows no game, and sends what it is given."""

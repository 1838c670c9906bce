"""Five buttons: edges in time become presses."""

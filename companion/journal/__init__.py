"""What happened, safe on disk before the screen says so."""

"""The state of the table: all that a screen, a journal or a web page may show."""

"""The wiring of the kit, from one source to checks, drawings and tables."""

"""The kit: what its drawings and tables are made with; it knows nothing of the program."""

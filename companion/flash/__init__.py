"""The sensors' firmware onto a Pico: which files, how they get there, and whether they run."""

"""The game's rules, pure: positions, turns, what is legal and why not, the score, and their text forms."""

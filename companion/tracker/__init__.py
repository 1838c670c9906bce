"""Heights and presses become turns, questions and mismatches."""

"""What onlookers are shown of a game: its moments and its turns as JSON, and the pages that draw them."""

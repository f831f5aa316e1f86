"""The guided games: their steps, and the coach who leads through them."""

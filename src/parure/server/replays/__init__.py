"""Games that are over: how they ended, and every position on the way."""

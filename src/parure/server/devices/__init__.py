"""One's devices: a link shares one's seats with another one, and any of them can be ended."""

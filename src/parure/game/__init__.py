"""A game as an object: its moves, its notation, what a seat may know, and why a move is refused."""

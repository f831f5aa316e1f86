"""A game as an object: its moves, its notation, what a seat may know, and why a move is refused.

In the order of reading: `moves` has a value for each number of the core's table. `position` goes from choice
to choice and back. `snapshot` shows a state as a dict, and `snapshot_reader` checks one and makes a state of
it. `knowledge` is what one seat may know, and `lacking` what it lacks. `notation` reads what people type
and says why a move is refused. `game` is all of it as the class that users have, `Game`.
"""

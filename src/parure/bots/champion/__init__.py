"""The champion: a network that says how likely each move is and who will win, and a tree that asks it."""

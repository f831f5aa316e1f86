"""How the champion learns: self-play with a tree, on a GPU or, slowly, on the CPU."""

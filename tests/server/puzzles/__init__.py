"""The tests of `server/puzzles`."""

"""The tests of `server/results`."""

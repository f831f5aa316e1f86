"""The tests of `server/lobby`."""

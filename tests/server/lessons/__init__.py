"""The tests of `server/lessons`."""

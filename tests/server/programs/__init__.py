"""The tests of `server/programs`."""

"""The tests of `server/play`."""

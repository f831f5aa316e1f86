"""The tests of `server/rules`."""

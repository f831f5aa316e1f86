"""The tests of `server/people`."""

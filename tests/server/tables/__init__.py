"""The tests of `server/tables`."""

"""The tests of `server/account`."""

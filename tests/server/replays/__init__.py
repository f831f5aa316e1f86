"""The tests of `server/replays`."""

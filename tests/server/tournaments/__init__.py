"""The tests of `server/tournaments`."""

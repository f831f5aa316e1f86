"""The tests of `server/reviews`."""

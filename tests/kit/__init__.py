"""Helpers for tests: positions, games, invariants, servers, people and browsers."""

"""Puzzles: who has answered which, their list and their pages."""

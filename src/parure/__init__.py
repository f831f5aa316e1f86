"""Parure."""

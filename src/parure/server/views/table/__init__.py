"""What the page of a running game shows."""

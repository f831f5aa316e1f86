"""What is kept of somebody: theirs to take along, and to delete."""

"""The coach of the lessons: what it says, and why."""

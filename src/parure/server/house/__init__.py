"""What people ask for, and what goes on at the tables by itself."""

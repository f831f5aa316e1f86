"""What a table is: its options, its events, and what each viewer may see of it."""

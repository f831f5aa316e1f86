"""What novice, merchant and guild compute, the core's way: records and numbers, no allocation, no objects."""

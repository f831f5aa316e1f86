"""Bots and whatever else takes long, in processes of their own."""

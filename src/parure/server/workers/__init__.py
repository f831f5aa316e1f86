"""Bots, hints and reviews, in processes of their own: `bots.py` asks them, `jobs.py` is what they do."""

"""Ratings of people and bots, a page for each, and moderation of names.

`service.py` rates everybody after each rated game. `leaderboard.py` and `profiles.py` prepare the pages,
`routes.py` serves them. `moderation.py` stores reported names and the names given instead.
"""

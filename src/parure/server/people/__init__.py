"""People and bots by rating, a page for each, and what whoever runs the server may do about names.

`service.py` rates everybody after each rated game. `leaderboard.py` and `profiles.py` make pages of that,
`routes.py` serves them. `moderation.py` keeps the names that were reported, and those given instead.
"""

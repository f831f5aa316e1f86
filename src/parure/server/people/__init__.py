"""Ratings of people and bots, statistics, friends and feats, a page for each, and moderation of names.

`service.py` rates everybody after each rated game; `statistics.py` reads the results of all games,
`charts.py` counts them, `feats.py` finds what they reach. `contacts.py` stores whom people follow and block,
`friends.py` knows who is here. `leaderboard.py` and `profiles.py` prepare the pages, `routes.py` serves them,
`stats_command.py` prints the same. `moderation.py` stores reported names and the names given instead.
"""

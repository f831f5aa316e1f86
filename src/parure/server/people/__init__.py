"""Ratings of people and bots, statistics, friends and feats, and a page for each.

`service.py` rates everybody after each rated game. `statistics.py` reads the results of all games,
`charts.py` counts them, and `feats.py` finds what they reach. `contacts.py` stores whom people follow and
block, `friends.py` knows who is here, and `moderation.py` stores reported names and the names given instead.
`leaderboard.py` and `profiles.py` prepare the pages, `routes.py` serves them, `stats_command.py` prints.
"""

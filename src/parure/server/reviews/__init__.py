"""Reviews of finished games: computed in the background, cached, and shown move by move.

`service.py` lets the processes of `workers/` review each game once, and stores the reviews in the review
cache. `pages.py` prepares a review for its page, `routes.py` serves it.
"""

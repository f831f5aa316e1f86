"""Reviews of finished games: judged in the background, kept, and shown move by move.

`service.py` has games judged by the processes of `workers/`, once for all who look, and keeps the reviews in
the review cache. `pages.py` is what the page shows of a review, `routes.py` serves it.
"""

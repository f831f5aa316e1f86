"""Puzzles in the browser: asked, answered once for the rating, explained, and played out.

`service.py` keeps who has answered what and rates people and puzzles by it; `pages.py` is what the pages show
of that, `routes.py` serves them.
"""

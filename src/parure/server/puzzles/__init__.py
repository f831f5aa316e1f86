"""Puzzles in the browser: posed, rated by the first answer, explained, and played out.

`service.py` stores answers and rates people and puzzles by them; `pages.py` prepares the pages, `routes.py`
serves them.
"""

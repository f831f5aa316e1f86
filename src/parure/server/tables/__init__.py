"""A table as values: its options, its events, what they add up to, and what one viewer may know of it.

Read `events.py`, then `table.py` and `folding.py`, which turn events into a table; `view.py` strips what a
viewer may not know, and `document.py` writes the rest as the plain data that pages draw and programs read.
"""

"""A table as values: its options, its events, the state they lead to, and what one viewer may know of it.

Read `events.py`, then `table.py` and `transitions.py`, which turn events into a table. `view.py` strips what
a viewer may not know; `document.py` writes the rest as the plain data that pages draw and programs read, with
what `choices.py` and `what_if.py` say of each move. `listing.py` is a table in a list.
"""

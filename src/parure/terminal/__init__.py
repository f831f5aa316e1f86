"""The game in a terminal: people and bots at one screen, and a reader of game records.

Nothing here knows a rule: what may be done is asked of `parure.Game`, and what went wrong is said
in the words of its errors.
"""

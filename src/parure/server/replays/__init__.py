"""Finished games: their replays, ends, records and pictures.

`service.py` shows every position of a game, `end.py` explains who has won and where every point came from.
`routes.py` serves the record, the picture and the pages.
"""

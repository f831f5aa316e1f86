"""Finished games: their replays, courses, records and pictures.

`service.py` shows every position of a game, `course.py` says how everybody's prestige grew.
`routes.py` serves the record, the picture and the pages.
"""

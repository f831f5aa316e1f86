"""Games that are over.

`service.py` shows every position of one, `end.py` says who has won and where every point came from.
`routes.py` has the record, the picture and the pages.
"""

"""Tournaments: players, pairings, standings.

`tournament.py` is one tournament as a value, which reads neither clock nor disk; `pairing.py` makes its
pairings. `service.py` stores and runs all tournaments. `tournament_view.py` is what everybody may know,
`pages.py` prepares that for the pages, and `routes.py` is the API.
"""

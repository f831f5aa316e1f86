"""Tournaments: who takes part, who plays whom, who is ahead.

`tournament.py` is one tournament as a value, which reads neither clock nor disk; `pairing.py` says who plays
whom in it. `service.py` keeps and runs all of them. `tournament_view.py` is what everybody may know,
`pages.py` what the pages show of that, and `routes.py` the API.
"""

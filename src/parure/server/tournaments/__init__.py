"""Tournaments: who takes part, who plays whom, who is ahead.

`tournament.py` is one tournament as a value and reads neither clock nor disk; `service.py` runs them.
"""

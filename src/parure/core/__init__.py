"""The rules, written once, in Python that Numba compiles.

A game is one record (`state.STATE`). `legal.decide` says what is asked, `apply.apply` carries a move
out, `turn` holds the order of things; every other file holds one part of the rules. Functions take the
record `s` and trust their caller: `parure.Game` is where moves are checked.
"""

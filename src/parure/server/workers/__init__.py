"""Bots, hints and reviews, in processes of their own.

Read `bots.py` first: it asks other processes, in the order of who waits most urgently, and makes sure that
bots are compiled before anybody waits for them. `jobs.py` is what those processes do beside choosing a
move.
"""

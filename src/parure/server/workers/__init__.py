"""Runs bots, hints and reviews in worker processes.

Read `bots.py` first: it sends jobs to the workers, the most urgent first, and makes sure that bots are
compiled before anybody waits for them. `jobs.py` has the jobs of the workers other than choosing a move.
"""

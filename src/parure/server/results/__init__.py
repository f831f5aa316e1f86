"""The result of a game: who has won and why, its course, the move that decided it, and the next step.

`standings.py` says who has won and where every point came from, `course_chart.py` draws everybody's prestige,
`decisive.py` finds the moment that decided the game in its review, `next_step.py` says what comes next.
`pages.py` serves the page: it is complete at once, and gains the decisive moment when the review is ready.
"""

"""The guided games, and the coach who leads through them.

`steps.py` lists what is learnt and when the table shows that it was done. `coach.py` advises what to do next:
from the lesson or, for a learner who left it, from `learner.py`. The games are in `tables/lesson_games.py`.
"""

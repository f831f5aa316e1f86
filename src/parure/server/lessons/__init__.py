"""The guided games, and the coach who leads through them.

`steps.py` lists what is learnt and when the table shows that it was done. `coach.py` advises what the lesson
suggests next. The games are in `tables/lesson_games.py`.
"""

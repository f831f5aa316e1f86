"""Before a game: the first page, making a table, taking seats, the deal of the day.

Read `service.py`, which makes tables and seats people, then `table_setup.py` for what a table can be made
with and the room in which players wait, `game_lists.py` for the games of a returning player, and `daily.py`.
"""

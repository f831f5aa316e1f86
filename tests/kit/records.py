"""A game that is short enough to read, and its record."""

from parure import Game

SHORT = """\
Parure record 1
Edition: 2024
Modules: none
Players: 2
Seed: 7

1. take W U G
2. take U R K
3. reserve 1a
End: 3 turns, prestige 0 0, running, table {table}
"""


def short_game() -> Game:
    game = Game(seed=7)
    for move in ("take W U G", "take U R K", "reserve 1a"):
        game.push(move)
    return game


def short() -> str:
    """Return the text of a short game."""
    return SHORT.format(table=short_game().fingerprint())

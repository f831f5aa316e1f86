"""Games to review: played quickly to the end, or cut short after one planted move."""

from functools import cache

from kit.positions import position
from parure import Game, Rules
from parure.bots import ask, make


@cache
def finished(
    players: int = 2, modules: tuple[str, ...] | str = (), edition: int = 2024, seed: int = 3
) -> Game:
    """Return a game that quick bots have played to its end; not to be changed."""
    game = Game(players, modules, edition, seed=seed)
    bots = [make(name, seed) for name in ("novice", "merchant", "guild:1", "novice")]
    while not game.is_over:
        seat = game.to_play
        game.push(ask(bots[seat], game.knowledge(seat), game.legal_moves))
    return game


def about_to_win(rules: Rules) -> Game:
    """Return a game of two in which seat 1 wins by `buy 2a`; else seat 0 wins by `buy 2d`.

    Either purchase makes 17 prestige, which ends a game and reaches the city of 17; seat 0 has fewer cards.
    """
    cities = None
    if "cities" in rules.modules:
        cities = "city17-3b" if rules.edition == 2017 else "city24-3a"
    game = position(
        2,
        rules.modules,
        rules.edition,
        rows={
            "1a": "base-1w1", "1b": "base-1w2", "1c": "base-1w3", "1d": "base-1w4",
            "2a": "base-2b6", "2b": "base-2w6", "2c": "base-2g6", "2d": "base-2r6",
            "3a": "base-3w1", "3b": "base-3w2", "3c": "base-3r2", "3d": "base-3g2",
        },
        seats=[
            {"cards": "base-3g4 base-3r4 base-3k2", "tokens": "R R R R gold"},
            {"cards": "base-3w4 base-3k4 base-3b2 base-1g1 base-1g2", "tokens": "U U U U gold"},
        ],
        nobles=None if cities else "",
        cities=cities,
        to_play=1,
    )  # fmt: skip
    assert game.prestige == [14, 14]
    assert game.is_legal("buy 2a")
    return game

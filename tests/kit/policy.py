"""Policies for games in tests: random, reproducible on every machine, and fond of buying.

Players who buy when they can finish a game in some hundred decisions; blind ones may take and give
back tokens for very long. Strongholds are rather put together, since few would ever conquer otherwise.
"""

import random

from parure import Game, Move, Rules
from parure.game.moves import PLACE_NAMES

__all__ = ["Chance", "choose", "deal", "name_of", "play"]

_WEIGHTS = {"buy": 12, "take": 4, "reserve": 2, "gather": 4, "conquer": 4}


class Chance:
    """A random generator whose numbers are the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self._random.random() * n)


def choose(game: Game, chance: Chance) -> Move:
    """Return a legal move: first its kind, where buying is the likeliest, then one of that kind."""
    kinds: dict[str, list[Move]] = {}
    for move in game.legal_moves:
        kinds.setdefault(_kind(game, move), []).append(move)
    likely = [kind for kind in kinds for _ in range(_WEIGHTS.get(kind, 1))]
    moves = kinds[likely[chance.below(len(likely))]]
    return moves[chance.below(len(moves))]


def _kind(game: Game, move: Move) -> str:
    """Return the verb, or `gather` where a stronghold goes to others of its seat."""
    if move.decision == "stronghold" and move.verb != "remove":
        holder = game.state[0].holder[PLACE_NAMES.index(move.what[-1])]
        if holder == game.to_play:
            return "gather"
    return move.verb


def deal(rules: Rules, seed: int) -> Game:
    """Return a new game of these rules."""
    return Game(rules.players, rules.modules, rules.edition, seed=seed)


def play(game: Game, chance: Chance, decisions: int) -> None:
    """Make so many decisions, or fewer where the game ends."""
    for _ in range(decisions):
        if game.is_over:
            return
        game.push(choose(game, chance))


def name_of(rules: Rules) -> str:
    """Return the name of an edition and set of modules, for files: `2024-orient-strongholds`."""
    return "-".join([str(rules.edition), *(rules.modules or ["base"])])

"""Weaker levels of the champion: they judge with its network, look less far, and err as people do.

A person does not err by playing anything at all, but by playing the second best of what suggests itself. So
each level draws its move by what the champion thinks of the moves: the higher the *temperature*, the more
often a lesser move, while one that nobody would think of is hardly ever played.
"""

from collections.abc import Sequence
from typing import ClassVar

from parure.bots import Budget
from parure.bots.champion.bot import Champion
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.i18n import mark

__all__ = ["Banker", "Goldsmith", "Jeweller", "Master"]


class Level(Champion):
    """The champion with few simulations and a temperature.

    With the same seed it chooses the same moves; more simulations make it stronger.
    """

    temperature: ClassVar[float]

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /) -> Move:
        """Draw a move: by how often the search went down each, and by the network where it did not."""
        found = self._search(known.state, clock)
        liked = (found.visits + found.priors) ** (1 / self.temperature)
        chosen = self._random.choice(len(liked), p=liked / liked.sum())
        return MOVES[found.numbers[chosen]]


class Goldsmith(Level):
    """Plays what suggests itself to the champion's network, often the second best, without a look ahead."""

    about = mark("Knows a good card when it sees one, but never thinks ahead.")
    default_budget = Budget(iterations=1)
    temperature = 1.35


class Jeweller(Level):
    """Plays what the champion's network likes best after a glance ahead."""

    about = mark("Has an eye for what matters and takes a quick look ahead.")
    default_budget = Budget(iterations=8)
    temperature = 0.9


class Master(Level):
    """Looks ahead a little, and seldom plays the second best."""

    about = mark("Thinks a move or two ahead and rarely slips up.")
    default_budget = Budget(iterations=48)
    temperature = 0.4


class Banker(Level):
    """Searches as the champion does, for a moment only."""

    about = mark("Judges like the champion and looks a few moves ahead.")
    default_budget = Budget(iterations=300)
    temperature = 0.1

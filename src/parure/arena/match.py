"""The plan of a match: which bots sit where in which game, with which seeds.

- With at least as many bots as seats, every choice of different bots is a line-up.
- With fewer, every pair is one, the bot that is named first alone against copies of the other: `master
  guild` with four players is one master against three guilds.

Each deal is played by every line-up, once in every rotation of its seats; from deal to deal the order
around the table changes too. Game number `n` is the same whatever the number of games, so a match can be
continued and made longer.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, NamedTuple

from parure.bots import Budget, find, split
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import Rules, checked_seed

__all__ = ["MOVE_LIMIT", "ArenaError", "Fixture", "Match"]

MOVE_LIMIT = 30.0
"""Seconds that a move may take, unless something else is said or the budget of a bot needs more."""


class ArenaError(ParureError):
    """The match cannot be played or continued."""


class Fixture(NamedTuple):
    """One game of a match: its bots, deal and seeds."""

    number: int
    deal: int
    """Which deal of the match is played; all games of a deal begin with the same table."""
    seed: int
    """The seed of that deal."""
    seats: tuple[int, ...]
    """The bot at each seat, as its place in the list of bots."""
    bot_seeds: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A match: its bots, rules, seed and number of games."""

    bots: tuple[str, ...]
    """Names of bots, each with its budget after a colon where it has one."""
    rules: Rules
    games: int
    """At least this many: whole deals are played."""
    seed: int
    move_limit: float | None = None
    """Seconds that a move may take before its bot forfeits the game."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ArenaError(_("A match needs at least two bots; the same one may be named twice."))
        if self.games < 1:
            raise ArenaError(_("A match has at least one game."))
        object.__setattr__(self, "seed", checked_seed(self.seed))
        if self.move_limit is not None and not self.move_limit > 0:
            raise ArenaError(_("The limit of a move is a number of seconds above 0."))
        for spec in self.bots:
            find(split(spec)[0], anywhere=True)

    @property
    def labels(self) -> list[str]:
        """The names of the bots in reports, without modules, and numbered if they are equal.

        >>> Match(("random", "random"), Rules(2), 2, 7).labels
        ['random', 'random (2)']
        """
        counts: dict[str, int] = {}
        labels = []
        for spec in self.bots:
            name = split(spec)[0]
            label = spec.removeprefix(name.rpartition(":")[0]).removeprefix(":")
            counts[label] = counts.get(label, 0) + 1
            labels.append(f"{label} ({counts[label]})" if counts[label] > 1 else label)
        return labels

    @property
    def budgets(self) -> list[Budget]:
        """The budget of each bot: from its name, or else its default."""
        found = []
        for spec in self.bots:
            name, budget = split(spec)
            default = getattr(find(name, anywhere=True), "default_budget", None)
            found.append(budget or default or Budget())
        return found

    @cached_property
    def limit(self) -> float:
        """The time limit for a move, in seconds."""
        if self.move_limit is not None:
            return self.move_limit
        return max(
            [MOVE_LIMIT, *(2 * budget.seconds + 1 for budget in self.budgets if budget.seconds)]
        )

    @property
    def is_repeatable(self) -> bool:
        """Whether the same seed gives the same games; False if a bot thinks by the clock."""
        return all(budget.seconds is None for budget in self.budgets)

    @cached_property
    def line_ups(self) -> list[tuple[int, ...]]:
        """The line-ups: who plays with whom.

        >>> Match(("random",) * 3, Rules(2), 2, 7).line_ups
        [(0, 1), (0, 2), (1, 2)]
        >>> Match(("random",) * 2, Rules(4), 2, 7).line_ups
        [(0, 1, 1, 1)]
        """
        bots, players = range(len(self.bots)), self.rules.players
        if len(bots) >= players:
            return list(combinations(bots, players))
        return [(one, *[other] * (players - 1)) for one, other in combinations(bots, 2)]

    @property
    def games_per_deal(self) -> int:
        """The number of games with the same deal."""
        return len(self.line_ups) * self.rules.players

    @property
    def total(self) -> int:
        """The number of games, rounded up to whole deals."""
        return -(-self.games // self.games_per_deal) * self.games_per_deal

    def fixtures(self) -> Iterator[Fixture]:
        """Yield every game, deal by deal."""
        return (self.fixture(number) for number in range(self.total))

    def fixture(self, number: int) -> Fixture:
        """Return game `number`."""
        players = self.rules.players
        deal, within = divmod(number, self.games_per_deal)
        line_up, rotation = divmod(within, players)
        first, *others = self.line_ups[line_up]
        orders = list(permutations(others))
        around = (first, *orders[deal % len(orders)])
        seats = tuple(around[(seat - rotation) % players] for seat in range(players))
        seeds = tuple(self._seed("bot", number, seat) for seat in range(players))
        return Fixture(number, deal, self._seed("deal", deal), seats, seeds)

    def _seed(self, *what: object) -> int:
        """Return a seed that depends on what it is for and on the match's own seed alone."""
        text = " ".join(map(str, ("parure arena", self.seed, *what)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1

    def options(self) -> dict[str, Any]:
        """Return the options that define this match, as a dict for JSON."""
        return {
            "bots": list(self.bots),
            "players": self.rules.players,
            "modules": list(self.rules.modules),
            "edition": self.rules.edition,
            "seed": self.seed,
            "move_limit": self.limit,
        }

"""What a dataset holds: its bot, rules and games, and the columns of its rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots import Budget, find, split
from parure.envs.common_options import row_seeds
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import Rules, checked_seed

__all__ = ["COLUMNS", "DatasetError", "Plan"]

COLUMNS = {
    "observation": "int8, 2576: what the seat to play may know; parure.envs.spaces.fields names its parts",
    "mask": "bool, 858: the legal actions",
    "action": "int16: the action that was played; parure.MOVES[action] is the move",
    "visits": "int32, 858: how often the search looked at each action; only of bots that search",
    "seat": "int8: the seat that played it",
    "result": "float32, 4: each seat's share of the victory; all zero if the game was truncated",
    "seed": "uint64: the seed of the game, parure.Game(…, seed=seed); the rows of a game are together",
}
"""The columns of a dataset, each with its type, its size and its meaning."""

SHARD = 100
"""The games in a shard."""


class DatasetError(ParureError):
    """Raised if a dataset cannot be made, continued or read."""


@dataclass(frozen=True)
class Plan:
    """The plan of a dataset: which bot plays which games."""

    bot: str
    """The name of the bot in every seat, with its budget, such as `champion:200`."""
    rules: Rules
    games: int
    seed: int = 0
    """The seed that those of the games are derived from. No two seeds have games in common."""

    def __post_init__(self) -> None:
        find(split(self.bot)[0], anywhere=True)
        if self.games < 1:
            raise DatasetError(_("A dataset needs at least one game."))
        checked_seed(self.seed)

    @property
    def is_repeatable(self) -> bool:
        """Whether the same plan gives the same games; False if the bot thinks by the clock."""
        name, budget = split(self.bot)
        default = getattr(find(name, anywhere=True), "default_budget", None)
        return (budget or default or Budget()).seconds is None

    @property
    def shards(self) -> list[range]:
        """The games of each shard, by their numbers."""
        return [
            range(first, min(first + SHARD, self.games)) for first in range(0, self.games, SHARD)
        ]

    def seeds(self, games: range) -> NDArray[np.uint64]:
        """Return the seeds of the games with these numbers."""
        return row_seeds(self.seed, games)

    def options(self) -> dict[str, Any]:
        """Return what defines the games, except for their number, as a dict for JSON."""
        return {
            "bot": self.bot,
            "players": self.rules.players,
            "modules": list(self.rules.modules),
            "edition": self.rules.edition,
            "seed": self.seed,
        }

"""The rules of one game as a value: players, edition, modules.

An edition is never asked for by the core. It is turned into small values here, each named after what it
changes, and copied into the state.
"""

import operator
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, SupportsIndex, cast, get_args

from parure.components import CARDS, CITIES, NOBLES, POSTS
from parure.core.tables import BASE_PLACES, PLACES
from parure.errors import RulesError
from parure.i18n import gettext as _
from parure.types import Edition, Module

__all__ = ["EDITIONS", "LARGEST_SEED", "MODULES", "Rules", "all_rules", "checked_seed"]

MODULES: tuple[Module, ...] = get_args(Module)
"""The modules, in the order of snapshots and records."""

EDITIONS: tuple[Edition, ...] = get_args(Edition)

LARGEST_SEED = 2**64 - 1
_GEMS = {2: 4, 3: 5, 4: 7}


@dataclass(frozen=True)
class Rules:
    """The players, modules and edition of a game. It refuses what the rules do not allow (B1, M1).

    >>> Rules(3, ["orient", "cities"]).modules
    ('cities', 'orient')
    >>> Rules(5)
    Traceback (most recent call last):
    parure.errors.RulesError: A game is for 2 to 4 players, not 5.
    """

    players: int = 2
    modules: tuple[Module, ...] = ()
    edition: Edition = 2024

    def __init__(
        self,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
    ) -> None:
        """Check the players (B1) and what is combined (M1), and put the modules in order."""
        is_one = isinstance(modules, str) or not isinstance(modules, Iterable)
        wanted = [modules] if is_one else list(modules)
        if isinstance(players, bool) or players not in tuple(_GEMS):
            raise RulesError(
                _("A game is for 2 to 4 players, not {players}.").format(players=players)
            )
        if edition not in EDITIONS:
            raise RulesError(
                _("There is no edition {edition}: choose 2017 or 2024.").format(edition=edition)
            )
        for module in wanted:
            if module not in MODULES:
                raise RulesError(
                    _("There is no module “{module}”: choose from {modules}.").format(
                        module=module, modules=", ".join(MODULES)
                    )
                )
        chosen = tuple(module for module in MODULES if module in wanted)
        if edition == 2017 and len(chosen) > 1:
            raise RulesError(
                _(
                    "The 2017 edition allows one module at a time; choose one, or the 2024 "
                    "edition to combine them."
                )
            )
        object.__setattr__(self, "players", int(players))
        object.__setattr__(self, "modules", chosen)
        object.__setattr__(self, "edition", int(edition))

    @classmethod
    def of(cls, players: int, modules: Iterable[str], edition: int) -> "Rules":
        """Return rules from unchecked options, such as those of a file or a form."""
        return cls(players, cast(Iterable[Module], modules), cast(Edition, edition))

    def write(self, s: Any) -> None:
        """Write the rules into a record of the core."""
        later = self.edition == 2024
        s.edition = self.edition
        s.players = self.players
        s.cities, s.trading_posts, s.orient, s.strongholds = (m in self.modules for m in MODULES)
        s.places = PLACES if s.orient else BASE_PLACES
        s.gems = _GEMS[self.players]
        s.extra_nobles = (
            later and s.trading_posts,
            later and (s.orient or s.strongholds),
        )
        s.first_orient = _first(CARDS, "set", "orient_2024" if later else "orient")
        s.first_city = _first(CITIES, "edition", self.edition)
        s.first_post = _first(POSTS, "edition", self.edition)
        s.double_is_one_card = later
        s.pair_copies_worth = later
        s.city_is_taken = not later
        s.post_is_chosen = later
        s.remove_only_single = later
        s.refill_before_conquest = not later


def _first(things: Iterable[object], field: str, value: object) -> int:
    return next(i for i, thing in enumerate(things) if getattr(thing, field) == value)


assert [noble.set for noble in NOBLES[-2:]] == ["silk_road_2024", "sun_never_sets_2024"]


def checked_seed(seed: SupportsIndex) -> int:
    """Return a seed as an `int`; it may be a whole number of NumPy's.

    >>> checked_seed(-1)
    Traceback (most recent call last):
    parure.errors.RulesError: A seed must be a whole number from 0 to 2⁶⁴ - 1.
    """
    with suppress(TypeError):
        if not isinstance(seed, bool) and 0 <= (number := operator.index(seed)) <= LARGEST_SEED:
            return number
    raise RulesError(_("A seed must be a whole number from 0 to 2⁶⁴ - 1."))


def all_rules(players: int) -> list[Rules]:
    """List all valid editions and sets of modules for this number of players.

    >>> len(all_rules(2))
    21
    """
    every = range(1 << len(MODULES))
    sets = [tuple(m for i, m in enumerate(MODULES) if bits >> i & 1) for bits in every]
    alone = [Rules(players, modules, 2017) for modules in sets if len(modules) < 2]
    return alone + [Rules(players, modules, 2024) for modules in sets]

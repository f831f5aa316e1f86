"""The opponents in a batch: bots, policies, functions of arrays, and pools of them.

An opponent is one of these:

- **a name**: `random`, `novice` and `merchant` run in compiled code; any other bot, such as `guild` or
`banker`, is called from Python for each decision; - **a `Policy`**, a compiled function of your own; see
`parure.envs.policies`; - **a function of arrays**, such as an earlier version of your network:
`choose(observations, masks)` gets the rows that ask it, all at once, and returns a legal action for each; -
**an object** with `choose(known, legal_moves, clock)`; see `parure.bots.Bot`; - **a `Pool`** of these, of
which each seat draws one for each game.

A single opponent plays all other seats. A sequence has one for each of them, in turn order after the agent.

On a GPU, bots that think on the CPU are refused; see `parure.envs.gpu`.

>>> from parure.envs.batch import Batch
>>> def first(observations, masks):
...     return masks.argmax(axis=1)
>>> pool = Pool(["random", first])
>>> batch = Batch(8, players=3, opponents=["merchant", pool], seed=1)
>>> batch.to_play.tolist() == batch.seats.tolist() == [0, 1, 2, 0, 1, 2, 0, 1]
True
>>> pool.add("novice")  # plays from the next games on
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure import bots
from parure.bots import Bot
from parure.envs.common_options import RowRules, checked_actions, row_seeds
from parure.envs.compiled.batch_rows import MEMBER, OTHERS
from parure.envs.policies import NAMES, Policy, address_of, find_each
from parure.errors import ParureError, RulesError
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["Function", "Opponent", "Opponents", "Pool"]

Function: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.bool_]], ArrayLike]
"""A function that gets observations and masks, and returns a legal action for each row."""

Opponent: TypeAlias = str | Policy | Bot | Function


class Pool:
    """A pool of opponents, from which each seat draws one for each game. It may grow during play."""

    def __init__(self, members: Iterable[Opponent] | Opponent, most: int | None = None) -> None:
        """Start with some members, or with a single one.

        :param most: the maximum size; beyond it, each added member replaces the oldest.
        """
        is_one = isinstance(members, str) or not isinstance(members, Iterable)
        is_one = is_one or is_bot(members) or callable(members)
        self._members: list[Any] = [members] if is_one else list(members)  # type: ignore[arg-type]
        self._most = most
        self._replaced = 0
        self.version = 0
        """Increases with every change of the members."""
        if not self._members or (most is not None and len(self._members) > most):
            raise ParureError(_("A pool needs at least one member, and no more than its limit."))
        for member in self._members:
            check(member)

    @property
    def members(self) -> tuple[Opponent, ...]:
        """The members of the pool."""
        return tuple(self._members)

    def add(self, member: Opponent) -> None:
        """Add a member. In a full pool it replaces the oldest one, also in games under way."""
        check(member)
        if self._most is None or len(self._members) < self._most:
            self._members.append(member)
        else:
            self._members[self._replaced % self._most] = member
            self._replaced += 1
        self.version += 1


Opponents: TypeAlias = Opponent | Pool | Sequence[Opponent | Pool]


class Games(Protocol):
    """The part of a batch that opponents use."""

    states: NDArray[Any]
    mask: NDArray[np.bool_]

    def observe(self, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return what the seats to play observe in these rows."""
        ...


class Pools:
    """The pools from which the other seats of a batch draw opponents; none if the agent holds all seats."""

    def __init__(self, opponents: Opponents | None, rules: Sequence[Rules]) -> None:
        """Validate the opponents.

        :param rules: the different rules of the batch.
        """
        self._pools = [] if opponents is None else _pools(opponents, rules)
        self._versions: list[int] = []
        self._members: list[tuple[Opponent, ...]] = []
        self.sizes = np.zeros(OTHERS, np.int64)
        """The size of each pool."""

    def __bool__(self) -> bool:
        return bool(self._pools)

    @property
    def have_changed(self) -> bool:
        """Whether the members of a pool have changed."""
        return self._versions != [pool.version for pool in self._pools]

    def _look_up_members(self) -> Iterator[tuple[int, int, Opponent]]:
        """Record the members of the pools; yield the numbers of pool and member, and the member."""
        self._versions = [pool.version for pool in self._pools]
        self._members = [pool.members for pool in self._pools]
        for other, members in enumerate(self._members):
            self.sizes[other] = len(members)
            for number, member in enumerate(members):
                yield other, number, member


class CpuOpponents(Pools):
    """The opponents of a batch on the CPU: compiled policies by address, and others called from Python."""

    def __init__(self, opponents: Opponents | None, rules: Sequence[Rules]) -> None:
        """Validate the opponents."""
        super().__init__(opponents, rules)
        self._notes: dict[tuple[int, int], NDArray[Any]] = {}
        self._bots: dict[tuple[int, str], Bot] = {}
        self._seed = 0
        self.members = np.zeros((OTHERS, 1), MEMBER)
        """Where compiled code finds each member of each pool."""

    def begin(self, seed: int) -> None:
        """Drop the bots made by name; the next ones get seeds derived from this one."""
        self._bots.clear()
        self._seed = seed

    def prepare(self, rules: RowRules) -> None:
        """Record the members of the pools, and give the policies their notes for each row."""
        self._notes = {}
        for other, number, member in self._look_up_members():
            if is_policy(member):
                notes = find_each(member, rules.kinds).notes
                self._notes[other, number] = notes[rules.which % len(notes)]
        self.find_members(rules)

    def find_members(self, rules: RowRules) -> None:
        """Record the memory addresses of the policies and their notes."""
        self.members = np.zeros((OTHERS, max(map(len, self._members), default=1)), MEMBER)
        for (other, number), notes in self._notes.items():
            policy = find_each(self._members[other][number], rules.kinds)  # type: ignore[arg-type]
            place = (address_of(policy), notes.ctypes.data, notes.itemsize)
            self.members[other, number] = place

    def answer(
        self, games: Games, rows: NDArray[np.intp], seating: NDArray[Any]
    ) -> NDArray[np.int64]:
        """Return an action for each row that waits for an opponent other than a policy.

        :param seating: who sits where in these rows.
        """
        actions = np.zeros(len(rows), np.int64)
        others = seating["waits"].astype(np.intp)
        drawn = seating["drawn"][np.arange(len(rows)), others]
        for other, number in sorted(set(zip(others.tolist(), drawn.tolist(), strict=True))):
            asked = np.flatnonzero((others == other) & (drawn == number))
            actions[asked] = self._ask(other, self._members[other][number], games, rows[asked])
        return actions

    def _ask(self, other: int, member: Opponent, games: Games, rows: NDArray[np.intp]) -> ArrayLike:
        if isinstance(member, str):
            key = other, member
            if key not in self._bots:
                own = int(row_seeds(self._seed, range(OTHERS))[other])
                self._bots[key] = bots.make(member, own)
            member = self._bots[key]
        if not is_bot(member):
            answers = member(games.observe(rows), games.mask[rows])  # type: ignore[operator]
            return checked_actions(np.asarray(answers), len(rows))
        actions = []
        for row in rows:
            game = Game.from_state(games.states[row])
            known = game.knowledge(game.to_play)
            actions.append(bots.ask(member, known, game.legal_moves).number)
        return actions


def is_policy(opponent: object) -> TypeGuard[str | Policy]:
    """Tell whether an opponent is compiled."""
    return isinstance(opponent, Policy) or opponent in NAMES


def is_bot(opponent: object) -> TypeGuard[Bot]:
    """Tell whether an opponent is asked for one move at a time."""
    return hasattr(opponent, "choose")


def check(opponent: object) -> None:
    """Raise `BotError` if an object can't be an opponent."""
    if not (is_bot(opponent) or callable(opponent)):
        bots.make(str(opponent))


def one_for_each(opponents: Any, seats: int) -> list[Any]:
    """Return an opponent for each of the other seats, from one for all or a sequence."""
    is_one = isinstance(opponents, str | Policy) or not isinstance(opponents, Sequence)
    given = [opponents] if is_one else list(opponents)
    if len(given) == 1:
        given *= seats
    if len(given) != seats:
        raise RulesError(
            _("{n} opponents don’t fit {players} players: name {seats}, or one for all.").format(
                n=len(given), players=seats + 1, seats=seats
            )
        )
    return given


def _pools(opponents: Opponents, rules: Sequence[Rules]) -> list[Pool]:
    """Return a pool for each of the other seats, whatever the rules."""
    longest: list[Any] = []
    for players in {kind.players for kind in rules}:
        longest = max(longest, one_for_each(opponents, players - 1), key=len)
    return [one if isinstance(one, Pool) else Pool([one]) for one in longest]

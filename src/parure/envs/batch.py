"""Many games at once on the CPU: arrays in place, all cores, no allocation in a step.

>>> batch = Batch(4, players=2, seed=1)
>>> batch.mask.shape, batch.observation.shape
((4, 858), (4, 2576))
>>> batch.step(batch.sample())
>>> batch.to_play.tolist()
[1, 1, 1, 1]
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import OBSERVATION
from parure.core.jit import parallel
from parure.core.state import LEGAL, STATE
from parure.envs.policies import Policy, chooser, find_each
from parure.envs.spaces import fields
from parure.errors import IllegalMove, ParureError, RulesError
from parure.game import Game
from parure.i18n import gettext as _
from parure.moves import MOVES
from parure.rules import Rules
from parure.snapshot import rules_of
from parure.types import Edition, Module

__all__ = ["Batch"]

NO_LIMIT = 2**31 - 1

_RULES = ("players", "edition", "cities", "trading_posts", "orient", "strongholds")
"""The fields of a state that tell its rules."""


@parallel
def _begin(states, seeds, legal, results, masks):  # type: ignore[no-untyped-def]
    for row in numba.prange(len(states)):
        core.begin(states[row], seeds[row], legal[row], results[row])
        core.write_mask(legal[row], results[row], masks[row])


@parallel
def _resume(states, given, rows, legal, results, masks):  # type: ignore[no-untyped-def]
    for number in numba.prange(len(rows)):
        row = rows[number]
        states[row] = given[number]
        core.resume(states[row], legal[row], results[row])
        core.write_mask(legal[row], results[row], masks[row])


@parallel
def _count_illegal(actions, masks):  # type: ignore[no-untyped-def]
    illegal = 0
    for row in numba.prange(len(actions)):
        illegal += not core.allows(masks[row], actions[row])
    return illegal


@parallel
def _advance(states, actions, legal, results, masks, max_turns):  # type: ignore[no-untyped-def]
    for row in numba.prange(len(states)):
        core.advance(states[row], actions[row], legal[row], results[row], max_turns)
        core.write_mask(legal[row], results[row], masks[row])


@parallel
def _observe(states, views, observations):  # type: ignore[no-untyped-def]
    for row in numba.prange(len(states)):
        views[row] = states[row]
        core.write_observation(views[row], int(states[row].to_play), observations[row])


@parallel
def _choose(states, legal, results, actions):  # type: ignore[no-untyped-def]
    for row in numba.prange(len(states)):
        actions[row] = core.choose(states[row], legal[row], results[row].count)


@parallel
def _play_on(states, legal, results, masks, max_turns, decisions, games):  # type: ignore[no-untyped-def]
    for row in numba.prange(len(states)):
        games[row] = core.play_on(states[row], legal[row], results[row], max_turns, decisions)
        core.write_mask(legal[row], results[row], masks[row])


def rules_written(rules: Sequence[Rules]) -> NDArray[Any]:
    """Return a state for each of the rules, in which they are written."""
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(rules))}
    written = np.zeros(len(kinds), STATE)
    for kind, number in kinds.items():
        kind.write(written[number])
    return written[[kinds[kind] for kind in rules]]


def rules_among(states: NDArray[Any]) -> tuple[list[Rules], NDArray[np.intp]]:
    """Return the different rules that are written in states, and which of them each state has."""
    told = np.zeros((len(states), len(_RULES)), np.int64)
    for column, name in enumerate(_RULES):
        told[:, column] = states[name]
    _, first, which = np.unique(told, axis=0, return_index=True, return_inverse=True)
    return [rules_of(states[row : row + 1]) for row in first], which.reshape(-1)


def checked_rules(
    n: int,
    players: int,
    modules: Iterable[Module] | Module,
    edition: Edition,
    rules: Sequence[Rules] | None,
) -> Sequence[Rules]:
    """Return the rules of each of `n` rows."""
    if rules is None:
        return [Rules(players, modules, edition)] * n
    if len(rules) != n:
        raise RulesError(
            _("A batch of {n} games takes {n} rules, not {rules}.").format(n=n, rules=len(rules))
        )
    return rules


def checked_positions(
    positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None, n: int
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the states of positions, and the rows that they are for."""
    given = positions
    if not isinstance(given, np.ndarray):
        given = np.frombuffer(b"".join(game.state.tobytes() for game in given), STATE)
    chosen = np.arange(n) if rows is None else np.asarray(rows, np.int64)
    if given.dtype != STATE or given.shape != chosen.shape:
        raise ParureError(
            _("{n} rows take as many states, not an array of {shape} {kind}.").format(
                n=len(chosen), shape=given.shape, kind=given.dtype.name
            )
        )
    if given["over"].any():
        row = int(chosen[given["over"].argmax()])
        raise ParureError(_("Row {row}: that game is over.").format(row=row))
    if len(chosen) and not 0 <= chosen.min() <= chosen.max() < n:
        raise ParureError(_("The rows are numbered from 0 to {last}.").format(last=n - 1))
    return given, chosen


class Batch:
    """`n` games side by side. Where one ends, `step` notes how and deals the next one in its place.

    The arrays are the batch's own and are written in place; copy what you want to keep. Results do not
    depend on the number of threads (`numba.set_num_threads`).
    """

    def __init__(
        self,
        n: int,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        *,
        rules: Sequence[Rules] | None = None,
        seed: int = 0,
        max_turns: int | None = None,
        observations: bool = True,
    ) -> None:
        """Deal the games.

        :param n: how many games.
        :param rules: the rules of each row, in the place of players, modules and edition.
        :param seed: the same seed gives the same games; row `i` begins with the deal of `seed + i`.
        :param max_turns: stop a game after so many turns; rows that were stopped are `truncated`.
        :param observations: whether `reset` and `step` write `observation`; masks are always written.
        """
        self.n = n
        self.max_turns = NO_LIMIT if max_turns is None else max_turns
        self.observes = observations
        self.states = rules_written(checked_rules(n, players, modules, edition, rules))
        self._kinds, self._which = rules_among(self.states)
        self.views = np.zeros(n if observations else 0, STATE)
        """What the seat to play may know, as raw records."""
        self._legal = np.zeros(n, LEGAL)
        self._results = np.zeros(n, core.RESULT)
        self._masks = np.zeros(n, core.MASK)
        self._observations = np.zeros(n if observations else 0, OBSERVATION)
        self._actions = np.zeros(n, np.int16)
        self.mask: NDArray[np.bool_] = self._masks["values"].view(np.bool_)
        """Which actions are legal: n × ACTIONS."""
        self.observation: NDArray[np.int8] = self._observations["values"]
        """What the seat to play observes: n × SIZE; see `spaces.fields`."""
        self.to_play: NDArray[np.int8] = self._results["to_play"]
        self.rewards: NDArray[np.float32] = self._results["rewards"]
        """n × 4. For each seat: 1 shared by the winners, in the step that ended the row's game, else 0."""
        self.margins: NDArray[np.float32] = self._results["margins"]
        """In that step: each seat's prestige ahead of the best other one."""
        self.terminated: NDArray[np.bool_] = self._results["terminated"].view(np.bool_)
        self.truncated: NDArray[np.bool_] = self._results["truncated"].view(np.bool_)
        self.turns: NDArray[np.int32] = self._results["turns"]
        """How long the last game of the row was."""
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew."""
        seeds = np.arange(self.n, dtype=np.uint64) + np.uint64(seed)
        self._results["terminated"] = False
        self._results["truncated"] = False
        self._results["rewards"] = 0
        self._results["margins"] = 0
        _begin(self.states, seeds, self._legal, self._results, self._masks)
        self._observe()

    @property
    def rules(self) -> list[Rules]:
        """The rules of each row."""
        return [self._kinds[kind] for kind in self._which]

    def save(self) -> NDArray[Any]:
        """Return a copy of all positions, for `load`: what comes after depends on nothing else."""
        return np.ndarray(self.n, STATE, bytearray(self.states.tobytes()))

    def load(self, positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Go on from given positions, each with the rules and the random numbers that are in it.

        :param positions: states as `save` gives them, or games. States are trusted as they are.
        :param rows: the rows that they are put into; all where it is not given.
        """
        given, chosen = checked_positions(positions, rows, self.n)
        _resume(self.states, given, chosen, self._legal, self._results, self._masks)
        self._kinds, self._which = rules_among(self.states)
        self._observe()

    def step(self, actions: ArrayLike) -> None:
        """Make one move in every game.

        :param actions: for each row the number of a legal move. If one is not, `IllegalMove` names its
            row and nothing changes in any.
        """
        self._actions[:] = self._checked(actions)
        self._advance()
        self._observe()

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(
                _(
                    "A batch of {n} games takes {n} whole numbers, not an array of {shape} {kind}."
                ).format(n=self.n, shape=chosen.shape, kind=chosen.dtype)
            )
        if _count_illegal(chosen, self._masks):
            legal = np.array(
                [0 <= move < ACTIONS and self.mask[row, move] for row, move in enumerate(chosen)]
            )
            row = int(np.flatnonzero(~legal)[0])
            move = int(chosen[row])
            raise IllegalMove(
                _("Row {row}: {move} is not legal there. No row has changed.").format(
                    row=row, move=f"“{MOVES[move]}”" if 0 <= move < ACTIONS else move
                )
            )
        return chosen

    def _advance(self) -> None:
        _advance(
            self.states, self._actions, self._legal, self._results, self._masks, self.max_turns
        )

    def _observe(self) -> None:
        if self.observes:
            _observe(self.states, self.views, self._observations)

    def sample(self, policy: str | Policy = "random") -> NDArray[np.int16]:
        """Return a legal action for each row: a random one by its own generator, or that of a policy."""
        if policy == "random":
            _choose(self.states, self._legal, self._results, self._actions)
        else:
            chosen = find_each(policy, self._kinds)
            self._choose_by(chosen, chosen.notes[self._notes_of(chosen)])
        return self._actions

    def _notes_of(self, policy: Policy) -> NDArray[np.intp]:
        """Return which of the notes of a policy each row has."""
        return self._which if len(policy.notes) > 1 else np.zeros_like(self._which)

    def _choose_by(self, policy: Policy, notes: NDArray[Any]) -> None:
        choose_all = chooser(policy.choose)
        choose_all(self.states, self._legal, self._results, notes, self._actions)

    def rollout(self, decisions: int, policy: str | Policy = "random") -> NDArray[np.int32]:
        """Make so many decisions in every game; return how many games ended in each.

        :param policy: who decides: a name, or a function of your own; see `policies`.
        """
        games = np.zeros(self.n, np.int32)
        if policy == "random":
            _play_on(
                self.states,
                self._legal,
                self._results,
                self._masks,
                self.max_turns,
                decisions,
                games,
            )
        else:
            self._play_by(find_each(policy, self._kinds), decisions, games)
        self._observe()
        return games

    def _play_by(self, policy: Policy, decisions: int, games: NDArray[np.int32]) -> None:
        notes = policy.notes[self._notes_of(policy)]
        for _decision in range(decisions):
            self._choose_by(policy, notes)
            try:
                self._checked(self._actions)
            except IllegalMove:
                self._observe()
                raise
            self._advance()
            games += self.terminated | self.truncated

    def fields(self) -> dict[str, NDArray[Any]]:
        """Return the observations by name."""
        return fields(self.observation)

    def __len__(self) -> int:
        return self.n

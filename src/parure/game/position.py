"""A state of the core as Python holds it, with its legal moves, the moves that led to it and the way back.

`State` is all that compiled code needs; `Position` is what a `Game` is at, from one choice to the next.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure.core import calls
from parure.core import state as core
from parure.game.moves import DECISIONS, MOVES, Move
from parure.i18n import gettext as _
from parure.rules import MODULES, Rules
from parure.types import Decision

__all__ = [
    "Ply",
    "Position",
    "State",
    "copied",
    "decision_of",
    "from_bytes",
    "key_of",
    "position_bytes",
    "rules_of",
]

State = NDArray[Any]
"""A length-1 array of `core.state.STATE`."""


def copied(state: State) -> State:
    """Return a copy of a state; as bytes, since NumPy copies records field by field."""
    return from_bytes(state.tobytes())


def from_bytes(data: bytes) -> State:
    """Return the state of the core that has these bytes."""
    return np.ndarray(1, core.STATE, bytearray(data))


def position_bytes(state: State) -> bytes:
    """Return the bytes that equal positions have in common: all but the random generator, which is first."""
    return state.tobytes()[core.STATE["rng"].itemsize :]


def key_of(state: State) -> int:
    """Return 64 bits that tell positions apart."""
    return int.from_bytes(blake2b(position_bytes(state), digest_size=8).digest())


def rules_of(state: State) -> Rules:
    """Return the rules written in a state."""
    modules = tuple([module for module in MODULES if state[module].item()])
    return _rules(state["players"].item(), modules, state["edition"].item())


_rules = cache(Rules.of)
"""The rules of a game, checked once."""


def decision_of(state: State) -> Decision | None:
    """Return the name of the current decision; None when the game is over."""
    if state["over"].item():
        return None
    asked: int = state["pending"].item(state["pending_size"].item() - 1)
    return DECISIONS[asked]


class Ply(NamedTuple):
    """A move in the history of a game."""

    turn: int
    """How many turns were finished before it."""
    seat: int
    move: Move
    forced: bool
    """Made by the engine, since nothing else was legal."""


_KEPT = 16
"""So many pushes back the states are kept; one of before that is played again when it is asked for."""


class Position:
    """A state at a choice, and the way that led there, push by push."""

    def __init__(self, state: State) -> None:
        """Begin at a state, and go on to its first choice."""
        self.dealt = copied(state)
        """Where the game began."""
        self.state = state
        self.plies: list[Ply] = []
        self._legal = np.zeros(1, core.LEGAL)
        self.pushes: list[tuple[State | None, int]] = []
        """The state before each push, if stored, and the number of its first ply."""
        self._advance()

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return int(self.state["turns"].item())

    @property
    def to_play(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return None if self.state["over"].item() else int(self.state["to_play"].item())

    @property
    def decision(self) -> Decision | None:
        """The current decision; None when the game is over."""
        return decision_of(self.state)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in the order of their numbers."""
        return [MOVES[number] for number in self._legal["moves"][0, : self._count].tolist()]

    def is_legal(self, move: Move) -> bool:
        """Tell whether a move is legal now."""
        return move.number in self._legal["moves"][0, : self._count].tolist()

    # Moves

    def make(self, move: Move) -> None:
        """Make a legal move, and all that are forced after it, as part of a push."""
        self._apply(move, forced=False)
        self._advance()

    def _advance(self) -> None:
        """Go on to the next choice, making every forced move on the way."""
        self._count = calls.decide(self.state, self._legal)
        while self._count == 1:
            self._apply(MOVES[self._legal["moves"].item(0)], forced=True)
            self._count = calls.decide(self.state, self._legal)

    def _apply(self, move: Move, *, forced: bool) -> None:
        turn, seat = self.state["turns"].item(), self.state["to_play"].item()
        self.plies.append(Ply(turn, seat, move, forced))
        calls.apply(self.state, move.number)

    def mark(self) -> tuple[State, int]:
        """Return where a push begins: the state, and how many plies there are."""
        return copied(self.state), len(self.plies)

    def close_push(self, mark: tuple[State, int]) -> None:
        """Make one push of all moves since a mark."""
        self.pushes.append(mark)
        if len(self.pushes) > _KEPT:
            self.pushes[-_KEPT - 1] = None, self.pushes[-_KEPT - 1][1]

    def restore(self, state: State, plies: int) -> None:
        """Return to a mark."""
        self.state = state
        del self.plies[plies:]
        self._count = calls.decide(self.state, self._legal)

    def pop(self) -> Move:
        """Take the last push back and return its (first) move."""
        if not self.pushes:
            raise IndexError(_("There is no move to undo."))
        state = self._state_before(len(self.pushes) - 1)
        _kept, plies = self.pushes.pop()
        move = self.plies[plies].move
        self.restore(state, plies)
        return move

    def copy(self) -> "Position":
        """Return a position of its own, with the same way back."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.state, other._legal = copied(self.state), self._legal.copy()
        other.plies, other.pushes = self.plies.copy(), self.pushes.copy()
        return other

    # The way back

    def back_to(self, ply: int) -> "Position":
        """Return the position before a ply with which a push began."""
        push = self._push_at(ply)
        other = self.copy()
        del other.pushes[push:]
        other.restore(self._state_before(push), ply)
        return other

    def before(self, ply: int) -> State:
        """Return a copy of the state before a ply with which a push began."""
        return self._state_before(self._push_at(ply))

    def _push_at(self, ply: int) -> int:
        """Return which push began with a ply."""
        push = bisect_left(self.pushes, ply, key=itemgetter(1))
        if push == len(self.pushes) or self.pushes[push][1] != ply:
            raise IndexError(_("No push starts at that ply."))
        return push

    def _state_before(self, push: int) -> State:
        """Return a copy of the state before a push."""
        if self.pushes[push][0] is None:
            self._play_again(push)
        state = self.pushes[push][0]
        assert state is not None
        return copied(state)

    def _play_again(self, push: int) -> None:
        """Keep the state before a push again, and some of those that led there."""
        state, legal, made = copied(self.dealt), self._legal.copy(), 0
        calls.decide(state, legal)
        for number, (_state, first) in enumerate(self.pushes[: push + 1]):
            for ply in self.plies[made:first]:
                calls.apply(state, ply.move.number)
                calls.decide(state, legal)
            made = first
            if number > push - _KEPT:
                self.pushes[number] = copied(state), first

    def at_last_action(self) -> tuple[State, list[str]]:
        """Return the state where an action was last asked, and the moves chosen since."""
        for push in reversed(range(len(self.pushes))):
            first = self.pushes[push][1]
            if self.plies[first].move.decision == "action":
                return self._state_before(push), chosen(self.plies[first:])
        return self.dealt, chosen(self.plies)

    def pushed(self) -> list[list[Move]]:
        """Return the moves that were chosen, push by push."""
        starts = [first for _state, first in self.pushes]
        return [
            [ply.move for ply in self.plies[first:end] if not ply.forced]
            for first, end in zip(starts, [*starts[1:], len(self.plies)], strict=False)
        ]


def chosen(plies: Sequence[Ply]) -> list[str]:
    """Return the moves that were not forced, in notation."""
    return [str(ply.move) for ply in plies if not ply.forced]

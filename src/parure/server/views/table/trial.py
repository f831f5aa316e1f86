"""What the engine says when a move is tried: complete payments, gold needed, tokens given back, reasons.

Moves are tried on one deal that the viewer cannot tell from the true one, so nothing hidden is touched.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from parure import explain
from parure.core import calls
from parure.core import state as core
from parure.game import Game
from parure.knowledge import Knowledge
from parure.moves import MOVES, TOKEN_NAMES, Move
from parure.server.tables.sight import View
from parure.snapshot import State, copied, decision_of

__all__ = ["Payment", "Trial"]

Tokens = Mapping[str, int]

_MOST_PAYMENTS = 400
"""More complete payments than any purchase has been seen to offer."""


class Payment(NamedTuple):
    """One complete way to pay."""

    moves: tuple[str, ...]
    jokers: int
    gold: Tokens
    """The gold spent for each colour, virtual gold included."""
    spent: Tokens
    """The tokens that go to the bank."""


class _Still(Game):
    """A game in which nobody moves, so that what the seat to play knows is found out once."""

    _kept: Knowledge | None = None

    def knowledge(self, seat: int | None) -> Knowledge:
        if self._kept is None or self._kept.seat != seat:
            self._kept = super().knowledge(seat)
        return self._kept


class Trial:
    """One possible deal behind a view, on which moves are tried."""

    def __init__(self, view: View) -> None:
        state = copied(view.state)
        calls.determinize(state, np.uint64(1))
        self.game = _Still.from_state(state)
        self._state: State = state
        self._legal = np.zeros(1, core.LEGAL)

    def known_after(self, move: str) -> Knowledge:
        """Return what the seat that makes a move knows after it, before anything follows."""
        tried = copied(self._state)
        calls.apply(tried, Move.of(move).number)
        return Knowledge(tried, int(self._state["to_play"].item()))

    def after(self, move: str) -> Mapping[str, int]:
        """Return how a move changes the tokens of the seat that makes it, before anything follows."""
        known = self.known_after(move)
        return _difference(self._state, known.state, int(self._state["to_play"].item()))

    def payments(self, move: str | None = None) -> list[Payment]:
        """Return the complete payments of the purchase that is asked for, or that a move begins.

        There are none where the price is nothing, or is cards.
        """
        state = copied(self._state)
        if move is not None:
            calls.apply(state, Move.of(move).number)
        found: list[Payment] = []
        for moves, before, after in self._chains(state, "payment"):
            spent = _difference(before, after, int(before["to_play"].item()))
            gold: dict[str, int] = {}
            for one in moves:
                if one.startswith("pay gold"):
                    gold[one[-1]] = gold.get(one[-1], 0) + 1
            paid = {name: -number for name, number in spent.items()}
            found.append(Payment(moves, moves.count("pay joker"), gold, paid))
            if len(found) == _MOST_PAYMENTS:
                break
        return found

    def returns(self) -> list[tuple[str, ...]]:
        """Return every way to give back tokens until no more need to be given."""
        return [moves for moves, _before, _after in self._chains(copied(self._state), "return")]

    def line(self, moves: Sequence[str]) -> str:
        """Return the line that makes moves in turn, without those that the engine makes by itself."""
        state, chosen = copied(self._state), []
        for move in moves:
            if calls.decide(state, self._legal) > 1:
                chosen.append(move)
            calls.apply(state, Move.of(move).number)
        return ", ".join(chosen)

    def is_legal(self, move: str) -> bool:
        """Tell whether a move is legal now."""
        return self.game.is_legal(Move.of(move))

    def why_not(self, move: str) -> str:
        """Say why a move is not legal now."""
        return explain.why_not(self.game, Move.of(move))

    def _chains(
        self, state: State, decision: str
    ) -> Iterator[tuple[tuple[str, ...], State, State]]:
        """Yield the moves that complete a decision, with the states before and after the last one."""
        open_: list[tuple[tuple[str, ...], State]] = [((), state)]
        while open_:
            moves, here = open_.pop(0)
            turn, count = here["turns"].item(), calls.decide(here, self._legal)
            if decision_of(here) != decision or here["turns"].item() != turn:
                continue
            for number in self._legal["moves"][0, :count].tolist():
                there = copied(here)
                calls.apply(there, number)
                line = (*moves, MOVES[number].notation)
                if self._is_complete(there, decision, MOVES[number]):
                    yield line, here, there
                else:
                    open_.append((line, there))

    def _is_complete(self, state: State, decision: str, last: Move) -> bool:
        if decision == "payment":
            return last.notation == "pay"
        there = copied(state)
        calls.decide(there, self._legal)
        return decision_of(there) != decision


def _difference(before: State, after: State, seat: int) -> dict[str, int]:
    """Return how the tokens of a seat differ, the unchanged ones left out."""
    old, new = before["tokens"][0, seat].tolist(), after["tokens"][0, seat].tolist()
    return {
        name: new[lane] - old[lane]
        for lane, name in enumerate(TOKEN_NAMES)
        if new[lane] != old[lane]
    }

"""What is kept of a game: snapshots, records and pickles. `reading` makes games of the first two again."""

from collections.abc import Sequence
from typing import NamedTuple

from parure.game.formats import FORMAT
from parure.game.moves import Move
from parure.game.snapshot import State, to_dict
from parure.rules import Rules
from parure.types import Record, Snapshot

__all__ = ["Ply", "Push", "position", "pushed", "record"]


class Ply(NamedTuple):
    """One move as it was made."""

    turn: int
    """How many turns were finished before it."""
    seat: int
    move: Move
    forced: bool
    """Made by the engine, since nothing else was legal."""


Push = tuple[State | None, int]
"""The state before a push, where it is kept, and the number of its first ply."""


def position(state: State, before: State | None = None, since: Sequence[Ply] = ()) -> Snapshot:
    """Return the snapshot of a state without its format.

    :param before: in the middle of a turn, the last state where an action was asked.
    :param since: the moves since then.
    """
    if before is None:
        return _at_an_action(state)
    return {
        **to_dict(state),
        "pending": {"before": _at_an_action(before), "moves": _chosen(since)},
    }


def record(rules: Rules, seed: int | None, dealt: State, plies: Sequence[Ply]) -> Record:
    """Return the record of a game; one that no seed deals holds the position that it began with."""
    kept: Record = {
        "format": FORMAT,
        "players": rules.players,
        "modules": list(rules.modules),
        "edition": rules.edition,
        "seed": seed,
        "moves": _chosen(plies),
    }
    if seed is None:
        kept["start"] = {"format": FORMAT, **_at_an_action(dealt)}
    return kept


def pushed(pushes: Sequence[Push], plies: Sequence[Ply]) -> list[list[int]]:
    """Return the numbers of the moves that were chosen, push by push."""
    ends = [first for _state, first in pushes[1:]] + [len(plies)]
    return [
        [ply.move.number for ply in plies[first:end] if not ply.forced]
        for (_state, first), end in zip(pushes, ends, strict=False)
    ]


def _chosen(plies: Sequence[Ply]) -> list[str]:
    return [str(ply.move) for ply in plies if not ply.forced]


def _at_an_action(state: State) -> Snapshot:
    """Return the snapshot of a state that asks for an action, with the passes so far, if any."""
    snapshot, passes = to_dict(state), int(state[0].passes)
    if passes:
        snapshot["pending"] = {"passes": passes}
    return snapshot

"""Games from what was kept of them, snapshots and records, and from what a seat knows."""

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, SupportsIndex, TypeVar

import numpy as np

from parure.core import calls
from parure.errors import IllegalMove, RecordError, SnapshotError
from parure.game.formats import check_format, check_names
from parure.game.knowledge import Knowledge
from parure.game.position import to_state
from parure.game.snapshot import copied
from parure.i18n import gettext as _
from parure.rules import LARGEST_SEED, Rules, checked_seed
from parure.types import Pending, Record, Snapshot

if TYPE_CHECKING:
    from parure.game.game import Game

__all__ = ["from_knowledge", "from_snapshot", "replay"]

Kind = TypeVar("Kind", bound="Game")

_FIELDS_OF_A_RECORD = Record.__required_keys__ | Record.__optional_keys__


def from_snapshot(kind: type[Kind], snapshot: Snapshot) -> Kind:
    """Return a game at the position of a snapshot, real or made up."""
    if not isinstance(snapshot, Mapping):
        raise SnapshotError(_("A snapshot is a dict."))
    pending = snapshot.get("pending") or {}
    if not isinstance(pending, Mapping):
        raise SnapshotError(_("What is pending is damaged."))
    if "before" in pending:
        return _from_the_middle(kind, snapshot, pending)
    if not snapshot.get("over") and snapshot.get("decision", "action") != "action":
        raise SnapshotError(_("A position in the middle of a turn needs its “pending” part."))
    return kind.from_state(to_state(snapshot))


def _from_the_middle(kind: type[Kind], snapshot: Snapshot, pending: Pending) -> Kind:
    """Return a game in the middle of a turn, by playing from where its action was asked."""
    check_format(snapshot, SnapshotError)
    before = pending["before"]
    nested = before.get("pending") if isinstance(before, Mapping) else None
    if set(pending) != {"before", "moves"} or (isinstance(nested, Mapping) and "before" in nested):
        raise SnapshotError(_("What is pending is damaged."))
    game = from_snapshot(kind, before)
    try:
        for move in pending["moves"]:
            game.push(move)
    except (IllegalMove, KeyError, TypeError, AttributeError) as error:
        raise SnapshotError(_("What is pending is damaged.")) from error
    if _table(game.snapshot()) != _table(snapshot):
        raise SnapshotError(_("The position does not follow from what is pending."))
    return game


def _table(snapshot: Snapshot) -> dict[str, object]:
    """Return what a snapshot says of the table alone."""
    return {name: at for name, at in snapshot.items() if name not in ("format", "pending")}


def replay(kind: type[Kind], record: Record) -> Kind:
    """Return the game of a record, with all its moves made."""
    try:
        check_format(record, RecordError)
        check_names(record, _FIELDS_OF_A_RECORD, RecordError)
        if record.get("start") is not None:
            game = from_snapshot(kind, record["start"])
            named = Rules.of(
                record.get("players", game.rules.players),
                record.get("modules", game.rules.modules),
                record.get("edition", game.rules.edition),
            )
            if named != game.rules or record.get("seed") is not None:
                raise RecordError(_("The start is of another game than the rest of the record."))
        else:
            if record["seed"] is None:
                raise KeyError("seed")
            game = kind(record["players"], record["modules"], record["edition"], record["seed"])
        moves = list(record["moves"])
    except (AttributeError, KeyError, TypeError) as error:
        raise RecordError(_("This is not a record of a game.")) from error
    for number, move in enumerate(moves, start=1):
        try:
            game.push(move)
        except IllegalMove as error:
            raise RecordError(
                _("Move {n} of the record is wrong: {problem}").format(n=number, problem=error)
            ) from error
    return game


def from_knowledge(kind: type[Kind], known: Knowledge, seed: SupportsIndex | None) -> Kind:
    """Return a game that agrees with what a seat knows; what is hidden from it is dealt anew."""
    number = secrets.randbits(64) if seed is None else checked_seed(seed)
    while True:
        state = copied(known.state)
        calls.determinize(state, np.uint64(number))
        game = kind.from_state(state)
        # An imagined purchase with one way to pay would have been paid already.
        if game.knowledge(known.seat).key == known.key:
            return game
        number = number + 1 & LARGEST_SEED

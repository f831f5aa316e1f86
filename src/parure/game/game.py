"""A game of Parure: make moves, take them back, look at it, save it.

>>> game = Game(players=2, seed=7)
>>> game.to_play, game.decision
(0, 'action')
>>> game.push("take W U G")
>>> game.push("take gold")
Traceback (most recent call last):
parure.errors.IllegalMove: You can’t take gold: you get it by reserving a card.
>>> game.pop()
Move('take W U G')
"""

import json
import secrets
import sys
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Self, SupportsIndex, cast

import numpy as np

from parure.components import CITIES
from parure.core import calls
from parure.core import state as core
from parure.errors import IllegalMove, RecordError, RulesError, SnapshotError
from parure.game import lacking, notation
from parure.game.knowledge import Knowledge, stripped
from parure.game.moves import MOVES, Move
from parure.game.position import (
    Ply,
    Position,
    State,
    chosen,
    copied,
    from_bytes,
    key_of,
    position_bytes,
    rules_of,
)
from parure.game.snapshot import (
    FORMAT,
    NEWEST_FORMAT,
    at_an_action,
    in_a_turn,
    with_format,
)
from parure.game.snapshot_reader import check_format, check_names, to_state
from parure.i18n import gettext as _
from parure.rules import LARGEST_SEED, Rules, checked_seed
from parure.types import Decision, Edition, Module, Pending, Record, Snapshot, View

__all__ = ["Game", "Ply"]

_FIELDS_OF_A_RECORD = Record.__required_keys__ | Record.__optional_keys__


class Game:
    """A game in progress, with the moves made so far."""

    def __init__(
        self,
        players: int | Rules = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        seed: SupportsIndex | None = None,
    ) -> None:
        """Deal a new game.

        :param players: 2 to 4; or the `Rules`, in place of players, modules and edition.
        :param modules: any of `cities`, `trading_posts`, `orient`, `strongholds`.
        :param edition: 2017 (at most one module) or 2024.
        :param seed: the same seed deals the same game everywhere; without one it is random.
        """
        if isinstance(players, Rules):
            if (modules, edition) not in (((), 2024), (players.modules, players.edition)):
                raise RulesError(_("The rules already name the modules and the edition."))
            rules = players
        else:
            rules = Rules(players, modules, edition)
        number = secrets.randbits(32) if seed is None else checked_seed(seed)
        state = np.zeros(1, core.STATE)
        rules.write(state[0])
        calls.deal(state, np.uint64(number))
        self._begin(state, seed=number)

    def _begin(self, state: State, *, seed: int | None = None) -> None:
        self._seed = seed
        self._rules = rules_of(state)
        self._position = Position(state)

    # What is asked

    @property
    def rules(self) -> Rules:
        """The rules of the game: players, modules and edition."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of the deal, or None if the game began from a snapshot."""
        return self._seed

    @property
    def turns(self) -> int:
        """The number of finished turns."""
        return self._position.turns

    @property
    def to_play(self) -> int | None:
        """The seat to play, or None when the game is over."""
        return self._position.to_play

    @property
    def decision(self) -> Decision | None:
        """The kind of the current decision: `action`, `payment`, `return`…, or None when the game is over."""
        return self._position.decision

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in the order of their numbers.

        >>> Game(seed=7).legal_moves[:2]
        [Move('take W U G'), Move('take W U R')]
        """
        return self._position.legal_moves

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._position.state["over"].item())

    @property
    def is_last_round(self) -> bool:
        """Whether the current round is the last one."""
        return bool(calls.is_decided(self._position.state))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats: none before the end, several for a shared victory."""
        won = self._position.state["winners"].item()
        return tuple(seat for seat in range(self._rules.players) if won >> seat & 1)

    @property
    def prestige(self) -> list[int]:
        """The prestige of each seat."""
        return [
            int(calls.prestige(self._position.state, seat)) for seat in range(self._rules.players)
        ]

    def cities_of(self, seat: int) -> tuple[str, ...]:
        """Return the city that a seat has taken, or else the cities whose conditions it meets."""
        own = self.view(seat)["seats"][seat]["city"]
        if own is not None:
            return (own,)
        table = (
            int(city) for city in self._position.state["city_tiles"][0] if city != core.NO_TILE
        )
        return tuple(
            CITIES[city].id for city in table if calls.meets_city(self._position.state, seat, city)
        )

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All moves made so far, including forced ones."""
        return tuple(self._position.plies)

    # Moves

    def push(self, move: Move | str) -> None:
        """Make a move: a `Move`, or a line of notation, which may hold a whole purchase.

        An illegal move raises `IllegalMove`, which says why not, and changes nothing.
        """
        if not isinstance(move, Move | str):
            raise IllegalMove(_("A move must be a Move or its notation."))
        position = self._position
        mark = position.mark()
        try:
            if isinstance(move, str):
                notation.make_line(position, move)
            else:
                notation.make(position, move)
        except IllegalMove:
            position.restore(*mark)
            raise
        position.close_push(mark)

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a move is legal now."""
        if isinstance(move, Move):
            return self._position.is_legal(move)
        if not isinstance(move, str):
            raise IllegalMove(_("A move must be a Move or its notation."))
        try:
            self.copy().push(move)
        except IllegalMove:
            return False
        return True

    def parse(self, text: str) -> Move:
        """Return the move that a line of text means in this position.

        >>> Game(seed=7).parse(" take w,u,g")
        Move('take W U G')
        """
        return notation.parse(self._position, text)

    def pop(self) -> Move:
        """Undo the last push and return its (first) move."""
        return self._position.pop()

    def back_to(self, ply: int) -> Self:
        """Return a copy of the game as it was before one of its pushes, named by the ply that began it.

        >>> game = Game(seed=7)
        >>> for move in ("take W U G", "take U G R", "take W U G"):
        ...     game.push(move)
        >>> [str(ply.move) for ply in game.back_to(2).plies]
        ['take W U G', 'take U G R']
        """
        return self._at(self._position.back_to(ply))

    # As a value

    def copy(self) -> Self:
        """Return an independent copy of the game, including its moves."""
        return self._at(self._position.copy())

    def _at(self, position: Position) -> Self:
        """Return the same game at a position of its own."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._position = position
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle where the game began, and its moves push by push."""
        start: object = zlib.compress(self._position.dealt.tobytes())
        if self._seed is not None:
            start = (self._rules.players, self._rules.modules, self._rules.edition, self._seed)
        pushes = [[move.number for move in push] for push in self._position.pushed()]
        return _begun, (type(self), start), pushes

    def __setstate__(self, pushes: list[list[int]]) -> None:
        for numbers in pushes:
            mark = self._position.mark()
            for number in numbers:
                notation.make(self._position, MOVES[number])
            self._position.close_push(mark)

    def __eq__(self, other: object) -> bool:
        """Tell whether two games are at the same position, whatever led there."""
        if not isinstance(other, Game):
            return NotImplemented
        return position_bytes(self._position.state) == position_bytes(other._position.state)

    def __hash__(self) -> int:
        """Return the hash of the position: in a set or as a key, a game must not move on."""
        return self.key

    @property
    def key(self) -> int:
        """A 64-bit hash of the position, hidden cards included; the same on every machine.

        >>> Game(seed=7).key == Game(seed=7).key
        True
        """
        return key_of(self._position.state)

    # Looking at it

    def view(self, seat: int | None) -> View:
        """Return what a seat may know: a snapshot without hidden cards.

        :param seat: the seat that looks; None for a spectator.
        """
        return self.knowledge(seat).view

    def knowledge(self, seat: int | None) -> Knowledge:
        """Return what a seat (or a spectator) may know, as a bot gets it."""
        return Knowledge(self.stripped(seat), seat)

    @property
    def state(self) -> State:
        """A copy of the core's complete state, for compiled code."""
        return copied(self._position.state)

    def stripped(self, seat: int | None, *, before: int | None = None) -> State:
        """Return a copy of the core's state without anything that a seat (or a spectator) may not know.

        :param before: as it was before this ply, with which a push began.
        """
        is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if seat is not None and not (is_number and seat in range(self._rules.players)):
            raise RulesError(_("There is no seat {seat}.").format(seat=seat))
        state = self._position.state if before is None else self._position.before(before)
        return stripped(state, seat)

    def snapshot(self) -> Snapshot:
        """Return the complete position, decks included, as a plain dict for JSON."""
        return cast(Snapshot, with_format(self._table()))

    def _table(self) -> Snapshot:
        """Return the snapshot without its format."""
        if self.decision in ("action", None):
            return at_an_action(self._position.state)
        return in_a_turn(self._position.state, *self._position.at_last_action())

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> Self:
        """Create a game from a snapshot, real or made up.

        `SnapshotError` says what is wrong with one that cannot be.
        """
        if not isinstance(snapshot, Mapping):
            raise SnapshotError(_("A snapshot must be a dict."))
        pending = snapshot.get("pending") or {}
        if not isinstance(pending, Mapping):
            raise SnapshotError(_("The “pending” part is damaged."))
        if "before" in pending:
            return cls._from_the_middle(snapshot, pending)
        if not snapshot.get("over") and snapshot.get("decision", "action") != "action":
            raise SnapshotError(_("A position in the middle of a turn needs its “pending” part."))
        return cls.from_state(to_state(snapshot))

    @classmethod
    def _from_the_middle(cls, snapshot: Snapshot, pending: Pending) -> Self:
        """Return a game in the middle of a turn, by playing from where its action was asked."""
        check_format(snapshot, NEWEST_FORMAT, SnapshotError)
        before = pending["before"]
        nested = before.get("pending") if isinstance(before, Mapping) else None
        if set(pending) != {"before", "moves"} or (
            isinstance(nested, Mapping) and "before" in nested
        ):
            raise SnapshotError(_("The “pending” part is damaged."))
        game = cls.from_snapshot(before)
        try:
            for move in pending["moves"]:
                game.push(move)
        except (IllegalMove, KeyError, TypeError, AttributeError) as error:
            raise SnapshotError(_("The “pending” part is damaged.")) from error
        shown, given = _shown(game.snapshot()), _shown(snapshot)
        if "under" not in given:  # as in format 1
            shown.pop("under", None)
        if shown != given:
            raise SnapshotError(_("The position doesn’t follow from its “pending” part."))
        return game

    @classmethod
    def from_state(cls, state: State | np.void) -> Self:
        """Create a game from a state of the core, such as a row of a batch: `batch.states[0]`.

        It does not know how the state came about: until its next action is asked, its snapshots and
        records cannot be read back.
        """
        given = np.asarray(state)
        if given.dtype != core.STATE or given.size != 1:
            raise SnapshotError(_("A game must start from a single core state."))
        game = object.__new__(cls)
        game._begin(copied(given))
        return game

    @classmethod
    def from_knowledge(cls, known: Knowledge, seed: SupportsIndex | None = None) -> Self:
        """Create a game that agrees with everything a seat knows, and deal the hidden cards anew.

        Every deal that the seat cannot tell from the true one is as likely as the others. Like a game from
        a state, it does not know how its position came about.

        :param seed: the same seed deals the same; without one it is random.

        >>> game = Game(seed=7)
        >>> other = Game.from_knowledge(game.knowledge(0), seed=1)
        >>> other.view(0) == game.view(0), other.snapshot()["decks"] == game.snapshot()["decks"]
        (True, False)
        """
        number = secrets.randbits(64) if seed is None else checked_seed(seed)
        while True:
            state = copied(known.state)
            calls.determinize(state, np.uint64(number))
            game = cls.from_state(state)
            # An imagined purchase with one way to pay would have been paid already.
            if game.knowledge(known.seat).key == known.key:
                return game
            number = number + 1 & LARGEST_SEED

    def fingerprint(self) -> str:
        """Return a fingerprint of the position, eight characters that do not depend on the file format."""
        table = self._table()
        for part in (table, table.get("pending", {}).get("before", table)):
            # Records are of format 1, which has no `under`.
            part.pop("under", None)
        text = json.dumps(table, sort_keys=True)
        return f"{zlib.crc32(text.encode()):08x}"

    # Records

    def record(self) -> Record:
        """Return options, seed and moves as a plain dict, which `replay` can replay on any machine.

        >>> Game(seed=7).record()
        {'format': 1, 'players': 2, 'modules': [], 'edition': 2024, 'seed': 7, 'moves': []}
        """
        record: Record = {
            "format": FORMAT,
            "players": self._rules.players,
            "modules": list(self._rules.modules),
            "edition": self._rules.edition,
            "seed": self._seed,
            "moves": chosen(self._position.plies),
        }
        if self._seed is None:
            record["start"] = cast(Snapshot, with_format(at_an_action(self._position.dealt)))
        return record

    @classmethod
    def replay(cls, record: Record) -> Self:
        """Create a game from a record and make all its moves."""
        try:
            check_format(record, FORMAT, RecordError)
            check_names(record, _FIELDS_OF_A_RECORD, RecordError)
            game = cls._start_of(record)
            moves = list(record["moves"])
        except (AttributeError, KeyError, TypeError) as error:
            raise RecordError(_("This is not a game record.")) from error
        for number, move in enumerate(moves, start=1):
            try:
                game.push(move)
            except IllegalMove as error:
                raise RecordError(
                    _("Move {n} of the record is invalid: {problem}").format(
                        n=number, problem=error
                    )
                ) from error
        return game

    @classmethod
    def _start_of(cls, record: Record) -> Self:
        """Return the game of a record before its first move."""
        if record.get("start") is None:
            if record["seed"] is None:
                raise KeyError("seed")
            return cls(record["players"], record["modules"], record["edition"], record["seed"])
        game = cls.from_snapshot(record["start"])
        named = Rules.of(
            record.get("players", game.rules.players),
            record.get("modules", game.rules.modules),
            record.get("edition", game.rules.edition),
        )
        if named != game.rules or record.get("seed") is not None:
            raise RecordError(
                _("The start belongs to a different game from the rest of the record.")
            )
        return game

    # Pictures

    def __str__(self) -> str:
        from parure.render.text import default_colour, table_text

        return table_text(self.view(None), colour=default_colour())

    def svg(
        self,
        seat: int | None = None,
        *,
        size: float | None = None,
        last_move: Move | str | None = None,
        marks: Iterable[str] = (),
    ) -> str:
        """Return a picture of the table as SVG, as a spectator or one seat sees it.

        :param size: its width in pixels.
        :param last_move: a move, such as `game.plies[-1].move`: what it names gets a dashed frame.
        :param marks: what gets a frame: places (`2c`), decks (`1o`), tokens of the bank (`W`, `gold`), and
            cards, nobles, cities and posts on the table by their ids.
        """
        from parure.render.svg import table_svg

        known = self.knowledge(seat)
        goals = None if seat is None else lacking.for_goals(known, seat)
        last = None if last_move is None else Move.of(str(last_move))
        return table_svg(known.view, seat=seat, goals=goals, size=size, last_move=last, marks=marks)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        """Return what a notebook shows before the picture: the table, once `parure.notebook` was imported."""
        notebook = sys.modules.get("parure.notebook")
        return {} if notebook is None else notebook.mimebundle(self)

    def __repr__(self) -> str:
        modules = ", ".join(self._rules.modules) or "base"
        where = "over" if self.is_over else f"seat {self.to_play}: {self.decision}"
        return f"<Game {self._rules.players} players, {modules}, {self._rules.edition}; {where}>"


def _begun(kind: type[Game], start: Any) -> Game:
    """Return the game of a pickle before its moves."""
    if isinstance(start, bytes):
        return kind.from_state(from_bytes(zlib.decompress(start)))
    return kind(*start)


def _shown(snapshot: Snapshot) -> dict[str, object]:
    """Return what a snapshot says of the table alone."""
    return {name: at for name, at in snapshot.items() if name not in ("format", "pending")}

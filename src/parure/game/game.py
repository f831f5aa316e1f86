"""A game of Parure: make moves, take them back, look at it, save it.

>>> game = Game(players=2, seed=7)
>>> game.to_play, game.decision
(0, 'action')
>>> game.push("take W U G")
>>> game.push("take gold")
Traceback (most recent call last):
parure.errors.IllegalMove: Gold can't be taken: it comes with reserving a card.
>>> game.pop()
Move('take W U G')
"""

import json
import secrets
import sys
import zlib
from bisect import bisect_left
from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Self, SupportsIndex

import numpy as np

from parure.components import CITIES
from parure.core import calls
from parure.core import state as core
from parure.core.observe import SPECTATOR
from parure.errors import IllegalMove, RulesError, SnapshotError
from parure.game import lacking, lines, notation, reading, reasons, writing
from parure.game.formats import FORMAT
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.game.snapshot import (
    State,
    copied,
    decision_of,
    from_bytes,
    key_of,
    position_bytes,
    rules_of,
)
from parure.game.writing import Ply, Push
from parure.i18n import gettext as _
from parure.rules import Rules, checked_seed
from parure.types import Decision, Edition, Module, Record, Snapshot, View

__all__ = ["Game", "Ply"]

_KEPT = 16
"""So many pushes back the states are kept; one of before that is played again when it is asked for."""


class Game:
    """A game at one decision, with the way that led there."""

    def __init__(
        self,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        seed: SupportsIndex | None = None,
    ) -> None:
        """Deal a new game.

        :param players: 2 to 4.
        :param modules: any of `cities`, `trading_posts`, `orient`, `strongholds`.
        :param edition: 2017 (at most one module) or 2024.
        :param seed: the same seed deals the same game everywhere; without one it is random.
        """
        rules = Rules(players, modules, edition)
        number = secrets.randbits(32) if seed is None else checked_seed(seed)
        state = np.zeros(1, core.STATE)
        rules.write(state[0])
        calls.deal(state, np.uint64(number))
        self._begin(state, seed=number)

    def _begin(self, state: State, *, seed: int | None = None) -> None:
        self._state = state
        self._seed = seed
        self._dealt = copied(state)
        self._rules = rules_of(state)
        self._legal = np.zeros(1, core.LEGAL)
        self._plies: list[Ply] = []
        self._undo: list[Push] = []
        self._advance()

    def _advance(self) -> None:
        """Go on to the next choice, making every forced move on the way."""
        self._count = calls.decide(self._state, self._legal)
        while self._count == 1:
            self._make(MOVES[self._legal["moves"].item(0)], forced=True)
            self._count = calls.decide(self._state, self._legal)

    def _make(self, move: Move, *, forced: bool) -> None:
        turn, seat = self._state["turns"].item(), self._state["to_play"].item()
        self._plies.append(Ply(turn, seat, move, forced))
        calls.apply(self._state, move.number)

    # What is asked

    @property
    def rules(self) -> Rules:
        """Players, modules and edition."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of the deal; None for a game that began from a snapshot."""
        return self._seed

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return int(self._state["turns"].item())

    @property
    def to_play(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return None if self.is_over else int(self._state["to_play"].item())

    @property
    def decision(self) -> Decision | None:
        """What is asked: `action`, `payment`, `return`…; None when the game is over."""
        return decision_of(self._state)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in the order of their numbers.

        >>> Game(seed=7).legal_moves[:2]
        [Move('take W U G'), Move('take W U R')]
        """
        return [MOVES[number] for number in self._legal["moves"][0, : self._count].tolist()]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state["over"].item())

    @property
    def is_last_round(self) -> bool:
        """Whether someone has what ends the game: it is over when the round is."""
        return bool(calls.is_decided(self._state))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: none before the end, several when they share the victory."""
        won = self._state["winners"].item()
        return tuple(seat for seat in range(self._rules.players) if won >> seat & 1)

    @property
    def prestige(self) -> list[int]:
        """The prestige of each seat."""
        return [int(calls.prestige(self._state, seat)) for seat in range(self._rules.players)]

    def cities_of(self, seat: int) -> tuple[str, ...]:
        """Return the cities of a seat: the one it has taken, or else those of the table that it meets."""
        own = self.view(seat)["seats"][seat]["city"]
        if own is not None:
            return (own,)
        table = (int(city) for city in self._state["city_tiles"][0] if city != core.NO_TILE)
        return tuple(CITIES[city].id for city in table if calls.meets_city(self._state, seat, city))

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Every move so far, the forced ones included."""
        return tuple(self._plies)

    # Moves

    def push(self, move: Move | str) -> None:
        """Make a move, given as a `Move` or in notation; a line may hold a whole purchase.

        An illegal move raises `IllegalMove`, which says why not, and changes nothing.
        """
        before, pushes = (copied(self._state), len(self._plies)), len(self._undo)
        if isinstance(move, str):
            try:
                lines.play(self, move)
            except IllegalMove:
                self._restore(*before)
                del self._undo[pushes:]
                raise
        elif not isinstance(move, Move):
            raise IllegalMove(_("A move is a Move or its notation."))
        elif not self.is_legal(move):
            raise IllegalMove(reasons.why_not(self, move))
        else:
            self._make(move, forced=False)
            self._advance()
        self._undo[pushes:] = [before]
        if pushes >= _KEPT:
            self._undo[pushes - _KEPT] = None, self._undo[pushes - _KEPT][1]

    def is_legal(self, move: Move | str) -> bool:
        """Tell whether a move is legal now: whether `push` would make it."""
        if isinstance(move, Move):
            return move.number in self._legal["moves"][0, : self._count].tolist()
        if not isinstance(move, str):
            raise IllegalMove(_("A move is a Move or its notation."))
        try:
            self.copy().push(move)
        except IllegalMove:
            return False
        return True

    def parse(self, text: str) -> Move:
        """Return the move that a text means at this decision.

        >>> Game(seed=7).parse(" take w,u,g")
        Move('take W U G')
        """
        found = notation.candidates(text, self.decision)
        legal = [move for move in found if self.is_legal(move)]
        # Whoever names a card that they can't pay for does not want to reserve it.
        meant = found if self.decision == "action" else legal
        if len(meant) > 1:
            raise IllegalMove(
                _("“{text}” can mean {moves}.").format(text=text, moves=reasons.list_of(meant))
            )
        if legal:
            return legal[0]
        if found:
            raise IllegalMove(reasons.why_not(self, found[0]))
        raise IllegalMove(reasons.unknown_move(self, text))

    def pop(self) -> Move:
        """Take the last push back and return its (first) move."""
        if not self._undo:
            raise IndexError(_("There is no move to take back."))
        state = self._state_before(len(self._undo) - 1)
        _kept, plies = self._undo.pop()
        move = self._plies[plies].move
        self._restore(state, plies)
        return move

    def _restore(self, state: State, plies: int) -> None:
        self._state = state
        del self._plies[plies:]
        self._count = calls.decide(self._state, self._legal)

    def _state_before(self, push: int) -> State:
        """Return a copy of the state before a push."""
        if self._undo[push][0] is None:
            self._play_again(push)
        state = self._undo[push][0]
        assert state is not None
        return copied(state)

    def _play_again(self, push: int) -> None:
        """Keep the state before a push again, and some of those that led there."""
        state, legal, made = copied(self._dealt), self._legal.copy(), 0
        calls.decide(state, legal)
        for number, (_state, first) in enumerate(self._undo[: push + 1]):
            for ply in self._plies[made:first]:
                calls.apply(state, ply.move.number)
                calls.decide(state, legal)
            made = first
            if number > push - _KEPT:
                self._undo[number] = copied(state), first

    def back_to(self, ply: int) -> Self:
        """Return a game of its own as it was before a ply with which a push began.

        >>> game = Game(seed=7)
        >>> for move in ("take W U G", "take U G R", "take W U G"):
        ...     game.push(move)
        >>> [str(ply.move) for ply in game.back_to(2).plies]
        ['take W U G', 'take U G R']
        """
        place = self._push_at(ply)
        other = self.copy()
        del other._undo[place:]
        other._restore(self._state_before(place), ply)
        return other

    def _push_at(self, ply: int) -> int:
        """Return which push began with a ply."""
        place = bisect_left(self._undo, ply, key=itemgetter(1))
        if place == len(self._undo) or self._undo[place][1] != ply:
            raise IndexError(_("No push began there."))
        return place

    # As a value

    def copy(self) -> Self:
        """Return a game of its own at the same decision, with the same way back."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._state = copied(self._state)
        other._legal = self._legal.copy()
        other._plies = self._plies.copy()
        other._undo = self._undo.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle where the game began, and its moves push by push."""
        start: object = zlib.compress(self._dealt.tobytes())
        if self._seed is not None:
            start = (self._rules.players, self._rules.modules, self._rules.edition, self._seed)
        return _begun, (type(self), start), writing.pushed(self._undo, self._plies)

    def __setstate__(self, pushes: list[list[int]]) -> None:
        for moves in pushes:
            before = len(self._undo)
            for number in moves:
                self.push(MOVES[number])
            del self._undo[before + 1 :]

    def __eq__(self, other: object) -> bool:
        """Tell whether two games are at the same position, whatever led there."""
        if not isinstance(other, Game):
            return NotImplemented
        return position_bytes(self._state) == position_bytes(other._state)

    def __hash__(self) -> int:
        """Return the hash of the position: in a set or as a key, a game must not move on."""
        return self.key

    @property
    def key(self) -> int:
        """64 bits that tell positions apart, what is hidden included; the same wherever this version runs.

        >>> Game(seed=7).key == Game(seed=7).key
        True
        """
        return key_of(self._state)

    # Looking at it

    def view(self, seat: int | None) -> View:
        """Return what a seat may know: a snapshot with the hidden things hidden.

        :param seat: the seat that looks; None for a spectator.
        """
        return self.knowledge(seat).view

    def knowledge(self, seat: int | None) -> Knowledge:
        """Return what a seat (or a spectator) may know, as bots get it."""
        return Knowledge(self.stripped(seat), seat)

    @property
    def state(self) -> State:
        """A copy of the state of the core, everything included, for compiled code."""
        return copied(self._state)

    def stripped(self, seat: int | None, *, before: int | None = None) -> State:
        """Return a copy of the state of the core without what a seat (or a spectator) may not know.

        :param before: as it was before this ply, with which a push began.
        """
        is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if seat is not None and not (is_number and seat in range(self._rules.players)):
            raise RulesError(_("There is no seat {seat}.").format(seat=seat))
        state = self.state if before is None else self._state_before(self._push_at(before))
        calls.hide(state, SPECTATOR if seat is None else seat)
        return state

    def snapshot(self) -> Snapshot:
        """Return everything, decks included: a plain dict, ready for JSON."""
        return {"format": FORMAT, **self._position()}

    def _position(self) -> Snapshot:
        if self.decision in ("action", None):
            return writing.position(self._state)
        before, first = self._dealt, 0
        for push in reversed(range(len(self._undo))):
            begin = self._undo[push][1]
            if self._plies[begin].move.decision == "action":
                before, first = self._state_before(push), begin
                break
        return writing.position(self._state, before, self._plies[first:])

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> Self:
        """Return a game at the position of a snapshot, real or made up.

        `SnapshotError` says what is wrong with one that cannot be.
        """
        return reading.from_snapshot(cls, snapshot)

    @classmethod
    def from_state(cls, state: State | np.void) -> Self:
        """Return a game at a state of the core, such as a row of a batch: `batch.states[0]`.

        It does not know how the state came about: until its next action is asked, its snapshots and
        records cannot be read back.
        """
        given = np.asarray(state)
        if given.dtype != core.STATE or given.size != 1:
            raise SnapshotError(_("A game begins from one state of the core."))
        game = object.__new__(cls)
        game._begin(copied(given))
        return game

    @classmethod
    def from_knowledge(cls, known: Knowledge, seed: SupportsIndex | None = None) -> Self:
        """Return a game that agrees with what a seat knows; what is hidden from it is dealt anew.

        Every deal that the seat cannot tell from the true one is as likely as the others. Like a game from
        a state, it does not know how its position came about.

        :param seed: the same seed deals the same; without one it is random.

        >>> game = Game(seed=7)
        >>> other = Game.from_knowledge(game.knowledge(0), seed=1)
        >>> other.view(0) == game.view(0), other.snapshot()["decks"] == game.snapshot()["decks"]
        (True, False)
        """
        return reading.from_knowledge(cls, known, seed)

    def fingerprint(self) -> str:
        """Return eight characters that tell positions apart, whatever the format they are written in."""
        text = json.dumps(self._position(), sort_keys=True)
        return f"{zlib.crc32(text.encode()):08x}"

    # Records

    def record(self) -> Record:
        """Return options, seed and moves: a plain dict that `replay` plays again on any machine.

        >>> Game(seed=7).record()
        {'format': 1, 'players': 2, 'modules': [], 'edition': 2024, 'seed': 7, 'moves': []}
        """
        return writing.record(self._rules, self._seed, self._dealt, self._plies)

    @classmethod
    def replay(cls, record: Record) -> Self:
        """Return the game of a record, with all its moves made."""
        return reading.replay(cls, record)

    # Pictures

    def __str__(self) -> str:
        from parure.render.text import default_colour, table_text

        return table_text(self.view(None), colour=default_colour())

    def svg(self, seat: int | None = None) -> str:
        """Return the table as a picture: for a spectator, or as one seat sees it."""
        from parure.render.svg import table_svg

        known = self.knowledge(seat)
        goals = None if seat is None else lacking.for_goals(known, seat)
        return table_svg(known.view, seat=seat, goals=goals)

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

"""A table as a value: its seats, the game, and what it allows. `transitions.py` builds it from events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from typing_extensions import TypedDict

from parure import Game
from parure.core.state import HIDDEN
from parure.game.knowledge import holds_alike, shows_more
from parure.game.notation import moves_of
from parure.server.tables import events as happened
from parure.server.tables.names import tournament_of
from parure.server.tables.options import SeatPlan, TableOptions, Warned

__all__ = [
    "CHANGES",
    "EVENTS",
    "CardMoved",
    "Ended",
    "Push",
    "Seat",
    "Status",
    "StrongholdMoved",
    "Table",
]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who plays it: its bot if there is one, else its person, else nobody yet."""

    person: str | None = None
    name: str | None = None
    bot: str | None = None
    reserved: str | None = None
    """The person the seat is kept for."""

    @property
    def is_open(self) -> bool:
        """Whether someone may sit down here."""
        return self.person is None and self.bot is None


class CardMoved(TypedDict):
    """A card that moved between two places: a column of the table, a deck, a hand, a seat."""

    card: str
    """Its id, or a question mark and its deck if the viewer may not know the card."""
    source: str
    target: str


class StrongholdMoved(TypedDict):
    """A stronghold that was placed, moved or removed."""

    seat: int
    """The seat that owns it."""
    source: str | None
    """The card it stood on; null if it comes from the supply."""
    target: str | None
    """The card it stands on now; null if it went back to the supply."""


@dataclass(frozen=True, slots=True)
class Push:
    """One move with its forced consequences."""

    seat: int
    move: str
    by: happened.By
    first: int
    """The number of its first ply."""
    cards: tuple[CardMoved, ...]
    """The cards that its own seat saw moving."""
    tokens: dict[str, int] = field(default_factory=dict)
    """The change in the tokens of its seat."""
    strongholds: dict[int, StrongholdMoved] = field(default_factory=dict)
    """By number of the ply: what happened to strongholds."""
    note: happened.Note | None = None
    gained: float = 0.0
    """The seconds that the clock added for it."""
    clock: float | None = None
    """The seconds that the clock of its seat showed after it, if there is one."""
    version: int = 0
    """The version of the table after the move."""
    told: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """A cache of its log entries, by reader."""


Status = Literal["waiting", "playing", "over", "closed"]
Ended = Literal["resigned", "agreed"]
"""How a game ended that was not played out."""

EVENTS = 5_000
"""The most events at a table before people can add no more, because every event is stored."""
CHANGES = 100
"""How often one person may sit down, take back or change a setting, so that nobody uses up that limit."""

_NOTHING_CHOSEN = TableOptions(seats=[SeatPlan(), SeatPlan()])


@dataclass(frozen=True)
class Table:
    """A table at one version."""

    id: str
    version: int = 0
    status: Status = "waiting"
    options: TableOptions = _NOTHING_CHOSEN
    maker: str = ""
    seats: tuple[Seat, ...] = ()
    game: Game | None = None
    """The game, never changed in place: `after` plays on a copy."""
    pushes: tuple[Push, ...] = ()
    keys: dict[tuple[int, str], tuple[str | None, int]] = field(default_factory=dict)
    """By seat and idempotency key: the move that a request made (none to undo) and the version after it."""
    changes: dict[str, int] = field(default_factory=dict)
    """How often each person has sat down, taken a move back or changed a setting."""
    undone: int | None = None
    """The seat that has just taken moves back, until somebody moves."""
    practice: bool = False
    """Whether the game is practice: a known card was taken back, a hint given, or another game continued."""
    warned: Warned = 0
    """The loss from which a player against bots is warned, in percent; 0 means never."""
    clocks: tuple[float, ...] = ()
    """The seconds each seat had left when the current decision began."""
    since: float = 0.0
    """When the current decision began, in seconds since 1970."""
    resigned: tuple[int, ...] = ()
    """The seats that have resigned."""
    offers: tuple[int, ...] = ()
    """The seats whose players offer to end the game."""
    ended: Ended | None = None
    """How the game ended, if it was not played out."""
    rematch: str | None = None
    daily: str | None = None
    """The day of the deal, such as 2026-11-15, if this is a deal of the day."""
    created: float = 0.0
    changed: float = 0.0
    finished: float = 0.0
    """When the game was over."""

    @property
    def playing(self) -> Game:
        """The game, once it has started."""
        if self.game is None:
            raise LookupError("the game has not started")
        return self.game

    @property
    def tournament(self) -> str | None:
        """The tournament that the table belongs to."""
        return tournament_of(self.maker)

    @property
    def is_strict(self) -> bool:
        """Whether no move can be taken back, and leaving or running out of time loses."""
        return self.options.rated or self.tournament is not None

    @property
    def clock_decides(self) -> bool:
        """Whether only the clock deals with absent players: they have days for a turn, or lose on time."""
        clock = self.options.clock
        return clock is not None and (self.is_strict or clock.days is not None)

    @property
    def to_play(self) -> int | None:
        """The seat to play."""
        if self.game is None or self.ended or self.status == "closed":
            return None
        return self.game.to_play

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: by the rules, or as the only one that has not resigned."""
        rest = tuple(n for n in range(len(self.seats)) if n not in self.resigned)
        if self.ended == "resigned" and len(rest) == 1:
            return rest
        return () if self.game is None else self.game.winners

    @property
    def agreed(self) -> set[str | None]:
        """The people who offer to end the game."""
        return {self.seats[seat].person for seat in self.offers}

    @property
    def bot_to_play(self) -> str | None:
        """The bot that is to move, if it is a bot's turn."""
        return None if self.to_play is None else self.seats[self.to_play].bot

    @property
    def goes_on_by_itself(self) -> bool:
        """Whether the table needs no request to continue: a bot is to move, or a clock is running."""
        return self.to_play is not None and (self.bot_to_play is not None or bool(self.clocks))

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats that a person holds and plays."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if person is not None and seat.person == person and seat.bot is None
        )

    def may_return(self, person: str, seat: int) -> bool:
        """Tell whether a person may take back a seat that a bot plays for them."""
        is_theirs = self.seats[seat].person == person
        return is_theirs and self.is_away(seat) and self.status == "playing"

    def is_away(self, seat: int) -> bool:
        """Tell whether a bot plays for a person who has not resigned."""
        own = self.seats[seat]
        return own.person is not None and own.bot is not None and seat not in self.resigned

    def may_abandon(self, person: str | None) -> bool:
        """Tell whether a person may abandon a table of their own, where nothing counts for others."""
        people = {seat.person for seat in self.seats if seat.person is not None}
        is_theirs = person is not None and person in (people or {self.maker}) and len(people) <= 1
        statuses = ("waiting",) if self.options.rated else ("waiting", "playing")
        is_own = not self.daily and self.tournament is None
        return is_theirs and is_own and self.status in statuses

    def may_start(self, person: str | None) -> bool:
        """Tell whether a person may give the open seats to bots: the maker, or anyone if the maker has left.

        In a tournament nobody may.
        """
        if self.tournament is not None:
            return False
        has_left = not self.seats_of(self.maker)
        return person == self.maker or (has_left and bool(self.seats_of(person)))

    def at(self, moves: int) -> "Table":
        """Return a finished table with its game as it was after a number of moves."""
        if moves == len(self.pushes):
            return replace(self, ended=None)
        game = self.playing.back_to(self.pushes[moves].first)
        return replace(self, game=game, pushes=self.pushes[:moves], ended=None)

    def positions(self, start: int = 0) -> Iterator["Table"]:
        """Yield a table with its game as it was after each number of moves, from one on.

        All of them share one game, which is at the position of the table that was yielded last.
        """
        game = self.at(start).playing.copy()
        yield replace(self, game=game, pushes=self.pushes[:start], ended=None)
        for number, push in enumerate(self.pushes[start:], start + 1):
            for move in moves_of(push.move):
                game.push(move)
            yield replace(self, game=game, pushes=self.pushes[:number], ended=None)

    def eyes(self, person: str | None) -> str | None:
        """Return the person if their view is special; all strangers see the same."""
        for seat in self.seats:
            if person in (seat.person, seat.reserved):
                return person
        return person if person == self.maker else None

    def rematch_for(self, person: str | None) -> str | None:
        """Return the table of the rematch; of a private one, only those who played may know."""
        has_played = person is not None and any(seat.person == person for seat in self.seats)
        return self.rematch if self.options.public or has_played else None

    @property
    def is_full(self) -> bool:
        """Whether the table has too many events for people to add more."""
        return self.version >= EVENTS

    def may_change(self, person: str | None) -> bool:
        """Tell whether a person may still sit down, take back or change a setting."""
        return person is not None and self.changes.get(person, 0) < CHANGES

    def undoes(self, seat: int) -> int:
        """Return how many moves a seat would take back; 0 if it may not take back.

        Among people that is the very last move, unless it revealed a card. A player against bots alone
        returns to their own last decision, whatever has happened since, except in a serious game. Rated games
        and tournaments allow no taking back.
        """
        if self.status != "playing" or self.is_full or not self.may_change(self.seats[seat].person):
            return 0
        if self.is_strict:
            return 0
        if self.is_alone(seat):
            own = (push.seat == seat and push.by == "person" for push in reversed(self.pushes))
            return next((n for n, is_own in enumerate(own, 1) if is_own), 0)
        last = self.pushes[-1] if self.pushes else None
        is_own = last is not None and last.seat == seat and last.by == "person"
        return int(is_own and not self._last_push_reveals)

    def is_alone(self, seat: int) -> bool:
        """Tell whether all others are bots and the game is not serious, so that taking back hurts nobody."""
        people = [n for n, other in enumerate(self.seats) if other.person is not None]
        return people == [seat] and not self.options.serious

    def follows(self, version: int) -> bool:
        """Tell whether only bots have moved since a version."""
        since = self.version - version
        last = self.pushes[len(self.pushes) - since :] if 0 <= since <= len(self.pushes) else ()
        return len(last) == since and all(
            push.by == "bot" and push.version == number
            for number, push in enumerate(last, version + 1)
        )

    def reveals(self, pushes: int) -> bool:
        """Tell whether the last pushes revealed a card to anyone."""
        game, first = self.playing, self.pushes[-pushes].first
        shown, before = game.stripped(None), game.stripped(None, before=first)
        if holds_alike(shown, before) and game.decision != "keep":
            return False  # Whenever a seat sees more, a spectator sees that a card moved.
        return shows_more(shown, before) or any(
            shows_more(game.stripped(seat), game.stripped(seat, before=first))
            for seat in range(len(self.seats))
        )

    @cached_property
    def _last_push_reveals(self) -> bool:
        return self.reveals(1)

    def has_secrets(self, seats: Sequence[int]) -> bool:
        """Tell whether one of these seats holds, pays for or looks at a card that others may not see."""
        shown = self.playing.stripped(None)
        return bool(
            (shown["hand"][0, list(seats)] <= HIDDEN).any()
            or (self.to_play in seats and shown["buying"].item() <= HIDDEN)
            or (self.to_play in seats and self.playing.decision == "keep")
        )

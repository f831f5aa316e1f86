"""A table in a list: what the lobby and "your games" show, stored beside the table's events."""

import json
from dataclasses import dataclass, fields
from typing import Literal

from pydantic import ConfigDict, TypeAdapter

from parure.server.tables.events import FORMAT, check_version
from parure.server.tables.names import is_program, tournament_of
from parure.server.tables.table import Status, Table

__all__ = ["Listed", "Listing", "Pool", "is_over"]

Pool = Literal["base", "modules", "programs"]
"""The groups of games with separate ratings; `programs` are people's own ones."""


@dataclass(frozen=True, kw_only=True)
class _Shown:
    """What everybody who sees the table in a list may know."""

    table: str
    status: Status
    public: bool
    edition: int
    modules: tuple[str, ...]
    names: tuple[str | None, ...]
    """The name at each seat; None for open seats."""
    kinds: tuple[str | None, ...]
    """The bot that plays each seat; None for people and open seats."""
    to_play: int | None
    turns: int
    prestige: tuple[int, ...]
    winners: tuple[int, ...]
    has_clock: bool
    serious: bool
    practice: bool
    """Whether the game is practice: a known card was taken back, a hint given, or another game continued."""
    daily: str | None
    """The day of the deal, such as 2026-11-15, if this is a deal of the day."""
    rated: bool
    created: float
    """In seconds since 1970."""
    changed: float


@dataclass(frozen=True, kw_only=True)
class Listed(_Shown):
    """A table in a list, for one viewer."""

    mine: tuple[int, ...]
    """The seats of this viewer."""
    my_turn: bool
    programs: tuple[int, ...]
    """The seats of people's own programs, including those kept for one."""
    tournament: str | None
    """The tournament that the table belongs to."""


@dataclass(frozen=True, kw_only=True)
class Listing(_Shown):
    """A table in a list, with what only the server may know."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    owners: tuple[str | None, ...]
    """The person at each seat, or the one it is kept for."""
    maker: str
    key: str | None
    """The key of the request that created the table."""
    is_awake: bool
    """Whether a bot is to move or a clock is running."""
    finished: float
    """When a rated game ended."""
    gone: tuple[int, ...]
    """The seats whose players resigned, or left early where leaving loses."""

    @classmethod
    def of(cls, table: Table, key: str | None) -> "Listing":
        """Return the current listing of a table."""
        game = table.game
        is_full = not any(seat.is_open for seat in table.seats)
        return cls(
            table=table.id,
            status=table.status,
            public=table.options.public,
            edition=table.options.edition,
            modules=tuple(table.options.modules),
            names=tuple(seat.name for seat in table.seats),
            kinds=tuple(seat.bot for seat in table.seats),
            owners=tuple(seat.person or seat.reserved for seat in table.seats),
            maker=table.maker,
            key=key,
            is_awake=table.goes_on_by_itself or (table.status == "waiting" and is_full),
            to_play=table.to_play,
            turns=0 if game is None else game.turns,
            prestige=() if game is None else tuple(game.prestige),
            winners=table.winners,
            has_clock=table.options.clock is not None,
            serious=table.options.serious,
            practice=table.practice,
            daily=table.daily,
            rated=table.options.rated,
            finished=table.finished if table.options.rated else 0.0,
            gone=_gone(table) if table.is_strict and table.status == "over" else (),
            created=table.created,
            changed=table.changed,
        )

    def to_text(self) -> str:
        """Return the listing as JSON."""
        return json.dumps({"format": FORMAT, **vars(self)}, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "Listing":
        """Return the listing in a JSON text; `Later` if a later version wrote it, else `ValueError`."""
        if text.startswith(_BEGINNING):
            # The common spelling of the format.
            return _LISTING.validate_json("{" + text.removeprefix(_BEGINNING), strict=True)
        kept = json.loads(text)
        if not isinstance(kept, dict):
            raise ValueError("a listing is an object")
        check_version("format", kept.pop("format", None), FORMAT)
        return _LISTING.validate_json(json.dumps(kept), strict=True)

    @property
    def first(self) -> tuple[int, ...]:
        """The seats that have won a finished rated game; none if the game does not count."""
        return self.ahead if self.finished and (self.winners or self.gone) else ()

    @property
    def ahead(self) -> tuple[int, ...]:
        """The winners of a game in which leaving loses, or all seats if nobody has won.

        Players who left have lost: if a bot won in their place, or nobody won, all who stayed come first.
        """
        stayed = [seat for seat in range(len(self.owners)) if seat not in self.gone]
        return tuple([seat for seat in stayed if seat in self.winners] or stayed)

    @property
    def pool(self) -> Pool:
        """The rating for which a rated game counts."""
        if any(is_program(owner) for owner in self.owners):
            return "programs"
        return "modules" if self.modules else "base"

    @property
    def tournament(self) -> str | None:
        """The tournament that the table belongs to."""
        return tournament_of(self.maker)

    @property
    def is_untouched(self) -> bool:
        """Whether only the maker of the table has a seat and has not played a turn.

        Tables of tournaments and of the deal of the day never count as untouched.
        """
        if self.tournament is not None or self.daily is not None:
            return False
        taken = [
            (seat, owner)
            for seat, (owner, name) in enumerate(zip(self.owners, self.names, strict=True))
            if owner is not None and name is not None
        ]
        if any(owner != self.maker for _seat, owner in taken):
            return False
        if self.status == "playing":
            return bool(taken) and self.turns <= taken[0][0]
        return self.status == "waiting"

    @property
    def is_imported(self) -> bool:
        """Whether the game was over when its table was made: its record was imported."""
        return self.status == "over" and self.created == self.changed

    def belongs_to(self, person: str) -> bool:
        """Tell whether a person made or sits at the table, and it was not closed."""
        return self.status != "closed" and (person == self.maker or person in self.owners)

    def seen_by(self, person: str | None) -> Listed:
        """Return what a viewer may know of the listing."""
        mine = tuple(
            n for n, owner in enumerate(self.owners) if person is not None and owner == person
        )
        return Listed(
            **{field.name: getattr(self, field.name) for field in fields(_Shown)},
            mine=mine,
            my_turn=self.status == "playing" and self.to_play in mine,
            programs=tuple(n for n, owner in enumerate(self.owners) if is_program(owner)),
            tournament=self.tournament,
        )


def _gone(table: Table) -> tuple[int, ...]:
    return tuple(
        number
        for number, seat in enumerate(table.seats)
        if number in table.resigned or (seat.person is not None and seat.bot is not None)
    )


def is_over(text: str) -> bool:
    """Tell whether the text of a listing is that of a finished game.

    >>> is_over('{"format":1,"table":"a","status":"playing"}')
    False
    """
    return text.startswith(_BEGINNING) and '","status":"over",' in text


_LISTING = TypeAdapter(Listing)
_BEGINNING = f'{{"format":{FORMAT},'

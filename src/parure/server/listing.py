"""A table in a list: what the lobby and one's own games show, kept beside the table's events."""

import json
from dataclasses import dataclass
from typing import Any

from parure.server.table import Status, Table

__all__ = ["Listed", "Listing"]


@dataclass(frozen=True)
class Listed:
    """A table in a list, for one viewer."""

    table: str
    status: Status
    public: bool
    edition: int
    modules: tuple[str, ...]
    names: tuple[str | None, ...]
    """The name at each seat; None where nobody sits yet."""
    kinds: tuple[str | None, ...]
    """The bot that plays each seat; None for people and open seats."""
    mine: tuple[int, ...]
    my_turn: bool
    to_play: int | None
    turns: int
    prestige: tuple[int, ...]
    winners: tuple[int, ...]
    has_clock: bool
    serious: bool
    created: float
    changed: float


@dataclass(frozen=True)
class Listing:
    """A table in a list, with what only the server may know."""

    table: str
    status: Status
    public: bool
    edition: int
    modules: tuple[str, ...]
    names: tuple[str | None, ...]
    kinds: tuple[str | None, ...]
    owners: tuple[str | None, ...]
    maker: str
    key: str | None
    """The key of the request that made it."""
    is_awake: bool
    """Whether the server has something to do here, without being asked."""
    to_play: int | None
    turns: int
    prestige: tuple[int, ...]
    winners: tuple[int, ...]
    has_clock: bool
    serious: bool
    created: float
    changed: float

    @classmethod
    def of(cls, table: Table, key: str | None) -> "Listing":
        """Return the listing of a table as it is."""
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
            owners=tuple(seat.player or seat.reserved for seat in table.seats),
            maker=table.maker,
            key=key,
            is_awake=table.needs_the_house or (table.status == "waiting" and is_full),
            to_play=table.to_play,
            turns=0 if game is None else game.turns,
            prestige=() if game is None else tuple(game.prestige),
            winners=() if game is None else game.winners,
            has_clock=table.options.clock is not None,
            serious=table.options.serious,
            created=table.created,
            changed=table.changed,
        )

    def to_text(self) -> str:
        """Return the listing as JSON."""
        return json.dumps(vars(self), separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "Listing":
        """Return the listing of its JSON."""
        fields: dict[str, Any] = json.loads(text)
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in fields.items()
        }
        return cls(**values)

    def belongs_to(self, player: str) -> bool:
        """Tell whether a player made the table or has a seat at it, and it was not closed."""
        return self.status != "closed" and (player == self.maker or player in self.owners)

    def seen_by(self, player: str | None) -> Listed:
        """Return what a viewer may know of it."""
        mine = tuple(
            n for n, owner in enumerate(self.owners) if player is not None and owner == player
        )
        own = set(Listing.__dataclass_fields__) & set(Listed.__dataclass_fields__)
        return Listed(
            **{name: getattr(self, name) for name in own},
            mine=mine,
            my_turn=self.status == "playing" and self.to_play in mine,
        )

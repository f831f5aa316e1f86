"""What moves have touched: things that are marked on the table, and what flies over it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from parure.components import COLOURS, card_of
from parure.server.tables.sight import LogEntry, Sight

__all__ = ["Marks", "flights_of", "marks_of"]


@dataclass
class Marks:
    """What the others have touched since the viewer's own last move: things, and the seats that did."""

    things: dict[str, list[int]] = field(default_factory=dict)

    def of(self, thing: str) -> int | None:
        """Return the last seat that touched a thing."""
        return self.things[thing][-1] if thing in self.things else None

    def all_of(self, thing: str) -> tuple[int, ...]:
        """Return the seats that touched a thing."""
        return tuple(self.things.get(thing, ()))

    def add(self, thing: str, seat: int) -> None:
        """Note that a seat touched a thing."""
        seats = self.things.setdefault(thing, [])
        if seat in seats:
            seats.remove(seat)
        seats.append(seat)


def marks_of(sight: Sight) -> Marks:
    """Return what to mark."""
    marks, seat = Marks(), sight.seat
    for entry in _since(sight.log, sight.fresh):
        if entry.seat == seat:
            continue
        verb, *what = entry.move.split()
        if verb == "take":
            for colour in what:
                marks.add(f"bank-{colour}", entry.seat)
        elif verb == "reserve" and what[0] == "deck":
            marks.add(f"deck-{what[1]}", entry.seat)
        elif verb in ("reserve", "buy", "gift", "conquer", "place", "remove", "move"):
            for place in what:
                if place[0] in "123" and len(place) == 2:
                    marks.add(f"place-{place}", entry.seat)
    return marks


def _since(log: Sequence[LogEntry], number: int) -> Sequence[LogEntry]:
    """Return the entries of a log from a number on."""
    begin = len(log)
    while begin and log[begin - 1].number >= number:
        begin -= 1
    return log[begin:]


def flights_of(sight: Sight, most: int = 13) -> list[str]:
    """Return what flew last: the number of the move, from which thing, to which.

    :param most: at least one more than a page lets fly at once.
    """
    flights: tuple[str, ...] = ()
    for entry in reversed(sight.log):
        flights = _flights(entry) + flights
        if len(flights) >= most:
            break
    return list(flights[-most:])


@lru_cache(4096)
def _flights(entry: LogEntry) -> tuple[str, ...]:
    """Return what a move let fly."""
    verb, *what = entry.move.split()
    flights = [
        f"{entry.number} {_anchor(card.source)} {_anchor(card.target, card.card)}"
        for card in entry.cards
    ]
    for token, n in entry.tokens.items():
        ends = f"bank-{token}", f"token-{entry.seat}-{token}"
        flights.append(" ".join((str(entry.number), *(ends if n > 0 else reversed(ends)))))
    if verb in ("noble", "claim", "city"):
        flights.append(f"{entry.number} {what[0]} prestige-{entry.seat}")
    return tuple(flights)


def _anchor(spot: str, card: str = "") -> str:
    """The name of the element where a card was, or went: one that is bought goes to its bonuses."""
    kind, *rest = spot.split()
    if kind == "deck":
        return f"deck-{rest[0]}"
    if kind == "hand":
        return f"hand-{rest[0]}"
    if kind == "seat":
        colour = card_of(card).bonus if card and not card.startswith("?") else ""
        return f"bonus-{rest[0]}-{colour}" if colour in COLOURS else f"cards-{rest[0]}"
    return f"place-{kind}"

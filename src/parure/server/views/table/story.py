"""The log: what each seat did in each turn, with gems and little cards; also told in words alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from parure.components import CITIES, COLOURS
from parure.i18n import gettext as _
from parure.i18n import language, mark, ngettext
from parure.render.cards import card_of
from parure.server.tables.moved import StrongholdMove
from parure.server.tables.sight import LogEntry, Sight
from parure.server.views import faces
from parure.words.moves import told
from parure.words.pieces import card_name, gem_name

__all__ = ["Line", "Marks", "flights_of", "marks_of", "story_of"]

_CITIES = {city.id: city for city in CITIES}

_DEEDS = {
    "decline": mark("did not conquer"),
    "conquer": mark("conquered"),
    "claim": mark("reserved a noble"),
    "noble": mark("a noble came"),
    "post": mark("won a post"),
    "gift": mark("got a gift"),
    "keep": mark("kept one of two"),
}


@dataclass(frozen=True)
class Line:
    """One turn of one seat."""

    number: int
    """The number of its last move."""
    round: int
    seat: int
    html: Markup
    said: str
    """The same without pictures."""
    cards: list[str]
    """The cards to show: ids, or decks after a question mark."""
    fresh: bool
    loud: bool
    """It took a stronghold of the viewer's off a card."""


def story_of(sight: Sight, names: Sequence[str], most: int = 30) -> list[Line]:
    """Return the last turns, the oldest first."""
    lines = []
    turns = [list(group) for _turn, group in groupby(sight.log, lambda entry: entry.turn)]
    for entries in turns[-most:]:
        turn, seat = entries[0].turn, entries[0].seat
        deeds = tuple(_deed(one, sight, names) for one in entries)
        html, said = _line(deeds, names[seat], language())
        lines.append(
            Line(
                number=entries[-1].number,
                round=turn // len(sight.names) + 1,
                seat=seat,
                html=html,
                said=said,
                cards=_cards(entries),
                fresh=entries[-1].number >= sight.fresh and seat != sight.seat,
                loud=seat != sight.seat and any(deed.owner == "" for deed in deeds),
            )
        )
    return lines


class Deed(NamedTuple):
    """What the log tells of a move."""

    seat: int
    move: str
    tokens: tuple[tuple[str, int], ...]
    by: str
    note: str | None
    stronghold: StrongholdMove | None
    owner: str | None
    """The name of whom a stronghold was taken from, empty for the viewer; None where none was."""


def _deed(entry: LogEntry, sight: Sight, names: Sequence[str]) -> Deed:
    owner, moved = None, entry.stronghold
    if moved is not None and moved.target is None:
        owner = "" if moved.seat == sight.seat else names[moved.seat]
    tokens = tuple(entry.tokens.items())
    return Deed(entry.seat, entry.move, tokens, entry.by, entry.note, moved, owner)


@lru_cache(8192)
def _line(deeds: tuple[Deed, ...], name: str, _language: str) -> tuple[Markup, str]:
    """A turn with pictures, and in words alone; remembered, since a log is sent again and again."""
    html = _told(deeds, Markup("<b>{}</b>").format(name), _pictures)
    return html, _told(deeds, Markup.escape(name), _words).unescape()


def _pictures(things: Sequence[str]) -> Markup:
    """Gems and towers as pictures: `W`, `gold`, `tower 2`."""
    drawn = Markup("").join(
        faces.tower(int(thing[-1]), 12) if thing.startswith("tower") else faces.gem(thing, 14)
        for thing in things
    )
    return Markup('<span class="gems">{}</span>').format(drawn)


def _words(things: Sequence[str]) -> Markup:
    return Markup(", ").join(
        Markup.escape(_("a stronghold") if thing.startswith("tower") else gem_name(thing))
        for thing in things
    )


Shown = Callable[[Sequence[str]], Markup]


def _told(entries: Sequence[Deed], name: Markup, show: Shown) -> Markup:
    """What a seat did in a turn: one sentence for the action, a few words for each consequence."""
    action, *rest = entries
    change = _tokens(entries)
    parts = [_action(action, name, change, show)]
    returned = [entry.move.split()[1] for entry in rest if entry.move.startswith("return")]
    if returned:
        parts.append(Markup.escape(_("gave back {tokens}")).format(tokens=show(returned)))
    discarded = sum(entry.move.startswith("discard") for entry in rest)
    if discarded:
        words = ngettext("discarded {n} card", "discarded {n} cards", discarded)
        parts.append(Markup.escape(words.format(n=discarded)))
    for entry in rest:
        consequence = _consequence(entry, show)
        if consequence:
            parts.append(consequence)
    if any(entry.by == "clock" for entry in entries):
        parts.append(Markup.escape(_("the clock had run out")))
    if any(entry.note for entry in entries):
        parts.append(Markup.escape(_("the bot failed; any legal move was made")))
    return Markup(" · ").join(parts)


def _action(entry: Deed, name: Markup, change: Mapping[str, int], show: Shown) -> Markup:
    verb, *what = entry.move.split()
    gained = [token for token, n in change.items() for _n in range(n)]
    if verb == "take":
        return Markup.escape(_("{name} took {tokens}")).format(name=name, tokens=show(what))
    if verb == "reserve":
        message = _("{name} reserved")
        if what[0] == "deck":
            message = _("{name} reserved unseen")
        reserved = Markup.escape(message).format(name=name)
        if "gold" in gained:
            return Markup.escape(_("{reserved}, took {tokens}")).format(
                reserved=reserved, tokens=show(["gold"])
            )
        return reserved
    if verb in ("buy", "conquer"):
        spent = [token for token in (*COLOURS, "gold") for _n in range(-change.get(token, 0))]
        if spent:
            message = _("{name} bought for {tokens}")
            return Markup.escape(message).format(name=name, tokens=show(spent))
        return Markup.escape(_("{name} bought")).format(name=name)
    if verb == "pass":
        return Markup.escape(_("{name} passed")).format(name=name)
    return Markup.escape(_("{name}: {deed}")).format(
        name=name, deed=_consequence(entry, show) or entry.move
    )


def _consequence(entry: Deed, show: Shown) -> Markup | None:
    """What else happened, in a few words."""
    verb, *what = entry.move.split()
    if verb in _DEEDS:
        return Markup.escape(_(_DEEDS[verb]))
    if entry.stronghold is not None:
        return _stronghold(verb, entry.stronghold, entry.owner, show)
    if verb == "city":
        return Markup.escape(_("took {city}")).format(city=_CITIES[what[0]].name)
    if verb == "pair":
        return Markup.escape(_("paired with {gem}")).format(gem=show(what))
    if verb == "gain":
        return Markup.escape(_("gained {gem}")).format(gem=show(what))
    if entry.move == "pay joker":
        return Markup.escape(_("with a joker card"))
    return None


def _stronghold(verb: str, moved: StrongholdMove, owner: str | None, show: Shown) -> Markup:
    """What became of a stronghold: whose it is, and the cards it stood and stands on."""
    source, target = (card_name(card_of(id)) if id else "" for id in (moved.source, moved.target))
    message = _("removed {stronghold} of yours from {card}") if owner == "" else told(verb)
    return Markup.escape(message).format(
        stronghold=show((f"tower {moved.seat}",)),
        owner=owner,
        origin=source,
        card=target or source,
    )


def _tokens(entries: Sequence[Deed]) -> dict[str, int]:
    """How the action of a turn changed the mover's tokens: up to what is gained or given back."""
    change: dict[str, int] = {}
    for entry in entries:
        if entry.move.split()[0] in ("return", "gain"):
            continue
        for token, n in entry.tokens:
            change[token] = change.get(token, 0) + n
    return change


def _cards(entries: Sequence[LogEntry]) -> list[str]:
    """The cards that a turn moved, each once."""
    cards = [move.card for entry in entries for move in entry.cards if move.target != move.source]
    taken = [
        move.card
        for entry in entries
        for move in entry.cards
        if move.target.startswith(("hand", "seat"))
    ]
    return list(dict.fromkeys(taken or cards))[:2]


@dataclass
class Marks:
    """What the others have touched since the viewer's own last move: things, and the seats that did."""

    things: dict[str, list[int]] = field(default_factory=dict)

    def of(self, thing: str) -> int | None:
        """Return the last seat that touched a thing."""
        return self.things[thing][-1] if thing in self.things else None

    def add(self, thing: str, seat: int) -> None:
        """Note that a seat touched a thing."""
        seats = self.things.setdefault(thing, [])
        if seat in seats:
            seats.remove(seat)
        seats.append(seat)


def marks_of(sight: Sight) -> Marks:
    """Return what to mark."""
    marks = Marks()
    for entry in sight.log:
        if entry.number < sight.fresh or entry.seat == sight.seat:
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


def flights_of(sight: Sight, most: int = 40) -> list[tuple[int, str, str]]:
    """Return what flew in the last moves: the number of the move, from which thing, to which."""
    flights: list[tuple[int, str, str]] = []
    for entry in sight.log[-most:]:
        verb, *what = entry.move.split()
        seat = entry.seat
        for card in entry.cards:
            flights.append((entry.number, _anchor(card.source), _anchor(card.target, card.card)))
        for token, n in entry.tokens.items():
            bank, own = f"bank-{token}", f"token-{seat}-{token}"
            flights.append((entry.number, bank, own) if n > 0 else (entry.number, own, bank))
        if verb in ("noble", "claim", "city"):
            flights.append((entry.number, what[0], f"prestige-{seat}"))
    return flights


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

"""The log: what each seat did in each turn, with gems and little cards; also told in words alone."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, Protocol

from markupsafe import Markup

from parure.components import card_of, city_of
from parure.i18n import gettext as _
from parure.i18n import remembered
from parure.moves import TOKEN_NAMES
from parure.server.tables.moved import CardMove
from parure.server.tables.sight import LogEntry, Sight
from parure.server.views import faces
from parure.server.views.changes import safe
from parure.words.moves import discarded, kind_of, told
from parure.words.pieces import (
    card_name,
    card_words,
    city_name,
    deck_words,
    gem_name,
    titled,
)

__all__ = [
    "MOST_TURNS",
    "Line",
    "recent",
    "rounds_of",
    "story_of",
]

_RESERVING = ("reserve", "reserve deck")
_BUYING = ("buy", "buy hand", "conquer")
_UNTOLD = ("pay", "pay gold")
"""Moves that the cost of a purchase tells."""


class Line(NamedTuple):
    """One turn of one seat."""

    number: int
    """The number of its last move."""
    round: int
    seat: int
    html: Markup
    said: str
    """The same without pictures."""
    cards: tuple[str, ...]
    """The cards to show: ids, or decks after a question mark."""
    fresh: bool
    loud: bool
    """It took a stronghold of the viewer's off a card."""


MOST_TURNS = 30
"""So many turns a log shows."""


_turn_of = attrgetter("turn")


def recent(log: Sequence[LogEntry], turns: int = MOST_TURNS) -> tuple[LogEntry, ...]:
    """Return the last turns of a log, as many as a table shows."""
    if not log:
        return ()
    return tuple(log[bisect_right(log, log[-1].turn - turns, key=_turn_of) :])


def rounds_of(log: Sequence[LogEntry], seats: int) -> list[tuple[int, tuple[LogEntry, ...]]]:
    """Return the moves of each round that a table shows, after its number."""
    rounds = groupby(recent(log), lambda entry: entry.turn // seats + 1)
    return [(number, tuple(entries)) for number, entries in rounds]


def story_of(
    sight: Sight, names: Sequence[str], log: Sequence[LogEntry] | None = None
) -> list[Line]:
    """Return the turns of a log as the viewer is told of them, the oldest first.

    :param log: a part of that of the table; without it, all of it.
    """
    seat, fresh, called = sight.seat, sight.fresh, tuple(names)
    turns = groupby(sight.log if log is None else log, _turn_of)
    # Only what becomes of a stronghold is told otherwise to its owner.
    viewer = seat if "strongholds" in sight.rules.modules else None
    lines = [_line(tuple(entries), called, viewer) for _turn, entries in turns]
    return [
        line._replace(fresh=True) if line.number >= fresh and line.seat != seat else line
        for line in lines
    ]


@remembered
def _line(entries: tuple[LogEntry, ...], names: tuple[str, ...], viewer: int | None) -> Line:
    """Tell a turn; remembered, since a log is shown again and again."""
    turn, seat = entries[0].turn, entries[0].seat
    deeds, remarks = _deeds(entries, names, viewer), _remarks(entries)
    return Line(
        number=entries[-1].number,
        round=turn // len(names) + 1,
        seat=seat,
        html=Markup(_told(deeds, remarks, names[seat], _Pictures())),
        said=_told(deeds, remarks, names[seat], _Words()),
        cards=_cards(entries),
        fresh=False,
        loud=any(deed.to_you for deed in deeds),
    )


class Deed(NamedTuple):
    """What the log tells of a move, or of several of one kind."""

    kind: str
    times: int = 1
    tokens: tuple[str, ...] = ()
    """What was taken, given back or spent."""
    had: str = ""
    """The card that one has from it: its id, or its deck after a question mark."""
    card: str = ""
    """The card to which a stronghold went, or from which it was removed."""
    origin: str = ""
    """The card on which it stood before."""
    owner: int = 0
    name: str = ""
    """The seat whose stronghold it is, and who that is."""
    to_you: bool = False
    """It was taken from the viewer."""
    city: str = ""


def _deeds(
    entries: Sequence[LogEntry], names: Sequence[str], viewer: int | None
) -> tuple[Deed, ...]:
    """Sum up the moves of a turn."""
    deeds: list[Deed] = []
    costs = _costs(entries)
    taken = [card for entry in entries for card in entry.cards if _is_taken(card)]
    for entry in entries:
        kind, what = _split(entry)
        deed = Deed(kind)
        if kind in ("take", "return", "gain", "pair"):
            deed = Deed(kind, tokens=what)
        elif kind in (*_RESERVING, *_BUYING, "gift"):
            spot = kind.split()[-1] if kind in ("reserve deck", "buy hand") else what[0]
            had = [card.card for card in taken if card.source.split()[0] == spot]
            tokens = () if kind == "gift" else next(costs)
            deed = Deed(kind, tokens=tokens, had=had[0] if had else "")
        elif entry.stronghold is not None:
            moved = entry.stronghold
            deed = Deed(
                kind,
                card=moved.target or moved.source or "",
                origin=moved.source or "",
                owner=moved.seat,
                name=names[moved.seat],
                to_you=moved.target is None and moved.seat == viewer != entry.seat,
            )
        elif kind == "city":
            deed = Deed(kind, city=city_name(city_of(what[0])))
        if kind in ("return", "discard") and deeds and deeds[-1].kind == kind:
            last = deeds.pop()
            deed = last._replace(times=last.times + 1, tokens=last.tokens + deed.tokens)
        if kind not in _UNTOLD:
            deeds.append(deed)
    return tuple(deeds)


def _split(entry: LogEntry) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a move, and to what it was done."""
    kind = kind_of(entry.move)
    return kind, tuple(entry.move.removeprefix(kind).split())


def _costs(entries: Sequence[LogEntry]) -> Iterator[tuple[str, ...]]:
    """Yield, for each reserved or bought card of a turn, the tokens that came with it or that it cost.

    What posts gave and what was given back meanwhile has a part of the log of its own.
    """
    changes: list[tuple[int, dict[str, int]]] = []
    for entry in entries:
        kind, what = _split(entry)
        if kind in _RESERVING or kind in _BUYING:
            changes.append((1 if kind in _RESERVING else -1, dict.fromkeys(TOKEN_NAMES, 0)))
        if changes:
            _sign, change = changes[-1]
            for name, n in entry.tokens.items():
                change[name] += n
            for name in what if kind in ("gain", "return") else ():
                change[name] += 1 if kind == "return" else -1
    for sign, change in changes:
        yield tuple([name for name, n in change.items() for _n in range(sign * n)])


def _remarks(entries: Sequence[LogEntry]) -> tuple[str, ...]:
    """Say what was unusual about a turn."""
    remarks = []
    if any(entry.by == "clock" for entry in entries):
        remarks.append(_("the clock had run out"))
    if any(entry.note for entry in entries):
        remarks.append(_("the bot failed; any legal move was made"))
    return tuple(remarks)


class _Shown(Protocol):
    """How the things in a sentence are shown."""

    def text(self, words: str) -> str:
        """Words as they are put in."""

    def name(self, name: str) -> str:
        """Who did it."""

    def tokens(self, tokens: Sequence[str]) -> str:
        """Gems and gold."""

    def stronghold(self, seat: int) -> str:
        """A stronghold of a seat."""

    def card(self, id: str) -> str:
        """A card that is spoken of."""

    def had(self, deed: str, id: str) -> str:
        """What somebody did, with the card that they have from it."""


class _Pictures:
    """HTML with little pictures; the cards that one has stand beside the sentence."""

    def text(self, words: str) -> str:
        return safe(words)

    def name(self, name: str) -> str:
        return f"<b>{safe(name)}</b>"

    def tokens(self, tokens: Sequence[str]) -> str:
        gems = "".join([faces.gem(token, 14) for token in tokens])
        return f'<span class="gems">{gems}</span>'

    def stronghold(self, seat: int) -> str:
        return f'<span class="gems">{faces.tower(seat, 12)}</span>'

    def card(self, id: str) -> str:
        tip = safe(card_words(card_of(id)))
        return f'<span class="log-card" data-tip="{tip}">{faces.card(id, "thumb")}</span>'

    def had(self, deed: str, id: str) -> str:
        return deed


class _Words:
    """Words alone."""

    def text(self, words: str) -> str:
        return words

    def name(self, name: str) -> str:
        return name

    def tokens(self, tokens: Sequence[str]) -> str:
        return ", ".join([gem_name(token) for token in tokens])

    def stronghold(self, seat: int) -> str:
        return _("a stronghold")

    def card(self, id: str) -> str:
        return card_name(card_of(id))

    def had(self, deed: str, id: str) -> str:
        return titled(deed, deck_words(id[1:]) if id.startswith("?") else card_name(card_of(id)))


def _told(deeds: Sequence[Deed], remarks: Sequence[str], name: str, show: _Shown) -> str:
    """What a seat did in a turn: a sentence for the action, a few words for each consequence."""
    action, *rest = [_deed(deed, show) for deed in deeds]
    sentence = show.text(_("{name} {deed}")).format(name=show.name(name), deed=action)
    return " · ".join([sentence, *rest, *map(show.text, remarks)])


def _deed(deed: Deed, show: _Shown) -> str:
    """What somebody did."""
    if deed.kind == "discard":
        return show.text(discarded(deed.times))
    words = told(deed.kind, with_tokens=bool(deed.tokens), to_you=deed.to_you)
    words = show.text(words).format(
        tokens=show.tokens(deed.tokens) if deed.tokens else "",
        stronghold=show.stronghold(deed.owner) if deed.card else "",
        owner=show.text(deed.name),
        card=show.card(deed.card) if deed.card else "",
        origin=show.card(deed.origin) if deed.origin else "",
        city=show.text(deed.city),
    )
    return show.had(words, deed.had) if deed.had else words


def _cards(entries: Sequence[LogEntry]) -> tuple[str, ...]:
    """The cards that a turn moved, each once."""
    moved = [card for entry in entries for card in entry.cards if card.target != card.source]
    taken = [card for card in moved if _is_taken(card)]
    return tuple(dict.fromkeys(card.card for card in taken or moved))[:2]


def _is_taken(card: CardMove) -> bool:
    """Tell whether a card came into a hand or before a seat."""
    return card.target.startswith(("hand", "seat"))

"""The words for moves: as advice, in full and in short, and as a report."""

from functools import cache
from typing import NamedTuple

from parure.i18n import gettext as _
from parure.i18n import mark, remembered

__all__ = [
    "KINDS",
    "Kind",
    "kind_of",
    "kind_words",
    "note_on",
    "told",
]


class Kind(NamedTuple):
    """A kind of move in words."""

    advice: str
    """The advice, for the player who decides."""
    told: str
    """What somebody did, after their name; empty if other moves report it.

    `{tokens}` are gems and gold, `{stronghold}` is one tower and `{owner}` whose it was, `{card}` is where it
    stands and `{origin}` where it stood, `{city}` is a name. Cards, nobles and posts that one has from the
    move are shown beside the sentence or follow it.
    """
    told_with: str = ""
    """The same report, with the tokens it cost or brought."""
    told_you: str = ""
    """The same report, for the player it was done to."""
    short: str = ""
    """The advice beside a picture of the thing concerned; without one, the full advice."""
    note: str = ""
    """The note beside the move in a list of choices, if the move itself does not say everything."""


KINDS = {
    "take": Kind(
        advice=mark("Take these tokens"),
        short=mark("Take"),
        told=mark("took {tokens}"),
    ),
    "reserve": Kind(
        advice=mark("Reserve this card"),
        short=mark("Reserve"),
        told=mark("reserved"),
        told_with=mark("reserved, took {tokens}"),
    ),
    "reserve deck": Kind(
        advice=mark("Reserve from this deck"),
        short=mark("Reserve unseen"),
        told=mark("reserved unseen"),
        told_with=mark("reserved unseen, took {tokens}"),
    ),
    "buy": Kind(
        advice=mark("Buy this card"),
        short=mark("Buy"),
        told=mark("bought"),
        told_with=mark("bought for {tokens}"),
    ),
    "buy hand": Kind(
        advice=mark("Buy this card"),
        short=mark("Buy"),
        told=mark("bought a reserved card"),
        told_with=mark("bought a reserved card for {tokens}"),
    ),
    "pass": Kind(
        advice=mark("Pass"),
        told=mark("had to pass"),
    ),
    "pay": Kind(
        advice=mark("Pay this way"),
        told="",
        note=mark("the rest in matching tokens"),
    ),
    "pay joker": Kind(
        advice=mark("Pay this way"),
        told=mark("used a joker card"),
        note=mark("discard a joker card for two gold"),
    ),
    "pay gold": Kind(
        advice=mark("Pay this way"),
        told=mark("used gold as {tokens}"),
        note=mark("a gold token instead of {tokens}"),
    ),
    "discard": Kind(
        advice=mark("Discard this card"),
        short=mark("Discard"),
        told=mark("discarded a card"),
    ),
    "pair": Kind(
        advice=mark("Pair it with this colour"),
        told=mark("paired it with {tokens}"),
    ),
    "claim": Kind(
        advice=mark("Reserve this noble"),
        told=mark("reserved a noble"),
    ),
    "gift": Kind(
        advice=mark("Take it for free"),
        short=mark("Take"),
        told=mark("took a card for free"),
    ),
    "gain": Kind(
        advice=mark("Take this token"),
        short=mark("Take"),
        told=mark("gained {tokens}"),
    ),
    "place": Kind(
        advice=mark("Place a stronghold here"),
        short=mark("Place"),
        told=mark("placed {stronghold} on {card}"),
    ),
    "move": Kind(
        advice=mark("Move a stronghold"),
        short=mark("Move it"),
        told=mark("moved {stronghold} from {origin} to {card}"),
    ),
    "remove": Kind(
        advice=mark("Remove a stronghold"),
        short=mark("Remove"),
        told=mark("removed {stronghold} belonging to {owner} from {card}"),
        told_you=mark("removed {stronghold} of yours from {card}"),
    ),
    "conquer": Kind(
        advice=mark("Conquer this card"),
        short=mark("Conquer"),
        told=mark("conquered"),
        told_with=mark("conquered for {tokens}"),
    ),
    "decline": Kind(
        advice=mark("Decline"),
        told=mark("declined the conquest"),
        note=mark("decline the conquest"),
    ),
    "keep": Kind(
        advice=mark("Keep this card"),
        short=mark("Keep"),
        told=mark("kept one of two cards"),
    ),
    "return": Kind(
        advice=mark("Give back this token"),
        short=mark("Give back"),
        told=mark("gave back {tokens}"),
    ),
    "noble": Kind(
        advice=mark("Receive this noble"),
        told=mark("received a noble"),
    ),
    "post": Kind(
        advice=mark("Win this post"),
        told=mark("won a post"),
    ),
    "city": Kind(
        advice=mark("Take this city"),
        told=mark("took {city}"),
    ),
}
"""Every kind of move, by the first words of its notation."""

_LONGEST = sorted(KINDS, key=len, reverse=True)


@remembered
def kind_words(kind: str) -> Kind:
    """Return the words for a kind of move in the current language."""
    return Kind(*(_(text) if text else "" for text in KINDS[kind]))


@cache
def kind_of(notation: str) -> str:
    """Return the kind of a move.

    >>> kind_of("reserve deck 1o"), kind_of("reserve 2c"), kind_of("keep ?1")
    ('reserve deck', 'reserve', 'keep')
    """
    return next(kind for kind in _LONGEST if f"{notation} ".startswith(f"{kind} "))


def note_on(notation: str) -> str:
    """Return the note beside a move in a list; the caller fills in `{tokens}`."""
    note = KINDS[kind_of(notation)].note
    return _(note) if note else ""


def told(kind: str) -> str:
    """Return what somebody did; the caller fills in the parts in braces.

    >>> told("buy"), told("remove")
    ('bought', 'removed {stronghold} belonging to {owner} from {card}')
    """
    message = KINDS[kind].told
    return _(message) if message else ""

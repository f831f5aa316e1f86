"""Moments: what deserves a look of its own when it happens, such as the visit of a noble or the end."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from parure.components import city_of, post_of
from parure.i18n import gettext as _
from parure.server.tables.sight import LogEntry, Sight
from parure.server.views import faces
from parure.server.views.table.seats import outcome_of
from parure.words.pieces import city_name, power_words

__all__ = ["Moment", "great_of", "moments_of"]


class Moment(NamedTuple):
    """Something that the page shows large for a moment."""

    number: int
    """The number of the move that brought it."""
    kind: str
    """`noble`, `city`, `post`, `conquest` or `end`."""
    seat: int
    picture: Markup
    words: str
    note: str = ""


_GREAT = ("noble", "city", "post", "conquer")
"""The moves that make a moment."""


def great_of(sight: Sight, most: int = 40) -> list[LogEntry]:
    """Return those of the last moves that make a moment, the oldest first."""
    return [entry for entry in sight.log[-most:] if entry.move.startswith(_GREAT)]


def moments_of(sight: Sight, names: Sequence[str]) -> list[Moment]:
    """Return the moments of the last moves, the oldest first."""
    moments = [_moment(entry, names[entry.seat]) for entry in great_of(sight)]
    if sight.result is not None and sight.result.winners and sight.log:
        winners = sight.result.winners
        shields = Markup("").join(faces.shield(seat, 40) for seat in winners)
        words = outcome_of(sight, names)
        moments.append(Moment(sight.log[-1].number, "end", winners[0], shields, words))
    return moments


def _moment(entry: LogEntry, name: str) -> Moment:
    verb, *what = entry.move.split()
    if verb == "noble":
        picture, words, note = faces.portrait(what[0]), _("A noble visits {name}"), ""
    elif verb == "city":
        city = city_name(city_of(what[0]))
        picture, words, note = faces.sky(what[0]), _("{name} takes {city}"), city
    elif verb == "post":
        picture, words = faces.power(what[0]), _("{name} wins a post")
        note = power_words(post_of(what[0]))
    else:
        picture, words, note = faces.tower(entry.seat, 34), _("{name} conquers a card"), ""
        if entry.cards:
            picture = faces.card(entry.cards[0].card, "compact", held=(entry.seat, 3))
    words = words.format(name=name, city=note)
    kind = "conquest" if verb == "conquer" else verb
    return Moment(entry.number, kind, entry.seat, picture, words, "" if verb == "city" else note)

"""What a choice leads to, before it is made: cards within reach, tiles that are near, who could come first.

The choice is made in one deal that the viewer cannot tell from the true one. Only what lies open already is
spoken of, so that no imagined card is shown; whether something can be paid for is the engine's word.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parure import lacking
from parure.errors import IllegalMove
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.knowledge import Knowledge
from parure.moves import Move
from parure.review.sentences import percent_words
from parure.server.tables.sight import Sight
from parure.server.thinking.foreseeing import Foreseen
from parure.server.views.environment import render
from parure.server.views.table.near import Near, near_tiles, won_tiles
from parure.server.views.table.seats import name_of
from parure.server.views.table.trial import Trial
from parure.words.moves import shortly
from parure.words.pieces import prestige_words

__all__ = ["Preview", "preview_of", "preview_values", "rivals_values"]


@dataclass(frozen=True)
class Preview:
    """What a choice leads to, for the seat that makes it."""

    cards: Mapping[str, str]
    """The cards that can be paid for then and not before, by the things that they are."""
    near: tuple[Near, ...]
    """Tiles that are one step away."""
    won: Mapping[str, str]
    """The nobles, posts and cities that come with it, each with a sentence."""
    prestige: int
    """How much more there is then."""
    tokens: Mapping[str, int]
    """How many more of each token there are then, or fewer; before any are given back."""
    held: int
    """How many tokens there are then."""
    to_return: bool
    """Whether tokens must be given back."""
    rivals: Mapping[str, tuple[int, ...]]
    """Of these cards on the table, the seats that can pay for them at once."""


def preview_of(sight: Sight, line: str) -> Preview:
    """Return what a line leads to for the seat of a viewer, now or in its next turn."""
    seat, view = sight.seat, sight.seen
    assert seat is not None
    trial = Trial(view, seat if seat != sight.to_play else None)
    ends = trial.ends(line)
    then = ends[0]
    now, own = view["seats"][seat], then.view["seats"][seat]
    # A card that is bought is open no more, and one that is turned up for it is only imagined.
    open_ = {
        f"place-{place}": id
        for place, id in view["rows"].items()
        if id and then.view["rows"].get(place) == id and lacking.may_have(then, seat, place)
    }
    hand = {f"hand-{n}": id for n, id in enumerate(now["hand"], 1) if id in own["hand"]}
    payable = {
        thing: id
        for thing, id in {**open_, **hand}.items()
        if any(lacking.for_card(end, seat, id).is_nothing for end in ends)
    }
    cards = {
        thing: id
        for thing, id in payable.items()
        if not lacking.for_card(view, seat, id).is_nothing
    }
    tokens = trial.tokens_after(line)
    rivals = [rival for rival in range(len(sight.names)) if rival != seat]
    return Preview(
        cards=cards,
        near=near_tiles(then, seat, payable),
        won=won_tiles(Knowledge(view.state, seat), then, seat),
        prestige=own["prestige"] - now["prestige"],
        tokens=tokens,
        held=sum(now["tokens"].values()) + sum(tokens.values()),
        to_return=len(ends) > 1,
        rivals={
            thing: tuple(
                rival
                for rival in rivals
                if lacking.for_card(then, rival, id).is_nothing
                and lacking.may_have(then, rival, thing.removeprefix("place-"))
            )
            for thing, id in cards.items()
            if thing in open_
        },
    )


def preview_values(sight: Sight, line: str) -> dict[str, Any] | None:
    """Return what a page shows of it: a panel, a sentence, and marks for things on the table.

    None where the line is not possible.
    """
    try:
        found = preview_of(sight, line)
    except IllegalMove:
        return None
    rivals = {
        seat: [found.cards[thing] for thing, seats in found.rivals.items() if seat in seats]
        for seat in range(len(sight.names))
    }
    first = line.split(",")[0]
    return {
        "version": sight.version,
        "html": render(
            "table/preview.html",
            title=_title(found),
            found=found,
            cards=tuple(found.cards.values()),
            rivals=[(seat, name_of(sight, seat), ids) for seat, ids in rivals.items() if ids],
            verb=shortly(first),
            hints=not sight.options.serious,
            tokens=Move.of(first).what if first.startswith("take") else (),
        ),
        "words": _words(found),
        "then": list(found.cards),
        "word": _("then"),
        "tokens": {
            f"own-{token}": f"{n:+d}".replace("-", "−") for token, n in found.tokens.items()
        },
        "tiles": {one.tile: one.away for one in found.near},
    }


def rivals_values(sight: Sight, foreseen: Foreseen) -> dict[str, Any]:
    """Return how likely each rival is to buy or reserve each card on the table in their next turn."""
    places = {id: f"place-{place}" for place, id in sight.seen["rows"].items() if id}
    taken = Counter[tuple[str, int]]()
    for (seat, deed, id), n in foreseen.deeds.items():
        if id in places and deed in ("buy", "reserve"):
            taken[places[id], seat] += n
    marks: dict[str, list[str]] = {}
    for (thing, seat), n in sorted(taken.items()):
        chance = percent_words(n / foreseen.deals)
        html = render("table/rival.html", seat=seat, words=chance)
        marks.setdefault(thing, []).append(html)
    rows = [
        (seat, name_of(sight, seat), _deeds(seat, foreseen))
        for seat in range(len(sight.names))
        if seat != sight.seat
    ]
    html = render("table/rivals.html", rows=rows) if foreseen.deals else ""
    return {"version": sight.version, "html": html, "marks": marks}


def _deeds(seat: int, foreseen: Foreseen) -> list[tuple[str, str, str]]:
    """Return what a rival does most often: the words, the card, how likely it is."""
    own = [(n, deed, id) for (who, deed, id), n in foreseen.deeds.items() if who == seat]
    own.sort(reverse=True)
    return [(shortly(deed), id, percent_words(n / foreseen.deals)) for n, deed, id in own[:4]]


def _title(found: Preview) -> str:
    count = len(found.cards)
    if not count:
        return _("No further card within reach")
    return ngettext("{n} more card within reach", "{n} more cards within reach", count).format(
        n=count
    )


def _words(found: Preview) -> str:
    """Say it in a line, where there is no room for a panel."""
    count, parts = len(found.cards), []
    if found.prestige:
        parts.append(_("+{prestige}.").format(prestige=prestige_words(found.prestige)))
    if count:
        words = ngettext("Then {n} more card.", "Then {n} more cards.", count)
        parts.append(words.format(n=count))
    if found.to_return:
        parts.append(_("{n} tokens: you give some back.").format(n=found.held))
    else:
        parts += [one.brief + "." for one in found.near[:1]]
    return " ".join(parts)

"""Nobles, cities and posts that are one step away, and those that a choice brings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parure.components import CARDS, CITIES, card_of, city_of, noble_of, post_of
from parure.game import lacking
from parure.game.knowledge import Knowledge
from parure.game.lacking import TileLack
from parure.i18n import gettext as _
from parure.render.goals import posts_of
from parure.words.piece_words import (
    city_name,
    power_name,
    prestige_words,
)

__all__ = ["Near", "near_tiles", "won_tiles"]

_DEAREST = max(card.prestige for card in CARDS)
"""The prestige that one more card may bring."""
_CITIES = frozenset(city.id for city in CITIES)


@dataclass(frozen=True)
class Near:
    """A noble, a city or a post that lacks one card, or nothing but the prestige of one, or a noble."""

    tile: str
    lack: TileLack
    bringing: str | None
    """A card that can be paid for then, and would bring the tile."""


def near_tiles(then: Knowledge, seat: int, payable: Mapping[str, str]) -> tuple[Near, ...]:
    """Return the tiles that are one step away, each with the worthiest card that would bring it."""
    found = []
    for tile, lack in _lacks(then, seat):
        cards = sum(lack.colours.values()) + lack.any_colour
        if cards + bool(lack.prestige) + lack.nobles != 1 or lack.prestige > _DEAREST:
            continue
        bringing = [id for id in payable.values() if _brings(id, lack)]
        best = max(bringing, key=lambda id: card_of(id).prestige, default=None)
        found.append(Near(tile, lack, best))
    return tuple(found)


def won_tiles(before: Knowledge, then: Knowledge, seat: int) -> dict[str, str]:
    """Return the nobles, posts and cities that a choice brings, and say so of each."""
    was, own = before.view["seats"][seat], then.view["seats"][seat]
    cities = [tile for tile, lack in _lacks(then, seat) if tile in _CITIES and lack.is_nothing]
    nobles = {
        id: _("A noble visits you: {prestige}").format(
            prestige=prestige_words(noble_of(id).prestige)
        )
        for id in own["nobles"]
        if id not in was["nobles"]
    }
    posts = {
        id: _("You win a post: {power}").format(power=power_name(post_of(id)))
        for id in own["posts"]
        if id not in was["posts"]
    }
    return {
        **nobles,
        **posts,
        **{
            id: _("You reach a city: {city}").format(city=city_name(city_of(id)))
            for id in ([own["city"]] if own["city"] else cities)
            if not lacking.for_city(before, seat, id).is_nothing
        },
    }


def _lacks(known: Knowledge, seat: int) -> Iterator[tuple[str, TileLack]]:
    """Yield the tiles that the seat may still get, with what it lacks for each."""
    yield from lacking.for_goals(known, seat).items()
    if "trading_posts" in known.view["modules"]:
        for post in posts_of(known.view["edition"]):
            if post.id not in known.view["seats"][seat]["posts"]:
                yield post.id, lacking.for_post(known, seat, post.id)


def _brings(id: str, lack: TileLack) -> bool:
    card = card_of(id)
    if lack.prestige:
        return card.prestige >= lack.prestige
    return card.bonus in lack.colours

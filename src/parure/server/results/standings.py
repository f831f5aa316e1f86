"""Who has won a game and why, in words, and where every point came from."""

from collections.abc import Sequence
from dataclasses import dataclass

from parure import Game
from parure.components import card_of, city_of, noble_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.replays.course import Point
from parure.types import SeatSnapshot
from parure.words.games import listed, won
from parure.words.piece_words import cards_words, city_name, city_needs, prestige_words

__all__ = ["Portrait", "Standing", "outcome", "portrait_of", "reason", "standings"]


@dataclass(frozen=True)
class Standing:
    """One seat at the end of a game."""

    seat: int
    name: str
    won: bool
    prestige: int
    facts: tuple[str, ...]
    """In words where the prestige came from, and what else decides: a city, the number of cards."""
    cards: tuple[str, ...]
    """The cards worth prestige, the most valuable first."""
    nobles: tuple[str, ...]
    posts: tuple[str, ...]
    """The posts, if they are worth prestige."""


def standings(
    game: Game, names: Sequence[str], winners: Sequence[int] | None = None
) -> list[Standing]:
    """Return the seats, winners first, with the sources of their prestige."""
    table, winners = game.view(None), winners or game.winners
    order = sorted(
        range(len(names)), key=lambda seat: (seat not in winners, -game.prestige[seat], seat)
    )
    return [
        _standing(game, table["seats"][seat], seat, names[seat], is_winner=seat in winners)
        for seat in order
    ]


def _standing(game: Game, own: SeatSnapshot, seat: int, name: str, *, is_winner: bool) -> Standing:
    cards = [id for id in own["cards"] if card_of(id).prestige]
    on_cards = sum(card_of(id).prestige for id in cards)
    from_nobles = sum(noble_of(noble).prestige for noble in own["nobles"])
    from_posts = own["prestige"] - on_cards - from_nobles
    words = (
        (on_cards, _("{n} on cards")),
        (from_nobles, _("{n} from nobles")),
        (from_posts, _("{n} from posts")),
    )
    return Standing(
        seat=seat,
        name=name,
        won=is_winner,
        prestige=own["prestige"],
        facts=(*(text.format(n=n) for n, text in words if n), *_notes(game, own, seat)),
        cards=tuple(sorted(cards, key=lambda id: (-card_of(id).prestige, id))),
        nobles=tuple(own["nobles"]),
        posts=tuple(own["posts"]) if from_posts else (),
    )


def _notes(game: Game, own: SeatSnapshot, seat: int) -> tuple[str, ...]:
    cards = cards_words(len(own["cards"]))
    if "cities" not in game.rules.modules:
        return (cards,)
    cities = game.cities_of(seat)
    if not cities:
        return _("no city"), cards
    city = city_of(cities[0])
    reached = _("reached {city}").format(city=city_name(city))
    return reached, city_needs(city), cards


@dataclass(frozen=True)
class Portrait:
    """What stands for the winner: a noble, a city or a card."""

    kind: str
    id: str


def portrait_of(game: Game, winner: int) -> Portrait | None:
    """Return the winner's city, else the noble that came last, else the dearest card; None without any."""
    if cities := game.cities_of(winner):
        return Portrait("city", cities[0])
    own = game.view(None)["seats"][winner]
    if own["nobles"]:
        return Portrait("noble", own["nobles"][-1])
    if not own["cards"]:
        return None
    return Portrait(
        "card", max(own["cards"], key=lambda id: (card_of(id).prestige, sum(card_of(id).price)))
    )


def outcome(
    game: Game, names: Sequence[str], winners: Sequence[int] | None = None, *, is_you: bool = False
) -> str:
    """Return in words who has won, and by how much: by the rules, or the given seats.

    :param is_you: whether the only winner reads it.
    """
    winners = winners or game.winners
    best = winners[0]
    cities = game.cities_of(best) if game.is_over else ()
    city = city_name(city_of(cities[0])) if cities else ""
    if len(winners) > 1 or city or not game.is_over:
        return won([names[seat] for seat in winners], city, is_you=is_you)
    ahead = game.prestige[best] - max(n for seat, n in enumerate(game.prestige) if seat != best)
    if not ahead:
        words = _("You win on fewer cards") if is_you else _("{name} wins on fewer cards")
        return words.format(name=names[best])
    if is_you:
        return won([names[best]], is_you=True)
    return _("{name} wins by {n}").format(name=names[best], n=ahead)


def reason(game: Game, points: Sequence[Point], names: Sequence[str], *, is_you: bool) -> str:
    """Return in words what decided the game: tie-breaks, cities, or since when the winner led."""
    prestige, winners = game.prestige, game.winners
    cards = [len(seat["cards"]) for seat in game.view(None)["seats"]]
    with_city = [seat for seat in range(len(cards)) if game.cities_of(seat)]
    rivals = with_city or list(range(len(cards)))
    best = winners[0]
    even = [seat for seat in rivals if prestige[seat] == prestige[best]]
    if len(winners) > 1:
        return _("{names} are tied: {prestige} and {cards} each.").format(
            names=listed([names[seat] for seat in winners]),
            prestige=prestige_words(prestige[best]),
            cards=cards_words(cards[best]),
        )
    if len(even) > 1:
        others = sorted({cards[seat] for seat in even if seat != best})
        return _(
            "{names} have {prestige} each, but {winner} has fewer cards: {cards} to {others}."
        ).format(
            names=listed([names[seat] for seat in even]),
            prestige=prestige_words(prestige[best]),
            winner=names[best],
            cards=cards[best],
            others=", ".join(map(str, others)),
        )
    if with_city:
        richer = [names[seat] for seat, n in enumerate(prestige) if n > prestige[best]]
        if richer:
            return ngettext(
                "{names} had more prestige, but only a city wins.",
                "{names} had more prestige, but only a city wins.",
                len(richer),
            ).format(names=listed(richer))
        if len(with_city) > 1:
            return _("{names} each reached a city; the most prestige decides.").format(
                names=listed([names[seat] for seat in with_city])
            )
        return _("Nobody else reached a city.")
    words = _("You led from round {n} on.") if is_you else _("{name} led from round {n} on.")
    return words.format(name=names[best], n=_lead_since(points, best))


def _lead_since(points: Sequence[Point], winner: int) -> int:
    """Return the round in which the winner took the lead for good."""
    behind = [
        turns
        for turns, prestige in points
        if any(n >= prestige[winner] for seat, n in enumerate(prestige) if seat != winner)
    ]
    return max(behind, default=0) // len(points[0].prestige) + 1

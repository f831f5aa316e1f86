"""A seat of the table as its panel or bench shows it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parure import lacking
from parure.components import COLOURS, card_of, city_of, noble_of
from parure.i18n import gettext as _
from parure.i18n import remembered
from parure.render.goals import main_colour, posts_of
from parure.server.tables.sight import Sight
from parure.server.views.bots import bot_words
from parure.server.views.lobby.lobby import shown_name
from parure.server.views.table.tips import Tips
from parure.words.pieces import (
    city_name,
    city_words,
    noble_words,
    power_words,
    standing_words,
)
from parure.words.results import won

__all__ = [
    "Counts",
    "Goal",
    "Seat",
    "about_of",
    "city_seats",
    "goals_of",
    "has_city",
    "name_of",
    "outcome_of",
    "seat_of",
]


Counts = tuple[tuple[str, int], ...]
"""How many of each colour."""


class Pip(NamedTuple):
    """A post: whether the seat has it."""

    colour: str
    won: bool
    words: str


class Pile(NamedTuple):
    """The cards of one colour, with the colours that paired ones took."""

    colour: str
    cards: tuple[tuple[str, str | None], ...]


class Seat(NamedTuple):
    """Everything that a panel or the bench shows of a seat."""

    seat: int
    name: str
    about: str
    prestige: int
    cards: int
    """How many cards are in front of the seat."""
    bonuses: Counts
    tokens: Counts
    hand: tuple[tuple[str, str], ...]
    """The reserved cards, or their decks after a question mark, and what their faces do not show."""
    strongholds: int | None
    """How many it has in supply; None where there are none in the game."""
    posts: tuple[Pip, ...]
    piles: tuple[Pile, ...]
    jokers: tuple[str, ...]
    nobles: tuple[str, ...]
    claimed: tuple[str, ...]
    plays: bool
    is_viewer: bool
    thinks: bool
    began: bool
    is_away: bool
    clock: float | None
    """The seconds left when this decision began."""
    clock_runs: bool

    @property
    def held(self) -> int:
        """How many tokens the seat has."""
        return sum([n for _colour, n in self.tokens])

    @property
    def words(self) -> str:
        """The seat in a sentence."""
        told = [
            standing_words(self.name, self.prestige),
            self.about,
        ]
        if self.began:
            told.append(_("began the game"))
        if self.plays:
            told.append(_("to play"))
        return ", ".join(part for part in told if part)


def name_of(sight: Sight, seat: int) -> str:
    """The name of a seat, whoever sits there."""
    name = shown_name(sight.names[seat], None if sight.away[seat] else sight.kinds[seat])
    return name or _("Seat {n}").format(n=seat + 1)


def seat_of(sight: Sight, seat: int, name: str, tips: Tips) -> Seat:
    """Return what is shown of a seat."""
    assert sight.view is not None
    own, modules = sight.view["seats"][seat], sight.rules.modules
    cards, hand = own["cards"], own["hand"]
    return Seat(
        seat=seat,
        name=name,
        about=about_of(sight, seat),
        prestige=own["prestige"],
        cards=len(cards),
        bonuses=tuple(own["bonuses"].items()),
        tokens=tuple(own["tokens"].items()),
        hand=tuple([(id, "" if id.startswith("?") else tips.told(id)) for id in hand]),
        strongholds=own["strongholds"] if "strongholds" in modules else None,
        posts=_posts(sight.rules.edition, tuple(own["posts"]))
        if "trading_posts" in modules
        else (),
        piles=_piles(tuple(cards), tuple([(id, to[0]) for id, to in own["paired"].items()])),
        jokers=tuple([id for id in cards if card_of(id).effect == "gold2"])
        if "orient" in modules
        else (),
        nobles=tuple([noble_words(noble_of(id)) for id in own["nobles"]]),
        claimed=tuple(own["claimed"]),
        plays=seat == sight.to_play,
        is_viewer=seat == sight.seat,
        thinks=seat == sight.to_play and sight.thinking,
        began=seat == 0,  # B5
        is_away=not sight.present[seat],
        clock=sight.clocks[seat] if sight.clocks else None,
        clock_runs=bool(sight.clocks) and seat == sight.to_play,
    )


def about_of(sight: Sight, seat: int) -> str:
    """Say who plays a seat, and whether they are there."""
    if seat in sight.resigned:
        return _("resigned, a bot plays") if sight.kinds[seat] else _("resigned")
    if sight.away[seat]:
        return _("away, a bot plays")
    bot = sight.kinds[seat]
    if bot is not None:
        return bot_words(bot)
    if seat in sight.mine:
        return ""
    if not sight.present[seat]:
        return _("not connected")
    return _("a program") if sight.programs[seat] else ""


@remembered
def _posts(edition: int, held: tuple[str, ...]) -> tuple[Pip, ...]:
    pips = []
    for post in posts_of(edition):
        won = post.id in held
        words = power_words(post) if won else _("{power}: not yet").format(power=power_words(post))
        pips.append(Pip(main_colour(post), won, words))
    return tuple(pips)


@lru_cache(4096)
def _piles(cards: tuple[str, ...], paired_with: tuple[tuple[str, str], ...]) -> tuple[Pile, ...]:
    """The cards by colour, the ones without a colour last; the most worthy on top."""
    piles: dict[str, list[tuple[str, str | None]]] = {colour: [] for colour in (*COLOURS, "")}
    for id in sorted(cards, key=lambda id: (card_of(id).prestige, id)):
        paired = dict(paired_with).get(id)
        colour = paired or card_of(id).bonus
        piles[colour if colour in COLOURS else ""].append((id, paired))
    return tuple(Pile(colour, tuple(cards)) for colour, cards in piles.items())


class Goal(NamedTuple):
    """What a seat still needs for a city or a noble."""

    name: str
    prestige: int | None
    """The prestige that is still to come; None where none is asked for."""
    needs: tuple[tuple[str, int], ...]
    any_colour: int
    words: str


def goals_of(sight: Sight) -> list[Goal]:
    """Return what the viewer still needs, as the engine counts it."""
    if sight.view is None or sight.seat is None:
        return []
    claimed = sight.view["seats"][sight.seat]["claimed"]
    return [
        _city_goal(id, lack) if id in sight.view["cities"] else _noble_goal(id, lack, id in claimed)
        for id, lack in lacking.for_goals(sight.seen, sight.seat).items()
    ]


@remembered
def _city_goal(id: str, lack: lacking.TileLack) -> Goal:
    city, needs = city_of(id), tuple(lack.colours.items())
    return Goal(city_name(city), lack.prestige, needs, lack.any_colour, city_words(city))


@remembered
def _noble_goal(id: str, lack: lacking.TileLack, is_claimed: bool) -> Goal:
    title = _("Reserved noble") if is_claimed else _("Noble")
    return Goal(title, None, tuple(lack.colours.items()), 0, noble_words(noble_of(id)))


def has_city(sight: Sight, seat: int, id: str) -> bool:
    """Tell whether a seat has taken a city (C5), or meets it where none is taken (C6)."""
    view = sight.seen
    if sight.rules.edition == 2017:
        return bool(view["seats"][seat]["city"] == id)
    return lacking.for_city(view, seat, id).is_nothing


def city_seats(sight: Sight, id: str) -> tuple[int, ...]:
    """Return the seats that have a city."""
    return tuple(seat for seat in range(len(sight.names)) if has_city(sight, seat, id))


def outcome_of(sight: Sight, names: Sequence[str]) -> str:
    """Say who has won, and with which city."""
    assert sight.result is not None
    winners = sight.result.winners
    if not winners:
        return _("The game was ended")
    with_city = (id for id in sight.seen["cities"] if winners[0] in city_seats(sight, id))
    city = None if sight.result.ended else next(with_city, None)
    return won([names[seat] for seat in winners], city_name(city_of(city)) if city else "")

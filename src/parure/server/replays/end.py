"""The end of a game in words and figures: who has won and why, and where every point came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parure import Game
from parure.components import card_of, city_of, noble_of
from parure.game.notation import moves_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.replays.service import unhurried
from parure.server.tables.document import document_of
from parure.server.tables.table import Table
from parure.server.tables.view import TableView, shown_name
from parure.types import SeatSnapshot
from parure.words.games import ended_words, listed, variant_words, won
from parure.words.piece_words import (
    cards_words,
    city_name,
    city_needs,
    nobles_words,
    prestige_words,
)

__all__ = [
    "Course",
    "Part",
    "Standing",
    "course",
    "end_values",
    "outcome",
    "reason",
    "standings",
]

_KINDS = ("level1", "level2", "level3", "nobles", "posts")


@dataclass(frozen=True)
class Part:
    """Prestige of one kind: `level1` to `level3`, `nobles` or `posts`."""

    kind: str
    words: str
    points: int
    start: float
    """The start and the length of its bar, in percent of the longest bar."""
    share: float


@dataclass(frozen=True)
class Standing:
    """One seat at the end of a game."""

    seat: int
    name: str
    won: bool
    prestige: int
    parts: tuple[Part, ...]
    cards: tuple[str, ...]
    """The cards worth prestige, the most valuable first."""
    nobles: tuple[str, ...]
    posts: tuple[str, ...]
    """The posts, if they are worth prestige."""
    notes: tuple[str, ...]
    """The other deciding facts: a city, the number of cards."""


def end_values(table: Table, view: TableView) -> dict[str, Any]:
    """Return the values for the end's template, from a finished table and its viewer's view."""
    game = table.playing
    names = [shown_name(one.name, None if one.person else one.bot) or "" for one in table.seats]
    winners = table.winners
    found = standings(game, names, winners)
    used = {part.kind for one in found for part in one.parts}
    rounds = -(-game.turns // len(names))
    return {
        "table": table.id,
        "outcome": _("The game ended early")
        if not winners
        else outcome(game, names, winners, is_you=list(winners) == view.you["seats"]),
        "reason": ended_words(table.ended, [names[seat] for seat in table.resigned])
        if table.ended
        else reason(game, names),
        "winners": winners,
        "standings": found,
        "kinds": [(kind, part_words(kind)) for kind in _KINDS if kind in used],
        "rules": variant_words(game.rules.modules, game.rules.edition),
        "finished": _("finished after round {n}").format(n=rounds),
        "rematch": table.rematch,
        "daily": table.daily,
        "tournament": table.tournament,
        "practice": table.practice,
        "guided": table.options.guided,
        "picture": f"/api/tables/{table.id}/picture.svg",
        "document": document_of(unhurried(view), still=True),
    }


def outcome(
    game: Game, names: Sequence[str], winners: Sequence[int] | None = None, *, is_you: bool = False
) -> str:
    """Return in words who has won: by the rules, or the given seats."""
    winners = winners or game.winners
    cities = game.cities_of(winners[0]) if game.is_over else ()
    city = city_name(city_of(cities[0])) if cities else ""
    return won([names[seat] for seat in winners], city, is_you=is_you)


def reason(game: Game, names: Sequence[str]) -> str:
    """Return in words what decided the game, including tie-breaks."""
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
    second = max(n for seat, n in enumerate(prestige) if seat != best)
    return _("{prestige}, {ahead} more than the runner-up.").format(
        prestige=prestige_words(prestige[best]), ahead=prestige[best] - second
    )


def standings(
    game: Game, names: Sequence[str], winners: Sequence[int] | None = None
) -> list[Standing]:
    """Return the seats, winners first, with the sources of their prestige."""
    table, winners = game.view(None), winners or game.winners
    longest = max(1, *game.prestige)
    order = sorted(
        range(len(table["seats"])),
        key=lambda seat: (seat not in winners, -game.prestige[seat], seat),
    )
    return [
        _standing(game, table["seats"][seat], seat, names[seat], longest, is_winner=seat in winners)
        for seat in order
    ]


def _standing(
    game: Game, own: SeatSnapshot, seat: int, name: str, longest: int, *, is_winner: bool
) -> Standing:
    cards = [id for id in own["cards"] if card_of(id).prestige]
    points = {
        **{
            f"level{n}": sum(card_of(c).prestige for c in cards if card_of(c).level == n)
            for n in (1, 2, 3)
        },
        "nobles": sum(noble_of(noble).prestige for noble in own["nobles"]),
    }
    points["posts"] = own["prestige"] - sum(points.values())
    parts, start = [], 0.0
    for kind, count in points.items():
        if count:
            share = 100 * count / longest
            parts.append(Part(kind, part_words(kind), count, round(start, 2), round(share, 2)))
            start += share
    return Standing(
        seat=seat,
        name=name,
        won=is_winner,
        prestige=own["prestige"],
        parts=tuple(parts),
        cards=tuple(sorted(cards, key=lambda id: (-card_of(id).prestige, id))),
        nobles=tuple(own["nobles"]),
        posts=tuple(own["posts"]) if points["posts"] else (),
        notes=_notes(game, own, seat),
    )


def part_words(kind: str) -> str:
    """Return the name of a kind of prestige."""
    return {
        "level1": _("level 1 cards"),
        "level2": _("level 2 cards"),
        "level3": _("level 3 cards"),
        "nobles": _("nobles"),
        "posts": _("trading posts"),
    }[kind]


def _notes(game: Game, own: SeatSnapshot, seat: int) -> tuple[str, ...]:
    cards = cards_words(len(own["cards"]))
    if "cities" not in game.rules.modules:
        nobles = len(own["nobles"])
        return (cards, nobles_words(nobles)) if nobles else (cards,)
    cities = game.cities_of(seat)
    if not cities:
        return _("no city"), cards
    city = city_of(cities[0])
    reached = _("reached {city}").format(city=city_name(city))
    return reached, f"{city_needs(city)}, {cards}"


@dataclass(frozen=True)
class Curve:
    """The prestige of a seat through a game, as a curve of a chart."""

    seat: int
    name: str
    path: str


@dataclass(frozen=True)
class Course:
    """The course of a game: the prestige of each seat after each move."""

    moves: int
    prestige: tuple[tuple[int, ...], ...]
    top: int
    marks: tuple[int, ...]
    """The heights of the chart's grid lines."""
    curves: tuple[Curve, ...]


CHART_WIDTH, CHART_HEIGHT = 1000, 220


def course(game: Game, moves: Sequence[str], names: Sequence[str]) -> Course:
    """Return the course of a finished game."""
    again = Game.replay({**game.record(), "moves": []})
    prestige = [tuple(again.prestige)]
    for move in moves:
        for part in moves_of(move):
            again.push(part)
        prestige.append(tuple(again.prestige))
    step = 5
    top = max(step, -(-max(max(row) for row in prestige) // step) * step)
    last = max(1, len(prestige) - 1)
    curves = []
    for seat, name in enumerate(names):
        points = [
            f"{CHART_WIDTH * n / last:.1f} {CHART_HEIGHT * (1 - row[seat] / top):.1f}"
            for n, row in enumerate(prestige)
        ]
        curves.append(Curve(seat, name, "M" + "L".join(points)))
    return Course(
        moves=len(prestige) - 1,
        prestige=tuple(prestige),
        top=top,
        marks=tuple(range(0, top + 1, step)),
        curves=tuple(curves),
    )

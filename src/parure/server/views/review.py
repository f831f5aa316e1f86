"""A review as its page shows it: the chart, what each player did well, turning points, and any move."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from parure import Game
from parure.bots import Estimate
from parure.components import card_of
from parure.i18n import gettext as _
from parure.i18n import language, ngettext
from parure.review.chart import Frame, chart
from parure.review.coming import coming
from parure.review.moments import deed_of
from parure.review.page import gap_words
from parure.review.sentences import (
    GRADE_SIGNS,
    best_words,
    grade_words,
    percent_words,
    played_words,
    point_words,
    points_words,
    sums_words,
    tile_words,
    why_words,
)
from parure.review.values import GRADES, Choice, Deed, Review, TurningPoint
from parure.server.house.reviews import Reviewing
from parure.server.tables.table import Table
from parure.server.views import faces
from parure.server.views.end import course
from parure.server.views.environment import render
from parure.server.views.lobby.lobby import shown_name
from parure.server.views.table.advice import things_of
from parure.words.bots import bot_title
from parure.words.pieces import card_words
from parure.words.results import ended_words, won

__all__ = ["asked_html", "move_values", "names_of", "review_values", "state_of"]

WIDE = {
    2: Frame(width=984, height=92, top=12),
    3: Frame(width=984, height=84, top=12),
    4: Frame(width=984, height=76, top=12, row=11),
}
"""The chart of a desktop, for so many seats: together with their rows it is always about as high."""

_LINE = 12
"""So many moves of what was expected are told."""

NARROW = Frame(width=390, height=100, left=30, right=12, row=0)


class Shown:
    """A `Show` whose things are pictures of the page's own sheet."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def fill(self, words: str, /, **parts: str) -> str:
        """Put parts into the words of a sentence, each once escaped."""
        return Markup.escape(words).format(**parts)

    def name(self, seat: int) -> str:
        """The shield and the name of a seat."""
        shield = faces.shield(seat, 12)
        return Markup('<b class="who">{}{}</b>').format(shield, self._names[seat])

    def card(self, id: str) -> str:
        """The thumb of a card."""
        tip, face = card_words(card_of(id)), faces.card(id, "thumb")
        return Markup(
            '<span class="log-card" data-tip="{0}" role="img" aria-label="{0}">{1}</span>'
        ).format(tip, face)

    def tokens(self, colours: Sequence[str]) -> str:
        """Gems and gold."""
        gems = Markup("").join(faces.gem(colour, 14) for colour in colours)
        return Markup('<span class="gems">{}</span>').format(gems)

    def tile(self, id: str) -> str:
        """A tile, in words."""
        return Markup.escape(tile_words(id))


def names_of(table: Table) -> list[str]:
    """Return the names of the seats, as they are shown."""
    return [shown_name(one.name, None if one.person else one.bot) or "" for one in table.seats]


def review_values(table: Table, found: Reviewing) -> dict[str, Any]:
    """Return what the template of the page needs."""
    names = names_of(table)
    winners = table.winners
    words = won([names[seat] for seat in winners])
    if table.ended:
        words = ended_words(table.ended, [names[seat] for seat in table.resigned])
    return {
        "table": table.id,
        "names": names,
        "outcome": words,
        "parts": state_of(table, found),
        "faces": faces,
        "bot": bot_title(found.job.bot),
    }


def state_of(table: Table, found: Reviewing) -> dict[str, Any]:
    """Return how far a review is, and what there is to show of it."""
    review = found.review
    state: dict[str, Any] = {
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "words": _progress(found),
        "choices": [],
    }
    if review is None:
        return state
    if found.shown_of is not review:
        found.shown_of, found.shown = review, {}
    names = names_of(table)
    key = (language(), *names)
    if key not in found.shown:
        found.shown[key] = _shown_parts(table, names, review)
    return {**state, **found.shown[key]}


def _shown_parts(table: Table, names: Sequence[str], review: Review) -> dict[str, Any]:
    """Return the parts of the page that are the same for all who look."""
    game = table.playing
    prestige = course(game, game.record()["moves"], names).prestige
    values = {"review": review, "names": names, "faces": faces, "show": Shown(names)}
    return {
        "choices": [[_push(table, c.ply), c.seat, c.grade or ""] for c in review.choices],
        "wide": chart(review, WIDE[review.players], prestige),
        "narrow": chart(review, NARROW, prestige),
        "sides": render(
            "review/sides.html",
            rows=_rows(review),
            note=sums_words(review.sides) if review.is_complete else "",
            **values,
        ),
        "points": render("review/points.html", points=_points(review, names), **values),
    }


def _progress(found: Reviewing) -> str:
    """Say how far a review is; nothing where it is done without a gap."""
    if found.state == "stopped":
        return _("The analysis stopped at {done} of {total} moves.").format(
            done=found.done, total=found.total
        )
    if found.state == "working":
        if found.review is None:
            return _("Looking at the game…")
        return _("Looking deeper: {done} of {total} moves").format(
            done=found.done, total=found.total
        )
    return gap_words(found.review) if found.review is not None and found.review.gaps else ""


def _push(table: Table, ply: int) -> int:
    """Return how many moves of the replay were made before a ply."""
    return sum(push.first <= ply for push in table.pushes) - 1


def _rows(review: Review) -> list[tuple[str, str, str, list[str]]]:
    """Return the rows below the accuracy: their kind, sign, words and values."""
    rows = [
        (
            f"grade--{grade}",
            GRADE_SIGNS[grade],
            grade_words(grade),
            [str(s.counts[grade]) for s in review.sides],
        )
        for grade in GRADES
    ]
    if review.is_complete:
        sides = review.sides
        rows += [
            ("sum", "", _("start"), [percent_words(side.start) for side in sides]),
            ("", "", _("luck"), [points_words(side.luck) for side in sides]),
            ("", "", _("skill"), [points_words(side.skill) for side in sides]),
            ("", "", _("unexplained"), [points_words(side.unexplained) for side in sides]),
        ]
    return rows


def _points(review: Review, names: Sequence[str]) -> list[dict[str, Any]]:
    show = Shown(names)
    return [
        {
            "kind": point.kind,
            "number": point.number,
            "words": Markup(" ").join(point_words(point, review.choices[point.number], show)[:3]),
            "before": percent_words(point.before),
            "after": percent_words(point.after),
            "note": _note(review, point, names),
        }
        for point in review.turning_points
    ]


def _note(review: Review, point: TurningPoint, names: Sequence[str]) -> str:
    grade = review.choices[point.number].grade
    if point.kind == "luck" or grade is None:
        return _("for {name}").format(name=names[point.seat])
    return f"{GRADE_SIGNS[grade]} {grade_words(grade)}"


def move_values(table: Table, review: Review, number: int) -> dict[str, Any]:
    """Return one decision as the panel shows it, and what to mark on the table."""
    choice, names = review.choices[number], names_of(table)
    show = Shown(names)
    lines = [_line(_("played"), choice.played, choice, choice.after, show, played=True)]
    if choice.best is not None and choice.best != choice.played:
        lines.append(_line(_("best"), choice.best, choice, choice.chances, show))
    why = [
        words
        for point in review.turning_points
        if point.number == number and point.kind == "decision"
        for words in why_words(point, show, choice.best)
    ]
    html = render(
        "review/move.html",
        choice=choice,
        name=show.name(choice.seat),
        round=choice.turn // review.players + 1,
        sign=GRADE_SIGNS[choice.grade] if choice.grade else "",
        grade=grade_words(choice.grade) if choice.grade else "",
        lines=lines,
        why=Markup(" ").join(why),
        coming=_coming(table.playing, choice, show),
    )
    is_best = choice.best is None or choice.best == choice.played
    return {
        "html": html,
        "seat": choice.seat,
        "played": things_of(choice.played.move),
        "best": [] if is_best or choice.best is None else things_of(choice.best.move),
    }


def _coming(game: Game, choice: Choice, show: Shown) -> list[str]:
    """Return how the game would probably have gone on after the best move: who, and what they do."""
    made = game.record()
    then = Game.replay({**made, "moves": made["moves"][: choice.number]})
    found = coming(then.knowledge(choice.seat), choice.line[:_LINE], show)
    told = [
        show.fill(_("{title}: {words}"), title=show.name(seat), words=words)
        for seat, words in found
    ]
    return told if len(told) > 1 else []


def _line(
    title: str,
    deed: Deed,
    choice: Choice,
    chances: Sequence[float] | None,
    show: Shown,
    *,
    played: bool = False,
) -> dict[str, Any]:
    words = played_words(deed, show) if played else best_words(deed, show)
    chance = None if chances is None else chances[choice.seat]
    return {
        "title": title,
        "words": words,
        "percent": None if chance is None else round(100 * chance),
        "chance": "" if chance is None else percent_words(chance),
        "kind": "played" if played else "best",
    }


def asked_html(table: Table, game: Game, estimates: Sequence[Estimate], bot: str) -> str:
    """Return what a bot thinks of the best moves at a decision."""
    seat = game.to_play
    assert seat is not None
    show, view = Shown(names_of(table)), game.view(seat)
    lines = [
        {
            "words": best_words(deed_of(one.move, view, seat), show),
            "percent": round(100 * one.chances[seat]),
            "chance": percent_words(one.chances[seat]),
        }
        for one in estimates[:4]
    ]
    thought = sum(one.visits for one in estimates)
    words = ngettext("{bot}, after {n} look:", "{bot}, after {n} looks:", thought)
    return render(
        "review/asked.html", lines=lines, title=words.format(bot=bot_title(bot), n=thought)
    )

"""Puzzles as their pages show them: the list, the position, and the response to an answer."""

from dataclasses import dataclass, replace
from typing import Any

from typing_extensions import TypedDict

from parure.arena.glicko import Rating
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.puzzles import Answer, Puzzle, daily, puzzles
from parure.puzzles.answers import (
    goal_words,
    line_words,
    right_words,
    why_words,
    wrong_words,
)
from parure.review.judgement import deed_of
from parure.review.sentences import best_words, percent_words, points_words
from parure.rules import MODULES
from parure.server.puzzles.service import Progress
from parure.server.reviews.pages import MoveLine, line_of
from parure.server.tables.advice import things_of
from parure.server.tables.document import document_of
from parure.server.tables.rich_text import Part, Rich, parts
from parure.server.tables.view import Seat, TableView, name_of
from parure.words.games import listed, module_words, rules_words

__all__ = [
    "Answered",
    "Asked",
    "PuzzleStanding",
    "Stats",
    "answered",
    "card_values",
    "list_values",
    "puzzle_values",
]

_ENOUGH = 5
"""How many people must have tried a puzzle before the page shows how many solve it."""


class Stats(TypedDict):
    """The difficulty of a puzzle and the viewer's strength."""

    hard: str
    strong: str
    gained: str
    """The change of their rating by this answer; empty if it did not count."""
    streak: int


class Asked(TypedDict):
    """A puzzle as a question."""

    number: int
    of: str | None
    """Which puzzles come next."""
    name: str
    goal: str
    stands: str
    """Everybody's prestige."""
    lone: str
    """How much better the solution is."""
    is_counted: bool
    """Whether this is the viewer's first answer to this puzzle, which counts for the rating."""
    stats: Stats


class Answered(TypedDict):
    """The response to an answer."""

    head: str
    found: str
    """How many people find the solution; empty if too few have tried."""
    is_right: bool
    gave_up: bool
    why: list[Part]
    """Why the solution is better."""
    lines: list[MoveLine]
    expected: list[tuple[int, list[Part]]]
    """The expected line after the solution: who does what."""
    seat: int
    """The seat of the viewer."""
    played: list[str]
    """The ids of the things that the answer touches; empty if it is the solution."""
    best: list[str]
    """The ids of the things that the solution touches."""
    stats: Stats
    next: str
    """The address of the next puzzle."""


@dataclass(frozen=True)
class PuzzleStanding:
    """A person's standing, shown beside a puzzle."""

    progress: Progress
    rating: Rating
    """The rating of the puzzle."""
    found: int
    tried: int
    """How many people have found the solution, and how many have tried."""
    next: str
    """The address of the next puzzle."""
    gained: float | None = None
    """The change of the person's rating by this answer; None if it did not count."""


def list_values(progress: Progress, kind: str | None) -> dict[str, Any]:
    """Return the values for the page of all puzzles."""
    every, today = puzzles(), daily()
    kinds = [(None, _("All")), ("base", _("Base game"))]
    kinds += [(module, module_words(module).title) for module in MODULES]
    given = list(progress.answers.values())[::-1][:12]
    return {
        "kinds": kinds,
        "kind": kind,
        "count": decimal(len(every)),
        "solved": decimal(progress.solved),
        "rating": _points(progress.rating) if progress.answers else "–",
        "streak": progress.streak,
        "daily_rules": rules_words(today.rules),
        "daily_done": today.number in progress.answers,
        "given": [(one, _title(one.number)) for one in given],
    }


def card_values(progress: Progress, *, drawn: bool) -> dict[str, Any]:
    """Return the values for the puzzle of the day in the lobby.

    :param drawn: whether to show some of its cards, which requires compiled rules.
    """
    one = daily()
    rows = one.position.view(one.seat)["rows"] if drawn else {}
    cards = [rows[place] for place in ("3a", "2a", "1a") if rows.get(place)]
    words = _("Rated {rating}; your streak: {streak}.").format(
        rating=decimal(one.rating), streak=progress.streak
    )
    return {
        "cards": cards,
        "words": f"{goal_words(one)}. {words}",
        "done": one.number in progress.answers,
    }


def puzzle_values(
    one: Puzzle, view: TableView, standing: PuzzleStanding, kind: str | None
) -> dict[str, Any]:
    """Return the values for the page of a puzzle before an answer.

    :param kind: which puzzles come next.
    """
    view = _named(view)
    prestige = [seat["prestige"] for seat in view.playing.view["seats"]]
    others = [
        _("{name} has {n}").format(name=name_of(view, seat), n=points)
        for seat, points in enumerate(prestige)
        if seat != one.seat
    ]
    asked: Asked = {
        "number": one.number,
        "of": kind,
        "name": _title(one.number),
        "goal": goal_words(one),
        "stands": _("You have {n} prestige, {others}.").format(
            n=prestige[one.seat], others=listed(others)
        ),
        "lone": _("One move wins; all the others lose.")
        if one.goal == "win"
        else _("One move is far better than all the others."),
        "is_counted": one.number not in standing.progress.answers,
        "stats": _stats(standing),
    }
    return {
        "asked": asked,
        "document": document_of(view),
        "kind": kind,
        "rules": rules_words(one.rules),
    }


def answered(
    one: Puzzle, view: TableView, answer: Answer, standing: PuzzleStanding, *, gave_up: bool
) -> Answered:
    """Return the response to an answer, with what to mark on the table."""
    view = _named(view)
    show = Rich([name_of(view, seat) for seat in range(len(view.names))])
    # No line break before the percent sign.
    head = wrong_words(answer.chance).replace(" %", "\u202f%")
    if gave_up:
        head = _("The answer")
    elif answer.is_right:
        head = right_words(one, answer.move)
    return {
        "head": head,
        "found": _found_words(standing),
        "is_right": answer.is_right and not gave_up,
        "gave_up": gave_up,
        "why": parts(" ".join(why_words(answer, show))),
        "lines": _lines(one, answer, show),
        "expected": [(seat, parts(words)) for seat, words in line_words(one, show)],
        "seat": one.seat,
        "played": [] if answer.is_solution else things_of(str(answer.move)),
        "best": things_of(str(one.solution)),
        "stats": _stats(standing),
        "next": standing.next,
    }


def _named(view: TableView) -> TableView:
    """Return the view in which the seat that answers is called by its number, in any language."""
    seats: list[Seat] = [
        {**own, "name": _("Seat {n}").format(n=seat + 1)} if seat == view.seat else own
        for seat, own in enumerate(view.table["seats"])
    ]
    return replace(view, table={**view.table, "seats": seats})


def _stats(standing: PuzzleStanding) -> Stats:
    progress = standing.progress
    return {
        "hard": _points(standing.rating),
        "strong": _points(progress.rating) if progress.answers else "–",
        "gained": "" if standing.gained is None else points_words(standing.gained / 100),
        "streak": progress.streak,
    }


def _lines(one: Puzzle, answer: Answer, show: Rich) -> list[MoveLine]:
    """Return lines for the solution, the answer (or the next best move if it was right), and all others."""
    chances = dict(zip(one.position.legal_moves, one.chances, strict=True))
    order = sorted(chances, key=lambda move: -chances[move])
    shown = order[:2] if answer.is_solution else [one.solution, answer.move]
    rest = [chances[move] for move in order if move not in shown]

    lines = []
    for move, kind in zip(shown, ("best", "" if answer.is_solution else "played"), strict=True):
        words = best_words(deed_of(move, one.position.view(one.seat), one.seat), show)
        lines.append(line_of(kind, words, chances[move] / 100))
    if rest:
        lines.append(line_of("", _("any other"), max(rest) / 100))
    return lines


def _found_words(standing: PuzzleStanding) -> str:
    if standing.tried < _ENOUGH:
        return ""
    share = percent_words(standing.found / standing.tried)
    return ngettext(
        "Found by {share} of {n} person.", "Found by {share} of {n} people.", standing.tried
    ).format(share=share, n=standing.tried)


def _title(number: int) -> str:
    return _("Puzzle {number}").format(number=decimal(number))


def _points(rating: Rating) -> str:
    return decimal(rating.points)

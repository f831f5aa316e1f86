"""`parure review`: a finished game judged, with its chart in the terminal; one file or a whole folder."""

import json as json_text
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parure import Game, ParureError, RecordError, record
from parure.bots import read_budget
from parure.files import write_whole
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.review import Review, ReviewError, review
from parure.review.page import gap_words, review_page
from parure.review.sentences import (
    GRADE_SIGNS,
    Plain,
    grade_words,
    percent_words,
    point_words,
    points_words,
    sums_words,
)
from parure.review.values import GRADES, TurningPoint
from parure.terminal.arena import own_bot
from parure.terminal.plot import plot
from parure.terminal.records import names_of
from parure.terminal.screen import Screen, reason
from parure.terminal.tables import new_table, page_width, show_table
from parure.words.modules import rules_words
from parure.words.results import won

__all__ = ["Wishes", "review_files"]

SUFFIX = ".parure"


@dataclass(frozen=True)
class Wishes:
    """Who judges, and what is written."""

    bot: str | None = None
    budget: str | None = None
    json: bool = False
    html: Path | None = None
    """A file; for a folder of games, a folder."""
    page: Callable[[Review, Game, Sequence[str]], str] = review_page
    """What makes a page of a review."""


@dataclass(frozen=True)
class _Judged:
    path: Path
    game: Game
    names: list[str]
    review: Review


def review_files(path: Path, wishes: Wishes, screen: Screen) -> None:
    """Review a record, or all records of a folder; those that can't be are told, and end with an error."""
    if wishes.bot is not None:
        wishes = replace(wishes, bot=own_bot(wishes.bot))
    if not path.is_dir():
        judged = _judged(path, wishes)
        if wishes.json:
            screen.say(json_text.dumps(_as_dict(judged), ensure_ascii=False, indent=1))
        else:
            _show(judged, screen)
        if wishes.html is not None:
            _write(judged, wishes.html, wishes, screen)
        return
    paths = sorted(each for each in path.iterdir() if each.suffix == SUFFIX and each.is_file())
    if not paths:
        raise ReviewError(
            _("{folder} has no records: their names end in {suffix}.").format(
                folder=path, suffix=SUFFIX
            )
        )
    if wishes.html is not None:
        wishes.html.mkdir(parents=True, exist_ok=True)
    done = sum(_one_of_many(each, wishes, screen) for each in paths)
    if done < len(paths):
        sys.exit(1)


def _one_of_many(path: Path, wishes: Wishes, screen: Screen) -> bool:
    """Review one record of a folder in a line; tell whether it could be."""
    try:
        judged = _judged(path, wishes)
    except ParureError as error:
        print(f"{path.name}: {error}", file=sys.stderr)
        return False
    except OSError as error:
        print(reason(error), file=sys.stderr)
        return False
    if wishes.json:
        screen.say(json_text.dumps(_as_dict(judged), ensure_ascii=False))
    else:
        screen.say(f"{path.name}: {_in_short(judged)}")
    if wishes.html is not None:
        _write(judged, wishes.html / f"{path.stem}.html", wishes, screen)
    return True


def _judged(path: Path, wishes: Wishes) -> _Judged:
    saved = record.load(path)
    game = Game.replay(saved)
    if not game.is_over:
        raise RecordError(_("The game is not over: there is no review before its end."))
    budget = read_budget(wishes.budget) if wishes.budget else None
    with _progress(path.name) as told:
        found = review(game, wishes.bot, budget, told, anywhere=True)
    return _Judged(path, game, names_of(saved, game), found)


@contextmanager
def _progress(title: str) -> Iterator[Any]:
    """Show how far a review is, where somebody watches."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(title, total=None)

        def told(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield told


def _as_dict(judged: _Judged) -> dict[str, Any]:
    return {"file": str(judged.path), "names": judged.names, **judged.review.to_dict()}


def _write(judged: _Judged, path: Path, wishes: Wishes, screen: Screen) -> None:
    write_whole(path, wishes.page(judged.review, judged.game, judged.names))
    if screen.interactive:
        screen.say(_("Written: {path}").format(path=path))


def _in_short(judged: _Judged) -> str:
    """A game in a line: who has won, and everybody's accuracy."""
    accuracies = [
        f"{name} {'–' if side.accuracy is None else percent_words(side.accuracy / 100)}"
        for name, side in zip(judged.names, judged.review.sides, strict=True)
    ]
    return f"{_outcome(judged)} · {_('accuracy')}: {', '.join(accuracies)}"


def _outcome(judged: _Judged) -> str:
    return won([judged.names[seat] for seat in judged.review.winners])


def _show(judged: _Judged, screen: Screen) -> None:
    """Print the whole review."""
    found, names = judged.review, judged.names
    screen.say(f"{rules_words(judged.game.rules)} · {_outcome(judged)}")
    screen.say()
    for line in plot(found, names, screen, page_width()):
        screen.say(line)
    screen.say()
    _show_sides(found, names, screen)
    screen.say()
    if not found.turning_points:
        screen.explain(_("No turning points: all played evenly."))
    show = Plain(names)
    for count, point in enumerate(found.turning_points, start=1):
        head = f"{count}. {_heading(found, point, names)} "
        sentences = " ".join(point_words(point, found.choices[point.number], show))
        screen.explain(head + sentences, indent="   ")
    if found.gaps:
        screen.explain(gap_words(found))
    screen.say()
    screen.explain(_("Judged by {bot}, from what each player could know.").format(bot=found.bot))


def _heading(found: Review, point: TurningPoint, names: list[str]) -> str:
    """Where a turning point is, and how much it changed."""
    grade = found.choices[point.number].grade
    what = grade_words(grade) if point.kind == "decision" and grade else names[point.seat]
    return _("Move {n}, {before} → {after}, {what}:").format(
        n=point.number + 1,
        before=percent_words(point.before),
        after=percent_words(point.after),
        what=what,
    )


def _show_sides(found: Review, names: list[str], screen: Screen) -> None:
    table = new_table("", *names)
    accuracies = ["–" if side.accuracy is None else decimal(side.accuracy) for side in found.sides]
    table.add_row(_("accuracy"), *accuracies)
    for grade in GRADES:
        sign = "" if screen.ascii else f"{GRADE_SIGNS[grade]} "
        table.add_row(f"{sign}{grade_words(grade)}", *(str(s.counts[grade]) for s in found.sides))
    table.add_row(_("chance at the start"), *(percent_words(side.start) for side in found.sides))
    table.add_row(_("luck"), *(points_words(side.luck) for side in found.sides))
    table.add_row(_("skill"), *(points_words(side.skill) for side in found.sides))
    table.add_row(_("unexplained"), *(points_words(side.unexplained) for side in found.sides))
    table.add_row(_("result"), *(percent_words(side.result) for side in found.sides))
    show_table(table, screen)
    if words := sums_words(found.sides):
        screen.explain(words)

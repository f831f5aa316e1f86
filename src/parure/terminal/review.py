"""`parure review`: reviews a finished game, or a whole folder of them, with a chart in text."""

import json as json_text
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from parure import Game, ParureError, RecordError, annotated
from parure.annotated import SUFFIX, AnnotatedGame
from parure.bots import Budget, read_budget
from parure.files import write_whole
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.processes import CallFailed, Process
from parure.review import Review, ReviewError, review
from parure.review.annotations import annotate
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
from parure.spread import spread
from parure.terminal.arena import own_bot
from parure.terminal.recorded_games import names_of
from parure.terminal.screen import Screen, new_table, page_width, progress_bar, reason, show_table
from parure.words.games import rules_words, won

__all__ = ["Wishes", "review_files"]


@dataclass(frozen=True)
class Wishes:
    """The options of a review: the bot, and the files to write."""

    bot: str | None = None
    budget: str | None = None
    json: bool = False
    html: Path | None = None
    """The output file, or the output folder for a folder of games."""
    page: Callable[[Review, Game, Sequence[str]], str] = review_page
    """The function that turns a review into a page."""
    annotate: Path | None = None
    """The annotated record to write, or the folder for those of a folder of games."""
    workers: int | None = None
    """How many games of a folder are reviewed at once; one for each core by default."""
    ray: str | None = None
    """The Ray cluster that reviews the games of a folder."""


@dataclass(frozen=True)
class _Read:
    path: Path
    tree: AnnotatedGame
    game: Game
    names: list[str]


@dataclass(frozen=True)
class _Judged(_Read):
    review: Review


def review_files(path: Path, wishes: Wishes, screen: Screen) -> None:
    """Review a record, or all records in a folder; report those that fail, and end with an error."""
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
        if wishes.annotate is not None:
            _write_annotated(judged, wishes.annotate, screen)
        return
    paths = sorted(each for each in path.iterdir() if each.suffix == SUFFIX and each.is_file())
    if not paths:
        raise ReviewError(
            _("{folder} has no records (files ending in {suffix}).").format(
                folder=path, suffix=SUFFIX
            )
        )
    for folder in (wishes.html, wishes.annotate):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    if _review_many(paths, wishes, screen) < len(paths):
        sys.exit(1)


def _review_many(paths: list[Path], wishes: Wishes, screen: Screen) -> int:
    """Review records at once, print a line for each as it is done, and return how many could be reviewed."""
    read = list(filter(None, map(_try_to_read, paths)))
    jobs = [
        partial(_judge_in, number=number, game=each.game, bot=wishes.bot, budget=_budget(wishes))
        for number, each in enumerate(read)
    ]
    done = 0
    with progress_bar() as progress, closing(spread(jobs, wishes.workers, wishes.ray)) as reviews:
        task = progress.add_task("", total=len(jobs))
        for number, found in reviews:
            progress.update(task, advance=1)
            one = read[number]
            if isinstance(found, str):
                print(f"{one.path.name}: {found}", file=sys.stderr)
            else:
                _tell_one_of_many(_Judged(**vars(one), review=found), wishes, screen)
                done += 1
    return done


def _try_to_read(path: Path) -> _Read | None:
    """Return the game of a record of a folder; where that fails, say so and return None."""
    try:
        return _read(path)
    except ParureError as error:
        print(f"{path.name}: {error}", file=sys.stderr)
    except OSError as error:
        print(reason(error), file=sys.stderr)
    return None


def _judge_in(
    process: Process,
    _notes: set[str],
    number: int,
    game: Game,
    bot: str | None,
    budget: Budget | None,
) -> tuple[int, Review | str]:
    """Review a game in a process; return its number, and the review or what was wrong."""
    try:
        return number, process.call(_judge, game, bot, budget)
    except CallFailed as error:
        return number, str(error)


def _judge(game: Game, bot: str | None, budget: Budget | None) -> Review:
    return review(game, bot, budget, anywhere=True)


def _tell_one_of_many(judged: _Judged, wishes: Wishes, screen: Screen) -> None:
    if wishes.json:
        screen.say(json_text.dumps(_as_dict(judged), ensure_ascii=False))
    else:
        screen.say(f"{judged.path.name}: {_in_short(judged)}")
    if wishes.html is not None:
        _write(judged, wishes.html / f"{judged.path.stem}.html", wishes, screen)
    if wishes.annotate is not None:
        _write_annotated(judged, wishes.annotate / judged.path.name, screen)


def _read(path: Path) -> _Read:
    tree = annotated.load(path)
    game = tree.end.game()
    if not game.is_over:
        raise RecordError(_("You can review a game once it is over."))
    return _Read(path, tree, game, names_of(tree.record(), game))


def _judged(path: Path, wishes: Wishes) -> _Judged:
    one = _read(path)
    with progress_bar() as progress:
        task = progress.add_task(path.name, total=None)

        def told(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        found = review(one.game, wishes.bot, _budget(wishes), told, anywhere=True)
    return _Judged(**vars(one), review=found)


def _budget(wishes: Wishes) -> Budget | None:
    return read_budget(wishes.budget) if wishes.budget else None


def _as_dict(judged: _Judged) -> dict[str, Any]:
    return {"file": str(judged.path), "names": judged.names, **judged.review.to_dict()}


def _write(judged: _Judged, path: Path, wishes: Wishes, screen: Screen) -> None:
    write_whole(path, wishes.page(judged.review, judged.game, judged.names))
    _tell_saved(path, screen)


def _write_annotated(judged: _Judged, path: Path, screen: Screen) -> None:
    annotate(judged.tree, judged.review, judged.names)
    annotated.save(path, judged.tree)
    _tell_saved(path, screen)


def _tell_saved(path: Path, screen: Screen) -> None:
    if screen.interactive:
        screen.say(_("Saved to {path}").format(path=path))


def _in_short(judged: _Judged) -> str:
    """Return a game in one line: who has won, and everybody's accuracy."""
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
    for line in _chart(found, names, screen, page_width()):
        screen.say(line)
    screen.say()
    _show_sides(found, names, screen)
    screen.say()
    if not found.turning_points:
        screen.explain(_("No turning points: no single moment decided this game."))
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
    """Return the heading of a turning point: where it is, and how much it changed."""
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
    table.add_row(_("starting chance"), *(percent_words(side.start) for side in found.sides))
    table.add_row(_("luck"), *(points_words(side.luck) for side in found.sides))
    table.add_row(_("skill"), *(points_words(side.skill) for side in found.sides))
    table.add_row(_("unexplained"), *(points_words(side.unexplained) for side in found.sides))
    table.add_row(_("result"), *(percent_words(side.result) for side in found.sides))
    show_table(table, screen)
    if words := sums_words(found.sides):
        screen.explain(words)


HEIGHT = 10
_BLOCKS = " ▁▂▃▄▅▆▇█"
_MARKS = "●▲■◆"
_COLOURS = (35, 33, 36, 31)
"""The terminal codes of the seats' colours."""
_LEFT = 6


def _chart(found: Review, names: Sequence[str], screen: Screen, width: int) -> list[str]:
    """Return the lines of the chart: for two seats, one's chance as an area; for more, a mark for each."""
    columns = max(10, min(width - _LEFT - 2, 100))
    lines = _area(found, columns, screen) if found.players == 2 else _marks(found, columns, screen)
    edge = "|" if screen.ascii else "│"
    scale = {0: "100", HEIGHT // 2: "50", HEIGHT - 1: "0"}
    drawn = [f"{scale.get(row, ''):>{_LEFT - 2}} {edge}{line}" for row, line in enumerate(lines)]
    below = " " * _LEFT + _numbers(found, columns)
    return [_title(names, found.players, screen), *drawn, *([below] if below.strip() else [])]


def _title(names: Sequence[str], players: int, screen: Screen) -> str:
    if players == 2:
        return _("Chance of winning: {first} below, {second} above").format(
            first=names[0], second=names[1]
        )
    keys = (f"{_mark(seat, screen)} {name}" for seat, name in enumerate(names))
    return f"{_('Chance of winning')}: {'   '.join(keys)}"


def _at(found: Review, column: int, columns: int) -> tuple[float, ...] | None:
    """Return the chances in a column: those of the nearest decision."""
    last = len(found.choices)
    return found.chances[round(column * last / max(1, columns - 1))]


def _area(found: Review, columns: int, screen: Screen) -> list[str]:
    rows = []
    for row in range(HEIGHT):
        base = HEIGHT - 1 - row
        line = ""
        for column in range(columns):
            chances = _at(found, column, columns)
            filled = 0.0 if chances is None else min(1.0, max(0.0, chances[0] * HEIGHT - base))
            if screen.ascii:
                line += "#" if filled >= 0.5 else " "
            else:
                line += _BLOCKS[round(filled * (len(_BLOCKS) - 1))]
        rows.append(_coloured(line.rstrip(), 0, screen))
    return rows


def _marks(found: Review, columns: int, screen: Screen) -> list[str]:
    rows = [[" "] * columns for _row in range(HEIGHT)]
    for column in range(columns):
        chances = _at(found, column, columns)
        for seat in reversed(range(found.players if chances else 0)):
            assert chances is not None
            row = HEIGHT - 1 - min(HEIGHT - 1, int(chances[seat] * HEIGHT))
            rows[row][column] = _mark(seat, screen)
    return ["".join(row).rstrip() for row in rows]


def _mark(seat: int, screen: Screen) -> str:
    return _coloured(str(seat) if screen.ascii else _MARKS[seat], seat, screen)


def _coloured(text: str, seat: int, screen: Screen) -> str:
    return f"\x1b[{_COLOURS[seat]}m{text}\x1b[0m" if screen.colour and text else text


def _numbers(found: Review, columns: int) -> str:
    """Return a line with the numbers of the turning points below their positions."""
    line = [" "] * columns
    last = max(1, len(found.choices))
    for count, point in enumerate(found.turning_points, start=1):
        place = round((point.number + (point.kind == "luck")) * (columns - 1) / last)
        line[min(columns - 1, place)] = str(count)
    return "".join(line).rstrip()

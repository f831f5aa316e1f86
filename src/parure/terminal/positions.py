"""`parure analyse` and `parure puzzle`: a bot's evaluation of a position, and positions to solve yourself."""

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from parure import Game, ParureError, RecordError, record
from parure.bots import Estimate, analyse, split, strongest
from parure.engine import popen
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.puzzles import Puzzle, answer, daily, puzzle, puzzles
from parure.puzzles.answers import (
    goal_words,
    line_words,
    right_words,
    why_words,
    wrong_words,
)
from parure.render.text import question, seat_names
from parure.review.judgement import deed_of
from parure.review.sentences import Plain, best_words
from parure.terminal.arena import own_bot
from parure.terminal.screen import Leave, Screen, new_table, page_width, percent, show_table
from parure.types import Record
from parure.words.games import rules_words
from parure.words.piece_words import titled

__all__ = ["read_position", "show_analysis", "show_engine_analysis", "show_puzzle"]

_BAR = 16
_NAME = 12
_GAP = 3
_LINE = 24
"""The least width at which the expected line of every move is shown."""
_FILLS = "█▓▒░"
_COLOURS = ("magenta", "yellow", "cyan", "red")


def show_analysis(
    game: Game, names: Sequence[str] | None, bot: str | None, count: int, screen: Screen
) -> None:
    """Print a bot's evaluation of the moves at a decision.

    :param count: the number of moves to show.
    """
    spec = own_bot(bot or strongest())
    _show_estimates(game, names, spec, analyse(game, spec, anywhere=True), count, screen)


def show_engine_analysis(
    game: Game, names: Sequence[str] | None, command: str, count: int, screen: Screen
) -> None:
    """Print an engine's evaluation of the moves at a decision, or its move if it tells no more.

    :param command: of the engine, with an optional budget after a colon.
    """
    seat = game.to_play
    if seat is None:
        raise ParureError(_("The game is over: there is no move to analyse."))
    command, budget = split(command)
    with popen(command) as engine:
        moves = game.legal_moves
        played = engine.choose(game.knowledge(seat), moves, budget, lines=len(moves))
    if played.info.lines:
        _show_estimates(game, names, engine.name, played.info.lines, count, screen)
    else:
        screen.say(_("{name} would play {move}.").format(name=engine.name, move=played.move))


def _show_estimates(
    game: Game,
    names: Sequence[str] | None,
    spec: str,
    estimates: Sequence[Estimate],
    count: int,
    screen: Screen,
) -> None:
    seat = game.to_play
    assert seat is not None
    called = seat_names(game.rules.players, names)
    screen.explain(question(game.view(seat), called))
    screen.say()
    order = [seat, *(other for other in range(game.rules.players) if other != seat)]
    visited = any(estimate.visits for estimate in estimates)
    seats = [_fitted(called[one], _NAME) for one in order]
    headings = [_("move"), "", *seats, *([_("visits")] if visited else [])]
    rows = [_row(estimate, order, visited, screen) for estimate in estimates[:count]]
    columns = zip(headings, *rows, strict=True)
    left = page_width() - sum(max(cell_len(str(c)) for c in column) + _GAP for column in columns)
    lines = left >= _LINE and any(len(estimate.line) > 1 for estimate in estimates)
    table = new_table(*headings, *([_("then")] if lines else []), left=2)
    for estimate, row in zip(estimates, rows, strict=False):
        table.add_row(
            *row, *([_fitted(", ".join(map(str, estimate.line[1:])), left)] if lines else [])
        )
    if lines:
        table.columns[-1].justify = "left"
    show_table(table, screen)
    screen.say()
    if (more := len(estimates) - count) > 0:
        screen.say(ngettext("And {n} more move.", "And {n} more moves.", more).format(n=more))
    if len(estimates[0].line) > 1:
        best = ", ".join(map(str, estimates[0].line))
        screen.explain(_("Expected line: {line}.").format(line=best))
    screen.explain(_explanation(spec, called[seat], estimates))


def _row(
    estimate: Estimate, order: Sequence[int], visited: bool, screen: Screen
) -> list[str | Text]:
    """Return the table row of a move, without the expected line."""
    chances = [percent(estimate.chances[one], 0) for one in order]
    visits = [decimal(estimate.visits)] if visited else []
    return [str(estimate.move), _bar(estimate, order, screen), *chances, *visits]


def _fitted(text: str, width: int) -> str:
    """Shorten a text to fit a width."""
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)) + "…"


def _explanation(spec: str, name: str, estimates: Sequence[Estimate]) -> str:
    """Return an explanation of what the chances mean and what they don't."""
    if len({estimate.chances for estimate in estimates}) == 1 and len(estimates) > 1:
        return _("{bot} has no preference: all moves look the same to it.").format(bot=spec)
    return _(
        "Each seat’s chance of winning after the move, as {bot} sees it from what "
        "{name} can know; hidden cards may differ."
    ).format(bot=spec, name=name)


def _bar(estimate: Estimate, order: Sequence[int], screen: Screen) -> Text:
    """Return the chances as one bar, the seat to play first."""
    bar, total, drawn = Text(), 0.0, 0
    for place, seat in enumerate(order):
        total += estimate.chances[seat]
        end = _BAR if place == len(order) - 1 else round(total * _BAR)
        fill = str(seat) if screen.ascii else "█" if screen.colour else _FILLS[place]
        bar.append(fill * (end - drawn), style=_COLOURS[seat])
        drawn = max(drawn, end)
    return bar


def read_position(source: str, ply: int | None, turn: int | None) -> tuple[Game, list[str] | None]:
    """Return the game in a source, with the names of its seats if it has them.

    :param source: a file with a record or a snapshot, `-` for the standard input, or a snapshot itself.
    :param ply: the number of moves of the record to make; all by default.
    :param turn: go to the beginning of this turn instead.
    """
    if ply is not None and turn is not None:
        raise RecordError(_("Give a move or a turn, not both."))
    text = _text(source)
    saved = _record(text)
    if saved is None:
        if ply is not None or turn is not None:
            raise RecordError(_("This is a single position: only a record has earlier moves."))
        return Game.from_snapshot(_json(text)), None
    game = Game.replay({**saved, "moves": []})
    moves = list(saved["moves"])
    if ply is not None and not 0 <= ply <= len(moves):
        raise RecordError(
            _("There is no move {ply}: the record has {n}.").format(ply=ply, n=len(moves))
        )
    for move in moves[:ply]:
        if turn is not None and game.turns >= turn - 1:
            break
        game.push(move)
    if turn is not None and (turn < 1 or game.turns < turn - 1):
        raise RecordError(
            _("There is no turn {to}: the game has {turns}.").format(
                to=turn, turns=ngettext("{n} turn", "{n} turns", game.turns).format(n=game.turns)
            )
        )
    if game.is_over:
        raise RecordError(
            _(
                "The game is over after {n} moves; use --ply or --turn to go to an earlier one."
            ).format(n=len(moves))
        )
    names = saved.get("names")
    return game, names if names and len(names) == game.rules.players else None


def _text(source: str) -> str:
    if source == "-":
        return sys.stdin.read()
    if source.lstrip().startswith("{"):
        return source
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(_("{path} is not a text file.").format(path=path)) from error


def _record(text: str) -> Record | None:
    """Return the record in a text, in file format or JSON; None if the text is a snapshot."""
    if not text.lstrip("\ufeff \n").startswith("{"):
        return record.loads(text)
    data = _json(text)
    return cast(Record, data) if "moves" in data else None


def _json(text: str) -> Any:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ParureError(
            _("This is neither a record nor a position: {problem}.").format(problem=error)
        ) from error
    if not isinstance(data, dict):
        raise ParureError(_("This is neither a record nor a position."))
    return data


def show_puzzle(number: int | None, today: bool, screen: Screen) -> None:
    """Show a puzzle by number, the puzzle of the day or a random one, and ask for one answer."""
    one = daily() if today else random.choice(puzzles()) if number is None else puzzle(number)
    names = seat_names(one.rules.players, None)
    screen.table(one.position.view(one.seat), names)
    screen.say()
    title = _("Puzzle {number}").format(number=one.number)
    rules, rating = rules_words(one.rules), decimal(one.rating)
    screen.say(f"{title} · {rules} · {rating}")
    screen.say(_("{name} to play").format(name=names[one.seat]) + f". {goal_words(one)}.")
    while True:
        try:
            line = screen.ask("> ")
        except Leave:
            return
        try:
            move = one.move_of(line)
        except ParureError as error:
            screen.say(str(error))
            continue
        found = answer(one, move)
        screen.say(right_words(one, move) if found.is_right else wrong_words(found.chance))
        _explain(one, found.is_right, why_words(found, Plain(names)), names, screen)
        return


def _explain(one: Puzzle, is_right: bool, why: list[str], names: list[str], screen: Screen) -> None:
    show = Plain(names)
    if not is_right:
        best = best_words(deed_of(one.solution, one.position.view(one.seat), one.seat), show)
        chance = _("{n}%").format(n=max(one.chances))
        screen.say(_("Best: {move}.").format(move=f"{best} ({chance})"))
    if why:
        screen.explain(" ".join(why))
    for seat, words in line_words(one, show):
        screen.say(f"  {titled(names[seat], words)}")

"""Annotated games as text files: read them, write them, walk through their tree.

The text of a record (`docs/formats/record.md`) with comments, clock times, chances and variations:

    Parure record 2
    Edition: 2024
    Modules: none
    Players: 2
    Seed: 7

    1. take W U G   [clock 0:04:58] [chances 52 48]   # A safe start.
    (
      1. reserve 1a   [chances 45 55]
    )
    2. take U R K
    End: 2 turns, prestige 0 0, running, table 0d8cbd1a

A line in brackets varies the turn before it, which it tells from its beginning.
"""

import datetime
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parure.errors import ParureError, RecordError
from parure.files import write_whole
from parure.game.game import Game
from parure.game_tree import AnnotatedGame, Node, turns_from
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = [
    "FORMAT",
    "LARGEST",
    "SUFFIX",
    "TITLE",
    "AnnotatedGame",
    "Node",
    "dumps",
    "load",
    "loads",
    "save",
]

FORMAT = 2
"""The version of the text; without variations, clock times, chances and date, version 1 is written."""

TITLE = "Parure record"
SUFFIX = ".parure"
_HEADERS = ("Edition", "Modules", "Players", "Seed", "Start", "Names", "Date")
LARGEST = 4_000_000
"""The most characters of a game."""
_MOST_MOVES = 20_000
"""The most moves in all variations together, so that no file takes minutes to read."""
_DEEPEST = 40
"""How deeply variations may be nested."""
_LARGEST_CLOCK = 100_000 * 3600 - 1
"""The seconds of 99999:59:59."""
_OFF_BY = 0.02
"""How far from 1 the sum of rounded chances may be."""
_INDENT = "  "


def dumps(game: AnnotatedGame) -> str:
    """Write an annotated game as text. A `RecordError` says what could not be read again."""
    rules = game.rules
    for node in (game, *game.nodes()):
        _check_clock(node)
        _check_chances(node, rules.players)
    lines = [
        f"{TITLE} {_version(game)}",
        f"Edition: {rules.edition}",
        f"Modules: {', '.join(rules.modules) or 'none'}",
        f"Players: {rules.players}",
    ]
    start = game.start.record()
    if "start" in start:
        lines.append(f"Start: {json.dumps(start['start'], separators=(',', ':'))}")
    else:
        lines.append(f"Seed: {start['seed']}")
    if game.names:
        names = (re.sub(r"[,#\s]+", " ", name).strip() for name in game.names)
        lines.append(f"Names: {', '.join(names)}")
    if game.date is not None:
        lines.append(f"Date: {game.date.isoformat()[:10]}")
    lines.append("")
    if game.is_annotated:
        lines += _line_of("", game, "")
    if game.variations:
        lines += _line_from(game.variations[0], "")
        if _count_moves(game.variations[0]) > _MOST_MOVES:
            raise RecordError(
                _("A record can have {n} moves at most.").format(n=decimal(_MOST_MOVES))
            )
    text = "\n".join([*lines, _end_line(game.end.game()), ""])
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise RecordError(_("A name or a comment is not text.")) from error
    if size >= LARGEST:
        raise RecordError(_("A record can have {n} characters at most.").format(n=decimal(LARGEST)))
    return text


def loads(text: str, line: int = 1) -> AnnotatedGame:
    """Read an annotated game, or a record without annotations. A `RecordError` names the faulty line.

    :param line: the number of the first line, for a part of a file.
    """
    return _Reader(text.removeprefix("\ufeff"), line).root


def load(path: str | Path) -> AnnotatedGame:
    """Read an annotated game from a file."""
    path = Path(path)
    if path.stat().st_size > LARGEST:
        raise RecordError(_("{path} is too large to be a record.").format(path=path))
    try:
        return loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError(_("{path} is not a text file.").format(path=path)) from error


def save(path: str | Path, game: AnnotatedGame) -> None:
    """Write an annotated game to a file, atomically."""
    write_whole(Path(path), dumps(game))


# Writing


def _version(game: AnnotatedGame) -> int:
    nodes = [game, *game.nodes()]
    is_old = game.date is None and not any(
        len(node.variations) > 1 or node.clock is not None or node.chances is not None
        for node in nodes
    )
    return 1 if is_old else FORMAT


def _turn_of(node: Node) -> int:
    """Return the number of the turn of a move, or of the first one for the root."""
    return (node.root().start.turns if node.ply is None else node.ply.turn) + 1


def _check_clock(node: Node) -> None:
    """Raise `RecordError` if the clock can't be written."""
    if node.clock is not None and not 0 <= node.clock <= _LARGEST_CLOCK:
        raise RecordError(
            _(
                "Turn {turn}: a clock shows seconds, 0 or more and less than 100,000 hours, not {clock}."
            ).format(turn=_turn_of(node), clock=node.clock)
        )


def _check_chances(node: Node, players: int) -> None:
    """Raise `RecordError` if the chances can't be written."""
    chances = node.chances
    if chances is not None and not (
        len(chances) == players
        and all(one >= 0 for one in chances)
        and abs(sum(chances) - 1) < _OFF_BY
    ):
        raise RecordError(
            _(
                "Turn {turn}: the chances must be {players} numbers, 0 or more, that add up to 1, "
                "not {chances}."
            ).format(turn=_turn_of(node), players=players, chances=" ".join(map(str, chances)))
        )


def _count_moves(first: Node) -> int:
    """Return how many moves the lines of a node have, with their variations."""
    return sum(
        len(turn.shared) + len(turn.nodes) + sum(map(_count_moves, turn.aside))
        for turn in turns_from(first)
    )


def _line_from(first: Node, indent: str) -> list[str]:
    """Return the lines of a node and its main line."""
    if len(indent) > _DEEPEST * len(_INDENT):
        raise RecordError(_("Variations can be nested {n} deep at most.").format(n=_DEEPEST))
    lines = list[str]()
    for turn in turns_from(first):
        told = list(turn.shared)
        for node in turn.nodes:
            told.append(node)
            if node.is_annotated or node is turn.nodes[-1]:
                moves = ", ".join(str(each.move) for each in told)
                lines += _line_of(f"{turn.number + 1}. {moves}", node, indent)
                told = []
        for other in turn.aside:
            lines += [f"{indent}(", *_line_from(other, indent + _INDENT), f"{indent})"]
    return lines


def _line_of(moves: str, node: Node, indent: str) -> list[str]:
    """Return a line with what is said of its last move; a comment may need more lines."""
    parts = [moves] if moves else []
    if node.clock is not None:
        parts.append(f"[clock {_clock_text(node.clock)}]")
    if node.chances is not None:
        parts.append(f"[chances {_chances_text(node.chances)}]")
    first, *more = [f"# {line.strip()}".rstrip() for line in node.comment.splitlines()] or [""]
    line = "   ".join([*parts, *([first] if first else [])])
    return [indent + each for each in (line, *more)]


def _chances_text(chances: Sequence[float]) -> str:
    """Return chances in percent with one digit, rounded so that they add up to 100.

    >>> _chances_text((0.52, 0.48)), _chances_text((1 / 3, 1 / 3, 1 / 3))
    ('52 48', '33.4 33.3 33.3')
    """
    exact = [1000 * one / sum(chances) for one in chances]
    tenths = [math.floor(one) for one in exact]
    # The largest remainders are rounded up; what is a tenth already has next to none, whatever its last bits.
    by_remainder = sorted(range(len(exact)), key=lambda seat: tenths[seat] - exact[seat])
    for seat in by_remainder[: 1000 - sum(tenths)]:
        tenths[seat] += 1
    return " ".join(f"{one / 10:g}" for one in tenths)


def _clock_text(seconds: float) -> str:
    """Return a time as hours, minutes and seconds.

    >>> _clock_text(298.5), _clock_text(3_600)
    ('0:04:58.5', '1:00:00')
    """
    minutes, tenths = divmod(round(10 * seconds), 600)
    return f"{minutes // 60}:{minutes % 60:02}:{tenths / 10:04.1f}".removesuffix(".0")


def _end_line(game: Game) -> str:
    """Return the line that tells how the game stands after the last move."""
    turns = f"{game.turns} turn{'' if game.turns == 1 else 's'}"
    standing = "running"
    if game.is_over:
        standing = "won by " + " ".join(str(seat) for seat in game.winners)
    prestige = " ".join(str(points) for points in game.prestige)
    return f"End: {turns}, prestige {prestige}, {standing}, table {game.fingerprint()}"


# Reading


@dataclass
class _Line:
    """A line of the game that is being read: the main one, or a variation."""

    node: Node
    game: Game
    number: int = 0
    """Where in the file it begins."""
    before: "_Line | None" = None
    """Where its last turn began."""


class _Reader:
    """Reads a record line by line, playing it as it goes."""

    def __init__(self, text: str, first: int) -> None:
        self.lines = text.splitlines()
        self.number = first
        self.version = 1
        self.headers: dict[str, str] = {}
        self.begun: AnnotatedGame | None = None
        self.open: list[_Line] = []
        """The main line, and the variations that are open, the innermost last."""
        self.moves = 0
        self.opening: list[str] = []
        """The comments before the first move."""
        self.has_ended = False
        self._read_title()
        for line in self.lines[1:]:
            self.number += 1
            self._read_line(line.strip())
        if not self.has_ended:
            self._fail(_("the record is cut off: its last line, “End: …”, is missing"))
        self.root = self._started()
        for node in (self.root, *self.root.nodes()):
            node.comment = node.comment.strip("\n")

    def _fail(self, problem: str) -> None:
        raise RecordError(
            _("Line {line}: {problem}.").format(line=self.number, problem=problem.rstrip("."))
        )

    def _read_title(self) -> None:
        title = (
            re.fullmatch(rf"{TITLE} ([1-9][0-9]{{0,99}})", self.lines[0].strip())
            if self.lines
            else None
        )
        if title is None:
            self._fail(_("this is not a Parure record, which starts with “Parure record 1”"))
        elif int(title[1]) > FORMAT:
            self._fail(
                _(
                    "this record has version {version}; this Parure reads versions up to {known}"
                ).format(version=title[1], known=FORMAT)
            )
        else:
            self.version = int(title[1])

    def _read_line(self, line: str) -> None:
        line, sign, comment = (line, "", "") if line.startswith("Start:") else line.partition("#")
        if line.strip():
            self._read_content(line.strip())
        if sign and (self.open or not line.strip()):
            self._read_comment(comment.strip())

    def _read_comment(self, comment: str) -> None:
        """Add words to the move that was read last; those on headers are passed over."""
        if self.open:
            node = self.open[-1].node
            node.comment = f"{node.comment}\n{comment}" if node.comment else comment
        else:
            self.opening.append(comment)

    def _read_content(self, line: str) -> None:
        if self.has_ended:
            self._fail(_("there is text after the end"))
        header = re.match(r"([A-Z][a-z]+):\s*(.*)", line)
        if header is not None and header[1] == "End":
            self._read_end(line)
        elif header is not None:
            self._read_header(header[1], header[2])
        elif self.version > 1 and line == "(":
            self._open()
        elif self.version > 1 and line == ")":
            self._close()
        else:
            self._read_turn(line)

    def _read_header(self, name: str, value: str) -> None:
        if name not in _HEADERS or (name == "Date" and self.version == 1):
            self._fail(_("unknown header “{name}”").format(name=name))
        is_second_start = {name, *self.headers} >= {"Seed", "Start"}
        if name in self.headers or is_second_start or self.begun is not None:
            self._fail(_("“{name}” is out of place").format(name=name))
        self.headers[name] = value
        try:
            self._check_header(name, value)
        except ParureError as error:
            self._fail(str(error))
        except (ValueError, RecursionError):
            self._fail(_("“{name}” is damaged").format(name=name))

    def _check_header(self, name: str, value: str) -> None:
        """Refuse a header that is wrong by itself, while its line is known."""
        if name == "Edition":
            Rules.of(2, (), int(value))
        elif name == "Modules":
            Rules.of(2, self._modules(), 2024)
        elif name == "Players":
            Rules(int(value))
        elif name == "Seed":
            Game(seed=int(value))
        elif name == "Start":
            Game.from_snapshot(json.loads(value))
        elif name == "Date":
            _date_of(value)

    def _modules(self) -> list[str]:
        modules = [part.strip() for part in self.headers["Modules"].split(",")]
        return [] if modules == ["none"] else modules

    def _started(self) -> AnnotatedGame:
        """Return the root, which the headers make when the first line after them is read."""
        if self.begun is None:
            try:
                game = self._start()
            except RecordError:
                raise
            except ParureError as error:
                self._fail(str(error))
            names = self.headers["Names"].split(",") if "Names" in self.headers else []
            date = _date_of(self.headers["Date"]) if "Date" in self.headers else None
            self.begun = AnnotatedGame(game, (" ".join(name.split()) for name in names), date)
            self.begun.comment = "\n".join(self.opening)
            self.open = [_Line(self.begun, game)]
        return self.begun

    def _start(self) -> Game:
        for name in _HEADERS[:3] if "Start" in self.headers else _HEADERS[:4]:
            if name not in self.headers:
                self._fail(_("the header “{name}” is missing").format(name=name))
        rules = Rules.of(
            int(self.headers["Players"]), self._modules(), int(self.headers["Edition"])
        )
        if "Start" not in self.headers:
            return Game(rules.players, rules.modules, rules.edition, int(self.headers["Seed"]))
        game = Game.from_snapshot(json.loads(self.headers["Start"]))
        if game.rules != rules:
            self._fail(_("the start doesn’t match the other headers"))
        return game

    def _read_turn(self, text: str) -> None:
        self._started()
        line, annotations = self.open[-1], ""
        if self.version > 1:
            text, bracket, annotations = text.partition("[")
            text, annotations = text.strip(), bracket + annotations
        if text:
            self._read_moves(line, text)
        if annotations:
            self._read_annotations(line.node, annotations)

    def _read_moves(self, line: _Line, text: str) -> None:
        game = line.game
        turn = re.match(r"(\d{1,9})\.\s*(.*)", text)
        if turn is None:
            self._fail(_("“{line}” is not a turn, a header or a comment").format(line=text[:60]))
            return
        if int(turn[1]) != game.turns + 1:
            self._fail(
                _("expected turn {expected}, found turn {found}").format(
                    found=turn[1], expected=game.turns + 1
                )
            )
        if self.version > 1 and (line.before is None or line.before.game.turns != game.turns):
            line.before = _Line(line.node, game.copy())
        made, moves = len(game.plies), turn[2].split(",")
        for move in moves:
            if game.turns + 1 != int(turn[1]):
                self._fail(_("the turn is over before “{move}”").format(move=move.strip()))
            try:
                game.push(move)
            except ParureError as error:
                self._fail(str(error))
        self.moves += len(moves)
        if self.moves > _MOST_MOVES:
            self._fail(_("a record can have {n} moves at most").format(n=decimal(_MOST_MOVES)))
        line.node = line.node.grow(game.plies[made:])

    def _open(self) -> None:
        """Begin a variation of the turn that was read last."""
        self._started()
        before = self.open[-1].before
        if before is None:
            self._fail(_("a variation must follow the turn that it varies"))
        elif len(self.open) > _DEEPEST:
            self._fail(_("these variations are nested too deeply"))
        else:
            self.open.append(_Line(before.node, before.game.copy(), self.number))

    def _close(self) -> None:
        if len(self.open) < 2:
            self._fail(_("no variation begins before this “)”"))
        elif self.open.pop().before is None:
            self._fail(_("this variation has no moves"))

    def _read_annotations(self, node: Node, text: str) -> None:
        """Read what is said of a move in square brackets."""
        if not re.fullmatch(r"(\[[^\[\]]*\]\s*)+", text):
            self._fail(_("“{name}” is damaged").format(name=text[:60]))
        for name, value in re.findall(r"\[\s*(\w*)\s*([^\]]*)\]", text):
            if name == "clock" and (seconds := _seconds_of(value)) is not None:
                node.clock = seconds
            elif name == "chances" and (chances := self._chances_of(value)) is not None:
                node.chances = chances
            elif name in ("clock", "chances"):
                self._fail(_("“{name}” is damaged").format(name=f"[{name} {value}]"[:60]))
            else:
                self._fail(_("unknown annotation “{name}”").format(name=name[:60]))

    def _chances_of(self, text: str) -> tuple[float, ...] | None:
        """Return chances in percent as a share for each seat; None if they can't be."""
        numbers = text.split()
        if not all(re.fullmatch(r"\d{1,3}(\.\d+)?", number) for number in numbers):
            return None
        chances = tuple(float(number) / 100 for number in numbers)
        whole = sum(chances)
        if len(chances) != self._started().rules.players or abs(whole - 1) >= _OFF_BY:
            return None
        return chances if abs(whole - 1) < 1e-9 else tuple(one / whole for one in chances)

    def _read_end(self, line: str) -> None:
        self._started()
        if len(self.open) > 1:
            self._fail(
                _("the variation that begins in line {line} has no “)”").format(
                    line=self.open[-1].number
                )
            )
        game = self.open[0].game
        if line != _end_line(game):
            self._fail(
                _("the moves end in “{expected}”; the record was altered").format(
                    expected=_end_line(game)
                )
            )
        self.has_ended = True


def _date_of(text: str) -> datetime.date:
    """Return a date such as 2026-11-19."""
    return datetime.datetime.strptime(text, "%Y-%m-%d").date()


def _seconds_of(text: str) -> float | None:
    """Return the seconds of a time as hours, minutes and seconds; None if it is none.

    >>> _seconds_of("0:04:58.5"), _seconds_of("soon")
    (298.5, None)
    """
    time = re.fullmatch(r"(\d{1,5}):([0-5]\d):([0-5]\d(?:\.\d)?)", text.strip())
    return None if time is None else 3600 * int(time[1]) + 60 * int(time[2]) + float(time[3])

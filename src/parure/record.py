"""Records: a game as its options, its seed and its moves.

In Python a record is a plain dict, as `Game.record` gives it; in a file it is text that people can read,
annotate and send (`docs/formats/record.md`). The number in its first line is that of `formats`:

    Parure record 1
    Edition: 2024
    Modules: orient, strongholds
    Players: 2
    Seed: 7

    1. take W U G
    2. take U R K       # a comment
    3. buy 1c, pay gold R, pay, place 2b
    End: 3 turns, prestige 0 0, running, table 5f0c7e21

One turn is one line; moves that were forced are not written. The last line says how the game stands, so
that a file that was cut off or changed is noticed. A position that no seed deals has `Start:` with its
snapshot instead of `Seed:`.
"""

import json
import re
from pathlib import Path

from parure.errors import ParureError, RecordError
from parure.files import write_whole
from parure.game.game import Game
from parure.game.snapshot import FORMAT
from parure.i18n import gettext as _
from parure.rules import Rules
from parure.types import Record

__all__ = ["dumps", "load", "loads", "save"]

_TITLE = "Parure record"
_HEADERS = ("Edition", "Modules", "Players", "Seed", "Start", "Names")
_LARGEST_FILE = 4_000_000


def dumps(record: Record) -> str:
    """Write a record as text.

    >>> game = Game(seed=7)
    >>> game.push("take W U G")
    >>> print(dumps(game.record()))
    Parure record 1
    Edition: 2024
    Modules: none
    Players: 2
    Seed: 7
    <BLANKLINE>
    1. take W U G
    End: 1 turn, prestige 0 0, running, table ...
    <BLANKLINE>
    """
    game = Game.replay(record)
    lines = [
        f"{_TITLE} {FORMAT}",
        f"Edition: {game.rules.edition}",
        f"Modules: {', '.join(game.rules.modules) or 'none'}",
        f"Players: {game.rules.players}",
    ]
    if record.get("start") is not None:
        lines.append(f"Start: {json.dumps(record['start'], separators=(',', ':'))}")
    else:
        lines.append(f"Seed: {record['seed']}")
    if record.get("names"):
        if not isinstance(record["names"], list) or not all(
            isinstance(name, str) for name in record["names"]
        ):
            raise RecordError(_("The names in a record must be a list of strings."))
        names = (re.sub(r"[,#\s]+", " ", name).strip() for name in record["names"])
        lines.append(f"Names: {', '.join(names)}")
    lines.append("")
    turns: dict[int, list[str]] = {}
    for ply in game.plies:
        if not ply.forced:
            turns.setdefault(ply.turn, []).append(str(ply.move))
    lines += [f"{turn + 1}. {', '.join(moves)}" for turn, moves in turns.items()]
    return "\n".join([*lines, _end_line(game), ""])


def _end_line(game: Game) -> str:
    """Return the line that tells how the game stands after the last move."""
    turns = f"{game.turns} turn{'' if game.turns == 1 else 's'}"
    standing = "running"
    if game.is_over:
        standing = "won by " + " ".join(str(seat) for seat in game.winners)
    prestige = " ".join(str(points) for points in game.prestige)
    return f"End: {turns}, prestige {prestige}, {standing}, table {game.fingerprint()}"


def loads(text: str) -> Record:
    """Read a record from text. A `RecordError` names the faulty line."""
    return _Reader(text.removeprefix("\ufeff")).record


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    path = Path(path)
    if path.stat().st_size > _LARGEST_FILE:
        raise RecordError(_("{path} is too large to be a record.").format(path=path))
    try:
        return loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError(_("{path} is not a text file.").format(path=path)) from error


def save(path: str | Path, record: Record) -> None:
    """Write a record to a file, atomically."""
    write_whole(Path(path), dumps(record))


class _Reader:
    """Reads a record line by line, playing it as it goes."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.number = 0
        self.headers: dict[str, str] = {}
        self.game: Game | None = None
        self.has_ended = False
        self._read_title()
        for line in self.lines[1:]:
            self.number += 1
            self._read_line(line.strip())
        if not self.has_ended:
            self._fail(_("the record is cut off: its last line, “End: …”, is missing"))

    @property
    def record(self) -> Record:
        record = self._started().record()
        if "Names" in self.headers:
            record["names"] = [" ".join(name.split()) for name in self.headers["Names"].split(",")]
        return record

    def _fail(self, problem: str) -> None:
        raise RecordError(
            _("Line {line}: {problem}.").format(line=self.number, problem=problem.rstrip("."))
        )

    def _read_title(self) -> None:
        self.number = 1
        title = (
            re.fullmatch(rf"{_TITLE} ([1-9][0-9]{{0,99}})", self.lines[0].strip())
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

    def _read_line(self, line: str) -> None:
        is_start = line.startswith("Start:")
        line = line if is_start else line.split("#")[0].strip()
        if not line:
            return
        if self.has_ended:
            self._fail(_("there is text after the end"))
        header = re.match(r"([A-Z][a-z]+):\s*(.*)", line)
        if header is not None and header[1] == "End":
            self._read_end(line)
        elif header is not None:
            self._read_header(header[1], header[2])
        else:
            self._read_turn(line)

    def _read_header(self, name: str, value: str) -> None:
        if name not in _HEADERS:
            self._fail(_("unknown header “{name}”").format(name=name))
        is_second_start = {name, *self.headers} >= {"Seed", "Start"}
        if name in self.headers or is_second_start or self.game is not None:
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

    def _modules(self) -> list[str]:
        modules = [part.strip() for part in self.headers["Modules"].split(",")]
        return [] if modules == ["none"] else modules

    def _started(self) -> Game:
        """Return the game, which the headers start when the first line after them is read."""
        if self.game is None:
            try:
                self.game = self._start()
            except RecordError:
                raise
            except ParureError as error:
                self._fail(str(error))
        assert self.game is not None
        return self.game

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

    def _read_turn(self, line: str) -> None:
        game = self._started()
        turn = re.match(r"(\d{1,9})\.\s*(.*)", line)
        if turn is None:
            self._fail(_("“{line}” is not a turn, a header or a comment").format(line=line[:60]))
            return
        if int(turn[1]) != game.turns + 1:
            self._fail(
                _("expected turn {expected}, found turn {found}").format(
                    found=turn[1], expected=game.turns + 1
                )
            )
        for move in turn[2].split(","):
            if game.turns + 1 != int(turn[1]):
                self._fail(_("the turn is over before “{move}”").format(move=move.strip()))
            try:
                game.push(move)
            except ParureError as error:
                self._fail(str(error))

    def _read_end(self, line: str) -> None:
        game = self._started()
        if line != _end_line(game):
            self._fail(
                _("the moves end in “{expected}”; the record was altered").format(
                    expected=_end_line(game)
                )
            )
        self.has_ended = True

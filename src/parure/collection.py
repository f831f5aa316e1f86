"""Collections: many games in one file (`.parures`) or a folder, read one after the other.

A file of this kind is records one after the other, as `cat *.parure` writes them.

>>> import tempfile
>>> from parure import Game
>>> with tempfile.TemporaryDirectory() as folder:
...     file = Path(folder) / "games.parures"
...     save(file, [AnnotatedGame.of(Game(seed=seed)) for seed in (7, 8)])
...     [game.start.seed for game in read(file)]
[7, 8]
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

from parure import annotated
from parure.annotated import AnnotatedGame
from parure.errors import RecordError
from parure.files import write_whole
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["SUFFIX", "Filter", "Result", "read", "save"]

SUFFIX = ".parures"

Result = Literal["won", "lost", "over", "running"]
"""How a game ended: for a player, or at all."""


@dataclass(frozen=True)
class Filter:
    """Which games to read; all by default."""

    player: str | None = None
    """The name of somebody who plays, in any case of letters."""
    modules: Collection[str] | None = None
    """Exactly these modules; none of them for the base game."""
    edition: int | None = None
    seats: int | None = None
    """The number of players."""
    result: Result | None = None
    """`won` and `lost` are about the player; `over` and `running` are about the game."""
    since: datetime.date | None = None
    until: datetime.date | None = None
    """The first and the last day; a game without a date is on none."""

    def __post_init__(self) -> None:
        """Refuse what no game can be."""
        if self.result not in (None, "won", "lost", "over", "running"):
            raise RecordError(_("The result can be won, lost, over or running."))
        if self.result in ("won", "lost") and self.player is None:
            raise RecordError(_("Say which player has won or lost."))
        Rules.of(2 if self.seats is None else self.seats, self.modules or (), 2024)
        Rules.of(2, (), 2024 if self.edition is None else self.edition)

    def allows(self, game: AnnotatedGame) -> bool:
        """Tell whether a game is among them."""
        rules = game.rules
        is_alike = (
            (self.player is None or bool(seats_of(game, self.player)))
            and (self.modules is None or set(self.modules) == set(rules.modules))
            and self.edition in (None, rules.edition)
            and self.seats in (None, rules.players)
            and self._is_in_time(game.date)
        )
        return is_alike and (self.result is None or self._ended_so(game))

    def _is_in_time(self, date: datetime.date | None) -> bool:
        if date is None:
            return self.since is None and self.until is None
        return (self.since is None or self.since <= date) and (
            self.until is None or date <= self.until
        )

    def _ended_so(self, game: AnnotatedGame) -> bool:
        end = game.end.game()
        if self.result in ("over", "running"):
            return end.is_over == (self.result == "over")
        has_won = any(seat in end.winners for seat in seats_of(game, self.player or ""))
        return end.is_over and has_won == (self.result == "won")


def seats_of(game: AnnotatedGame, player: str) -> list[int]:
    """Return the seats of a player in a game."""
    name = player.strip().casefold()
    return [seat for seat, own in enumerate(game.names) if own.casefold() == name]


def read(
    path: str | Path,
    wanted: Filter | None = None,
    broken: Callable[[RecordError], object] | None = None,
) -> Iterator[AnnotatedGame]:
    """Yield the games of a file or of all files in a folder, one at a time.

    :param broken: called with the sentence about each game that can't be read, which is then left out;
        without it, the first such game raises `RecordError`.
    """
    wanted = wanted or Filter()
    for file in _files(Path(path)):
        for line, text in _texts(file, broken):
            try:
                game = annotated.loads(text, line)
            except RecordError as error:
                _report(_named(file, error), broken)
                continue
            if wanted.allows(game):
                yield game


def save(path: str | Path, games: Iterable[AnnotatedGame]) -> None:
    """Write games into one file, whole or not at all."""
    write_whole(Path(path), "\n".join(annotated.dumps(game) for game in games))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    suffixes = (annotated.SUFFIX, SUFFIX)
    files = sorted(one for one in path.iterdir() if one.suffix in suffixes and one.is_file())
    if not files:
        raise RecordError(
            _("{folder} has no records (files ending in {suffix}).").format(
                folder=path, suffix=", ".join(suffixes)
            )
        )
    return files


def _texts(path: Path, broken: Callable[[RecordError], object] | None) -> Iterator[tuple[int, str]]:
    """Yield the text of each record in a file, with the number of its first line."""
    with path.open(encoding="utf-8-sig") as file:
        try:
            yield from _split(path, file)
        except UnicodeDecodeError:
            _report(RecordError(_("{path} is not a text file.").format(path=path)), broken)
        except RecordError as error:
            _report(error, broken)


def _split(path: Path, file: TextIO) -> Iterator[tuple[int, str]]:
    lines, first, number, size = list[str](), 1, 0, 0
    while line := file.readline(annotated.LARGEST):
        number += 1
        if line.startswith(annotated.TITLE) and any(one.strip() for one in lines):
            yield first, "".join(lines)
            lines, first, size = [], number, 0
        size += len(line)
        if size > annotated.LARGEST:
            words = _("Line {line}: {problem}.").format(
                line=first, problem=_("this game is too large")
            )
            raise _named(path, RecordError(words))
        lines.append(line)
    if lines or not number:
        yield first, "".join(lines)


def _named(path: Path, error: RecordError) -> RecordError:
    return RecordError(f"{path.name}: {error}")


def _report(error: RecordError, broken: Callable[[RecordError], object] | None) -> None:
    if broken is None:
        raise error
    broken(error)

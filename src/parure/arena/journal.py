"""The journal of a match: one line for each finished game, on disk before the next result is taken.

A match that is interrupted, even by `kill -9` or a power cut, goes on from its journal without losing or
repeating a game. The journal lies beside the file of the result, which takes its place at the end. Its
first line holds the options of the match; a torn last line is dropped.
"""

import json
import os
from pathlib import Path
from typing import Any, TextIO

from parure import __version__
from parure.arena.match import ArenaError, Match
from parure.arena.referee import Result
from parure.i18n import gettext as _

__all__ = ["FORMAT", "Journal", "header", "kept_seed"]

FORMAT = "Parure arena 1"


def header(match: Match) -> dict[str, Any]:
    """Return what a file says of its match: format, version and options."""
    return {"format": FORMAT, "parure": __version__, "options": match.options()}


def _journal_of(path: Path) -> Path:
    return path.with_name(path.name + ".journal")


class Journal:
    """The finished games of a match, kept beside the file of its result."""

    def __init__(self, match: Match, path: Path, *, fresh: bool = False) -> None:
        """Open the journal and read what is finished.

        :param path: the file of the result; one that is there is continued.
        :param fresh: forget what is there and start over.
        """
        self.path = path
        self.results: dict[int, Result] = {}
        own = _journal_of(path)
        if not fresh:
            for file, found in ((path, _read_result(path)), (own, _read_journal(own))):
                self._take(match, file, found)
        if any(number >= match.total for number in self.results):
            raise ArenaError(
                _(
                    "{file} holds {n} games, more than the {total} asked for; "
                    "--games {n} shows them all, --fresh starts over."
                ).format(file=path, n=len(self.results), total=match.total)
            )
        self._file = own.open("a", encoding="utf-8")
        _lock(self._file, path)
        if fresh:
            self._file.truncate(0)
            path.unlink(missing_ok=True)
        _drop_torn_line(own)
        if own.stat().st_size == 0:
            self._write(header(match))

    def _take(self, match: Match, file: Path, found: "_Found | None") -> None:
        """Take the games of a file, if they are of the same match."""
        if found is None:
            return
        first, games = found
        if first.get("format") != FORMAT:
            raise ArenaError(
                _("{file} is not a result of the arena; --fresh replaces it.").format(file=file)
            )
        mine = header(match)
        try:
            old = {"parure": first["parure"], **first["options"]}
            taken = {game["number"]: Result.from_dict(game) for game in games}
        except (KeyError, TypeError) as error:
            raise _damaged(file) from error
        for option, wanted in {"parure": mine["parure"], **mine["options"]}.items():
            if old.get(option) != wanted:
                raise ArenaError(
                    _(
                        "{file} holds another match ({option}: {old}, not {new}); "
                        "--fresh starts over."
                    ).format(
                        file=file, option=option, old=_plain(old.get(option)), new=_plain(wanted)
                    )
                )
        self.results.update(taken)

    def add(self, result: Result) -> None:
        """Keep a result; it is on disk when this returns."""
        self.results[result.number] = result
        self._write(result.to_dict())

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the journal; the match can be continued."""
        self._file.close()

    def finish(self) -> None:
        """Remove the journal: the file of the result holds everything."""
        self.close()
        _journal_of(self.path).unlink()


_Found = tuple[dict[str, Any], list[dict[str, Any]]]
"""The first part of a file, and the games in it."""


def _read_result(path: Path) -> _Found | None:
    """Return what a file of a result holds; None where there is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return (data, data.get("games", [])) if isinstance(data, dict) else ({}, [])
    except FileNotFoundError:
        return None
    except ValueError:
        return {}, []


def _read_journal(path: Path) -> _Found | None:
    """Return what a journal holds; None where there is none, or only a torn first line."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    lines = text.split("\n")[:-1]
    if not lines:
        return None
    try:
        first, *games = map(json.loads, lines)
    except ValueError as error:
        raise _damaged(path) from error
    return first, games


def _damaged(file: Path) -> ArenaError:
    return ArenaError(_("{file} is damaged; --fresh starts over.").format(file=file))


def _lock(file: TextIO, path: Path) -> None:
    """Refuse to play a match that another process is playing; the lock ends with its process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ArenaError(
            _("Another process is playing the match of {file}.").format(file=path)
        ) from error


def _drop_torn_line(path: Path) -> None:
    """Cut off what stands after the last line end: it was being written when the match was stopped."""
    with path.open("rb+") as file:
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)


def kept_seed(path: Path) -> int | None:
    """Return the seed of the match in a file or its journal, if there is one."""
    for found in (_read_result(path), _read_journal(_journal_of(path))):
        if found is not None and isinstance(found[0].get("options"), dict):
            seed = found[0]["options"].get("seed")
            return seed if isinstance(seed, int) else None
    return None


def _plain(value: Any) -> str:
    """Return an option as it is typed."""
    return ", ".join(map(str, value)) or "-" if isinstance(value, list) else str(value)

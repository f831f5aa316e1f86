"""Runs a match: plays its missing games, locally or on a cluster, and saves every result at once.

The journal of a match has one line for each finished game, on disk before the next result is taken. A match
that is interrupted, even by `kill -9` or a power cut, goes on from its journal without losing or repeating a
game. The journal lies beside the file of the result, which takes its place at the end. Its first line holds
the options of the match; a torn last line is dropped.
"""

import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

from parure import record
from parure.arena.match import FORMAT, ArenaError, Match, Result
from parure.arena.match_report import Report
from parure.arena.workers import START_LIMIT, play_all
from parure.i18n import gettext as _
from parure.types import Record

__all__ = ["Journal", "kept_seed", "run"]


def _journal_of(path: Path) -> Path:
    return path.with_name(path.name + ".journal")


class Journal:
    """The finished games of a match, stored beside its result file."""

    def __init__(self, match: Match, path: Path, *, fresh: bool = False) -> None:
        """Open the journal and read what is finished.

        :param path: the result file; an existing one is continued.
        :param fresh: discard existing results and start over.
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
                    "{file} has {n} games, more than the {total} requested; use --games {n} to "
                    "show them all or --fresh to start over."
                ).format(file=path, n=len(self.results), total=match.total)
            )
        self._file = own.open("a", encoding="utf-8")
        _lock(self._file, path)
        if fresh:
            self._file.truncate(0)
            path.unlink(missing_ok=True)
        _drop_torn_line(own)
        if own.stat().st_size == 0:
            self._write(match.header())

    def _take(self, match: Match, file: Path, found: "_Found | None") -> None:
        """Take over the games in a file, if they belong to the same match."""
        if found is None:
            return
        first, games = found
        if first.get("format") != FORMAT:
            raise ArenaError(
                _("{file} is not an arena result; use --fresh to replace it.").format(file=file)
            )
        mine = match.header()
        try:
            old = {"parure": first["parure"], **first["options"]}
            taken = {game["number"]: Result.from_dict(game) for game in games}
        except (KeyError, TypeError) as error:
            raise _damaged(file) from error
        for option, wanted in {"parure": mine["parure"], **mine["options"]}.items():
            if old.get(option) != wanted:
                raise ArenaError(
                    _(
                        "{file} belongs to another match ({option}: {old}, not {new}); use --fresh "
                        "to start over."
                    ).format(
                        file=file, option=option, old=_plain(old.get(option)), new=_plain(wanted)
                    )
                )
        self.results.update(taken)

    def add(self, result: Result) -> None:
        """Append a result, which is on disk when this returns."""
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
        """Remove the journal, since the result file holds everything."""
        self.close()
        _journal_of(self.path).unlink()


_Found = tuple[dict[str, Any], list[dict[str, Any]]]
"""The header of a file, and its games."""


def _read_result(path: Path) -> _Found | None:
    """Return the contents of a result file; None if there is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return (data, data.get("games", [])) if isinstance(data, dict) else ({}, [])
    except FileNotFoundError:
        return None
    except ValueError:
        return {}, []


def _read_journal(path: Path) -> _Found | None:
    """Return the contents of a journal; None if there is none, or only a torn first line."""
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
    return ArenaError(_("{file} is damaged; use --fresh to start over.").format(file=file))


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
            _("Another process is already playing the match in {file}.").format(file=path)
        ) from error


def _drop_torn_line(path: Path) -> None:
    """Drop an incomplete last line, which was being written when the match stopped."""
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
    """Return an option as typed on the command line."""
    return ", ".join(map(str, value)) or "-" if isinstance(value, list) else str(value)


Listener = Callable[[Result], None]


def run(
    match: Match,
    *,
    json: str | Path | None = None,
    records: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    fresh: bool = False,
    start_limit: float = START_LIMIT,
    listen: Listener = lambda _result: None,
) -> Report:
    """Play a match and return its report.

    :param json: the file for the report. With it an interrupted match can be continued: each result is
        written to a journal beside it. After Ctrl-C the file holds the report so far.
    :param records: a folder for the records of all games.
    :param workers: the number of simultaneous games; all cores by default.
    :param ray: the address of a Ray cluster to play on, or `local`.
    :param fresh: start over, whatever the file or its journal holds.
    :param start_limit: seconds for preparing a bot in a new process.
    :param listen: called with every result, first those of an interrupted match.
    """
    folder = None if records is None else Path(records)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    journal = None if json is None else Journal(match, Path(json), fresh=fresh)
    results: dict[int, Result] = {} if journal is None else journal.results
    try:
        for result in results.values():
            _keep_record(match, result, folder)
            listen(result)
        missing = [fixture for fixture in match.fixtures() if fixture.number not in results]
        with closing(play_all(match, missing, workers, ray, start_limit)) as played:
            for result in played:
                _keep_record(match, result, folder)
                if journal is None:
                    results[result.number] = result
                else:
                    journal.add(result)
                listen(result)
        report = Report(match, results.values())
        if journal is not None:
            report.save(journal.path)
            journal.finish()
        return report
    except KeyboardInterrupt:
        if journal is not None and results:
            Report(match, results.values()).save(journal.path)
        raise
    finally:
        if journal is not None:
            journal.close()


def _keep_record(match: Match, result: Result, folder: Path | None) -> None:
    """Save the record of a game."""
    if folder is None:
        return
    path = folder / f"game-{result.number:05d}.parure"
    rules = match.rules
    game: Record = {
        "players": rules.players,
        "modules": list(rules.modules),
        "edition": rules.edition,
        "seed": result.seed,
        "moves": result.moves,
        "names": [match.labels[bot] for bot in result.seats],
    }
    record.save(path, game)

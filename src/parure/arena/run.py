"""Running a match: play its missing games, locally or on a cluster, and save every result at once."""

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from parure import record
from parure.arena.journal import Journal
from parure.arena.match import Fixture, Match
from parure.arena.pool import START_LIMIT, play_all
from parure.arena.referee import Result
from parure.arena.report import Report
from parure.types import Record

__all__ = ["run"]

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
    :param workers: how many games are played at the same time; all cores by default.
    :param ray: the address of a Ray cluster to play on, or `local`.
    :param fresh: start over, whatever the file or its journal holds.
    :param start_limit: seconds that a bot may take to get ready in a new process.
    :param listen: is told every result, those of an interrupted match first.
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
        with closing(_played(match, missing, workers, ray, start_limit)) as played:
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


def _played(
    match: Match,
    fixtures: list[Fixture],
    workers: int | None,
    ray: str | None,
    start_limit: float,
) -> Generator[Result]:
    if ray is None or not fixtures:
        return play_all(match, fixtures, workers, start_limit)
    from parure.arena.cluster import play_on_ray

    return play_on_ray(match, fixtures, ray, workers, start_limit)


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

"""The results of finished games: a row for each person in each game.

They follow from the games, except for the accuracy, which comes from a review.
"""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields
from typing import Any

from parure.server.store.documents import all_or_nothing
from parure.server.store.protocol import Database
from parure.server.tables.results import PersonalResult

__all__ = ["add", "drop", "every", "judge", "keep", "latest", "people"]

_NAMES = [field.name for field in fields(PersonalResult)]
_COLUMNS = ", ".join('"table"' if name == "table" else name for name in _NAMES)


def add(database: Database, results: Iterable[PersonalResult]) -> None:
    """Add results that are not there yet, within the current transaction."""
    places = ", ".join("?" * len(_NAMES))
    insert = f"INSERT INTO results ({_COLUMNS}) VALUES ({places}) ON CONFLICT DO NOTHING"
    database.executemany(insert, [astuple(result) for result in results])


def keep(database: Database, results: Iterable[PersonalResult]) -> None:
    """Store results that are not there yet."""
    with all_or_nothing(database):
        add(database, results)


def latest(database: Database, person: str, most: int) -> list[PersonalResult]:
    """Return the latest results of a person, by public id, newest first."""
    query = f"SELECT {_COLUMNS} FROM results WHERE person = ? ORDER BY ended DESC LIMIT ?"
    return _read(database.execute(query, (person, most)).fetchall())


def people(database: Database) -> dict[str, tuple[int, int]]:
    """Return how many games each person has finished and won, by public id, the most games first."""
    query = "SELECT person, count(*), sum(won) FROM results GROUP BY person ORDER BY 2 DESC"
    return {_text(id): (games, won) for id, games, won in database.execute(query).fetchall()}


def every(database: Database) -> list[PersonalResult]:
    """Return all results."""
    return _read(database.execute(f"SELECT {_COLUMNS} FROM results").fetchall())


def judge(database: Database, table: str, accuracies: Mapping[int, float]) -> None:
    """Note how accurately each seat of a table has played."""
    with all_or_nothing(database):
        database.executemany(
            'UPDATE results SET accuracy = ? WHERE "table" = ? AND seat = ?',
            [(accuracy, table, seat) for seat, accuracy in accuracies.items()],
        )


def drop(database: Database, person: str) -> None:
    """Delete the results of a person, by public id."""
    database.execute("DELETE FROM results WHERE person = ?", (person,))


def _read(rows: Iterable[tuple[Any, ...]]) -> list[PersonalResult]:
    return [PersonalResult(*map(_text, row)) for row in rows]


def _text(value: Any) -> Any:
    """Return a value of a column: SQLite returns texts as bytes."""
    return value.decode() if isinstance(value, bytes) else value

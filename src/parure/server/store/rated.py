"""What everybody at a table was rated after it: kept so that it need not be computed, nor change, again.

Nothing is lost with it. The tables say who has won, and what is missing or can't be read is rated again.
"""

from collections.abc import Mapping

from parure.server.store.rows import Database

__all__ = ["rate", "ratings"]


def ratings(database: Database) -> dict[str, str]:
    """Return what was rated after each table, as far as it can be read."""
    found = {}
    try:
        for row in database.every('SELECT "table", ratings FROM ratings', "ratings", '"table"'):
            try:
                table, text = (v if isinstance(v, str) else bytes(v).decode() for v in row)
            except (UnicodeDecodeError, TypeError):
                continue
            found[table] = text
    except Exception as error:
        if not database.is_damage(error):
            raise
    return found


def rate(database: Database, ratings: Mapping[str, str]) -> None:
    """Keep what is rated after some tables."""
    try:
        database.begin()
        database.executemany(
            'INSERT INTO ratings VALUES (?, ?) ON CONFLICT ("table") DO UPDATE'
            " SET ratings = excluded.ratings",
            list(ratings.items()),
        )
        database.commit()
    except Exception:
        database.rollback()
        raise

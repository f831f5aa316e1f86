"""The databases of a server as a layout has them, to be brought up to every later one.

    python tests/formats/layouts.py

writes what a server of this layout keeps into `layouts/`, once for each: the statements that make its tables,
for SQLite and for PostgreSQL, their rows, and what is to be found in them.
"""

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from formats.games import described
from kit.postgres import cluster
from kit.server import running
from kit.stores import InPostgres, Place
from parure.puzzles import puzzles
from parure.server.store.layouts import SCHEMA
from parure.server.tables.transitions import load

__all__ = ["LAYOUTS", "restore"]

HERE = Path(__file__).resolve().parent
LAYOUTS = {int(path.stem): path for path in (HERE / "layouts").glob("*.json")}


def restore(place: Place, kept: dict[str, Any]) -> None:
    """Make a database as it was kept, past the store."""
    for statement in kept[place.kind]:
        place.execute(statement)
    rows = {**kept["rows"], "documents": list(kept["documents"].items())}
    if place.kind == "sqlite":
        del rows["documents"]
    for table, values in rows.items():
        for row in values:
            place.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)
    if place.kind == "postgres":
        # PostgreSQL counts as it inserts, the store counts apart from it.
        place.execute("UPDATE counts SET tables = (SELECT max(number) FROM tables)")
        place.execute(
            "SELECT setval(pg_get_serial_sequence('tables', 'number'), max(number)) FROM tables"
        )


def _statements_of_sqlite(games: sqlite3.Connection) -> list[str]:
    found = games.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    made = [sql for (sql,) in found if "sqlite_" not in sql]
    pragmas = [
        f"PRAGMA {name} = {games.execute(f'PRAGMA {name}').fetchone()[0]}"
        for name in ("application_id", "user_version")
    ]
    return [*made, *pragmas]


def _statements_of_postgres() -> list[str]:
    from parure.server.store.pg_connection import Postgres

    found: list[str] = []
    execute = Postgres.execute

    def noted(database: Postgres, query: str, values: Any = ()) -> Any:
        if query.startswith(("CREATE", "INSERT INTO counts")):
            found.append(query)
        return execute(database, query, values)

    Postgres.execute = noted  # type: ignore[method-assign]
    try:
        with cluster() as postgres:
            InPostgres(postgres.address()).open().close()
    finally:
        Postgres.execute = execute  # type: ignore[method-assign]
    return found


def write() -> None:
    """Write the database of this layout."""
    path = HERE / "layouts" / f"{SCHEMA}.json"
    assert not path.exists(), "what lies here is never written again"
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder)) as server:
            ann, ben = server.person(), server.person()
            rated = ann.create({"name": "Ann"}, {}, rated=True)
            ben.post(f"/api/tables/{rated}/seats", name="Zoë ☕")
            for _move in range(6):
                mover = ann if ann.look(rated)["you"]["moves"] else ben
                mover.play(rated, lambda moves: moves[0])
            ben.post(f"/api/tables/{rated}/resign")
            running_on = ann.create({"name": "Ann"}, {"bot": "novice"}, modules=["cities"])
            ann.create({"name": "Ann"}, {}, {}, public=True)
            cup = ann.post("/api/tournaments", 201, name="Cup", kind="everybody", player="Ann")
            ben.post(f"/api/tournaments/{cup['id']}/players", name="Ben")
            number = puzzles()[0].number
            ann.post(f"/api/puzzles/{number}/answer", move=None)
            store = server.store
            tables = {
                id: described(load(id, store.events(id).result()))
                for id in store.listings().result().listings
            }
            answered = ann.get("/api/people/me")["puzzles"]
        games = Path(folder, "games.sqlite")
        with closing(sqlite3.connect(games)) as connection:
            rows = {
                table: connection.execute(f"SELECT * FROM {table}").fetchall()
                for (table,) in connection.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
                ).fetchall()
            }
            statements = _statements_of_sqlite(connection)
        key = Path(folder, "key").read_text()
    kept = {
        "sqlite": statements,
        "postgres": _statements_of_postgres(),
        "documents": {"key": key},
        "rows": rows,
        "token": ann.token,
        "running": running_on,
        "tables": tables,
        "answered": answered,
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()

"""The layouts of databases: numbered, and each the step from the one before.

Whoever opens a database alone takes the steps that it lacks, all of them or none, and notes each in the
table `versions`. The numbers are the same for all databases; PostgreSQL's begin where SQLite's were.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from parure import __version__
from parure.server.store.rows import Database

__all__ = [
    "DOCUMENTS",
    "PROCESSES",
    "PUZZLES",
    "RATINGS",
    "SCHEMA",
    "TOURNAMENTS",
    "VERSIONS",
    "migrate",
]

SCHEMA = 7
"""The layout that is written."""
VERSIONS = (
    "CREATE TABLE versions (version INTEGER PRIMARY KEY, parure TEXT NOT NULL, at TEXT NOT NULL)"
)
RATINGS = 'CREATE TABLE ratings ("table" TEXT PRIMARY KEY, ratings TEXT NOT NULL)'
"""What everybody at a table was rated after it; made again from the tables where it is missing."""
PUZZLES = "CREATE TABLE puzzles (person TEXT PRIMARY KEY, answers TEXT NOT NULL)"
"""What each person has answered to puzzles."""
DOCUMENTS = "CREATE TABLE documents (name TEXT PRIMARY KEY, document TEXT NOT NULL)"
"""What a server of one process has in files."""
PROCESSES = "CREATE UNLOGGED TABLE processes (id TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL)"
"""The processes that serve the tables, and until when each is thought to."""
TOURNAMENTS = "CREATE TABLE tournaments (id TEXT PRIMARY KEY, tournament TEXT NOT NULL)"
"""Tournaments, each whole; what is played in them are tables."""


def migrate(database: Database, version: int, steps: Mapping[int, Callable[[Any], None]]) -> None:
    """Bring a database up to the layout of today: all of it, or nothing."""
    if version == SCHEMA:
        return
    missing = [number for number in sorted(steps) if number > version]
    database.begin()
    for number in missing:
        steps[number](database)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    database.executemany(
        "INSERT INTO versions VALUES (?, ?, ?)", [(number, __version__, at) for number in missing]
    )
    database.commit()

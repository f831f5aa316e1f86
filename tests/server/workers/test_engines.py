"""Engines at the tables of a server: they play, and where one fails, another bot moves for it."""

import json
import sys
from pathlib import Path

import pytest

from kit.server import running, until
from kit.waiting import PATIENCE
from parure.engine.engine_bot import ENGINES
from parure.server.tables import options

pytestmark = pytest.mark.verify

ROOT = Path(__file__).parent.parent.parent.parent
EXAMPLE = f"{sys.executable} {ROOT / 'examples' / 'engine.py'}"
BROKEN = f"{sys.executable} {ROOT / 'tests' / 'kit' / 'broken_engine.py'}"
NAMED = {
    "Thrifty": EXAMPLE,
    "Other Novice": f"{sys.executable} -m parure engine novice",
    "Crash": f"{BROKEN} crash",
    "Gone": "no-such-program",
    "Liar": f"{BROKEN} illegal",
    "Slow": f"{BROKEN} slow",
}


@pytest.fixture
def named(monkeypatch):
    """Name engines, for this process and those that it starts."""
    monkeypatch.setenv(ENGINES, json.dumps(NAMED))
    options.bot_names.cache_clear()
    yield
    monkeypatch.undo()
    options.bot_names.cache_clear()


def test_two_engines_play_a_game_that_is_watched_live(tmp_path, named) -> None:
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.create({"bot": "Thrifty"}, {"bot": "Other Novice"}, seed=3)
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            document = until(socket, lambda document: document["table"]["status"] == "over")
        game = document["game"]
        assert [seat["name"] for seat in document["table"]["seats"]] == ["Thrifty", "Other Novice"]
        assert game["result"]
        assert {entry["seat"] for entry in game["log"] if entry.get("by") == "bot"} == {0, 1}
        assert not any("note" in entry for entry in game["log"])


@pytest.mark.parametrize("bot", ["Crash", "Gone", "Liar", "Slow"])
def test_a_table_goes_on_where_an_engine_fails(tmp_path, named, bot: str) -> None:
    with running(tmp_path, bot_seconds=PATIENCE if bot != "Slow" else 15.0) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"bot": bot}, seed=3)
        for _turn in range(4):
            version = ann.play(table, lambda moves: moves[0])["version"]
            with ann.watching(f"/api/tables/{table}/watch") as socket:
                document = until(
                    socket,
                    lambda document, past=version: (
                        document["version"] > past and document["you"]["moves"]
                    ),
                )
        moved = [entry for entry in document["game"]["log"] if entry["seat"] == 1]
        notes = [entry.get("note") for entry in moved if "forced" not in entry]
        fails = {"Crash": {2}, "Slow": {2}}.get(bot, {0, 1, 2, 3})
        assert [number for number, note in enumerate(notes[:4]) if note] == sorted(fails)


def test_a_player_can_choose_an_engine_and_strangers_can_t_name_a_command(tmp_path, named) -> None:
    with running(tmp_path) as server:
        ann = server.person()
        offered = [bot["name"] for bot in ann.get("/api/options")["bots"]]
        assert offered[-2:] == ["Slow", "Thrifty"]
        seats = [{"name": "Ann"}, {"bot": EXAMPLE}]
        _status, _code, sentence = ann.refused("/api/tables", seats=seats)
        assert sentence.startswith("There is no bot “")

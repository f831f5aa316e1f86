"""Events as they are kept: every kind is described, and nothing else is read."""

import json
import math
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from kit.diary import Diary
from kit.server import Person, running
from parure.server.errors import Damaged, Newer
from parure.server.play.session import Session
from parure.server.store.sqlite import SqliteStore
from parure.server.tables import events as happened
from parure.server.tables.options import TableOptions
from parure.server.tables.transitions import load

PAGE = Path(__file__).parents[3] / "docs" / "formats" / "events.md"
IN_EVERY_EVENT = ["kind", "format", "rules", "at"]


def sections():
    """Return what the page says under each heading."""
    parts = re.split(r"^##+ (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def fields_in(text):
    """Return what stands first in the rows of a table."""
    return re.findall(r"^\| `([^`]+)`.*\|$", text, re.MULTILINE)


def example(kind):
    """Return the event that the page shows."""
    (text,) = re.findall(r"```json\n(.*?)```", sections()[kind], re.DOTALL)
    return json.loads(text)


def read(fields):
    return happened.from_text(json.dumps(fields))


def described(kind):
    """Return the schema of a kind of event."""
    return TypeAdapter(happened.KINDS[kind]).json_schema()


class TestPage:
    def test_it_describes_every_kind_in_order(self):
        headings = [heading for heading in sections() if heading in happened.KINDS]
        assert headings == list(happened.KINDS)
        assert fields_in(sections()["In every event"]) == IN_EVERY_EVENT

    @pytest.mark.parametrize("kind", happened.KINDS)
    def test_it_describes_every_field(self, kind):
        assert ["at", *fields_in(sections()[kind])] == list(described(kind)["properties"])

    @pytest.mark.parametrize("kind", happened.KINDS)
    def test_its_examples_are_written_as_they_are_read(self, kind):
        shown = example(kind)
        assert shown["kind"] == kind
        assert list(shown)[: len(IN_EVERY_EVENT)] == IN_EVERY_EVENT
        written = happened.to_text(read(shown))
        assert written == json.dumps(shown, separators=(",", ":"))

    def test_it_describes_every_option(self):
        assert fields_in(sections()["The options of a table"]) == list(TableOptions.model_fields)


class TestReading:
    @pytest.mark.parametrize("kind", happened.KINDS)
    def test_what_may_be_missing_has_a_default(self, kind):
        shown, needed = example(kind), described(kind)["required"]
        needed = ["kind", "format", "rules", *needed]
        read({name: value for name, value in shown.items() if name in needed})
        for name in needed:
            with pytest.raises(ValueError, match=name):
                read({other: value for other, value in shown.items() if other != name})

    @pytest.mark.parametrize("number", ["format", "rules"])
    def test_a_later_number_is_said_whatever_else_there_is(self, number):
        with pytest.raises(happened.Later, match=f"{number} 7, and this program reads up to 1"):
            read({"kind": "wondered", "format": 1, "rules": 1, number: 7, "at": 1.0})

    @pytest.mark.parametrize("number", ["format", "rules"])
    @pytest.mark.parametrize("value", [0, -1, 1.0, "1", None, True, [1]], ids=repr)
    def test_a_number_that_never_was_is_damage(self, number, value):
        with pytest.raises(ValueError, match=number):
            read({**example("left"), number: value})

    @pytest.mark.parametrize("kind", happened.KINDS)
    def test_an_unknown_field_is_damage(self, kind):
        with pytest.raises(ValueError, match="why"):
            read({**example(kind), "why": "?"})

    @pytest.mark.parametrize("kind", happened.KINDS)
    @pytest.mark.parametrize(
        "value", [True, -1, 4.5, float("nan"), float("inf"), "", [[]], {"a": 1}], ids=repr
    )
    def test_a_field_of_another_type_is_damage(self, kind, value):
        for name, schema in described(kind)["properties"].items():
            if name in ("at", "spent") and value == 4.5:
                continue
            if value == "" and "anyOf" in schema:
                continue
            if value is True and schema.get("type") == "boolean":
                continue
            with pytest.raises(ValueError, match="validation error"):
                read({**example(kind), name: value})

    @pytest.mark.parametrize("line", ["", "{}", "[]", "7", '{"kind":[]}', '{"kind":"x","at":1}'])
    def test_a_line_that_is_no_event_is_damage(self, line):
        with pytest.raises(Damaged, match="event 0 is damaged"):
            load("t", [line])

    @pytest.mark.parametrize("order", [[0, 0], [0], [0, 1, 2], [1, 2]])
    def test_an_order_of_other_seats_is_damage(self, order):
        lines = Diary().lines()[:-1]
        started = happened.Started(at=3.0, seed=7, order=order)
        with pytest.raises(Damaged, match="event 3 is damaged"):
            load("t", [*lines, happened.to_text(started)])


@pytest.mark.parametrize(
    ("number", "event"),
    [
        (0, "started"),
        (1, "created"),
        (4, "created"),
        (4, "started"),
        (5, "moved"),
    ],
)
def test_events_in_another_order_are_damage(number, event):
    """A table is created once, starts once, and seats move when it is their turn."""
    diary = Diary()
    diary.move("take W U G")
    lines = diary.lines()
    lines.insert(number, json.dumps(example(event)))
    with pytest.raises(Damaged, match=f"event {number} is damaged"):
        load("t", lines)


@pytest.mark.parametrize("what", ["event", "listing"])
def test_a_table_of_a_newer_version_is_refused_by_name_and_the_others_go_on(tmp_path, caplog, what):
    with running(tmp_path) as server:
        ann = server.person()
        later, other = (ann.create({"name": "Ann"}, {"name": "Ben"}) for _ in range(2))
        number = ann.look(later)["version"]
    event = '{"kind":"wondered","format":2,"rules":1,"at":1.0,"why":"a secret"}'
    with closing(SqliteStore(tmp_path / "games.sqlite")) as store:
        listing = json.loads(store.listings().result().listings[later])
        if what == "listing":
            listing |= {"format": 2, "mood": "wondered"}
        store.append(later, number, event, json.dumps(listing)).result()
        with pytest.raises(Newer):
            load(later, store.events(later).result())
    with running(tmp_path) as server:
        ann = Person(server.address, ann.token)
        assert other in [table["table"] for table in ann.get("/api/tables")["mine"]]
        for _time in range(2):
            answer = ann.http.get(f"/api/tables/{later}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "newer")
            assert f"Table {later} was written by a newer version" in answer.text
            assert "wondered" not in answer.text
        ann.move(other, "take W U G", ann.look(other)["version"], seat=0)
    where = {"event": number, "listing": None}[what]
    assert f"table {later} is newer at event {where}: format 2" in caplog.text
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        rows = connection.execute('SELECT event FROM events WHERE "table" = ?', (later,))
        assert (event,) in rows.fetchall()


def test_nothing_is_kept_that_could_not_be_read_again(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"name": "Ben"}, clock={"minutes": 5})
        before = ann.look(table)
        with monkeypatch.context() as patched:
            patched.setattr(Session, "elapsed", math.nan)
            move = {"move": "take W U G", "version": before["version"], "seat": 0}
            assert ann.refused(f"/api/tables/{table}/moves", **move)[:2] == (500, "failure")
        assert ann.look(table)["version"] == before["version"]
    with running(tmp_path) as server:
        assert Person(server.address, ann.token).look(table)["version"] == before["version"]

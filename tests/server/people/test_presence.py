"""Who counts as here: people and programs, by what they ask for and by the pages they have open."""

from parure.server.people import presence
from parure.server.people.presence import HERE, Presence
from parure.server.security.rates import Sockets
from parure.server.settings import Limits
from parure.server.tables.names import PROGRAM, public_id

PROGRAM_ID = f"{PROGRAM}x"


def at(monkeypatch, seconds):
    """Let it be so many seconds after 1970."""
    monkeypatch.setattr(presence.time, "time", lambda: seconds)


def test_people_count_and_programs_do_not():
    found = Presence(Sockets(Limits()))
    for who in ("Ann", "Ann", "Ben", PROGRAM_ID):
        found.saw(who)
    assert found.count() == 2
    assert found.is_here(public_id(PROGRAM_ID))


def test_one_leaves_some_minutes_after_the_last_request(monkeypatch):
    found = Presence(Sockets(Limits()))
    at(monkeypatch, 1_000.0)
    found.saw("Ann")
    at(monkeypatch, 1_031.0)
    assert found.is_here(public_id("Ann"))
    assert not found.is_here(public_id("Ann"), within=30.0)
    at(monkeypatch, 1_001.0 + HERE)
    assert not found.is_here(public_id("Ann"))
    found.tell()
    assert found.count() == 0


def test_one_stays_with_a_page_open(monkeypatch):
    sockets = Sockets(Limits())
    found = Presence(sockets)
    with sockets.opened("Ann", "127.0.0.1"):
        at(monkeypatch, 1e6)
        found.tell()
        assert found.is_here(public_id("Ann"))

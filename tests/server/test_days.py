"""A day a move: a clock that begins anew with each turn, whether anybody is there or not."""

import json
import time
from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.server import Person
from parure.server.errors import Invalid
from parure.server.house.room import Room
from parure.server.tables import events as happened
from parure.server.tables.listing import Listing
from parure.server.tables.options import Clock, SeatPlan, TableOptions

A_DAY = Clock(minutes=0, days=1)
SECONDS = 86_400.0


def test_every_turn_has_its_day():
    diary = Diary(clock=A_DAY)
    assert diary.table.clocks == (SECONDS, SECONDS)
    diary.move("take W U G", spent=3600.0)
    assert diary.table.clocks == (SECONDS, SECONDS)
    diary.add(happened.Undone, seat=0, spent=60.0)
    assert diary.table.clocks == (SECONDS - 3660, SECONDS)


def test_whoever_was_late_has_a_day_for_the_next_turn():
    diary = Diary(clock=A_DAY)
    diary.move("take W U G", by="clock", spent=SECONDS + 9)
    assert diary.table.clocks == (SECONDS, SECONDS)


@pytest.mark.parametrize("clock", [Clock(minutes=5, days=1), Clock(minutes=0)], ids=str)
def test_a_clock_is_of_one_kind(clock):
    with pytest.raises(Invalid):
        TableOptions(seats=[SeatPlan(), SeatPlan()], clock=clock).checked()


def test_nobody_is_away_who_has_a_day():
    for clock, is_absent in ((A_DAY, False), (Clock(minutes=5), True)):
        assert Room(Diary(clock=clock).table, 0.0).is_absent("Ben") is is_absent


def kept(server, id, began):
    """Let a server have a table whose game began so many seconds ago."""
    begun, diary = time.time() - began, Diary(clock=A_DAY)
    events = [replace(event, at=begun + event.at / 1000) for event in diary.events]
    listing = Listing.of(replace(diary.table, id=id), None)
    lines = tuple(happened.to_text(event) for event in events)
    # All at once: a server that has just begun may read the table at any moment.
    server.house.rooms._store.append(id, 0, lines, listing.to_text()).result()
    server.house.rooms.lists.put(listing)
    return Person(server.address, server.app.state.identities.token("Ann"))


def test_the_day_goes_on_while_the_server_is_off(server):
    ann = kept(server, "an-hour-ago", 3600)
    assert 3599 < ann.look("an-hour-ago")["elapsed"] < 7200


def test_a_bot_moves_when_the_day_is_over(server):
    ann = kept(server, "yesterday", SECONDS + 1)
    with ann.watching("/api/tables/yesterday/watch") as socket:
        log = []
        while not log:
            log = json.loads(socket.recv(timeout=300))["log"]
    assert (log[0]["seat"], log[0]["by"]) == (0, "clock")

"""A day a move: a clock that begins anew with each turn, whether anybody is there or not."""

import pytest

from kit.diary import Diary
from kit.server import until
from parure.server.errors import Invalid
from parure.server.play.session import Session
from parure.server.tables import events as happened
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
        assert Session(Diary(clock=clock).table, 0.0).is_absent("Ben") is is_absent


def test_the_day_goes_on_while_the_server_is_off(server):
    ann = Diary(clock=A_DAY).keep(server, "an-hour-ago", 3600)
    assert 3599 < ann.look("an-hour-ago")["table"]["elapsed"] < 7200


def test_a_bot_moves_when_the_day_is_over(server):
    ann = Diary(clock=A_DAY).keep(server, "yesterday", SECONDS + 1)
    with ann.watching("/api/tables/yesterday/watch") as socket:
        log = until(socket, lambda view: view["game"]["log"])["game"]["log"]
    assert (log[0]["seat"], log[0]["by"]) == (0, "clock")

"""Games that count: who leaves has lost, the clock decides about who is away, and nobody is played for."""

import time

import pytest

from kit.diary import Diary
from kit.documents import of_seats
from kit.server import until
from parure.server.lobby.daily import results_of
from parure.server.play.session import Session
from parure.server.tables import events as happened
from parure.server.tables.options import Clock, default_bot

HALF_AN_HOUR = {"minutes": 30}


@pytest.fixture
def rated(ann, ben):
    """Return a rated game of two people, for whom there are seats 0 and 1 in any order."""
    return begun(ann, ben)


def begun(ann, *others):
    table = ann.create({"name": "Ann"}, *({} for _other in others), rated=True, clock=HALF_AN_HOUR)
    for person, name in zip(others, ("Ben", "Cleo"), strict=False):
        person.post(f"/api/tables/{table}/seats", name=name)
    return table


def seat_of(person, table):
    (seat,) = person.look(table)["you"]["seats"]
    return seat


class TestLeaving:
    def test_who_hands_the_seat_over_has_lost(self, ann, ben, rated):
        seat = seat_of(ann, rated)
        ann.post(f"/api/tables/{rated}/seats/{seat}/bot", bot="champion")
        view = ann.look(rated)
        assert (view["table"]["status"], view["game"]["result"]["ended"]) == ("over", "resigned")
        assert view["game"]["result"]["winners"] == [seat_of(ben, rated)]

    @pytest.mark.parametrize("way", ["leave", "hand over"])
    def test_where_others_play_on_the_usual_bot_does_it_and_nobody_comes_back(
        self, server, ann, ben, way
    ):
        table = begun(ann, ben, server.person())
        seat = seat_of(ann, table)
        path = f"/api/tables/{table}/seats/{seat}"
        if way == "leave":
            ann.http.delete(path).raise_for_status()
        else:
            ann.post(f"{path}/bot", bot="champion")
        view = ann.look(table)
        assert (view["table"]["status"], of_seats(view, "bot")[seat]) == ("playing", default_bot())
        assert (of_seats(view, "resigned")[seat], view["you"]["may_return"]) == (True, [])
        for wish in ({"seat": seat}, {}):
            refused = ann.refused(f"/api/tables/{table}/seats", **wish)
            assert refused == (409, "conflict", "The game has already begun, but you can watch.")


class TestBeingAway:
    def test_the_clock_decides(self, ann, ben, rated):
        path = f"/api/tables/{rated}/seats/{seat_of(ben, rated)}/bot"
        sentence = "Ben still has time on the clock."
        assert ann.refused(path, bot="random") == (403, "forbidden", sentence)
        view = ann.look(rated)
        assert (of_seats(view, "bot"), view["you"]["may_replace"]) == ([None, None], [])

    def test_elsewhere_a_bot_may_play(self):
        for is_rated in (False, True):
            table = Diary(clock=Clock(minutes=30), rated=is_rated).table
            assert Session(table, 0.0).is_absent("Ben") is not is_rated


class TestAgreement:
    def test_everybody_agrees_who_may_come_back(self, server):
        diary = Diary(clock=Clock(minutes=30), rated=True)
        diary.add(happened.Replaced, seat=1, bot="random")
        ann = diary.keep(server, "left-to-a-bot")
        path = "/api/tables/left-to-a-bot/end"
        sentence = "Ben is away, but has to agree, too."
        assert ann.refused(path, agree=True) == (409, "conflict", sentence)
        assert ann.look("left-to-a-bot")["table"]["status"] == "playing"

    def test_what_was_agreed_before_stays_so(self):
        diary = Diary(clock=Clock(minutes=30), rated=True)
        diary.add(happened.Replaced, seat=1, bot="random")
        diary.add(happened.Offered, seat=0)
        assert (diary.loaded().status, diary.loaded().ended) == ("over", "agreed")

    def test_not_who_has_left_for_good(self, server, ann, ben):
        cleo = server.person()
        table = begun(ann, ben, cleo)
        ann.http.delete(f"/api/tables/{table}/seats/{seat_of(ann, table)}").raise_for_status()
        for person in (ben, cleo):
            person.post(f"/api/tables/{table}/end", agree=True)
        assert ben.look(table)["game"]["result"]["ended"] == "agreed"


def test_the_deal_of_the_day_is_practice_where_a_bot_has_played_it(server, ann):
    table = ann.post("/api/daily", 201, name="Ann")["table"]
    with ann.watching(f"/api/tables/{table}/watch") as socket:
        ann.post(f"/api/tables/{table}/seats/0/bot", bot="random")
        assert until(socket, lambda view: view["game"]["log"])["table"]["practice"]
    ann.post(f"/api/tables/{table}/seats", seat=0)
    ann.post(f"/api/tables/{table}/resign")
    day = ann.look(table)["table"]["daily"]
    (own,) = (
        one for one in results_of(server.sessions.lists.of_day(day, "")) if one.table == table
    )
    assert (own.won, own.words) == (False, "practice")
    assert ann.http.get(f"/tables/{table}/daily.svg").status_code == 200


def test_whoever_lets_a_bot_move_has_used_the_time(server, ann, ben):
    table = ann.create({"name": "Ann"}, {}, clock={"minutes": 10})
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    with ann.watching(f"/api/tables/{table}/watch") as socket:
        server.sessions.get(table).began_at(time.time() - 100)
        ann.post(f"/api/tables/{table}/seats/0/bot", bot="random")
        clocks = of_seats(until(socket, lambda view: view["game"]["log"]), "clock")
    assert clocks[0] <= 500 < clocks[1]

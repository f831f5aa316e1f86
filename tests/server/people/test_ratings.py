"""Rated games: what is forbidden there, who has won, and everybody's rating after them."""

import json

import pytest

from kit.diary import Diary
from kit.server import Person, running, until
from parure import Rules
from parure.arena.glicko import FIRST
from parure.bots import LADDER
from parure.server.errors import Invalid
from parure.server.people.contacts import Contacts
from parure.server.people.moderation import GivenNames, Reports
from parure.server.people.service import People, Player, measured
from parure.server.tables import events as happened
from parure.server.tables.listing import Listing
from parure.server.tables.names import public_id
from parure.server.tables.options import Clock, SeatPlan, TableOptions

ANN = SeatPlan(name="Ann")


def played(diary):
    return Listing.of(diary.table, None)


class TestOptions:
    def test_nothing_helps_and_there_is_an_end(self):
        options = TableOptions(seats=[ANN, SeatPlan()], rated=True, order="fixed").checked()
        assert (options.serious, options.order, options.clock.days) == (True, "random", 3)
        clock = Clock(minutes=5)
        assert (
            TableOptions(seats=[ANN, SeatPlan()], rated=True, clock=clock).checked().clock == clock
        )

    @pytest.mark.parametrize(
        "options",
        [
            {"seats": [ANN, SeatPlan(name="Ben")]},
            {"seats": [SeatPlan(bot="random"), SeatPlan(bot="novice")]},
            {"seats": [ANN, SeatPlan(bot="random")], "seed": 7},
            {"seats": [ANN, SeatPlan(bot="random")], "guided": True},
        ],
        ids=["two seats of one person", "bots alone", "a given deal", "guided"],
    )
    def test_what_would_not_be_fair(self, options):
        TableOptions(**options).checked()
        with pytest.raises(Invalid):
            TableOptions(rated=True, **options).checked()


class TestGames:
    def test_nothing_is_taken_back_or_given_up_unseen(self):
        for is_rated in (False, True):
            diary = Diary(bots=1, rated=is_rated)
            diary.move("take W U G")
            assert (diary.table.undoes(0) > 0) is not is_rated
            assert diary.table.may_abandon("Ann") is not is_rated

    def test_who_gives_up_has_lost_to_all(self):
        diary = Diary(Rules(3), rated=True)
        diary.add(happened.Resigned, seat=0, bot="novice")
        assert played(diary).first == ()
        diary.add(happened.Resigned, seat=2, bot="novice")
        assert (played(diary).first, played(diary).gone) == ((1,), (0, 2))

    def test_who_left_has_lost_though_a_bot_won_in_their_place(self):
        listing = played(Diary(Rules(3), rated=True))
        over = {**vars(listing), "status": "over", "finished": 9.0, "winners": (0,)}
        assert Listing(**over).first == (0,)
        assert Listing(**{**over, "gone": (0,)}).first == (1, 2)
        assert Listing(**{**over, "winners": ()}).first == ()

    def test_a_rematch_does_not_change_when_it_ended(self):
        diary = Diary(rated=True)
        diary.add(happened.Resigned, seat=0, bot="novice")
        ended = played(diary).finished
        diary.add(happened.Rematched, table="u")
        assert played(diary).finished == ended
        assert played(diary) == Listing.from_text(played(diary).to_text())

    def test_a_game_that_is_not_rated_or_was_ended_by_all_does_not_count(self):
        diary = Diary()
        diary.add(happened.Resigned, seat=0, bot="novice")
        assert played(diary).first == ()
        diary = Diary(rated=True)
        for seat in (0, 1):
            diary.add(happened.Offered, seat=seat)
        assert (diary.table.status, played(diary).first) == ("over", ())


class Background:
    """Lets nothing go on."""

    def start(self, work):
        work.close()


def test_ratings_do_not_depend_on_when_a_game_is_heard_of():
    listing = vars(played(Diary(rated=True)))
    games = [
        Listing(
            **{**listing, "table": f"t{n}", "status": "over", "finished": n, "winners": (n % 2,)}
        )
        for n in range(1, 6)
    ]
    rated = []
    for order in (games, [games[n] for n in (1, 0, 4, 2, 3)]):
        people = People(None, Background(), GivenNames(), Reports(), Contacts())
        people.ready.set()
        for game in order:
            people.finished(game)
            people.finished(game)
        rated.append([people.game(game.table).ratings for game in games])
    assert rated[0] == rated[1]


def person_of(server, person):
    """Return somebody as ratings know them, by their token."""
    return Player("person", server.identities.read(person.token).person)


def beaten(ann, ben, **options):
    """Let Ann resign a rated game; return its table."""
    table = ann.create({"name": "Ann"}, {}, rated=True, **options)
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    ann.post(f"/api/tables/{table}/resign")
    return table


def ratings(server, *players):
    return [server.service(People).rating(one, "base").points for one in players]


def test_ratings_outlive_the_server_and_what_is_missing_is_made_again(place, tmp_path):
    settings = {"folder": tmp_path, "database": place.address}
    with running(**settings) as server:
        ann, ben = server.person(), server.person()
        tables = [beaten(ann, ben) for _game in range(3)]
        with_modules = beaten(ben, ann, modules=["cities"])
        who = [person_of(server, one) for one in (ann, ben)]
        found = ratings(server, *who)
        assert found[0] < FIRST.points < found[1]
        assert server.service(People).rating(who[0], "modules").points > FIRST.points
        server.service(People).finished(server.service(People).games(who[0])[0].listing)
        assert ratings(server, *who) == pytest.approx(found)
    rows = dict(place.execute("SELECT * FROM ratings"))
    assert set(rows) == {*tables, with_modules}
    assert not any(one.id in text for one in who for text in rows.values())
    for harm in (
        [],
        [('DELETE FROM ratings WHERE "table" = ?', tables[1])],
        [("UPDATE ratings SET ratings = ?", "nonsense")],
    ):
        for statement in harm:
            place.execute(*statement)
        with running(**settings) as server:
            Person(server.address, ann.token).get("/api/people")  # It answers when all is read.
            assert ratings(server, *who) == pytest.approx(found, abs=0.01)
            assert len(server.service(People).games(who[0])) == 4
    again = dict(place.execute("SELECT * FROM ratings"))
    for table, text in rows.items():
        for one, other in zip(
            *(json.loads(t)["ratings"] for t in (text, again[table])), strict=True
        ):
            assert one == pytest.approx(other, abs=0.01)


def test_bots_stay_where_the_arena_put_them(server, ann):
    table = ann.create({"name": "Ann"}, {"bot": "guild"}, rated=True, pace="calm")
    ann.post(f"/api/tables/{table}/resign")
    me, guild = person_of(server, ann), Player("bot", "guild")
    people = server.service(People)
    assert people.rating(guild, "base") == measured("base")["guild"] == (1600, 0, 0.06)
    assert people.games(me)[0].ratings[people.games(me)[0].seat_of(guild)].points == 1600
    assert people.rating(me, "base").points < FIRST.points
    assert people.rating(me, "modules") is None
    assert people.find(public_id(me.id)) == me


def test_people_and_bots_stand_in_one_list(tmp_path):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        for _game in range(4):
            beaten(ann, ben)
        assert {one["bot"] for one in ann.get("/api/people")} == set(LADDER[1:])
        beaten(ann, ben)
        listed = ann.get("/api/people")
        names = [one["name"] for one in listed]
        assert names.index("Ben") < names.index("Ann")
        assert listed == sorted(listed, key=lambda one: -one["rating"])
        last = listed[names.index("Ann")]
        assert (last["games"], last["won"], last["bot"]) == (5, 0, None)
        assert last["id"] == public_id(person_of(server, ann).id)
        assert person_of(server, ann).id not in ann.http.get("/api/people").text
        assert "Ann" not in [one["name"] for one in ann.get("/api/people", pool="modules")]


def test_nobody_has_two_seats(ann):
    table = ann.create({"name": "Ann"}, {}, rated=True)
    status, _code, sentence = ann.refused(f"/api/tables/{table}/seats", name="Bob", seat=1)
    assert (status, sentence) == (409, "In a rated game, everyone has only one seat.")


def test_whose_time_is_up_has_lost(server, ann, ben):
    table = ann.create({"name": "Ann"}, {}, rated=True, clock={"minutes": 0, "seconds": 0.01})
    with ann.watching(f"/api/tables/{table}/watch") as socket:
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        view = until(socket, lambda view: view["table"]["status"] == "over")
    assert view["game"]["result"]["ended"] == "resigned"
    assert len(server.service(People).games(person_of(server, ann))) == 1

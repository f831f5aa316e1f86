"""The results that are stored as games end, and what statistics make of them."""

from dataclasses import replace

from kit.diary import Diary
from kit.server import done, running
from kit.waiting import eventually
from parure import Rules
from parure.components import card_of
from parure.server.people.statistics import Statistics, Won
from parure.server.tables import events as happened
from parure.server.tables.names import public_id
from parure.server.tables.options import Clock
from parure.server.tables.results import PEOPLE, results_of


def played_out(diary):
    """Play a game to its end, buying whenever that is possible."""
    while diary.table.status == "playing":
        moves = [str(move) for move in diary.table.playing.legal_moves]
        diary.move(next((move for move in moves if move.startswith("buy")), moves[0]))
    return diary


def given_up(**options):
    """Return a rated game that Ann has given up."""
    diary = Diary(rated=True, **options)
    diary.add(happened.Resigned, seat=0, bot=None)
    return diary


class TestResults:
    def test_a_game_played_out_against_a_bot(self):
        table = played_out(Diary(bots=1)).table
        (ann,) = results_of(table)
        game = table.playing
        assert (ann.person, ann.seat, ann.seats) == (public_id("Ann"), 0, 2)
        assert (ann.opponents, ann.pool, ann.modules, ann.clock) == ("random", "", "", "")
        assert ann.won == int(0 in game.winners)
        assert ann.prestige == game.prestige[0]
        assert ann.rounds == -(-game.turns // 2)
        first = next(push for push in table.pushes if push.seat == 0 and "buy" in push.move)
        assert ann.bought in {moved["card"] for moved in first.cards}
        assert card_of(ann.bought).level == 1

    def test_a_rated_game_that_was_given_up(self):
        ann, ben = results_of(given_up(clock=Clock(minutes=15, seconds=10)).table)
        assert (ann.won, ben.won) == (0, 1)
        assert (ann.pool, ann.opponents, ann.clock, ann.bought) == ("base", PEOPLE, "15+10", "")
        with_modules = given_up(rules=Rules(2, ["cities", "orient"])).table
        assert {(one.pool, one.modules) for one in results_of(with_modules)} == {
            ("modules", "cities,orient")
        }

    def test_what_does_not_count(self):
        diary = Diary(bots=1)
        assert results_of(diary.table) == ()
        over = played_out(diary).table
        lesson = over.options.model_copy(update={"guided": True})
        assert results_of(replace(over, options=lesson)) == ()
        both = played_out(Diary()).table
        alone = tuple(replace(seat, person="Ann") for seat in both.seats)
        assert results_of(replace(both, seats=alone)) == ()
        assert len(results_of(both)) == 2


def results(server, person):
    return server.store.results(public_id(person), 100).result()


def test_results_are_stored_with_the_end_of_a_game_and_deleted_with_the_person(place, tmp_path):
    database = place.address if place.kind == "postgres" else None
    with running(tmp_path, database=database) as server:
        ann, ben = server.person(), server.person()
        table = ann.create({"name": "Ann"}, {}, rated=True)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        persons = [server.identities.person(one.token) for one in (ann, ben)]
        assert [results(server, one) for one in persons] == [[], []]
        ann.post(f"/api/tables/{table}/resign")
        assert [[one.won for one in results(server, one)] for one in persons] == [[0], [1]]
        server.store.judge(table, {results(server, persons[1])[0].seat: 87.5}).result()
        (game,) = ben.get("/api/people/me")["games"]
        assert (game["table"], game["won"], game["accuracy"]) == (table, 1, 87.5)
        assert ann.http.delete("/api/people/me").status_code == 204
        assert results(server, persons[0]) == []
    with running(tmp_path, database=database) as server:
        (game,) = results(server, persons[1])
        assert (game.table, game.accuracy) == (table, 87.5)


def test_games_from_before_are_added_at_the_start(tmp_path):
    with running(tmp_path) as server:
        played_out(Diary(bots=1)).keep(server, "old", ago=1_000)
        assert results(server, "Ann") == []
    with running(tmp_path) as server:
        (game,) = eventually(lambda: results(server, "Ann"))
        assert (game.table, game.opponents) == ("old", "random")
        bots = done(Statistics(server.store).against_bots("Ann"))
        assert bots == {"random": Won(1, game.won)}

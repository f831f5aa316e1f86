"""The results that are stored as games end, and what statistics make of them."""

import itertools
import re
import time
from dataclasses import replace

from typer.testing import CliRunner

from kit.diary import Diary
from kit.server import apart, running
from parure import Rules
from parure.bots import LADDER
from parure.cli import app
from parure.components import card_of
from parure.rules import MODULES
from parure.server.people.charts import Filters, statistics_values
from parure.server.people.feats import Feats, badges, ladder
from parure.server.tables import events as happened
from parure.server.tables.names import public_id
from parure.server.tables.options import Clock
from parure.server.tables.results import PEOPLE, PersonalResult, results_of


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


DAY = 86_400.0
NOW = time.time()


def result(number, **fields):
    """Return a game that Ann has lost to Guild, so many days ago."""
    usual = PersonalResult(
        f"t{number}", 0, "ann", NOW - number * DAY, "", 2, "", "guild", "", 0, 9, 25, 0, "base-1w1"
    )
    return replace(usual, **fields)


def shown(results, **filters):
    return statistics_values(results, Filters(**filters))


class TestFigures:
    def test_filters_apply_to_all_figures(self):
        games = [
            result(0, won=1, pool="base", opponents=PEOPLE),
            result(1, won=1, seats=3, opponents="guild,novice"),
            result(40, won=0),
        ]
        assert shown(games)["total"].words == "2 of 3"
        assert shown(games)["counts"] == {"all": 3, "rated": 1, "practice": 2}
        assert shown(games, games="rated")["total"].words == "1 of 1"
        assert [one.title for one in shown(games, games="practice")["by_opponent"]] == [
            "Novice",
            "Guild",
        ]
        assert shown(games, players=3)["total"].words == "1 of 1"
        assert shown(games, days=30)["total"].words == "2 of 2"
        assert shown([], days=30)["total"].words == "0 of 0"

    def test_few_games_are_not_told_in_percent(self):
        (four,) = shown([result(n, won=1) for n in range(4)])["by_opponent"]
        (five,) = shown([result(n, won=n % 2) for n in range(5)])["by_opponent"]
        assert (four.words, four.percent) == ("4 of 4", "")
        assert (five.words, five.percent) == ("2 of 5", "40%")

    def test_streaks_and_days_in_a_row(self):
        found = shown([result(n, won=won) for n, won in enumerate((1, 1, 0, 1, 1, 1, 0))])
        assert (found["streak"], found["now"]) == (3, "2 won in a row")
        assert found["last"] == [False, True, True, True, False, True, True]
        assert found["days_in_a_row"] == 7
        assert shown([result(n) for n in (0, 1, 5, 9)])["days_in_a_row"] == 2

    def test_accuracy_is_of_reviewed_games_oldest_first(self):
        games = [result(0, accuracy=90.0, won=1), result(1), result(2, accuracy=70.0)]
        accuracy = shown(games)["accuracy"]
        assert [(point.y, point.won) for point in accuracy.points] == [(75.0, False), (25.0, True)]
        assert "80" in accuracy.words
        assert shown(games[1:2])["accuracy"] is None

    def test_the_calendar_ends_today(self):
        calendar = shown([result(0), result(0), result(3)])["calendar"]
        assert calendar.days[-1][2] == 2
        assert calendar.days[-4][2] == 1
        assert sum(games for _column, _row, games in calendar.days) == 3

    def test_games_given_up_at_once_have_no_length(self):
        found = shown([result(0, rounds=24), result(1, rounds=26), result(2, rounds=0, bought="")])
        assert (found["rounds"][0].rounds, found["median"]) == (24, 24)

    def test_clocks_and_modules_have_names(self):
        clocks = [result(n, clock=clock) for n, clock in enumerate(("", "15+10", "3d"))]
        assert {one.title for one in shown(clocks)["by_clock"]} == {
            "No clock",
            "15 min + 10 s",
            "3 days per turn",
        }
        every = result(0, modules=",".join(MODULES))
        assert [one.title for one in shown([every])["by_modules"]] == ["All four"]


def test_practice_is_seen_by_oneself_unless_one_allows_it(tmp_path):
    with running(tmp_path) as server:
        ann = played_out(Diary(bots=1)).keep(server, "table")
        ben = server.person()
        server.store.keep_results(results_of(server.do(loaded(server, "table")))).result()
        page = f"/people/{public_id('Ann')}"
        html = {"Accept": "text/html", "Accept-Language": "en"}
        assert "only you see your practice games" in ann.http.get(page, headers=html).text
        assert ben.http.get(page, headers=html).status_code == 404
        assert ann.http.post("/api/people/me/shown", json={"practice": True}).status_code == 204
        shown = ben.http.get(page, headers=html)
        assert shown.status_code == 200
        assert "Random" in shown.text
        assert "data-shown" not in shown.text
        assert ann.refused("/api/people/me/shown", practice="yes")[1] == "invalid"


async def loaded(server, table):
    async with server.sessions.use(table) as session:
        return session.table


def test_the_terminal_shows_the_same(place, tmp_path):
    database = place.address if place.kind == "postgres" else None
    with running(tmp_path, database=database) as server:
        ann, ben = server.person(), server.person()
        for _game in range(2):
            table = ann.create({"name": "Ann"}, {}, rated=True)
            ben.post(f"/api/tables/{table}/seats", name="Ben")
            ann.post(f"/api/tables/{table}/resign")
        id = public_id(server.identities.person(ben.token))

        def stats(*arguments):
            options = ["--data", str(tmp_path), "--lang", "en"]
            if database is not None:
                options += ["--database", database]
            done = apart(CliRunner().invoke, app, ["stats", *arguments, *options])
            return str(done.exception) if done.exception else done.output

        assert re.search(r"Ann +2 +0%", stats())
        assert re.search(rf"Ben +2 +100% +{id}", stats())
        for name in ("Ben", id):
            assert "Ben · won 2 of 2 · 2 won in a row" in stats(name)
            assert re.search(r"Players +2 +2", stats(name))
        assert stats("Cleo") == "Nobody called “Cleo” has finished a game."


class TestFeats:
    def test_the_next_bot_is_stronger_than_all_that_were_beaten(self):
        assert [rung.bot for rung in ladder([]) if rung.is_next] == [LADDER[0]]
        games = [result(0, won=1, opponents="novice"), result(1, won=0, opponents="guild")]
        rungs = ladder([*games, result(2, won=1, opponents="merchant,people")])
        assert [rung.bot for rung in rungs if rung.beaten] == ["novice", "merchant"]
        assert [rung.bot for rung in rungs if rung.is_next] == ["goldsmith"]
        everybody = [result(0, won=1, opponents=",".join(LADDER))]
        assert not any(rung.is_next for rung in ladder(everybody))

    def test_badges_count_what_was_won(self):
        every = [
            ",".join(some)
            for n in range(len(MODULES) + 1)
            for some in itertools.combinations(MODULES, n)
        ]
        games = [result(n, won=1, modules=modules) for n, modules in enumerate(every)]
        found = {badge.words: badge for badge in badges(games[:9], 4, 0)}
        assert (found["Win with every set of modules"].reached, len(every)) == (9, 16)
        assert not any(badge.is_done for badge in found.values())
        assert found["Solve 10 puzzles in a row"].reached == 4
        games[0] = replace(games[0], accuracy=95.0, seats=3)
        games[1] = replace(games[1], seats=4)
        assert all(badge.is_done for badge in badges(games, 12, 1))
        lost = [replace(one, won=0) for one in games]
        assert [badge.reached for badge in badges(lost, 0, 0)][:3] == [0, 0, 0]


def test_others_see_what_somebody_has_reached(tmp_path):
    html = {"Accept": "text/html", "Accept-Language": "en"}
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        feats = server.service(Feats)
        feats.tournaments_won = lambda person: int(person == server.identities.person(ann.token))
        table = ann.create({"name": "Ann"}, {}, rated=True)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        ann.post(f"/api/tables/{table}/resign")
        pages = [f"/people/{public_id(server.identities.person(one.token))}" for one in (ann, ben)]
        own, theirs = (ann.http.get(page, headers=html).text for page in pages)
        assert "Solve 10 puzzles in a row" in own
        assert "Win a tournament" in ben.http.get(pages[0], headers=html).text
        assert "Solve 10 puzzles" not in ben.http.get(pages[0], headers=html).text
        assert "Reached" not in theirs

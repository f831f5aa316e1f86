"""Reviews on a server: once for all who look, kept with the game, behind everybody at the tables."""

import asyncio
import re
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from kit.diary import Diary
from kit.documents import of_seats
from kit.reviewed import about_to_win, finished
from kit.server import Person, done, running
from kit.waiting import PATIENCE, eventually
from parure import Game, Rules, __version__, record
from parure.processes import CallFailed
from parure.review import review
from parure.review.page import review_page
from parure.review.values import FORMAT
from parure.server.errors import Conflict
from parure.server.replays.service import Replays
from parure.server.reviews.pages import line_data, state_of
from parure.server.reviews.service import ReviewCache, Reviews, ReviewState
from parure.server.tasks import Background
from parure.server.workers.bots import Bots

QUICK = "guild:1"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("reviews"), review_bot=QUICK) as one:
        yield one


@pytest.fixture(scope="module")
def text() -> str:
    return record.dumps({**finished().record(), "names": ["Ann", "Bo"]})


@pytest.fixture(scope="module")
def ann(server) -> Person:
    return server.person()


@pytest.fixture(scope="module")
def table(ann, text) -> str:
    """A finished game that was brought along, and is reviewed."""
    made: str = ann.post("/api/records", 201, record=text)["table"]
    reviewed(ann, made)
    return made


def reviewed(person: Person, table: str) -> dict:
    """Look at a review until it is done."""

    def seen() -> dict | None:
        state = person.get(f"/tables/{table}/review/state")
        return None if state["state"] == "working" else state

    return eventually(seen)


def test_a_record_becomes_a_table_that_is_over(ann, table):
    view = ann.look(table)
    assert view["table"]["status"] == "over"
    assert of_seats(view, "name") == ["Ann", "Bo"]
    assert view["game"]["result"]["winners"] == list(finished().winners)
    kept = ann.http.get(f"/api/tables/{table}/record").text
    assert Game.replay(record.loads(kept)) == finished()


@pytest.mark.parametrize(("language", "title"), [("en", "Turning points"), ("fr", "Tournants")])
def test_the_page_has_everything(ann, table, language, title):
    page = ann.http.get(f"/tables/{table}/review", headers={"Accept-Language": language}).text
    assert title in page
    state = ann.get(f"/tables/{table}/review/state")
    decisions = len(finished().record()["moves"])
    assert (state["state"], state["done"], state["total"]) == ("complete", decisions, decisions)
    assert len(state["moves"]) == decisions
    assert state["wide"].startswith("<svg")
    assert "chart-prestige" in state["narrow"]
    assert len(state["sides"]["accuracy"]) == 2


def test_pages_hold_nothing_that_is_for_the_server_alone(ann, table):
    for path in ("", "/review", "/replay", "/replay?move=3"):
        page = ann.http.get(f"/tables/{table}{path}").text
        assert re.findall("[\x00-\x08]", page) == []
        assert "<parure-table>" in page


def test_every_move_is_told(ann, table):
    moves = ann.get(f"/tables/{table}/review/state")["moves"]
    replay = ann.get(f"/api/tables/{table}/replay")
    for number, move in enumerate(moves):
        played, *better = move["lines"]
        assert played["kind"] == "played"
        assert [line["kind"] for line in better] == ["best"] * bool(move["best"])
        assert bool(move["best"]) <= (move["grade"] != "")
        assert 0 <= move["push"] < len(replay["patches"])
        assert played["words"], number
    line = ann.get(f"/tables/{table}/review/0/line")
    assert all({"seat", "name"} == set(words[0]) for words in line)
    assert ann.http.get(f"/tables/{table}/review/{len(moves)}/line").status_code == 404


def test_two_who_look_wait_for_one_computation(server, text, ann):
    made = ann.post("/api/records", 201, record=text)["table"]
    other = server.person()
    for person in (ann, other):
        assert person.http.get(f"/tables/{made}/review").status_code == 200
    reviews, finished = server.service(Reviews), server.do(server.service(Replays).finished(made))
    one = reviews.of(finished)
    assert reviewed(other, made) == reviewed(ann, made)
    assert reviews.of(finished) is one


def test_the_strongest_bot_is_asked_about_any_move(ann, table):
    answer = ann.post(f"/api/tables/{table}/review/3/ask")
    assert "Guild" in answer["title"]
    assert 1 <= len(answer["lines"]) <= 4
    assert ann.refused(f"/api/tables/{table}/review/9999/ask")[0] == 404


def test_playing_on_from_a_position(server, ann, table):
    moves = finished().record()["moves"]
    then = Game.replay({**finished().record(), "moves": moves[:20]})
    stranger = server.person()
    made = stranger.post(f"/api/tables/{table}/review/20/play", 201)["table"]
    view = stranger.look(made)
    assert (view["table"]["status"], view["table"]["practice"]) == ("playing", True)
    assert view["you"]["seats"] == [then.to_play]
    assert view["game"]["view"] == then.view(then.to_play)
    assert of_seats(view, "bot")[1 - then.to_play] is not None
    both = ann.post(f"/api/tables/{table}/review/20/play", 201, together=True)["table"]
    assert of_seats(ann.look(both), "bot") == [None, None]
    assert ann.refused(f"/api/tables/{table}/review/{len(moves)}/play")[0] == 404


def damaged(text):
    return text.replace("prestige", "prestige 7", 1), 422, "altered"


def too_new(text):
    return text.replace("Parure record 1", "Parure record 9"), 422, "version 9"


def not_over(_text):
    game = Game(seed=7)
    game.push("take W U G")
    return record.dumps(game.record()), 409, "once it is over"


def no_seed(_text):
    game = about_to_win(Rules(2))
    game.push("buy 2a")
    return record.dumps(game.record()), 409, "middle of a game"


def too_large(text):
    return text + "#" * 70_000, 413, ""


@pytest.mark.parametrize("spoilt", [damaged, too_new, not_over, no_seed, too_large])
def test_a_record_that_cannot_be_shown(ann, text, spoilt):
    bad, status, words = spoilt(text)
    found, _code, sentence = ann.refused("/api/records", record=bad)
    assert found == status
    assert words in sentence


def test_a_running_game_is_not_reviewed(ann):
    made = ann.create({"name": "Ann"}, {"name": "Bo"})
    for path in ("", "/state", "/0/line"):
        assert ann.http.get(f"/tables/{made}/review{path}").status_code == 409
    for path in ("/stop", "/start", "/0/ask", "/0/play"):
        assert ann.refused(f"/api/tables/{made}/review{path}")[0] == 409


# Without a server


class Thinking:
    """A pool that does in this process what it is asked, with a word for each call; one may fail."""

    count = 1
    is_closed = False

    def __init__(self, failing=()):
        self.ranks, self.asked, self.failing = [], [], set(failing)
        self.held = None

    def call(self, function, *arguments, seconds, rank=0):
        future = Future()
        self.ranks.append(rank)
        self.asked.append(function.__name__)
        if function.__name__ == "judge_task" and set(arguments[1].numbers) & self.failing:
            future.set_exception(CallFailed("gone"))
        else:
            future.set_result(function(*arguments))
        return future


def table_of(game: Game):
    """Return a table at which a game was played."""
    diary = Diary(game.rules, seed=game.seed)
    for move in game.record()["moves"]:
        diary.move(move)
    return diary.table


def thought(pool: Thinking, folder, *, stop: bool = False, told: Any = lambda _table, _found: None):
    """Return the review of a game that a pool thinks about.

    :param told: called when it is complete, as the statistics are.
    """

    async def run():
        background = Background()
        reviews = Reviews(Bots(pool, seconds=60), background, ReviewCache(folder), QUICK)
        reviews.on_complete = told
        table = table_of(finished())
        found = reviews.of(table)
        assert reviews.of(table) is found
        if stop:
            async with asyncio.timeout(PATIENCE):
                while found.review is None:
                    await asyncio.sleep(0)
            reviews.stop(table)
            assert found.state == "stopped"
            before = found.done
            await asyncio.sleep(0)
            assert found.done == before
            reviews.go_on(table)
        await found.task
        return found

    return done(run())


def test_the_best_line_is_told_as_long_as_it_is_legal():
    found, table = review(finished(), QUICK), table_of(finished())
    first, *others = found.choices
    moves = finished().record()["moves"]
    for line, told in (((*moves[:3], "buy hand 3"), 3), (tuple(moves[:1]), 1)):
        changed = replace(found, choices=(replace(first, line=line), *others))
        shown = state_of(table, ReviewState("t", job=None, state="complete", review=changed))
        assert shown["moves"][0]["has_line"] == (told > 1)
        assert len(line_data(table, changed, 0)) == told


@pytest.mark.parametrize(("luck", "is_beyond"), [(0.9, False), (-1.08, True)])
def test_sums_beyond_the_game_are_explained(luck, is_beyond):
    found, table = review(finished(), QUICK), table_of(finished())
    sides = tuple(replace(side, luck=luck, skill=0.4) for side in found.sides)
    changed = replace(found, sides=sides)
    shown = state_of(table, ReviewState("t", job=None, state="complete", review=changed))["sides"]
    for text in (shown["note"], review_page(changed, finished(), ["Ann", "Bo"])):
        assert ("Swings back and forth all count" in text) == is_beyond


def test_a_process_that_breaks_leaves_a_gap_that_is_told(tmp_path):
    found = thought(Thinking(failing={20}), tmp_path)
    assert found.state == "complete"
    assert 20 in found.review.gaps
    assert found.review.is_complete
    assert all(choice.chances for choice in found.review.choices if not choice.problem)


def test_a_review_can_be_stopped_and_gone_on_with(tmp_path):
    pool = Thinking()
    found = thought(pool, tmp_path, stop=True)
    assert found.state == "complete"
    plain = Thinking()
    assert thought(plain, tmp_path / "other").review == found.review
    assert pool.asked.count("judge_task") <= plain.asked.count("judge_task") + 1


def test_what_was_kept_is_not_thought_about_again(tmp_path):
    first = thought(Thinking(), tmp_path)
    pool = Thinking()
    assert thought(pool, tmp_path).review == first.review
    assert pool.asked == []


def test_the_accuracy_is_told_once_a_review_is_complete(tmp_path):
    news = []
    for _time in range(2):  # The second time it is read, not made.
        found = thought(Thinking(), tmp_path, told=lambda *one: news.append(one))
    sides = {side.seat: side.accuracy for side in found.review.sides}
    assert None not in sides.values()
    assert news == [("t", sides)] * 2


def test_a_kept_review_that_is_damaged_or_older_is_made_again(tmp_path):
    first = thought(Thinking(), tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_text()
    others = (
        (__version__, "0.0"),
        (QUICK, "x:1"),
        (f'"format":{FORMAT}', f'"format":{FORMAT - 1}'),
    )
    assert all(ours in whole for ours, _other in others)
    for text in ("{", "[]", "{}", *(whole.replace(ours, other) for ours, other in others)):
        file.write_text(text)
        assert ReviewCache(tmp_path).load("t", QUICK) is None
        assert thought(Thinking(), tmp_path).review == first.review
        assert file.read_text() == whole


@pytest.mark.verify
def test_a_review_that_another_process_makes_is_not_made_twice(tmp_path):
    whole = thought(Thinking(), tmp_path).review
    pool, table = Thinking(), table_of(finished())
    part = replace(whole, done=5)

    async def run():
        reviews = Reviews(Bots(pool, seconds=60), Background(), ReviewCache(tmp_path), QUICK)
        with ReviewCache(tmp_path).claimed(table.id) as is_free:
            assert is_free
            ReviewCache(tmp_path).save(table.id, part)
            for _look in range(2):
                found = reviews.of(table)
                await found.task
                assert (found.state, found.review, found.done) == ("working", part, 5)
            assert pool.asked == []
            # Whoever wants it stopped is heard here as well.
            for goes_on, state in ((False, "stopped"), (True, "working")):
                reviews.hear(table.id, goes_on=goes_on)
                assert found.state == state
            await found.task
        # The other process has ended without having done it.
        found = reviews.of(table)
        await found.task
        assert (found.state, found.review) == ("complete", whole)
        assert [one.name for one in tmp_path.iterdir()] == ["t.json"]

    done(run())
    assert pool.asked


def test_reviews_wait_for_bots_and_hints(tmp_path):
    pool = Thinking()
    thought(pool, tmp_path)
    bots, game = Bots(pool, seconds=60), Game(seed=7)
    reviewing = set(pool.ranks[1:])

    async def others():
        arguments = "guild", game.stripped(0), 0, game.legal_moves
        await bots.choose(*arguments)
        await bots.analyse(*arguments)

    before = len(pool.ranks)
    done(others())
    assert len(reviewing) == 1
    assert max(pool.ranks[before:]) < reviewing.pop()


def test_a_game_that_nobody_won_has_no_review(tmp_path):
    async def run():
        reviews = Reviews(Bots(Thinking(), 60), Background(), ReviewCache(tmp_path), QUICK)
        diary = Diary(Rules(2))
        with pytest.raises(Conflict):
            reviews.of(diary.table)

    done(run())

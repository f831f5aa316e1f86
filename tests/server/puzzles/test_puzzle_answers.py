"""Puzzles on a server: asked without their solution, answered once for the rating, explained, kept."""

from dataclasses import replace

import pytest

from kit.documents import of_seats
from kit.server import Person, done, running
from parure import puzzles
from parure.puzzles import Puzzle
from parure.server.puzzles import routes
from parure.server.puzzles.service import Puzzles, view_of
from parure.server.store.documents import ANSWERS

EVERY = puzzles.puzzles()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("puzzles")) as one:
        yield one


@pytest.fixture
def ann(server) -> Person:
    return server.person()


def page(person: Person, address: str) -> str:
    answer = person.http.get(address)
    answer.raise_for_status()
    return answer.text


def answer(person: Person, one: Puzzle, move: object = None) -> dict:
    found: dict = person.post(
        f"/api/puzzles/{one.number}/answer", move=None if move is None else str(move)
    )
    return found


def wrong(one: Puzzle) -> str:
    return str(one.position.legal_moves[one.chances.index(min(one.chances))])


def test_nothing_of_the_solution_is_in_the_page(ann, monkeypatch):
    """The same position with another solution, other chances and another line is the same page."""
    for one in EVERY[:3]:
        shown = page(ann, f"/puzzles/{one.number}")
        assert '"choices": {' in shown
        other = replace(one, chances=one.chances[1:] + one.chances[:1], line=("pass",))
        assert other.solution != one.solution
        view_of.cache_clear()
        monkeypatch.setattr(routes, "puzzle", {one.number: other}.__getitem__)
        assert page(ann, f"/puzzles/{one.number}") == shown
        monkeypatch.undo()


def test_the_first_answer_counts(server, ann):
    one = EVERY[0]
    lost = answer(ann, one, wrong(one))
    assert not lost["is_right"]
    assert lost["head"] == f"Not yet: {min(one.chances)}%"
    assert lost["best"]
    assert lost["played"]
    assert lost["stats"]["gained"].startswith("−")
    again = answer(ann, one, one.solution)
    assert again["is_right"]
    assert again["played"] == []
    assert (again["stats"]["gained"], again["stats"]["streak"]) == ("", 0)
    mine = ann.get("/api/people/me")["puzzles"]
    assert [(given["number"], given["right"]) for given in mine] == [(one.number, False)]
    bo = server.person()
    assert answer(bo, one, one.solution)["head"].startswith("Right")
    assert server.service(Puzzles).found_by(one.number) == (1, 2)
    page_of_bo = page(bo, "/puzzles")
    assert "<dt>solved</dt><dd>1</dd>" in page_of_bo
    assert "right" in page_of_bo


def test_giving_up_shows_the_answer_and_is_no_solution(ann):
    one = EVERY[1]
    found = answer(ann, one)
    assert found["head"] == "The answer"
    assert (found["gave_up"], found["is_right"]) == (True, False)
    assert ann.get("/api/people/me")["puzzles"][0]["right"] is False


def test_an_answer_is_a_legal_move_of_a_puzzle_that_is_there(ann):
    number = EVERY[0].number
    assert ann.refused(f"/api/puzzles/{number}/answer", move="buy 9z")[1] == "illegal"
    assert ann.refused("/api/puzzles/9999999/answer", move="pass")[0] == 404
    assert ann.refused(f"/api/puzzles/{number}/answer", move="")[0] == 422
    assert ann.http.get("/puzzles/9999999").status_code == 404
    assert ann.get("/api/people/me")["puzzles"] == []


def test_the_next_one_is_of_the_kind_that_was_chosen_and_unanswered(ann):
    for kind in ("base", "orient"):
        place = ann.http.get("/puzzles/next", params={"of": kind}).headers["location"]
        one = puzzles.puzzle(int(place.split("/")[-1].split("?")[0]))
        assert place.endswith(f"?of={kind}")
        assert one.rules.modules == () if kind == "base" else "orient" in one.rules.modules
        body = {"move": str(one.solution), "of": kind}
        found = ann.post(f"/api/puzzles/{one.number}/answer", **body)
        assert found["next"] == f"/puzzles/next?of={kind}"
        assert ann.http.get("/puzzles/next", params={"of": kind}).headers["location"] != place
    daily = ann.http.get("/puzzles/daily").headers["location"]
    assert daily == f"/puzzles/{puzzles.daily().number}"


def test_a_puzzle_is_played_out_for_practice(ann):
    one = next(one for one in EVERY if one.rules.players == 3)
    table = ann.post(f"/api/puzzles/{one.number}/play", 201, name="Ann")["table"]
    view = ann.look(table)
    assert view["table"]["practice"]
    assert of_seats(view, "name")[one.seat] == "Ann"
    assert view["game"]["view"]["to_play"] == one.seat
    assert view["you"]["moves"] == [str(move) for move in one.position.legal_moves]


def test_who_answered_what_is_there_after_a_restart(server, ann):
    solved = EVERY[2:5]
    for one in solved:
        answer(ann, one, one.solution)
    before = server.service(Puzzles)
    again = Puzzles(server.store, bots=None)
    done(again.open())
    numbers = [one.number for one in solved]
    (person,) = [
        one
        for one in server.store.texts(ANSWERS).result()
        if list(before.of(one).answers) == numbers
    ]
    assert again.of(person) == before.of(person)
    assert again.of(person).streak == again.of(person).longest_streak == 3
    assert again.of(person).rating.points > 1500
    assert [again.rating(o.number) for o in EVERY] == [before.rating(o.number) for o in EVERY]


def test_answers_that_can_not_be_read_are_left_out(server, caplog):
    store = server.store
    store.keep_texts(ANSWERS, {"zoe": "{}", "yan": '{"answers": [[1, 1, 5], [2]]}'}).result()
    again = Puzzles(store, bots=None)
    done(again.open())
    assert list(again.of("yan").answers) == [1]
    assert again.of("zoe").answers == {}
    assert "can't be read" in caplog.text

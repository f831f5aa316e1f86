"""Variations beside a replay: told turn by turn, played from any position, kept only in the page."""

import json
import random

import pytest
from pydantic_core import to_json

from kit.diary import Diary
from kit.documents import patched
from kit.reviewed import finished
from kit.server import running
from parure import MODULES, Game, Rules, annotated, record
from parure.annotated import AnnotatedGame
from parure.server.errors import Conflict, Invalid
from parure.server.replays.variations import line_of, tree_of
from parure.server.tables import events as happened
from parure.server.tables.options import Clock


@pytest.fixture(scope="module")
def table():
    """Return a table of three people whose game is over, some of its moves whole purchases."""
    diary, chance = Diary(Rules(3, MODULES)), random.Random(5)
    while diary.table.status != "over":
        game = diary.table.playing.copy()
        line = [chance.choice(game.legal_moves)]
        game.push(line[0])
        while game.decision == "payment":
            line.append(game.legal_moves[-1])
            game.push(line[-1])
        diary.move(", ".join(map(str, line)))
    return diary.table


def flat(turns, before=()):
    """Yield all turns of a tree, with those of its variations, each with the moves that its line is then."""
    for turn in turns:
        line = [*before, *turn["moves"]]
        yield turn, line
        for variation in turn["variations"]:
            yield from flat(variation, before)
        before = line


def reached(table, turn, line=()):
    """Return the game after a turn."""
    game = table.at(turn["at"]).playing.copy()
    for move in line:
        game.push(move)
    return game


def last_turn(game):
    """Return the last turn in which somebody had a choice."""
    return max(ply.turn for ply in game.plies if not ply.forced)


def test_every_turn_of_the_game_is_there(table):
    tree = tree_of(table, None, 0, [])
    turns = tree["turns"]
    chosen = {ply.turn for ply in table.playing.plies if not ply.forced}
    assert [turn["turn"] for turn in turns] == sorted(chosen)
    assert [last_turn(reached(table, turn)) for turn in turns] == sorted(chosen)
    assert tree["moves"] == []
    read = annotated.loads(tree["record"])
    assert read.record()["moves"] == table.playing.record()["moves"]
    assert (read.names, str(read.date)) == (["Ann", "Ben", "Cleo"], "1970-01-01")


def test_lines_from_every_position_are_kept_and_lead_where_they_should(table):
    chance, text, wanted = random.Random(1), None, 0
    for at in range(0, len(table.pushes), 9):
        game, line = table.at(at).playing.copy(), []
        for _move in range(5):
            if game.legal_moves:
                line.append(str(chance.choice(game.legal_moves)))
                game.push(line[-1])
        tree = tree_of(table, text, at, line)
        text, wanted = tree["record"], wanted + 1
        assert tree["moves"] == line
        found = [turn for turn in flat(tree["turns"]) if reached(table, *turn) == game]
        assert found or game.decision != "action"
    for turn, moves in flat(tree["turns"]):
        game = reached(table, turn, moves)
        assert last_turn(game) == turn["turn"]
        assert bool(turn["words"]) is bool(turn["moves"])
    assert sum(len(turn["variations"]) for turn in tree["turns"]) >= wanted - 2
    assert tree_of(table, text, 0, [])["turns"] == tree["turns"]


def test_each_move_of_a_line_is_told_once(table):
    chance, game, line = random.Random(3), table.at(0).playing.copy(), []
    while not game.is_over:
        line.append(str(chance.choice(game.legal_moves)))
        game.push(line[-1])
    (variation,) = tree_of(table, None, 0, line)["turns"][0]["variations"]
    assert [move for turn in variation for move in turn["moves"]] == line


@pytest.mark.parametrize("person", ["Ann", None])
def test_the_positions_of_a_line(table, person):
    at, line = 12, []
    game = table.at(at).playing.copy()
    for _move in range(4):
        line.append(str(game.legal_moves[0]))
        game.push(line[-1])
    found = json.loads(to_json(line_of(table, person, at, line)))
    document, then = found["document"], table.at(at).playing.copy()
    for number in range(5):
        if number:
            document = patched(document, found["patches"][number - 1])
            then.push(line[number - 1])
        shown = document["game"]["view"]
        assert shown["bank"] == then.snapshot()["bank"]
        assert [one["hand"] for one in shown["seats"]] == [
            one["hand"] for one in then.snapshot()["seats"]
        ]
        assert document["table"]["status"] == "playing"
        assert document["you"]["moves"] == []
    now = found["now"]
    assert now["you"]["moves"] == [str(move) for move in game.legal_moves]
    assert now["you"]["seat"] == game.to_play
    assert "choices" in now["you"]


def test_nothing_can_be_answered_at_the_end(table):
    assert line_of(table, None, len(table.pushes), [])["now"] is None
    with pytest.raises(Invalid):
        line_of(table, None, len(table.pushes), ["take W U G"])
    with pytest.raises(Invalid):
        line_of(table, None, len(table.pushes) + 1, [])


def test_a_game_that_somebody_left_can_be_tried_up_to_there():
    diary = Diary(Rules(2))
    diary.move("take W U G")
    diary.add(happened.Resigned, seat=0, bot=None)
    table = diary.table
    assert table.status == "over"
    assert line_of(table, None, 0, ["take W U R"])["now"]["you"]["seat"] == 1
    assert line_of(table, None, 1, [])["now"] is None
    with pytest.raises(Invalid):
        tree_of(table, None, 1, ["take W U G"])
    (turn,) = tree_of(table, None, 0, ["take W U R", "take W U G"])["turns"]
    assert len(turn["variations"][0]) == 2


def test_the_clocks_are_in_the_record_of_a_game_with_clocks():
    diary = Diary(Rules(2), clock=Clock(minutes=5, seconds=3))
    diary.move("take W U G", spent=10.5)
    diary.move("take W U G", spent=400.0)
    diary.move("take U G R", spent=0.0)
    diary.add(happened.Resigned, seat=0, bot=None)
    tree = tree_of(diary.table, None, 0, [])
    assert [turn["clock"] for turn in tree["turns"]] == [292.5, 0, 295.5]
    read = annotated.loads(tree["record"])
    assert [node.clock for node in read.main_line()] == [292.5, 0, 295.5]


def test_a_record_that_does_not_fit_is_refused(table, english):
    text = tree_of(table, None, 0, [])["record"]
    other = annotated.dumps(AnnotatedGame.of(Game(seed=7)))
    with pytest.raises(Conflict, match=r"This record belongs to a different game\."):
        tree_of(table, other, 0, [])
    with pytest.raises(Invalid, match=r"Line 9: “1\. nonsense” is not a move|Line 9: “nonsense”"):
        tree_of(table, text.replace("\n1. ", "\n1. nonsense, ", 1), 0, [])
    with pytest.raises(Invalid, match=r"You can’t afford that card"):
        tree_of(table, text, 0, ["buy 3a"])


# On a server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("variations")) as one:
        yield one


def test_a_line_is_tried_by_a_stranger(server):
    ann, bo = server.person(), server.person()
    game = AnnotatedGame.of(finished())
    game.add("reserve 1a").comment = "x" * 40_000
    text = annotated.dumps(game)
    table = ann.post("/api/records", 201, record=text)["table"]
    path = f"/api/tables/{table}/replay"
    tree = bo.post(f"{path}/tree", record=text, at=0, moves=["reserve 1b"])
    assert [turns[0]["moves"] for turns in tree["turns"][0]["variations"]] == [
        ["reserve 1a"], ["reserve 1b"],
    ]  # fmt: skip
    assert annotated.loads(tree["record"]).variations[1].comment == "x" * 40_000
    assert bo.post(f"{path}/line", at=0, moves=["reserve 1b"])["now"]["you"]["seat"] == 1
    # Nothing of it is kept.
    assert (
        record.loads(ann.http.get(f"/api/tables/{table}/record").text)["moves"]
        == (finished().record()["moves"])
    )


def test_what_is_too_large_or_illegal_is_refused_in_a_sentence(server):
    ann = server.person()
    table = ann.post("/api/records", 201, record=record.dumps(finished().record()))["table"]
    path = f"/api/tables/{table}/replay"
    for where, body in (("tree", {"record": "x" * 70_000}), ("line", {"moves": ["x" * 299] * 60})):
        answer = ann.http.post(f"{path}/{where}", json={"at": 0, "moves": [], **body})
        assert answer.status_code == 413
        assert "Requests can have at most" in answer.json()["error"]["sentence"]
    answer = ann.http.post(f"{path}/line", json={"at": 0, "moves": ["buy 3a"]})
    assert answer.status_code == 422
    assert "You can’t afford that card" in answer.json()["error"]["sentence"]


def test_a_game_that_runs_cannot_be_tried(server):
    ann = server.person()
    table = ann.post("/api/tables", 201, seats=[{"name": "Ann"}, {"name": "Bo"}])["table"]
    for where in ("tree", "line"):
        answer = ann.http.post(f"/api/tables/{table}/replay/{where}", json={"at": 0, "moves": []})
        assert answer.status_code == 409

"""Taking back: against bots to one's own last decision at any time, among people while nothing follows."""

import json
import random

import pytest

from kit.diary import Diary
from kit.server import until
from parure import MODULES, Rules
from parure.game.knowledge import cards_seen
from parure.server.tables.options import Clock
from parure.server.tables.view import look

pytestmark = pytest.mark.usefixtures("english")


def against_bots(players=2, **options):
    return Diary(Rules(players), bots=players - 1, **options)


class TestAgainstBots:
    def test_it_leads_to_the_own_last_decision(self):
        diary = against_bots(3)
        before = diary.table.game.snapshot()
        for _seat in range(3):
            diary.move("take W U G")
        assert diary.table.undoes(0) == 3
        diary.take_back(0)
        assert diary.table.game.snapshot() == before
        assert (diary.table.pushes, diary.table.practice) == ((), False)

    def test_it_goes_on_to_the_decision_before(self):
        diary = against_bots()
        for move in ("take W U G", "take U G R", "take W U G", "take W G K"):
            diary.move(move)
        diary.take_back(0)
        assert diary.table.undoes(0) == 2
        diary.take_back(0)
        assert diary.table.undoes(0) == 0

    def test_a_card_that_became_known_makes_it_practice(self):
        diary = against_bots()
        diary.move("reserve deck 1")
        (card,) = diary.table.game.snapshot()["seats"][0]["hand"]
        diary.move("take W U G")
        assert look(diary.table, "Ann").you["undo_is_practice"]
        diary.take_back(0)
        view = look(diary.table, "Ann")
        assert (view.table["practice"], view.to_play, view.log) == (True, 0, ())
        document = diary.document("Ann")
        assert card not in json.dumps(document)
        assert document["table"]["practice"]

    def test_it_is_read_again_as_it_was(self):
        diary = against_bots()
        for move in ("reserve 1a", "take W U G", "take U G R"):
            diary.move(move)
        diary.take_back(0)
        diary.move("take G R K")
        again = diary.loaded()
        assert again.game.snapshot() == diary.table.game.snapshot()
        assert (again.pushes, again.practice, again.changes) == (
            diary.table.pushes,
            diary.table.practice,
            diary.table.changes,
        )

    def test_the_clocks_lose_what_the_moves_had_given(self):
        diary = against_bots(clock=Clock(minutes=1, seconds=5))
        diary.move("take W U G", spent=2.0)
        diary.move("take U G R")
        diary.take_back(0)
        assert diary.table.clocks == (58, 60)

    def test_not_in_a_serious_game(self):
        diary = against_bots(serious=True)
        diary.move("take W U G")
        assert diary.table.undoes(0) == 1
        diary.move("take U G R")
        assert diary.table.undoes(0) == 0

    def test_not_where_another_person_plays(self):
        diary = Diary(Rules(3), bots=1)
        for _seat in range(3):
            diary.move("take W U G")
        assert diary.table.undoes(0) == diary.table.undoes(1) == 0


def test_moves_of_bots_do_not_make_a_version_old():
    diary = against_bots(3)
    start = diary.table.version
    diary.move("take W U G")
    seen = diary.table.version
    diary.move("take W U G")
    diary.move("take W U G")
    assert diary.table.follows(seen)
    assert not diary.table.follows(start)
    assert not diary.table.follows(diary.table.version + 1)
    diary.take_back(0)
    assert not diary.table.follows(seen)


def test_a_server_takes_back_what_bots_have_done_meanwhile(ann):
    table = ann.create({"name": "Ann"}, {"bot": "random"}, seed=7)
    seen = ann.play(table, lambda moves: "take W U G")["version"]
    with ann.watching(f"/api/tables/{table}/watch") as socket:
        until(socket, lambda view: view["game"]["view"]["to_play"] == 0)
    undo = f"/api/tables/{table}/undo"
    answer = ann.post(undo, version=seen, key="u")
    assert ann.post(undo, version=seen, key="u") == answer
    view = ann.look(table)
    assert (view["game"]["view"]["to_play"], view["game"]["log"]) == (0, [])
    assert view["you"]["undoer"] is None
    assert ann.refused(undo, version=seen, key="v")[1] == "stale"


def test_a_bot_that_thinks_is_interrupted(ann):
    table = ann.create({"name": "Ann"}, {"bot": "random"}, seed=7, pace="calm")
    seen = ann.play(table, lambda moves: "take W U G")["version"]
    ann.post(f"/api/tables/{table}/undo", version=seen)
    view = ann.look(table)
    assert view["game"]["view"]["to_play"] == 0
    assert (view["table"]["practice"], view["table"]["thinking"]) == (False, False)
    ann.play(table, lambda moves: "take G R K")
    assert ann.look(table)["game"]["view"]["to_play"] == 1


def test_what_another_takes_back_is_said():
    diary = Diary()
    diary.move("take W U G")
    diary.take_back(0)
    assert [diary.document(who)["table"]["undone"] for who in ("Ann", "Ben", None)] == [0, 0, 0]
    diary.move("take W U G")
    assert diary.document("Ben")["table"]["undone"] is None


@pytest.mark.parametrize("rules", [Rules(2), Rules(4, MODULES)], ids=str)
def test_moves_reveal_what_anybody_sees_after_them_and_not_before(rules):
    chance, diary, found = random.Random(3), Diary(rules, seed=3), set()
    viewers = (None, *range(rules.players))
    while diary.table.status == "playing" and len(diary.table.pushes) < 60:
        diary.move(str(chance.choice(diary.table.playing.legal_moves)))
        table, game = diary.table, diary.table.playing
        for count, push in enumerate(reversed(table.pushes[-4:]), 1):
            before = game.back_to(push.first)
            seen = (
                cards_seen(game.stripped(viewer)) - cards_seen(before.stripped(viewer))
                for viewer in viewers
            )
            is_more = any(seen)
            assert table.reveals(count) == is_more
            found.add(is_more)
    assert found == {True, False}

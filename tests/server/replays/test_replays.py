"""Replays are looked up, not played again; computed beside the event loop, and once for all who ask."""

import asyncio
import json
import random

import pytest
from pydantic_core import to_json
from starlette.requests import Request

from kit.diary import Diary
from kit.documents import patched
from kit.server import done
from parure import MODULES, Game, Rules
from parure.core import calls
from parure.game.notation import moves_of
from parure.server.replays.service import document_then, written
from parure.server.tables.view import look
from parure.server.tasks import SharedResults, unless_left


@pytest.fixture(scope="module")
def table():
    """Return a table whose game is over."""
    diary, chance = Diary(Rules(3, MODULES)), random.Random(5)
    while diary.table.status != "over":
        diary.move(chance.choice(diary.table.playing.legal_moves))
    return diary.table


def test_every_position_is_the_one_that_the_moves_lead_to(table):
    again = Game.replay({**table.playing.record(), "moves": []})
    for number, push in enumerate(table.pushes):
        then = table.at(number)
        assert then.playing.snapshot() == again.snapshot()
        assert then.playing.plies == again.plies
        assert then.pushes == table.pushes[:number]
        for move in moves_of(push.move):
            again.push(move)
    assert table.at(len(table.pushes)).playing.snapshot() == again.snapshot()


def test_a_position_looks_back_only_where_a_push_began(table):
    forced = next(n for n, ply in enumerate(table.playing.plies) if ply.forced)
    with pytest.raises(IndexError):
        table.playing.back_to(forced)


@pytest.mark.parametrize("person", ["Ann", None])
def test_a_whole_replay_leads_through_every_position(table, person):
    replay = json.loads(b"".join(written(table, person)))
    document = replay["document"]
    for number in range(len(table.pushes) + 1):
        if number:
            document = patched(document, replay["patches"][number - 1])
        then = document_then(look(table.at(number), person))
        assert document == json.loads(to_json(then)), number
    assert len(replay["patches"]) == len(table.pushes)
    assert document["table"]["status"] == "over"


def test_a_whole_replay_plays_the_game_once(table, monkeypatch):
    made, apply = [], calls.apply

    def counted(state, move):
        made.append(move)
        apply(state, move)

    monkeypatch.setattr(calls, "apply", counted)
    list(written(table, None))
    assert len(made) <= 2 * len(table.playing.plies)


def test_nothing_can_be_answered_in_a_replay(table):
    """Nor is anything told to a stranger that only who has played may do."""
    replay = json.loads(b"".join(written(table, None)))
    assert replay["document"]["you"]["moves"] == []
    assert replay["document"]["you"]["seats"] == []
    paths = {one["path"] for patch in replay["patches"] for one in patch}
    assert not any(path.startswith(("/you/choices", "/you/lacks", "/you/moves")) for path in paths)


@pytest.mark.parametrize(("move", "status"), [("0", 200), ("1", 404), ("-1", 422), ("-99", 422)])
def test_a_replay_has_no_moves_before_the_first_or_after_the_last(server, ann, move, status):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    ann.post(f"/api/tables/{table}/resign", seat=0)
    assert ann.http.get(f"/api/tables/{table}/replay/{move}").status_code == status
    assert ann.http.get(f"/tables/{table}/replay", params={"move": 99}).status_code == 200


def test_a_running_game_has_no_replay(server, ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    for page in ("/api/tables", "/tables"):
        assert ann.http.get(f"{page}/{table}/replay").status_code == 409


class Broken(Exception):
    pass


def test_what_fails_is_not_kept_and_the_oldest_is_forgotten():
    made = []

    async def ask():
        memory = SharedResults[str](most=2)

        async def get(key):
            async def make():
                made.append(key)
                if made == ["bad"]:
                    raise Broken
                return key.upper()

            return await memory.get(key, make)

        with pytest.raises(Broken):
            await get("bad")
        assert [await get(key) for key in ("bad", "one", "bad", "two", "bad", "one")] == [
            "BAD",
            "ONE",
            "BAD",
            "TWO",
            "BAD",
            "ONE",
        ]

    done(ask())
    assert made == ["bad", "bad", "one", "two", "one"]


def test_what_nobody_waits_for_any_more_is_given_up():
    ended = []

    async def make():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("made")

    async def ask():
        memory = SharedResults[None](most=2)
        first, second = (asyncio.ensure_future(memory.get("key", make)) for _ in range(2))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for asking, expected in ((first, []), (second, ["made"])):
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await asyncio.sleep(0)
            assert ended == expected

    done(ask())


def test_an_answer_is_given_up_once_its_client_has_left():
    ended = []

    async def receive():
        return {"type": "http.disconnect"}

    async def answer():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("answer")

    async def ask():
        given = await unless_left(Request({"type": "http"}, receive), answer())
        await asyncio.sleep(0)
        return given.status_code

    assert done(ask()) == 499
    assert ended == ["answer"]

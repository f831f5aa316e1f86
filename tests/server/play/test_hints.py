"""Hints wait for the bots at the tables, and for each other; nobody has two of them thought about at once."""

import asyncio
from concurrent.futures import Future
from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.server import done
from parure import Game
from parure.bots import Estimate
from parure.server.errors import Busy
from parure.server.play.hints import Hints
from parure.server.workers.bots import Bots

GAME = Game(seed=7)


class Calls:
    """A pool in which every call is noted, and answered when the test says so."""

    def __init__(self, count):
        self.count = count
        self.made = []

    def call(self, function, *arguments, seconds, rank=0):
        future = Future()
        self.made.append((rank, arguments, future))
        return future


async def pause():
    """Let everybody go on who can."""
    for _turn in range(10):
        await asyncio.sleep(0)


def hint(bots):
    return bots.analyse("wise", GAME.stripped(0), 0, GAME.legal_moves)


def move(bots):
    return bots.choose("wise", GAME.stripped(0), 0, GAME.legal_moves)


def test_a_bot_at_a_table_comes_first_and_thinks_as_long_as_without_hints():
    async def ask():
        calls = Calls(count=1)
        bots = Bots(calls, seconds=60)
        asking = [asyncio.ensure_future(hint(bots)) for _hint in range(30)]
        await pause()
        asking.append(asyncio.ensure_future(move(bots)))
        await pause()
        (hint_rank, *_hint), (move_rank, (brief,), _move) = calls.made
        assert move_rank < hint_rank
        assert brief.bot == "wise"
        for task in asking:
            task.cancel()

    done(ask())


def test_where_many_bots_think_each_gets_less_time():
    async def ask():
        calls = Calls(count=1)
        bots = Bots(calls, seconds=60)
        asking = [asyncio.ensure_future(move(bots)) for _move in range(30)]
        await pause()
        thinking = [arguments[0].bot for _rank, arguments, _future in calls.made]
        assert list(dict.fromkeys(thinking)) == ["wise", "wise:0.4s", "wise:0.1s", "wise:0.02s"]
        for task in asking:
            task.cancel()

    done(ask())


def test_hints_leave_a_process_to_the_bots_at_the_tables():
    async def ask():
        calls = Calls(count=3)
        bots = Bots(calls, seconds=60)
        asking = [asyncio.ensure_future(hint(bots)) for _hint in range(30)]
        await pause()
        assert len(calls.made) == 2
        calls.made[0][2].set_result([Estimate(GAME.legal_moves[0], (0.5, 0.5), 1, ())])
        await asking[0]
        await pause()
        assert len(calls.made) == 3
        for task in asking[1:]:
            task.cancel()

    done(ask())


def test_where_many_wait_for_a_hint_each_is_shorter():
    async def ask():
        calls = Calls(count=1)
        bots = Bots(calls, seconds=60)
        asking = [asyncio.ensure_future(hint(bots)) for _hint in range(20)]
        for number, task in enumerate(asking):
            await pause()
            assert len(calls.made) == number + 1
            calls.made[number][2].set_result([Estimate(GAME.legal_moves[0], (0.5, 0.5), 1, ())])
            await task
        assert [arguments[0].bot for _rank, arguments, _future in calls.made] == [
            "wise",  # Nobody else had asked when it began.
            *["wise:0.02s"] * 3,
            *["wise:0.1s"] * 12,
            *["wise:0.4s"] * 2,
            *["wise"] * 2,
        ]

    done(ask())


class Slow:
    """Bots that think about a hint until they are told to answer."""

    def __init__(self):
        self.asked = []
        self.answer = asyncio.Event()

    async def analyse(self, bot, state, seat, moves):
        self.asked.append(bot)
        await self.answer.wait()
        return [Estimate(moves[0], (0.5, 0.5), 1, (moves[0],))]


def test_a_person_has_one_hint_thought_about_at_a_time():
    async def ask():
        bots, here = Slow(), Diary().table
        there = replace(here, id="elsewhere")
        hints = Hints(None, bots)
        first = asyncio.ensure_future(hints.suggest(here, 0, "Ann"))
        again = asyncio.ensure_future(hints.suggest(here, 0, "Ann"))
        other = asyncio.ensure_future(hints.suggest(there, 0, "Ben"))
        await pause()
        with pytest.raises(Busy, match="One hint at a time"):
            await hints.suggest(there, 0, "Ann")
        assert len(bots.asked) == 2
        bots.answer.set()
        assert await first == await again
        await other
        assert (await hints.suggest(there, 0, "Ann")).move == str(there.playing.legal_moves[0])

    done(ask())

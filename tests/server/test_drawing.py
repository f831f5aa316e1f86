"""Tables are drawn beside the event loop: a few in a thread, many in a process, all alike."""

import asyncio
import random
import threading
from dataclasses import replace

import pytest

from kit.diary import Diary, render_table
from kit.server import done
from parure import MODULES, Rules
from parure.processes import Pool, Process
from parure.server.tables.sight import look
from parure.server.views.drawing import Drawing
from parure.server.views.memory import Memory
from parure.server.views.table import scene
from parure.server.views.table.table import draw_table


class Counted(Pool):
    """A pool that counts what it is asked, and how many tables it is to draw."""

    calls = tables = 0

    def call(self, function, *arguments, **options):
        self.calls += 1
        self.tables += sum(map(len, arguments))
        return super().call(function, *arguments, **options)


@pytest.fixture
def processes():
    processes = Counted([Process()])
    yield processes
    processes.close()


def drawn(drawing, language, count):
    """Draw the same table so many times at once."""
    sight = look(Diary().table, "Ann")

    async def draw():
        return await asyncio.gather(*(drawing.table(sight, language) for _ in range(count)))

    assert {one.html for one in done(draw())} == {render_table(sight, language)}


def test_a_few_tables_need_no_process(processes):
    drawn(Drawing(processes), "en", 5)
    assert processes.calls == 0


def test_many_tables_are_drawn_by_a_process_once_it_is_there(processes):
    drawing = Drawing(processes)
    begins = threading.Event()
    processes.do(lambda _process: begins.wait())
    drawn(drawing, "fr", 30)
    assert processes.calls == 1
    begins.set()
    while not drawing._has_processes():
        pass
    drawn(drawing, "fr", 30)
    assert processes.tables >= 20
    # What waits is drawn together.
    assert processes.calls < 10
    assert drawing.waiting == 0


def test_a_table_that_cannot_be_drawn_is_drawn_apart_from_others(processes):
    drawing = Drawing(processes)
    while not drawing._has_processes():
        pass
    sight = look(Diary().table, "Ann")

    async def draw():
        wanted = [replace(sight, names=()) if n == 15 else sight for n in range(30)]
        work = (drawing.table(one, "en") for one in wanted)
        return await asyncio.gather(*work, return_exceptions=True)

    found = done(draw())
    assert isinstance(found.pop(15), Exception)
    assert {one.html for one in found} == {render_table(sight, "en")}


def test_without_a_process_a_thread_draws(processes):
    processes.close()
    drawn(Drawing(processes), "en", 30)


@pytest.mark.parametrize("rules", [Rules(2), Rules(4, MODULES)], ids=str)
def test_no_name_becomes_html(rules):
    chance, diary = random.Random(8), Diary(rules, seed=8)
    name = '<i onclick="x">{n} & \''
    names = tuple(f"{name}{seat}" for seat in range(rules.players))
    while diary.table.status == "playing" and len(diary.events) < 120:
        moves = [str(move) for move in diary.table.playing.legal_moves]
        wanted = ("buy", "noble", "place", "remove", "conquer", "post", "city")
        diary.move(chance.choice([move for move in moves if move.startswith(wanted)] or moves))
        for person in (None, "Ann"):
            html = render_table(replace(look(diary.table, person), names=names), "en")
            assert "<i onclick" not in html
            assert 'onclick="' not in html
            assert "&lt;i onclick=&#34;x&#34;&gt;{n} &amp; &#39;0" in html


@pytest.mark.parametrize(
    "rules",
    [Rules(2), Rules(4, MODULES), Rules(3, ["cities"], 2017), Rules(3, ["orient"], 2017)],
    ids=str,
)
def test_what_is_remembered_is_what_would_be_drawn_anew(rules, monkeypatch):
    chance, diary = random.Random(4), Diary(rules, seed=4, bots=1)
    while diary.table.status == "playing" and len(diary.events) < 90:
        moves = [str(move) for move in diary.table.playing.legal_moves]
        bought = [move for move in moves if move.startswith(("buy", "place", "conquer"))]
        diary.move(chance.choice(bought if bought and chance.random() < 0.7 else moves))
        sights = [look(diary.table, person, hints=True) for person in (None, "Ann", "Ben")]
        remembered = [draw_table(sight, "fr") for sight in sights]
        with monkeypatch.context() as patch:
            patch.setattr(scene, "memory_of", lambda *_viewer: Memory())
            assert remembered == [draw_table(sight, "fr") for sight in sights]

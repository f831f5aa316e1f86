"""Tables are drawn beside the event loop: a few in a thread, many in a process, all alike."""

import asyncio
import os
import random
from dataclasses import replace
from functools import partial

import pytest

from kit import strange_calls as calls
from kit.diary import Diary, render_table
from kit.server import done
from parure import MODULES, Rules
from parure.processes import Pipeline, Process
from parure.server.tables.sight import look
from parure.server.views import turning
from parure.server.views.changes import Page, brief
from parure.server.views.drawing import Drawing, Eyes, draw_all
from parure.server.views.memory import Memory
from parure.server.views.table import scene
from parure.server.views.table.table import draw_table


class Counted(Pipeline):
    """A process that counts what it is asked, and how many tables it is to draw."""

    calls = tables = 0

    def call(self, function, *arguments, **options):
        self.calls += 1
        if function is draw_all:
            self.tables += len(arguments[0])
        return super().call(function, *arguments, **options)


@pytest.fixture
def processes():
    processes = Counted(Process())
    yield processes
    processes.close()


def drawn(drawing, language, count):
    """Draw the same table so many times at once."""
    sight = look(Diary().table, "Ann")

    async def draw():
        return await asyncio.gather(*(drawing.table(sight, language) for _ in range(count)))

    assert {one.html for one in done(draw())} == {render_table(sight, language)}


def test_a_few_tables_need_no_process(processes):
    drawn(Drawing([processes]), "en", 5)
    assert processes.calls == 0


def test_many_tables_are_drawn_by_a_process_once_it_is_there(processes, tmp_path):
    drawing, hold = Drawing([processes]), tmp_path / "hold"
    os.mkfifo(hold)
    processes.call(calls.wait_for, str(hold))
    drawn(drawing, "fr", 30)
    assert processes.calls == 2
    hold.write_bytes(b"")
    while not drawing._has_processes():
        pass
    drawn(drawing, "fr", 30)
    assert processes.tables >= 20
    # What waits is drawn together.
    assert processes.calls <= processes.tables / 2
    assert drawing.waiting == 0


def test_a_table_that_cannot_be_drawn_is_drawn_apart_from_others(processes):
    drawing = Drawing([processes])
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
    drawn(Drawing([processes]), "en", 30)


EYES = Eyes("a", "Ann", None, "en")


def turned(drawing, sights, pages):
    """Let pages show one sight after the other; return what each is told each time."""
    names = dict.fromkeys(pages, "")

    async def turn(sight, page):
        shown = await drawing.turn(EYES, lambda: (0, sight), page, names[page])
        names[page] = shown.name
        return f"{{{shown.fields}}}"

    async def show(sight):
        return await asyncio.gather(*(turn(sight, page) for page in pages))

    return [done(show(sight)) for sight in sights]


def some_sights():
    chance, diary, sights = random.Random(3), Diary(), []
    for _move in range(9):
        diary.move(str(chance.choice(diary.table.playing.legal_moves)))
        sights.append(look(diary.table, "Ann"))
    return sights


def test_pages_that_see_the_same_are_told_what_is_new_of_one_drawing(processes):
    drawing, sights, page = Drawing([processes]), some_sights(), Page("")
    expected = [brief(page.turn_to(draw_table(sight, "en"))) for sight in sights]
    assert sum('"change"' in text for text in expected) > 5
    with drawing.opened("a") as first, drawing.opened("a") as second:
        assert turned(drawing, sights, [first, second]) == [[text, text] for text in expected]
    while not drawing._has_processes():
        pass
    with drawing.opened("a") as first, drawing.opened("a") as second:
        assert turned(drawing, sights, [first, second]) == [[text, text] for text in expected]
    assert processes.tables == len(sights)


def test_a_page_that_another_process_knew_is_told_the_whole(processes):
    drawing, (first, *rest) = Drawing([processes]), some_sights()
    whole = brief({"html": draw_table(rest[0], "en").html})
    name = ""

    async def turn(sight, page):
        nonlocal name
        *_, name, fields = await drawing.turn(EYES, lambda: (0, sight), page, name)
        return f"{{{fields}}}"

    with drawing.opened("a") as page:
        done(turn(first, page))
        while not drawing._has_processes():
            pass
        assert done(turn(rest[0], page)) == whole
        assert '"change"' in done(turn(rest[1], page))


def test_what_changes_before_it_is_drawn_is_drawn_once(processes, tmp_path, monkeypatch):
    monkeypatch.setattr("parure.server.views.drawing._CALLS", 1)
    drawing, sights, hold = Drawing([processes]), some_sights(), tmp_path / "hold"
    os.mkfifo(hold)
    while not drawing._has_processes():
        pass

    async def draw():
        wait = partial(calls.wait_for, str(hold))
        busy = asyncio.ensure_future(drawing.draw("a", lambda: wait))
        while not processes.tables:
            await asyncio.sleep(0)
        newest = [(0, sights[0])]
        pages = [
            asyncio.ensure_future(drawing.turn(EYES, lambda: newest[-1], page, ""))
            for page in range(3)
        ]
        while not drawing.waiting:
            await asyncio.sleep(0)
        newest.append((7, sights[1]))
        hold.write_bytes(b"")
        await busy
        return await asyncio.gather(*pages)

    expected = draw_table(sights[1], "en")
    for shown in done(draw()):
        assert (shown.pulse, shown.version) == (7, sights[1].version)
        assert (shown.name, shown.fields) == (expected.name, brief({"html": expected.html})[1:-1])
    assert processes.tables == 2


def test_who_has_moved_comes_first(processes, tmp_path, monkeypatch):
    monkeypatch.setattr("parure.server.views.drawing._CALLS", 1)
    drawing, sight, hold, begun = Drawing([processes]), some_sights()[0], tmp_path / "hold", []
    os.mkfifo(hold)
    while not drawing._has_processes():
        pass

    def seen(person):
        return lambda: (begun.append(person), sight)

    async def draw():
        wait = partial(calls.wait_for, str(hold))
        work = [asyncio.ensure_future(drawing.draw("a", lambda: wait))]
        while not processes.tables:
            await asyncio.sleep(0)
        for page, person in enumerate(("Ann", "Ben", "Cleo")):
            eyes, first = EYES._replace(person=person), person == "Cleo"
            turn = drawing.turn(eyes, seen(person), page, "", first=first)
            work.append(asyncio.ensure_future(turn))
        while drawing.waiting < 3:
            await asyncio.sleep(0)
        hold.write_bytes(b"")
        await asyncio.gather(*work)

    done(draw())
    assert begun == ["Cleo", "Ann", "Ben"]


def test_what_a_closed_page_showed_is_forgotten(processes):
    drawing = Drawing([processes])
    with drawing.opened("a") as page:
        turned(drawing, some_sights(), [page])
        assert page in turning._pages
    drawing._thread.shutdown()
    assert page not in turning._pages


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
            patch.setattr(scene, "memory_of", lambda _sight, read_only: Memory())
            assert remembered == [draw_table(sight, "fr") for sight in sights]

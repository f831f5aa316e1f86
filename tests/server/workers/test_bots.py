"""Bots think elsewhere, and nothing that they do stops a table or the server."""

import asyncio
import sys
import textwrap
import threading
from concurrent.futures import Future

import pytest

from kit.diary import Diary
from kit.documents import of_seats
from kit.server import Thread, done, running, until
from kit.waiting import PATIENCE, eventually
from parure import Game
from parure.arena import strength
from parure.bots import LADDER, Estimate
from parure.compiling import warm_up
from parure.processes import Pool, Process
from parure.server.play import driver
from parure.server.play.service import Playing
from parure.server.store.protocol import NotKept
from parure.server.tables import options
from parure.server.workers import bots as thinking
from parure.server.workers.bots import BotFailed, Bots

BOTS = '''
import os, time

class Bot:
    about = "Does something strange."

    def __init__(self, seed=None, budget=None):
        pass

class Crash(Bot):
    def choose(self, known, legal_moves, clock):
        os._exit(3)

class Fail(Bot):
    def choose(self, known, legal_moves, clock):
        raise RuntimeError("no idea")

class Cheat(Bot):
    def choose(self, known, legal_moves, clock):
        from parure import MOVES
        return next(move for move in MOVES if move not in legal_moves)

class Sleep(Bot):
    def choose(self, known, legal_moves, clock):
        time.sleep(3600)

class Peek(Bot):
    """Takes the first move, unless it sees the cards of a deck."""
    def choose(self, known, legal_moves, clock):
        return legal_moves[0] if not any(isinstance(d, list) for d in known.view["decks"].values()) else None

class Wise(Bot):
    def choose(self, known, legal_moves, clock):
        return legal_moves[0]
    def analyse(self, known, legal_moves, clock):
        from parure.bots import Estimate
        return [Estimate(m, (0.75, 0.25), 10, (m,)) for m in legal_moves]
'''


@pytest.fixture(scope="module", autouse=True)
def strange_bots(tmp_path_factory):
    """Install a package with strange bots, for this process and those that it starts."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "odd_bots.py").write_text(textwrap.dedent(BOTS))
    info = folder / "odd_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1.0\n")
    names = ("Crash", "Fail", "Cheat", "Sleep", "Peek", "Wise")
    lines = [f"{name.lower()} = odd_bots:{name}" for name in names]
    (info / "entry_points.txt").write_text("\n".join(["[parure.bots]", *lines]) + "\n")
    sys.path.insert(0, str(folder))
    caches = (options.bot_names, thinking.strongest_bot)
    for cached in caches:
        cached.cache_clear()
    yield
    sys.path.remove(str(folder))
    for cached in caches:
        cached.cache_clear()


@pytest.fixture(scope="module")
def pool():
    processes = Pool([Process(warm_up)])
    yield Bots(processes, seconds=4.0)
    processes.close()


def ask(pool, bot):
    """Let a bot choose in a fresh game."""
    game = Game(seed=7)
    return done(pool.choose(bot, game.stripped(0), 0, game.legal_moves)), game.legal_moves


@pytest.mark.verify
@pytest.mark.parametrize("bot", ["crash", "fail", "cheat", "sleep"])
def test_a_failing_bot_is_noticed_and_the_next_one_is_fine(pool, bot):
    with pytest.raises(BotFailed):
        ask(pool, bot)
    move, moves = ask(pool, "random")
    assert move in moves


def test_a_bot_gets_what_its_seat_sees():
    move, moves = ask(Bots(Thread(), seconds=60), "peek")
    assert move == moves[0]


@pytest.mark.verify
def test_a_failing_bot_does_not_stop_the_table(tmp_path):
    with running(tmp_path, workers=True, bot_seconds=1.0) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"bot": "crash"}, {"bot": "fail"})
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            ann.play(table, lambda moves: moves[0])
            for view in socket:
                game = view["game"]
                if len(game["log"]) > 1 and game["view"]["to_play"] == 0:
                    break
        by_bots = [entry for entry in game["log"] if entry.get("by") == "bot"]
        assert {entry["seat"] for entry in by_bots} == {1, 2}
        notes = [entry["note"] for entry in by_bots if "forced" not in entry]
        assert notes
        assert set(notes) == {"failed"}


def test_a_hint_is_a_legal_move_with_its_chance(tmp_path):
    with running(tmp_path, hint_bot="wise") as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"bot": "random"})
        view = ann.look(table)
        assert view["you"]["hints"]
        hint = ann.post(f"/api/tables/{table}/hint")
        assert (hint["bot"], hint["chance"]) == ("wise", 0.75)
        assert hint["move"] == view["you"]["moves"][0]
        assert not ann.look(table)["table"]["practice"]
        ann.move(table, hint["move"], hint["version"])
        assert ann.look(table)["table"]["practice"]
        serious = ann.create({"name": "Ann"}, {"bot": "random"}, serious=True)
        assert not ann.look(serious)["you"]["hints"]
        sentence = ann.refused(f"/api/tables/{serious}/hint")[2]
        assert sentence == "Hints are off in this game."


def test_a_hint_is_for_the_seat_to_play_where_one_browser_has_several(tmp_path):
    with running(tmp_path, hint_bot="wise") as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"name": "Ben"})
        ann.play(table, lambda moves: moves[0], seat=0)
        view = ann.look(table, seat=1)
        hint, advice = (ann.post(f"/api/tables/{table}/{path}") for path in ("hint", "advice"))
        assert hint["move"] == advice["moves"][0]["move"] == view["you"]["moves"][0]
        assert hint["version"] == advice["version"] == view["version"]


@pytest.mark.parametrize("path", ["hint", "advice"])
def test_a_hint_is_not_for_a_table_that_has_gone_on(tmp_path, monkeypatch, path):
    with running(tmp_path, hint_bot="wise") as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"name": "Ben"})
        version = ann.look(table)["version"]

        async def too_late(_bots, bot, state, seat, moves):
            async with server.sessions.use(table) as session:
                person = session.table.seats[seat].person
            await server.service(Playing).move(table, person, str(moves[0]), version)
            return [Estimate(move, (0.5, 0.5), 1, (move,)) for move in moves]

        monkeypatch.setattr(Bots, "analyse", too_late)
        status, code, _sentence = ann.refused(f"/api/tables/{table}/{path}")
        assert (status, code) == (409, "stale")


def test_hints_come_from_the_strongest_of_our_own_bots():
    """Not from the last name in a list, which an installed package chooses."""
    rated = {row.label.partition(":")[0]: row.elo for row in strength.ladder(strength.kept())}
    assert list(LADDER) == sorted(rated, key=rated.__getitem__)
    assert "wise" in options.bot_names()
    assert thinking.strongest_bot() == LADDER[-1]


@pytest.mark.verify
def test_the_server_answers_while_bots_think(tmp_path):
    with running(tmp_path, workers=True, bot_seconds=3600) as server:
        ann = server.person()
        table = ann.create({"bot": "sleep"}, {"name": "Ann"})
        for _ in range(50):
            assert ann.look(table)["table"]["thinking"]


def test_who_waits_for_a_bot_that_gets_ready_is_told(tmp_path, monkeypatch):
    is_ready = threading.Event()

    async def prepare(_bots, _bot):
        await asyncio.to_thread(is_ready.wait)

    monkeypatch.setattr(Bots, "prepare", prepare)
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.create({"bot": "novice"}, {"name": "Ann"}, order="fixed", pace="instant")
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            until(socket, lambda view: view["table"]["preparing"])
            is_ready.set()
            assert not until(socket, lambda view: view["game"]["log"])["table"]["preparing"]


def test_the_table_says_that_a_bot_gets_ready():
    diary = Diary(bots=1)
    diary.move("take W U G")
    for preparing in (True, False):
        table = diary.document("Ann", preparing=preparing)["table"]
        assert (table["thinking"], table["preparing"]) == (True, preparing)


def test_the_clock_lets_a_bot_finish_the_turn(tmp_path):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        clock = {"minutes": 0.001, "seconds": 0}
        table = ann.create({"name": "Ann"}, {}, clock=clock)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            both = until(
                socket, lambda view: len({one["seat"] for one in view["game"]["log"]}) == 2
            )
        assert {entry["by"] for entry in both["game"]["log"]} == {"clock"}
        assert of_seats(both, "clock")[0] == 0


def test_a_clock_that_runs_is_told_to_all(tmp_path):
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"bot": "wise"}, clock={"minutes": 10, "seconds": 3})
        first = ann.look(table)
        assert of_seats(first, "clock") == [600, 600]
        assert first["table"]["elapsed"] >= 0
        eventually(lambda: ann.look(table)["table"]["elapsed"] > first["table"]["elapsed"])
        ann.play(table, lambda moves: "take W U G")
        after = of_seats(ann.look(table), "clock")
        assert 600 < after[0] <= 603
        assert after[1] >= 600


def test_what_can_not_be_kept_is_refused_and_a_bot_waits_until_it_can(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(driver, "RETRY_SECONDS", 0.01)
    with running(tmp_path) as server:
        ann = server.person()
        own = ann.create({"name": "Ann"}, {"name": "Ben"})
        store = server.sessions.store
        append, is_full, refusals = store.append, threading.Event(), threading.Semaphore(0)

        def append_if_there_is_room(*event):
            if not is_full.is_set():
                return append(*event)
            failed = Future()
            failed.set_exception(NotKept("The server’s disk is full: nothing can be saved."))
            refusals.release()
            return failed

        monkeypatch.setattr(store, "append", append_if_there_is_room)
        table = ann.create({"bot": "wise"}, {"name": "Ann"}, pace="calm")
        is_full.set()
        body = {"move": "take W U G", "version": ann.look(own)["version"], "key": "k"}
        status, code, sentence = ann.refused(f"/api/tables/{own}/moves", **body)
        assert (status, code) == (503, "unavailable")
        assert sentence == "The server’s disk is full: nothing can be saved."
        assert ann.look(own)["game"]["log"] == []
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            for _ in ("Ann", "bot", "bot", "bot", "bot"):
                assert refusals.acquire(timeout=PATIENCE)
                assert ann.look(table)["game"]["log"] == []
            assert caplog.text.count(f"table {table} waits") >= 3
            is_full.clear()
            moves = [socket.next()["game"]["log"] for _message in range(2)]
        assert [len(log) for log in moves] == [0, 1]
        assert ann.post(f"/api/tables/{own}/moves", **body)["move"] == "take W U G"
        assert caplog.text.count("failed") == 0


class Noted:
    """Stands for processes: notes the bots that are to be compiled there."""

    count = 1

    def __init__(self):
        self.compiled = []

    def call(self, _function, bot, **_options):
        self.compiled.append(bot)
        done = Future()
        done.set_result(None)
        return done


def test_bots_are_compiled_ahead_beside_those_that_play_the_likely_ones_first():
    playing, beside, seen = Noted(), Noted(), []
    pool = Bots(playing, 60.0, beside)

    async def compile_all():
        working = asyncio.create_task(pool.compile_all())
        while not working.done():
            await asyncio.sleep(0)
            if pool.progress is not None and pool.progress not in seen:
                seen.append(pool.progress)
        await working
        await pool.prepare("champion")

    done(asyncio.wait_for(compile_all(), PATIENCE))
    assert playing.compiled == []
    assert beside.compiled[:4] == ["novice", "merchant", "guild", "champion"]
    assert set(beside.compiled) == set(LADDER)
    assert len(beside.compiled) == len(LADDER)
    assert [one.bot for one in seen] == beside.compiled
    assert [one.done for one in seen] == [*range(1, 1 + len(LADDER))]
    assert {one.steps for one in seen} == {1 + len(LADDER)}
    assert pool.progress is None


def test_where_nothing_can_be_kept_those_that_play_compile_for_themselves(monkeypatch):
    playing, beside = Noted(), Noted()
    monkeypatch.setattr(thinking, "cache_folder", None)
    done(Bots(playing, 60.0, beside).compile_all())
    assert set(playing.compiled) == set(LADDER)
    assert beside.compiled == []


def test_all_bots_are_known_to_be_compiled_or_not(monkeypatch):
    kept = dict.fromkeys(("choose_as_novice", "choose_as_merchant", "weigh_moves", "search"), True)
    monkeypatch.setattr(thinking, "is_kept", lambda entry: kept[entry.py_func.__name__])
    assert thinking.are_compiled()
    for name in kept:
        monkeypatch.setitem(kept, name, False)
        assert not thinking.are_compiled()
        monkeypatch.setitem(kept, name, True)


def test_no_bot_is_waited_for_in_a_lesson_that_is_followed(tmp_path, monkeypatch):
    async def prepare(_bots, _bot):
        await asyncio.sleep(3600)

    monkeypatch.setattr(Bots, "prepare", prepare)
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.post("/api/lessons/first", 201, name="Ann")["table"]
        view = ann.look(table)
        ann.move(table, view["you"]["coach"]["suggested"], view["version"])
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            until(
                socket, lambda later: later["you"]["moves"] and later["you"]["coach"]["suggested"]
            )

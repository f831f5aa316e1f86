"""`parure serve --processes`: several processes, of which each may die, and all be replaced, unnoticed."""

import asyncio
import random
import signal
from pathlib import Path

import pytest

from fuzz.kills import check, kill_one, playing, serving, supervised
from kit.postgres import has_postgres
from kit.server import done
from kit.waiting import PATIENCE

pytestmark = pytest.mark.verify


def test_a_file_is_for_one_process(run, tmp_path, english):
    code, _out, err = run("serve", "--no-browser", "--data", tmp_path, "--processes", 2)
    assert (code, err) == (
        1,
        "A file serves only one process; several need PostgreSQL (--database postgresql://…).\n",
    )
    assert list(tmp_path.iterdir()) == []


async def play_on(players, moves):
    """Return when everybody has made so many more moves."""
    wanted = [len(player.acknowledged) + moves for player in players]
    while any(len(p.acknowledged) < n for p, n in zip(players, wanted, strict=True)):
        await asyncio.sleep(0.05)


async def go(place, folder):
    async with supervised(place, folder) as (process, address), playing(address, 3, 0.2) as players:
        await play_on(players, 3)
        killed = {kill_one(process.pid, random.Random(1))}
        while len(set(serving(process.pid)) - killed) < 2:
            await play_on(players, 1)
        before = set(serving(process.pid))
        process.send_signal(signal.SIGHUP)
        while before & set(serving(process.pid)):
            await play_on(players, 1)
        await play_on(players, 3)
    return process.returncode, players


async def orphaned(place, folder):
    """Kill the first process when one of the others is younger than the rest; return when all have ended."""
    async with supervised(place, folder) as (process, _address):
        while len(serving(process.pid)) < 2:
            await asyncio.sleep(0.1)
        killed = kill_one(process.pid, random.Random(1))
        while len(left := set(serving(process.pid)) - {killed}) < 2:
            await asyncio.sleep(0.1)
        process.kill()
        while any(Path(f"/proc/{pid}").exists() for pid in left):
            await asyncio.sleep(0.1)


needs_postgres = pytest.mark.skipif(not has_postgres(), reason="there is no PostgreSQL here")


@needs_postgres
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_all_end_when_the_first_is_killed(in_postgres, tmp_path):
    done(asyncio.wait_for(orphaned(in_postgres, tmp_path), PATIENCE))


@needs_postgres
def test_one_is_killed_all_are_replaced_and_games_go_on(in_postgres, tmp_path):
    code, players = done(asyncio.wait_for(go(in_postgres, tmp_path), PATIENCE))
    assert code == 0, (tmp_path / "log").read_text()
    assert check(in_postgres, players) > 20

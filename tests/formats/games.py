"""The games of a server as a version of Parure keeps them, to be read by every later one.

    python tests/formats/games.py

writes them into the folder of the version that runs, once: `games.sqlite` and `key` as they lie in a folder
of a server, and in `games.json` what is to be found in them.
"""

import json
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kit.policy import Chance
from kit.server import Person, running
from parure import MODULES, __version__
from parure.server.store.sqlite import SqliteStore
from parure.server.tables.table import Table
from parure.server.tables.transitions import load

__all__ = ["described"]

HERE = Path(__file__).resolve().parent


def described(table: Table) -> dict[str, Any]:
    """Return what a table is after its events."""
    game, pushes = table.game, table.pushes
    shown = None if game is None else game.snapshot()
    return {
        "id": table.id,
        "events": table.version,
        "status": table.status,
        "names": [seat.name for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "people": [seat.person for seat in table.seats],
        "maker": table.maker,
        "edition": table.options.edition,
        "modules": list(table.options.modules),
        "clocks": list(table.clocks),
        "rematch": table.rematch,
        "lines": [push.move for push in pushes],
        "by": [push.by for push in pushes],
        "notes": [push.note for push in pushes],
        "turns": game and game.turns,
        "prestige": game and game.prestige,
        "winners": game and list(game.winners),
        "to_play": table.to_play,
        "decision": game and game.decision,
        "bank": shown and shown["bank"],
        "rows": shown and shown["rows"],
    }


def play(table: str, people: list[Person], most: int = 10_000) -> None:
    """Play on with some people, a seat each, until the game is over or they have made so many moves."""
    chance, made = Chance(1), 0
    while made < most:
        seat = people[0].look(table, seat=0)["game"]["view"]["to_play"]
        if seat is None:
            return
        if seat < len(people) and (moves := people[seat].look(table, seat=seat)["you"]["moves"]):
            version = people[seat].look(table, seat=seat)["version"]
            buys = [move for move in moves if move.startswith("buy")] or moves
            people[seat].move(
                table, buys[chance.below(len(buys))], version, seat=seat, key=f"key {made}"
            )
            made += 1
        else:
            time.sleep(0.1)


def all_kinds(ann: Person, ben: Person) -> dict[str, str]:
    """Let everything happen that can happen at tables; return their ids."""
    tables = {}
    finished = tables["finished"] = ann.create({"name": "Ann"}, {}, modules=["trading_posts"])
    ben.post(f"/api/tables/{finished}/seats", name="Zoë ☕")
    ann.move(finished, "take W U G", ann.look(finished)["version"], key="first")
    ann.post(f"/api/tables/{finished}/undo", version=ann.look(finished)["version"], key="back")
    play(finished, [ann, ben])
    tables["rematch"] = ann.post(f"/api/tables/{finished}/rematch")["table"]
    names = ("Ann", "Bob", "Cleo", "Dan")
    tables["all modules"] = ann.create(*({"name": name} for name in names), modules=list(MODULES))
    play(tables["all modules"], [ann] * 4)
    waiting = tables["waiting"] = ann.create({"name": "Ann"}, {}, {}, edition=2017, public=True)
    ben.post(f"/api/tables/{waiting}/seats", name="Ben", seat=2)
    ben.http.delete(f"/api/tables/{waiting}/seats/2").raise_for_status()
    closed = tables["closed"] = ann.create({"name": "Ann"}, {})
    ann.http.delete(f"/api/tables/{closed}/seats/0").raise_for_status()
    left = tables["left to a bot"] = ann.create(
        {"name": "Ann"}, {}, edition=2017, modules=["orient"]
    )
    ben.post(f"/api/tables/{left}/seats", name="Ben")
    play(left, [ann, ben], most=12)
    ben.http.delete(f"/api/tables/{left}/seats/1").raise_for_status()
    bots = tables["bots"] = ann.create({}, {"bot": "random"}, edition=2017, modules=["strongholds"])
    ann.post(f"/api/tables/{bots}/start", bot="novice")
    clock = {"minutes": 0.02, "seconds": 1}
    tables["a clock"] = ann.create({"name": "Ann"}, {"bot": "random"}, clock=clock, seed=5)
    while (
        ann.look(bots)["table"]["status"] == "playing"
        or len(ann.look(tables["a clock"])["game"]["log"]) < 8
    ):
        time.sleep(0.1)
    return tables


def write() -> None:
    """Write the games of this version."""
    folder = HERE / ".".join(__version__.split(".")[:2])
    assert not (folder / "games.sqlite").exists(), "what lies here is never written again"
    with running(folder) as server:
        ann, ben = server.person(), server.person()
        tables = all_kinds(ann, ben)
    with closing(SqliteStore(folder / "games.sqlite")) as store:
        found = {
            title: described(load(id, store.events(id).result())) for title, id in tables.items()
        }
    kept = {"tokens": {"Ann": ann.token, "Ben": ben.token}, "tables": found}
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    (folder / "games.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()

"""A server that is killed at any moment loses nothing that it acknowledged, and doubles nothing."""

import json
import random
import subprocess
import sys
import threading
from collections import Counter

import httpx
import pytest
from websockets.exceptions import WebSocketException

from kit.server import Person
from kit.waiting import PATIENCE
from parure.server.tables import events as happened
from parure.server.tables.transitions import load

pytestmark = pytest.mark.verify

KILLS = {"sqlite": 2, "postgres": 2}
TABLES = 3


class Process:
    """A server in a process of its own, with always the same port and folder."""

    def __init__(self, folder, database, port):
        command = [sys.executable, "-m", "parure.cli", "serve", "--no-browser"]
        options = ["--data", str(folder), "--database", database, "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.first_line = self.process.stdout.readline()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Player(threading.Thread):
    """Plays at one table until the server is gone, and takes back; knows what was acknowledged."""

    def __init__(self, person, table, seed, acknowledge):
        super().__init__()
        self.person, self.table = person, table
        self.chance = random.Random(seed)
        self.acknowledge = acknowledge
        self.acknowledged = {}
        self.open_request = None
        self.problem = None

    def again(self, acknowledge):
        """Return somebody who goes on where this one was."""
        other = Player(self.person, self.table, self.chance.random(), acknowledge)
        other.acknowledged, other.open_request = self.acknowledged, self.open_request
        return other

    def run(self):
        try:
            if self.open_request is not None:
                self.send()
            with self.person.watching(f"/api/tables/{self.table}/watch") as socket:
                for view in socket:
                    self.look(view)
        except (httpx.TransportError, OSError, WebSocketException):
            pass
        except Exception as error:
            self.problem = error

    def look(self, view):
        if moves := view["you"]["moves"]:
            key = f"{self.table}-{self.chance.random()}"
            body = {"version": view["version"], "key": key}
            if view["you"]["undoer"] is not None and self.chance.random() < 0.2:
                self.open_request = "undo", body
            else:
                self.open_request = "moves", {**body, "move": self.chance.choice(moves)}
            self.send()

    def send(self):
        """Send the request that has no answer yet."""
        what, body = self.open_request
        answer = self.person.http.post(f"/api/tables/{self.table}/{what}", json=body)
        assert answer.status_code in (200, 409), answer.text
        if answer.status_code == 200:
            done = answer.json()
            assert self.acknowledged.setdefault(body["key"], done) == done
            self.open_request = None
            self.acknowledge()
        self.open_request = None


def kept(place):
    """Return the events of every table, as they are in the database."""
    tables = {}
    for table, number, event in place.execute(
        'SELECT "table", number, event FROM events ORDER BY 1, 2'
    ):
        assert number == len(tables.setdefault(table, []))
        tables[table].append(event)
    return tables


def test_kill_nine_at_any_moment(place, tmp_path, port):
    chance = random.Random(20)
    server = Process(tmp_path, place.address, port)
    address = f"http://127.0.0.1:{port}"
    players = []
    for number in range(TABLES):
        person = Person(address)
        table = person.create({"name": "Ann"}, {"bot": "random"}, modules=["orient"])
        players.append(Player(person, table, number, None))
    for _ in range(KILLS[place.kind]):
        target, lock, count = chance.randint(4, 14), threading.Lock(), Counter()
        killed = threading.Event()

        def acknowledge(target=target, lock=lock, count=count, killed=killed, server=server):
            with lock:
                count["acknowledged"] += 1
                if count["acknowledged"] == target:
                    server.process.kill()
                    killed.set()

        players = [player.again(acknowledge) for player in players]
        for player in players:
            player.start()
        assert killed.wait(PATIENCE)
        for player in players:
            player.join()
            assert player.problem is None
        server.kill()
        check(kept(place), players)
        server = Process(tmp_path, place.address, port)
    players = [player.again(lambda: None) for player in players]
    for player in players:
        if player.open_request is not None:
            player.send()
    server.kill()
    check(kept(place), players)


def check(tables, players):
    """Whatever was acknowledged is on disk once, as the event that was acknowledged; all can be played."""
    for player in players:
        events = [happened.from_text(line) for line in tables[player.table]]
        keys = Counter(
            event.key
            for event in events
            if isinstance(event, happened.Moved | happened.Undone) and event.key
        )
        assert not keys or max(keys.values()) == 1
        for key, done in player.acknowledged.items():
            event = events[done["version"] - 1]
            assert (event.key, getattr(event, "move", None)) == (key, done["move"])
        table = load(player.table, tables[player.table])
        assert table.version == len(events)
        assert json.dumps(table.playing.snapshot())

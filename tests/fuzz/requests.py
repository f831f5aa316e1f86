"""Requests of all kinds, of people who play and of people who don't: none makes the server fail.

    python tests/fuzz/requests.py --cases 5000 --seed 1

Each case is a visit of some requests at a table of its own. What can be asked for comes from the schema, made
for the pages and sockets too; most of it makes sense, and something in it often does not.
"""

import asyncio
import atexit
import json
import logging
import random
import shutil
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote, urlencode

from parure.server.app import ROUTERS
from parure.server.security.identity import Identities

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute

from fuzz.cases import command
from kit.waiting import PATIENCE
from parure.i18n import LANGUAGES
from parure.server.app import create_app
from parure.server.errors import Missing
from parure.server.lobby.service import Seating
from parure.server.play.service import Playing
from parure.server.play.sessions import Sessions
from parure.server.settings import Limits, Settings
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.web.static_files import SERVER, static, static_files

__all__ = ["statuses", "try_one"]

T = TypeVar("T")

REQUESTS = 20
"""How many a visit has."""
OURS = "http://127.0.0.1:8000"
FREE = (1e9, 1e9)
MANY = Limits(
    tables=10**9,
    tables_each=10**9,
    sockets=10**9,
    sockets_each=10**9,
    requests=FREE,
    requests_of_address=FREE,
    creations=FREE,
    hints=FREE,
)
TEXTS = (
    "", " ", "\0", "\ud800", "\u3164", "é", "李", "🦊", "x" * 300, "x" * 9_000, "../../etc/passwd", "%00",
    "[", "]", "http://[", "//evil.example", "-1", "1e999", "NaN", "null", "٣", "a\r\nb: c", "<b>", "{0}",
    "{x}", "%s", "?", "#",
)  # fmt: skip
VALUES = (
    None,
    True,
    -1,
    0,
    3,
    4,
    2**31,
    2**63,
    10**400,
    0.5,
    -1e308,
    [],
    {},
    [[]],
    [None],
    {"a": {}},
)
HEADERS = {
    "host": ("127.0.0.1:8000", "localhost", "[::1]:8000", "[", "evil.example", "localhost:x", ""),
    "origin": (OURS, "http://localhost", "null", "http://[", "http://evil.example", "\xff"),
    "accept": ("text/html", "application/json", "*/*", "", "\xff", "text/html;q=x"),
    "accept-language": ("fr", "en", "fr;q=nan,en;q=inf", ";q=", "x" * 500, "\xff"),
    "accept-encoding": ("gzip", "br", "gzip;q=0", "\xff"),
    "content-type": ("application/json", "text/plain", "application/json; charset=x", "", "\xff"),
    "content-length": ("0", "5", "-1", "x", "9" * 400),
    "cookie": (
        "theme=night",
        "language=fr",
        "theme=\xff",
        ";;=;",
        '{"a": 1}',
        "x" * 500,
        "a=" * 90,
    ),
    "authorization": ("Bearer x", "Bearer", "Basic x", "bearer \xff", ""),
    "if-none-match": ("*", '"x"', "\xff"),
    "if-modified-since": ("x", "Thu, 01 Jan 1970 00:00:00 GMT", "\xff"),
    "range": ("bytes=0-1", "bytes=9-1", "bytes=-", "x"),
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "é")

statuses: Counter[str] = Counter()
"""How often each status was met, by `run` in this process."""


class Operation(NamedTuple):
    """Something that can be asked for."""

    method: str
    path: str
    query: dict[str, Any]
    body: dict[str, Any] | None


class Complaints(logging.Handler):
    """What the server logs as its own mistakes."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.found.append(self.format(record))


class Site:
    """A server in this process, without a network."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parure-"))
        settings = Settings(data=self.folder, limits=MANY, thinkers=1, hint_bot="random")
        self.app = create_app(settings)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.life = self.app.router.lifespan_context(self.app)
        self.complaints = Complaints()
        logging.getLogger("parure").addHandler(self.complaints)
        self.run(self.life.__aenter__())
        self.over = self.run(self._play())
        self.operations, self.shapes = self._operations()
        atexit.register(self.close)

    def service(self, kind: type[T]) -> T:
        """Return a service of the server by its class."""
        found: T = self.app.state.services[kind]
        return found

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what a coroutine gives, in the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def close(self) -> None:
        """End it."""
        self.run(self.life.__aexit__(None, None, None))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
        logging.getLogger("parure").removeHandler(self.complaints)
        shutil.rmtree(self.folder)

    async def _play(self) -> str:
        """Return a table whose game is over."""
        options = TableOptions(seats=[SeatPlan(name="Ann"), SeatPlan(name="Ben")], seed=7)
        made = await self.service(Seating).create("somebody", options)
        chance = random.Random(7)
        while (view := await self.service(Sessions).look(made.table, "somebody")).status != "over":
            view = await self.service(Sessions).look(made.table, "somebody", view.to_play)
            move = chance.choice([m for m in view.moves if m.startswith("buy")] or view.moves)
            await self.service(Playing).move(made.table, "somebody", move, view.version)
        return made.table

    def _operations(self) -> tuple[list[Operation], dict[str, Any]]:
        """Return all that can be asked for, with the shapes of the bodies."""
        described = FastAPI()
        every = [r for router in ROUTERS for r in router.routes]
        for route in every:
            if isinstance(route, APIRoute):
                described.add_api_route(
                    route.path, route.endpoint, methods=route.methods, response_model=None
                )
        schema = described.openapi()
        found = [
            Operation(
                method.upper(),
                path,
                {p["name"]: p["schema"] for p in says.get("parameters", []) if p["in"] == "query"},
                says.get("requestBody", {})
                .get("content", {})
                .get("application/json", {})
                .get("schema"),
            )
            for path, methods in schema["paths"].items()
            for method, says in methods.items()
        ]
        sockets = [r.path for r in every if isinstance(r, WebSocketRoute)]
        asked = {"seat": {"type": "integer"}, "choices": {"type": "boolean"}}
        found += [Operation("WEBSOCKET", path, asked, None) for path in sockets]
        found += [Operation("GET", "/static/{version}/{name}", {}, None)] * 2
        found.append(Operation("GET", "/api/openapi.json", {}, None))
        return found, schema["components"]["schemas"]


@cache
def site() -> Site:
    """Return the server, started when it is first needed."""
    return Site()


class Visit:
    """Somebody and somebody else, at a table."""

    def __init__(self, site: Site, chance: random.Random) -> None:
        self.site, self.chance = site, chance
        identities = site.service(Identities)
        self.people = [f"{name}{chance.getrandbits(60)}" for name in ("ann", "ben")]
        self.tokens = [identities.token(person) for person in self.people]
        self.table = ""

    async def come(self) -> None:
        """Make a table, and perhaps begin."""
        chance = self.chance
        plans = (
            [{"name": "Ann"}, {}],
            [{"name": "Ann"}, {"name": "Ben"}],
            [{"name": "Ann"}, {"bot": "random"}],
        )
        options = TableOptions(
            seats=[SeatPlan(**plan) for plan in chance.choice(plans)],
            modules=chance.choice(([], [], ["strongholds"], ["cities", "trading_posts", "orient"])),
            pace="instant",
            public=chance.random() < 0.2,
        )
        self.table = (await self.site.service(Seating).create(self.people[0], options)).table
        if options.seats[1] == SeatPlan() and chance.random() < 0.6:
            await self.site.service(Seating).sit(self.table, self.people[1], "Ben")

    async def ask(self) -> None:
        """Ask for something, and see that the answer is one."""
        operation = self.chance.choice(self.site.operations)
        scope, body = await self._request(operation)
        call = self._socket(scope) if scope["type"] == "websocket" else self._http(scope, body)
        try:
            status = await asyncio.wait_for(call, PATIENCE)
            assert not self.site.complaints.found, self.site.complaints.found
        except BaseException as error:
            error.add_note(
                f"{operation.method} {scope['path']!a} {scope['headers']} {body[:500]!r}"
            )
            raise
        statuses[status] += 1

    async def _request(self, operation: Operation) -> tuple[dict[str, Any], bytes]:
        chance = self.chance
        path = self._path(operation.path)
        query = urlencode(
            [
                (name, self._text(self._value(schema)))
                for name, schema in operation.query.items()
                if chance.random() < 0.6
            ],
            errors="replace",
        )
        body = b""
        if operation.body is not None:
            asked = self._value(operation.body)
            if operation.path.endswith("/moves") and chance.random() < 0.8:
                asked = await self._move()
            body = json.dumps(asked).encode()
            if chance.random() < 0.05:
                body = body[: chance.randrange(len(body) + 1)] + chance.choice(
                    (b"", b"\xff", b"\0", b"[")
                )
        is_socket = operation.method == "WEBSOCKET"
        return {
            "type": "websocket" if is_socket else "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": operation.method if chance.random() < 0.95 else chance.choice(METHODS),
            "scheme": "ws" if is_socket else "http",
            "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.1", 5),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": list(self._headers(body)),
            "subprotocols": [],
        }, body

    def _path(self, path: str) -> str:
        """Return a path with everything filled in."""
        chance = self.chance
        files = [str(p.relative_to(SERVER)) for p in static_files()]
        known = {
            "id": (self.table, self.table, self.site.over),
            "table": (self.table, self.table, self.site.over),
            "seat": ("0", "1"),
            "move": ("0", "5", "40"),
            "code": tuple(LANGUAGES),
            "version": (static("").split("/")[2], "x"),
            "name": ("palette.css", *files),
        }
        for name, values in known.items():
            value = chance.choice(values if chance.random() < 0.9 else TEXTS)
            path = path.replace(
                f"{{{name}}}", quote(value, safe="/" if name == "name" else "", errors="replace")
            )
        return path

    def _headers(self, body: bytes) -> Iterator[tuple[bytes, bytes]]:
        chance = self.chance
        usual = {
            "host": "127.0.0.1:8000",
            "origin": OURS,
            "authorization": f"Bearer {chance.choice(self.tokens)}",
            "accept": chance.choice(("text/html", "application/json")),
        }
        if body:
            usual |= {"content-type": "application/json", "content-length": str(len(body))}
        for name in chance.sample(sorted(HEADERS), chance.choice((0, 0, 0, 1, 1, 2))):
            usual[name] = chance.choice(HEADERS[name])
        if chance.random() < 0.1:
            usual.pop(chance.choice(sorted(usual)))
        return ((name.encode(), value.encode("latin-1")) for name, value in usual.items())

    async def _move(self) -> dict[str, Any]:
        """Return a move as it should be, if it is anybody's turn; the table may be closed."""
        try:
            async with self.site.service(Sessions).use(self.table) as session:
                table = session.table
        except Missing:
            return {"move": "pass", "version": 1}
        moves = [] if table.game is None else table.game.legal_moves
        move = str(self.chance.choice(moves)) if moves else "pass"
        return {"move": move, "version": table.version, "key": str(self.chance.randrange(3))}

    def _value(self, schema: dict[str, Any]) -> Any:
        """Return what a schema allows, or what no schema does."""
        chance = self.chance
        if chance.random() < 0.08:
            return chance.choice((*TEXTS, *VALUES))
        match schema:
            case {"$ref": reference}:
                return self._value(self.site.shapes[reference.rpartition("/")[2]])
            case {"anyOf": several}:
                return self._value(chance.choice(several))
            case {"enum": values}:
                return chance.choice(values)
            case {"const": value}:
                return value
            case {"type": "object"}:
                needed = schema.get("required", [])
                fields = {
                    name: self._value(field)
                    for name, field in schema.get("properties", {}).items()
                    if name in needed or chance.random() < 0.4
                }
                return fields if chance.random() < 0.97 else {**fields, chance.choice(TEXTS): 1}
            case {"type": "array", "items": items}:
                least, most = schema.get("minItems", 0), min(schema.get("maxItems", 3), 4)
                return [self._value(items) for _ in range(chance.randint(least, most))]
            case {"type": "integer" | "number"}:
                return chance.randint(int(schema.get("minimum", 0)), int(schema.get("maximum", 9)))
            case {"type": "boolean"}:
                return chance.random() < 0.5
            case {"type": "null"}:
                return None
        return chance.choice(("Ann", "Ben", "random", "take W U G", "cities", "/", *TEXTS[:6]))

    def _text(self, value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value)

    async def _http(self, scope: dict[str, Any], body: bytes) -> str:
        answered = asyncio.Event()
        received = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if received:
                return received.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                answered.set()

        await self.site.app(scope, receive, send)
        start = sent[0]
        headers = dict(start["headers"])
        assert start["status"] < 500, (start["status"], sent[1:])
        assert headers[b"x-content-type-options"] == b"nosniff"
        assert b"default-src 'none'" in headers[b"content-security-policy"]
        assert not sent[-1].get("more_body", False)
        if start["status"] >= 400 and headers[b"content-type"] == b"application/json":
            assert json.loads(sent[1]["body"])["error"]["sentence"].endswith((".", "?"))
        return str(start["status"])

    async def _socket(self, scope: dict[str, Any]) -> str:
        told = asyncio.Event()
        sent: list[dict[str, Any]] = []
        coming = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "x"}]

        async def receive() -> dict[str, Any]:
            if coming:
                return coming.pop(0)
            await told.wait()
            return {"type": "websocket.disconnect", "code": 1001}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)
            if message["type"] != "websocket.accept":
                told.set()

        await self.site.app(scope, receive, send)
        return sent[-1]["type"]


async def visit(site: Site, chance: random.Random) -> None:
    """Come, and ask for this and that."""
    visitor = Visit(site, chance)
    await visitor.come()
    for _ in range(REQUESTS):
        await visitor.ask()


def try_one(chance: random.Random) -> str:
    """Let somebody visit."""
    site().run(visit(site(), chance))
    return f"visits of {REQUESTS} requests"


if __name__ == "__main__":
    command(try_one, __doc__ or "")
    print(", ".join(f"{n:,} × {status}" for status, n in statuses.most_common()))

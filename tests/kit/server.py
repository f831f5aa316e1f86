"""A real server for tests, and people who use it."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from websockets.sync.client import ClientConnection, connect

from kit import web
from kit.documents import patched
from kit.waiting import PATIENCE
from parure.server import app
from parure.server.app import create_app
from parure.server.play import lifecycle
from parure.server.play.sessions import Sessions
from parure.server.security.identity import Identities
from parure.server.security.network_access import listen
from parure.server.serve import server_of
from parure.server.settings import Limits, Settings
from parure.server.workers.bots import Bots

T = TypeVar("T")

GENEROUS = Limits(
    requests=(1e6, 1e6),
    requests_of_address=(1e6, 1e6),
    creations=(1e6, 1e6),
    imports=(1e6, 1e6),
    newcomers=(1e6, 1e6),
    tables_of_address=1_000_000,
    hints=(1e6, 1e6),
    previews=(1e6, 1e6),
    wishes=(1e6, 1e6),
)


class Thread:
    """A thread in which the bots of all servers think: to start a process takes longer than most tests."""

    count = 1
    waiting = 0
    is_closed = False
    _thread = ThreadPoolExecutor(1)

    def call(
        self, function: Callable[..., T], *arguments: Any, seconds: float, rank: int = 0
    ) -> Future[T]:
        """Call a function; the first bot compiles for all."""
        return self._thread.submit(function, *arguments)

    def close(self) -> None:
        """Start nothing more."""
        self.is_closed = True


async def _later(bots: Bots) -> None:
    """Let a process for bots start when it is asked for the first time: in most tests nobody does."""


Bots.warm_up = _later  # type: ignore[method-assign]
lifecycle.are_compiled = lambda: True
"""So they are as soon as somebody has asked them."""


def apart(call: Callable[..., T], *arguments: Any) -> T:
    """Return what a call gives that has a loop of its own: Playwright's may run in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call, *arguments).result()


def done(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine gives."""
    return apart(asyncio.run, work)


class Person:
    """Someone with a token, at one server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.http = web.Client(base_url=address)
        self.token = token or self.http.post("/api/players").json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"
        self.http.cookies.clear()

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        answer.raise_for_status()
        return answer.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, path: str, **body: Any) -> tuple[int, str, str]:
        """Post what is to be refused; return status, code and sentence."""
        answer = self.http.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        return answer.status_code, error["code"], error["sentence"]

    def create(self, *seats: dict[str, str], **options: Any) -> str:
        """Make a table and return its id."""
        body = {"seats": list(seats), "order": "fixed", "pace": "instant", **options}
        made: str = self.post("/api/tables", 201, **body)["table"]
        return made

    def look(self, table: str, **query: Any) -> Any:
        """Return the document of a table."""
        return self.get(f"/api/tables/{table}", **query)

    def move(self, table: str, move: str, version: int, **more: Any) -> Any:
        return self.post(f"/api/tables/{table}/moves", move=move, version=version, **more)

    def play(self, table: str, choose: Any, **query: Any) -> Any:
        """Make a move that is legal now; return the answer."""
        view = self.look(table, **query)
        return self.move(table, choose(view["you"]["moves"]), view["version"], **query)

    @contextmanager
    def watching(self, path: str) -> Iterator["Watched"]:
        """Keep a socket open."""
        address = str(self.http.base_url).replace("http", "ws", 1).rstrip("/") + path
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(
            address,
            additional_headers=headers,
            max_size=2**24,
            open_timeout=PATIENCE,
            ping_timeout=PATIENCE,
        ) as opened:
            yield Watched(opened)


class Watched:
    """A socket, and the document that its messages have led to."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.document: Any = None

    def recv(self, timeout: float = PATIENCE) -> str:
        """Return the next message as it is, after the document has changed with it."""
        text = self.connection.recv(timeout)
        assert isinstance(text, str)
        message = json.loads(text)
        if "patch" in message:
            self.document = patched(self.document, message["patch"])
        else:
            self.document = message.get("document", self.document)
        return text

    def next(self) -> Any:
        """Return what the next message leads to: the document, or the message where it tells of none."""
        message = json.loads(self.recv())
        return self.document if message.keys() & {"document", "patch"} else message

    def __iter__(self) -> Iterator[Any]:
        """Yield what each message leads to until the other side closes, but not for ever."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            yield self.next()
        raise AssertionError("the other side does not close, and what is waited for does not come")


def until(socket: Watched, holds: Callable[[Any], bool]) -> Any:
    """Return the first document for which something holds."""
    return next(document for document in socket if holds(document))


class Running:
    """A server that runs in this process, on a port of its own."""

    def __init__(self, settings: Settings, *, workers: bool = False) -> None:
        with pytest.MonkeyPatch.context() as patch:
            if not workers:
                patch.setattr(app, "_pool", lambda *_how, **_more: Thread())
            self.app = create_app(settings)
        self.socket = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.server = server_of(self.app, settings)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)
        self.thread.start()

    def service(self, kind: type[T]) -> T:
        """Return a service of the server by its class."""
        found: T = self.app.state.services[kind]
        return found

    @property
    def sessions(self) -> Sessions:
        return self.service(Sessions)

    @property
    def store(self) -> Any:
        return self.app.state.store

    @property
    def identities(self) -> Identities:
        return self.service(Identities)

    def person(self) -> Person:
        return Person(self.address)

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin a coroutine in the loop of the server."""
        loop = self.server.servers[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what a coroutine gives in the loop of the server."""
        return self.start(work).result(PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.socket.close()


@contextmanager
def running(folder: Path, *, workers: bool = False, **settings: Any) -> Iterator[Running]:
    """Run a server on a folder.

    :param workers: let bots think in processes of their own, as they do outside tests.
    """
    chosen: dict[str, Any] = {"limits": GENEROUS, "thinkers": 1, "review_patience": 0, **settings}
    server = Running(Settings(data=folder, **chosen), workers=workers)
    try:
        yield server
    finally:
        server.stop()

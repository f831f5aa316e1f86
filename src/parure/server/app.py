"""The server as one application: the house, the API, the pages, and the gate before them."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from parure import __version__
from parure.compiling import warm_up
from parure.processes import Pool, Process, all_cores
from parure.server.house.house import House
from parure.server.house.memory import Memory
from parure.server.http import (
    api,
    docs,
    guests,
    health,
    inviting,
    live,
    pages,
    people,
    previews,
    puzzles,
    reviews,
    tournaments,
    ways,
)
from parure.server.http.devices import Links
from parure.server.http.door import Door
from parure.server.http.gate import Gate
from parure.server.http.identity import Identities
from parure.server.http.measured import Measured
from parure.server.http.rates import Rates, Sockets
from parure.server.http.refusals import answer_errors
from parure.server.http.static import Static
from parure.server.settings import Settings
from parure.server.store.documents import Documents, Files, take_over
from parure.server.store.keeper import Keeper
from parure.server.store.places import FILE, opened
from parure.server.thinking.bots import Bots

__all__ = ["create_app"]

_START = 300.0
"""The seconds that a process may take to start: the rules may have to be compiled."""

_THREADS = 2
"""So many threads compute beside the event loop: more of them would keep it from its turn."""
_GARBAGE = 10_000, 10, 20
"""How much is made before garbage is looked for, and how often in what is older: nearly all goes without."""
_REPLAYS = 50
"""So many whole replays are kept."""

_ROUTERS = (
    api.quick,
    api.router,
    live.router,
    health.router,
    guests.router,
    ways.router,
    people.api,
    puzzles.api,
    tournaments.api,
    reviews.api,
    inviting.router,
    docs.router,
    people.pages,
    puzzles.pages,
    tournaments.pages,
    reviews.pages,
    previews.router,
    pages.router,
)

log = logging.getLogger("parure.server")


def create_app(settings: Settings, *, lasts: bool = False) -> FastAPI:
    """Return the application; `StoreError` says where the games can't be used.

    :param lasts: the process ends with it, so that garbage need never be looked for in what is there when it
        starts: with many tables, everybody would wait a second while the collector looks.
    """
    store = opened(settings.database or settings.data / FILE)
    try:
        documents = documents_of(store, settings.data)
        has_games = not store.is_empty().result()
        identities = Identities.open(documents, has_games=has_games, new_key=settings.new_key)
    except BaseException:
        store.close()
        raise
    if identities.has_lost_key:
        log.warning("the key was lost: nobody has the seats that they had")
    count = settings.thinkers or max(1, (len(all_cores()) - 1) // settings.processes)
    thinking = _pool(warm_up, count, patience=5)
    reviewers = _pool(warm_up, 1, patience=settings.review_patience)
    house = House(settings, store, Bots(thinking, settings.bot_seconds, reviewers), documents)
    rates, door = Rates(is_shared=store.is_shared), Door(settings)
    sockets, sharing = Sockets(settings.limits), house.rooms.sharing
    house.rooms.owner_of = identities.programs.owner
    sharing.spent, sharing.on_spent = rates.spent, rates.take
    sharing.crowded, sharing.on_crowded = sockets.crowded, sockets.hear

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        beside = ThreadPoolExecutor(_THREADS, thread_name_prefix="beside")
        asyncio.get_running_loop().set_default_executor(beside)
        gc.disable()
        try:
            await house.open()
            if lasts:
                gc.freeze()
        finally:
            gc.set_threshold(*_GARBAGE)
            gc.enable()
        yield
        await house.rooms.close()
        thinking.close()
        reviewers.close()
        store.close()

    app = docs.DescribedAPI(
        title="Parure",
        version=__version__,
        description=docs.ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.house, app.state.identities, app.state.rates = house, identities, rates
    app.state.store = store
    app.state.gauges = {
        ("parure_tables_running", "Tables that wait or run."): lambda: house.rooms.lists.running,
        ("parure_tables_in_memory", "Tables in memory."): lambda: len(house.rooms),
        ("parure_processes", "Processes that move bots and watch clocks."): lambda: (
            len(house.rooms.sharing.living) or 1
        ),
        ("parure_pages", "Open pages, and programs that watch."): lambda: len(sockets),
        ("parure_bots_waiting", "Moves, hints and reviews not begun."): lambda: (
            thinking.waiting + reviewers.waiting
        ),
        ("parure_database_away", "1 while the database is lost."): lambda: store.is_away,
    }
    app.state.door, app.state.links = door, Links(store.documents)
    app.state.replays = Memory[bytes](_REPLAYS)
    app.state.sockets = sockets
    app.mount("/static", Static())
    for router in _ROUTERS:
        # As they are: routers within the application's own would be looked through twice for each request.
        app.router.routes.extend(router.routes)
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=3)
    app.add_middleware(Gate, settings=settings, identities=identities, rates=rates, door=door)
    app.add_middleware(Measured, has_proxy=bool(settings.proxies))
    answer_errors(app)
    return app


def documents_of(store: Keeper, folder: Path) -> Documents:
    """Return where small things are kept: in a database that processes share, else in the data folder.

    What was in the folder is brought to the database.
    """
    files = Files(folder)
    if store.documents is None:
        return files
    for name in take_over(files, store.documents):
        log.warning("%s is kept in %s from here on", files.place(name), store.name)
    return store.documents


def _pool(prepare: Callable[[], object], count: int, patience: int) -> Pool:
    """Return processes that know the rules; whoever waits for a move to be acknowledged comes first."""
    return Pool([Process(prepare, start=_START, patience=patience) for _process in range(count)])

"""The server as one application: its services, its routes and its middleware."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from parure import __version__
from parure.compiling import warm_up
from parure.processes import Pool, Process, all_cores
from parure.server.account import routes as account
from parure.server.lessons import routes as lessons
from parure.server.lessons.coach import coach_for
from parure.server.lobby import pages as lobby_pages
from parure.server.lobby import routes as lobby
from parure.server.lobby.quick_match import QuickMatch
from parure.server.lobby.service import Seating
from parure.server.lobby.waiting_people import Queue
from parure.server.metrics import Measured
from parure.server.notifications import routes as notifications_routes
from parure.server.notifications.service import Notifications
from parure.server.notifications.subscriptions import Subscriptions
from parure.server.people import routes as people
from parure.server.people.contacts import Contacts
from parure.server.people.feats import Feats
from parure.server.people.friends import Friends
from parure.server.people.moderation import GivenNames, Reports
from parure.server.people.presence import Presence
from parure.server.people.service import People
from parure.server.people.statistics import Statistics
from parure.server.play import live
from parure.server.play import routes as play
from parure.server.play.continued_games import ContinuedGames
from parure.server.play.hints import Hints
from parure.server.play.lifecycle import ClusterFollower, Lifecycle
from parure.server.play.service import Playing
from parure.server.play.sessions import Sessions
from parure.server.programs import api_docs
from parure.server.programs import routes as programs
from parure.server.puzzles import routes as puzzles
from parure.server.puzzles.service import Puzzles
from parure.server.replays import routes as replays
from parure.server.replays.service import Replays
from parure.server.results import pages as results
from parure.server.reviews import routes as reviews
from parure.server.reviews.service import ReviewCache, Reviews
from parure.server.rules import pages as rules
from parure.server.security import network_access
from parure.server.security.devices import Links
from parure.server.security.identity import Identities
from parure.server.security.middleware import SecurityMiddleware
from parure.server.security.rates import Rates, Sockets
from parure.server.settings import Settings
from parure.server.store import FILE, opened
from parure.server.store.documents import Files
from parure.server.tasks import SlowWork
from parure.server.tournaments import routes as tournaments
from parure.server.tournaments.service import Tournaments
from parure.server.web import routes as web
from parure.server.web.error_answers import answer_errors
from parure.server.web.static_files import Static
from parure.server.webapp import pages as webapp
from parure.server.workers.bots import Bots

__all__ = ["ROUTERS", "create_app"]

_START = 300.0
"""Seconds that a process may take to start, since it may have to compile the rules."""

_THREADS = 2
"""Threads beside the event loop: more of them would starve it."""
_GARBAGE = 10_000, 10, 20
"""The thresholds of the garbage collector, high because nearly everything is freed without it."""

ROUTERS = (
    lobby.api,
    play.api,
    live.sockets,
    programs.health,
    programs.api,
    replays.api,
    lessons.api,
    people.api,
    account.api,
    notifications_routes.api,
    notifications_routes.pages,
    puzzles.api,
    tournaments.api,
    reviews.api,
    network_access.api,
    api_docs.pages,
    people.pages,
    puzzles.pages,
    tournaments.pages,
    reviews.pages,
    results.pages,
    replays.pages,
    lessons.pages,
    account.pages,
    rules.pages,
    play.pages,
    lobby_pages.pages,
    webapp.pages,
    web.pages,
)

log = logging.getLogger("parure.server")


def create_app(settings: Settings, *, lasts: bool = False) -> FastAPI:
    """Return the application; raises `StoreError` if the games can't be used.

    :param lasts: the process ends with the application, so the garbage collector can skip whatever exists at
        the start: with many tables, everybody would wait a second for it.
    """
    store = opened(settings.database or settings.data / FILE)
    try:
        documents = store.documents or Files(settings.data)
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
    bots = Bots(thinking, settings.bot_seconds, reviewers)
    rates, sockets = Rates(is_shared=store.is_shared), Sockets(settings.limits)
    network = network_access.NetworkAccess(settings)
    sessions = Sessions(settings, store, bots)
    ClusterFollower(sessions)
    lifecycle = Lifecycle(sessions, bots)
    sessions.coach = coach_for
    sessions.owner_of = identities.programs.owner
    contacts = Contacts(documents)
    people = People(store, sessions.background, GivenNames(documents), Reports(documents), contacts)
    statistics = Statistics(store)
    presence = Presence(sockets)
    friends = Friends(contacts, statistics, people, sessions.lists, presence)
    tournaments = Tournaments(sessions, store, settings.limits)
    sessions.on_finished += [people.finished, tournaments.finished]
    puzzles = Puzzles(store, bots)
    reviews = Reviews(
        bots, sessions.background, ReviewCache(settings.data / "reviews"), settings.review_bot
    )
    feats = Feats()
    feats.puzzles_in_a_row = lambda person: puzzles.of(person).longest_streak
    feats.tournaments_won = tournaments.won_by
    reviews.on_complete = lambda table, found: sessions.background.start(
        statistics.judge(table, found)
    )
    notifications = Notifications(
        Subscriptions(documents), sessions, identities, presence, settings
    )
    cluster = sessions.cluster
    cluster.on_answers = puzzles.hear
    cluster.on_seen, presence.on_seen = presence.hear, cluster.announce_seen
    cluster.on_review, reviews.on_wish = reviews.hear, cluster.wish_for_review
    cluster.spent, cluster.on_spent = rates.spent, rates.take
    cluster.crowded, cluster.on_crowded = sockets.crowded, sockets.hear
    seating = Seating(sessions, settings.limits, tournaments.name_at, friends.may_meet)
    quick_match = QuickMatch(sessions, seating, people, contacts, Queue(store.documents))
    slow_work = SlowWork()
    services = (
        settings,
        settings.limits,
        identities,
        Links(store.documents),
        rates,
        network,
        sockets,
        sessions,
        lifecycle,
        people,
        statistics,
        contacts,
        presence,
        friends,
        feats,
        tournaments,
        puzzles,
        reviews,
        notifications,
        Playing(sessions),
        seating,
        quick_match,
        Hints(sessions, bots, settings.hint_bot, settings.warning_seconds),
        slow_work,
        Replays(sessions, slow_work),
        ContinuedGames(sessions, settings.limits, slow_work),
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        beside = ThreadPoolExecutor(_THREADS, thread_name_prefix="beside")
        asyncio.get_running_loop().set_default_executor(beside)
        gc.disable()
        try:
            await lifecycle.open()
            await tournaments.open()
            for work in (
                puzzles.open(),
                people.open(sessions.lists),
                quick_match.run(),
                notifications.run(),
                presence.run(),
            ):
                sessions.background.start(work)
            if lasts:
                gc.freeze()
        finally:
            gc.set_threshold(*_GARBAGE)
            gc.enable()
        yield
        await sessions.close()
        notifications.close()
        thinking.close()
        reviewers.close()
        store.close()

    app = api_docs.DescribedAPI(
        title="Parure",
        version=__version__,
        description="Make tables, sit down, look, move, watch. The page `/api/docs` introduces the API.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.store = store
    app.state.services = {type(one): one for one in services}
    app.state.gauges = {
        ("parure_tables_running", "Tables that wait or run."): lambda: sessions.lists.running,
        ("parure_tables_in_memory", "Tables in memory."): lambda: len(sessions),
        ("parure_processes", "Processes that move bots and watch clocks."): lambda: (
            len(sessions.cluster.living) or 1
        ),
        ("parure_pages", "Open pages, and programs that watch."): lambda: len(sockets),
        ("parure_bots_waiting", "Moves, hints and reviews not begun."): lambda: (
            thinking.waiting + reviewers.waiting
        ),
        ("parure_database_away", "1 while the database is lost."): lambda: store.is_away,
    }
    app.mount("/static", Static())
    for router in ROUTERS:
        # Flattened, because nested routers would be searched twice for each request.
        app.router.routes.extend(router.routes)
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=3)
    app.add_middleware(
        SecurityMiddleware,
        settings=settings,
        identities=identities,
        rates=rates,
        network_access=network,
        saw=presence.saw,
    )
    app.add_middleware(Measured, has_proxy=bool(settings.proxies))
    answer_errors(app)
    return app


def _pool(prepare: Callable[[], object], count: int, patience: int) -> Pool:
    """Return a pool of processes with the rules loaded, at a lower priority so that requests come first."""
    return Pool([Process(prepare, start=_START, patience=patience) for _process in range(count)])

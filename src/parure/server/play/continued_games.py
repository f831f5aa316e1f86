"""Creates tables from existing moves: to continue a game, import a record or take a lesson."""

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated

from parure import Game, ParureError, record
from parure.i18n import gettext as _
from parure.server.errors import Conflict, Invalid, Missing
from parure.server.play.service import Accepted
from parure.server.play.sessions import Sessions
from parure.server.services import needed
from parure.server.settings import Limits
from parure.server.tables import events as happened
from parure.server.tables.lesson_games import gentle_bot, lessons
from parure.server.tables.names import are_alike, clean_name
from parure.server.tables.options import SeatPlan, TableOptions, default_bot
from parure.server.tables.table import Table
from parure.server.tasks import SlowWork
from parure.server.workers.bots import strongest_bot
from parure.types import Record

__all__ = ["MOST_MOVES", "ContinuedGames", "TheContinuedGames", "events_of_record"]

MOST_MOVES = 2_000
"""The most moves of an imported game: random bots need up to 340, at four seats with all modules."""


class ContinuedGames:
    """Creates tables whose first moves are already known."""

    def __init__(self, sessions: Sessions, limits: Limits, slow_work: SlowWork) -> None:
        self._sessions, self._slow_work = sessions, slow_work
        self._limits = limits

    async def play_on(
        self,
        table: Table,
        person: str,
        number: int,
        *,
        together: bool = False,
        address: str | None = None,
    ) -> Accepted:
        """Make a private table that continues a finished game from one of its decisions.

        The game is practice. The person keeps the seats they had; a spectator gets the seat to play. Bots
        take the other seats, unless everybody shared one screen: then the person plays those too.
        """
        made = table.playing.record()
        if not 0 <= number < len(made["moves"]):
            raise Missing(_("There is no such move."))
        moves = made["moves"][:number]
        game = await asyncio.to_thread(Game.replay, {**made, "moves": moves})
        own = [n for n, seat in enumerate(table.seats) if seat.person == person]
        if not own and game.to_play is not None:
            own = [game.to_play]
        plans = []
        for seat, taken in enumerate(table.seats):
            if seat in own or together:
                plans.append(SeatPlan(name=taken.name))
            else:
                bot = taken.bot if taken.person is None else strongest_bot()
                plans.append(SeatPlan(bot=bot or default_bot()))
        return await self.make(person, address, {**made, "moves": moves}, plans, practice=True)

    async def lesson(self, person: str, name: str, lesson: str, address: str | None) -> Accepted:
        """Make a table at the position where a lesson begins; the game is practice."""
        found = lessons().get(lesson)
        if found is None:
            raise Missing(_("There is no such lesson."))
        plans = [SeatPlan(bot=gentle_bot())] * 2
        plans[found.seat] = SeatPlan(name=name)
        opening = await asyncio.to_thread(lambda: found.opening)
        return await self.make(person, address, opening, plans, practice=True, guided=True)

    async def bring(self, person: str, text: str, address: str | None = None) -> Accepted:
        """Make a table from the record of a finished game."""
        try:
            found = await self._slow_work.do(lambda: record.loads(text))
        except ParureError as error:
            raise Invalid(str(error)) from error
        if len(found["moves"]) > MOST_MOVES:
            raise Conflict(_("This record is too long."))
        try:
            game = await self._slow_work.do(lambda: Game.replay(found))
        except ParureError as error:
            raise Invalid(str(error)) from error
        if not game.is_over:
            raise Conflict(_("You can review a game once it is over."))
        if found.get("seed") is None:
            raise Conflict(
                _("This record begins in the middle of a game, so it can’t be shown here.")
            )
        plans = _plans(found.get("names", []), game.rules.players)
        return await self.make(person, address, found, plans)

    async def make(
        self,
        person: str,
        address: str | None,
        made: Record,
        plans: Sequence[SeatPlan],
        *,
        practice: bool = False,
        guided: bool = False,
    ) -> Accepted:
        """Make a table and replay the given events on it."""
        await self._sessions.ready.wait()
        self._sessions.lists.check_room(person, self._limits, address=address)
        at = time.time()
        options = TableOptions(
            seats=list(plans),
            modules=made["modules"],
            edition=made["edition"],
            order="fixed",
            seed=made["seed"] if guided else None,
            guided=guided,
        ).checked()
        session = await self._sessions.make(
            happened.Created(at=at, maker=person, options=options, practice=practice),
            None,
            await self._slow_work.do(lambda: events_of_record(made, plans, at)),
            address,
        )
        return Accepted(session.table.id, session.table.version)


def events_of_record(made: Record, plans: Sequence[SeatPlan], at: float) -> list[happened.Event]:
    """Return the events of a table that plays all the moves of a record at once."""
    seed = made["seed"]
    assert seed is not None
    again = Game.replay({**made, "moves": []})
    then: list[happened.Event] = [happened.Started(at=at, seed=seed, order=list(range(len(plans))))]
    for move in made["moves"]:
        seat = again.to_play
        assert seat is not None
        by: happened.By = "bot" if plans[seat].bot else "person"
        then.append(happened.Moved(at=at, seat=seat, move=move, by=by))
        again.push(move)
    return then


def _plans(names: Sequence[str], players: int) -> list[SeatPlan]:
    """Return seats with the names from a record, where those names are allowed."""
    plans: list[SeatPlan] = []
    for seat in range(players):
        name = _("Seat {n}").format(n=seat + 1)
        try:
            named = clean_name(names[seat]) if len(names) == players else name
        except ParureError:
            named = name
        taken = [plan.name for plan in plans if plan.name]
        plans.append(SeatPlan(name=name if are_alike(named, taken) else named))
    return plans


TheContinuedGames = Annotated[ContinuedGames, needed(ContinuedGames)]

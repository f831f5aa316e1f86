"""What players ask of a game besides playing it: ways out, the pace of the bots, a word to the others."""

from typing import Annotated

from fastapi import APIRouter, Depends

from parure.server.house.house import Accepted, House
from parure.server.house.phrases import Phrase
from parure.server.http.api import ERRORS, Asking
from parure.server.http.asking import TableId, TheHouse, TheRates, TheViewer
from parure.server.tables.options import Pace, Strict, Warned

__all__ = ["router"]


async def _limited(house: TheHouse, viewer: TheViewer, rates: TheRates) -> House:
    """Return the house, for somebody who does not ask too often."""
    rates.check("wish", viewer.person, house.settings.limits.wishes)
    return house


router = APIRouter(prefix="/api/tables/{id}", responses=ERRORS)
AskedHouse = Annotated[House, Depends(_limited)]


class Ending(Strict):
    """Whether one wants the game to end."""

    agree: bool
    """False takes all offers off the table."""


class Pacing(Strict):
    """How quickly the bots are to move."""

    pace: Pace


class Coaching(Strict):
    """Whether one wants to be warned."""

    warned: Warned
    """From which loss on, in percent of the own share of victory; 0 is never."""


class Saying(Strict):
    """One of the phrases, each known by a word."""

    phrase: Phrase


@router.post("/resign")
async def resign(house: AskedHouse, viewer: TheViewer, id: TableId, asking: Asking) -> Accepted:
    """Give up. The last one left has won; where other people play on, a bot does it for your seat."""
    return await house.ways.resign(id, viewer.person, asking.seat)


@router.post("/end")
async def end(house: AskedHouse, viewer: TheViewer, id: TableId, ending: Ending) -> Accepted:
    """Offer the others to end the game without a winner; it ends when everybody has agreed."""
    return await house.ways.end(id, viewer.person, agree=ending.agree)


@router.post("/pace")
async def pace(house: AskedHouse, viewer: TheViewer, id: TableId, pacing: Pacing) -> Accepted:
    """Let the bots move more quickly or more calmly from here on."""
    return await house.ways.pace(id, viewer.person, pacing.pace)


@router.post("/coach")
async def coach(house: AskedHouse, viewer: TheViewer, id: TableId, coaching: Coaching) -> Accepted:
    """Be warned before moves that lose so much, or no longer; against bots alone. It is practice then."""
    return await house.ways.coach(id, viewer.person, coaching.warned)


@router.delete("")
async def abandon(house: AskedHouse, viewer: TheViewer, id: TableId) -> Accepted:
    """Give up a table that no other person sits at: it is gone from all lists."""
    return await house.ways.abandon(id, viewer.person)


@router.post("/phrases")
async def say(house: AskedHouse, viewer: TheViewer, id: TableId, saying: Saying) -> Accepted:
    """Say one of six phrases to everybody at the table; nothing of it is kept."""
    return await house.phrases.say(id, viewer.person, saying.phrase)

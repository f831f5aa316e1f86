"""The results of a finished game, one for each person in it, from which statistics are made."""

from dataclasses import dataclass
from typing import Literal

from parure.server.tables.listing import Listing, Pool
from parure.server.tables.names import is_forgotten, public_id
from parure.server.tables.options import Clock
from parure.server.tables.table import Table

__all__ = ["PEOPLE", "PersonalResult", "results_of"]

PEOPLE = "people"
"""What stands for all people among opponents, who are bots otherwise."""


@dataclass(frozen=True)
class PersonalResult:
    """How a person has played one game."""

    table: str
    seat: int
    person: str
    """Their public id."""
    ended: float
    """In seconds since 1970."""
    pool: Pool | Literal[""]
    """The rating for which the game counted; empty for practice."""
    seats: int
    modules: str
    """The modules, separated by commas."""
    opponents: str
    """The names of the bots and `PEOPLE`, each once, separated by commas."""
    clock: str
    """Minutes and seconds such as `15+10`, days for a turn such as `3d`, or empty."""
    won: int
    """1 if they won or shared the victory, else 0."""
    prestige: int
    rounds: int
    nobles: int
    bought: str
    """The first card they bought; empty if there is none."""
    accuracy: float | None = None
    """From 0 to 100, once the game has been reviewed."""

    @property
    def modules_used(self) -> tuple[str, ...]:
        """The modules."""
        return tuple(filter(None, self.modules.split(",")))

    @property
    def bots(self) -> list[str]:
        """The opponents: bots, and `PEOPLE`."""
        return self.opponents.split(",")


def results_of(table: Table) -> tuple[PersonalResult, ...]:
    """Return the results of a finished game.

    Games that nobody has won and lessons have none, nor have people on several seats, and people who left a
    bot in their place where leaving does not lose.
    """
    if table.status != "over" or table.options.guided:
        return ()
    listing = Listing.of(table, None)
    if not (table.winners or listing.gone):
        return ()
    people = [seat.person for seat in table.seats]
    return tuple(
        _result(table, listing, seat, person)
        for seat, person in enumerate(people)
        if person is not None
        and people.count(person) == 1
        and not is_forgotten(person)
        and (table.is_strict or not table.is_away(seat))
    )


def _result(table: Table, listing: Listing, seat: int, person: str) -> PersonalResult:
    game = table.playing
    others = [one for number, one in enumerate(table.seats) if number != seat]
    winners = listing.ahead if table.is_strict else table.winners
    return PersonalResult(
        table=table.id,
        seat=seat,
        person=public_id(person),
        ended=table.finished,
        pool=listing.pool if listing.first else "",
        seats=len(table.seats),
        modules=",".join(table.options.modules),
        opponents=",".join(sorted({PEOPLE if one.person else one.bot or "" for one in others})),
        clock=_clock(table.options.clock),
        won=int(seat in winners),
        prestige=game.prestige[seat],
        rounds=-(-game.turns // len(table.seats)),
        nobles=len(game.view(None)["seats"][seat]["nobles"]),
        bought=_first_bought(table, seat),
    )


def _clock(clock: Clock | None) -> str:
    if clock is None:
        return ""
    return f"{clock.days}d" if clock.days else f"{clock.minutes:g}+{clock.seconds:g}"


def _first_bought(table: Table, seat: int) -> str:
    own = (
        moved["card"]
        for push in table.pushes
        if push.seat == seat
        for moved in push.cards
        if moved["target"] == f"seat {seat}"
    )
    return next(own, "")

"""The options of a table, validated: seats, edition, modules, clock, visibility."""

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from parure import Rules, bots
from parure.i18n import gettext as _
from parure.server.errors import Invalid
from parure.server.tables.names import are_alike, clean_name
from parure.types import Edition, Module

__all__ = [
    "Clock",
    "Pace",
    "SeatPlan",
    "TableOptions",
    "Warned",
    "bot_names",
    "check_bot",
    "daily_bot",
    "default_bot",
]

Name = Annotated[str, Field(min_length=1, max_length=200)]
Modules = Annotated[list[Module], Field(max_length=8)]

Pace = Literal["instant", "quick", "calm"]
"""How quickly bots move."""

Warned = Literal[0, 5, 10, 20]
"""The loss from which a player is warned before a move, in percent of the winning chance; 0 is never."""


class Strict(BaseModel):
    """Base class of models that refuse unknown fields and wrong types."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True
    )


class SeatPlan(Strict):
    """Who will sit here: a bot, the maker of the table under a name, or anybody who joins."""

    bot: Name | None = None
    """The name of a bot, as `GET /api/options` lists them."""
    name: Name | None = None
    """The name of a person who plays with the maker's token or browser."""


class Clock(Strict):
    """The time of each seat: minutes to begin with and extra seconds for each turn, or days for each turn."""

    minutes: Annotated[float, Field(ge=0, le=600)]
    """The minutes to begin with; if 0, the first turn also gets the extra seconds."""
    seconds: Annotated[float, Field(ge=0, le=600)] = 0
    days: Annotated[int, Field(ge=1, le=14)] | None = None
    """The days for each turn, whatever is left of the last one; replaces minutes and seconds."""

    @property
    def start(self) -> float:
        """The seconds that each seat begins with."""
        return self.days * 86_400.0 if self.days else self.minutes * 60 or self.seconds


_LONG = Clock(minutes=0, days=3)
"""The default clock of rated games, so that each of them comes to an end."""


class TableOptions(Strict):
    """The options of a new table."""

    seats: Annotated[list[SeatPlan], Field(min_length=2, max_length=4)]
    modules: Modules = []
    """The modules added to the base game."""
    edition: Edition = 2024
    order: Literal["random", "fixed"] = "random"
    """Whether to shuffle the seats at the start; the first seat begins."""
    clock: Clock | None = None
    public: bool = False
    """Whether everybody sees the table in the lists; otherwise only its link leads there."""
    serious: bool = False
    """Whether hints are off, and moves against bots can be taken back only as among people."""
    rated: bool = False
    """Whether the result counts and is public. Such a game is serious: no move is taken back, and leaving or
    running out of time loses. The clock allows three days a turn unless you choose another."""
    pace: Pace = "quick"
    """How quickly the bots move at first."""
    warned: Warned = 0
    """The loss, in percent, from which a player against bots alone is warned before a move, which makes the
    game practice; 0 means never."""
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    """The number of a given deal, only for tables without other people."""
    guided: bool = False
    """Whether a coach leads through the deal of a lesson; also only without other people."""

    @property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(len(self.seats), self.modules, self.edition)

    def checked(self) -> "TableOptions":
        """Return the options with clean names, or refuse them with an explanation."""
        rules = self.rules
        for seat in self.seats:
            if seat.bot is not None and seat.name is not None:
                raise Invalid(_("A seat is for a bot or a person, not both."))
            if seat.bot is not None:
                check_bot(seat.bot)
        seats = [
            SeatPlan(bot=seat.bot, name=None if seat.name is None else clean_name(seat.name))
            for seat in self.seats
        ]
        names = [seat.name for seat in seats if seat.name is not None]
        if any(are_alike(name, names[:number]) for number, name in enumerate(names)):
            raise Invalid(_("Give everyone at the table a different name."))
        is_open = any(seat.bot is None and seat.name is None for seat in seats)
        if (self.seed is not None or self.guided) and (self.public or is_open):
            raise Invalid(_("You can choose the deal only at a private table without open seats."))
        if self.warned and (is_open or len(names) != 1 or self.serious or self.rated):
            raise Invalid(_("Warnings are only for games against bots with hints on."))
        if self.clock is not None and not self.clock.start:
            raise Invalid(_("Give the clock some time."))
        if (
            self.clock is not None
            and self.clock.days
            and (self.clock.minutes or self.clock.seconds)
        ):
            raise Invalid(_("A clock has either days per turn, or minutes and seconds."))
        changes: dict[str, Any] = {"seats": seats, "modules": list(rules.modules)}
        if self.rated:
            if len(names) > 1:
                raise Invalid(_("In a rated game, everyone has only one seat."))
            if not names and not is_open:
                raise Invalid(_("A rated game needs at least one person."))
            if self.seed is not None or self.guided:
                raise Invalid(_("A rated game needs a random deal."))
            changes |= {"serious": True, "order": "random", "clock": self.clock or _LONG}
        return self.model_copy(update=changes)


@cache
def bot_names() -> tuple[str, ...]:
    """Return the names of the installed bots that can be loaded, in the order of `bots.names`."""
    found = []
    for name in bots.names():
        try:
            bots.find(name)
        except bots.BotError:
            continue
        found.append(name)
    return tuple(found)


def check_bot(name: str) -> str:
    """Return the name of an installed bot, or refuse it."""
    if name not in bot_names():
        raise Invalid(
            _("There is no bot “{name}”: choose from {known}.").format(
                name=name[:60], known=", ".join(bot_names())
            )
        )
    return name


def default_bot() -> str:
    """Return the bot that plays for people who are away or out of time."""
    return next((name for name in ("merchant", "novice") if name in bot_names()), "random")


def daily_bot() -> str:
    """Return the bot that everybody plays against at the deal of the day."""
    return "guild" if "guild" in bot_names() else default_bot()

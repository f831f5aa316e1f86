"""The deal of the day: one deal for everybody, each against the same bot, whatever server they play at.

It follows from the date alone. Whoever wants to may look into it beforehand, as with any deal whose number is
known; it is for those who would rather not.
"""

import hashlib
from datetime import UTC, date, datetime

from parure.rules import MODULES
from parure.server.tables.options import SeatPlan, TableOptions, bot_names, default_bot
from parure.types import Module

__all__ = ["daily_bot", "daily_modules", "daily_options", "today"]

_BITS = 53
"""As many bits as a number in a page can have."""


def today() -> date:
    """Return the day whose deal is played: the same everywhere at the same moment."""
    return datetime.now(UTC).date()


def daily_modules(day: date) -> tuple[Module, ...]:
    """Return what is played on a day: the base game on Mondays, then each module, then all four."""
    week: list[tuple[Module, ...]] = [(), *((module,) for module in MODULES), MODULES, ()]
    return week[day.weekday()]


def daily_bot() -> str:
    """Return the bot that everybody plays against."""
    return "guild" if "guild" in bot_names() else default_bot()


def daily_options(day: date, name: str) -> TableOptions:
    """Return the options of a table for the deal of a day: the person begins, without hints."""
    digest = hashlib.sha256(f"Parure, the deal of {day.isoformat()}".encode()).digest()
    return TableOptions(
        seats=[SeatPlan(name=name), SeatPlan(bot=daily_bot())],
        modules=list(daily_modules(day)),
        order="fixed",
        serious=True,
        seed=int.from_bytes(digest[:8], "big") >> (64 - _BITS),
    )

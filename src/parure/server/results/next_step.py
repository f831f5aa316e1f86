"""What to do after a game: the next lesson, a stronger bot or a rematch first, and the review always."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from parure.bots import LADDER
from parure.i18n import gettext as _
from parure.server.lessons.routes import module_lessons
from parure.server.play.table_lists import Lists
from parure.server.tables.lesson_games import FIRST, lesson_of
from parure.server.tables.options import SeatPlan, bot_names
from parure.server.tables.table import Table
from parure.server.web.vocabulary import strength_words
from parure.words.games import bot_title

__all__ = ["Step", "next_steps"]


@dataclass(frozen=True)
class Step:
    """A button: a link, or a request that makes a table."""

    icon: str
    label: str
    note: str = ""
    href: str = ""
    post: str = ""
    """The path of the request in the API."""
    body: dict[str, Any] = field(default_factory=dict)


def next_steps(table: Table, person: str, lists: Lists) -> list[Step]:
    """Return what to do next, the main thing first."""
    return list(_steps(table, table.seats_of(person), person, lists))


def _steps(table: Table, own: tuple[int, ...], person: str, lists: Lists) -> Iterator[Step]:
    if table.tournament:
        yield Step("flag", _("Go to the tournament"), href=f"/tournaments/{table.tournament}")
    if table.daily:
        yield Step("flag", _("Deal of the day"), href="/daily")
    if own:
        yield from _next_lesson(table, own)
        yield from _stronger_bot(table, own, person, lists)
    rematch = table.rematch_for(person)
    if rematch and not table.tournament:
        yield Step("again", _("Go to rematch"), href=f"/tables/{rematch}")
    elif own and not table.tournament:
        label = _("Again, without the coach") if table.options.guided else _("Rematch")
        yield Step("again", label, post=f"/tables/{table.id}/rematch")
    if table.winners:
        yield Step("chart", _("Review"), href=f"/tables/{table.id}/review")


def _next_lesson(table: Table, own: tuple[int, ...]) -> Iterator[Step]:
    lesson = lesson_of(table.options)
    if lesson is None:
        return
    order = [(FIRST, ""), *((one.name, one.title) for one in module_lessons())]
    number = [name for name, _title in order].index(lesson.name) + 1
    if number < len(order):
        name, title = order[number]
        label = _("Next: {lesson}").format(lesson=title)
        note = _("{n} of {all}").format(n=number + 1, all=len(order))
        body = {"name": table.seats[own[0]].name}
        yield Step("book", label, note, post=f"/lessons/{name}", body=body)


def _stronger_bot(table: Table, own: tuple[int, ...], person: str, lists: Lists) -> Iterator[Step]:
    """Yield the next stronger bot, if the person has won against the bot of a table twice in a row."""
    rivals = {seat.bot for number, seat in enumerate(table.seats) if number not in own}
    bot = _above(rivals)
    if bot is None or len(own) != 1 or table.practice or table.daily or table.tournament:
        return
    last = [
        one.winners == one.mine and not one.practice
        for one in lists.of_person(person)
        if one.status == "over" and one.changed <= table.changed and len(one.mine) == 1
        if {kind for seat, kind in enumerate(one.kinds) if seat not in one.mine} == rivals
    ]
    if last[:2] != [True, True]:
        return
    seats = [
        SeatPlan(name=seat.name) if number in own else SeatPlan(bot=bot)
        for number, seat in enumerate(table.seats)
    ]
    options = table.options.model_copy(update={"seats": seats, "seed": None})
    body = options.model_dump(exclude_defaults=True)
    label = _("Try {bot}").format(bot=bot_title(bot))
    yield Step("play", label, strength_words(bot), post="/tables", body=body)


def _above(rivals: set[str | None]) -> str | None:
    """Return the bot above the only rival on the ladder, if it is installed."""
    if len(rivals) != 1 or not rivals <= set(LADDER[:-1]):
        return None
    (rival,) = rivals
    bot = LADDER[LADDER.index(str(rival)) + 1]
    return bot if bot in bot_names() else None

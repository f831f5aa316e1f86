"""What is to be played and by whom: from the command line, and by asking for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.text import MODULES
from parure.terminal.screen import Screen

__all__ = ["BOTS", "Options", "UsageError", "ask_for_the_rest", "parse_modules"]

BOTS = ("random",)
"""The seats that are not people."""

_YEARS = ("2017", "2024")


class UsageError(ValueError):
    """Options that contradict each other."""


@dataclass
class Options:
    """The options of a game in the terminal; `None` is what was not said."""

    players: int | None = None
    modules: tuple[str, ...] | None = None
    edition: int | None = None
    seed: int | None = None
    bots: int | None = None
    seats: list[str] = field(default_factory=list)
    """A name for each person, `random` for each bot, in seat order."""
    resume: str | None = None

    def seat_list(self, players: int) -> list[str]:
        """Return who sits where; empty names are people who have not said theirs."""
        bots = self.bots
        if self.seats and bots is not None:
            raise UsageError(_("Give either --bots or --seat, not both."))
        if self.seats:
            if len(self.seats) != players:
                raise UsageError(
                    ngettext(
                        "There is {n} --seat for {players} players.",
                        "There are {n} --seat for {players} players.",
                        len(self.seats),
                    ).format(n=len(self.seats), players=players)
                )
            return list(self.seats)
        if bots is None:
            bots = players - 1
        if not 0 <= bots <= players:
            raise UsageError(
                _("{bots} bots do not fit at a table of {players}.").format(
                    bots=bots, players=players
                )
            )
        return [""] * (players - bots) + ["random"] * bots

    @property
    def table_size(self) -> int:
        """The number of players: as said, else as many as seats were named, else two."""
        return self.players or len(self.seats) or 2


def parse_modules(words: Sequence[str]) -> tuple[str, ...]:
    """Return the modules of a list in which commas separate too, each once, as they are spelled.

    >>> parse_modules(["cities,orient", "Trading-Posts"])
    ('cities', 'orient', 'trading_posts')
    """
    names = [name.strip().lower().replace("-", "_") for word in words for name in word.split(",")]
    return tuple(dict.fromkeys(name.replace(" ", "_") for name in names if name))


def ask_for_the_rest(options: Options, screen: Screen) -> Options:
    """Ask for what the command line left open, each question with an answer for Enter."""
    if not options.resume:
        screen.say(_("A new game. Enter takes the answer in brackets."))
        if options.players is None and not options.seats:
            sizes = ("2", "3", "4")
            asked = _("How many players, 2 to 4?")
            options.players = int(_one_of(screen, asked, sizes, "2"))
        if options.modules is None:
            options.modules = _ask_modules(screen)
        if options.edition is None:
            asked = _("Which edition, 2017 or 2024?")
            options.edition = int(_one_of(screen, asked, _YEARS, "2024"))
    players = options.table_size
    if options.bots is None and not options.seats:
        counts = tuple(str(n) for n in range(players + 1))
        asked = _("How many of them are bots?")
        options.bots = int(_one_of(screen, asked, counts, str(players - 1)))
    if not options.seats:
        seats = options.seat_list(players)
        for seat, name in enumerate(seats):
            if not name:
                default = _("seat {seat}").format(seat=seat)
                asked = _("Name of the player at seat {seat}?").format(seat=seat)
                seats[seat] = screen.ask(f"{asked} [{default}] ")
        options.seats, options.bots = seats, None
    return options


def _one_of(screen: Screen, asked: str, answers: Sequence[str], default: str) -> str:
    while True:
        answer = screen.ask(f"{asked} [{default}] ") or default
        if answer in answers:
            return answer
        screen.say(_("Please answer one of: {answers}.").format(answers=", ".join(answers)))


def _ask_modules(screen: Screen) -> tuple[str, ...]:
    """Ask for modules by number or name; Enter plays without."""
    for number, name in enumerate(MODULES.values(), start=1):
        screen.say(f"  {number}  {_(name)}")
    numbers = {str(i): module for i, module in enumerate(MODULES, start=1)}
    while True:
        answer = screen.ask(_("Which modules (such as 1 3; Enter for none)?") + " ")
        chosen = parse_modules(answer.split())
        modules = {numbers.get(word, word) for word in chosen}
        if modules <= set(MODULES):
            return tuple(module for module in MODULES if module in modules)
        screen.say(_("Please answer with the numbers of the list."))

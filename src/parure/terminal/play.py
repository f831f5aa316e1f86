"""`parure play`: sets up a game from options and a short dialogue, then plays it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from parure import Game, Rules, RulesError, record
from parure.bots import BotError, find, make, names, split
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.terminal.local_game import Seat, Session
from parure.terminal.screen import Leave, Screen
from parure.words.games import MODULES, bot_title, module_words

__all__ = ["Options", "UsageError", "is_bot", "parse_modules", "play"]

LEVEL = "merchant"
"""The default opponent."""


def is_bot(word: str) -> bool:
    """Tell whether the word for a seat names a bot, with or without its budget, and not a person."""
    try:
        return split(word)[0] in names()
    except BotError:
        return False


class UsageError(ValueError):
    """Options that contradict each other."""


@dataclass
class Options:
    """The options of a game in the terminal; `None` means not given."""

    players: int | None = None
    modules: tuple[str, ...] | None = None
    edition: int | None = None
    seed: int | None = None
    bots: int | None = None
    seats: list[str] = field(default_factory=list)
    """A name for each person or bot (`champion:2s`), in seat order."""
    level: str | None = None
    """The bot for seats given only as a number of bots."""
    resume: str | None = None

    def check(self) -> None:
        """Refuse options that contradict each other or the rules."""
        given = (self.players, self.modules, self.edition)
        if self.resume and any(value is not None for value in given):
            raise UsageError(
                _(
                    "A saved game keeps its own players, modules and edition: leave these "
                    "options out."
                )
            )
        if not self.resume:
            Rules.of(self.table_size, self.modules or (), self.edition or 2024)
        if self.players or self.seats:
            self.seat_list(self.table_size)
        if self.level is not None:
            find(split(self.level)[0])

    def seat_list(self, players: int) -> list[str]:
        """Return the players by seat; empty names are people who have not given theirs."""
        bots = self.bots
        if self.seats and bots is not None:
            raise UsageError(_("Give either --bots or --seat, not both."))
        if self.seats:
            if len(self.seats) != players:
                raise UsageError(
                    ngettext(
                        "You gave {n} --seat option for {players} players.",
                        "You gave {n} --seat options for {players} players.",
                        len(self.seats),
                    ).format(n=len(self.seats), players=players)
                )
            return list(self.seats)
        if bots is None:
            bots = players - 1
        if not 0 <= bots <= players:
            raise UsageError(
                _("A game for {players} can’t have {bots} bots.").format(bots=bots, players=players)
            )
        return [""] * (players - bots) + [self.level or LEVEL] * bots

    @property
    def table_size(self) -> int:
        """The number of players: as given, else the number of named seats, else two."""
        return self.players or len(self.seats) or 2


def parse_modules(words: Sequence[str]) -> tuple[str, ...]:
    """Return the modules of a list in which commas separate too, each once, as they are spelled.

    >>> parse_modules(["cities,orient", "Trading-Posts"])
    ('cities', 'orient', 'trading_posts')
    """
    names = [name.strip().lower().replace("-", "_") for word in words for name in word.split(",")]
    return tuple(dict.fromkeys(name.replace(" ", "_") for name in names if name))


def _ask_rules(options: Options, screen: Screen) -> Options:
    """Ask for the rules, as far as the command line left them open."""
    asked = replace(options)
    if asked.players is None and not asked.seats:
        words = _("How many players, 2 to 4?")
        asked.players = int(_one_of(screen, words, ("2", "3", "4"), "2"))
    if asked.modules is None:
        asked.modules = _ask_modules(screen)
    if asked.edition is None:
        words = _("Which edition, 2017 or 2024?")
        asked.edition = int(_one_of(screen, words, ("2017", "2024"), "2024"))
    return asked


def _ask_seats(options: Options, screen: Screen) -> Options:
    """Ask for the players, as far as the command line left them open."""
    if options.seats:
        return options
    asked = replace(options)
    players = asked.table_size
    if asked.bots is None:
        words = _("How many of them are bots?")
        counts = tuple(str(n) for n in range(players + 1))
        asked.bots = int(_one_of(screen, words, counts, str(players - 1)))
    if asked.bots and asked.level is None:
        asked.level = _one_of(screen, _("How strong should they be?"), names(), LEVEL)
    seats = asked.seat_list(players)
    for seat, word in enumerate(seats):
        if not word:
            default = _("seat {seat}").format(seat=seat)
            words = _("Name of the player in seat {seat}?").format(seat=seat)
            seats[seat] = screen.ask(f"{words} [{default}] ")
    asked.seats, asked.bots = seats, None
    return asked


def _one_of(screen: Screen, asked: str, answers: Sequence[str], default: str) -> str:
    while True:
        answer = screen.ask(f"{asked} [{default}] ") or default
        if answer in answers:
            return answer
        screen.say(_("Please choose one of: {answers}.").format(answers=", ".join(answers)))


def _ask_modules(screen: Screen) -> tuple[str, ...]:
    """Ask for modules by number or name; Enter plays without."""
    for number, module in enumerate(MODULES, start=1):
        screen.say(f"  {number}  {module_words(module).name}")
    numbers = {str(i): module for i, module in enumerate(MODULES, start=1)}
    while True:
        answer = screen.ask(_("Which modules (for example 1 3; Enter for none)?") + " ")
        chosen = parse_modules(answer.split())
        modules = {numbers.get(word, word) for word in chosen}
        if modules <= set(MODULES):
            return tuple(module for module in MODULES if module in modules)
        screen.say(_("Please use the numbers in the list."))


def play(options: Options, screen: Screen, *, dialog: bool) -> None:
    """Set up a game, by asking if `dialog` allows it, and play it."""
    options.check()
    try:
        if options.resume:
            options, game = _resumed(options)
        elif dialog:
            if not options.seats or None in (options.modules, options.edition):
                screen.say(_("New game. Press Enter for the answer in brackets."))
            options, game = _asked(options, screen)
        else:
            game = _new_game(options)
        if dialog:
            options = _ask_seats(options, screen)
    except Leave:
        screen.say()
        screen.say(_("Goodbye."))
        return
    chance = random.Random(options.seed)
    words = options.seat_list(game.rules.players)
    seats = [_seat(number, word, chance) for number, word in enumerate(words)]
    path = Path(options.resume) if options.resume else None
    Session(game, seats, screen, path).run()


def _resumed(options: Options) -> tuple[Options, Game]:
    """Return the saved game, with everybody in their old seats unless the options say otherwise."""
    saved = record.load(Path(options.resume or "").expanduser())
    game = Game.replay(saved)
    names = saved.get("names", [])
    if options.seats or options.bots is not None or len(names) != game.rules.players:
        names = options.seats
    return replace(options, players=game.rules.players, seats=names), game


def _asked(options: Options, screen: Screen) -> tuple[Options, Game]:
    """Return the completed options and their game, asking again if the rules refuse an answer."""
    while True:
        asked = _ask_rules(options, screen)
        try:
            return asked, _new_game(asked)
        except RulesError as error:
            screen.explain(str(error))


def _new_game(options: Options) -> Game:
    rules = Rules.of(options.table_size, options.modules or (), options.edition or 2024)
    return Game(rules.players, rules.modules, rules.edition, options.seed)


def _seat(number: int, word: str, chance: random.Random) -> Seat:
    """Return the player at a seat: a bot if the word names one, else a person of that name."""
    if not is_bot(word):
        name = "".join(letter for letter in word if letter.isprintable()).strip()
        return Seat(name[:24] or _("seat {seat}").format(seat=number))
    return Seat(
        _("{bot} {seat}").format(bot=bot_title(word), seat=number),
        make(word, chance.getrandbits(32)),
        word,
    )

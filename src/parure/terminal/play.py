"""`parure play`: from options to a game that is being played."""

import random
from dataclasses import replace
from pathlib import Path

from parure import Game, Rules, RulesError, record
from parure.bots import make
from parure.i18n import gettext as _
from parure.terminal.options import Options, ask_rules, ask_seats, is_bot
from parure.terminal.screen import Leave, Screen
from parure.terminal.session import Seat, Session

__all__ = ["play"]


def play(options: Options, screen: Screen, *, dialog: bool) -> None:
    """Set a game up, by asking if `dialog` allows it, and play it."""
    options.check()
    try:
        if options.resume:
            options, game = _resumed(options)
        elif dialog:
            if not options.seats or None in (options.modules, options.edition):
                screen.say(_("A new game. Enter takes the answer in brackets."))
            options, game = _asked(options, screen)
        else:
            game = _new_game(options)
        if dialog:
            options = ask_seats(options, screen)
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
    """Return the saved game; people and bots sit where they sat, unless the options say otherwise."""
    saved = record.load(Path(options.resume or "").expanduser())
    game = Game.replay(saved)
    names = saved.get("names", [])
    if options.seats or options.bots is not None or len(names) != game.rules.players:
        names = options.seats
    return replace(options, players=game.rules.players, seats=names), game


def _asked(options: Options, screen: Screen) -> tuple[Options, Game]:
    """Return the options complete and their game; answers that the rules refuse are asked again."""
    while True:
        asked = ask_rules(options, screen)
        try:
            return asked, _new_game(asked)
        except RulesError as error:
            screen.explain(str(error))


def _new_game(options: Options) -> Game:
    rules = Rules.of(options.table_size, options.modules or (), options.edition or 2024)
    return Game(rules.players, rules.modules, rules.edition, options.seed)


def _seat(number: int, word: str, chance: random.Random) -> Seat:
    """Return who sits at a seat: a bot where the word names one, else a person of that name."""
    if not is_bot(word):
        name = "".join(letter for letter in word if letter.isprintable()).strip()
        return Seat(name[:24] or _("seat {seat}").format(seat=number))
    return Seat(
        _("{bot} {seat}").format(bot=word, seat=number), make(word, chance.getrandbits(32)), word
    )

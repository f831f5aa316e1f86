"""`parure play --here`: from options to a game that is being played."""

import random
from dataclasses import replace
from pathlib import Path

from parure import Game, RulesError, record
from parure.bots import Bot
from parure.bots.random import RandomBot
from parure.i18n import gettext as _
from parure.terminal.options import BOTS, Options, ask_for_the_rest
from parure.terminal.screen import Leave, Screen
from parure.terminal.session import Player, Session

__all__ = ["play"]


def play(options: Options, screen: Screen, *, dialog: bool) -> None:
    """Set a game up, by asking if `dialog` allows it, and play it."""
    try:
        game = _resumed(options) if options.resume else None
        if dialog:
            options, game = _ask(options, screen, game)
    except Leave:
        screen.say()
        screen.say(_("Goodbye."))
        return
    seats = options.seat_list(game.rules.players if game else options.table_size)
    game = game or _new_game(options)
    seed = random.Random(options.seed)
    players = [_player(seat, word, seed) for seat, word in enumerate(seats)]
    path = Path(options.resume) if options.resume else None
    Session(game, players, screen, path).run()


def _resumed(options: Options) -> Game:
    """Return the saved game; its players sit where they sat, unless the options say otherwise."""
    saved = record.load(Path(options.resume or "").expanduser())
    game = Game.replay(saved)
    options.players = game.rules.players
    names = saved.get("names", [])
    if not options.seats and options.bots is None and len(names) == game.rules.players:
        options.seats = list(names)
    return game


def _ask(options: Options, screen: Screen, game: Game | None) -> tuple[Options, Game]:
    """Return the options complete and their game; answers that the rules refuse are asked again."""
    while True:
        asked = ask_for_the_rest(replace(options), screen)
        try:
            return asked, game or _new_game(asked)
        except RulesError as error:
            if asked == options:
                raise
            screen.explain(str(error))


def _new_game(options: Options) -> Game:
    return Game(
        players=options.table_size,
        modules=options.modules or (),
        edition=options.edition or 2024,
        seed=options.seed,
    )


def _player(seat: int, word: str, seed: random.Random) -> Player:
    """Return the player of a seat: `random` is the bot, all else a person's name."""
    if word not in BOTS:
        name = "".join(letter for letter in word if letter.isprintable()).strip()
        return Player(name[:24] or _("seat {seat}").format(seat=seat))
    bot: Bot = RandomBot(seed.getrandbits(32))
    return Player(_("bot {seat}").format(seat=seat), bot)

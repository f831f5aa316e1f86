"""`parure play --here`: from options to a game that is being played."""

import random
from pathlib import Path

import parure
from parure import record
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
        game, options = _set_up(options, screen, dialog=dialog)
    except Leave:
        screen.say()
        screen.say(_("Goodbye."))
        return
    seats = options.seat_list(len(game.prestige))
    seed = options.seed if options.seed is not None else random.SystemRandom().getrandbits(32)
    players = [_player(seat, word, seed) for seat, word in enumerate(seats)]
    path = Path(options.resume) if options.resume else None
    Session(game, players, screen, path).run()


def _set_up(options: Options, screen: Screen, *, dialog: bool) -> tuple["parure.Game", Options]:
    """Return the game and the options complete; a refused answer in a dialog is asked again."""
    resumed = None
    if options.resume:
        resumed = parure.Game.replay(record.load(options.resume))
        options.players = len(resumed.prestige)
    while True:
        asked = ask_for_the_rest(options, screen) if dialog else options
        if resumed is not None:
            return resumed, asked
        asked.seat_list(asked.table_size)
        try:
            return _new_game(asked), asked
        except parure.RulesError as error:
            if not dialog:
                raise
            screen.explain(str(error))


def _new_game(options: Options) -> "parure.Game":
    seed = options.seed if options.seed is not None else random.SystemRandom().getrandbits(32)
    return parure.Game(
        players=options.table_size,
        modules=options.modules or (),
        edition=options.edition or 2024,
        seed=seed,
    )


def _player(seat: int, word: str, seed: int) -> Player:
    """Return the player of a seat: `random` is the bot, all else a person's name."""
    if word not in BOTS:
        return Player(word or _("seat {seat}").format(seat=seat))
    bot: Bot = RandomBot(seed + seat)
    return Player(_("bot {seat}").format(seat=seat), bot)

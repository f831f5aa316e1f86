"""`parure record`: shows, replays and checks the record of a game."""

import time
from pathlib import Path

from rich.cells import cell_len, set_cell_size

from parure import Game, RecordError, record
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.text import question, seat_names
from parure.terminal import narration
from parure.terminal.screen import Leave, Screen
from parure.types import Record
from parure.words.games import rules_words

__all__ = ["check", "names_of", "replay", "show"]


def check(path: Path, screen: Screen) -> None:
    """Print that a record is valid; an invalid one raises `RecordError`, which names the line."""
    game = Game.replay(record.load(path))
    screen.say(
        _("{path} is valid: {turns}, {end}.").format(
            path=path,
            turns=_turns(game.turns),
            end=_("finished") if game.is_over else _("in progress"),
        )
    )


def show(path: Path, screen: Screen) -> None:
    """Print the options, the standing and the moves, one turn a line."""
    saved = record.load(path)
    game = Game.replay(saved)
    names = names_of(saved, game)
    parts = [rules_words(game.rules)]
    if game.seed is not None:
        parts.append(_("seed {seed}").format(seed=game.seed))
    screen.say(" · ".join(parts))
    for seat, (name, prestige) in enumerate(zip(names, game.prestige, strict=True)):
        sign = "*" if seat in game.winners else " "
        screen.say(f"{sign} {seat} {set_cell_size(name, 20)} {prestige:>3}")
    screen.say(_turns(game.turns) + ". " + question(game.view(None), names))
    screen.say()
    turns: dict[int, list[str]] = {}
    seats: dict[int, int] = {}
    for ply in game.plies:
        if not ply.forced:
            turns.setdefault(ply.turn, []).append(str(ply.move))
            seats[ply.turn] = ply.seat
    width = max(map(cell_len, names))
    for turn, moves in turns.items():
        head = f"{turn + 1:>4}  {set_cell_size(names[seats[turn]], width)}  "
        screen.explain(head + ", ".join(moves), indent=" " * cell_len(head))


def replay(path: Path, screen: Screen, *, to: int | None, delay: float | None) -> None:
    """Show the table after each turn, or only after turn `to`.

    Wait for Enter between turns, or continue automatically with a `delay` or without a keyboard.
    """
    saved = record.load(path)
    turns = Game.replay(saved).turns
    if to is not None and not 0 <= to <= turns:
        raise RecordError(
            _("There is no turn {to}: the game has {turns}.").format(to=to, turns=_turns(turns))
        )
    game = Game.replay({**saved, "moves": []})
    names = names_of(saved, game)
    if to is None or to == 0:
        screen.table(game.view(None), names)
    try:
        for move in saved["moves"]:
            if to is not None and game.turns >= to:
                return
            _step(game, move, names, screen, to=to, delay=delay)
    except (Leave, KeyboardInterrupt):
        screen.say()


def _step(
    game: Game, move: str, names: list[str], screen: Screen, *, to: int | None, delay: float | None
) -> None:
    """Make one move; at the end of a turn show the table, unless it is on the way to another."""
    turn, made, seat = game.turns, len(game.plies), game.to_play
    before = game.view(seat)
    if to is None and game.decision == "action":
        _wait(screen, delay)
    game.push(move)
    after = game.view(None)
    if to is None:
        for line in narration.done(game.plies[made:], before, names):
            screen.explain(line)
        for line in narration.happened(before, after, names):
            screen.explain(line)
    if game.turns != turn and (to is None or game.turns >= to):
        screen.table(after, names)


def _wait(screen: Screen, delay: float | None) -> None:
    if delay is not None:
        time.sleep(delay)
    elif screen.interactive and screen.ask(_("Enter continues, q quits.") + " ") == "q":
        raise Leave


def _turns(n: int) -> str:
    return ngettext("{n} turn", "{n} turns", n).format(n=n)


def names_of(saved: Record, game: Game) -> list[str]:
    """Return the printable names of a record."""
    names = saved.get("names", [])
    default = seat_names(game.rules.players)
    if len(names) != len(default):
        return default
    printable = ("".join(c for c in name if c.isprintable())[:20].strip() for name in names)
    return [name or seat for name, seat in zip(printable, default, strict=True)]

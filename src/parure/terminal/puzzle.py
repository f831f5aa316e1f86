"""`parure puzzle`: a position, one answer, and why the solution is better."""

import random

from parure import ParureError
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.puzzles import Puzzle, answer, daily, puzzle, puzzles
from parure.puzzles.answers import (
    goal_words,
    line_words,
    right_words,
    why_words,
    wrong_words,
)
from parure.render.text import seat_names
from parure.review.judgement import deed_of
from parure.review.sentences import Plain, best_words
from parure.terminal.screen import Leave, Screen
from parure.words.modules import rules_words
from parure.words.pieces import titled

__all__ = ["show_puzzle"]


def show_puzzle(number: int | None, today: bool, screen: Screen) -> None:
    """Show a puzzle, by its number, that of the day or any, and wait for one answer."""
    one = daily() if today else random.choice(puzzles()) if number is None else puzzle(number)
    names = seat_names(one.rules.players, None)
    screen.table(one.position.view(one.seat), names)
    screen.say()
    title = _("Puzzle {number}").format(number=one.number)
    rules, rating = rules_words(one.rules), decimal(one.rating)
    screen.say(f"{title} · {rules} · {rating}")
    screen.say(_("{name} to play").format(name=names[one.seat]) + f". {goal_words(one)}.")
    while True:
        try:
            line = screen.ask("> ")
        except Leave:
            return
        try:
            move = one.move_of(line)
        except ParureError as error:
            screen.say(str(error))
            continue
        found = answer(one, move)
        screen.say(right_words(one, move) if found.is_right else wrong_words(found.chance))
        _explain(one, found.is_right, why_words(found, Plain(names)), names, screen)
        return


def _explain(one: Puzzle, is_right: bool, why: list[str], names: list[str], screen: Screen) -> None:
    show = Plain(names)
    if not is_right:
        best = best_words(deed_of(one.solution, one.position.view(one.seat), one.seat), show)
        chance = _("{n} %").format(n=max(one.chances))
        screen.say(_("Best: {move}.").format(move=f"{best} ({chance})"))
    if why:
        screen.explain(" ".join(why))
    for seat, words in line_words(one, show):
        screen.say(f"  {titled(names[seat], words)}")

"""What `help` says: the decision at hand in words, a clause of the rules, the commands."""

from collections.abc import Mapping
from typing import Any

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.terminal.screen import Screen
from parure.words.clauses import CLAUSES, applies, clause_ids, clause_words
from parure.words.decisions import decision_words

__all__ = ["COMMANDS", "command_of", "help_on_clause", "help_on_decision"]

COMMANDS = {
    "help": (mark("help"), mark("this help; help B8 explains a clause of the rules")),
    "table": (mark("table"), mark("show the table again")),
    "moves": (mark("moves"), mark("show the moves again")),
    "undo": (mark("undo"), mark("take the last move of a person back")),
    "save": (mark("save"), mark("save the game: save FILE")),
    "quit": (mark("quit"), mark("leave the game")),
}
"""What can be typed beside moves, in English or in the language in use, and what it does."""

_ALSO = {"?": "help", "exit": "quit"}


def command_of(word: str) -> str | None:
    """Return the command that a word stands for; None where it is none.

    >>> command_of("Undo"), command_of("?"), command_of("take")
    ('undo', 'help', None)
    """
    word = word.lower()
    names = {_(name): command for command, (name, _meaning) in COMMANDS.items()}
    return word if word in COMMANDS else names.get(word) or _ALSO.get(word)


def help_on_decision(view: Mapping[str, Any], screen: Screen) -> None:
    """Explain the decision of a view, with its clauses, and list the commands."""
    words = decision_words(view["decision"])
    screen.explain(words.help)
    for clause in words.clauses.split():
        if applies(clause, view["modules"], view["edition"]):
            _clause(clause, screen)
    screen.say(_("Type the number of a move or the move itself, or one of these:"))
    width = max(len(_(name)) for name, _meaning in COMMANDS.values()) + 2
    for name, meaning in COMMANDS.values():
        screen.say(f"  {_(name):<{width}}{_(meaning)}")


def help_on_clause(clause: str, screen: Screen) -> None:
    """Explain one clause of the rules."""
    clause = clause.upper()
    if clause in CLAUSES:
        _clause(clause, screen)
    else:
        message = _("There is no clause {clause}; there are {known}.")
        screen.say(message.format(clause=clause[:8], known=clause_ids()))


def _clause(clause: str, screen: Screen) -> None:
    screen.explain(f"{clause:<4}{clause_words(clause)}", first="  ", indent=" " * 6)

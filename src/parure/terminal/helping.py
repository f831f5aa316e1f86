"""What `help` says: the decision at hand in words, a clause of the rules, the commands."""

from collections.abc import Mapping
from typing import Any

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.render.clauses import CLAUSES
from parure.terminal.screen import Screen

__all__ = ["COMMANDS", "help_on_clause", "help_on_decision"]

DECISIONS = {
    "action": (
        mark(
            "It is your turn. Take three gem tokens of different colours (take W U G) or two of "
            "one colour (take R R), reserve a card (reserve 2c) or the top of a deck (reserve deck "
            "1), or buy a card of the market (buy 3a) or of your hand (buy hand 2). W is white, U "
            "blue, G green, R red, K black, Au gold."
        ),
        "B6 B8 B10 B12",
    ),
    "payment": (
        mark(
            "You are paying for a card. First say which joker cards go (pay joker), then each gold "
            "and the colour it stands for (pay gold R), then pay the rest in tokens of its colour "
            "(pay). Nothing moves before the last step."
        ),
        "B13 B14 T6 O4 O5",
    ),
    "discard": (
        mark(
            "This card is paid for with cards of yours. Choose the next one to discard; paired "
            "cards go first."
        ),
        "O15 O16 O17 O18 O19",
    ),
    "pair": (
        mark("The card takes on the colour of one of your cards, for good. Choose the colour."),
        "O6 O7",
    ),
    "claim": (
        mark("Choose a noble of the table: from then on only you can be visited by it."),
        "O12 O13",
    ),
    "gift": (
        mark("Choose a card of the market that you take for free."),
        "O8 O9 O14 M8",
    ),
    "gain": (
        mark("A post of yours gives you a gem token. Choose its colour."),
        "T4 T5 T12",
    ),
    "stronghold": (
        mark(
            "With each purchase you place a stronghold (place 2b), move one of yours (move 1a 2b) "
            "or remove one of another player (remove 3c)."
        ),
        "S2 S3 S4 S5",
    ),
    "conquest": (
        mark(
            "Your three strongholds stand on one card: you may buy it now as well (conquer 2b), or "
            "leave it (decline)."
        ),
        "S8 S9 S10 S11",
    ),
    "keep": (
        mark("Choose the card to keep; the other goes under the deck. Nobody else sees them."),
        "T9 M3",
    ),
    "return": (
        mark(
            "You have more than ten tokens. Give them back one by one, in the order W U G R K gold."
        ),
        "B19",
    ),
    "noble": (
        mark("Several nobles could visit you. Choose the one who does."),
        "B20 B21 B22",
    ),
    "post": (
        mark("You meet the requirements of several posts. Choose the one you win this turn."),
        "T1 T3",
    ),
    "city": (
        mark("You meet several cities. Choose the one you take."),
        "C5",
    ),
}
"""For each decision what is to be done, and the clauses that say so."""

COMMANDS = {
    "help": mark("this help; help B8 explains a clause of the rules"),
    "table": mark("show the table again"),
    "moves": mark("show the moves again"),
    "undo": mark("take the last move of a person back"),
    "save": mark("save the game: save FILE"),
    "quit": mark("leave the game"),
}
"""What can be typed beside moves."""


def help_on_decision(view: Mapping[str, Any], screen: Screen) -> None:
    """Explain the decision of a view, with its clauses, and list the commands."""
    words, clauses = DECISIONS[view["decision"]]
    screen.explain(_(words))
    for clause in clauses.split():
        if _applies(clause, view):
            _clause(clause, screen)
    screen.say(_("Type the number of a move or the move itself, or one of these:"))
    for command, meaning in COMMANDS.items():
        screen.say(f"  {command:<7}{_(meaning)}")


def help_on_clause(clause: str, screen: Screen) -> None:
    """Explain one clause of the rules."""
    clause = clause.upper()
    if clause in CLAUSES:
        _clause(clause, screen)
    else:
        screen.say(
            _(
                "There is no clause {clause}; they are B1 to B30, C1 to C9, T1 to T12, O1 to O24, "
                "S1 to S11 and M1 to M10."
            ).format(clause=clause[:8])
        )


def _applies(clause: str, view: Mapping[str, Any]) -> bool:
    """Say whether a clause speaks of the modules and the edition of this game."""
    modules = {"C": "cities", "T": "trading_posts", "O": "orient", "S": "strongholds"}
    letter = clause[0]
    if letter == "M":
        return len(view["modules"]) > 1
    if letter in modules and modules[letter] not in view["modules"]:
        return False
    other = "2017" if view["edition"] == 2024 else "2024"
    return not CLAUSES[clause].startswith(other)


def _clause(clause: str, screen: Screen) -> None:
    screen.explain(f"{clause:<4}{_(CLAUSES[clause])}", first="  ", indent=" " * 6)

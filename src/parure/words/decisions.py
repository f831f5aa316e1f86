"""The words for decisions: the name, the question and the help of each."""

from typing import NamedTuple

from parure.i18n import gettext as _
from parure.i18n import mark, remembered

__all__ = [
    "DECISIONS",
    "STRONGHOLDS",
    "Decision",
    "asked_of",
    "decision_words",
]


class Decision(NamedTuple):
    """A decision in words."""

    title: str
    """Its name, for the player who decides."""
    todo: str
    """What they are to do, in a short sentence."""
    question: str
    """The question, for everybody: it follows a name, or stands alone."""
    help: str
    """Instructions for a newcomer who types moves."""
    clauses: str
    """The clauses of the rules behind it."""
    coach: str = mark("Choose one of the highlighted items.")
    """What the coach says to a learner at the page."""


DECISIONS = {
    "action": Decision(
        title=mark("Your turn"),
        todo=mark("Take tokens, buy a card or reserve one."),
        question=mark("take tokens, reserve a card or buy one"),
        help=mark(
            "Take three gem tokens of different colours (take W U G) or two of one "
            "colour (take R R); reserve a card (reserve 2c) or the top of a deck "
            "(reserve deck 1); buy a card from the market (buy 3a) or your hand (buy "
            "hand 2). W is white, U blue, G green, R red, K black, Au gold."
        ),
        clauses="B6 B8 B10 B12",
    ),
    "payment": Decision(
        title=mark("Buy this card"),
        todo=mark("Choose how to pay."),
        question=mark("how to pay"),
        help=mark(
            "First discard any joker cards you use (pay joker), then say which colour "
            "each gold stands for (pay gold R), then pay the rest in matching tokens "
            "(pay). Nothing moves until the last step."
        ),
        clauses="B13 B14 T6 O4 O5",
        coach=mark("Choose which tokens to pay with, then press the button."),
    ),
    "discard": Decision(
        title=mark("Pay with cards"),
        todo=mark("Choose a card to discard."),
        question=mark("which card to discard as payment"),
        help=mark(
            "You pay for this card with your own cards. Choose the next one to discard; "
            "paired cards go first."
        ),
        clauses="O15 O16 O17 O18 O19",
    ),
    "pair": Decision(
        title=mark("Which colour?"),
        todo=mark("The card takes the colour of one of yours."),
        question=mark("which colour to pair the card with"),
        help=mark("The card permanently takes the colour of one of your cards. Choose the colour."),
        clauses="O6 O7",
    ),
    "claim": Decision(
        title=mark("Reserve a noble"),
        todo=mark("From now on it can visit only you."),
        question=mark("which noble to reserve"),
        help=mark("Choose a noble on the table: from now on it can visit only you."),
        clauses="O12 O13",
    ),
    "gift": Decision(
        title=mark("A card for free"),
        todo=mark("Choose one of the highlighted cards."),
        question=mark("which card to take for free"),
        help=mark("Choose a card from the market to take for free."),
        clauses="O8 O9 O14 M8",
    ),
    "gain": Decision(
        title=mark("One more gem"),
        todo=mark("Your post gives you a gem token: choose one."),
        question=mark("which gem token to take"),
        help=mark("One of your posts gives you a gem token. Choose its colour."),
        clauses="T4 T5 T12",
    ),
    "stronghold": Decision(
        title=mark("Your strongholds"),
        todo=mark("Tap a card to place, move or remove one."),
        question=mark("what to do with a stronghold"),
        help=mark(
            "With each purchase, place a stronghold (place 2b), move yours (move 1a 2b) "
            "or remove another player’s (remove 3c)."
        ),
        clauses="S2 S3 S4 S5",
    ),
    "conquest": Decision(
        title=mark("Conquer this card?"),
        todo=mark("All three of your strongholds are on it."),
        question=mark("conquer the card or decline"),
        help=mark(
            "All three of your strongholds are on one card: you may also buy it now "
            "(conquer 2b), or not (decline)."
        ),
        clauses="S8 S9 S10 S11",
    ),
    "keep": Decision(
        title=mark("Keep one card"),
        todo=mark("The other goes to the bottom of the deck."),
        question=mark("which of the two cards to keep"),
        help=mark(
            "Choose the card to keep; the other goes to the bottom of the deck. Nobody "
            "else sees them."
        ),
        clauses="T9 M3",
    ),
    "return": Decision(
        title=mark("Give back tokens"),
        todo=mark("You may keep ten. Tap the ones to give back."),
        question=mark("which token to give back"),
        help=mark(
            "You have more than ten tokens. Give back the extra ones one by one, in the "
            "order W U G R K gold."
        ),
        clauses="B19",
        coach=mark("You may keep at most ten tokens: give back the ones you need least."),
    ),
    "noble": Decision(
        title=mark("A noble visits you"),
        todo=mark("Choose which one."),
        question=mark("which noble visits"),
        help=mark("Several nobles could visit you. Choose one."),
        clauses="B20 B21 B22",
        coach=mark("Several nobles could visit you: choose one. It is worth 3 prestige."),
    ),
    "post": Decision(
        title=mark("You win a post"),
        todo=mark("Choose which one."),
        question=mark("which post to take"),
        help=mark("You meet the requirements of several posts. Choose the one to win this turn."),
        clauses="T1 T3",
    ),
    "city": Decision(
        title=mark("You take a city"),
        todo=mark("Choose which one."),
        question=mark("which city to take"),
        help=mark("You meet the requirements of several cities. Choose the one to take."),
        clauses="C5",
    ),
}
"""Every decision, in the order of `parure.game.moves.DECISIONS`."""


@remembered
def decision_words(decision: str) -> Decision:
    """Return the words for a decision in the current language.

    >>> decision_words("payment").question
    'how to pay'
    """
    return Decision(*(_(text) for text in DECISIONS[decision]))


STRONGHOLDS = {
    ("place",): mark("Tap a card to place one."),
    ("move",): mark("Tap one of yours to move it."),
    ("remove",): mark("Tap another player’s to remove it."),
    ("place", "move"): mark("Tap a card to place one, or one of yours to move it."),
    ("place", "remove"): mark("Tap a card to place one, or another player’s to remove it."),
    ("move", "remove"): mark("Tap one of yours to move it, or another player’s to remove it."),
    ("place", "move", "remove"): mark("Tap a card to place, move or remove one."),
}
"""By possible stronghold move: the instruction."""


def asked_of(name: str, decision: str) -> str:
    """Return in words who is asked what.

    >>> asked_of("Ann", "noble")
    'Ann: which noble visits?'
    """
    question = _(DECISIONS[decision].question)
    return _("{name}: {question}?").format(name=name, question=question)

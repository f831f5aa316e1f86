"""The words for decisions: what each is called, what is asked, and what helps to answer."""

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
    """What it is called, to whoever decides."""
    todo: str
    """What they are to do, in a short sentence."""
    question: str
    """What is asked, to everybody: it follows a name, or stands for itself."""
    help: str
    """What they are to do, for those who type their moves and have never done so."""
    clauses: str
    """The clauses of the rules that say so."""
    coach: str = mark("Choose one of the lit things.")
    """What the coach says to a learner at the page."""


DECISIONS = {
    "action": Decision(
        title=mark("Your turn"),
        todo=mark("Take gems, buy, or reserve a card."),
        question=mark("take tokens, reserve a card or buy one"),
        help=mark(
            "It is your turn. Take three gem tokens of different colours (take W U G) or two of "
            "one colour (take R R), reserve a card (reserve 2c) or the top of a deck (reserve deck "
            "1), or buy a card of the market (buy 3a) or of your hand (buy hand 2). W is white, U "
            "blue, G green, R red, K black, Au gold."
        ),
        clauses="B6 B8 B10 B12",
    ),
    "payment": Decision(
        title=mark("Buy this card"),
        todo=mark("Choose how to pay."),
        question=mark("how to pay"),
        help=mark(
            "You are paying for a card. First say which joker cards go (pay joker), then each gold "
            "and the colour it stands for (pay gold R), then pay the rest in tokens of its colour "
            "(pay). Nothing moves before the last step."
        ),
        clauses="B13 B14 T6 O4 O5",
        coach=mark("Choose which tokens to pay with, then press the button."),
    ),
    "discard": Decision(
        title=mark("Pay with cards"),
        todo=mark("Choose a card to discard."),
        question=mark("which card to discard for the price"),
        help=mark(
            "This card is paid for with cards of yours. Choose the next one to discard; paired "
            "cards go first."
        ),
        clauses="O15 O16 O17 O18 O19",
    ),
    "pair": Decision(
        title=mark("Which colour?"),
        todo=mark("The card takes the colour of one of yours."),
        question=mark("which colour to pair the card with"),
        help=mark(
            "The card takes on the colour of one of your cards, for good. Choose the colour."
        ),
        clauses="O6 O7",
    ),
    "claim": Decision(
        title=mark("Reserve a noble"),
        todo=mark("It will wait for you alone."),
        question=mark("which noble to reserve"),
        help=mark("Choose a noble of the table: from then on only you can be visited by it."),
        clauses="O12 O13",
    ),
    "gift": Decision(
        title=mark("A card for free"),
        todo=mark("Choose one of the cards that are lit."),
        question=mark("which card to take for free"),
        help=mark("Choose a card of the market that you take for free."),
        clauses="O8 O9 O14 M8",
    ),
    "gain": Decision(
        title=mark("One more gem"),
        todo=mark("A post of yours gives it. Choose a token."),
        question=mark("which gem token to take"),
        help=mark("A post of yours gives you a gem token. Choose its colour."),
        clauses="T4 T5 T12",
    ),
    "stronghold": Decision(
        title=mark("Your strongholds"),
        todo=mark("Tap a card to place, move or remove one."),
        question=mark("what to do with a stronghold"),
        help=mark(
            "With each purchase you place a stronghold (place 2b), move one of yours (move 1a 2b) "
            "or remove one of another player (remove 3c)."
        ),
        clauses="S2 S3 S4 S5",
    ),
    "conquest": Decision(
        title=mark("Conquer this card?"),
        todo=mark("Your three strongholds stand on it."),
        question=mark("buy the card with three strongholds, or not"),
        help=mark(
            "Your three strongholds stand on one card: you may buy it now as well (conquer 2b), or "
            "leave it (decline)."
        ),
        clauses="S8 S9 S10 S11",
    ),
    "keep": Decision(
        title=mark("Keep one card"),
        todo=mark("The other goes under the deck."),
        question=mark("which of the two cards to keep"),
        help=mark("Choose the card to keep; the other goes under the deck. Nobody else sees them."),
        clauses="T9 M3",
    ),
    "return": Decision(
        title=mark("Give back tokens"),
        todo=mark("Ten is the most you may keep. Tap yours."),
        question=mark("which token to give back"),
        help=mark(
            "You have more than ten tokens. Give them back one by one, in the order W U G R K gold."
        ),
        clauses="B19",
        coach=mark("Ten tokens are all that one may keep: give back those you need least."),
    ),
    "noble": Decision(
        title=mark("A noble comes"),
        todo=mark("Choose which one."),
        question=mark("which noble visits"),
        help=mark("Several nobles could visit you. Choose the one who does."),
        clauses="B20 B21 B22",
        coach=mark("Several nobles would come: choose one. It is worth 3 prestige."),
    ),
    "post": Decision(
        title=mark("You win a post"),
        todo=mark("Choose which one."),
        question=mark("which post to take"),
        help=mark("You meet the requirements of several posts. Choose the one you win this turn."),
        clauses="T1 T3",
    ),
    "city": Decision(
        title=mark("You take a city"),
        todo=mark("Choose which one."),
        question=mark("which city to take"),
        help=mark("You meet several cities. Choose the one you take."),
        clauses="C5",
    ),
}
"""Every decision, in the order of `parure.game.moves.DECISIONS`."""


@remembered
def decision_words(decision: str) -> Decision:
    """Return the words for a decision in the language in use.

    >>> decision_words("payment").question
    'how to pay'
    """
    return Decision(*(_(text) for text in DECISIONS[decision]))


STRONGHOLDS = {
    ("place",): mark("Tap a card to place one."),
    ("move",): mark("Tap one of yours to move it."),
    ("remove",): mark("Tap one of another player to remove it."),
    ("place", "move"): mark("Tap a card to place one, or one of yours to move it."),
    ("place", "remove"): mark("Tap a card to place one, or another player’s to remove it."),
    ("move", "remove"): mark("Tap one of yours to move it, or another player’s to remove it."),
    ("place", "move", "remove"): mark("Tap a card to place, move or remove one."),
}
"""What to do, by what can be done with a stronghold."""


def asked_of(name: str, decision: str) -> str:
    """Say who is asked what.

    >>> asked_of("Ann", "noble")
    'Ann: which noble visits?'
    """
    question = _(DECISIONS[decision].question)
    return _("{name}: {question}?").format(name=name, question=question)

"""Why a move is not legal, in a sentence for the player who tried it.

The engine alone decides what is legal; these sentences only say which of its conditions failed.
"""

from collections.abc import Sequence

from parure.components import COLOURS, card_of
from parure.game import lacking
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.game.position import decision_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.types import View
from parure.words.decisions import decision_words
from parure.words.piece_words import gem_name, numbers

__all__ = ["list_of", "unknown_move", "why_not"]

_MOST_LISTED = 12


def list_of(moves: Sequence[Move]) -> str:
    """Return the moves as a list for a sentence, cut where it gets long."""
    shown = ", ".join(str(move) for move in moves[:_MOST_LISTED])
    if len(moves) > _MOST_LISTED:
        return _("{moves} and {n} more").format(moves=shown, n=len(moves) - _MOST_LISTED)
    return shown


def unknown_move(known: Knowledge, legal_moves: Sequence[Move], text: str) -> str:
    """Say that a text is no move at all, and what would be one."""
    if decision_of(known.state) is None:
        return _("The game is over.")
    text = text.strip()[:60]
    if "gold" in text.lower().split() and text.lower().startswith("take"):
        return _("Gold can't be taken: it comes with reserving a card.")
    return _("“{text}” is not a move. You may: {moves}.").format(
        text=text, moves=list_of(legal_moves)
    )


def why_not(known: Knowledge, legal_moves: Sequence[Move], move: Move) -> str:
    """Say why a move is not legal now, and what is.

    :param known: what the seat knows that tried it.
    :param legal_moves: the moves of that seat.
    """
    decision = decision_of(known.state)
    if decision is None:
        return _("The game is over.")
    if move.decision != decision:
        return _(
            "“{move}” does not answer what is asked now: {question}? You may: {moves}."
        ).format(move=move, question=decision_words(decision).question, moves=list_of(legal_moves))
    reason = None
    if move.decision == "action":
        reason = _REASONS[move.verb](known, move)
    if reason is not None:
        return reason
    return _("“{move}” is not possible now. You may: {moves}.").format(
        move=move, moves=list_of(legal_moves)
    )


def _why_not_take(known: Knowledge, move: Move) -> str | None:
    bank = known.view["bank"]
    colours = [colour for word in move.what for colour in COLOURS if colour == word]
    for colour in colours:
        if not bank[colour]:
            return _("There is no {colour} token left in the bank.").format(colour=gem_name(colour))
    if len(colours) == 2 and colours[0] == colours[1]:
        return _(
            "Two tokens of one colour can be taken only where 4 or more are left: there are {n}."
        ).format(n=bank[colours[0]])
    left = [colour for colour in COLOURS if bank[colour]]
    if len(colours) < 3 and len(left) > len(colours):
        return ngettext(
            "Take {n} token of each of {n} colour: {colours} is left.",
            "Take one token of each of {n} different colours: {colours} are left.",
            min(3, len(left)),
        ).format(n=min(3, len(left)), colours=", ".join(map(gem_name, left)))
    return None


def _why_not_place(table: View, place: str) -> str | None:
    """Say why a card cannot be had from a place: there is none, or it is held (S6)."""
    if place not in table["rows"]:
        return _("There is no place {place} in this game.").format(place=place)
    if table["rows"][place] is None:
        return _("There is no card on {place}.").format(place=place)
    holder, _number = table["strongholds"].get(place, (table["to_play"], 0))
    if holder != table["to_play"]:
        return _("That card holds another player's stronghold (seat {seat}).").format(seat=holder)
    return None


def _why_not_reserve(known: Knowledge, move: Move) -> str | None:
    if len(known.own["hand"]) == 3:
        return _("There are 3 cards in your hand already; no more can be reserved.")
    if move.what[0] == "deck":
        return _("There is no card in deck {deck}.").format(deck=move.what[1])
    return _why_not_place(known.view, move.what[0])


def _why_not_buy(known: Knowledge, move: Move) -> str | None:
    hand, rows = known.own["hand"], known.view["rows"]
    if move.what[0] == "hand":
        position = int(move.what[1])
        if position > len(hand):
            return _("There is no card {n} in your hand.").format(n=position)
        id = hand[position - 1]
    else:
        problem = _why_not_place(known.view, move.what[0])
        if problem is not None:
            return problem
        id = rows[move.what[0]] or ""
    assert known.seat is not None
    lack = lacking.for_card(known, known.seat, id)
    if lack.discards:
        return _("The price of that card is two {colour} cards, which you don't have.").format(
            colour=gem_name(card_of(id).discards, 2)
        )
    if lack.bonus:
        return _("A paired card needs a card with a bonus to be paired with.")
    return _(
        "You can't pay for that card: you lack {missing}; {needed} gold would do, and you have {gold}."
    ).format(missing=numbers(lack.tokens), needed=lack.gold, gold=lack.has_gold)


def _why_not_pass(known: Knowledge, move: Move) -> str | None:
    return _("Passing is allowed only when nothing else can be done.")


_REASONS = {
    "take": _why_not_take,
    "reserve": _why_not_reserve,
    "buy": _why_not_buy,
    "pass": _why_not_pass,
}

"""Moves as people type them, and why one is refused.

The canonical notation is what `str(move)` gives. Read as well are lower case, extra spaces and commas,
colours in any order or in one word, the verb shortened or left out where the decision makes it plain:

>>> [str(move) for move in candidates("take w,u,g", "action")]
['take W U G']
>>> [str(move) for move in candidates(" T gwu", "action")]
['take W U G']
>>> [str(move) for move in candidates("gold r", "payment")]
['pay gold R']
>>> split("buy 3a, joker, gold R")
['buy 3a', 'joker', 'gold R']

A line holds several moves, such as a whole purchase. It may look ahead no further than its seat can see: it
ends with the turn, and where a card is revealed. What may follow depends on that card, so a line that went on
would try its way through a deck. Any such line is refused, whatever the card, and nothing is told about it.
"""

from collections.abc import Sequence

from parure.components import COLOURS, card_of
from parure.errors import IllegalMove
from parure.game import lacking
from parure.game.knowledge import Knowledge, cards_seen, stripped
from parure.game.moves import BY_NOTATION, MOVES, Move
from parure.game.position import Position, decision_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.types import Decision, View
from parure.words.decisions import decision_words
from parure.words.piece_words import gem_name, numbers

__all__ = [
    "candidates",
    "list_of",
    "make",
    "make_line",
    "moves_of",
    "parse",
    "split",
    "unknown_move",
    "why_not",
]

_VERBS = {
    decision: tuple(dict.fromkeys(m.verb for m in MOVES if m.decision == decision))
    for decision in dict.fromkeys(m.decision for m in MOVES)
}
_ALL_VERBS = tuple(dict.fromkeys(move.verb for move in MOVES))
_LONGEST_LINE = 500


def split(line: str) -> list[str]:
    """Split a line into moves at its commas; the commas of a take belong to it."""
    if len(line) > _LONGEST_LINE:
        raise IllegalMove(_("That line is too long to be a move."))
    parts = [part.strip() for part in line.split(",")]
    first = parts[0].lower().split()
    if first and len(first) > 1 and "take".startswith(first[0]):
        return [" ".join(parts)]
    if len(parts) > 1 and not all(parts):
        raise IllegalMove(_("A move is missing before or after a comma."))
    return parts


def candidates(text: str, decision: Decision | None) -> list[Move]:
    """Return the moves that a text can mean at a `decision`; none if it is not a move.

    Moves of other decisions are found as well, so that the caller can say why they are not legal.
    """
    words = text.lower().replace(",", " ").split()
    if not words:
        raise IllegalMove(_("An empty line is not a move."))
    readings = [_spell(verb, words[1:]) for verb in _verbs(words[0], decision)]
    if decision is not None:
        readings += [_spell(verb, words) for verb in _VERBS[decision] if verb != "take"]
    found = {BY_NOTATION[text] for text in readings if text in BY_NOTATION}
    return sorted(found)


def _verbs(word: str, decision: Decision | None) -> list[str]:
    """Return the verbs a word may stand for: the whole word, or its beginning in this decision."""
    if word in _ALL_VERBS:
        return [word]
    verbs = () if decision is None else _VERBS[decision]
    return [verb for verb in verbs if verb.startswith(word)]


def _spell(verb: str, words: list[str]) -> str:
    """Return the canonical notation of a verb and the words after it."""
    if verb == "take":
        colours = [letter for letter in "".join(words).upper() if letter in COLOURS]
        if len(colours) != len("".join(words)):
            return ""
        return " ".join(["take", *sorted(colours, key=COLOURS.index)])
    return " ".join([verb, *(word.upper() if word in "wugrk" else word for word in words)])


def parse(position: Position, text: str) -> Move:
    """Return the legal move that a text means."""
    found = candidates(text, position.decision)
    legal = [move for move in found if position.is_legal(move)]
    # Whoever names a card that they can't pay for does not want to reserve it.
    meant = found if position.decision == "action" else legal
    if len(meant) > 1:
        raise IllegalMove(
            _("“{text}” is ambiguous: {moves}.").format(text=text, moves=list_of(meant))
        )
    if legal:
        return legal[0]
    known, moves = _known(position), position.legal_moves
    if found:
        raise IllegalMove(why_not(known, moves, found[0]))
    raise IllegalMove(unknown_move(known, moves, text))


def _known(position: Position) -> Knowledge:
    """Return what the seat knows that decides."""
    return Knowledge(stripped(position.state, position.to_play), position.to_play)


def make(position: Position, move: Move) -> None:
    """Make a move, or say why it is not legal."""
    if not position.is_legal(move):
        raise IllegalMove(why_not(_known(position), position.legal_moves, move))
    position.make(move)


def make_line(position: Position, line: str) -> None:
    """Make the moves of a line in turn; gold and joker cards named in it pay for its purchase.

    Where one is refused, those before it have been made: it is for the caller to take them back.
    """
    first, *rest = split(line)
    seat, turn, made = position.to_play, position.turns, len(position.plies)
    seen = cards_seen(stripped(position.state, seat)) if rest else set()
    position.make(parse(position, first))
    payment: list[Move] = []
    for part in rest:
        moves = candidates(part, "payment")
        if len(moves) == 1 and moves[0].decision == "payment":
            payment += moves
            continue
        _pay(position, payment, made, turn)
        if position.turns != turn or cards_seen(stripped(position.state, seat)) - seen:
            # One sentence for both: whether the turn is over can depend on the card.
            raise IllegalMove(
                _(
                    "A line can’t go past the end of a turn or a revealed card: leave out “{move}”."
                ).format(move=part[:60])
            )
        payment, made = [], len(position.plies)
        position.make(parse(position, part))
    if rest:
        _pay(position, payment, made, turn)


def _pay(position: Position, payment: list[Move], made: int, turn: int) -> None:
    """Complete the payment of a line.

    :param payment: what the line names: gold, joker cards.
    :param made: how many plies there were before its purchase; what has been forced since counts.
    :param turn: the turn of the line; what the next seat is asked is not the line's business.
    """
    wanted = sorted(move for move in payment if move.what)
    while True:
        for ply in position.plies[made:]:
            if ply.turn == turn and ply.forced and ply.move in wanted:
                wanted.remove(ply.move)
        made = len(position.plies)
        if position.decision != "payment" or position.turns != turn:
            break
        make(position, wanted.pop(0) if wanted else Move.of("pay"))
    if wanted:
        raise IllegalMove(_("The price doesn’t call for “{moves}”.").format(moves=list_of(wanted)))


def moves_of(line: str) -> list[Move]:
    """Return the moves of a line that was made and written in full: it may go on where typed ones end.

    >>> moves_of("buy 3a, pay gold R, pay")
    [Move('buy 3a'), Move('pay gold R'), Move('pay')]
    """
    return [Move.of(move) for move in line.split(", ")]


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
        return _("You can’t take gold: you get it by reserving a card.")
    return _("“{text}” is not a move. Legal moves: {moves}.").format(
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
        return _("“{move}” doesn’t answer the question: {question}? Legal moves: {moves}.").format(
            move=move, question=decision_words(decision).question, moves=list_of(legal_moves)
        )
    reason = None
    if move.decision == "action":
        reason = _REASONS[move.verb](known, move)
    if reason is not None:
        return reason
    return _("“{move}” is not possible now. Legal moves: {moves}.").format(
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
            "You can take two tokens of one colour only if at least four are left: the "
            "bank has {n}."
        ).format(n=bank[colours[0]])
    left = [colour for colour in COLOURS if bank[colour]]
    if len(colours) < 3 and len(left) > len(colours):
        return ngettext(
            "Take {n} token: only {colours} is left.",
            "Take {n} tokens of different colours: {colours} are left.",
            min(3, len(left)),
        ).format(n=min(3, len(left)), colours=", ".join(map(gem_name, left)))
    return None


def _why_not_place(table: View, place: str) -> str | None:
    """Say why a card cannot be had from a place: there is none, or it is held (S6)."""
    if place not in table["rows"]:
        return _("There is no place {place} in this game.").format(place=place)
    if table["rows"][place] is None:
        return _("There is no card at {place}.").format(place=place)
    holder, _number = table["strongholds"].get(place, (table["to_play"], 0))
    if holder != table["to_play"]:
        return _("Another player (seat {seat}) has a stronghold on that card.").format(seat=holder)
    return None


def _why_not_reserve(known: Knowledge, move: Move) -> str | None:
    if len(known.own["hand"]) == 3:
        return _("You already have 3 cards in hand and can’t reserve another.")
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
        return _("That card costs two {colour} cards, which you don’t have.").format(
            colour=gem_name(card_of(id).discards, 2)
        )
    if lack.bonus:
        return _("You need a card with a bonus to pair that card with.")
    return _(
        "You can’t afford that card: you lack {missing}. It would take {needed} "
        "gold; you have {gold}."
    ).format(missing=numbers(lack.tokens), needed=lack.gold, gold=lack.has_gold)


def _why_not_pass(known: Knowledge, move: Move) -> str | None:
    return _("You may pass only when you can’t do anything else.")


_REASONS = {
    "take": _why_not_take,
    "reserve": _why_not_reserve,
    "buy": _why_not_buy,
    "pass": _why_not_pass,
}

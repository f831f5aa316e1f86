"""Lines: several moves typed at once, such as a whole purchase.

A line may look ahead no further than its seat can see. It ends with the turn, and where a card is
revealed: what may follow depends on that card, so a line that went on would try its way through a deck.
Refused is any such line, whatever the card, and nothing is told about it.
"""

from typing import TYPE_CHECKING

from parure.errors import IllegalMove
from parure.game import notation, reasons
from parure.game.moves import Move
from parure.game.snapshot import cards_seen
from parure.i18n import gettext as _

if TYPE_CHECKING:
    from parure.game.game import Game

__all__ = ["play", "repeat"]


def play(game: "Game", line: str) -> None:
    """Push the moves of a line in turn; gold and joker cards named in it pay for its purchase.

    Where one is refused, those before it have been made: it is for the caller to take them back.
    """
    first, *rest = notation.split(line)
    seat, turn, made = game.to_play, game.turns, len(game.plies)
    seen = cards_seen(game.stripped(seat)) if rest else set()
    game.push(game.parse(first))
    payment: list[Move] = []
    for part in rest:
        moves = notation.candidates(part, "payment")
        if len(moves) == 1 and moves[0].decision == "payment":
            payment += moves
            continue
        _pay(game, payment, made, turn)
        if game.turns != turn or cards_seen(game.stripped(seat)) - seen:
            # One sentence for both: whether the turn is over can depend on the card.
            raise IllegalMove(
                _(
                    "A line ends with the turn, or where a card is revealed: leave out “{move}”."
                ).format(move=part[:60])
            )
        payment, made = [], len(game.plies)
        game.push(game.parse(part))
    if rest:
        _pay(game, payment, made, turn)


def repeat(game: "Game", line: str) -> None:
    """Push the moves of a line that was made before, as it is written: it may go on where others end."""
    for move in line.split(", "):
        game.push(Move.of(move))


def _pay(game: "Game", payment: list[Move], made: int, turn: int) -> None:
    """Complete the payment of a line.

    :param payment: what the line names: gold, joker cards.
    :param made: how many plies there were before its purchase; what has been forced since counts.
    :param turn: the turn of the line; what the next seat is asked is not the line's business.
    """
    wanted = sorted(move for move in payment if move.what)
    while True:
        for ply in game.plies[made:]:
            if ply.turn == turn and ply.forced and ply.move in wanted:
                wanted.remove(ply.move)
        made = len(game.plies)
        if game.decision != "payment" or game.turns != turn:
            break
        game.push(wanted.pop(0) if wanted else Move.of("pay"))
    if wanted:
        raise IllegalMove(
            _("The price does not ask for “{moves}”.").format(moves=reasons.list_of(wanted))
        )

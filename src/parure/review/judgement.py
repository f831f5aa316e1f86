"""The decisions of a game, each as its seat saw the table, and what a bot thinks of them.

The best move and the move played are compared within one search. Where that search looked at the move
played too seldom for its figure to mean anything, both moves are made in the same deals of what the seat
could not know, and each position after them is searched for itself: what is common to the deals falls out
of the difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from parure.bots import Analyst, Budget, Estimate, analyse, find
from parure.components import CARDS
from parure.game.game import Game
from parure.game.knowledge import Knowledge, cards_seen
from parure.game.moves import Move
from parure.review.values import Chances, Deed
from parure.types import View
from parure.words.move_words import kind_of

__all__ = ["Decision", "Judgement", "decisions_of", "deed_of", "judge", "result_of", "scaled"]

SHARE = 0.1
"""The part of a search that must have looked at the move played."""

DEALS = 8
"""The deals in which two moves are compared, where it has not."""

COMPARED = 0.5
"""The part of the budget that each of the two gets for that."""

WORTH_COMPARING = Budget(seconds=0.1, iterations=256)
"""With less, a search has no time to compare, and its own figure must do."""

NOISE = 0.5
"""A loss below this, divided by the root of the iterations, is none."""

NOISE_IN_SECONDS = 0.005
"""The same for a budget in seconds."""


@dataclass(frozen=True)
class Decision:
    """A decision with a choice, from what its seat could know."""

    turn: int
    seat: int
    asked: str
    known: Knowledge
    played: Move
    later: tuple[Move, ...] = ()
    """What the seat chose in the rest of the turn."""
    number: int = 0
    ply: int = 0
    revealed: tuple[str, ...] = ()
    """The cards that everybody saw for the first time after the move."""
    learnt: bool = False
    """Whether anything turned up that the seat, or everybody, had not seen."""


def decisions_of(game: Game) -> tuple[Decision, ...]:
    """Return every decision of a game that left a choice."""
    again = Game.replay({**game.record(), "moves": []})
    chosen = [(number, ply) for number, ply in enumerate(game.plies) if not ply.forced]
    found = []
    for number, (place, ply) in enumerate(chosen):
        known, asked = again.knowledge(ply.seat), again.decision or ""
        public, own = cards_seen(again.stripped(None)), cards_seen(known.state)
        again.push(ply.move)
        shown = cards_seen(again.stripped(None)) - public
        later = tuple(
            other.move
            for _place, other in chosen[number + 1 : number + 40]
            if other.turn == ply.turn
        )
        found.append(
            Decision(
                turn=ply.turn,
                seat=ply.seat,
                asked=asked,
                known=known,
                played=ply.move,
                later=later,
                number=number,
                ply=place,
                revealed=tuple(CARDS[card].id for card in sorted(shown - own)),
                learnt=bool((shown | cards_seen(again.stripped(ply.seat))) - own - public),
            )
        )
    return tuple(found)


def deed_of(move: Move | str, view: View, seat: int) -> Deed:
    """Return a move with what it is about, as a seat sees it before it is made."""
    notation = str(move)
    kind = kind_of(notation)
    what = notation.removeprefix(kind).split()
    rows = view["rows"]
    if kind in ("buy", "reserve", "gift", "place", "conquer"):
        return Deed(notation, card=rows.get(what[0]) or "")
    if kind == "remove":
        owner = view["strongholds"].get(what[0], [None])[0]
        return Deed(notation, card=rows.get(what[0]) or "", owner=owner)
    if kind == "move":
        origin, target = what
        return Deed(notation, card=rows.get(target) or "", origin=rows.get(origin) or "")
    if kind == "buy hand":
        return Deed(notation, card=_at(view["seats"][seat]["hand"], int(what[0]) - 1))
    if kind in ("discard", "keep"):
        return Deed(notation, card=what[0])
    return Deed(notation)


def _at(hand: Sequence[str], place: int) -> str:
    return hand[place] if place < len(hand) and not hand[place].startswith("?") else ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a bot thinks of a decision."""

    best: Move
    line: tuple[Move, ...]
    chances: Chances
    """After the best move."""
    after: Chances
    """After the move played; the same where it lost nothing that could be told from noise."""
    depth: float


def scaled(budget: Budget, part: float) -> Budget:
    """Return a part of a budget, at least a handful of iterations."""
    if budget.iterations is not None:
        return Budget(iterations=max(min(16, budget.iterations), int(budget.iterations * part)))
    return Budget(seconds=(budget.seconds or 1.0) * part)


def judge(decision: Decision, bot: str, budget: Budget, *, anywhere: bool = False) -> Judgement:
    """Return what a bot thinks of a decision; `BotError` where it can't.

    The same bot and number of iterations give the same judgement, whatever was judged before.

    :param bot: its name.
    :param anywhere: take `module:Class` as a name too, as `bots.find` does.
    """
    kind = find(bot, anywhere=anywhere)
    thinker = cast(Analyst, kind(decision.number, budget))
    deal = Game.from_knowledge(decision.known, seed=decision.number)
    estimates = analyse(deal, thinker)
    best = estimates[0]
    played = next(each for each in estimates if each.move == decision.played)
    after = played.chances
    if _can_compare(budget) and played is not best and not _is_known(played, estimates):
        quick = cast(Analyst, kind(decision.number, scaled(budget, COMPARED / DEALS)))
        gained, lost = _compared(decision, quick, best.move, played.move)
        after = tuple(
            max(0.0, chance + after - before)
            for chance, before, after in zip(best.chances, gained, lost, strict=True)
        )
        after = tuple(chance / sum(after) for chance in after)
    if best.chances[decision.seat] - after[decision.seat] < noise_of(budget):
        after = best.chances
    depth = float(budget.iterations or budget.seconds or 0)
    return Judgement(best.move, best.line, best.chances, after, depth)


def noise_of(budget: Budget) -> float:
    """Return the loss below which a move is as good as the best, for a budget."""
    if budget.iterations is None:
        return NOISE_IN_SECONDS
    return float(NOISE / budget.iterations**0.5)


def _can_compare(budget: Budget) -> bool:
    if budget.iterations is not None:
        return budget.iterations >= (WORTH_COMPARING.iterations or 0)
    return (budget.seconds or 0) >= (WORTH_COMPARING.seconds or 0)


def _is_known(played: Estimate, estimates: list[Estimate]) -> bool:
    """Tell whether a search has looked at a move often enough; a bot that counts nothing knows all alike."""
    return played.visits >= SHARE * sum(each.visits for each in estimates) or len(
        {each.visits for each in estimates}
    ) == 1  # fmt: skip


def _compared(
    decision: Decision, thinker: Analyst, best: Move, played: Move
) -> tuple[Chances, Chances]:
    """Return the chances after each of two moves, on average of the same deals."""
    sums = [[0.0] * len(decision.known.view["seats"]) for _move in (best, played)]
    for deal in range(DEALS):
        for move, row in zip((best, played), sums, strict=True):
            game = Game.from_knowledge(decision.known, seed=1_000 * decision.number + deal)
            game.push(move)
            chances = result_of(game) if game.is_over else analyse(game, thinker)[0].chances
            for seat, chance in enumerate(chances):
                row[seat] += chance / DEALS
    return tuple(sums[0]), tuple(sums[1])


def result_of(game: Game, winners: tuple[int, ...] = ()) -> Chances:
    """Return what every seat has of the victory: shared by the winners, or by all where there is none."""
    players = game.rules.players
    sharing = winners or game.winners or tuple(range(players))
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(players))

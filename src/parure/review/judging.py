"""One decision, judged by a bot from what its seat could know.

The best move and the move played are compared within one search. Where that search looked at the move
played too seldom for its figure to mean anything, both moves are made in the same deals of what the seat
could not know, and each position after them is searched for itself: what is common to the deals falls out
of the difference.
"""

from dataclasses import dataclass
from typing import cast

from parure.bots import Analyst, Budget, Estimate, analyse, find
from parure.game.game import Game
from parure.game.moves import Move
from parure.review.moments import Moment
from parure.review.values import Chances

__all__ = ["Judgement", "judge", "result_of", "scaled"]

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


def judge(moment: Moment, bot: str, budget: Budget, *, anywhere: bool = False) -> Judgement:
    """Return what a bot thinks of a decision; `BotError` where it can't.

    The same bot and number of iterations give the same judgement, whatever was judged before.

    :param bot: its name.
    :param anywhere: take `module:Class` as a name too, as `bots.find` does.
    """
    kind = find(bot, anywhere=anywhere)
    thinker = cast(Analyst, kind(moment.number, budget))
    deal = Game.from_knowledge(moment.known, seed=moment.number)
    estimates = analyse(deal, thinker)
    best = estimates[0]
    played = next(each for each in estimates if each.move == moment.played)
    after = played.chances
    if _can_compare(budget) and played is not best and not _is_known(played, estimates):
        quick = cast(Analyst, kind(moment.number, scaled(budget, COMPARED / DEALS)))
        gained, lost = _compared(moment, quick, best.move, played.move)
        after = tuple(
            max(0.0, chance + after - before)
            for chance, before, after in zip(best.chances, gained, lost, strict=True)
        )
        after = tuple(chance / sum(after) for chance in after)
    if best.chances[moment.seat] - after[moment.seat] < noise_of(budget):
        after = best.chances
    return Judgement(best.move, best.line, best.chances, after, _depth(budget))


def noise_of(budget: Budget) -> float:
    """Return the loss below which a move is as good as the best, for a budget."""
    if budget.iterations is None:
        return NOISE_IN_SECONDS
    return float(NOISE / budget.iterations**0.5)


def _can_compare(budget: Budget) -> bool:
    if budget.iterations is not None:
        return budget.iterations >= (WORTH_COMPARING.iterations or 0)
    return (budget.seconds or 0) >= (WORTH_COMPARING.seconds or 0)


def _depth(budget: Budget) -> float:
    return float(budget.iterations or budget.seconds or 0)


def _is_known(played: Estimate, estimates: list[Estimate]) -> bool:
    """Tell whether a search has looked at a move often enough; a bot that counts nothing knows all alike."""
    return played.visits >= SHARE * sum(each.visits for each in estimates) or len(
        {each.visits for each in estimates}
    ) == 1  # fmt: skip


def _compared(
    moment: Moment, thinker: Analyst, best: Move, played: Move
) -> tuple[Chances, Chances]:
    """Return the chances after each of two moves, on average of the same deals."""
    sums = [[0.0] * len(moment.known.view["seats"]) for _move in (best, played)]
    for deal in range(DEALS):
        for move, row in zip((best, played), sums, strict=True):
            game = Game.from_knowledge(moment.known, seed=1_000 * moment.number + deal)
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

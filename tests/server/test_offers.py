"""What the page offers is what is legal: every move can be touched, and nothing else."""

from random import Random

import pytest

from parure import Game
from parure.server.tables.sight import View
from parure.server.views.table.moves import Offers
from parure.server.views.table.trial import Trial

ALL = ("cities", "trading_posts", "orient", "strongholds")
GAMES = [
    (2, 2017, ()),
    (3, 2017, ("orient",)),
    (2, 2017, ("trading_posts",)),
    (3, 2017, ("cities",)),
    (2, 2024, ("strongholds",)),
    (4, 2024, ALL),
]


def offered(offers: Offers) -> set[str]:
    """Return the first move of everything that can be touched."""
    lines = [answer.move for answers in offers.things.values() for answer in answers]
    lines += [answer.move for answer in offers.bar]
    lines += offers.sets.values()
    lines += [move for targets in offers.targets.values() for move in targets.values()]
    lines += [payment.moves[0] for payment in offers.payments]
    begun = {
        answer.move for answers in offers.things.values() for answer in answers if answer.begins
    }
    return {line.split(", ")[0] for line in lines} - begun


def choose(game: Game, chance: Random) -> str:
    """Purchases more often than not, so that everything comes up."""
    moves = [str(move) for move in game.legal_moves]
    bought = [move for move in moves if move.startswith(("buy", "conquer"))]
    return chance.choice(bought if bought and chance.random() < 0.8 else moves)


@pytest.mark.parametrize(("players", "edition", "modules"), GAMES)
def test_every_legal_move_is_offered_and_no_other(
    players: int, edition: int, modules: tuple[str, ...]
) -> None:
    for seed in range(3):
        game, chance = Game(players, modules, edition, seed), Random(seed)
        while not game.is_over:
            view = View(game.knowledge(game.to_play))
            moves = [str(move) for move in game.legal_moves]
            assert offered(Offers(moves, Trial(view), view)) == set(moves)
            game.push(choose(game, chance))


def test_every_payment_and_every_return_that_is_shown_can_be_made() -> None:
    payments = returns = 0
    for seed in range(6):
        game, chance = Game(4, ALL, 2024, seed), Random(seed)
        while not game.is_over:
            view = View(game.knowledge(game.to_play))
            trial = Trial(view)
            offers = Offers([str(move) for move in game.legal_moves], trial, view)
            for payment in offers.payments:
                tried, seat = game.copy(), game.to_play
                assert seat is not None
                tried.push(", ".join(payment.moves))
                assert tried.decision != "payment" or tried.turns > game.turns
                payments += 1
            if offers.pool == "own":
                for line in offers.sets.values():
                    tried = game.copy()
                    tried.push(line)
                    assert tried.decision != "return" or tried.turns > game.turns
                    returns += 1
            game.push(choose(game, chance))
    assert payments > 20
    assert returns > 20


def test_the_least_gold_of_a_purchase_is_what_the_cheapest_payment_takes() -> None:
    game, chance = Game(3, ("orient",), 2024, 5), Random(5)
    seen = 0
    while not game.is_over:
        view = View(game.knowledge(game.to_play))
        if game.decision == "action":
            offers = Offers([str(move) for move in game.legal_moves], Trial(view), view)
            for thing, answers in offers.things.items():
                gold = offers.gold_for(thing)
                if gold:
                    buying = game.copy()
                    buying.push(answers[0].move)
                    spent = [ply for ply in buying.plies if str(ply.move).startswith("pay gold")]
                    assert buying.decision == "payment" or len(spent) >= gold
                    seen += 1
        game.push(choose(game, chance))
    assert seen > 5

"""What can be answered is what is legal: every move can be touched, and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kit.diary import PEOPLE, Diary
from parure import Game
from parure.server.tables.choices import Choices, choices_of
from parure.server.tables.view import look

ALL = ("cities", "trading_posts", "orient", "strongholds")
GAMES = [
    (2, 2017, ()),
    (3, 2017, ("orient",)),
    (2, 2017, ("trading_posts",)),
    (3, 2017, ("cities",)),
    (2, 2024, ("strongholds",)),
    (4, 2024, ALL),
]


def offered(choices: Choices) -> set[str]:
    """Return the first move of everything that can be touched."""
    answers = [answer for answers in choices["things"].values() for answer in answers]
    lines = [answer["move"] for answer in answers if "begins" not in answer]
    lines += [answer["move"] for answer in choices["bar"]]
    lines += choices["sets"].values()
    lines += [move for targets in choices["targets"].values() for move in targets.values()]
    if "paying" in choices:
        lines += [way["line"] for way in choices["paying"]["ways"]]
    return {line.split(", ")[0] for line in lines}


def choose(game: Game, chance: Random) -> str:
    """Purchases more often than not, so that everything comes up."""
    moves = [str(move) for move in game.legal_moves]
    bought = [move for move in moves if move.startswith(("buy", "conquer"))]
    return chance.choice(bought if bought and chance.random() < 0.8 else moves)


def decisions(game: Game, seed: int) -> Iterator[Choices]:
    """Play a game at random; yield what can be answered at each decision."""
    table, chance = Diary(game.rules).table, Random(seed)
    while not game.is_over:
        assert game.to_play is not None
        choices = choices_of(look(replace(table, game=game), PEOPLE[game.to_play]))
        assert choices is not None
        yield choices
        game.push(choose(game, chance))


@pytest.mark.parametrize(("players", "edition", "modules"), GAMES)
def test_every_legal_move_is_offered_and_no_other(
    players: int, edition: int, modules: tuple[str, ...]
) -> None:
    for seed in range(3):
        game = Game(players, modules, edition, seed)
        for choices in decisions(game, seed):
            assert not choices["planned"]
            assert offered(choices) == {str(move) for move in game.legal_moves}


def test_every_payment_and_every_return_that_is_shown_can_be_made() -> None:
    payments = returns = 0
    for seed in range(6):
        game = Game(4, ALL, 2024, seed)
        for choices in decisions(game, seed):
            for way in choices["paying"]["ways"] if "paying" in choices else ():
                tried = game.copy()
                tried.push(way["line"])
                assert tried.decision != "payment" or tried.turns > game.turns
                payments += 1
            if choices["pool"] == "own":
                for line in choices["sets"].values():
                    tried = game.copy()
                    tried.push(line)
                    assert tried.decision != "return" or tried.turns > game.turns
                    returns += 1
    assert payments > 20
    assert returns > 20


def test_the_least_gold_of_a_purchase_is_what_the_cheapest_payment_takes() -> None:
    game = Game(3, ("orient",), 2024, 5)
    seen = 0
    for choices in decisions(game, 5):
        if game.decision == "action":
            for answers in choices["things"].values():
                gold = answers[0].get("gold")
                if gold:
                    buying = game.copy()
                    buying.push(answers[0]["move"])
                    spent = [ply for ply in buying.plies if str(ply.move).startswith("pay gold")]
                    assert buying.decision == "payment" or len(spent) >= gold
                    seen += 1
    assert seen > 5

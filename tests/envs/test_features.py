"""Observations as numbers: everything that a seat may know, and nothing else."""

from collections.abc import Iterator

import numpy as np
import pytest

import parure
from kit.games import with_other_deal
from kit.observed import normal, read_back
from kit.policy import Chance, choose, deal, name_of
from kit.positions import Seat, position
from parure import Game, Rules
from parure.components import CARDS
from parure.core.features import CARD_PARTS
from parure.core.state import STATE
from parure.envs import spaces
from parure.game.position import State
from parure.rules import all_rules

MOST_DECISIONS = 1500

every_rules = pytest.mark.parametrize(
    "rules",
    [rules for players in (2, 3, 4) for rules in all_rules(players)],
    ids=lambda rules: f"{rules.players}-{name_of(rules)}",
)


def positions(rules: Rules, seed: int) -> Iterator[Game]:
    """Play a game, and stop at every decision."""
    game, chance = deal(rules, seed), Chance(seed)
    for _ in range(MOST_DECISIONS):
        yield game
        if game.is_over:
            break
        game.push(choose(game, chance))


def differences(one: State, two: State) -> list[str]:
    """Return the fields in which two states differ."""
    return [name for name in STATE.names or () if one[name].tobytes() != two[name].tobytes()]


@pytest.mark.rule("B29", "B30")
@every_rules
def test_an_observation_says_everything_that_the_seat_may_know(rules: Rules) -> None:
    for number, game in enumerate(positions(rules, seed=3)):
        if game.decision != "action" or number % 8 == 0:
            decider = game.to_play or 0
            for seat in (decider, (decider + 1) % rules.players):
                told = read_back(spaces.observe(game, seat))
                assert differences(told, normal(game.stripped(seat))) == []


@pytest.mark.rule("B29", "B30")
@every_rules
def test_an_observation_says_nothing_else(rules: Rules) -> None:
    for number, game in enumerate(positions(rules, seed=4)):
        if number % 8 == 0:
            for seat in range(rules.players):
                other = with_other_deal(game, seat, number)
                assert np.array_equal(spaces.observe(other, seat), spaces.observe(game, seat))


def test_games_differ_in_every_part_of_an_observation() -> None:
    played = (Rules(4, parure.MODULES), Rules(3, "orient", 2017), Rules(2, "cities", 2017))
    one_passed = position(seats=[{"hand": "base-3w1 base-3w2 base-3w3"}], bank="", to_play=0)
    assert one_passed.to_play == 1
    seen = [spaces.observe(one_passed, 1)]
    for rules in played:
        for seed in range(4):
            for game in positions(rules, seed):
                seen.append(spaces.observe(game, game.to_play or 0))
    parts = spaces.fields(np.array(seen))
    assert [name for name, part in parts.items() if not np.ptp(part, axis=0).any()] == []


def test_an_observation_is_what_the_view_says() -> None:
    game = Game(3, parure.MODULES, seed=2)
    for move in ("reserve deck 1", "reserve 2a", "take W U G"):
        game.push(move)
    for seat in range(3):
        view, seen = game.view(seat), spaces.fields(spaces.observe(game, seat))
        assert seen["bank"].tolist() == list(view["bank"].values())
        assert seen["deck_sizes"].tolist() == list(view["decks"].values())
        assert seen["to_play"].tolist() == [int(turn == (3 - seat) % 3) for turn in range(4)]
        for turn in range(3):
            other = view["seats"][(seat + turn) % 3]
            assert seen["tokens"][turn].tolist() == list(other["tokens"].values())
            assert seen["hand"][turn, :, 1].tolist() == [1] * len(other["hand"]) + [0] * (
                3 - len(other["hand"])
            )
        prices = [card.price for card in CARDS if card.id == view["rows"]["3b"]]
        assert seen["rows"][9, 7:12].tolist() == list(prices[0])
        assert seen["rows"].shape == (18, CARD_PARTS)


def test_unseen_are_the_cards_of_the_decks_and_of_hands_that_are_hidden() -> None:
    seats: list[Seat] = [{"cards": "base-1w1", "hand": "base-1w2?"}, {"hand": "base-1w3? base-1w4"}]
    game = position(seats=seats)
    table = game.snapshot()
    in_decks = {card for cards in table["decks"].values() for card in cards}
    for seat, hidden in ((0, {"base-1w3"}), (1, {"base-1w2"})):
        unseen = np.flatnonzero(spaces.fields(spaces.observe(game, seat))["unseen"])
        assert {CARDS[card].id for card in unseen} == in_decks | hidden


def test_the_layout_is_whole_and_its_version_is_known() -> None:
    names = list(spaces.LAYOUT)
    ends = [spaces.OFFSETS[name] + int(np.prod(spaces.LAYOUT[name])) for name in names]
    assert [spaces.OFFSETS[name] for name in names] == [0, *ends[:-1]]
    assert ends[-1] == spaces.SIZE
    assert (spaces.VERSION, spaces.SIZE, spaces.ACTIONS) == (1, 2576, 858)

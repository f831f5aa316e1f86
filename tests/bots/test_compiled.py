"""The parts that bots are made of: fresh deals, the evaluation, and the files of what was tuned."""

from collections import Counter

import numpy as np
import pytest

from kit.invariants import content
from kit.policy import Chance, choose, deal, name_of
from kit.positions import position
from parure import MODULES, Game, Rules, all_rules
from parure.bots.compiled.evaluation import FEATURES, evaluate
from parure.bots.compiled.tuning_games import GUILD, MERCHANT, NOVICE, gather, play_match
from parure.bots.tuned import Workspace
from parure.core import calls
from parure.core.deals import redeal
from parure.core.jit import entry
from parure.game.position import State
from parure.game.snapshot import to_dict


@entry
def deal_again(game, viewer, depth):  # type: ignore[no-untyped-def]
    """Shuffle again what a seat cannot know."""
    redeal(game[0], viewer, depth)


@entry
def judge(game, opinion, network):  # type: ignore[no-untyped-def]
    """Write the chances of all seats."""
    evaluate(game[0], opinion[0], network[0])


def imagined(game: Game, seed: int) -> State:
    """Return a deal that could be behind what the seat to play sees."""
    state = game.stripped(game.to_play)
    calls.determinize(state, seed)
    return state


def stripped(state: State) -> State:
    state = state.copy()
    calls.hide(state, int(state["to_play"][0]))
    return state


@pytest.mark.parametrize("rules", all_rules(3), ids=name_of)
def test_a_fresh_deal_looks_the_same_to_the_seat(rules: Rules) -> None:
    game, chance = deal(rules, 3), Chance(3)
    for decision in range(120):
        if game.is_over:
            break
        if decision % 5 == 0:
            state = imagined(game, seed=decision)
            before = stripped(state)
            deal_again(state, game.to_play, 10)
            assert content(stripped(state)) == content(before)
        game.push(choose(game, chance))


def test_every_hidden_card_can_be_anywhere_in_a_fresh_deal() -> None:
    """Two cards that others reserved unseen and three in the deck: each place sees each card as often.

    The seat itself put the last card there, and the third from the bottom (T9).
    """
    cards = ["base-1w1", "base-1w2", "base-1w3", "base-1b1", "base-1b2"]
    known = ["base-1w4", "base-1b4"]
    game = position(
        3,
        seats=[{}, {"hand": f"{cards[0]}?"}, {"hand": f"{cards[1]}?"}],
        decks={"1": " ".join([*cards[2:4], known[0], cards[4], known[1]])},
        under={"1": [0, 1, 0]},
    )
    for card in (*cards, *known):
        assert card not in game.snapshot()["rows"].values()
    state = imagined(game, seed=1)
    seen: Counter[tuple[int, str]] = Counter()
    deals = 4000
    for _ in range(deals):
        deal_again(state, 0, 10)
        table = to_dict(state)
        *above, first, between, last = table["decks"]["1"]
        assert [first, last] == known
        hidden = [*table["seats"][1]["hand"], *table["seats"][2]["hand"], *above, between]
        seen.update(enumerate(hidden))
    possible = len({card for _place, card in seen})
    expected = deals / possible
    assert len(seen) == 5 * possible
    assert all(abs(count - expected) < 5 * expected**0.5 for count in seen.values())


@pytest.mark.parametrize("rules", [Rules(2), Rules(3, "orient"), Rules(4, MODULES)], ids=str)
def test_the_chances_of_all_seats_add_up_to_one(rules: Rules) -> None:
    game, chance, room = deal(rules, 5), Chance(5), Workspace()
    room.prepare(game.stripped(0))
    while not game.is_over:
        if game.decision == "action":
            judge(imagined(game, seed=1), room.opinion, room.network)
            chances = room.opinion["chances"][0, : rules.players]
            assert chances.sum() == pytest.approx(1, abs=1e-5)
            assert (chances > 0).all()
        game.push(choose(game, chance))


def test_a_game_that_is_over_leaves_no_doubt() -> None:
    game = position(seats=[{"cards": "base-3w4 base-3b4 base-3g4"}], to_play=1)
    game.push("take W U G")
    room = Workspace()
    room.prepare(game.stripped(None))
    judge(game.stripped(None), room.opinion, room.network)
    assert room.opinion["chances"][0, :2].tolist() == [1, 0]


def won(rules: Rules, first: np.int64, others: np.int64, games: int) -> float:
    """Return the part of games that one bot wins against others of one kind, in compiled code."""
    room, players = Workspace(), rules.players
    rules.write(room.states[2])
    room.prepare(room.states[2:])
    needs = np.concatenate([room.needs] * players)
    nets = np.concatenate([room.network] * players)
    kinds, wins = np.array([first, *[others] * (players - 1)]), np.zeros(players)
    play_match(
        room.states, room.legal, needs, room.opinion, room.chances, nets, kinds, 1, games, wins
    )
    return float(wins[0] / games)


@pytest.mark.verify
@pytest.mark.parametrize("rules", [Rules(2), Rules(2, MODULES), Rules(4)], ids=str)
def test_each_level_beats_the_one_below(rules: Rules) -> None:
    equal = 1 / rules.players
    assert won(rules, MERCHANT, NOVICE, 600) > equal
    assert won(rules, GUILD, MERCHANT, 120) > 1.3 * equal


@pytest.mark.verify
def test_tuning_learns_from_whole_games() -> None:
    room, rules = Workspace(), Rules(2)
    rules.write(room.states[2])
    room.prepare(room.states[2:])
    features = np.zeros((300, 2, len(FEATURES)), np.float32)
    results = np.zeros((300, 2), np.float32)
    games = gather(
        room.states, room.legal, room.needs, room.opinion, room.chances, room.network, MERCHANT,
        1, 1.0, 0.3, features, results,
    )  # fmt: skip
    assert games > 10
    assert (results.sum(axis=1) == 1).all()
    assert features[:, :, FEATURES.index("prestige")].max() > 0.5

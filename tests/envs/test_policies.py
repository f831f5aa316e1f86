"""Policies decide inside a batch: ours as the bots of their names, and those of others safely."""

import numba
import numpy as np
import pytest

import parure
from parure import Game, IllegalMove, Rules, bots
from parure.core.actions import PASS
from parure.envs.batch import Batch
from parure.envs.policies import Policy, UnknownPolicy, find

pytestmark = pytest.mark.verify

KINDS = [Rules(2), Rules(3, "orient", 2017), Rules(4, parure.MODULES)]


@numba.njit
def last(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """Choose the last move of the list."""
    return legal.moves[n - 1]


@numba.njit
def passes(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """Pass, which is rarely legal."""
    return PASS


@numba.njit
def alternates(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """Choose the first move and the last in turn."""
    notes.calls += 1
    return legal.moves[0] if notes.calls % 2 else legal.moves[n - 1]


def batch(rules: Rules, n: int = 20) -> Batch:
    return Batch(n, rules.players, rules.modules, rules.edition, seed=5, max_turns=120)


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_the_merchant_decides_as_the_bot_of_its_name(rules: Rules) -> None:
    games = batch(rules, 1)
    game = Game(rules.players, rules.modules, rules.edition, seed=int(games.seeds[0]))
    bot = bots.make("merchant", seed=1)
    for _ in range(60):
        move = bot.choose(game.knowledge(game.to_play), game.legal_moves, None)
        assert parure.MOVES[games.sample("merchant")[0]] == move
        games.step(games.sample("merchant"))
        game.push(move)
        if game.is_over:
            break
    assert game.turns > 15


@pytest.mark.parametrize("rules", KINDS, ids=str)
@pytest.mark.parametrize("policy", ["random", "novice", "merchant", Policy(last)])
def test_a_rollout_is_so_many_steps_of_its_policy(rules: Rules, policy: str | Policy) -> None:
    one, other = batch(rules), batch(rules)
    ended = np.zeros(len(one), int)
    for _ in range(90):
        one.step(one.sample(policy))
        ended += one.terminated | one.truncated
    assert np.array_equal(other.rollout(90, policy), ended)
    assert one.states.tobytes() == other.states.tobytes()
    assert np.array_equal(one.mask, other.mask)
    assert np.array_equal(one.observation, other.observation)


def test_notes_last_for_one_rollout() -> None:
    notes = np.zeros(1, np.dtype((np.record, np.dtype([("calls", np.int64)]))))
    one, other = batch(Rules(2)), batch(Rules(2))
    one.rollout(2, Policy(alternates, notes))
    other.rollout(1, Policy(alternates, notes))
    other.rollout(1, Policy(last))
    assert one.states.tobytes() == other.states.tobytes()
    assert notes["calls"][0] == 0


def test_a_policy_that_chooses_what_is_not_legal_is_refused() -> None:
    games = batch(Rules(2))
    before = games.states.tobytes()
    with pytest.raises(IllegalMove, match=r"Row 0: “pass” is not legal\."):
        games.rollout(5, Policy(passes))
    assert games.states.tobytes() == before


def test_a_policy_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownPolicy, match="There is no policy “wizard”: choose from random"):
        find("wizard", Rules(2))

"""The PettingZoo environment: PettingZoo's own tests on every game; what agents see, get and may do."""

import copy
import importlib
import pickle
import random
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

import parure
from parure import Game, Move, Rules
from parure.envs import parure_v1, spaces
from parure.render.text import table_text

SMALLEST, LARGEST = Rules(2), Rules(4, parure.MODULES)

every_game = pytest.mark.parametrize(
    "rules", [rules for players in (2, 3, 4) for rules in parure.all_rules(players)], ids=str
)
two_games = pytest.mark.parametrize("rules", [SMALLEST, LARGEST], ids=["smallest", "largest"])

pytestmark = [
    pytest.mark.verify,
    pytest.mark.filterwarnings("error"),
    # What PettingZoo says of every observation with a mask beside it, but those of its own games.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # Agents that wait may do nothing, and those whose game has ended.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def env_of(rules: Rules, **options: Any) -> Any:
    return parure_v1.env(
        players=rules.players, modules=rules.modules, edition=rules.edition, **options
    )


def play(env: Any, seed: int, choose: Callable[[np.ndarray], int]) -> dict[str, float]:
    """Play a game to its end and return what each agent got for it."""
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        rewards[agent] += reward
        env.step(None if terminated or truncated else choose(info["action_mask"]))
    return rewards


def at_random(seed: int) -> Callable[[np.ndarray], int]:
    chance = random.Random(seed)
    return lambda mask: chance.choice(np.flatnonzero(mask))


# PettingZoo's own tests


@every_game
def test_api(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env_of(rules), num_cycles=8)


@two_games
@pytest.mark.parametrize("options", [{"observations": "dict"}, {"reward": "margin"}], ids=str)
def test_api_in_whole_games(
    rules: Rules, options: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env_of(rules, **options), num_cycles=400)


@two_games
def test_seed(rules: Rules) -> None:
    seed_test(lambda: env_of(rules), num_cycles=8)


class _Script(Discrete):
    """Samples one legal move after the other: in these turns nothing but the action is asked."""

    def __init__(self) -> None:
        super().__init__(spaces.ACTIONS)
        self.moves = iter(["reserve deck 1"] * 3 + ["take W U G"])

    def sample(self, mask: object = None, probability: object = None) -> Any:
        return np.int64(Move.of(next(self.moves)).number)


class _Scripted(parure_v1.raw_env):
    """A game in which each turn is one decision, as the test of cycles wants it."""

    metadata = {**parure_v1.raw_env.metadata, "is_parallelizable": True}  # noqa: RUF012

    def __init__(self, rules: Rules, max_cycles: int) -> None:
        turns = max_cycles * rules.players
        super().__init__(rules.players, rules.modules, rules.edition, max_turns=turns)
        self.action_spaces = {agent: _Script() for agent in self.possible_agents}


@two_games
def test_max_cycles(rules: Rules) -> None:
    # It samples without a mask and wants a parallel environment too, whence the script.
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: _Scripted(rules, max_cycles),
            parallel_env=lambda max_cycles: aec_to_parallel(_Scripted(rules, max_cycles)),
        )
    )


@two_games
def test_render(
    rules: Rules, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To draw all of its many pixels takes long; `test_gymnasium.py` draws real ones."""
    monkeypatch.setattr(parure_v1, "pixels", lambda svg: np.zeros((2, 2, 3), np.uint8))
    is_picture = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(lambda render_mode: env_of(rules, render_mode=render_mode), is_picture)
    assert capsys.readouterr().out


def test_pixels_are_a_mode_where_something_draws_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "rgb_array" in parure_v1.render_modes()
    for library in ("PIL", "resvg_py"):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, library, None)
            assert parure_v1.render_modes() == ["human", "ansi", "svg"]


def test_options_of_a_reset_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    env_of(SMALLEST).reset(options={"deal": 3})
    assert "reset() knows no options: ignoring deal." in caplog.text


# What an agent sees


@two_games
def test_each_agent_sees_what_its_seat_may_know(rules: Rules) -> None:
    env = env_of(rules)
    env.reset(seed=3)
    choose = at_random(3)
    for agent in env.agent_iter(60):
        game = env.unwrapped.game
        for seat, other in enumerate(env.agents):
            seen = env.observe(other)
            assert env.observation_space(other).contains(seen)
            assert seen["observation"].tolist() == spaces.observe(game, seat).tolist()
            legal = [move.number for move in game.legal_moves] if other == agent else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            assert np.flatnonzero(env.infos[other]["action_mask"]).tolist() == legal
        env.step(choose(env.infos[agent]["action_mask"]))


def test_a_plain_box_with_the_mask_in_the_info() -> None:
    env = env_of(SMALLEST, observations="box")
    api_test(env, num_cycles=40)
    env.reset(seed=7)
    observation, _, _, _, info = env.last()
    assert observation in env.observation_space("seat_0")
    assert observation.tolist() == spaces.observe(Game(seed=7), 0).tolist()
    assert info["action_mask"].tolist() == spaces.mask(Game(seed=7)).tolist()


def test_the_state_is_what_all_seats_see() -> None:
    env = env_of(LARGEST)
    env.reset(seed=7)
    env.step(Move.of("reserve deck 2").number)
    assert env.state() in env.state_space
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert env.state().tolist() == np.concatenate(seen).tolist()


def test_observations_by_name() -> None:
    env = env_of(SMALLEST, observations="dict")
    env.reset(seed=7)
    assert env.observe("seat_1")["observation"]["bank"].tolist() == [4, 4, 4, 4, 4, 5]


def test_what_an_agent_keeps_stays_as_it_was() -> None:
    env = env_of(SMALLEST)
    env.reset(seed=7)
    observation, *_, info = env.last()
    kept = observation["observation"].copy(), info["action_mask"].copy()
    observation["action_mask"][:] = 1
    env.step(0)
    assert observation["observation"].tolist() == kept[0].tolist()
    assert info["action_mask"].tolist() == kept[1].tolist()


def test_resets_after_a_seed_go_on_from_it() -> None:
    env = env_of(SMALLEST)
    seeds = []
    for seed in (7, None, None, 7, None, None):
        env.reset(seed=seed)
        seeds.append(env.unwrapped.game.seed)
    assert seeds[:3] == seeds[3:]
    assert len(set(seeds)) == 3


@pytest.mark.parametrize("renewed", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_by_itself(renewed: Callable[[Any], Any]) -> None:
    env = env_of(SMALLEST)
    env.reset(seed=7)
    env.step(0)
    other = renewed(env)
    other.step(1)
    assert other.unwrapped.game.turns == 2
    assert env.unwrapped.game.turns == 1


def test_the_table_is_drawn_as_a_spectator_sees_it() -> None:
    env = env_of(SMALLEST, render_mode="ansi")
    env.reset(seed=7)
    env.step(Move.of("reserve deck 3").number)
    seen = table_text(env.unwrapped.game.view(None), colour=False)
    assert env.render() == seen
    assert seen != table_text(env.unwrapped.game.view(0), colour=False)


# What an agent gets


def test_the_margin_is_the_prestige_ahead_of_the_best_other_seat() -> None:
    env = env_of(Rules(3), reward="margin")
    rewards = play(env, 71, at_random(71))
    assert env.unwrapped.game.prestige == [15, 15, 10]
    assert rewards == {"seat_0": 0.0, "seat_1": 0.0, "seat_2": -5.0}


def test_a_game_is_stopped_for_all_at_the_limit_of_turns() -> None:
    env = env_of(LARGEST, max_turns=10)
    env.reset(seed=1)
    choose = at_random(1)
    while not any(env.truncations.values()):
        assert env.unwrapped.game.turns < 10
        env.step(choose(env.last()[-1]["action_mask"]))
    assert env.unwrapped.game.turns == 10
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_a_game_without_a_limit_ends_by_itself() -> None:
    assert 1.0 in play(env_of(SMALLEST, max_turns=None), 5, at_random(5)).values()


# What goes wrong


def test_an_illegal_action_loses_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    env = env_of(SMALLEST)
    env.reset(seed=7)
    env.step(0)
    EnvLogger.flush()
    env.step(Move.of("buy 3a").number)
    assert env.rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert all(env.terminations.values())
    reason = env.infos["seat_1"]["illegal"]
    assert "afford that card" in reason
    assert any("Illegal move" in line for line in EnvLogger.mqueue)
    for _agent in env.agent_iter():
        env.step(None)
    assert env.agents == []
    env.reset(seed=7)
    env.step(0)
    assert env.agent_selection == "seat_1"


def test_without_wrappers_an_illegal_action_is_refused() -> None:
    env = parure_v1.raw_env()
    env.reset(seed=7)
    before = env.game.snapshot()
    for action in (Move.of("buy 3a").number, spaces.ACTIONS, -1, 0.5, None, "take W U G"):
        with pytest.raises(parure.IllegalMove):
            env.step(action)
    assert env.game.snapshot() == before


@pytest.mark.parametrize("action", [-1, spaces.ACTIONS, 0.5, None])
def test_an_action_out_of_bounds_is_refused_in_one_sentence(action: Any) -> None:
    env = env_of(SMALLEST)
    env.reset(seed=7)
    with pytest.raises(AssertionError, match="whole number from 0 to 857"):
        env.step(action)


def test_nothing_is_possible_before_a_reset_or_after_the_end() -> None:
    env = env_of(SMALLEST)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
        env.step(0)
    with pytest.raises(parure.ParureError, match=r"reset\(\)"):
        parure_v1.raw_env().step(0)
    for observe in (True, False):
        with pytest.raises(parure.ParureError, match=r"reset\(\)"):
            parure_v1.raw_env().last(observe)
    play(env.unwrapped, 1, at_random(1))
    with pytest.raises(parure.IllegalMove, match="over"):
        env.unwrapped.step(0)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"modules": "pirates"},
        {"edition": 1999},
        {"max_turns": 0},
        {"max_turns": 1.5},
        {"reward": "prestige"},
        {"observations": "pixels"},
        {"render_mode": "depth_array"},
    ],
    ids=str,
)
def test_unknown_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(parure.ParureError):
        parure_v1.env(**options)


def test_without_pettingzoo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "parure.envs.parure_v1")
    with pytest.raises(parure.ParureError, match=r"pettingzoo.*parure\[envs\]"):
        importlib.import_module("parure.envs.parure_v1")

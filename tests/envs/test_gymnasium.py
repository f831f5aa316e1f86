"""The Gymnasium environment: Gymnasium's own check, and the games of one agent against bots."""

import copy
import importlib
import random
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import parure
from parure import Game, Knowledge, Move, Rules, View
from parure.envs import single, spaces
from parure.envs.opponents import Pool
from parure.envs.policies import RANDOM
from parure.envs.single import IDS, ParureEnv

pytestmark = [pytest.mark.verify, pytest.mark.filterwarnings("error")]


def play(env: Any, seed: int | None) -> tuple[float, bool, bool]:
    """Play a game at random; return its reward and how it ended."""
    _, info = env.reset(seed=seed)
    chance = random.Random(seed)
    rewards, terminated, truncated = [], False, False
    while not (terminated or truncated):
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
    assert set(rewards[:-1]) <= {0.0}
    return rewards[-1], terminated, truncated


class Watcher:
    """A bot that keeps what it is shown and plays the first move."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        self.views.append(known.view)
        return legal_moves[0]


# Gymnasium's own check


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("observations", ["flat", "dict"])
def test_check_env(id: str, observations: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(id, observations=observations, seat=None)
    check_env(env.unwrapped, skip_render_check=(id, observations) != ("parure/All-v1", "flat"))


@pytest.mark.parametrize("rules", [r for n in (2, 3, 4) for r in parure.all_rules(n)], ids=str)
def test_check_env_on_every_game(rules: Rules) -> None:
    options = {"players": rules.players, "modules": rules.modules, "edition": rules.edition}
    env = gymnasium.make("parure/Base-v1", **options)
    assert env.unwrapped.rules == rules
    check_env(env.unwrapped, skip_render_check=True)


def test_the_ids_are_registered_with_their_modules() -> None:
    assert set(IDS) <= set(gymnasium.registry)
    for id, modules in IDS.items():
        env = gymnasium.make(id)
        assert env.unwrapped.rules == Rules(2, modules)


def test_many_at_once() -> None:
    envs = gymnasium.make_vec("parure/Base-v1", num_envs=3, vectorization_mode="sync")
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (3, spaces.SIZE)
    assert infos["action_mask"].shape == (3, spaces.ACTIONS)
    envs.close()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_policy_can_draw_an_action_at_every_step_of_vector_environments(mode: str) -> None:
    """At the end of a game too, where the mask must not be empty."""
    envs = gymnasium.make_vec(
        "parure/Base-v1",
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        max_turns=6,
    )
    _, infos = envs.reset(seed=1)
    ended = 0
    for _step in range(12):
        masks = infos["action_mask"]
        assert masks.any(axis=1).all()
        chances = masks / masks.sum(axis=1, keepdims=True)
        actions = np.array([np.random.default_rng(1).choice(858, p=row) for row in chances])
        _, _, terminated, truncated, infos = envs.step(actions)
        ended += int((terminated | truncated).sum())
    envs.close()
    assert ended >= 4


# The agent and the others


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (4, 0)])
def test_the_agent_sees_what_its_seat_may_know(players: int, seat: int) -> None:
    env = ParureEnv(players, parure.MODULES, seat=seat)
    observation, info = env.reset(seed=3)
    chance = random.Random(3)
    for _decision in range(30):
        assert env.game.to_play == info["seat"] == seat
        assert observation.tolist() == spaces.observe(env.game, seat).tolist()
        assert info["action_mask"].tolist() == spaces.mask(env.game).tolist()
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert masks.tolist() == (info["action_mask"] == 1).tolist()
        observation, *_, info = env.step(chance.choice(np.flatnonzero(masks)))


def test_bots_see_what_their_own_seat_may_know() -> None:
    watchers = [Watcher(), Watcher()]
    env = ParureEnv(3, opponents=watchers, seat=1)
    env.reset(seed=7)
    env.step(Move.of("reserve deck 2").number)
    assert [view["to_play"] for view in watchers[0].views] == [2]
    assert [view["to_play"] for view in watchers[1].views] == [0, 0]
    (hidden,) = env.game.snapshot()["seats"][1]["hand"]
    for view in (watchers[0].views[-1], watchers[1].views[-1]):
        assert view["seats"][1]["hand"] != [hidden]
        assert all(isinstance(deck, int) for deck in view["decks"].values())
    seen = ParureEnv(2, opponents=[watchers[0]], seat=1)
    seen.reset(seed=9)
    assert watchers[0].views[-1] == Game(seed=9).view(0)


def test_a_single_bot_plays_all_other_seats() -> None:
    watcher = Watcher()
    ParureEnv(3, opponents=watcher, seat=2).reset(seed=7)
    assert [view["to_play"] for view in watcher.views] == [0, 1]


def test_functions_and_pools_of_them_play_as_in_a_batch() -> None:
    def last(observations: Any, masks: Any) -> Any:
        assert (observations[0] == spaces.observe(env.game, 0)).all()
        assert masks.dtype == np.bool_
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    env = ParureEnv(opponents=last, seat=1)
    env.reset(seed=7)
    assert [ply.move for ply in env.game.plies] == Game(seed=7).legal_moves[-1:]

    watchers = [Watcher(), Watcher()]
    env = ParureEnv(opponents=Pool(watchers), seat=1)
    for seed in range(10):
        env.reset(seed=seed)
    assert len(watchers[0].views) + len(watchers[1].views) == 10
    assert watchers[0].views
    assert watchers[1].views


class Writer(Watcher):
    """A bot that answers with whatever text it is made with."""

    def __init__(self, text: str) -> None:
        self.text = text

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> str:
        return self.text


def test_a_bot_may_answer_with_the_text_of_a_legal_move() -> None:
    env = ParureEnv(opponents=Writer("take W U G"), seat=1)
    env.reset(seed=7)
    assert [str(ply.move) for ply in env.game.plies] == ["take W U G"]
    with pytest.raises(parure.ParureError, match="illegal move: 'take gold'"):
        ParureEnv(opponents=Writer("take gold"), seat=1).reset(seed=7)


@pytest.mark.parametrize("vector", [False, True])
def test_options_of_a_reset_are_refused(vector: bool, english: None) -> None:
    env: Any = gymnasium.make_vec("parure/Base-v1") if vector else gymnasium.make("parure/Base-v1")
    env.reset(seed=1, options={})
    with pytest.raises(parure.ParureError, match=r"reset\(\) knows no options: leave out deal\."):
        env.reset(options={"deal": 3})


def test_a_seat_can_be_drawn() -> None:
    env = ParureEnv(4, seat=None)
    env.reset(seed=1)
    seats = []
    for _game in range(30):
        _, info = env.reset()
        assert env.game.to_play == info["seat"] == env.seat
        seats.append(env.seat)
    assert set(seats) == {0, 1, 2, 3}


def test_a_seed_decides_the_deal_and_the_bots() -> None:
    def games(env: ParureEnv) -> list[Any]:
        records = []
        for seed in (5, None):
            _, info = env.reset(seed=seed)
            for _decision in range(10):
                *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            records.append([env.seat, env.game.record()])
        return records

    env = ParureEnv(3, seat=None)
    first = games(env)
    assert games(env) == games(ParureEnv(3, seat=None)) == first
    assert first[0][1]["seed"] == 5
    assert first[1][1]["seed"] != 5


def test_a_copy_goes_on_by_itself() -> None:
    env = ParureEnv()
    env.reset(seed=7)
    other = copy.deepcopy(env)
    other.step(0)
    assert (env.game.turns, other.game.turns) == (0, 2)


# Rewards


class Follower:
    """A bot that repeats the moves of a game at random, whoever sits where."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        return self.chance.choice(legal_moves)


@pytest.mark.parametrize(
    ("seat", "reward", "expected"), [(2, "win", -1), (0, "margin", 0), (2, "margin", -5)]
)
def test_a_shared_victory_of_three(seat: int, reward: str, expected: int) -> None:
    chance = random.Random(71)
    env = ParureEnv(3, opponents=[Follower(chance)], seat=seat, reward=reward)
    _, info = env.reset(seed=71)
    ended = False
    while not ended:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, given, ended, _, info = env.step(action)
    assert env.game.winners == (0, 1)
    assert env.game.prestige == [15, 15, 10]
    assert given == expected


# What goes wrong


@pytest.mark.parametrize("seat", range(4))
def test_a_limit_of_turns_holds_after_a_round_at_the_soonest(seat: int) -> None:
    env = ParureEnv(players=4, seat=seat, max_turns=1)
    _, info = env.reset(seed=1)
    assert 1 < info["action_mask"].sum() < spaces.ACTIONS
    assert play(env, 1) == (0.0, False, True)
    assert env.game.turns == 4


def test_an_illegal_action_can_raise_and_change_nothing() -> None:
    env = ParureEnv(illegal="raise")
    env.reset(seed=7)
    before = env.game.snapshot()
    for action in (Move.of("buy 3a").number, -1, spaces.ACTIONS, None, 0.5):
        with pytest.raises(parure.IllegalMove):
            env.step(action)
    assert env.game.snapshot() == before
    env.step(0)


def test_an_illegal_action_loses_the_game() -> None:
    env = ParureEnv()
    env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(Move.of("buy 3a").number)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "afford that card" in info["illegal"]
    assert observation in env.observation_space
    env.reset()
    assert env.action_masks().any()


def test_after_the_end_a_reset_is_needed() -> None:
    env = ParureEnv()
    play(env, 1)
    with pytest.raises(parure.IllegalMove, match="over"):
        env.step(0)


def test_before_the_first_deal_a_reset_is_needed() -> None:
    with pytest.raises(parure.ParureError, match=r"reset\(\)"):
        ParureEnv().step(0)
    with pytest.raises(parure.ParureError, match=r"reset\(\)"):
        ParureEnv().action_masks()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponents": "nobody"}, "There is no bot “nobody”: choose from random"),
        ({"opponents": Pool(["random", RANDOM])}, "Compiled policies play only in Batch"),
        ({"players": 4, "opponents": ["random"] * 2}, "2 opponents don’t fit 4 players"),
        ({"opponents": []}, "0 opponents don’t fit 2 players"),
        ({"seat": 2}, "There is no seat 2."),
        ({"seat": 1.0}, r"There is no seat 1\.0"),
        ({"illegal": "ignore"}, "illegal can’t be 'ignore': choose from 'raise', 'lose'."),
        ({"render_mode": "depth_array"}, "render_mode can’t be 'depth_array'"),
        ({"players": 5}, "2 to 4 players"),
    ],
    ids=lambda value: value if isinstance(value, str) else "options",
)
def test_unknown_options_are_refused_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(parure.ParureError, match=words):
        ParureEnv(**options)


def test_a_table_is_drawn_as_pixels() -> None:
    env = gymnasium.make("parure/Base-v1", render_mode="rgb_array")
    env.reset(seed=1)
    drawn = env.render()
    assert (drawn.shape, drawn.dtype) == ((600, 960, 3), np.uint8)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize(("module", "library"), [("resvg_py", "resvg-py"), ("PIL", "Pillow")])
def test_without_a_rasteriser_all_but_the_pixels_work(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = ParureEnv(render_mode="rgb_array")
    env.reset(seed=1)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(parure.ParureError, match=rf"{library} is not.*parure\[render\]"):
        env.render()


def test_to_render_without_a_mode_is_warned_about() -> None:
    env = ParureEnv()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_without_gymnasium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, single.__name__)
    with pytest.raises(parure.ParureError, match=r"gymnasium.*parure\[envs\]"):
        importlib.import_module(single.__name__)

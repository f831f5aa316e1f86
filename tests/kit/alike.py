"""Compares games on the CPU with those on a GPU or its stand-in: `python -m kit.alike`.

It is a program because `kit.cuda` needs interpreted rules: `NUMBA_DISABLE_JIT=1`.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import parure
from parure import IllegalMove, Rules
from parure.core.actions import PASS
from parure.core.state import STATE
from parure.envs import gpu
from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch
from parure.envs.opponents import Pool
from parure.envs.policies import Policy

RULES = [Rules(2), Rules(3, "orient", 2017), Rules(4, parure.MODULES)]
COUNTER = np.dtype((np.record, np.dtype([("asked", np.int64)])))


def on_host(array: Any) -> Any:
    """Return an array of the device, or of the host, on the host."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


def first(observations: Any, masks: Any) -> Any:
    """Choose the first legal action."""
    return on_host(masks).argmax(axis=1)


def by_sight(observations: Any, masks: Any) -> Any:
    """Choose by what is seen."""
    wanted = on_host(observations).sum(axis=1, dtype=np.int64)
    rows = zip(on_host(masks), wanted, strict=True)
    return [np.flatnonzero(mask)[number % mask.sum()] for mask, number in rows]


@numba.njit
def in_turn(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """Choose by how often it was asked."""
    notes.asked += 1
    return legal.moves[notes.asked % n]


@numba.njit
def passes(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """Pass, which is rarely legal."""
    return PASS


IN_TURN = Policy(in_turn, np.zeros(1, COUNTER))

CASES: dict[str, Callable[[], dict[str, Any]]] = {
    "random": lambda: {"opponents": "random"},
    "the merchant, in the next step": lambda: {"opponents": "merchant", "autoreset": "next_step"},
    "a policy": lambda: {"opponents": IN_TURN, "last_observations": True},
    "a function": lambda: {"opponents": by_sight, "last_observations": True},
    "a pool": lambda: {"opponents": Pool(["merchant", by_sight, IN_TURN, "random", first])},
    "a pool, in the next step": lambda: {
        "opponents": Pool([first, "novice", by_sight], most=3),
        "autoreset": "next_step",
    },
    "nobody, in the next step": lambda: {"autoreset": "next_step"},
    "nobody, with last observations": lambda: {"last_observations": True},
    "nobody": dict,
}
"""Options of batches by what is special about them."""

SHOWN = (
    *("mask", "observation", "last_observation", "seats", "to_play"),
    *("rewards", "margins", "terminated", "truncated", "turns"),
)
"""The arrays of a batch that its user reads."""


def compare(ours: Batch, theirs: CudaBatch) -> None:
    """Check that two batches are the same to the bit."""
    assert ours.states.tobytes() == CudaBatch.to_host(theirs.states).tobytes()
    for name in SHOWN:
        expected, found = getattr(ours, name), on_host(getattr(theirs, name))
        assert not expected.size or np.array_equal(expected, found), name
        assert expected.dtype == found.dtype, name


def check(case: str, rules: list[Rules], steps: int, max_turns: int = 20) -> None:
    """Play the same on both, with one row for each of the rules."""
    options = CASES[case]()
    one = {"rules": rules, "seed": 5, "max_turns": max_turns}
    ours, theirs = Batch(len(rules), **one, **options), CudaBatch(len(rules), **one, **options)
    compare(ours, theirs)
    ended = 0
    for number in range(steps):
        if number == steps // 2 and (pool := options.get("opponents")) and isinstance(pool, Pool):
            pool.add(IN_TURN)
        actions = ours.sample().copy()
        assert np.array_equal(actions, on_host(theirs.sample()))
        ours.step(actions)
        theirs.step(actions)
        ended += int((ours.terminated | ours.truncated).sum())
        compare(ours, theirs)
    assert ended > 0
    for policy in ("random", IN_TURN):
        assert np.array_equal(ours.rollout(2, policy), on_host(theirs.rollout(2, policy)))
        compare(ours, theirs)
    kept, some = ours.save(), np.arange(0, len(rules), 2)
    for games in (ours, theirs):
        games.reset(np.arange(len(rules))[::-1])
        games.load(kept[some], some)
    compare(ours, theirs)


def check_what_is_refused() -> None:
    """An opponent, or the agent, chooses what is not legal."""
    theirs = CudaBatch(3, seed=1, opponents="random", seats=0)
    before = CudaBatch.to_host(theirs.states).tobytes()
    for opponent in (Policy(passes), lambda _, masks: on_host(masks).argmin(axis=1)):
        wrong = CudaBatch(3, seed=1, opponents=opponent, seats=0)
        for _ in range(2):
            refuse(wrong, first(None, wrong.mask), "Row 0: an opponent chose an illegal move")
        wrong.reset(1)
        assert on_host(wrong.to_play).tolist() == [0, 0, 0]
    check_what_fails()
    actions = first(None, theirs.mask)
    actions[1] = PASS
    refuse(theirs, actions, "Row 1: “pass” is not legal. No row was changed.")
    refuse(theirs, actions[:2], "A batch of 3 games needs 3 whole numbers")
    assert CudaBatch.to_host(theirs.states).tobytes() == before
    alone = CudaBatch(3, seed=1)
    before, masks = CudaBatch.to_host(alone.states).tobytes(), on_host(alone.mask).copy()
    refuse(alone, actions, "Row 1: “pass” is not legal. No row was changed.")
    assert CudaBatch.to_host(alone.states).tobytes() == before
    assert np.array_equal(on_host(alone.mask), masks)


def check_what_is_copied(cuda: Any) -> None:
    """Neither to deal games nor to load a few rows copies all of them between host and device."""
    n, some = 40, [3, 30]
    for options in ({}, {"opponents": "random"}):
        cuda.sent = cuda.fetched = 0
        theirs = CudaBatch(n, **options)
        assert cuda.sent < n * STATE.itemsize // 2, cuda.sent
        given = Batch(2, seed=9, modules="orient").save()
        cuda.sent = cuda.fetched = 0
        theirs.load(given, some)
        assert cuda.fetched < given.nbytes, cuda.fetched
        assert cuda.sent < n * STATE.itemsize // 2, cuda.sent
        assert [row for row in range(n) if theirs.rules[row].modules] == some


def check_what_fails() -> None:
    """An opponent fails once: the next step goes on, whatever its actions."""
    fails: list[bool] = []

    def flaky(observations: Any, masks: Any) -> Any:
        if fails.pop():
            raise RuntimeError("no network")
        return first(observations, masks)

    options = {"seed": 1, "opponents": flaky, "seats": 0, "max_turns": 2, "last_observations": True}
    both = Batch(3, **options), CudaBatch(3, **options)
    actions = first(None, both[0].mask)
    for games in both:
        fails[:] = [True]
        try:
            games.step(actions)
        except RuntimeError:
            assert on_host(games.to_play).tolist() == [1, 1, 1]
        else:
            raise AssertionError
    compare(*both)
    for games in both:
        fails[:] = [False] * 9
        games.step(np.full(3, PASS))
        assert on_host(games.truncated).all()
    compare(*both)


def refuse(games: CudaBatch, actions: Any, words: str) -> None:
    """Check that actions are refused with words."""
    try:
        games.step(actions)
    except IllegalMove as error:
        assert words in str(error)  # noqa: PT017
    else:
        raise AssertionError(words)


if __name__ == "__main__":
    from kit.cuda import Cuda

    gpu.load_cuda = Cuda
    check_what_is_copied(Cuda)
    check_what_is_refused()
    for case in CASES:
        check(case, RULES, steps=4 if "function" in case or "pool" in case else 8, max_turns=8)
        print(case, flush=True)

"""A Gymnasium vector environment: many games at once.

The agent holds one seat of each game: the first in row 0, the second in row 1 and so on. Opponents play the
other seats: named bots, functions of yours, or earlier versions of the agent; see `parure.envs.opponents`. Or
the agent plays all seats against itself. For several agents, or for arrays without Gymnasium, use `Batch`.

>>> import gymnasium
>>> import parure.envs.single
>>> env = gymnasium.make_vec(
...     "parure/Base-v1", num_envs=64, vectorization_mode="vector_entry_point", opponents="random"
... )
>>> observations, infos = env.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((64, 2576), (64, 858))
>>> actions = infos["action_mask"].argmax(axis=1)
>>> observations, rewards, terminated, truncated, infos = env.step(actions)

**Autoreset** has two modes:

- `autoreset_mode="SameStep"`, the default: the step that ends a game deals the next one. The observation and
  the mask are those of its first decision, and `infos["final_obs"]` has the last observation of the finished
  game, in the rows marked by `infos["_final_obs"]`.
- `autoreset_mode="NextStep"`, which some of Gymnasium's wrappers need: the observation is the last one of the
  finished game. The next step ignores the action in that row, deals the next game and gives a reward of 0.
  The mask allows every action there, so that a policy can sample one; do not learn from these steps.

Rewards are those of `ParureEnv`.
"""

import copy
from collections.abc import Iterable
from typing import Any, Literal, Self

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from parure.envs.batch import Batch
from parure.envs.common_options import (
    MAX_TURNS,
    Autoreset,
    Reward,
    check_no_options,
    checked_choice,
)
from parure.envs.opponents import Opponents
from parure.envs.single import ParureEnv
from parure.types import Edition, Module

__all__ = ["ParureVectorEnv"]

_MODES: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
}


class ParureVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A vector environment of `num_envs` games that run in compiled code."""

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        *,
        opponents: Opponents | Literal["self"] = "random",
        max_turns: int | None = MAX_TURNS,
        reward: Reward = "win",
        autoreset_mode: AutoresetMode | Literal["SameStep", "NextStep"] = AutoresetMode.SAME_STEP,
        threads: int | None = None,
    ) -> None:
        """Choose the rules and the opponents; `reset` deals the games.

        :param opponents: see `parure.envs.opponents`; with `self`, the agent plays every seat, and the reward
            is that of the seat that moved last.
        :param max_turns: the limit after which a game is truncated, in turns of all seats together, with
            opponents at least one round; None sets no limit.
        :param reward: `win` or `margin`, as in `ParureEnv`.
        :param autoreset_mode: what happens when a game ends; see above.
        :param threads: the number of CPU threads; by default one per 256 games.
        """
        asked = autoreset_mode
        name = asked.value if isinstance(asked, AutoresetMode) else asked
        names = [known.value for known in _MODES]
        mode = AutoresetMode(checked_choice("autoreset_mode", name, names))
        self.metadata = {"autoreset_mode": mode}
        self.batch = Batch(
            num_envs,
            players,
            modules,
            edition,
            max_turns=max_turns,
            opponents=None if opponents == "self" else opponents,
            autoreset=_MODES[mode],
            last_observations=mode == AutoresetMode.SAME_STEP,
            threads=threads,
        )
        self.num_envs = num_envs = self.batch.n
        self._reward = checked_choice("reward", reward, ("win", "margin"))
        single = ParureEnv(players, modules, edition, reward=reward)
        self.single_observation_space = single.observation_space
        self.single_action_space = single.action_space
        self.observation_space = batch_space(single.observation_space, num_envs)
        self.action_space = batch_space(single.action_space, num_envs)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    @property
    def seats(self) -> NDArray[np.int8]:
        """The agent's seat in each row; -1 if it plays all seats."""
        return self.batch.seats

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal all games anew.

        :param seed: one that the rows' seeds are derived from, or a list with one for each row; see
            `batch.seeds`. Without one, the random numbers of the last reset continue.
        :param options: there are none; any is refused.
        """
        check_no_options(options)
        if seed is None or isinstance(seed, Iterable):
            own = [None] * self.num_envs if seed is None else list(seed)
            drawn = self.np_random.integers(2**53, size=len(own), dtype=np.uint64).tolist()
            given = [one if kept is None else kept for one, kept in zip(drawn, own, strict=True)]
            self.batch.reset(given)
        else:
            self.batch.reset(seed)
            super().reset(seed=int(seed))
        return self.batch.observation.copy(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Make the agent's move in every game and let the others play. An illegal one changes no row."""
        batch = self.batch
        movers = np.where(batch.seats < 0, batch.to_play, batch.seats)
        batch.step(actions)
        infos = self._infos()
        ended = batch.terminated | batch.truncated
        if ended.any() and len(batch.last_observation):
            infos |= {"final_obs": batch.last_observation.copy(), "_final_obs": ended}
        return (
            batch.observation.copy(),
            self._rewards(ended, movers),
            batch.terminated.copy(),
            batch.truncated.copy(),
            infos,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of legal actions, one for each row."""
        return self.batch.mask.copy()

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.mask.astype(np.int8),
            "_action_mask": everywhere,
            "seat": self.batch.to_play.copy(),
            "_seat": everywhere,
        }

    def _rewards(self, ended: NDArray[np.bool_], movers: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return the rewards of the seats that moved, in the rows whose games ended."""
        rows = np.arange(self.num_envs)
        if self._reward == "margin":
            margins = self.batch.margins[rows, movers]
            return np.where(ended, margins, 0).astype(np.float64)
        shares = self.batch.rewards[rows, movers]
        decided = ended & (self.batch.rewards > 0).any(axis=1)
        return np.select([decided & (shares == 1), decided & (shares == 0)], [1.0, -1.0], 0.0)

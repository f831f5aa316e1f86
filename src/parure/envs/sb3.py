"""Many games at once for Stable-Baselines3, with masks for MaskablePPO of sb3-contrib.

    from sb3_contrib import MaskablePPO
    from parure.envs.sb3 import ParureVecEnv

    MaskablePPO("MlpPolicy", ParureVecEnv(64, reward="margin")).learn(100_000)

Needs `pip install "parure[envs,train]"`.
"""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from parure.envs.common_options import check_no_options
from parure.envs.vector import ParureVectorEnv
from parure.errors import NotInstalled, ParureError
from parure.i18n import gettext as _

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise NotInstalled(error.name, "train") from error

__all__ = ["ParureVecEnv"]


class ParureVecEnv(VecEnv):
    """`ParureVectorEnv` with the interface of Stable-Baselines3."""

    actions: NDArray[Any]

    def __init__(
        self, num_envs: int = 1, *args: Any, seed: int | None = None, **options: Any
    ) -> None:
        """Choose the games; the options are those of `ParureVectorEnv`, without `autoreset_mode`.

        :param seed: deals the games of the first `reset`.
        """
        self.env = ParureVectorEnv(num_envs, *args, **options)
        if self.env.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP:
            raise ParureError(
                _(
                    "Stable-Baselines3 needs the next game in the step that ends one: leave out "
                    "autoreset_mode."
                )
            )
        super().__init__(
            self.env.num_envs, self.env.single_observation_space, self.env.single_action_space
        )
        self.seed(seed)

    def reset(self) -> NDArray[np.int8]:
        """Deal all games."""
        for options in self._options:
            check_no_options(options)
        observations, _infos = self.env.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the moves of the next step."""
        self.actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], list[dict[str, Any]]]:
        """Make the moves."""
        observations, rewards, terminated, truncated, infos = self.env.step(self.actions)
        each: list[dict[str, Any]] = [{} for _row in range(self.num_envs)]
        for row in np.flatnonzero(terminated | truncated):
            each[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
            }
        return observations, rewards, terminated | truncated, each

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of legal actions, one for each game."""
        return self.env.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> Any:
        """Call a method of the games; MaskablePPO asks for `action_masks`."""
        found = getattr(self.env, method_name)(*args, **options)
        return [found[row] for row in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, which all games share."""
        return [getattr(self.env, attr_name) for _row in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all games."""
        setattr(self.env, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each game: none is wrapped."""
        return [False for _row in self._get_indices(indices)]

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

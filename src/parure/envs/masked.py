"""The mask beside the observation, where RLlib and Tianshou look for it.

    from parure.envs.masked import for_rllib, for_tianshou

    register_env("parure", lambda options: for_rllib(**options))
    DummyVectorEnv([for_tianshou] * 8)

Both take the options of `parure.envs.single.ParureEnv` and need Gymnasium alone. `examples/rllib_ppo.py` and
`examples/tianshou_dqn.py` learn with them.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from parure.envs.single import ParureEnv
from parure.envs.spaces import ACTIONS, SIZE

if TYPE_CHECKING:
    import gymnasium

__all__ = ["for_rllib", "for_tianshou"]


def for_rllib(**options: Any) -> "gymnasium.Env[Any, Any]":
    """Return an environment for RLlib's modules with masks: `observations` and `action_mask`, as floats."""
    from gymnasium import spaces
    from gymnasium.wrappers import TransformObservation

    env = ParureEnv(**options)
    return TransformObservation(
        env,
        lambda seen: {
            "observations": seen.astype(np.float32),
            "action_mask": env.action_masks().astype(np.float32),
        },
        spaces.Dict(
            {
                "observations": spaces.Box(0, 127, (SIZE,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.float32),
            }
        ),
    )


def for_tianshou(**options: Any) -> "gymnasium.Env[Any, Any]":
    """Return an environment for Tianshou's policies: `obs` as floats, and `mask`."""
    from gymnasium import spaces
    from gymnasium.wrappers import TransformObservation

    env = ParureEnv(**options)
    return TransformObservation(
        env,
        lambda seen: {"obs": seen.astype(np.float32), "mask": env.action_masks()},
        spaces.Dict(
            {
                "obs": spaces.Box(0, 127, (SIZE,), np.float32),
                "mask": spaces.MultiBinary(ACTIONS),
            }
        ),
    )

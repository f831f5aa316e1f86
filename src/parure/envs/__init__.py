"""Standard environments for research: batches on CPU and GPU, PettingZoo, Gymnasium, OpenSpiel.

In the order of reading: `spaces` numbers actions and observations. `batch` plays many games side by side
with `batch_options` and `opponents`, by the loops in `compiled`; `gpu` does the same with `kernels`.
`parure_v1` is the game for PettingZoo, and `single` seats one player of it for Gymnasium; `vector` does that
with a batch. `chance_nodes` deals card by card, as `openspiel` wants it. `masked` and `sb3` fit other
libraries, and `learning_curves` measures what was learnt.
"""

from importlib import import_module
from typing import TYPE_CHECKING

_MODULES = (
    "batch",
    "gpu",
    "learning_curves",
    "masked",
    "openspiel",
    "opponents",
    "parure_v1",
    "policies",
    "sb3",
    "single",
    "spaces",
    "vector",
)

if TYPE_CHECKING:
    from parure.envs import batch as batch
    from parure.envs import gpu as gpu
    from parure.envs import learning_curves as learning_curves
    from parure.envs import masked as masked
    from parure.envs import openspiel as openspiel
    from parure.envs import opponents as opponents
    from parure.envs import parure_v1 as parure_v1
    from parure.envs import policies as policies
    from parure.envs import sb3 as sb3
    from parure.envs import single as single
    from parure.envs import spaces as spaces
    from parure.envs import vector as vector
else:

    def __getattr__(name: str) -> object:
        """Import a module on first use."""
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List all modules, including those not yet imported."""
    return sorted({*globals(), *_MODULES})

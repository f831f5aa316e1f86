"""The arrays of a batch as PyTorch tensors, which other libraries take through DLPack."""

from collections.abc import Sized
from typing import Any

from parure.errors import NotInstalled

__all__ = ["ARRAYS", "tensors"]

ARRAYS = (
    "mask",
    "observation",
    "last_observation",
    "seats",
    "to_play",
    "rewards",
    "margins",
    "terminated",
    "truncated",
    "turns",
)
"""The arrays of a batch that its user sees."""


def tensors(batch: Sized, device: str) -> dict[str, Any]:
    """Return the arrays of a batch as tensors on the same memory, by their names.

    :param device: where the arrays are: `cpu` or `cuda`.
    """
    try:
        import torch
    except ModuleNotFoundError as error:
        raise NotInstalled(error.name, "train") from error
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    # An array that the batch was told not to write has other rows.
    return {
        name: torch.as_tensor(array, device=device)
        for name, array in arrays.items()
        if array.shape[0] == len(batch)
    }

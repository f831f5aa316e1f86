"""What a leg leaves for the next one: the network, what the optimizer remembers, and the curve so far."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import torch

from parure.bots.champion.layout import INPUTS, VERSION
from parure.bots.champion.network import Shape
from parure.bots.champion.outputs import SCORES
from parure.errors import ParureError
from training.model import Network

FORMAT = 1


class UnfitCheckpoint(ParureError):
    """A checkpoint that this version of the training cannot go on from."""


class Checkpoint(NamedTuple):
    """What a leg has left."""

    network: Network
    average: Network
    """Of the last versions of the network."""
    optimizer: dict[str, Any]
    history: list[dict[str, Any]]
    rules: str
    """By which the leg has learnt: the name of a mixture."""


def _layout() -> dict[str, int]:
    """Return what weights depend on beside their shape."""
    return {"format": FORMAT, "inputs": VERSION, "bytes": INPUTS.itemsize, "scores": SCORES}


def save(
    path: Path, network: Network, average: Network, optimizer: Any, history: list[dict[str, Any]]
) -> None:
    """Write a checkpoint, so that an interruption leaves the one before."""
    content = {
        "layout": _layout(),
        "shape": tuple(network.shape),
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimizer": optimizer.state_dict(),
        "history": history,
    }
    beside = path.with_suffix(".part")
    torch.save(content, beside)
    os.replace(beside, path)


def load(path: Path) -> Checkpoint:
    """Read a checkpoint, or say why it does not fit."""
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
        if content["layout"] == _layout():
            return _read(content)
    except OSError as error:
        raise UnfitCheckpoint(f"{path} can't be read: {error.strerror}.") from error
    except Exception as error:
        raise UnfitCheckpoint(f"{path} is not a checkpoint, or is damaged.") from error
    raise UnfitCheckpoint(
        f"{path} was made for other inputs or answers of the network; train from the start."
    )


def _read(content: dict[str, Any]) -> Checkpoint:
    """Take a checkpoint apart, all of it, so that what is missing is noticed before anything is played."""
    made = []
    for name in ("network", "average"):
        network = Network(Shape(*content["shape"]))
        network.load_state_dict(content[name])
        made.append(network)
    optimizer, history = content["optimizer"], content["history"]
    torch.optim.AdamW(made[0].parameters()).load_state_dict(optimizer)
    return Checkpoint(made[0], made[1], optimizer, history, history[-1]["rules"])

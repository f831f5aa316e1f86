"""Checkpoints, from which the next leg goes on: the network, the optimizer's state, and the history."""

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

FORMAT = 2


class UnfitCheckpoint(ParureError):
    """A checkpoint that this version cannot load."""


class Checkpoint(NamedTuple):
    """What a leg leaves for the next one."""

    network: Network
    average: Network
    """The moving average of the network's weights."""
    optimizer: dict[str, Any]
    history: list[dict[str, Any]]
    rules: str
    """The name of the mixture of rules that the leg trained on."""


def _layout() -> dict[str, int]:
    """Return what the meaning of the weights depends on, besides their shape."""
    return {"format": FORMAT, "inputs": VERSION, "bytes": INPUTS.itemsize, "scores": SCORES}


def save(
    path: Path, network: Network, average: Network, optimizer: Any, history: list[dict[str, Any]]
) -> None:
    """Write a checkpoint; if interrupted, the previous one stays."""
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
        f"{path} is of an incompatible version; start from --from package or from nothing."
    )


def _read(content: dict[str, Any]) -> Checkpoint:
    """Read every part of a checkpoint now, so that a missing one is noticed before the leg plays."""
    made = []
    for name in ("network", "average"):
        network = Network(Shape(*content["shape"]))
        network.load_state_dict(content[name])
        made.append(network)
    optimizer, history = content["optimizer"], content["history"]
    torch.optim.AdamW(made[0].parameters()).load_state_dict(optimizer)
    return Checkpoint(made[0], made[1], optimizer, history, history[-1]["rules"])

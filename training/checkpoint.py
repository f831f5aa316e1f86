"""What a leg leaves for the next one: the network, what the optimizer remembers, and the curve so far."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

from parure.bots.champion.answers import SCORES
from parure.bots.champion.layout import INPUTS, VERSION
from parure.bots.champion.network import Shape
from training.model import Network

FORMAT = 1


class UnfitCheckpoint(Exception):
    """A checkpoint that this version of the training cannot go on from."""


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


def load(path: Path) -> dict[str, Any]:
    """Read a checkpoint, or say why it does not fit."""
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise UnfitCheckpoint(f"{path.name} is not a checkpoint, or is damaged: {error}") from error
    if not isinstance(content, dict) or content.get("layout") != _layout():
        raise UnfitCheckpoint(
            f"{path.name} was made for other inputs or answers of the network; train from the start."
        )
    return content


def networks(content: dict[str, Any]) -> tuple[Network, Network]:
    """Return the network of a checkpoint, and the average of its last versions."""
    made = []
    for name in ("network", "average"):
        network = Network(Shape(*content["shape"]))
        network.load_state_dict(content[name])
        made.append(network)
    return made[0], made[1]

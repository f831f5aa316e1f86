"""Turn a checkpoint into weights for play, and weights for play back into a network to train.

python -m training.export leg-3.pt [FOLDER]

Without a folder, the weights go into the package, to the rules that they were trained on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch

from parure.bots.champion.layout import NOTHING_THERE, TABLE_INPUTS
from parure.bots.champion.network import Shape, weights_of
from parure.bots.champion.outputs import KINDS
from parure.bots.champion.weights import Weights, place_of, save
from training import checkpoint
from training.mixture import network_of
from training.model import COUNT_SCALE, Network


@torch.no_grad()
def weights(network: Network) -> Weights:
    """Return the weights of a network for play, with scales and biases folded in."""
    shape = network.shape
    made = np.zeros(1, weights_of(shape))
    net = made[0]

    def rows(layer: torch.nn.Linear) -> Any:
        return layer.weight.T.numpy()

    net.faces = (network.faces() + network.slot.bias).numpy()
    net.slot = rows(network.slot) * np.float32(COUNT_SCALE)
    table = rows(network.table).copy()
    table[:TABLE_INPUTS] *= np.float32(COUNT_SCALE)
    net.table, net.table_bias = table, network.table.bias.numpy()
    net.middle, net.middle_bias = rows(network.middle), network.middle.bias.numpy()
    net.context, net.context_bias = rows(network.context), network.context.bias.numpy()
    net.chances, net.chances_bias = network.chances.weight.numpy(), network.chances.bias.numpy()
    net.classes, net.classes_bias = network.classes.weight.numpy(), network.classes.bias.numpy()
    wishes = network.wishes.weight.view(KINDS, shape.card, shape.deep)
    net.wishes = wishes.transpose(1, 2).numpy()
    net.wishes_bias = network.wishes.bias.view(KINDS, shape.card).numpy()
    return made


@torch.no_grad()
def restored(shape: Shape, weights: Weights) -> Network:
    """Return a network with the weights of play; the auxiliary outputs start from random weights."""
    network = Network(shape)
    net = weights[0]

    def fill(layer: torch.nn.Linear, rows: Any, bias: Any) -> None:
        layer.weight.copy_(torch.tensor(rows))
        layer.bias.copy_(torch.tensor(bias))

    faces = torch.tensor(net.faces[:NOTHING_THERE])
    by_print = torch.linalg.lstsq(network.printed[:NOTHING_THERE], faces, driver="gelsd").solution
    network.face_by_print.weight.copy_(by_print.T)
    network.face.weight[:NOTHING_THERE] = faces - network.printed[:NOTHING_THERE] @ by_print
    fill(network.slot, net.slot.T / COUNT_SCALE, np.zeros(shape.card, np.float32))
    table = net.table.copy()
    table[:TABLE_INPUTS] /= np.float32(COUNT_SCALE)
    fill(network.table, table.T, net.table_bias)
    fill(network.middle, net.middle.T, net.middle_bias)
    fill(network.context, net.context.T, net.context_bias)
    fill(network.chances, net.chances, net.chances_bias)
    fill(network.classes, net.classes, net.classes_bias)
    wishes = net.wishes.transpose(0, 2, 1).reshape(KINDS * shape.card, shape.deep)
    fill(network.wishes, wishes, net.wishes_bias.ravel())
    return network


def write(path: Path, folder: Path) -> None:
    """Write the averaged weights of a checkpoint into a folder."""
    left = checkpoint.load(path)
    run = {"checkpoint": path.stem, **left.history[-1]}
    save(folder, left.average.shape, weights(left.average), run)


def place(path: Path) -> Path:
    """Return the package's folder for the weights of a checkpoint."""
    return Path(str(place_of(network_of(checkpoint.load(path).rules))))


def main() -> None:
    """Read the options and write the files."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("checkpoint", type=Path)
    options.add_argument("folder", type=Path, nargs="?")
    chosen = options.parse_args()
    try:
        write(chosen.checkpoint, chosen.folder or place(chosen.checkpoint))
    except (checkpoint.UnfitCheckpoint, OSError) as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()

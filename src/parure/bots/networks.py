"""The weights of the evaluation, from the file that tuning writes: one network for 2, 3 and 4 players."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled.evaluation import FEATURES, HIDDEN_UNITS, NETWORK

__all__ = ["FILE", "Network", "from_text", "network_for", "to_text"]

FILE = "networks.json"

Network = NDArray[Any]
"""A length-1 array of `NETWORK`."""


@cache
def network_for(players: int) -> Network:
    """Return the network for games of so many players."""
    text = (files("parure.bots") / FILE).read_text(encoding="utf-8")
    return from_text(text)[players]


def from_text(text: str) -> dict[int, Network]:
    """Read the networks of a file, by the number of players.

    A feature that the file does not know counts nothing.
    """
    networks = {}
    for players, written in json.loads(text).items():
        network = np.zeros(1, NETWORK)
        net = network[0]
        net.bias = written["bias"]
        net.outputs = written["outputs"]
        for number, feature in enumerate(FEATURES):
            if feature in written["features"]:
                direct, *to_units = written["features"][feature]
                net.direct[number] = direct
                net.inputs[:, number] = to_units
        networks[int(players)] = network
    return networks


def to_text(networks: dict[int, Network]) -> str:
    """Write networks so that people can read them: each feature with what it counts directly, then in
    each hidden unit.
    """
    parts = []
    for players, network in sorted(networks.items()):
        net = network[0]
        lines = [
            f'  "bias": {_row(net.bias)},',
            f'  "outputs": {_row(net.outputs)},',
            '  "features": {',
        ]
        rows = [
            f'   "{feature}": {_row([net.direct[number], *net.inputs[:, number]])}'
            for number, feature in enumerate(FEATURES)
        ]
        parts.append("\n".join([f' "{players}": {{', *lines, ",\n".join(rows), "  }", " }"]))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _row(numbers: Any) -> str:
    return "[" + ", ".join(f"{float(number):.4g}" for number in numbers) + "]"


assert NETWORK["bias"].shape[0] == HIDDEN_UNITS

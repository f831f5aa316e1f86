"""What novice, merchant and guild go by: styles and networks, from the files that tuning writes.

A style says what counts how much in a quick judgement: there is one for each number of players without
modules, with each module alone, and with several. A network judges positions: one for 2, 3 and 4 players.
"""

import csv
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled.evaluation import FEATURES, NETWORK, OPINION
from parure.bots.compiled.lookahead import MOVE_CHANCES
from parure.bots.compiled.needs import NEEDS, STYLE
from parure.core.state import LEGAL, STATE
from parure.game.position import State
from parure.rules import MODULES

__all__ = [
    "COLUMNS",
    "DEFAULT",
    "NETWORKS",
    "STYLES",
    "Network",
    "Style",
    "Workspace",
    "from_text",
    "label_of",
    "network_for",
    "style_for",
    "to_text",
]

STYLES, NETWORKS = "styles.csv", "guild.json"
COLUMNS = ("players", "modules", *STYLE)

Style = NDArray[Any]
"""The numbers of `needs.STYLE`."""

DEFAULT = np.array(
    [0.8, 1.0, 1.2, 0.4, 1.0, 1.1, 1.1, 1.3, -1.7, 0.3, 1.0, 0.5, 0.8, 4.5, 1.0, 0.0], np.float32
)
"""Where tuning begins."""


def label_of(modules: Sequence[str]) -> str:
    """Return the name of the sets of modules that share a style: `base`, a module, or `several`."""
    if len(modules) > 1:
        return "several"
    return modules[0] if modules else "base"


@cache
def _styles() -> dict[tuple[int, str], Style]:
    text = (files("parure.bots") / STYLES).read_text(encoding="utf-8")
    return {
        (int(row["players"]), row["modules"]): np.array([row[name] for name in STYLE], np.float32)
        for row in csv.DictReader(text.splitlines())
    }


@cache
def style_for(players: int, modules: tuple[str, ...]) -> Style:
    """Return the style for games of so many players with these modules."""
    return _styles()[players, label_of(modules)]


Network = NDArray[Any]
"""A length-1 array of `NETWORK`."""


@cache
def network_for(players: int) -> Network:
    """Return the network for games of so many players."""
    text = (files("parure.bots") / NETWORKS).read_text(encoding="utf-8")
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


class Workspace:
    """The memory that compiled code works in, made once for each bot, and what it goes by."""

    network: NDArray[Any]

    def __init__(self) -> None:
        self.states = np.zeros(3, STATE)
        self.legal = np.zeros(2, LEGAL)
        self.needs = np.zeros(1, NEEDS)
        self.opinion = np.zeros(1, OPINION)
        self.chances = np.zeros(1, MOVE_CHANCES)
        self._for: tuple[int, ...] = ()

    def prepare(self, state: State) -> None:
        """Take the style and the network for the kind of game that a state is of."""
        kind = tuple(state[name].item() for name in ("players", *MODULES))
        if kind != self._for:
            self._for = kind
            players, *played = kind
            modules = tuple(
                name for name, is_played in zip(MODULES, played, strict=True) if is_played
            )
            self.needs[0].style = style_for(players, modules)
            self.network = network_for(players)

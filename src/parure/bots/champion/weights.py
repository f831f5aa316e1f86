"""The weights of the champion's networks: files of the package, with a word about where they come from.

One network plays by all rules. Some games have one of their own, of the same form: the base game, which is
played most, and the modules for two where the network for all rules was weakest.
"""

import hashlib
import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots import BotError
from parure.bots.champion.layout import VERSION
from parure.bots.champion.network import Shape, weights_of
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = [
    "ALL",
    "MANIFEST",
    "OWN",
    "WEIGHTS",
    "Weights",
    "load",
    "name_for",
    "place_of",
    "save",
    "shipped",
]

ALL = "all"
OWN: dict[tuple[int, tuple[str, ...]], str] = {
    (2, ()): "base",
    (3, ()): "base_3_4",
    (4, ()): "base_3_4",
    (2, ("cities",)): "cities",
    (2, ("trading_posts",)): "trading_posts",
}
"""The networks for one number of players and one set of modules."""
WEIGHTS, MANIFEST = "weights.bin", "manifest.json"
FORMAT = 2
STORED = np.dtype("<f2")
"""A file holds half as many bits of each weight as play reckons with, and more than self-play did."""

Weights = NDArray[Any]
"""A length-1 array of the record that `network.weights_of` describes."""


def name_for(rules: Rules) -> str:
    """Return the name of the network that plays by some rules."""
    return OWN.get((rules.players, rules.modules), ALL)


def place_of(name: str) -> Traversable:
    """Return the folder of a network of the package."""
    return files(__package__) / "networks" / name


@cache
def shipped(name: str) -> tuple[Shape, Weights]:
    """Return the weights of a network of the package."""
    return load(place_of(name))


def load(folder: Traversable) -> tuple[Shape, Weights]:
    """Return the weights of a folder that `save` wrote."""
    try:
        return _read((folder / MANIFEST).read_bytes(), (folder / WEIGHTS).read_bytes())
    except OSError as error:
        raise BotError(
            _("{path} can’t be used: {problem}").format(path=folder, problem=error.strerror)
        ) from error


def save(folder: Path, shape: Shape, weights: Weights, run: dict[str, Any]) -> None:
    """Write weights and their manifest.

    :param run: how they were made, for people.
    """
    content = weights.view(np.float32).astype(STORED).tobytes()
    manifest = {
        "format": FORMAT, "inputs": VERSION, "shape": list(shape),
        "sha256": hashlib.sha256(content).hexdigest(), "run": run,
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / WEIGHTS).write_bytes(content)
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _read(manifest: bytes, content: bytes) -> tuple[Shape, Weights]:
    """Check weights against their manifest, and return them."""
    try:
        said = json.loads(manifest)
        fits = said["format"] == FORMAT and said["inputs"] == VERSION
        shape = Shape(*said["shape"])
        dtype = weights_of(shape)
        is_whole = said["sha256"] == hashlib.sha256(content).hexdigest()
        is_whole = is_whole and len(content) == dtype.itemsize // 4 * STORED.itemsize
    except (ValueError, KeyError, TypeError) as error:
        raise BotError(_("The champion’s weights are damaged.")) from error
    if not fits:
        raise BotError(_("The champion’s weights are for another version of Parure."))
    if not is_whole:
        raise BotError(_("The champion’s weights are damaged."))
    weights: Weights = np.frombuffer(content, STORED).astype(np.float32).view(dtype)
    return shape, weights

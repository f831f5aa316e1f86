"""The weights of the champion's networks: files of the package, with a word about where they come from.

One network plays by all rules. The base game for two, which is played most, has one of its own.
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
    "BASE",
    "MANIFEST",
    "WEIGHTS",
    "Weights",
    "load",
    "name_for",
    "place_of",
    "save",
    "shipped",
]

ALL, BASE = "all", "base"
WEIGHTS, MANIFEST = "weights.bin", "manifest.json"
FORMAT = 1

Weights = NDArray[Any]
"""A length-1 array of the record that `network.weights_of` describes."""


def name_for(rules: Rules) -> str:
    """Return the name of the network that plays by some rules."""
    return BASE if rules.players == 2 and not rules.modules else ALL


def place_of(name: str) -> Traversable:
    """Return the folder of a network of the package."""
    return files(__package__) / "networks" / name


@cache
def shipped(name: str) -> tuple[Shape, Weights]:
    """Return the weights of a network of the package."""
    return load(place_of(name))


def load(folder: Traversable) -> tuple[Shape, Weights]:
    """Return the weights of a folder that `save` wrote."""
    return _read((folder / MANIFEST).read_bytes(), (folder / WEIGHTS).read_bytes())


def save(folder: Path, shape: Shape, weights: Weights, run: dict[str, Any]) -> None:
    """Write weights and their manifest.

    :param run: how they were made, for people.
    """
    content = weights.tobytes()
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
        is_whole = is_whole and len(content) == dtype.itemsize
    except (ValueError, KeyError, TypeError) as error:
        raise BotError(_("The weights of the champion are damaged.")) from error
    if not fits:
        raise BotError(_("The weights of the champion are for another version of Parure."))
    if not is_whole:
        raise BotError(_("The weights of the champion are damaged."))
    weights: Weights = np.frombuffer(content, dtype).copy()
    return shape, weights

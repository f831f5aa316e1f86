"""Reads a dataset, one shard at a time."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from parure.dataset.plan import DatasetError
from parure.dataset.selfplay import Columns
from parure.i18n import gettext as _

__all__ = ["CARD", "FORMAT", "SHARDS", "Dataset", "load", "positions_in", "read_card"]

CARD = "card.json"

FORMAT = "Parure dataset 1"

SHARDS = "games-*.npz"
"""The files of a dataset that hold its games."""


def load(folder: str | Path) -> "Dataset":
    """Open a dataset; its arrays are read when they are asked for."""
    return Dataset(Path(folder))


class Dataset:
    """A dataset on disk. Its length is the number of decisions."""

    card: dict[str, Any]
    """How it was made: the content of `card.json`."""

    def __init__(self, folder: Path) -> None:
        """Read the card."""
        self.card = read_card(folder)
        self._paths = sorted(folder.glob(SHARDS))
        self._length = sum(map(positions_in, self._paths))

    def __len__(self) -> int:
        return self._length

    def shards(self) -> Iterator[Columns]:
        """Yield the rows of each shard, in the order in which they were played."""
        return map(_read, self._paths)

    def batches(self, size: int, *, seed: int | None = None) -> Iterator[Columns]:
        """Yield every row once, in batches of the same size; the last one may be smaller.

        :param seed: shuffles the shards, and the rows within each; without it, they come as they were played.
        """
        paths, chance = list(self._paths), np.random.default_rng(seed)
        if seed is not None:
            chance.shuffle(paths)
        left: Columns = {}
        for path in paths:
            rows = _read(path)
            if seed is not None:
                order = chance.permutation(len(rows["action"]))
                rows = {name: values[order] for name, values in rows.items()}
            if left:
                rows = {name: np.concatenate([left[name], values]) for name, values in rows.items()}
            whole = len(rows["action"]) // size * size
            for first in range(0, whole, size):
                yield {name: values[first : first + size] for name, values in rows.items()}
            left = {name: values[whole:].copy() for name, values in rows.items()}
        if len(left.get("action", ())):
            yield left


def read_card(folder: Path) -> dict[str, Any]:
    """Return the card of a dataset."""
    try:
        card: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
        if card["format"] == FORMAT and {"options", "games"} <= card.keys():
            return card
    except FileNotFoundError as error:
        raise DatasetError(_("There is no dataset in {folder}.").format(folder=folder)) from error
    except (ValueError, KeyError, TypeError):
        pass
    raise DatasetError(_("{file} is not the card of a dataset.").format(file=folder / CARD))


def positions_in(path: Path) -> int:
    """Return the number of rows of a shard, from the head of its file."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open("action.npy") as member:
            np.lib.format.read_magic(member)
            shape, _order, _type = np.lib.format.read_array_header_1_0(member)
            return int(shape[0])
    except (FileNotFoundError, PermissionError):
        raise
    except Exception as error:  # The libraries raise all kinds of errors for damaged files.
        raise _damaged(path) from error


def _read(path: Path) -> Columns:
    try:
        with np.load(path) as file:
            rows = dict(file)
        if {len(values) for values in rows.values()} != {len(rows["action"])}:
            raise ValueError("the columns differ in length")
        return rows
    except (FileNotFoundError, PermissionError):
        raise
    except Exception as error:  # The libraries raise all kinds of errors for damaged files.
        raise _damaged(path) from error


def _damaged(path: Path) -> DatasetError:
    return DatasetError(_("{file} is damaged: delete it and make it again.").format(file=path))

"""Games of a bot against itself, as arrays on disk to learn from.

`make` plays them, and `load` reads them back shard by shard:

    from parure import Rules, dataset

    dataset.make("games", dataset.Plan("novice", Rules(2), games=10_000))
    for rows in dataset.load("games").batches(256, seed=1):
        rows["observation"], rows["mask"], rows["action"], rows["result"]

A dataset is a folder: shards of games as NPZ files, which NumPy alone can read, and a card that says how they
were made, as `card.json` and `README.md`. Each row is one decision; `COLUMNS` explains what it holds.

In the order of reading: `plan` says what is to be played, `selfplay` plays it, `shards` keeps it on disk, and
`reading` reads it.
"""

from parure.dataset.plan import COLUMNS, DatasetError, Plan
from parure.dataset.reading import Dataset, load
from parure.dataset.shards import make

__all__ = ["COLUMNS", "Dataset", "DatasetError", "Plan", "load", "make"]

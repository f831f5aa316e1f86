"""The modules of the package, used after `import parure` alone; see `program.py`."""

from typing import assert_type

import parure

assert_type(parure.bots.make("novice"), parure.Bot)
assert_type(parure.record.loads("Parure record 1"), parure.Record)
assert_type(parure.puzzles.puzzles()[0].solution, parure.Move)
assert_type(parure.arena.Match(("random", "random"), parure.Rules(2), games=10, seed=7).games, int)
assert_type(parure.envs.spaces.mask(parure.Game()).ndim, int)
print(parure.envs.batch.Batch(4), parure.envs.nonsense)  # wrong
print(parure.nonsense)  # wrong

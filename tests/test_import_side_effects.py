"""Whoever imports Parure keeps NumPy, Numba and the interpreter as they were."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.verify


PROGRAM = '''
import json, locale, logging, signal, sys, threading, warnings
from pathlib import Path

import numba
import numpy as np
from numba import njit
from numba.core import config, event
from numba.np import arrayobj
from numba.experimental import jitclass

sys.path.insert(0, sys.argv[1])
import foreign


def functions(module):
    return {name: id(value) for name, value in vars(module).items()}


def snapshot():
    hooks = ("excepthook", "displayhook", "unraisablehook", "breakpointhook", "stdout", "stderr", "stdin")
    return {
        "numpy errors": np.geterr(),
        "numpy": functions(np),
        "numpy printing": np.get_printoptions(),
        "numba": functions(numba),
        "numba arrays": functions(arrayobj),
        "numba dispatcher": functions(type(foreign.last)),
        "numba settings": {name: repr(value) for name, value in vars(config).items() if name.isupper()},
        "numba listeners": {kind: len(heard) for kind, heard in event._registered.items() if heard},
        "interpreter": {name: id(getattr(sys, name)) for name in hooks},
        "thread hook": id(threading.excepthook),
        "recursion": sys.getrecursionlimit(),
        "switching": sys.getswitchinterval(),
        "trace": [sys.gettrace(), sys.getprofile()],
        "warnings": [repr(one) for one in warnings.filters],
        "signals": {number.name: repr(signal.getsignal(number)) for number in signal.Signals},
        "logging": [logging.root.level, repr(logging.root.handlers), logging.raiseExceptions],
        "locale": locale.setlocale(locale.LC_ALL),
    }


def use_foreign():
    """Compile a class, use an index that counts from the end, and keep a function."""
    counter = jitclass([("value", numba.int64)])(foreign.Counter)()
    numbers = np.arange(5)
    found = [counter.next(), foreign.last(numbers), foreign.indexed(numbers, -2), foreign.kept(20)]
    return [int(one) for one in found]


def changes(before, after):
    return sorted(
        f"{what}: {one}"
        for what in before
        if before[what] != after[what]
        for one in (before[what] if isinstance(before[what], dict) else [""])
        if not one or before[what][one] != after[what].get(one)
    )


snapshots = [snapshot()]
import parure

snapshots.append(snapshot())
game = parure.Game(seed=1)
game.push(game.legal_moves[0])
parure.bots.make("novice", 1).choose(game.knowledge(1), game.legal_moves, None)
results = use_foreign()
snapshots.append(snapshot())
print(json.dumps({
    "import": changes(*snapshots[:2]),
    "use": changes(*snapshots[1:]),
    "results": results,
    "kept": [path.name for path in Path(sys.argv[1]).rglob("*.nbc")],
}))
'''

FOREIGN = """
from numba import njit


class Counter:
    def __init__(self):
        self.value = 0

    def next(self):
        self.value += 1
        return self.value


@njit
def last(numbers):
    return numbers[-1]


@njit
def indexed(numbers, place):
    return numbers[place]


@njit(cache=True)
def kept(number):
    return number + 1
"""


@pytest.mark.parametrize("interpreted", [False, True])
def test_everything_foreign_stays_as_it_is(tmp_path: Path, interpreted: bool) -> None:
    (tmp_path / "foreign.py").write_text(FOREIGN)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": str(int(interpreted))}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["import"] == []
    assert found["use"] == []
    assert found["results"] == [1, 4, 3, 21]
    assert len(found["kept"]) == (0 if interpreted else 1)

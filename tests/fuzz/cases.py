"""Many cases at random, each the same again from its seed and number: what the fuzzers share."""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from parure import ParureError

__all__ = ["Case", "command", "read", "run"]

T = TypeVar("T")

Case = Callable[[random.Random], str]
"""Tries one case, and returns in a word how it ended; whatever it raises is a finding."""


def read(reader: Callable[[Any], T], thing: Any) -> T | None:
    """Return what a reader makes of a thing; None where it refuses it, which it does in a sentence."""
    try:
        return reader(thing)
    except ParureError as error:
        sentence = str(error)
    assert sentence.endswith("."), sentence
    return None


def run(case: Case, seed: int, numbers: range) -> Counter[str]:
    """Try cases one after the other; return how often each ending was met."""
    ends: Counter[str] = Counter()
    for number in numbers:
        try:
            ends[case(random.Random(f"{seed}:{number}"))] += 1
        except Exception as error:
            error.add_note(f"to see it again: --seed {seed} --first {number} --cases 1")
            raise
    return ends


def command(case: Case, about: str) -> None:
    """Run the cases that the command line asks for, and print how they ended."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--cases", type=int, default=50_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="another one gives other cases")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    asked = parser.parse_args(sys.argv[1:])
    began = time.monotonic()
    ends = run(case, asked.seed, range(asked.first, asked.first + asked.cases))
    told = ", ".join(f"{n:,} {end}" for end, n in ends.most_common())
    print(f"{asked.cases:,} cases in {time.monotonic() - began:.0f} s: {told}")

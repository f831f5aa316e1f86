"""Snapshots with something changed: each is refused in a sentence, or is a position that can be played.

    python tests/fuzz/snapshots.py --cases 50000 --seed 1

A good one is checked against the printed facts (`kit.invariants`), read back exactly and played on.
"""

import copy
import json
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from formats.write import HERE, VERSIONS, read_lines
from fuzz.cases import command, read
from kit.invariants import check, check_round_trip
from parure import Game
from parure.components import CARDS, CITIES, NOBLES, POSTS

__all__ = ["CHANGES", "mutated", "try_one"]

IDS = [thing.id for things in (CARDS, NOBLES, CITIES, POSTS) for thing in things]
ODD = (
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    4,
    15,
    -1,
    127,
    128,
    300,
    10**30,
    0.5,
    "",
    "x",
    [],
    {},
    "W",
    "gold",
)
DECISIONS_PLAYED = 12
CHANGES = (1, 1, 1, 2, 3)


@cache
def snapshots() -> list[str]:
    """Return the snapshots to begin with, as text."""
    lines = (
        line for version in VERSIONS for line in read_lines(HERE / version / "snapshots.jsonl")
    )
    return [json.dumps(line["snapshot"]) for line in lines]


def spots(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list and dict within a thing with each of its keys."""
    keys = (
        range(len(thing)) if isinstance(thing, list) else thing if isinstance(thing, dict) else ()
    )
    for key in list(keys):
        yield thing, key
        yield from spots(thing[key])


def mutated(table: Any, chance: random.Random) -> None:
    """Change one thing somewhere in a snapshot."""
    there = list(spots(table))
    if not there:
        return
    inside, key = chance.choice(there)
    other, other_key = chance.choice(there)
    change = chance.randrange(9)
    if change == 0:
        inside[key] = copy.deepcopy(chance.choice(ODD))
    elif change == 1:
        del inside[key]
    elif change == 2:
        inside[key], other[other_key] = copy.deepcopy((other[other_key], inside[key]))
    elif change == 3:
        _replace(there, str, chance, lambda _old: chance.choice(IDS))
    elif change == 4:
        _replace(there, int, chance, lambda old: old + chance.choice((-2, -1, 1, 2)))
    elif change == 5:
        _move_a_card(there, chance)
    elif change == 6:
        _move_a_token(table, chance)
    elif change == 7:
        _replace(there, bool, chance, lambda old: not old)
    elif isinstance(inside, dict):
        inside[chance.choice(("x", "format", "pending", "bonuses", "1a", "W", 7))] = chance.choice(
            ODD
        )
    else:
        chance.shuffle(inside)


def _replace(there: list[Any], kind: type, chance: random.Random, value: Any) -> None:
    """Give one value of a kind another."""
    found = [(inside, key) for inside, key in there if type(inside[key]) is kind]
    if found:
        inside, key = chance.choice(found)
        inside[key] = value(inside[key])


def _move_a_card(there: list[Any], chance: random.Random) -> None:
    """Take a card or tile out of a list, and put it into another, or nowhere."""
    lists = [inside[key] for inside, key in there if isinstance(inside[key], list)]
    full = [names for names in lists if names and isinstance(names[-1], str)]
    if full:
        names = chance.choice(full)
        name = names.pop(chance.randrange(len(names)))
        if chance.random() < 0.8:
            chance.choice(lists).append(name)


def _move_a_token(table: Any, chance: random.Random) -> None:
    """Move a token between the bank and the seats: all may stay good."""
    try:
        piles = [table["bank"], *(seat["tokens"] for seat in table["seats"])]
        one, other = chance.sample(piles, 2)
        token = chance.choice("WUGRK")
        one[token] -= 1
        other[token] += 1
    except (KeyError, TypeError, ValueError):
        pass


def try_one(chance: random.Random) -> str:
    """Change a snapshot in a few places and read it."""
    table = json.loads(chance.choice(snapshots()))
    for _ in range(chance.choice(CHANGES)):
        mutated(table, chance)
    before = copy.deepcopy(table)
    game = read(Game.from_snapshot, table)
    assert table == before, "reading a snapshot changed it"
    if game is None:
        return "refused"
    for number in range(DECISIONS_PLAYED):
        check(game, made_up=True)
        if number in (0, DECISIONS_PLAYED - 1):
            check_round_trip(game)
        if game.is_over:
            break
        game.push(chance.choice(game.legal_moves))
    return "good"


if __name__ == "__main__":
    command(try_one, __doc__ or "")

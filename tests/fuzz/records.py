"""Records with something changed: each is refused in a sentence, or is a whole game that is written again.

    python tests/fuzz/records.py --cases 50000 --seed 1

Half of the cases are texts, half are dicts.
"""

import json
import random
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from formats.write import HERE, VERSIONS, read_lines
from fuzz.cases import command, read
from fuzz.snapshots import CHANGES, mutated
from kit.invariants import check
from parure import MOVES, Game, annotated, record
from parure.annotated import AnnotatedGame

__all__ = ["try_one"]

MOST_MOVES = 30
ODD = "0123456789 ,.:#()\n\t\r{}[]\"'-+?abWUGRK“é李\0\ufeff\u2028"


@cache
def records() -> list[str]:
    """Return the beginnings of games to start with, as text."""
    kept = [line for version in VERSIONS for line in read_lines(HERE / version / "records.jsonl")]
    return [json.dumps({**line, "moves": line["moves"][:MOST_MOVES]}) for line in kept]


@cache
def texts() -> list[str]:
    """Return the same as text files, plain and annotated."""
    games = [AnnotatedGame.of(json.loads(text)) for text in records()]
    plain = [annotated.dumps(game) for game in games]
    for game in games:
        annotate(game)
    return plain + [annotated.dumps(game) for game in games]


def annotate(game: AnnotatedGame) -> None:
    """Add variations, comments, chances and clock times."""
    chance = random.Random(1)
    for _variation in range(4):
        node = chance.choice([game, *game.nodes()])
        for _move in range(3):
            moves = node.game().legal_moves
            node = node.add(chance.choice(moves)) if moves else node
        node.comment, node.clock = chance.choice(["", "one", "one\n\ntwo"]), 300.5
        node.chances = (1 / game.rules.players,) * game.rules.players


def changed(text: str, chance: random.Random) -> str:
    """Return a text with one change somewhere."""
    lines = text.split("\n")
    line, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    place = chance.randrange(len(text) + 1)
    change = chance.randrange(8)
    if change == 0:
        return text[:place]
    if change == 1:
        return text[:place] + chance.choice(ODD) + text[place + chance.randrange(2) :]
    if change == 2:
        return text[:place] + text[place + 1 + chance.randrange(5) :]
    if change == 3:
        lines[line], lines[other] = lines[other], lines[line]
    elif change == 4:
        del lines[line]
    elif change == 5:
        lines.insert(other, lines[line])
    elif change == 6:
        number = lines[line].partition(".")[0]
        lines[line] = f"{number}. {chance.choice(MOVES)}"
    else:
        lines[line] += chance.choice((" # a comment", ", pay", "  ", " zzz"))
    return "\n".join(lines)


def try_text(chance: random.Random) -> str:
    """Change a text in a few places and read it."""
    text = chance.choice(texts())
    for _ in range(chance.choice(CHANGES)):
        text = changed(text, chance)
    game = read(annotated.loads, text)
    if game is None:
        return "texts refused"
    saved, again = record.loads(text), annotated.dumps(game)
    assert record.loads(record.dumps(saved)) == saved
    assert annotated.dumps(annotated.loads(again)) == again
    return "texts good"


def try_dict(chance: random.Random) -> str:
    """Change a dict in a few places and replay it."""
    saved = json.loads(chance.choice(records()))
    for _ in range(chance.choice(CHANGES)):
        moves = saved.get("moves")
        if chance.random() < 0.3 and isinstance(moves, list) and moves:
            moves[chance.randrange(len(moves))] = str(chance.choice(MOVES))
        else:
            mutated(saved, chance)
    game = read(Game.replay, saved)
    if game is None:
        return "dicts refused"
    check(game, made_up=game.seed is None)
    assert Game.replay(game.record()).snapshot() == game.snapshot()
    return "dicts good"


def try_one(chance: random.Random) -> str:
    """Try a text or a dict."""
    return try_text(chance) if chance.random() < 0.5 else try_dict(chance)


if __name__ == "__main__":
    command(try_one, __doc__ or "")

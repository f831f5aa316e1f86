"""Records: a game as its options, its seed and its moves.

In Python a record is a plain dict, as `Game.record` gives it; in a file it is text that people can read,
annotate and send (`docs/formats/record.md`):

    Parure record 1
    Edition: 2024
    Modules: orient, strongholds
    Players: 2
    Seed: 7

    1. take W U G
    2. take U R K       # a comment
    3. buy 1c, pay gold R, pay, place 2b
    End: 3 turns, prestige 0 0, running, table 5f0c7e21

One turn is one line; moves that were forced are not written. The last line says how the game stands, so
that a file that was cut off or changed is noticed. A position that no seed deals has `Start:` with its
snapshot instead of `Seed:`. Of an annotated game, a record is the main line: `annotated` has the rest.
"""

from pathlib import Path

from parure import annotated
from parure.annotated import AnnotatedGame
from parure.types import Record

__all__ = ["dumps", "load", "loads", "save"]


def dumps(record: Record) -> str:
    """Write a record as text.

    >>> from parure import Game
    >>> game = Game(seed=7)
    >>> game.push("take W U G")
    >>> print(dumps(game.record()))
    Parure record 1
    Edition: 2024
    Modules: none
    Players: 2
    Seed: 7
    <BLANKLINE>
    1. take W U G
    End: 1 turn, prestige 0 0, running, table ...
    <BLANKLINE>
    """
    return annotated.dumps(AnnotatedGame.of(record))


def loads(text: str) -> Record:
    """Read a record from text. A `RecordError` names the faulty line."""
    return annotated.loads(text).record()


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    return annotated.load(path).record()


def save(path: str | Path, record: Record) -> None:
    """Write a record to a file, atomically."""
    annotated.save(path, AnnotatedGame.of(record))

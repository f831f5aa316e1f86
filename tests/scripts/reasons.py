"""Things that do not offer what they offer at other times."""

from kit.diary import Diary
from kit.positions import position

FREE = "base-1w1"
"""A card for three blue."""
FULL = "base-2r1 base-2r2 base-2r3"
"""As many cards as can be reserved."""


def fixtures():
    full = {"hand": FULL, "tokens": "U U U"}
    held = position(2, "strongholds", strongholds={"1a": (1, 1)}, seats=[full])
    paired = position(2, "orient", rows={"1e": "o24-106"}, seats=[{"tokens": "W W W R R"}])
    returning = position(seats=[{"tokens": "W W W U U U G G G"}])
    returning.push("take W U G")
    return {
        "free": seen(position(rows={"1a": FREE}, seats=[{"tokens": "U U U"}])),
        "full": seen(position(rows={"1a": FREE}, seats=[full])),
        "short": seen(position(rows={"1a": FREE}, seats=[{"hand": "base-1w2"}])),
        "scarce": seen(position(seats=[{"tokens": "W"}])),
        "held": seen(held),
        "paired": seen(paired),
        "returning": seen(returning),
        "planned": seen(position(seats=[{}, {"hand": FULL}]), "Ben"),
        "watched": Diary().document(),
    }


def seen(game, person="Ann"):
    return Diary.of(game).document(person)

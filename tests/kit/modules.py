"""One-line positions for each module, without nobles unless a test names them."""

from typing import Any

import pytest

from kit.positions import position, seat
from parure import Game

both_editions = pytest.mark.parametrize("edition", [2017, 2024])


def trading(edition: int, *seats: dict[str, str], players: int = 2, **things: Any) -> Game:
    """Return a game with The Trading Posts; a post is named by its number alone."""
    named = [
        {**each, "posts": " ".join(f"tp{edition % 100}-{n}" for n in each.get("posts", "").split())}
        for each in seats
    ]
    things = {"nobles": "", "modules": "trading_posts", **things}
    return position(players, edition=edition, seats=named, **things)


def posts(game: Game, number: int = 0) -> list[str]:
    """Return the posts of a seat."""
    return seat(game, number)["posts"]


def orient(edition: int = 2024, nobles: str = "", **things: Any) -> Game:
    """Return a game with The Orient."""
    return position(modules="orient", edition=edition, nobles=nobles, **things)


def set_of(edition: int) -> str:
    """Return the beginning of the ids of an edition's Orient cards."""
    return f"o{edition % 100}"


def without_level(level: int) -> dict[str, Any]:
    """Return a level with no card left, on the table or in its decks."""
    return {
        "rows": {f"{level}{column}": None for column in "abcdef"},
        "decks": {f"{level}": "", f"{level}o": ""},
    }


def strongholds(
    edition: int = 2024,
    nobles: str = "",
    on: dict[str, tuple[int, int]] | None = None,
    **things: Any,
) -> Game:
    """Return a game with (seat, number) strongholds on places."""
    return position(modules="strongholds", edition=edition, nobles=nobles, strongholds=on, **things)


def standing(game: Game) -> dict[str, list[int]]:
    """Return the strongholds on the table: [seat, number] by place."""
    return game.snapshot()["strongholds"]


def combined(*modules: str, nobles: str = "", **things: Any) -> Game:
    """Return a game with several modules."""
    return position(modules=modules, nobles=nobles, **things)


def asked(game: Game) -> list[str]:
    """Return the decisions of the turn so far, the forced ones included."""
    return [ply.move.decision for ply in game.plies]

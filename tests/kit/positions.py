"""One-line positions: a dealt game with pieces moved as a test needs them, and questions about it.

>>> game = position(seats=[{"tokens": "W W U gold", "cards": "base-1w1", "hand": "base-2r1?"}])
"""

from collections.abc import Mapping, Sequence
from typing import Any

from parure import Game

Seat = Mapping[str, Any]
"""What a seat has: `tokens` and `cards`, `hand`, `nobles`, `claimed`, `posts` as words of a string;
`paired` as {card: (colour, worth)}; `city`. A card in `hand` that ends in `?` was reserved unseen."""


def position(
    players: int = 2,
    modules: Sequence[str] | str = (),
    edition: int = 2024,
    *,
    seats: Sequence[Seat] = (),
    rows: Mapping[str, str | None] | None = None,
    decks: Mapping[str, str] | None = None,
    under: Mapping[str, Sequence[int]] | None = None,
    bank: str | None = None,
    nobles: str | None = None,
    cities: str | None = None,
    strongholds: Mapping[str, tuple[int, int]] | None = None,
    to_play: int = 0,
    turns: int | None = None,
    seed: int = 0,
) -> Game:
    """Return a game where the named things are as given, and the rest as dealt from `seed`.

    :param rows: cards by place; None empties a place.
    :param decks: cards by deck, top first; all other cards of that deck leave the game.
    :param under: by deck, the seats that put its last cards there.
    :param bank: the tokens left in the bank; whatever no seat has is given to the last seat.
    :param nobles: the nobles on the table; `cities` likewise.
    :param strongholds: (seat, number) by place.
    """
    table = Game(players, modules, edition, seed=seed).snapshot()
    for number, wanted in enumerate(seats):
        _fill_seat(table, number, wanted)
    for place, card in (rows or {}).items():
        _put_on_row(table, place, card)
    for deck, cards in (decks or {}).items():
        for card in cards.split():
            _lift(table, card)
        table["decks"][deck] = cards.split()
    if under is not None:
        table["under"] = under
    if bank is not None:
        _drain_bank(table, bank)
    if nobles is not None:
        table["nobles"] = nobles.split()
    if cities is not None:
        table["cities"] = cities.split()
    for place, (seat, number) in (strongholds or {}).items():
        table["strongholds"][place] = [seat, number]
        table["seats"][seat]["strongholds"] -= number
    for seat in table["seats"]:
        # They follow from the rest.
        del seat["bonuses"], seat["prestige"]
    table["to_play"] = to_play
    table["turns"] = to_play if turns is None else turns
    return Game.from_snapshot(table)


def _fill_seat(table: dict[str, Any], number: int, wanted: Seat) -> None:
    seat = table["seats"][number]
    for token in wanted.get("tokens", "").split():
        seat["tokens"][token] += 1
        table["bank"][token] -= 1
    for card in wanted.get("cards", "").split():
        _lift(table, card)
        seat["cards"].append(card)
    for card in wanted.get("hand", "").split():
        _lift(table, card.rstrip("?"))
        seat["hand"].append(card.rstrip("?"))
        seat["blind"].append(card.endswith("?"))
    seat["paired"] = {card: list(pair) for card, pair in wanted.get("paired", {}).items()}
    for tile in (wanted.get("nobles", "") + " " + wanted.get("claimed", "")).split():
        table["nobles"] = [noble for noble in table["nobles"] if noble != tile]
    for name in ("nobles", "claimed", "posts"):
        seat[name] = wanted.get(name, "").split()
    seat["city"] = wanted.get("city")
    table["cities"] = [city for city in table["cities"] if city != seat["city"]]


def _lift(table: dict[str, Any], card: str) -> None:
    """Take a card off the table, wherever it is; a gap in a row is filled from the deck."""
    for cards in table["decks"].values():
        if card in cards:
            cards.remove(card)
            return
    for place, there in table["rows"].items():
        if there == card:
            deck = table["decks"][place[0] + ("o" if place[1] in "ef" else "")]
            table["rows"][place] = deck.pop() if deck else None
            return


def _put_on_row(table: dict[str, Any], place: str, card: str | None) -> None:
    """Put a card on a place; the one that was there goes under its deck."""
    if table["rows"][place] == card:
        return
    if card is not None:
        _lift(table, card)
    there = table["rows"][place]
    if there is not None:
        table["decks"][place[0] + ("o" if place[1] in "ef" else "")].append(there)
    table["rows"][place] = card


def _drain_bank(table: dict[str, Any], left: str) -> None:
    for token in table["bank"]:
        wanted = left.split().count(token)
        table["seats"][-1]["tokens"][token] += table["bank"][token] - wanted
        table["bank"][token] = wanted


_LETTERS = {"W": "w", "U": "b", "G": "g", "R": "r", "K": "k"}


def bonuses(wanted: str) -> str:
    """Return level-1 cards that give so many bonuses of each colour, and no prestige.

    >>> bonuses("W2 K1")
    'base-1w1 base-1w2 base-1k1'
    """
    return " ".join(
        f"base-1{_LETTERS[colour]}{number}"
        for colour, count in wanted.split()
        for number in range(1, int(count) + 1)
    )


def one_card_to_deny() -> tuple[Game, str]:
    """Return a game of which seat 0 must take a card away, and how.

    Seat 1 has 14 prestige and the tokens for one card with prestige.
    """
    game = position(
        rows={
            "1a": "base-1w1", "1b": "base-1w2", "1c": "base-1w3", "1d": "base-1w4",
            "2a": "base-2b3", "2b": "base-2w6", "2c": "base-2g6", "2d": "base-2r6",
            "3a": "base-3w1", "3b": "base-3w2", "3c": "base-3b2", "3d": "base-3g2",
        },
        seats=[
            {"cards": "base-3w4 base-3k4"},
            {"cards": "base-3b4 base-3g4 base-3r2", "tokens": "U U U U"},
        ],
        nobles="noble-05",
    )  # fmt: skip
    return game, "reserve 2a"


def legal(game: Game, beginning: str = "") -> list[str]:
    """Return the legal moves in notation, all or those that begin with a verb."""
    return [str(move) for move in game.legal_moves if str(move).startswith(beginning)]


def made(game: Game) -> list[str]:
    """Return every move made since the position was built, the forced ones included."""
    return [str(ply.move) for ply in game.plies]


def seat(game: Game, number: int) -> dict[str, Any]:
    """Return what a seat has."""
    return game.snapshot()["seats"][number]


def rows(game: Game) -> dict[str, str | None]:
    """Return the cards in the rows, by place."""
    return game.snapshot()["rows"]

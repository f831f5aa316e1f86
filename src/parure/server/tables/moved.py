"""What a move moved: cards, tokens and strongholds, from the states before and after it."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from parure.components import CARDS
from parure.core.state import GONE, HAND_LIMIT, NOBODY
from parure.core.tables import DECK
from parure.game.game import Ply
from parure.game.moves import DECKS, PLACE_NAMES, TOKEN_NAMES
from parure.game.position import State

__all__ = [
    "CardMoved",
    "StrongholdMoved",
    "cards_moved",
    "strongholds_moved",
    "tokens_moved",
]


class CardMoved(TypedDict):
    """A card that went from one place to another: a column of the table, a deck, a hand, a seat."""

    card: str
    """Its id, or its deck after a question mark where the viewer may not know it."""
    source: str
    target: str


class StrongholdMoved(TypedDict):
    """A stronghold that was placed, moved or removed."""

    seat: int
    """Whose it is."""
    source: str | None
    """The card that it stood on; null where it comes from the supply."""
    target: str | None
    """The card that it stands on; null where it went back to the supply."""


def cards_moved(before: State, after: State) -> tuple[CardMoved, ...]:
    """Return which cards went where, as the seat sees it that both states were stripped for."""
    sources: dict[int, str] = {}
    targets: dict[int, str] = {}
    for place, old, new in _differing("rows", before, after):
        sources[old] = targets[new] = PLACE_NAMES[place]
    for place, old, new in _differing("hand", before, after):
        sources[old] = targets[new] = f"hand {place // HAND_LIMIT}"
    for card, old, new in _differing("owner", before, after):
        if old != NOBODY:
            sources[card] = _owned(old)
        if new != NOBODY:
            targets[card] = _owned(new)
    return tuple(
        CardMoved(
            card=CARDS[card].id,
            source=sources.get(card, f"deck {DECKS[DECK[card]]}"),
            target=target,
        )
        for card, target in targets.items()
        if card >= 0 and sources.get(card) != target
    )


def _differing(name: str, before: State, after: State) -> list[tuple[int, int, int]]:
    """Return where two states differ, with what is there before and after."""
    old, new = before[name].ravel().tolist(), after[name].ravel().tolist()
    if old == new:
        return []
    return [(n, a, b) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]


def _owned(owner: int) -> str:
    return "box" if owner == GONE else f"seat {owner}"


def tokens_moved(before: State, after: State, seat: int) -> dict[str, int]:
    """Return how the tokens of a seat differ, without those that don't."""
    pairs = zip(TOKEN_NAMES, before["tokens"][0, seat], after["tokens"][0, seat], strict=False)
    return {name: int(new) - int(old) for name, old, new in pairs if new != old}


def strongholds_moved(
    before: State, after: State, plies: Sequence[Ply], first: int
) -> dict[int, StrongholdMoved]:
    """Return what the plies from one on did with strongholds, by their numbers."""
    return {
        number: _stronghold_moved(before, after, ply)
        for number, ply in enumerate(plies[first:], first)
        if ply.move.decision == "stronghold"
    }


def _stronghold_moved(before: State, after: State, ply: Ply) -> StrongholdMoved:
    """A stronghold that leaves a card stood there before; one that comes stands there, or has conquered."""
    origin, place = (PLACE_NAMES.index(ply.move.what[n]) for n in (0, -1))
    if ply.move.verb == "remove":
        owner = int(before["holder"][0, place])
        return StrongholdMoved(seat=owner, source=_card_at(before, place), target=None)
    source = _card_at(before, origin) if ply.move.verb == "move" else None
    target = _card_at(after if after["held"][0, place] else before, place)
    return StrongholdMoved(seat=ply.seat, source=source, target=target)


def _card_at(state: State, place: int) -> str:
    return CARDS[int(state["rows"][0, place])].id

"""The game as a tree with chance nodes: each card, noble or city that comes up is an outcome of one.

A deck has no order except for cards that chance has put on top or a player has put under it (T9), so the
start of the game reveals nothing about it.
"""

import hashlib
from typing import Any, NamedTuple

import numpy as np

from parure.components import CARDS, CITIES, NOBLES
from parure.core.actions import KEEP_CARD
from parure.core.state import NO_CARD, NO_TILE
from parure.core.tables import BASE_NOBLES, DECK, DECK_START, DECKS, PLACE_DECK
from parure.game.game import Game
from parure.game.moves import MOVES
from parure.game.position import State, from_bytes

__all__ = ["OUTCOMES", "Memory", "Node", "before_the_deal", "deck_sizes", "under_way"]

_FIRST_NOBLE = len(CARDS)
_FIRST_CITY = _FIRST_NOBLE + len(NOBLES)
OUTCOMES = [thing.id for things in (CARDS, NOBLES, CITIES) for thing in things]
"""The card, noble or city that each outcome of a chance node brings."""


class Memory(NamedTuple):
    """What one seat has seen and chosen."""

    digest: bytes = b""
    """A hash of everything, in order."""
    seen: bytes = b""
    """The seat's last view."""

    def after(self, seen: bytes, chosen: int | None) -> "Memory":
        """Return the memory extended by the seat's next view, and by its choice if it made one."""
        if chosen is None and seen == self.seen:
            return self
        text = b"" if chosen is None else chosen.to_bytes(2)
        return Memory(hashlib.sha256(self.digest + text + seen).digest(), seen)


_NONE = (0,) * DECKS


class Node(NamedTuple):
    """A node of the game tree, immutable so that states can share it."""

    game: Game
    """The position; during the deal, without the cards still to come."""
    to_lay: tuple[tuple[str, int], ...] = ()
    """The places of the table still to fill, by field of the state and index."""
    on_top: tuple[int, ...] = _NONE
    """The number of cards that chance has put on top of each deck."""
    under: tuple[int, ...] = _NONE
    """The number of cards that players have put at the bottom of each deck."""
    chosen: int | None = None
    """The move that waits for a card."""
    from_deck: int | None = None
    """The deck that the card comes from."""
    memory: tuple[Memory, ...] = ()
    """The memory of each seat and, last, of a spectator, including the present."""

    def __deepcopy__(self, memo: object) -> "Node":
        """Return itself; OpenSpiel copies states deeply."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the bytes of the state instead of the game."""
        return _restored, (self.game.state.tobytes(), *self[1:])

    @property
    def is_chance(self) -> bool:
        """Whether this is a chance node rather than a player's decision."""
        return bool(self.to_lay) or self.chosen is not None

    def outcomes(self) -> list[int]:
        """Return the equally likely outcomes of a chance node."""
        s = self.game.state[0]
        field, position = self.to_lay[0] if self.to_lay else ("decks", 0)
        if field == "nobles":
            extra = [BASE_NOBLES + number for number, plays in enumerate(s.extra_nobles) if plays]
            left = {*range(BASE_NOBLES), *extra} - {*s.nobles.tolist()}
            return sorted(_FIRST_NOBLE + noble for noble in left)
        if field == "city_tiles":
            laid = {CITIES[city].tile for city in s.city_tiles if city != NO_TILE}
            edition = self.game.rules.edition
            return [
                _FIRST_CITY + number
                for number, city in enumerate(CITIES)
                if city.edition == edition and city.tile not in laid
            ]
        deck = PLACE_DECK[position] if self.from_deck is None else self.from_deck
        start = int(DECK_START[deck])
        end = start + int(s.deck_size[deck]) - self.on_top[deck]
        return sorted(s.decks[start + self.under[deck] : end].tolist())

    def after_chance(self, outcome: int) -> "Node":
        """Return the node after an outcome of this one."""
        if self.to_lay:
            return self._after_laying(outcome)
        state, deck = self.game.state, self.from_deck
        assert deck is not None
        _put_on_top(state, deck, self.on_top[deck], outcome)
        on_top = _plus(self.on_top, deck, 1)
        return self._replace(game=Game.from_state(state), on_top=on_top)._make_move()

    def _after_laying(self, outcome: int) -> "Node":
        """Return the node with one more piece dealt."""
        state = self.game.state
        field, position = self.to_lay[0]
        if field == "rows":
            _put_on_top(state, int(PLACE_DECK[position]), 0, outcome)
            _take_from_top(state, int(PLACE_DECK[position]))
            state["rows"][0, position] = outcome
        else:
            first = _FIRST_NOBLE if field == "nobles" else _FIRST_CITY
            state[field][0, position] = outcome - first
        node = self._replace(game=Game.from_state(state), to_lay=self.to_lay[1:])
        return node if node.to_lay else node.remember(None)

    def after_move(self, move: int) -> "Node":
        """Return the node after a move, which may wait for cards."""
        return self._replace(chosen=move)._make_move()

    def _make_move(self) -> "Node":
        """Make the chosen move if all the cards that it turns up are on top; else wait for the next one."""
        assert self.chosen is not None
        move, game = MOVES[self.chosen], self.game.copy()
        before = deck_sizes(game)
        game.push(move)
        left = deck_sizes(game)
        taken = tuple(there - still for there, still in zip(before, left, strict=True))
        under = self.under
        if move.decision == "keep":
            deck = int(DECK[move.number - KEEP_CARD])
            # Two cards were drawn, and one has gone back under the others.
            taken, under = _plus(taken, deck, 1), _plus(under, deck, 1)
        seen = taken
        if game.decision == "keep":
            s = game.state[0]
            seen = _plus(taken, int(s.pending_about[s.pending_size - 1]), 2)
        for deck in range(DECKS):
            unknown = before[deck] - self.on_top[deck] - self.under[deck]
            if seen[deck] > self.on_top[deck] and unknown:
                return self._replace(from_deck=deck)
        return self._replace(
            game=game,
            on_top=tuple(max(n - gone, 0) for n, gone in zip(self.on_top, taken, strict=True)),
            under=tuple(map(min, under, left)),
            chosen=None,
            from_deck=None,
        ).remember(self)

    def remember(self, before: "Node | None") -> "Node":
        """Return the node with each viewer's memory extended by what it sees."""
        memory = []
        viewers = [*range(self.game.rules.players), None]
        for viewer, old in zip(viewers, self.memory, strict=True):
            is_own = before is not None and before.game.to_play == viewer
            chosen = before.chosen if before and is_own else None
            memory.append(old.after(self.game.stripped(viewer).tobytes(), chosen))
        return self._replace(memory=tuple(memory))

    def imagined(self, seat: int, seed: int) -> "Node":
        """Return a node indistinguishable for the seat, without the memories of other seats."""
        kept = (seat, len(self.memory) - 1)
        memory = tuple(
            known if viewer in kept else Memory() for viewer, known in enumerate(self.memory)
        )
        game = Game.from_knowledge(self.game.knowledge(seat), seed)
        return self._replace(game=game, memory=memory)


def _restored(state: bytes, *rest: Any) -> Node:
    return Node(Game.from_state(from_bytes(state)), *rest)


def _plus(numbers: tuple[int, ...], deck: int, n: int) -> tuple[int, ...]:
    """Return the numbers by deck with one of them raised."""
    return (*numbers[:deck], numbers[deck] + n, *numbers[deck + 1 :])


def deck_sizes(game: Game) -> list[int]:
    """Return how many cards each deck has."""
    sizes: list[int] = game.state["deck_size"][0].tolist()
    return sizes


def _put_on_top(state: State, deck: int, depth: int, card: int) -> None:
    """Exchange a card of a deck with the one at a given depth."""
    cards = state["decks"][0]
    place = int(DECK_START[deck]) + int(state["deck_size"][0, deck]) - 1 - depth
    cards[cards == card] = cards[place]
    cards[place] = card


def _take_from_top(state: State, deck: int) -> None:
    """Take the top card off a deck."""
    state["deck_size"][0, deck] -= 1
    state["decks"][0, int(DECK_START[deck]) + int(state["deck_size"][0, deck])] = NO_CARD


def before_the_deal(dealt: Game) -> Node:
    """Return the node before the deal of a game in which nobody has moved."""
    state = dealt.state
    s = state[0]
    s.rng = 0
    to_lay = tuple(
        (field, int(position))
        for field in ("rows", "nobles", "city_tiles")
        for position in np.flatnonzero(s[field] >= 0)
    )
    for place, card in enumerate(s.rows.tolist()):
        if card != NO_CARD:
            deck = int(PLACE_DECK[place])
            s.decks[int(DECK_START[deck]) + int(s.deck_size[deck])] = card
            s.deck_size[deck] += 1
    s.rows[:] = NO_CARD
    s.nobles[:] = s.city_tiles[:] = NO_TILE
    return Node(Game.from_state(state), to_lay, memory=(Memory(),) * (dealt.rules.players + 1))


def under_way(game: Game) -> Node:
    """Return the node of a game under way, in which nobody remembers what was before."""
    on_top = _NONE
    if game.decision == "keep":
        s = game.state[0]
        deck = int(s.pending_about[s.pending_size - 1])
        on_top = _plus(_NONE, deck, min(2, int(s.deck_size[deck])))
    memory = (Memory(),) * (game.rules.players + 1)
    return Node(game, on_top=on_top, memory=memory).remember(None)

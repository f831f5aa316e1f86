"""Decodes an observation into the stripped state it was made from.

That it can be read back is the proof that it says everything. What no observation tells, since nothing
depends on it, `normal` takes away: the order in which tiles were dealt or won, and who moved last in a game
that is over. It takes away the cards put under decks (T9), too, which are for the seat to remember.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure import MODULES, Rules
from parure.core import calls
from parure.core.features import CARD_ROWS, MOST_ROUNDS, PAIRED_SLOTS
from parure.core.state import (
    ACTION,
    CITY,
    CLAIM,
    CONQUEST,
    DISCARD,
    END_TURN,
    ENTER,
    GAIN,
    GIFT,
    GONE,
    HIDDEN,
    KEEP,
    NO_CARD,
    NO_TILE,
    NOBLE,
    PAIR,
    POST,
    REFILL,
    RETURN,
    STATE,
    STRONGHOLD,
)
from parure.core.tables import (
    ALL_CARDS,
    DECK_START,
    FIRST_ORIENT,
    GEMS,
    NO_COLOUR,
    ORIENT_CARDS,
    PLACES,
    POST_POWER,
    POSTS_IN_GAME,
)
from parure.envs.spaces import fields
from parure.game.position import State, copied

__all__ = ["normal", "read_back"]

# The queue from its bottom up, where a turn holds all of it; with S10 there is a second REFILL.
_QUEUE = (
    END_TURN,
    CITY,
    POST,
    NOBLE,
    RETURN,
    REFILL,
    CONQUEST,
    ACTION,
    STRONGHOLD,
    GAIN,
    ENTER,
    CLAIM,
    GIFT,
    PAIR,
)


def _by_features(first_orient: int) -> dict[bytes, int]:
    """Return the cards of an edition by their features, which differ; those of hidden cards last."""
    base, hidden = range(FIRST_ORIENT), range(ALL_CARDS, len(CARD_ROWS))
    cards = [*base, *range(first_orient, first_orient + ORIENT_CARDS), *hidden]
    found = {CARD_ROWS[card].tobytes(): card for card in cards}
    assert len(found) == len(cards)
    return found


_CARDS_OF = {first: _by_features(first) for first in (FIRST_ORIENT, FIRST_ORIENT + ORIENT_CARDS)}


def normal(state: State) -> State:
    """Return a stripped state without what no observation tells."""
    state = copied(state)
    s = state[0]
    head = s.pending_size - 1
    looked_at = s.pending_about[head] if not s.over and s.pending[head] == KEEP else -1
    for deck, (start, size) in enumerate(zip(DECK_START, s.deck_size, strict=True)):
        s.decks[start : start + size - 2 * (deck == looked_at)] = HIDDEN - deck
        s.under[deck] = 0
    for tiles in (s.nobles, s.city_tiles, *s.won, *s.claimed, *s.posts):
        there = sorted(tile for tile in tiles if tile != NO_TILE)
        tiles[:] = NO_TILE
        tiles[: len(there)] = there
    s.turns = min(s.turns // s.players, MOST_ROUNDS)
    if s.over:
        s.to_play = 0
        s.pending_size = 0
    return state


def read_back(observation: NDArray[np.int8]) -> State:
    """Return the state, as `normal` leaves it, that an observation was written from."""
    seen = fields(observation)
    seat = int(seen["seat"].argmax())
    players = int(seen["players"].argmax()) + 2
    modules = [module for module, plays in zip(MODULES, seen["modules"], strict=True) if plays]
    state = np.zeros(1, STATE)
    s = state[0]
    Rules(players, modules, 2024 if seen["edition"][0] else 2017).write(s)
    calls.clear(state)
    s.turns = seen["rounds"][0]
    s.passes = seen["passes"][0]
    s.over = not seen["decision"].any()
    s.winners = sum(1 << (seat + turn) % players for turn in _numbers(seen["winners"]))
    if not s.over:
        s.to_play = (seat + seen["to_play"].argmax()) % players
        _read_queue(s, seen)
    _read_table(s, seen)
    for turn in range(players):
        _read_seat(s, seen, turn, (seat + turn) % players)
    s.owner[_numbers(seen["gone"])] = GONE
    for slot, pair in zip(PAIRED_SLOTS, seen["pairs"], strict=True):
        s.pair_colour[slot] = pair.argmax() if pair.any() else NO_COLOUR
        s.pair_worth[slot] = pair.max()
    return state


def _numbers(marks: NDArray[np.int8]) -> list[int]:
    return [int(number) for number in np.flatnonzero(marks)]


def _card(s: Any, row: NDArray[np.int8]) -> int:
    """Return the card of these features: known, hidden or none."""
    if not row[0]:
        return NO_CARD
    number = _CARDS_OF[int(s.first_orient)][row.tobytes()]
    return number if number < ALL_CARDS else HIDDEN - (number - ALL_CARDS)


def _read_queue(s: Any, seen: dict[str, NDArray[np.int8]]) -> None:
    """Queue what is to come, in its order, and at its head what is asked."""
    kind = int(seen["decision"].argmax())
    waits = seen["to_come"]
    queue = [(step, 0) for step in _QUEUE if waits[step]]
    if waits[REFILL] == 2:
        queue.insert(queue.index((CONQUEST, 0)) + 1, (REFILL, 0))
    about = {GIFT: 1, GAIN: NO_COLOUR}  # what comes after a question: a gift of a paired card, T4
    queue = [(step, about.get(step, 0)) for step, _ in queue]
    colours, gifts, decks = (_numbers(seen[f"about_{name}"]) for name in ("colour", "gift", "deck"))
    subject = {
        GAIN: colours[0] if colours else NO_COLOUR,
        RETURN: colours[0] if colours else 0,
        GIFT: gifts[0] + 1 if gifts else 0,
        KEEP: decks[0] if decks else 0,
        DISCARD: int(seen["discards_due"][0]),
        PAIR: _card(s, seen["buying"]),
    }
    queue.append((kind, subject.get(kind, 0)))
    s.pending_size = len(queue)
    for number, (step, what) in enumerate(queue):
        s.pending[number], s.pending_about[number] = step, what


def _read_table(s: Any, seen: dict[str, NDArray[np.int8]]) -> None:
    """Fill the table, the decks with hidden cards, and the purchase under way."""
    s.bank[: len(seen["bank"])] = seen["bank"]
    for deck, size in enumerate(seen["deck_sizes"]):
        start = int(DECK_START[deck])
        s.deck_size[deck] = size
        s.decks[start : start + size] = HIDDEN - deck
        if seen["about_deck"][deck] and seen["looks_at"].any():
            s.decks[start + size - 1] = _card(s, seen["looks_at"][0])
            s.decks[start + size - 2] = _card(s, seen["looks_at"][1])
    players, seat = int(s.players), int(seen["seat"].argmax())
    for place in range(PLACES):
        s.rows[place] = _card(s, seen["rows"][place])
        for turn in _numbers(seen["strongholds"][place]):
            s.holder[place] = (seat + turn) % players
            s.held[place] = seen["strongholds"][place, turn]
    s.waiting_size = seen["waiting"].max()
    for place in _numbers(seen["waiting"]):
        s.waiting[seen["waiting"][place] - 1] = place
    for tiles, marks in ((s.nobles, seen["nobles"]), (s.city_tiles, seen["cities"])):
        tiles[: marks.sum()] = _numbers(marks)
    if not seen["decision"][PAIR]:
        s.buying = _card(s, seen["buying"])
    if s.buying != NO_CARD:
        s.buying_from = seen["about_place"].argmax()
    gold = seen["gold_for"]
    s.due, s.gold_for = (
        sum(int(number) << 8 * colour for colour, number in enumerate(numbers))
        for numbers in (seen["due"], gold)
    )
    s.paying_from = max(_numbers(gold), default=0)
    s.jokers_used = seen["jokers_used"][0]


def _read_seat(s: Any, seen: dict[str, NDArray[np.int8]], turn: int, seat: int) -> None:
    """Fill a seat."""
    s.tokens[seat, : GEMS + 1] = seen["tokens"][turn]
    s.bonuses[seat, :GEMS] = seen["bonuses"][turn]
    s.counted[seat, :GEMS] = seen["counted"][turn]
    for name in ("card_count", "jokers", "supply"):
        s[name][seat] = seen[name][turn]
    s.powers[seat] = sum(1 << power for power in _numbers(seen["powers"][turn]))
    in_game = range(s.first_post, s.first_post + POSTS_IN_GAME)
    posts = [post for post in in_game if POST_POWER[post] & s.powers[seat]]
    s.posts[seat, : len(posts)] = posts
    s.post_count[seat] = len(posts)
    s.points[seat] = 0
    s.points[seat] = seen["prestige"][turn] - calls.prestige(s.reshape(1), seat)
    s.hand_size[seat] = sum(card[1] for card in seen["hand"][turn])
    for position, (blind, *card) in enumerate(seen["hand"][turn]):
        s.blind[seat, position] = blind
        s.hand[seat, position] = _card(s, np.array(card, np.int8))
    for name, tiles in (("nobles_won", s.won), ("nobles_claimed", s.claimed)):
        marks = seen[name][turn]
        tiles[seat, : marks.sum()] = _numbers(marks)
    for city in _numbers(seen["cities_taken"][turn]):
        s.city[seat] = city
    s.owner[_numbers(seen["cards"][turn])] = seat

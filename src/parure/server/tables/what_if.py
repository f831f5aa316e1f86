"""Tries moves on the engine: complete payments, cards to discard, tokens to give back, reasons for refusal.

It tries them on a deal that looks the same to the viewer as the real one, so it reveals nothing hidden.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from parure.components import COLOURS, city_of, noble_of, post_of
from parure.core import calls
from parure.core import state as core
from parure.core.orient import DISCARD_PRICE
from parure.core.packed import BITS
from parure.core.purchase import GOLD_OF_A_JOKER
from parure.game import lacking, notation
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.lacking import CardLack, TileLack
from parure.game.moves import MOVES, TOKEN_NAMES, Move
from parure.game.position import State, copied, decision_of
from parure.i18n import gettext as _
from parure.render.goals import posts_of
from parure.words.piece_words import city_name, power_name, prestige_words

__all__ = [
    "Loss",
    "Payment",
    "WhatIf",
    "spelled",
    "tile_lacks",
    "won_tiles",
]

Tokens = Mapping[str, int]


_MOST_PAYMENTS = 400
"""An upper bound on complete payments, above the most ever found for one purchase."""


class Payment(NamedTuple):
    """One complete way to pay."""

    moves: tuple[str, ...]
    jokers: int
    gold: Tokens
    """The gold spent for each colour, including virtual gold."""
    spent: Tokens
    """The tokens paid to the bank."""

    @property
    def wasted(self) -> int:
        """The gold of its joker cards that is wasted."""
        virtual = sum(self.gold.values()) - self.spent.get("gold", 0)
        return GOLD_OF_A_JOKER * self.jokers - virtual


class Loss(NamedTuple):
    """Cards discarded as a price, and what the seat loses along with them."""

    moves: tuple[str, ...]
    cards: tuple[str, ...]
    prestige: int
    bonuses: Tokens


class WhatIf:
    """One possible deal behind what a viewer knows, for trying moves on."""

    def __init__(
        self,
        known: Knowledge,
        seat: int | None = None,
        *,
        moves: Sequence[str] = (),
    ) -> None:
        """Begin from what a viewer may know.

        :param seat: a waiting seat, while another chooses an action: it tries what it could do now.
        :param moves: its legal moves, if already known.
        """
        self.known, self.view = known, known.view
        if moves:
            self.moves = moves
        self._reserved: dict[int, tuple[str, ...]] = {}
        """The gold with a reserved card, by the cards left in its deck (at most two); 0 is the market."""
        self.seat = int(known.state["to_play"].item()) if seat is None else seat
        """The seat that tries."""
        self._legal = np.zeros(1, core.LEGAL)

    @cached_property
    def moves(self) -> Sequence[str]:
        """The legal moves of the seat, which do not depend on anything hidden from it."""
        count = calls.decide(copied(self._asked.state), self._legal)
        return tuple(
            [MOVES[number].notation for number in self._legal["moves"][0, :count].tolist()]
        )

    @cached_property
    def _state(self) -> State:
        """The imagined deal, made when a move is first tried."""
        state = copied(self.known.state)
        calls.determinize(state, np.uint64(1))
        state["to_play"] = self.seat
        return state

    def known_after(self, move: str) -> Knowledge:
        """Return what the moving seat knows right after a move, before its consequences."""
        tried = copied(self._state)
        calls.apply(tried, Move.of(move).number)
        return Knowledge(tried, self.seat)

    def reserving(self, move: str) -> tuple[str, ...]:
        """Return the gold that comes with a reserved card."""
        # All market cards give the same; a post can let the seat choose one of two cards of a deck (T9).
        left = min(self.view["decks"][move.split()[2]], 2) if "deck" in move else 0
        if left not in self._reserved:
            then = self.known_after(move).state
            self._reserved[left] = spelled(_difference(self._state, then, self.seat))
        return self._reserved[left]

    def lack(self, id: str) -> CardLack:
        """Return what the seat lacks for a card."""
        return lacking.for_card(self.known, self.seat, id)

    def ends(self, line: str) -> list[Knowledge]:
        """Return what the moving seat knows after a line, for each way to give tokens back."""
        seat, ends = self.seat, list[Knowledge]()
        open_ = [self._made(line)]
        while open_:
            game = open_.pop()
            if game.decision == "return" and game.to_play == seat:
                for move in game.legal_moves:
                    after = game.copy()
                    after.push(move)
                    open_.append(after)
            else:
                ends.append(game.knowledge(seat))
        return ends

    def tokens_after(self, line: str) -> Mapping[str, int]:
        """Return how a line changes the moving seat's tokens, before any are given back."""
        return _difference(self._state, self._made(line).state, self.seat)

    def _made(self, line: str) -> Game:
        """Return the game after a line."""
        game = Game.from_state(copied(self._state))
        game.push(line)
        return game

    def payments(self, move: str | None = None) -> list[Payment]:
        """Return the complete payments for the current purchase, or for the purchase that a move begins.

        There are none if the card is free or its price is cards.
        """
        state = copied(self._state)
        if move is not None:
            calls.apply(state, Move.of(move).number)
        found: list[Payment] = []
        for moves, before, after in self._chains(state, "payment"):
            spent = _difference(before, after, int(before["to_play"].item()))
            # Including the steps that the engine took by itself, before or between the choices.
            chosen = int(before["gold_for"].item())
            counts = ((name, chosen >> BITS * lane & 0xFF) for lane, name in enumerate(COLOURS))
            gold: dict[str, int] = {name: number for name, number in counts if number}
            paid = {name: -number for name, number in spent.items()}
            found.append(Payment(moves, moves.count("pay joker"), gold, paid))
            if len(found) == _MOST_PAYMENTS:
                break
        return found

    def losses(self, move: str) -> list[Loss]:
        """Return the complete ways to discard cards after a move; none if no more are due.

        Ways that differ only in order count once.
        """
        state = copied(self._state)
        calls.apply(state, Move.of(move).number)
        found: dict[frozenset[str], Loss] = {}
        for moves, _before, after in self._chains(copied(state), "discard"):
            loss = _loss(moves, state, after)
            found.setdefault(frozenset(loss.cards), loss)
        return list(found.values())

    def lost_by(self, move: str) -> Loss:
        """Return what the seat loses along with the one card that a move discards."""
        return _loss((move,), self._state, self.known_after(move).state)

    def discard_step(self) -> tuple[int, int]:
        """Return which card of a price is to be discarded now, and the number of cards in the price."""
        s = self._state[0]
        left = int(s["pending_about"][s["pending_size"] - 1])
        return int(DISCARD_PRICE) - left + 1, int(DISCARD_PRICE)

    def returns(self) -> list[tuple[str, ...]]:
        """Return every complete way to give back tokens."""
        return [moves for moves, _before, _after in self._chains(copied(self._state), "return")]

    def line(self, moves: Sequence[str]) -> str:
        """Return moves as one line, without those that the engine makes by itself.

        Payments are written in full, because the gold named in a line includes forced gold.
        """
        state = copied(self._state)
        chosen: list[str] = []
        for move in moves:
            is_asked = calls.decide(state, self._legal) > 1 or not chosen
            if is_asked or Move.of(move).decision == "payment":
                chosen.append(move)
            calls.apply(state, Move.of(move).number)
        return ", ".join(chosen)

    def is_legal(self, move: str) -> bool:
        """Tell whether a move is legal now."""
        return move in self.moves

    def why_not(self, move: str) -> str:
        """Return why a move is not legal now."""
        return notation.why_not(self._asked, list(map(Move.of, self.moves)), Move.of(move))

    @cached_property
    def _asked(self) -> Knowledge:
        """What the seat knows, as if it were to play."""
        state = copied(self.known.state)
        state["to_play"] = self.seat
        return Knowledge(state, self.seat)

    def _chains(
        self, state: State, decision: str
    ) -> Iterator[tuple[tuple[str, ...], State, State]]:
        """Yield the moves that complete a decision, with the states before and after the last one."""
        open_: list[tuple[tuple[str, ...], State]] = [((), state)]
        while open_:
            moves, here = open_.pop(0)
            turn, count = here["turns"].item(), calls.decide(here, self._legal)
            if decision_of(here) != decision or here["turns"].item() != turn:
                continue
            for number in self._legal["moves"][0, :count].tolist():
                there = copied(here)
                calls.apply(there, number)
                line = (*moves, MOVES[number].notation)
                if self._is_complete(there, decision, MOVES[number]):
                    yield line, here, there
                else:
                    open_.append((line, there))

    def _is_complete(self, state: State, decision: str, last: Move) -> bool:
        if decision == "payment":
            return last.notation == "pay"
        there = copied(state)
        calls.decide(there, self._legal)
        return decision_of(there) != decision


def spelled(tokens: Mapping[str, int]) -> tuple[str, ...]:
    """Return tokens one by one, in the usual order."""
    return tuple([name for name in TOKEN_NAMES for _n in range(tokens.get(name, 0))])


def _difference(before: State, after: State, seat: int) -> dict[str, int]:
    """Return the changes in a seat's tokens, without zeros."""
    old, new = before["tokens"][0, seat].tolist(), after["tokens"][0, seat].tolist()
    return {n: now - was for n, was, now in zip(TOKEN_NAMES, old, new, strict=False) if now != was}


def _loss(moves: tuple[str, ...], before: State, after: State) -> Loss:
    """Return what the seat loses along with the cards that moves discard."""
    seat = int(before["to_play"].item())
    old, new = before["bonuses"][0, seat].tolist(), after["bonuses"][0, seat].tolist()
    return Loss(
        moves,
        tuple(Move.of(move).what[0] for move in moves),
        int(calls.prestige(before, seat) - calls.prestige(after, seat)),
        {
            name: old[lane] - new[lane]
            for lane, name in enumerate(COLOURS)
            if old[lane] != new[lane]
        },
    )


def won_tiles(before: Knowledge, then: Knowledge, seat: int) -> dict[str, str]:
    """Return the nobles, posts and cities that a choice wins, with words for each."""
    was, own = before.view["seats"][seat], then.view["seats"][seat]
    lacks = lacking.for_goals(then, seat)
    cities = [tile for tile in then.view["cities"] if lacks[tile].is_nothing]
    nobles = {
        id: _("A noble visits you: {prestige}").format(
            prestige=prestige_words(noble_of(id).prestige)
        )
        for id in own["nobles"]
        if id not in was["nobles"]
    }
    posts = {
        id: _("You win a post: {power}").format(power=power_name(post_of(id)))
        for id in own["posts"]
        if id not in was["posts"]
    }
    return {
        **nobles,
        **posts,
        **{
            id: _("You reach a city: {city}").format(city=city_name(city_of(id)))
            for id in ([own["city"]] if own["city"] else cities)
            if not lacking.for_city(before, seat, id).is_nothing
        },
    }


def tile_lacks(known: Knowledge, seat: int) -> dict[str, TileLack]:
    """Return what a seat lacks for each tile it can still win."""
    found, view = lacking.for_goals(known, seat), known.view
    if "trading_posts" in view["modules"]:
        for post in posts_of(view["edition"]):
            if post.id not in view["seats"][seat]["posts"]:
                found[post.id] = lacking.for_post(known, seat, post.id)
    return found

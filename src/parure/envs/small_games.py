"""Games small enough to be solved exactly: a few printed cards, few tokens and a low goal.

The rules are those of the base game for two players, and nothing in `core/` knows of small games: each is a
position of the base game in which all other cards have been removed, and in which both seats already have the
prestige between the goal and the printed 15. No printed game reaches such a position, so a small game can be
saved neither as a snapshot nor as a record.

>>> game = small_game(seed=1)
>>> view = game.view(0)
>>> view["rows"]["1a"], view["decks"]["1"], game.prestige
('base-1r3', 2, [14, 14])
>>> [str(move) for move in game.legal_moves]
['take W R', 'reserve 1a', 'reserve deck 1']
"""

import random
from collections.abc import Sequence
from typing import SupportsIndex

from parure.components import CARDS, COLOURS
from parure.core.scoring import GOAL
from parure.core.setup import GOLD_TOKENS
from parure.core.state import GONE, NO_CARD, NO_TILE, NOBODY
from parure.core.tables import DECK_START, GOLD, LEVELS, PLACE_DECK
from parure.errors import RulesError
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.rules import checked_seed

__all__ = ["FEW_CARDS", "small_game"]

FEW_CARDS = ("base-1r1", "base-1r3", "base-1r8")
"""The base cards of level 1 that need white and red alone and give red."""
_BASE = {one.id: one for one in CARDS if one.set == "base"}
_MOST_GEMS = 7
_ROW = 4


def small_game(
    cards: Sequence[str] = FEW_CARDS,
    row: int = 1,
    gems: int = 3,
    gold: int = 1,
    goal: int = 1,
    seed: SupportsIndex = 0,
) -> Game:
    """Deal a small game for two.

    :param cards: the base cards that take part; tokens exist in the colours they cost or give.
    :param row: how many cards of each level lie open, 1 to 4.
    :param gems: tokens of each of these colours, 1 to 7.
    :param gold: gold tokens, 0 to 5.
    :param goal: the prestige that ends the game, 1 to 15.
    :param seed: which cards lie open.
    """
    unknown = [card for card in cards if card not in _BASE]
    if unknown or not cards or len(set(cards)) < len(cards):
        raise RulesError(_("A small game needs cards of the base game, each at most once."))
    limits = (("row", row, 1, _ROW), ("gems", gems, 1, _MOST_GEMS), ("gold", gold, 0, GOLD_TOKENS))
    for name, number, least, most in (*limits, ("goal", goal, 1, GOAL)):
        if type(number) is not int or not least <= number <= most:
            raise RulesError(
                _("{name} must be a whole number from {least} to {most}.").format(
                    name=name, least=least, most=most
                )
            )
    state = Game(seed=0).state
    s = state[0]
    chosen = [_BASE[card] for card in sorted(cards)]
    random.Random(checked_seed(seed)).shuffle(chosen)
    s.owner[: len(_BASE)] = GONE
    for card in chosen:
        s.owner[card.number] = NOBODY
    for level in range(LEVELS):
        start, size = int(DECK_START[level]), int((PLACE_DECK[: s.places] == level).sum())
        numbers = [card.number for card in chosen if card.level == level + 1]
        open_cards, deck = numbers[:row], numbers[row:]
        places = level * size
        s.rows[places : places + size] = [*open_cards, *[NO_CARD] * (size - len(open_cards))]
        s.decks[start : int(DECK_START[level + 1])] = NO_CARD
        s.decks[start : start + len(deck)] = deck
        s.deck_size[level] = len(deck)
    s.nobles[:] = NO_TILE
    for number, colour in enumerate(COLOURS):
        is_used = any(card.price[number] or card.bonus == colour for card in chosen)
        s.bank[number] = gems if is_used else 0
    s.bank[GOLD] = gold
    s.points[: s.players] = GOAL - goal
    return Game.from_state(state)

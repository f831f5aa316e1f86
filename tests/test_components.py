"""The printed facts: what is known of the cards without looking at each of them."""

import json
from collections import Counter

import pytest

from formats.write import PRINTED, printed
from parure.components import CARDS, COLOURS, Card

BASE = [card for card in CARDS if card.set == "base"]


def kind(card: Card) -> tuple[int, list[int]]:
    """Return what cards of different colours share: prestige, and the price whatever its colours."""
    return card.prestige, sorted(card.price, reverse=True)


def test_everything_is_as_it_was_printed() -> None:
    kept = json.loads(PRINTED.read_text(encoding="utf-8"))
    changed = [id for id, checksum in printed().items() if kept.get(id) != checksum]
    assert changed == [], "see the print, then run: python tests/formats/write.py printed"
    assert list(kept) == list(printed()), "nothing that was there may go, or change its place"


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_base_cards_of_a_level_are_alike_in_every_colour(level: int, colour: str) -> None:
    prices = {
        bonus: sorted(kind(card) for card in BASE if (card.level, card.bonus) == (level, bonus))
        for bonus in COLOURS
    }
    usual = Counter(map(str, prices.values())).most_common(1)[0][0]
    assert str(prices[colour]) == usual, "a card of this level and colour is not as printed"


def test_the_prices_of_the_base_cards_ask_for_every_colour_alike() -> None:
    asked = [sum(card.price[number] for card in BASE) for number in range(len(COLOURS))]
    assert len(set(asked)) == 1


def test_the_name_of_a_base_card_tells_its_level_and_colour() -> None:
    letters = {"W": "w", "U": "b", "G": "g", "R": "r", "K": "k"}
    for card in BASE:
        assert card.id.startswith(f"base-{card.level}{letters[card.bonus]}")

"""The words of the game: every decision, kind of move, effect and power has its own, and no markup."""

from string import Formatter

import pytest

from parure.components import CARDS, CITIES, NOBLES, POSTS
from parure.game.moves import DECISIONS, DECKS, MOVES
from parure.i18n import LANGUAGES, use_language
from parure.rules import MODULES
from parure.words import decisions, games, move_words, piece_words

SLOTS = {"tokens", "stronghold", "owner", "card", "origin", "city"}


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request):
    use_language(request.param)
    return request.param


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_decision_has_words():
    assert tuple(decisions.DECISIONS) == DECISIONS
    for decision in DECISIONS:
        words = decisions.decision_words(decision)
        assert all(words)
        assert words.todo.endswith(".")
        assert words.question in decisions.asked_of("Ann", decision)
        assert not slots(" ".join((words.title, words.todo, words.question, words.help)))


def test_every_move_is_advised_and_told():
    assert {move_words.kind_of(str(move)) for move in MOVES} == set(move_words.KINDS)
    for kind in move_words.KINDS:
        words = move_words.kind_words(kind)
        assert words.advice
        assert words.told == move_words.told(kind)
        assert words.told or kind == "pay"
        assert words.note == move_words.note_on(kind)
        assert slots(" ".join(words)) <= SLOTS


def test_a_deed_follows_a_name():
    for kind in move_words.KINDS:
        deeds = move_words.kind_words(kind)
        for words in (deeds.told, deeds.told_with, deeds.told_you):
            assert words[:1].islower() or not words
            assert not words.endswith(".")


def test_every_piece_has_words():
    assert tuple(games.MODULES) == MODULES
    texts = [" ".join(games.module_words(module)) for module in MODULES]
    for card in CARDS:
        texts += [piece_words.card_words(card), piece_words.card_name(card)]
        assert len(piece_words.effect_label(card)) <= 8
    texts += [piece_words.deck_words(deck, 1) for deck in DECKS]
    texts += map(piece_words.noble_words, NOBLES)
    texts += map(piece_words.city_words, CITIES)
    texts += map(piece_words.post_words, POSTS)
    assert all(texts)
    assert not any("{" in text or "<" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "before"), [("en", ""), ("fr", "\u202f")], indirect=["language"]
)
def test_a_colon_stands_as_the_language_wants_it(before):
    for words in (
        *map(piece_words.city_words, CITIES),
        *(piece_words.deck_words(deck, 1) for deck in DECKS),
    ):
        assert words.count(":") == words.count(f"{before}: ") == 1


@pytest.mark.parametrize(
    ("language", "some"),
    [("en", {"Seoul", "Timbuktu"}), ("fr", {"Séoul", "Tombouctou"})],
    indirect=["language"],
)
def test_cities_have_the_names_of_the_language(some):
    assert some <= {piece_words.city_name(city) for city in CITIES}


def test_every_city_has_a_name_of_its_own():
    names = {piece_words.city_name(city) for city in CITIES}
    assert len(names) == len({city.name for city in CITIES})
    for city in CITIES:
        assert piece_words.city_words(city).startswith(piece_words.city_name(city))

"""The words of the game: every decision, kind of move, effect and power has its own, and no markup."""

from string import Formatter

import pytest

from parure.components import CARDS, CITIES, NOBLES, POSTS
from parure.game.moves import DECISIONS, DECKS, MOVES
from parure.i18n import LANGUAGES, use_language
from parure.rules import MODULES
from parure.words import decisions, modules, moves, pieces

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
    assert {moves.kind_of(str(move)) for move in MOVES} == set(moves.KINDS)
    for kind in moves.KINDS:
        assert moves.advised(kind)
        assert moves.shortly(kind)
        assert moves.told(kind) or kind == "pay"
        for words in (moves.told(kind), moves.told(kind, with_tokens=True), moves.note_on(kind)):
            assert slots(words) <= SLOTS


def test_a_deed_follows_a_name():
    for kind in moves.KINDS:
        for words in (moves.told(kind), moves.told(kind, with_tokens=True)):
            assert words[:1].islower() or not words
            assert not words.endswith(".")


def test_every_piece_has_words():
    assert tuple(modules.MODULES) == MODULES
    texts = [" ".join(modules.module_words(module)) for module in MODULES]
    for card in CARDS:
        texts += [pieces.card_words(card), pieces.card_name(card)]
        assert len(pieces.effect_label(card)) <= 8
    texts += [pieces.deck_words(deck, 1) for deck in DECKS]
    texts += map(pieces.noble_words, NOBLES)
    texts += map(pieces.city_words, CITIES)
    texts += map(pieces.post_words, POSTS)
    assert all(texts)
    assert not any("{" in text or "<" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "before"), [("en", ""), ("fr", "\u202f")], indirect=["language"]
)
def test_a_colon_stands_as_the_language_wants_it(before):
    for words in (*map(pieces.city_words, CITIES), *(pieces.deck_words(deck, 1) for deck in DECKS)):
        assert words.count(":") == words.count(f"{before}: ") == 1


@pytest.mark.parametrize(
    ("language", "some"),
    [("en", {"Seoul", "Timbuktu"}), ("fr", {"Séoul", "Tombouctou"})],
    indirect=["language"],
)
def test_cities_have_the_names_of_the_language(some):
    assert some <= {pieces.city_name(city) for city in CITIES}


def test_every_city_has_a_name_of_its_own():
    names = {pieces.city_name(city) for city in CITIES}
    assert len(names) == len({city.name for city in CITIES})
    for city in CITIES:
        assert pieces.city_words(city).startswith(pieces.city_name(city))

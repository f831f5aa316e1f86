"""A name can be seen, and told from the others at the table."""

import sys
import unicodedata

import pytest

from parure.server.errors import Invalid
from parure.server.tables.names import clean_name, likeness
from parure.server.tables.options import SeatPlan, TableOptions

UNSEEN = [
    "\u3164",  # Hangul filler
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u2800",  # Braille without dots
    "\u034f",  # combining grapheme joiner
    "\u200b",
    "\u200d",
    "\u2060",
    "\u00ad",
    "\u202e",
    "\ufe0f",
    "\ufeff",
    "\U000e0041",
    "\U0001d159",
]


@pytest.mark.parametrize(
    "text", [*UNSEEN, " ", "\u00a0", "\u3000", "\n", "\u0301", "", "\ue000"], ids=ascii
)
def test_a_name_that_can_not_be_seen_is_none(text):
    for name in (text, text * 5, f" {text} "):
        with pytest.raises(Invalid, match="Say your name"):
            clean_name(name)


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
def test_what_can_not_be_seen_makes_no_other_name(mark):
    assert clean_name(f"{mark}An{mark}n") == "Ann"


@pytest.mark.parametrize("other", ["ann", "ANN", "Ａｎｎ", "A n n", "𝐀nn"])
def test_names_that_look_alike_are_not_at_one_table(other):
    assert likeness(clean_name(other)) == likeness("Ann")
    with pytest.raises(Invalid, match="a different name"):
        TableOptions(seats=[SeatPlan(name="Ann"), SeatPlan(name=other)]).checked()


@pytest.mark.parametrize(
    "name", ["Zoë", "Ангелина", "李雷", "محمد", "नेहा", "김민준", "O'Neil-3", "🦊", "?"]
)
def test_names_of_all_people_stay_as_they_are(name):
    assert clean_name(name) == name
    assert likeness(name) != likeness("Ann")


def test_letters_are_put_together_before_they_are_counted():
    assert clean_name("e\u034f\u0301" * 24) == "é" * 24


def test_no_other_character_is_a_name_that_can_not_be_seen():
    words = (
        "HANGUL FILLER",
        "SEONG FILLER",
        "ZERO WIDTH",
        "JOINER",
        "INVISIBLE",
        "VARIATION SELECTOR",
        "PATTERN BLANK",
    )
    for character in map(chr, range(sys.maxunicode + 1)):
        try:
            accepted = clean_name(character)
        except Invalid:
            continue
        assert not any(word in unicodedata.name(character, "") for word in words), ascii(character)
        assert likeness(accepted)

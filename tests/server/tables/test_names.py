"""A name can be seen, and told from the others at the table."""

import sys
import unicodedata

import pytest

from parure.i18n import use_language
from parure.server.errors import Invalid
from parure.server.tables.names import are_alike, clean_name
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.view import shown_name

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
        with pytest.raises(Invalid, match="Enter your name"):
            clean_name(name)


def test_a_name_is_no_encoded_word():
    with pytest.raises(Invalid, match=r"A name can’t contain “=\?”"):
        clean_name("=?l1?q?=0D=0ABcc:a@b.c?=")


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
def test_what_can_not_be_seen_makes_no_other_name(mark):
    assert clean_name(f"{mark}An{mark}n") == "Ann"


CYRILLIC_A, GREEK_ALPHA, CHEROKEE_GO, CYRILLIC_SMALL_A = "\u0410", "\u0391", "\u13aa", "\u0430"


@pytest.mark.parametrize(
    "other",
    [
        *("ann", "ANN", "Ａｎｎ", "A n n", "𝐀nn"),
        *(f"{letter}nn" for letter in (CYRILLIC_A, GREEK_ALPHA, CHEROKEE_GO, CYRILLIC_SMALL_A)),
        "A\u0578\u0578",  # Armenian
        f"{CYRILLIC_SMALL_A}NN",
    ],
    ids=ascii,
)
def test_names_that_look_alike_are_not_at_one_table(other):
    assert are_alike(clean_name(other), ["Zoë", "Ann"])
    assert are_alike("Ann", [clean_name(other)])
    with pytest.raises(Invalid, match="a different name"):
        TableOptions(seats=[SeatPlan(name="Ann"), SeatPlan(name=other)]).checked()


@pytest.mark.parametrize(
    "name", ["Zoë", "Ангелина", "李雷", "محمد", "नेहा", "김민준", "O'Neil-3", "🦊", "?"]
)
def test_names_of_all_people_stay_as_they_are(name):
    assert clean_name(name) == name
    assert are_alike(name, [name.upper()])
    assert not are_alike(name, ["Ann", "Zoé", "Алина", "李磊", "?!"])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ben", "\u0412en"),  # a capital Cyrillic letter whose small one looks otherwise
        ("BEN", "\u0412en"),
        ("Zoë", "Zo\u0451"),  # a Cyrillic letter with the same marks
        ("Ill", "lll"),
        ("O'Neil", "0'Neil"),
        ("Моше", "Mo\u0448e"),
        ("王一", "王ー"),
    ],
)
def test_letters_of_other_alphabets_are_known(name, other):
    assert are_alike(clean_name(name), [clean_name(other)])
    assert are_alike(clean_name(other), [clean_name(name)])


@pytest.mark.parametrize(
    ("name", "other"), [("Ali", "Ella"), ("Jan", "Ian"), ("Zoe", "Zoë"), ("Ann 1", "Ann 2")]
)
def test_names_that_only_resemble_are_different(name, other):
    assert not are_alike(name, [other])


def test_letters_are_put_together_before_they_are_counted():
    assert clean_name("e\u034f\u0301" * 24) == "é" * 24


@pytest.mark.verify
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
    characters = list(map(chr, range(sys.maxunicode + 1)))
    unseen = [one for one in characters if any(word in unicodedata.name(one, "") for word in words)]
    for character in unseen + characters[::101]:
        try:
            accepted = clean_name(character)
        except Invalid:
            continue
        assert character not in unseen, ascii(character)
        assert accepted


@pytest.mark.usefixtures("english")
def test_bots_are_named_in_the_language_of_the_page_and_people_as_they_wish():
    use_language("fr")
    assert shown_name("Random 2", "random") == "Hasard 2"
    assert shown_name("Random", None) == "Random"
    assert shown_name("Mira", "merchant") == "Mira"

"""The catalogues: complete, and consistent with the source."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message

from kit.languages import PACKAGE, messages_in_source
from parure import i18n
from parure.components import CITIES
from parure.i18n import LANGUAGES, default_language, gettext, language, ngettext, use_language
from parure.render.signs import plain_ascii

TRANSLATED = [code for code in LANGUAGES if code != default_language()]
LONG = {
    "Take three gem tokens": "a help text with a typed example for each way to act; the terminal wraps it",
    "First discard any joker": "a help text that gives three steps in order; the terminal wraps it",
    "Tie-breaks: Buchholz": "a footnote that defines two tie-breaks",
}
"""How the messages begin that are longer than 120 characters, and why they are."""

VARIABLES = ("PARURE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def _back_to_the_environment(monkeypatch):
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    use_language(None)


catalogue = cache(i18n.catalogue)


def forms(message: Message) -> list[str]:
    text = message.string
    return [text] if isinstance(text, str) else list(text)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_source_speaks():
    assert "Game over." in messages_in_source()
    assert {city.name for city in CITIES} <= messages_in_source()


def test_the_messages_are_spelt_right():
    """In British English, as `make lint` checks the docs."""
    words = "\n".join(str(message) for message in sorted(messages_in_source(), key=str))
    british = Path(__file__).parents[1] / "docs" / "british.txt"
    command = [Path(sys.executable).with_name("codespell"), "-D", "-", "-D", british, "-"]
    found = subprocess.run(command, input=words, capture_output=True, text=True, check=False)
    assert not found.stdout, found.stdout


def test_no_message_hides_from_the_extraction():
    """Babel does not look into f-strings: a message must not be translated inside one."""
    known = messages_in_source()
    names = {"_", "gettext", "mark", "ngettext"}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in names and isinstance(node.args[0], ast.Constant):
                words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                message = tuple(words) if node.func.id == "ngettext" else words[0]
                assert message in known, f"{path.name}: {message}"


def test_no_message_of_a_script_hides_from_the_extraction():
    """Templates in templates are hard to read: whatever looks like a message is looked for."""
    known = {
        message if isinstance(message, str) else message[0] for message in messages_in_source()
    }
    for path in (PACKAGE / "server" / "web" / "static").rglob("*.js"):
        if path.parent.name != "vendor":
            text = path.read_text(encoding="utf-8")
            found = re.findall(r'\b(?:_|ngettext)\(\s*"((?:[^"\\]|\\.)*)"', text)
            assert set(found) <= known, path.name


def test_messages_are_short():
    """At most 120 characters: whoever reads them is about to do something else."""
    flat = [message if isinstance(message, str) else message[1] for message in messages_in_source()]
    long = {message for message in flat if len(message) > 120}
    assert {message for message in long if not message.startswith(tuple(LONG))} == set()
    assert len(long) == len(LONG), "take off the list what is short now"


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_of_the_source_is_in_the_catalogue_and_no_other(code):
    messages = catalogue(code)
    known = {m.id if isinstance(m.id, str) else tuple(m.id) for m in messages if m.id}
    assert messages_in_source() - known == set(), "run make catalogues, then translate"
    assert known - messages_in_source() == set(), "run make catalogues"


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_is_complete(code):
    for message in catalogue(code):
        if message.id:
            assert all(form.strip() for form in forms(message)), f"not translated: {message.id}"
            assert not message.fuzzy, f"fuzzy: {message.id}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_fill_in_the_same_values(code):
    for message in catalogue(code):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = set().union(*map(placeholders, ids))
        for form in forms(message):
            assert placeholders(form) <= wanted, message.id
        assert placeholders(forms(message)[-1]) == wanted, message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_letter_has_a_way_to_write_it_in_ascii(code):
    for message in catalogue(code):
        for form in forms(message) if message.id else ():
            assert plain_ascii(form.replace("?", "")).count("?") == 0, form


def test_french_signs_never_stand_alone_on_a_line():
    """A colon, a semicolon, a question mark or a quote stays with its word: a narrow space binds them."""
    loose = re.compile(r"« | [:;!»]|(?<!touche)(?<!,) \?")
    for message in catalogue("fr"):
        for form in forms(message) if message.id else ():
            assert not loose.search(form), f"use U+202F: {form}"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "qq_QQ.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "qq:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "PARURE_LANG": "en"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(monkeypatch, environment, expected):
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert language() == expected


def test_a_chosen_language_wins(monkeypatch):
    monkeypatch.setenv("PARURE_LANG", "en")
    use_language("fr")
    assert gettext("Game over.") == "La partie est finie."
    assert ngettext("{n} turn", "{n} turns", 0) == "{n} tour"
    use_language("en")
    assert gettext("Game over.") == "Game over."
    assert ngettext("{n} turn", "{n} turns", 0) == "{n} turns"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_example_of_a_number_shows_both_its_signs(code):
    use_language(code)
    one, thousands, *hundreds, point, half = gettext("1,234.5")
    assert (one, *hundreds, half) == tuple("12345")
    assert not (thousands + point).isalnum()


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="no language 'tlh'"):
        use_language("tlh")

"""A further language is one catalogue and one line: nothing else names a language."""

import re

import pytest

from kit.languages import LOCALE, in_other_letters
from parure.i18n import (
    LANGUAGES,
    decimal,
    default_language,
    gettext,
    language,
    ngettext,
    use_language,
)


@pytest.fixture
def spoken(made_up, monkeypatch):
    """The made-up language, chosen by the environment."""
    monkeypatch.setenv("PARURE_LANG", "qx_QX.UTF-8")
    use_language(None)


def test_the_list_has_a_line_for_each_catalogue():
    folders = {path.name for path in LOCALE.iterdir() if path.is_dir()}
    assert {default_language(), *folders} == set(LANGUAGES)


def test_nothing_but_the_list_names_a_language():
    named = re.compile(r"""["'](fr|Français)["']""")
    package = LOCALE.parent
    files = [path for kind in ("py", "html", "js") for path in package.rglob(f"*.{kind}")]
    found = {path.name for path in files if named.search(path.read_text(encoding="utf-8"))}
    assert found == {"i18n.py"}


def test_the_environment_chooses_it(spoken):
    assert language() == "qx"
    assert gettext("Game over.") == "Γαμε οφερ."


def test_it_has_number_forms_of_its_own(spoken):
    forms = [ngettext("{n} turn", "{n} turns", n).format(n=n) for n in (1, 2, 5)]
    assert forms == ["1 τωρν¹", "2 τωρνσ²", "5 τωρνσⁿ"]
    assert decimal(12345.67, 1) == "12’345·7"
    assert decimal(12.5, 1) == "12·5"


def test_the_terminal_speaks_it(spoken, run):
    undo, leave = in_other_letters("undo"), in_other_letters("quit")
    typed = f"\n\n\n\n\nAnn\n1\n{undo}\nhelp\nsave\n{leave}\n"
    code, out, _err = run("play", typed=typed)
    assert code == 0
    for words in ("Goodbye.", "Merchant", "deck"):
        assert in_other_letters(words) in out
    notation = {"take", "reserve", "deck", "buy", "hand", "pass", "help", "save", "undo", "quit"}
    latin = set(re.findall(r"[A-Za-z]{3,}", out)) - notation
    assert latin <= {"Parure", "Ann", "noble", "sunneversets", "merchant", "gold", "FILE"}


def test_an_option_chooses_it(made_up, run):
    code, out, _err = run("bots", "--lang", made_up)
    assert code == 0
    assert in_other_letters("Plays at random: an easy first win.") in out

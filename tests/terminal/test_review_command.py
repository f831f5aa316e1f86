"""`parure review`: the chart in the terminal, JSON, a page to share, folders, and what can't be reviewed."""

import json
import re
from html.parser import HTMLParser

import pytest

from kit.reviewed import finished
from parure import Game, Review, annotated, record

QUICK = ("--bot", "guild:1")


@pytest.fixture(autouse=True)
def _narrow(english_terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "90")


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.parure"
    record.save(path, {**finished().record(), "names": ["Ann", "Bo <b>"]})
    return path


@pytest.fixture
def four(tmp_path):
    path = tmp_path / "four.parure"
    record.save(path, finished(4, ("orient", "strongholds")).record())
    return path


def test_a_game_of_two(run, two):
    code, out, err = run("review", two, *QUICK)
    assert (code, err) == (0, "")
    assert "Chance of winning: Ann below, Bo <b> above" in out
    assert re.search(r"^ 100 │", out, re.MULTILINE)
    assert "█" in out
    for words in ("accuracy", "★ best", "✕ blunder", "luck", "skill", "unexplained"):
        assert words in out
    assert "1. Move" in out
    assert re.search(r"(Best|Luck):", out)
    assert "Judged by guild:1" in out
    assert max(map(len, out.splitlines())) <= 90


def test_more_players_have_a_mark_each(run, four):
    code, out, _err = run("review", four, *QUICK, "--lang", "fr")
    assert code == 0
    assert "● place 0   ▲ place 1   ■ place 2   ◆ place 3" in out
    assert "précision" in out


def test_plain_letters(run, two, four):
    for path in (two, four):
        code, out, _err = run("review", path, *QUICK, "--ascii")
        assert code == 0
        assert out.isascii()


def test_json(run, two):
    code, out, _err = run("review", two, *QUICK, "--json")
    data = json.loads(out)
    assert code == 0
    assert data["names"] == ["Ann", "Bo <b>"]
    assert Review.from_dict(data).is_complete


@pytest.mark.verify
def test_an_annotated_record(run, two, tmp_path):
    out = tmp_path / "out.parure"
    code, _out, err = run("review", two, "--bot", "guild:256", "--annotate", out)
    assert (code, err) == (0, "")
    game = annotated.load(out)
    assert game.record() == record.load(two)
    assert all(node.chances for node in game.main_line())
    better = [node for node in game.nodes() if node is not node.parent.variations[0]]
    assert better
    assert all(node.chances for node in better if node.parent.variations[0].ply)
    assert "Judged by guild:256" in game.comment
    assert any("blunder" in node.comment for node in game.main_line())
    # What was annotated before keeps its words, once.
    run("review", out, "--bot", "guild:256", "--annotate", out)
    assert annotated.load(out).comment == game.comment


class Parser(HTMLParser):
    """Collects the tags of a page, and what it refers to."""

    def __init__(self):
        super().__init__()
        self.tags, self.links, self.frames = set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.frames += [value for name, value in attrs if name == "srcdoc"]
        self.links |= {value for name, value in attrs if name in ("src", "href", "srcset")}


@pytest.mark.parametrize(("language", "players"), [("en", "two"), ("fr", "four")])
def test_a_page_that_needs_nothing_else(run, request, tmp_path, language, players):
    page = tmp_path / "page.html"
    path = request.getfixturevalue(players)
    code, _out, _err = run("review", path, *QUICK, "--html", page, "--lang", language)
    assert code == 0
    text = page.read_text(encoding="utf-8")
    parser = Parser()
    parser.feed(text)
    (table,) = parser.frames
    assert not parser.tags & {"link", "img"}
    inner = Parser()
    inner.feed(table)
    assert not inner.tags & {"link", "img", "iframe"}
    assert all(link.startswith("#") for link in parser.links | inner.links)
    assert "url(" not in text
    assert text.count(f'<html lang="{language}">') == 2
    assert "Bo <b>" not in text
    around = re.sub(r"<iframe.*?</iframe>|<(style|script).*?</\1>", "", text, flags=re.DOTALL)
    assert "None" not in around
    assert "{" not in around


def test_a_folder_at_once(run, two, tmp_path):
    (tmp_path / "again.parure").write_bytes(two.read_bytes())
    pages = tmp_path / "pages"
    code, out, err = run("review", tmp_path, *QUICK, "--html", pages)
    assert (code, err) == (0, "")
    assert {line.split(":")[0] for line in out.splitlines()} == {"again.parure", "two.parure"}
    assert "accuracy: Ann " in out
    assert {page.name for page in pages.iterdir()} == {"two.html", "again.html"}


def test_a_folder_with_a_bad_record(run, two, tmp_path):
    (tmp_path / "cut.parure").write_text("Parure record 1\nEdition: 2024\n")
    code, out, err = run("review", tmp_path, *QUICK, "--json")
    assert code == 1
    assert [json.loads(line)["file"] for line in out.splitlines()] == [str(two)]
    assert err.startswith("cut.parure: Line 2: ")


def test_a_folder_without_records(run, tmp_path):
    code, out, err = run("review", tmp_path)
    assert (code, out) == (1, "")
    assert err == f"{tmp_path} has no records (files ending in .parure).\n"


def damaged(two):
    two.write_text(two.read_text().replace("prestige", "prestige 7", 1))


def too_new(two):
    two.write_text(two.read_text().replace("Parure record 1", "Parure record 9"))


def not_over(two):
    game = Game(seed=7)
    game.push("take W U G")
    record.save(two, game.record())


def too_large(two):
    two.write_text("#" * 4_000_001)


def no_text(two):
    two.write_bytes(b"\xff\xfe\x00")


def gone(two):
    two.unlink()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damaged, "the record was altered"),
        (too_new, "this record has version 9; this Parure reads versions up to 2"),
        (not_over, "You can review a game once it is over."),
        (too_large, "is too large to be a record"),
        (no_text, "is not a text file"),
        (gone, "there is no such file or folder"),
    ],
)
def test_what_cannot_be_reviewed_is_told_in_a_sentence(run, two, spoil, sentence):
    spoil(two)
    code, out, err = run("review", two, *QUICK)
    assert (code, out) == (1, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_bot_or_a_budget_that_is_none(run, two):
    for option, value in (("--bot", "nobody"), ("--budget", "much")):
        code, out, err = run("review", two, option, value)
        assert (code, out) == (1, "")
        assert err.count("\n") == 1


def test_a_gap_is_told(run, two):
    _code, out, _err = run("review", two, "--bot", "kit.strange_bots:Forgetful")
    assert "1 move could not be judged (move 4: " in out

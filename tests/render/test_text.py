"""The table as text: what it shows, what it hides, and how wide it is."""

import random
import re

import pytest
from rich.cells import cell_len

import parure
from parure.i18n import LANGUAGES, use_language
from parure.render.signs import plain_ascii
from parure.render.text import card_text, default_colour, question, table_text
from parure.rules import all_rules

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
RULES = [rules for players in (2, 4) for rules in all_rules(players)]


pytestmark = pytest.mark.usefixtures("english")


def positions(rules, seed, every=9):
    """Play a random game and stop now and then."""
    chance = random.Random(seed)
    game = parure.Game(rules.players, rules.modules, rules.edition, seed=seed)
    for step in range(400):
        if step % every == 0:
            yield game
        if game.is_over:
            return
        game.push(chance.choice(game.legal_moves))


def play_until(game, decision, seed=1):
    chance = random.Random(seed)
    while game.decision != decision:
        game.push(chance.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_no_line_is_wider_than_eighty_columns(rules):
    for game in positions(rules, seed=3):
        names = ["Ann", "Élodie-Marguerite de la Tour", "宝石商人さんの長い名前", "D"]
        for code in LANGUAGES:
            use_language(code)
            text = table_text(game.view(0), colour=False, names=names[: rules.players])
            assert max(map(cell_len, text.splitlines())) <= 80, text


@pytest.mark.parametrize("rules", RULES[::5], ids=str)
def test_ascii_is_ascii_and_colour_changes_nothing_but_colour(rules):
    for game in positions(rules, seed=4, every=25):
        view = game.view(1)
        for code in LANGUAGES:
            use_language(code)
            plain = table_text(view, colour=False)
            assert "\x1b" not in plain
            assert ESCAPE.sub("", table_text(view, colour=True)) == plain
            letters = table_text(view, colour=False, ascii=True)
            assert letters.isascii()
            unknown = re.sub(r"\[\?\do?\]", "", letters).removesuffix("?")
            assert "?" not in unknown, "a sign without an ASCII one"
            assert table_text(view, colour=True, ascii=True).isascii()
            assert max(map(len, letters.splitlines())) <= 80


@pytest.mark.parametrize("rules", RULES[::5], ids=str)
def test_a_view_shows_no_card_that_its_seat_may_not_know(rules):
    for game in positions(rules, seed=5, every=15):
        seats = game.snapshot()["seats"]
        for viewer in (None, *range(rules.players)):
            text = table_text(game.view(viewer), colour=False)
            hidden = sum(sum(seat["blind"]) for at, seat in enumerate(seats) if at != viewer)
            hands = sum(len(seat["hand"]) for seat in seats)
            own = sum(seats[viewer]["blind"]) if viewer is not None else 0
            assert len(re.findall(r"\[\?\do?\]", text)) == hidden
            assert len(re.findall(r"[123]\) \[", text)) == hands
            assert text.count(" unseen") == own


def test_the_whole_table_is_there():
    game = parure.Game(4, ("trading_posts", "orient", "strongholds"), seed=11)
    chance = random.Random(2)
    while not game.is_over and not (
        game.snapshot()["strongholds"] and any(s["posts"] for s in game.snapshot()["seats"])
    ):
        game.push(chance.choice(game.legal_moves))
    s = game.snapshot()
    text = table_text(s, colour=False)
    for place in s["rows"]:
        assert f"─{place}─" in text
    for deck, cards in s["decks"].items():
        assert re.search(rf"deck {deck} ", text)
        assert re.search(rf"^ *{len(cards)} ", text, re.MULTILINE)
    for noble in s["nobles"]:
        assert noble in text
    for place, (seat, count) in s["strongholds"].items():
        assert re.search(rf"─{place}─+{seat}{'♜' * count}╮", text)
    for number, seat in enumerate(s["seats"]):
        line = next(x for x in text.splitlines() if x[2:].startswith(f"seat {number} "))
        assert re.search(rf" {seat['prestige']}★ ", line)
        for colour in "WUGRK":
            assert f"[{seat['bonuses'][colour] or '·'}]({seat['tokens'][colour] or '·'})" in line
        assert line.endswith(f"{sum(seat['tokens'].values()):>7}{len(seat['cards']):>7}")
        for post in seat["posts"]:
            line = next(x for x in text.splitlines() if post in x)
            assert str(number) in line[70:]
    bank = next(line for line in text.splitlines() if line.startswith("Bank"))
    assert re.findall(r"\((.)\)", bank) == [str(n or "·") for n in s["bank"].values()]


def test_the_market_has_the_price_the_bonus_and_the_effect():
    game = parure.Game(2, "orient", seed=1)
    s = game.snapshot()
    s["rows"].update({"3e": "o24-306", "2e": "o24-203", "1e": "o24-101", "1f": "o24-107"})
    lines = table_text(s, colour=False).splitlines()
    boxes = {
        place: [line[at : at + 11] for line in lines[row : row + 5]]
        for row, line in enumerate(lines)
        for place in s["rows"]
        if (at := line.find(f"╭─{place}─")) >= 0
    }
    assert boxes["3e"] == [
        "╭─3e──────╮",
        "│ 3     W │",
        "│ discard │",
        "│ G G     │",
        "╰─────────╯",
    ]
    assert boxes["2e"] == [
        "╭─2e──────╮",
        "│ 1    GG │",
        "│ W4 K3   │",
        "│         │",
        "╰─double──╯",
    ]
    assert boxes["1e"] == [
        "╭─1e──────╮",
        "│     2Au │",
        "│ W3      │",
        "│         │",
        "╰─joker───╯",
    ]
    assert boxes["1f"] == [
        "╭─1f──────╮",
        "│       = │",
        "│ U3 G2   │",
        "│         │",
        "╰─pair────╯",
    ]


def test_an_empty_place_stays_on_the_table():
    s = parure.Game(2, seed=1).snapshot()
    s["rows"]["2b"] = None
    assert "─2b─" in table_text(s, colour=False)


def test_it_says_who_is_asked_what():
    game = parure.Game(2, seed=1)
    assert question(game.snapshot()) == "seat 0: take tokens, reserve a card or buy one?"
    assert question(game.snapshot(), ["Ann", "Bob"]).startswith("Ann: ")
    play_until(game, "return")
    assert "give back" in table_text(game.view(None), colour=False).splitlines()[-1]


def test_it_says_who_won():
    s = {**parure.Game(3, seed=1).snapshot(), "over": True, "to_play": None, "decision": None}
    assert question({**s, "winners": [2]}) == "Game over. Winner: seat 2."
    assert question({**s, "winners": [0, 1]}, ["A", "B", "C"]) == "Game over. Winners: A, B."
    use_language("fr")
    text = table_text({**s, "winners": [2]}, colour=False)
    assert text.splitlines()[-1].startswith("▶ La partie est finie.")


def test_a_card_in_one_line():
    assert card_text("base-2k2") == "[K] 1★ W3 G3 K2"
    assert card_text("o24-306") == "[W] 3★ discard G G"
    assert card_text("o24-101", ascii=True) == "[2Au] W3 joker"
    assert card_text("?2o") == "[?2o]"


def test_plain_ascii_keeps_the_words():
    assert plain_ascii("« Cité » : 3… œuvre — ’♜★") == '"Cite" : 3... oeuvre - \'#pt'
    assert plain_ascii("«\u202fcité\u202f»") == '"cite"'
    assert plain_ascii("−38, 45 % → 55 %, ± 12") == "-38, 45 % -> 55 %, +- 12"
    assert plain_ascii("„¿Großes Haus?“, ¡«sí»!") == '"Grosses Haus?", "si"!'
    assert plain_ascii("宝") == "?"


@pytest.mark.parametrize(
    ("environment", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(monkeypatch, environment, terminal, expected):
    for variable in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    assert default_colour() is expected

"""The table and its pieces as pictures."""

import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from kit.positions import position
from parure import MODULES, Game, Move, ParureError
from parure.components import CARDS, CITIES, NOBLES, POSTS, card_of
from parure.render.cards import back, card_svg
from parure.render.draw import Sheet, fit, standalone, text_width
from parure.render.goals import city_svg, main_colour, noble_svg, post_svg, posts_of
from parure.render.palette import DAY, NIGHT, PAGE, PALETTES, css_variables
from parure.render.portraits import portrait
from parure.render.svg import table_svg
from parure.rules import all_rules
from parure.words.decisions import DECISIONS
from parure.words.piece_words import card_words

SVG = "{http://www.w3.org/2000/svg}"
RULES = [rules for players in (2, 3, 4) for rules in all_rules(players)]


pytestmark = pytest.mark.usefixtures("english")


def played(players: int, modules: tuple[str, ...], edition: int, moves: int, seed: int = 3) -> Game:
    """A game after some random moves, with a liking for reserving and buying."""
    game = Game(players=players, modules=modules, edition=edition, seed=seed)
    chance = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        legal = [str(move) for move in game.legal_moves]
        liked = [move for move in legal if move.startswith(("buy", "reserve deck", "place"))]
        game.push(chance.choice(liked if liked and chance.random() < 0.6 else legal))
    return game


def read(svg: str) -> ElementTree.Element:
    """The picture as a tree: well-formed, without scripts, and referring only to itself."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    ids = {element.get("id") for element in root.iter()} - {None}
    for element in root.iter():
        assert element.tag not in (f"{SVG}script", f"{SVG}image", f"{SVG}style", f"{SVG}a")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            if name.endswith("href"):
                assert value.removeprefix("#") in ids
            assert "nan" not in value or name == "aria-label"
    assert "url(" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    return root


def titles(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}title")]


@pytest.mark.parametrize("seat", [None, 0])
def test_marks_and_the_last_move_have_frames_and_a_picture_has_a_size(seat: int | None) -> None:
    game = Game(3, MODULES, seed=7)
    on_table = [game.snapshot()["cities"][0], "tp24-2", "2c", "1e", "3", "2o", "gold", "K"]
    root = read(game.svg(seat, size=480, last_move="take W U G", marks=on_table))
    assert (root.get("width"), root.get("height")) == ("480", "300")
    assert titles(root).count("Marked") == len(on_table)
    assert titles(root).count("Last move") == 3
    for move in ("buy hand 2", "pair R", "noble noble-03", Move.of("pay")):
        assert "Last move" not in titles(read(game.svg(last_move=move)))
    assert titles(read(Game(seed=7).svg(marks=["noble-01", "2c"]))).count("Marked") == 2


@pytest.mark.parametrize(("options", "words"), [
    ({"marks": ["9z"]}, "There is no “9z” on the table."),
    ({"size": 0}, "must be a number above 0"),
    ({"last_move": "take gold"}, "“take gold” is not valid move notation."),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ParureError, match=words):
        Game(seed=7).svg(**options)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_module_set_is_well_formed(rules: Any) -> None:
    game = played(rules.players, rules.modules, rules.edition, 60)
    for seat in (None, 0):
        root = read(game.svg(seat=seat))
        assert root.get("viewBox") == "0 0 1440 900"
        told = titles(root)
        for place, id in game.view(seat)["rows"].items():
            if id is not None:
                card = card_of(id)
                assert any(t.startswith(card_words(card)) and f"Place {place}." in t for t in told)


@pytest.mark.parametrize(
    "palette",
    [PAGE, *(pytest.param(palette, marks=pytest.mark.verify) for palette in PALETTES.values())],
    ids=lambda palette: palette.name,
)
def test_every_face_draws(palette: Any) -> None:
    for card in CARDS:
        for width in (104, 58, 28):
            svg = card_svg(card.id, width, palette=palette, stronghold=(2, 3))
            assert read(svg).get("width") == str(width)
            assert " id=" not in svg
    for noble in NOBLES:
        read(noble_svg(noble.id, palette=palette))
    for city in CITIES:
        assert city.name in titles(read(city_svg(city.id, palette=palette)))[0]
    for post in POSTS:
        read(post_svg(post.id, seats=(0, 3), palette=palette))
    sheet = Sheet(palette)
    for deck in ("1", "2", "3", "1o", "2o", "3o"):
        read(standalone(sheet, back(sheet, deck), (100, 150), 100, deck))


def test_prices_are_on_full_and_compact_faces() -> None:
    for card in CARDS:
        for width in (104, 58):
            texts = [element.text for element in read(card_svg(card.id, width)).iter(f"{SVG}text")]
            wanted = [str(n) for n in card.price if n]
            wanted += [str(card.prestige)] if card.prestige else []
            shown = [text for text in texts if text != "1×"]
            assert sorted(shown) == sorted(wanted)


def test_page_palette_takes_its_colours_from_variables() -> None:
    declared = set(re.findall(r"(--[\w-]+):", css_variables(NIGHT)))
    used = set(re.findall(r"var\((--[\w-]+)\)", card_svg("o24-206", 104, palette=PAGE)))
    assert used
    assert used <= declared


def test_the_same_table_gives_the_same_picture() -> None:
    game = played(4, ("cities", "trading_posts", "orient", "strongholds"), 2024, 80)
    view = game.view(None)
    assert table_svg(view) == table_svg(game.view(None))
    assert table_svg(view) != table_svg(view, theme="night")


def test_names_are_escaped_and_shortened() -> None:
    names = ['<b>"Mira" & co</b>', "Wilhelmina " * 12]
    game = Game(players=2, seed=1)
    root = read(table_svg(game.view(None), names=names))
    words = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert any(word.startswith('<b>"Mira') for word in words)
    assert all(text_width(word, 14) < 700 for word in words)
    assert names[0] in (root.get("aria-label") or "")


def test_hidden_cards_are_not_named() -> None:
    game = Game(players=2, modules=("orient",), seed=5)
    game.push("reserve deck 2o")
    game.push("reserve deck 3")
    owners = game.snapshot()["seats"]
    hidden = [owners[0]["hand"][0], owners[1]["hand"][0]]
    words = [card_words(card_of(id)) for id in hidden]
    for seat, seen in ((None, ()), (0, (0,)), (1, (1,))):
        svg = game.svg(seat=seat)
        for index in (0, 1):
            assert (words[index] in " ".join(titles(read(svg)))) == (index in seen)
        assert not any(card.id in svg for card in CARDS)
    spectator = titles(read(game.svg()))
    assert "Orient, level 2, face down" in spectator
    assert "Level 3, face down" in spectator


def test_decks_show_their_length_whether_known_or_not() -> None:
    game = Game(players=3, seed=2)
    assert titles(read(table_svg(game.snapshot()))) == titles(read(table_svg(game.view(None))))


def test_the_question_and_the_winners_are_shown() -> None:
    snapshot = dict(Game(players=3, seed=2).view(None))
    for decision in DECISIONS:
        words = titles(read(table_svg(snapshot | {"decision": decision, "to_play": 2})))
        assert any(word.startswith("Seat 2 to play. ") for word in words)
    over = snapshot | {"over": True, "decision": None, "to_play": None, "winners": [1]}
    assert "Seat 1 wins. Game over" in titles(read(table_svg(over)))
    shared = over | {"winners": [0, 2]}
    assert "Shared victory: Seat 0 and Seat 2. Game over" in titles(read(table_svg(shared)))
    assert "Your turn" in table_svg(snapshot, seat=0)


def test_everything_a_seat_has_is_told() -> None:
    table = Game(4, ("trading_posts", "orient", "strongholds"), 2024, seed=4).snapshot()
    table["seats"][1] |= {
        "cards": ["base-1w1", "o24-101", "o24-106"],
        "paired": {"o24-106": ["W", 1]},
        "nobles": ["noble-01"],
        "posts": ["tp24-2", "tp24-5"],
        "strongholds": 1,
    }
    table["strongholds"] = {"2b": [1, 2]}
    for seat in (None, 0, 1):
        told = " | ".join(titles(read(table_svg(table, seat=seat))))
        for words in (
            "Noble, 3 prestige, for 4 white, 4 blue",
            "After 2 alike, take 1 other",
            "1 prestige per post",
            "1 stronghold in supply",
            "2 strongholds of Seat 1.",
            "Joker card",
        ):
            assert words in told


def test_reserved_nobles_are_told() -> None:
    table = Game(4, ("orient",), 2017, seed=4).snapshot()
    table["seats"][1]["claimed"] = ["noble-02", "noble-08", "noble-10"]
    for seat in (None, 0, 1):
        told = titles(read(table_svg(table, seat=seat)))
        assert "Reserved: Noble, 3 prestige, for 4 blue, 4 green" in told
        assert sum(title.startswith("Reserved:") for title in told) == 3


def test_a_city_that_is_taken_bears_the_shield() -> None:
    table = Game(players=2, modules=("cities",), edition=2024, seed=4).snapshot()
    plain = table_svg(table)
    table["seats"][1]["city"] = table["cities"][0]
    assert table_svg(table).count("shield-1") > plain.count("shield-1")


def test_posts_have_five_main_colours() -> None:
    for edition in (2017, 2024):
        assert "".join(main_colour(post) for post in posts_of(edition)) == "WUGRK"


def test_fit_keeps_short_texts() -> None:
    assert fit("Aiko", 14, 100) == "Aiko"
    assert fit("Aiko", 14, 0) == "…"


def test_a_finished_game_names_the_round_it_ended_in() -> None:
    game = position(seats=[{"cards": "base-3w4 base-3b4 base-3g4"}], turns=60)
    assert "Round 31 ·" in game.svg()
    for _seat in range(2):
        game.push("take W U G")
    assert game.is_over
    assert "Round 31 ·" in game.svg()


def test_every_noble_has_a_face_of_its_own() -> None:
    faces = {noble.id: portrait(DAY, noble) for noble in NOBLES}
    assert len(set(faces.values())) == len(NOBLES) == 12
    for noble in NOBLES:
        for colour, n in zip("wugrk", noble.needs, strict=True):
            assert (f'fill="{DAY.gem(colour)}"' in faces[noble.id]) is (n > 0)

"""What the pages say: where points come from, why somebody has won, which rules apply."""

import pytest

from kit.policy import Chance, deal, name_of, play
from kit.positions import position
from parure import Game, Rules
from parure.i18n import LANGUAGES, use_language
from parure.render.palette import DAY, NIGHT
from parure.rules import all_rules
from parure.server.replays import end
from parure.server.tables.view import shown_name
from parure.server.web.rendering import palette_css, static, static_files
from parure.words.clauses import CLAUSES, chapters
from parure.words.games import listed

NAMES = ["Mira", "Tomas", "Loupe", "Aiko"]


pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize("played", all_rules(3), ids=name_of)
def test_the_parts_add_up_to_the_prestige_of_the_engine(played: Rules) -> None:
    game = deal(played, 5)
    play(game, Chance(5), 3000)
    assert game.is_over
    found = end.standings(game, NAMES)
    for one in found:
        assert sum(part.points for part in one.parts) == game.prestige[one.seat]
        assert all(part.points > 0 for part in one.parts)
        kinds = {part.kind for part in one.parts}
        assert "posts" not in kinds or "trading_posts" in played.modules
        assert "nobles" not in kinds or "cities" not in played.modules
    assert {one.seat for one in found if one.won} == set(game.winners)
    assert found[0].won
    assert all(NAMES[seat] in end.outcome(game, NAMES) for seat in game.winners)
    moves = game.record()["moves"]
    course = end.course(game, moves, NAMES[:3])
    assert course.prestige[0] == (0, 0, 0)
    assert course.prestige[-1] == tuple(game.prestige)
    assert course.moves == len(moves)


def ended(*cards: str, modules: str = "", edition: int = 2024, **more: str) -> Game:
    """Return a game that these cards in front of the seats end, when all have taken tokens once."""
    game = position(len(cards), modules or (), edition, seats=[{"cards": c} for c in cards], **more)
    for _seat in cards:
        game.push("take W U G" if game.is_legal(game.parse("take W U G")) else game.legal_moves[0])
    assert game.is_over
    return game


FIFTEEN = "base-3w4 base-3b4 base-3g4"


def test_more_prestige_wins() -> None:
    game = ended(FIFTEEN, "base-3w2")
    assert end.outcome(game, NAMES) == "Mira wins"
    assert end.reason(game, NAMES) == "15 prestige, 11 ahead of the next."


def test_a_tie_goes_to_fewer_cards_and_is_spelled_out() -> None:
    game = ended(f"{FIFTEEN} base-1w1", "base-3r4 base-3k4 base-3w1 base-2w3")
    assert [sum(part.points for part in one.parts) for one in end.standings(game, NAMES)] == [
        15,
        15,
    ]
    assert end.reason(game, NAMES) == ("Mira and Tomas are even: 15 prestige with 4 cards each.")
    game = ended(f"{FIFTEEN} base-1w1", "base-3r4 base-3k4 base-3w1 base-1w2 base-2w3")
    assert end.reason(game, NAMES) == (
        "Mira and Tomas have 15 prestige each; Mira needed fewer cards: 4 against 5."
    )


def test_only_a_city_wins() -> None:
    red_black = "base-3r4 base-3r3 base-3k2 base-1r1 base-1r2 base-1k1 base-1k2"
    rich = "base-3w4 base-3b4 base-3g4"
    game = ended(red_black, rich, modules="cities", cities="city24-1b city24-7a")
    assert end.outcome(game, NAMES) == "Mira wins with Amboise"
    assert end.reason(game, NAMES) == "Tomas had more prestige, but only a city wins."
    notes = {one.name: one.notes[0] for one in end.standings(game, NAMES)}
    assert notes == {"Mira": "reached Amboise", "Tomas": "no city"}


def test_names_are_joined_as_one_says_them() -> None:
    assert listed(["Mira"]) == "Mira"
    assert listed(["Mira", "Tomas"]) == "Mira and Tomas"


def test_every_clause_is_found_in_the_rules_of_some_game() -> None:
    shown = {
        id
        for played in all_rules(2)
        for chapter in chapters(played.modules, played.edition)
        for section in chapter.sections
        for id, _words in section.clauses
    }
    assert set(CLAUSES) - shown == {"B1", "B5", "M1"}, "who may play and who begins, the lobby says"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_one_edition_begin_with_no_year(language: str) -> None:
    use_language(language)
    for played in all_rules(2):
        for chapter in chapters(played.modules, played.edition):
            for section in chapter.sections:
                for _id, words in section.clauses:
                    assert not words.startswith(("2017", "2024"))
                    assert words[0].isupper() or not words[0].isalpha()


def test_with_cities_no_noble_is_spoken_of_as_coming() -> None:
    ids = [id for s in chapters(["cities"], 2024)[0].sections for id, _words in s.clauses]
    assert "B20" not in ids
    assert "B20" in [id for s in chapters([], 2024)[0].sections for id, _words in s.clauses]


def test_the_stylesheet_of_colours_is_made_from_the_palettes() -> None:
    css = palette_css()
    assert css.count(f"--parure-bench:{DAY.bench};") == 2
    assert css.count(f"--parure-bench:{NIGHT.bench};") == 2
    used = {
        name
        for sheet in static_files()
        if sheet.suffix == ".css"
        for name in _variables(sheet.read_text(encoding="utf-8"))
    }
    assert used
    assert {name for name in used if f"{name}:" not in css} == set()


def _variables(css: str) -> set[str]:
    return {
        part.split(")")[0].split(",")[0]
        for part in css.split("var(")
        if part.startswith("--parure-")
    }


def test_static_addresses_change_with_the_files() -> None:
    assert static("web/static/base.css").startswith("/static/")
    assert (
        static("web/static/base.css").split("/")[2] == static("lobby/static/lobby.js").split("/")[2]
    )


def test_bots_are_named_in_the_language_of_the_page_and_people_as_they_wish() -> None:
    use_language("fr")
    assert shown_name("Random 2", "random") == "Hasard 2"
    assert shown_name("Random", None) == "Random"
    assert shown_name("Mira", "merchant") == "Mira"

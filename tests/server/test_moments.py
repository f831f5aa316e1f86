"""What stands out on the page of a table: nobles in their places, moments, reasons that fit the card."""

import re
from dataclasses import replace

import pytest

from kit.diary import Diary, render_table
from kit.positions import position
from parure import Rules
from parure.components import NOBLES, card_of
from parure.render.palette import DAY
from parure.render.portraits import portrait
from parure.server.tables import events as happened
from parure.server.tables.sight import look
from parure.server.views.table import advice
from parure.server.views.table.moments import moments_of
from parure.server.views.table.scene import Scene
from parure.words.chapters import chapters
from parure.words.clauses import CLAUSES

pytestmark = pytest.mark.usefixtures("english")

TABLE = {"nobles": "noble-06 noble-01 noble-03"}
BLUE_AND_WHITE = "base-1w1 base-1w2 base-1w3 base-1w4 base-1b1 base-1b2 base-1b3"


def before():
    """Return a table where Ann's next blue card brings her a noble."""
    seats = [{"cards": BLUE_AND_WHITE, "tokens": "R R R R"}]
    game = position(seats=seats, rows={"1a": "base-1b8"}, **TABLE)
    return replace(Diary(Rules(2)).table, game=game)


def after():
    return before().after(happened.Moved(at=9.0, seat=0, move="buy 1a", by="person"))


def test_a_noble_that_leaves_keeps_its_place():
    there = [tile.id for tile in Scene(look(before(), "Ann")).tiles]
    tiles = Scene(look(after(), "Ben")).tiles
    assert [tile.id for tile in tiles] == there == ["noble-01", "noble-03", "noble-06"]
    assert [tile.gone for tile in tiles] == [True, False, False]
    assert tiles[0].seats == (0,)
    assert tiles[0].told == ("It has visited Ann.",)


@pytest.mark.rule("O12")
def test_a_reserved_noble_keeps_its_place_too():
    game = position(2, "orient", 2017, seats=[{"claimed": "noble-01"}], nobles="noble-03 noble-06")
    table = replace(Diary(Rules(2, ["orient"], 2017)).table, game=game)
    tiles = Scene(look(table, "Ben")).tiles
    assert [tile.id for tile in tiles] == ["noble-01", "noble-03", "noble-06"]
    assert "visits nobody else" in tiles[0].told[0]


def test_an_end_by_agreement_is_no_moment():
    diary = Diary()
    diary.move("take W U G")
    for seat in (0, 1):
        diary.add(happened.Offered, seat=seat)
    sight = look(diary.table, "Ann")
    assert (sight.result.ended, moments_of(sight, ("Ann", "Ben"))) == ("agreed", [])
    assert "The game was ended" in render_table(sight, "en")


def test_the_visit_of_a_noble_is_a_moment():
    assert moments_of(look(before(), "Ann"), ("Ann", "Ben")) == []
    (moment,) = moments_of(look(after(), None), ("Ann", "Ben"))
    assert (moment.kind, moment.seat, moment.words) == ("noble", 0, "A noble visits Ann")
    assert "n-noble-01" in moment.picture
    assert 'data-kind="noble"' in render_table(look(after(), None), "en")


def test_what_ends_the_game_is_always_said():
    assert "15 prestige end it" in render_table(look(before(), "Ann"), "en")
    cities = Diary(Rules(2, ["cities"])).table
    assert "A city ends it" in render_table(look(cities, "Ann"), "en")


@pytest.mark.rule("C6")
def test_the_city_that_ends_the_game_is_marked_and_named():
    reds = "base-3r1 base-3r2 base-3r3 base-3r4 base-1r1"
    game = position(2, "cities", seats=[{"cards": reds}], cities="city24-6a city24-1a city24-2a")
    table = replace(Diary(Rules(2, ["cities"])).table, game=game)
    for seat, move in enumerate(("take W U G", "take W U R")):
        table = table.after(happened.Moved(at=9.0, seat=seat, move=move, by="person"))
        tiles = {tile.id: tile.seats for tile in Scene(look(table, "Ben")).tiles}
        assert tiles == {"city24-6a": (0,), "city24-1a": (), "city24-2a": ()}
    assert Scene(look(table, "Ben")).question.head == "Ann wins with Seoul"
    assert moments_of(look(table, None), ("Ann", "Ben"))[-1].words == "Ann wins with Seoul"


def test_every_noble_has_a_face_of_its_own():
    faces = {noble.id: portrait(DAY, noble) for noble in NOBLES}
    assert len(set(faces.values())) == len(NOBLES) == 12
    for noble in NOBLES:
        for colour, n in zip("wugrk", noble.needs, strict=True):
            assert (f'fill="{DAY.gem(colour)}"' in faces[noble.id]) is (n > 0)


def test_a_reason_is_one_for_this_card():
    seats = [{"cards": "base-1w1 base-3w2"}]
    game = position(seats=seats, rows={"2a": "base-2r1"}, nobles="noble-03")
    sight = look(replace(Diary(Rules(2)).table, game=game), "Ann")
    told = advice._reasons_to_have(sight, "base-2r1")
    assert told[0] == f"With it you have {4 + card_of('base-2r1').prestige} prestige."
    assert told[1] == "Its red bonus brings you nearer to a noble."
    cheaper = [
        id for id in sight.seen["rows"].values() if id != "base-2r1" and card_of(id).price[3] > 0
    ]
    assert told[2] == f"With its red bonus {len(cheaper)} other cards here cost you less."


def test_players_read_rules_without_numbers_and_old_words():
    texts = [chapter.intro for modules in ([], ["cities"]) for chapter in chapters(modules, 2024)]
    assert not re.search(r"\bdear\b|legal", " ".join([*texts, *CLAUSES.values()]))


@pytest.mark.parametrize("path", ["/rules", "/rules/fragment?modules=&edition=2024"])
def test_the_numbers_of_rules_are_there_for_those_who_ask(ann, path):
    page = ann.http.get(path).text
    assert page.count("rules-numbers") == 1
    assert "By lot" not in ann.http.get("/").text

"""What stands out at a table: nobles and where they are, the end, reasons that fit the card."""

import re

import pytest

from kit.diary import Diary
from kit.positions import position
from parure.components import NOBLES, card_of
from parure.render.palette import DAY
from parure.render.portraits import portrait
from parure.server.tables import advice
from parure.server.tables import events as happened
from parure.words.clauses import CLAUSES, chapters

pytestmark = pytest.mark.usefixtures("english")

TABLE = {"nobles": "noble-06 noble-01 noble-03"}
BLUE_AND_WHITE = "base-1w1 base-1w2 base-1w3 base-1w4 base-1b1 base-1b2 base-1b3"


def before():
    """Return a table where Ann's next blue card brings her a noble."""
    seats = [{"cards": BLUE_AND_WHITE, "tokens": "R R R R"}]
    return Diary.of(position(seats=seats, rows={"1a": "base-1b8"}, **TABLE))


def test_a_noble_that_visits_is_logged_by_its_name_and_leaves_the_table():
    diary = before()
    diary.move("buy 1a")
    game = diary.document()["game"]
    assert [entry["move"] for entry in game["log"]][-1] == "noble noble-01"
    assert sorted(game["view"]["nobles"]) == ["noble-03", "noble-06"]
    assert [seat["nobles"] for seat in game["view"]["seats"]] == [["noble-01"], []]


@pytest.mark.rule("O12")
def test_a_reserved_noble_lies_before_its_seat():
    seats, nobles = [{"claimed": "noble-01"}], "noble-03 noble-06"
    game = position(2, "orient", 2017, seats=seats, nobles=nobles)
    document = Diary.of(game).document("Ben")
    view = document["game"]["view"]
    assert sorted(view["nobles"]) == ["noble-03", "noble-06"]
    assert [seat["claimed"] for seat in view["seats"]] == [["noble-01"], []]
    assert "noble-01" not in document["you"]["lacks"]


def test_an_end_by_agreement_has_no_winner():
    diary = Diary()
    diary.move("take W U G")
    for seat in (0, 1):
        diary.add(happened.Offered, seat=seat)
    result = diary.document("Ann")["game"]["result"]
    assert (result["ended"], result["winners"]) == ("agreed", [])


@pytest.mark.rule("C6")
def test_the_city_that_ends_the_game_is_known():
    reds = "base-3r1 base-3r2 base-3r3 base-3r4 base-1r1"
    cities = "city24-6a city24-1a city24-2a"
    diary = Diary.of(position(2, "cities", seats=[{"cards": reds}], cities=cities))
    for move in ("take W U G", "take W U R"):
        diary.move(move)
        met = diary.document("Ben")["game"]["met"]
        assert met == {"city24-6a": [0], "city24-1a": [], "city24-2a": []}
    assert diary.document("Ben")["game"]["result"]["winners"] == [0]


def test_every_noble_has_a_face_of_its_own():
    faces = {noble.id: portrait(DAY, noble) for noble in NOBLES}
    assert len(set(faces.values())) == len(NOBLES) == 12
    for noble in NOBLES:
        for colour, n in zip("wugrk", noble.needs, strict=True):
            assert (f'fill="{DAY.gem(colour)}"' in faces[noble.id]) is (n > 0)


def test_a_reason_is_one_for_this_card():
    seats = [{"cards": "base-1w1 base-3w2"}]
    game = position(seats=seats, rows={"2a": "base-2r1"}, nobles="noble-03")
    view = Diary.of(game).seen("Ann")
    told = advice._reasons_to_have(view, "base-2r1")
    assert told[0] == f"With it you have {4 + card_of('base-2r1').prestige} prestige."
    assert told[1] == "Its red bonus brings you nearer to a noble."
    cheaper = [
        id for id in view.playing["rows"].values() if id != "base-2r1" and card_of(id).price[3] > 0
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

"""What a document tells of nobles, of cities and of the end."""

import pytest

from kit.diary import Diary
from kit.positions import position
from parure.server.tables import events as happened

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

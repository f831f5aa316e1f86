"""What a choice leads to, a hint and a warning: from what the seat may know, by the engine's word.

The server says it in codes and numbers, and sentences in parts; how a page says it, tests/scripts/foreseen.
"""

from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Game
from parure.components import CARDS, CITIES, COLOURS, noble_of
from parure.review.sentences import best_words, fact_words
from parure.review.values import Deed, Fact
from parure.server.play.preview import preview_data, warning_data
from parure.server.tables.advice import Hint, advice_data
from parure.server.tables.rich_text import Rich, amounts, parts
from parure.server.tables.view import look
from parure.server.workers.jobs import Verdict

pytestmark = pytest.mark.usefixtures("english")

FREE = "base-1w1"
"""A card for three blue."""


def seen(game, seat=0):
    """Return what a seat of a table sees where a game stands like this."""
    return look(replace(Diary().table, game=game), ("Ann", "Ben")[seat])


class TestSentences:
    show = Rich(["Ann", "Ben {x}"])

    def test_what_is_drawn_is_a_part_of_its_own(self):
        words = fact_words(Fact("denies", 1, FREE), self.show)
        assert parts(words) == [
            {"seat": 1, "name": "Ben {x}"},
            " could already afford ",
            {"card": FREE},
            ".",
        ]

    def test_gems_stand_in_one_part_and_tiles_in_words(self):
        assert parts(best_words(Deed("take W U", None), self.show)) == [
            "take ",
            {"gems": ["W", "U"]},
        ]
        (words,) = parts(best_words(Deed("noble noble-03", None), self.show))
        assert words.startswith("receive the noble for ")

    def test_an_amount_is_a_number_and_a_colour(self):
        assert parts(f"You lack {amounts({'U': 3, 'W': 0, 'gold': 1})}.") == [
            "You lack ",
            {"amount": (3, "U")},
            " ",
            {"amount": (1, "gold")},
            ".",
        ]
        assert parts("[3 X]") == ["[3 X]"]
        assert parts("") == []


class TestPreview:
    def test_cards_within_reach_and_who_can_pay_for_them_first(self):
        seats = [{"tokens": "U U"}, {"tokens": "U gold gold"}]
        view = seen(position(rows={"1a": FREE}, seats=seats, nobles=""))
        found = preview_data(view, "take U G R")
        assert (found["version"], found["line"]) == (view.version, "take U G R")
        assert found["cards"]["place-1a"] == FREE
        assert [payer["seat"] for payer in found["payers"]] == [1]
        assert FREE in found["payers"][0]["cards"]
        assert found["tokens"] == {"U": 1, "G": 1, "R": 1}
        assert found["prestige"] == 0
        assert "held" not in found

    def test_the_tokens_are_counted_where_some_are_given_back(self):
        view = seen(position(rows={"1a": FREE}, seats=[{"tokens": "W W W G G R K U U"}]))
        assert preview_data(view, "take U R K")["held"] == 12

    def test_a_noble_that_one_card_would_bring(self):
        noble = "noble-03"
        needs = dict(zip(COLOURS, noble_of(noble).needs, strict=True))
        wanted = next(colour for colour, n in needs.items() if n)
        owned = " ".join(
            f"base-1{colour.lower()}{n + 1}"
            for colour, count in needs.items()
            for n in range(count - (colour == wanted))
        )
        found = preview_data(seen(position(nobles=noble, seats=[{"cards": owned}])), "take W U G")
        assert found["tiles"][noble]["colour"] == wanted
        assert found["won"] == []

    def test_a_post_that_one_card_would_bring_or_brings(self):
        things = {"modules": "trading_posts", "rows": {"1a": FREE}, "nobles": ""}
        own = {"cards": "base-1w3", "tokens": "U U"}
        found = preview_data(seen(position(seats=[own], **things)), "take U G R")
        assert found["tiles"] == {"tp24-2": {"colour": "W", "bringing": FREE}}
        own["tokens"] = "U U U"
        assert preview_data(seen(position(seats=[own], **things)), "buy 1a")["won"] == ["tp24-2"]

    def test_what_is_not_possible_leads_to_nothing(self):
        assert preview_data(seen(position(seats=[{}])), "buy 3a") is None


def test_a_hint_brings_its_line_its_reasons_and_the_moves_compared():
    game = position(rows={"1a": FREE}, seats=[{"tokens": "U"}], nobles="")
    others = (("take G R K", 0.25), ("reserve 1a", 0.125))
    hint = Hint(3, 0, "guild:1", "take U U", 0.616, ("take U U",), others)
    found = advice_data(seen(game), hint)
    assert (found["version"], found["line"], found["bot"]) == (3, "take U U", "Guild")
    assert found["moves"] == [
        {"move": "take U U", "percent": 62},
        {"move": "take G R K", "percent": 25},
        {"move": "reserve 1a", "percent": 12},
    ]
    assert set(found["things"]) == {"bank-U"}
    assert found["reasons"] == [{"words": ["They are enough for this card:"], "card": FREE}]


def test_the_reasons_of_a_hint_hold_amounts():
    game = position(rows={"1a": FREE}, seats=[{}], nobles="")
    hint = Hint(3, 0, "guild", "take U U", 0.5, (), ())
    (reason,) = advice_data(seen(game), hint)["reasons"]
    assert {"amount": (1, "U")} in reason["words"]


def test_a_warning_tells_the_chances_and_what_is_left_to_whom():
    view = seen(position(rows={"1a": FREE}, seats=[{}, {}]))
    facts = (Fact("denies", 1, FREE), Fact("noble_race", 1, "noble-01"))
    found = warning_data(Verdict(0.65, 0.45, facts), view)
    assert (found["before"], found["after"]) == (65, 45)
    assert found["left"] == {"place-1a": 1}
    assert [words[0] for words in found["facts"]] == [{"seat": 1, "name": "Ben"}] * 2
    assert {"card": FREE} in found["facts"][0]


def test_a_city_that_lacks_nothing_but_prestige():
    city = next(one for one in CITIES if one.edition == 2024 and not one.any_colour)
    dear = [card.id for card in CARDS if card.level == 3 and card.prestige == 3][:3]
    needs = zip(COLOURS, city.needs, strict=True)
    own = [f"base-1{colour.lower()}{n + 1}" for colour, count in needs for n in range(count)]
    owned = " ".join([*own, *dear])
    view = seen(position(modules="cities", cities=city.id, seats=[{"cards": owned}]))
    lacks = city.prestige - view.playing.view["seats"][0]["prestige"]
    assert preview_data(view, "take W U G")["tiles"] == {city.id: {"prestige": lacks}}


@pytest.mark.parametrize("seat", [0, 1], ids=["to play", "who plans"])
def test_nothing_hidden_is_used(seat):
    game = Game(2, ("orient",), seed=4)
    for _turn in range(4):
        game.push("reserve deck 1")
    other = Game.from_knowledge(game.knowledge(seat), seed=9)
    one, two = seen(game, seat), seen(other, seat)
    for line in ("take W U G", "reserve deck 2", "reserve 1a"):
        assert preview_data(one, line) == preview_data(two, line)


def test_a_page_asks_for_it(ann, ben):
    table = ann.create({"name": "Ann"}, {"bot": "random"}, seed=7)
    path = f"/tables/{table}/preview"
    found = ann.get(path, line="take W U G")
    assert found["version"] == ann.look(table)["version"]
    assert found["tokens"] == {"W": 1, "U": 1, "G": 1}
    assert ann.get(f"{path}/warning", line="take W U G") is None
    assert ann.get(path, line="nonsense") is None
    assert ann.get(path, line="buy 3a") is None
    assert ben.get(path, line="take W U G") is None

"""What a choice leads to is shown before it is made: from what the seat may know, by the engine's word.

What a page gets of it, test_preview_data shows; how it is said, tests/scripts/foreseen.
"""

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Game
from parure.components import CARDS, CITIES, COLOURS, noble_of, post_of
from parure.server.play.preview import preview_data, rivals_data
from parure.server.workers.jobs import Foreseen, foresee
from parure.words.pieces import power_name

FREE = "base-1w1"
"""A card for three blue."""


def seen(game, seat=0):
    """Return what a seat of a table sees where a game stands like this."""
    return Diary.of(game).seen(("Ann", "Ben")[seat])


def test_cards_that_come_within_reach_and_who_can_pay_for_them_first():
    view = seen(
        position(rows={"1a": FREE}, seats=[{"tokens": "U U"}, {"tokens": "U gold gold"}], nobles="")
    )
    found = preview_data(view, "take U G R")
    assert found["cards"]["place-1a"] == FREE
    assert found["payers"] == [{"seat": 1, "cards": [FREE]}]
    assert found["tokens"] == {"U": 1, "G": 1, "R": 1}
    assert "place-1a" not in preview_data(view, "take G R K")["cards"]


def test_tokens_that_are_given_back_leave_in_reach_what_they_need_not_take():
    rich = "W W W G G R K U U"
    view = seen(position(rows={"1a": FREE}, seats=[{"tokens": rich}]))
    found = preview_data(view, "take U R K")
    assert found["held"] == 12
    assert "place-1a" in found["cards"]


def test_a_noble_that_one_card_would_bring():
    noble = "noble-03"
    needs = dict(zip(COLOURS, noble_of(noble).needs, strict=True))
    wanted = next(colour for colour, n in needs.items() if n)
    owned = " ".join(
        f"base-1{colour.lower()}{n + 1}"
        for colour, count in needs.items()
        for n in range(count - (colour == wanted))
    )
    view = seen(position(nobles=noble, seats=[{"cards": owned}]))
    tiles = preview_data(view, "take W U G")["tiles"]
    assert (list(tiles), tiles[noble]["colour"]) == ([noble], wanted)


def test_a_post_that_one_card_would_bring():
    """Two white cards: a third token where two alike are taken."""
    owned, row = "base-1w3", {"1a": FREE}
    seats = [{"cards": owned, "tokens": "U U"}]
    view = seen(position(modules="trading_posts", rows=row, seats=seats, nobles=""))
    tiles = preview_data(view, "take U G R")["tiles"]
    assert tiles == {"tp24-2": {"colour": "W", "bringing": FREE}}
    seats = [{"cards": owned, "tokens": "U U U"}]
    view = seen(position(modules="trading_posts", rows=row, seats=seats, nobles=""))
    (won,) = preview_data(view, "buy 1a")["won"]
    assert won == f"You win a post: {power_name(post_of('tp24-2'))}"


def test_a_city_that_lacks_nothing_but_prestige():
    city = next(one for one in CITIES if one.edition == 2024 and not one.any_colour)
    dear = [card.id for card in CARDS if card.level == 3 and card.prestige == 3][:3]
    needs = zip(COLOURS, city.needs, strict=True)
    own = [f"base-1{colour.lower()}{n + 1}" for colour, count in needs for n in range(count)]
    owned = " ".join([*own, *dear])
    view = seen(position(modules="cities", cities=city.id, seats=[{"cards": owned}]))
    lacks = city.prestige - view.playing["seats"][0]["prestige"]
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


def test_what_rivals_may_do_comes_from_imagined_deals():
    game = position(rows={"1a": FREE}, seats=[{}, {"tokens": "U U U"}], seed=3)
    foreseen = foresee(game.knowledge(0), "take G R K")
    assert foreseen.deals > 0
    assert sum(foreseen.deeds.values()) == foreseen.deals
    assert all(seat == 1 for seat, _deed, _id in foreseen.deeds)
    deeds = {(1, "buy", FREE): 2, (1, "reserve", FREE): 1}
    takers = rivals_data(seen(game), Foreseen(4, deeds))["takers"]
    assert takers == {"place-1a": [{"seat": 1, "percent": 75}]}


def test_a_page_asks_for_it(ann, ben):
    table = ann.create({"name": "Ann"}, {"bot": "random"}, seed=7)
    path = f"/tables/{table}/preview"
    found = ann.get(path, line="take W U G")
    assert (found["version"], found["tokens"]["W"]) == (ann.look(table)["version"], 1)
    assert ann.get(path, line="nonsense") is None
    assert ann.get(path, line="buy 3a") is None
    assert ben.get(path, line="take W U G") is None
    assert ann.get(f"{path}/rivals", line="buy 3a")["takers"] == {}
    assert ann.get(f"{path}/rivals", line="take W U G")["version"] == found["version"]
    serious = ann.create({"name": "Ann"}, {"bot": "random"}, serious=True)
    answer = ann.http.get(f"/tables/{serious}/preview/rivals", params={"line": "take W U G"})
    assert answer.status_code == 403

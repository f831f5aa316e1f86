"""Several people at one screen: a curtain where something is hidden, else the screen is simply passed on."""

from dataclasses import replace

import pytest

from kit.diary import Diary, render_table
from kit.positions import position
from parure import Rules
from parure.server.tables import events as happened
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.sight import look
from parure.server.tables.table import Table
from parure.server.views.table.scene import Scene

pytestmark = pytest.mark.usefixtures("english")


class Screen(Diary):
    """A table that Mia made for herself and others at her screen; the last seat may be Zoe's, elsewhere."""

    def __init__(self, *names, zoe=False, modules=()):
        rules = Rules(len(names) + zoe, modules)
        super().__init__(rules)
        seats = [*(SeatPlan(name=name) for name in names), *([SeatPlan()] if zoe else [])]
        options = TableOptions(seats=seats, modules=list(modules))
        self.table = Table("t")
        self.add(happened.Created, maker="Mia", options=options)
        if zoe:
            self.add(happened.Sat, seat=len(names), person="Zoe", name="Zoe")
        self.add(happened.Started, seed=7, order=list(range(rules.players)))

    @property
    def sight(self):
        return look(self.table, "Mia")


def test_without_secrets_the_screen_shows_whoever_is_to_play():
    screen = Screen("Ann", "Ben")
    assert (screen.sight.seat, screen.sight.curtain) == (0, None)
    assert "take W U G" in screen.sight.moves
    screen.move("take W U G")
    assert (screen.sight.seat, screen.sight.curtain) == (1, None)
    assert screen.sight.moves


@pytest.mark.parametrize("move", ["reserve 1a", "take W U G"])
def test_what_everybody_has_seen_is_no_secret(move):
    screen = Screen("Ann", "Ben")
    screen.move(move)
    assert screen.sight.curtain is None


def test_a_card_that_one_alone_may_see_lets_the_curtain_fall():
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    assert (screen.sight.seat, screen.sight.curtain, screen.sight.moves) == (None, 1, ())
    screen.move("take W U G")
    assert screen.sight.curtain == 0
    (card,) = screen.table.game.snapshot()["seats"][0]["hand"]
    assert card not in render_table(screen.sight, "en")


def test_whoever_reserves_unseen_looks_at_the_card_before_the_screen_is_passed_on():
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    ask = Scene(look(screen.table, "Mia", 0)).question
    assert list(ask.cards) == screen.table.game.snapshot()["seats"][0]["hand"]
    assert ask.passes == "Pass to Ben"
    assert Scene(look(screen.table, "Mia", 1)).question.passes == ""
    screen.move("take W U G")
    assert Scene(look(screen.table, "Mia", 1)).question.passes == ""


def test_a_secret_at_another_screen_needs_no_curtain():
    screen = Screen("Ann", "Ben", zoe=True)
    for move in ("take W U G", "take W U G", "reserve deck 1"):
        screen.move(move)
    assert (screen.sight.seat, screen.sight.curtain) == (0, None)


def test_while_another_thinks_the_next_one_is_shown():
    screen = Screen("Ann", "Ben", zoe=True)
    screen.move("take W U G")
    screen.move("take W U G")
    assert (screen.sight.to_play, screen.sight.seat) == (2, 0)


def test_a_choice_among_hidden_cards_is_behind_a_curtain():
    screen = Screen("Ann", "Ben", modules=("trading_posts",))
    game = position(2, "trading_posts", seats=[{"posts": "tp24-4"}])
    game.push("reserve deck 1")
    assert game.decision == "keep"
    screen.table = replace(screen.table, game=game)
    assert (screen.sight.seat, screen.sight.curtain) == (None, 0)
    assert not screen.table.has_secrets((1,))


def test_the_screen_says_what_happened_and_offers_to_take_it_back():
    screen = Screen("Ann", "Ben")
    screen.move("take W U G")
    question = Scene(screen.sight).question
    assert question.head == "Ben, your turn"
    assert "took" in question.words
    html = render_table(screen.sight, "en")
    assert 'data-undo="0">Ann takes it back' in html
    screen.take_back(0)
    assert Scene(screen.sight).question.head == "Ann, your turn"


def test_what_let_a_card_be_seen_is_not_taken_back():
    screen = Screen("Ann", "Ben")
    screen.move("reserve 1a")
    assert "takes it back" not in render_table(screen.sight, "en")


def test_behind_the_curtain_a_move_can_be_taken_back_too():
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    screen.move("take W U G")
    assert 'data-undo="1">Ben takes it back' in render_table(screen.sight, "en")

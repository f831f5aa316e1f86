"""Who plays against bots may be warned before a move that loses much; the game is practice then."""

import asyncio
import json

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Rules
from parure.components import CARDS, COLOURS
from parure.game.moves import Move
from parure.review.values import Fact
from parure.server.play.hints import Hints
from parure.server.tables import events as happened
from parure.server.tables.transitions import load
from parure.server.tables.view import look
from parure.server.workers.bots import Bots
from parure.server.workers.jobs import Verdict, weigh


def test_it_is_off_by_default_and_practice_from_then_on():
    diary = Diary(bots=1)
    assert look(diary.table, "Ann", hints=True).you["warned"] == 0
    diary.add(happened.Coached, seat=0, warned=True)
    view = look(diary.table, "Ann", hints=True)
    assert (view.you["warned"], view.table["practice"]) == (10, True)
    diary.add(happened.Coached, seat=0, warned=True, loss=20)
    assert diary.table.warned == 20
    diary.add(happened.Coached, seat=0, warned=False)
    assert (diary.table.warned, diary.table.practice) == (0, True)
    again = load("t", [happened.to_text(event) for event in diary.events])
    assert (again.warned, again.practice) == (0, True)


@pytest.mark.parametrize(
    ("diary", "has_bot"),
    [(Diary(), True), (Diary(bots=1, serious=True), True), (Diary(Rules(3), bots=2), False)],
    ids=["people", "serious", "nobody who thinks"],
)
def test_it_is_for_games_against_bots(diary, has_bot):
    assert look(diary.table, "Ann", hints=has_bot).you["warned"] is None


class TestAServer:
    @pytest.fixture
    def table(self, ann):
        return ann.create({"name": "Ann"}, {"bot": "random"}, seed=7)

    def test_it_is_wished_for_with_the_table(self, ann):
        table = ann.create({"name": "Ann"}, {"bot": "random"}, warned=5)
        view = ann.look(table)
        assert (view["you"]["warned"], view["table"]["practice"]) == (5, True)

    @pytest.mark.parametrize(
        ("seats", "options"),
        [([{}], {}), ([{"name": "Ben"}], {}), ([{"bot": "random"}], {"serious": True})],
        ids=["an open seat", "two people", "serious"],
    )
    def test_no_other_table_is_made_with_it(self, ann, seats, options):
        body = {"seats": [{"name": "Ann"}, *seats], "warned": 10, **options}
        assert ann.refused("/api/tables", **body)[1] == "invalid"
        assert ann.refused("/api/tables", seats=[{"name": "Ann"}, {"bot": "random"}], warned=7)

    @pytest.fixture
    def verdict(self, server, monkeypatch):
        """Let the bot think the same of every move."""

        def think(found):
            async def answer(*_brief):
                return found

            monkeypatch.setattr(Bots, "weigh", answer)

        return think

    def ask(self, ann, table, line="take W U G"):
        return ann.get(f"/tables/{table}/preview/warning", line=line)

    def test_a_move_that_loses_much_is_asked_about(self, ann, table, verdict):
        verdict(Verdict(0.65, 0.45, (Fact("denies", 1, "base-1w1"),)))
        assert self.ask(ann, table) is None
        ann.post(f"/api/tables/{table}/coach", warned=10)
        found = self.ask(ann, table)
        assert (found["before"], found["after"]) == (65, 45)
        assert "could already afford" in json.dumps(found["facts"])
        assert self.ask(ann, table, "buy 3a") is None
        assert ann.look(table)["table"]["practice"]
        ann.play(table, lambda moves: "take W U G")

    def test_the_card_that_is_left_is_marked(self, ann, table, verdict):
        rows = ann.look(table)["game"]["view"]["rows"]
        hidden = next(card.id for card in CARDS if card.id not in rows.values())
        verdict(Verdict(0.65, 0.45, (Fact("denies", 1, rows["2b"]), Fact("denies", 1, hidden))))
        ann.post(f"/api/tables/{table}/coach", warned=10)
        assert self.ask(ann, table)["left"] == {"place-2b": 1}

    @pytest.mark.parametrize("least", [5, 10, 20])
    def test_a_smaller_loss_is_not(self, ann, table, verdict, least):
        ann.post(f"/api/tables/{table}/coach", warned=least)
        verdict(Verdict(0.65, 0.65 - 0.009 * least))
        assert self.ask(ann, table) is None
        verdict(Verdict(0.65, 0.65 - 0.011 * least))
        found = self.ask(ann, table)
        assert found["before"] - found["after"] == pytest.approx(1.1 * least, abs=1)

    def test_nobody_waits_for_it(self, server, ann, table, monkeypatch):
        async def think(*_brief):
            await asyncio.Event().wait()

        monkeypatch.setattr(Bots, "weigh", think)
        monkeypatch.setattr(server.service(Hints), "patience", 0.01)
        ann.post(f"/api/tables/{table}/coach", warned=10)
        assert self.ask(ann, table) is None

    def test_it_is_refused_where_others_play(self, ann, ben, table):
        together = ann.create({"name": "Ann"}, {})
        ben.post(f"/api/tables/{together}/seats", name="Ben")
        assert ann.refused(f"/api/tables/{together}/coach", warned=10)[1] == "forbidden"
        assert ben.refused(f"/api/tables/{table}/coach", warned=10)[1] == "forbidden"


def test_a_bot_sees_what_is_let_go():
    """In the last round a card of one prestige brings a share of the victory; nothing else does."""
    cards = {n: [card.id for card in CARDS if card.prestige == n] for n in (3, 4, 5)}
    (cheap, *_others) = (c for c in CARDS if (c.level, c.prestige) == (1, 1))
    rival, own = (*cards[4][:3], cards[3][0]), (*cards[5][:2], cards[4][3])
    price = [colour for colour, n in zip(COLOURS, cheap.price, strict=True) for _token in range(n)]
    seats = [{"cards": " ".join(rival)}, {"cards": " ".join(own), "tokens": " ".join(price)}]
    game = position(rows={"1a": cheap.id}, seats=seats, nobles="", to_play=1)
    assert game.is_last_round
    good, bad = (
        weigh("guild", game.knowledge(1), [Move.of(move)]) for move in ("buy 1a", "reserve deck 1")
    )
    assert good.loss == 0
    assert bad.loss == pytest.approx(0.5)

"""Ways out of a game, the pace of the bots, and a few words at the table."""

import pytest

from kit import web
from kit.diary import Diary
from kit.documents import of_seats
from kit.server import Person, running, until
from parure import Rules, record
from parure.server.results.pages import result_values
from parure.server.settings import Limits
from parure.server.tables import events as happened
from parure.server.tables.table import CHANGES
from parure.server.tables.view import look
from parure.words.games import PHRASES

PAGE = {"Accept": "text/html", "Accept-Language": "en"}


@pytest.fixture
def table(ann, ben):
    """A game of two people that has begun."""
    made = ann.create({"name": "Ann"}, {})
    ben.post(f"/api/tables/{made}/seats", name="Ben")
    ann.play(made, lambda moves: moves[0])
    return made


def page(person, path):
    return person.http.get(path, headers=PAGE).text


class TestResigning:
    def test_the_other_wins_and_the_game_can_be_read_and_replayed(self, ann, ben, table):
        ann.post(f"/api/tables/{table}/resign")
        view = ben.look(table)
        assert (view["table"]["status"], view["you"]["moves"]) == ("over", [])
        game = view["game"]
        assert (game["view"]["to_play"], game["view"]["decision"]) == (None, None)
        assert (game["result"]["winners"], game["result"]["ended"]) == ([1], "resigned")
        end = page(ben, f"/tables/{table}")
        assert "<h1>You win</h1>" in end
        assert "Ann resigned." in end
        text = ann.http.get(f"/api/tables/{table}/record").text
        assert "# Ann resigned." in text
        assert len(record.loads(text)["moves"]) == 1
        for move in (0, 1):
            assert ann.get(f"/api/tables/{table}/replay/{move}")["game"]["view"]["turns"] == move
        assert ann.http.get(f"/api/tables/{table}/picture.svg").status_code == 200
        assert "Ben won" in page(ann, "/games")
        assert "base game, lost<" in page(ann, "/")

    def test_where_others_play_on_a_bot_takes_the_seat_for_good(self):
        diary = Diary(Rules(3))
        diary.add(happened.Resigned, seat=0, bot="novice")
        assert (diary.table.status, diary.table.bot_to_play) == ("playing", "novice")
        view = look(diary.table, "Ann")
        assert (view.you["seats"], view.you["may_return"]) == ([], [])
        assert view.table["seats"][0]["resigned"]
        assert not diary.table.may_return("Ann", 0)
        seat = diary.document("Ben")["table"]["seats"][0]
        assert (seat["resigned"], seat["bot"], seat["away"]) == (True, "novice", False)
        diary.add(happened.Resigned, seat=1, bot="novice")
        assert (diary.table.status, diary.table.winners) == ("over", (2,))

    def test_where_only_bots_are_left_nobody_wins(self, ann):
        made = ann.create({"name": "Ann"}, {"bot": "random"}, {"bot": "random"})
        ann.post(f"/api/tables/{made}/resign")
        assert ann.look(made)["game"]["result"]["winners"] == []
        assert "<h1>The game ended early</h1>" in page(ann, f"/tables/{made}")
        assert "ended early ·" in page(ann, "/games")

    def test_the_seat_can_be_named_where_one_has_several(self, ann):
        made = ann.create({"name": "Ann"}, {"name": "Ben"})
        ann.post(f"/api/tables/{made}/resign", seat=1)
        assert ann.look(made)["game"]["result"]["winners"] == [0]

    def test_strangers_do_not_resign_for_others(self, server, ann, ben, table):
        assert server.person().refused(f"/api/tables/{table}/resign")[1] == "forbidden"
        assert ben.refused(f"/api/tables/{table}/resign", seat=0)[1] == "forbidden"
        ann.post(f"/api/tables/{table}/resign")
        assert ben.refused(f"/api/tables/{table}/resign")[1] == "conflict"

    def test_hands_lie_open_only_when_it_is_over(self):
        diary = Diary(Rules(3))
        for move in ("reserve deck 1", "take W U G", "take W U G"):
            diary.move(move)
        diary.add(happened.Resigned, seat=1, bot="novice")
        assert look(diary.table, "Ben").game.view["seats"][0]["hand"] == ["?1"]
        diary.add(happened.Resigned, seat=2, bot="novice")
        assert look(diary.table, "Ben").game.view["seats"][0]["hand"] != ["?1"]


class TestAgreement:
    def test_the_game_ends_when_all_agree(self, ann, ben, table):
        ann.post(f"/api/tables/{table}/end", agree=True)
        assert of_seats(ben.look(table), "offers_end") == [True, False]
        ben.post(f"/api/tables/{table}/end", agree=True)
        result = ann.look(table)["game"]["result"]
        assert (result["winners"], result["ended"]) == ([], "agreed")
        assert "Ended by agreement: nobody wins." in page(ann, f"/tables/{table}")

    def test_whoever_declines_or_moves_plays_on(self, ann, ben, table):
        ann.post(f"/api/tables/{table}/end", agree=True)
        ben.post(f"/api/tables/{table}/end", agree=False)
        assert of_seats(ben.look(table), "offers_end") == [False, False]
        ann.post(f"/api/tables/{table}/end", agree=True)
        ben.play(table, lambda moves: moves[0])
        assert of_seats(ann.look(table), "offers_end") == [False, False]
        assert ann.look(table)["table"]["status"] == "playing"

    def test_an_offer_that_comes_again_is_one(self, ann, table):
        versions = {
            ann.post(f"/api/tables/{table}/end", agree=True)["version"] for _time in range(3)
        }
        assert len(versions) == 1

    def test_it_can_be_offered_so_often(self):
        diary = Diary()
        for _time in range(CHANGES - diary.table.changes["Ann"]):
            assert diary.table.may_change("Ann")
            diary.add(happened.Offered, seat=0)
            diary.add(happened.Declined, seat=1)
        assert not diary.table.may_change("Ann")


class TestGivingUp:
    def test_a_table_of_ones_own_is_gone(self, server, ann):
        made = ann.create({"name": "Ann"}, {"bot": "random"})
        assert ann.look(made)["you"]["may_abandon"]
        with server.person().watching(f"/api/tables/{made}/watch") as socket:
            socket.recv()
            assert ann.http.delete(f"/api/tables/{made}").status_code == 200
            error = until(socket, lambda message: "error" in message)["error"]
        assert error["code"] == "missing"
        assert made not in page(ann, "/games")
        assert made not in page(ann, "/")
        assert ann.http.get(f"/api/tables/{made}").status_code == 404

    def test_not_where_somebody_else_sits(self, server, ann, ben, table):
        for person in (ann, ben, server.person()):
            answer = person.http.delete(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
        assert not ann.look(table)["you"]["may_abandon"]

    def test_a_room_that_nobody_came_to(self, ann):
        made = ann.create({"name": "Ann"}, {})
        ann.http.delete(f"/api/tables/{made}")
        assert ann.http.get(f"/api/tables/{made}").status_code == 404

    def test_once_more_after_a_rematch_that_was_given_up(self, ann):
        made = ann.create({"name": "Ann"}, {"bot": "random"})
        ann.post(f"/api/tables/{made}/resign")
        first = ann.post(f"/api/tables/{made}/rematch")["table"]
        assert ann.post(f"/api/tables/{made}/rematch")["table"] == first
        ann.http.delete(f"/api/tables/{first}")
        assert ann.post(f"/api/tables/{made}/rematch")["table"] != first


class TestPace:
    def test_the_bots_change_theirs_during_the_game(self, ann):
        made = ann.create({"name": "Ann"}, {"bot": "random"}, pace="calm")
        ann.post(f"/api/tables/{made}/pace", pace="instant")
        assert ann.look(made)["table"]["options"]["pace"] == "instant"

    def test_only_players_change_it(self, server, ann, table):
        stranger = server.person()
        assert stranger.refused(f"/api/tables/{table}/pace", pace="calm")[1] == "forbidden"
        assert ann.refused(f"/api/tables/{table}/pace", pace="hasty")[0] == 422


class TestPhrases:
    def test_everybody_hears_it_and_nothing_is_kept(self, ann, ben, table):
        version = ann.look(table)["version"]
        with ben.watching(f"/api/tables/{table}/watch") as socket:
            socket.recv()
            ann.post(f"/api/tables/{table}/phrases", phrase="well_played")
            said = until(socket, lambda view: view["table"]["said"])["table"]["said"]
        assert [(one["seat"], one["phrase"]) for one in said] == [(0, "well_played")]
        assert ann.look(table)["version"] == version

    def test_an_open_page_hears_them_after_the_server_was_started_again(self, tmp_path):
        """It shows what has a higher number than all that it has shown."""
        token, numbers = None, []
        for _server in range(2):
            with running(tmp_path) as server:
                ann = Person(server.address, token)
                if token is None:
                    token, made = ann.token, ann.create({"name": "Ann"}, {"name": "Ben"})
                with ann.watching(f"/api/tables/{made}/watch") as socket:
                    for _time in range(2):
                        ann.post(f"/api/tables/{made}/phrases", phrase="hello")
                    said = until(socket, lambda view: len(view["table"]["said"]) == 2)
                    numbers += [one["number"] for one in said["table"]["said"]]
        assert numbers == sorted(set(numbers))

    def test_there_are_six_and_no_others(self, server, ann, table):
        assert len(PHRASES) == 6
        assert ann.refused(f"/api/tables/{table}/phrases", phrase="<b>hello</b>")[0] == 422
        stranger = server.person()
        assert stranger.refused(f"/api/tables/{table}/phrases", phrase="hello")[1] == "forbidden"

    def test_nobody_talks_without_end(self, tmp_path):
        with running(tmp_path, limits=Limits(wishes=(0.001, 2))) as server:
            ann = server.person()
            made = ann.create({"name": "Ann"}, {"name": "Ben"})
            for _time in range(2):
                ann.post(f"/api/tables/{made}/phrases", phrase="hello")
            assert ann.refused(f"/api/tables/{made}/phrases", phrase="hello")[1] == "busy"


@pytest.mark.parametrize("path", ["resign", "end", "pace", "phrases"])
def test_another_page_can_do_nothing(server, browser, path):
    made = browser.post("/api/tables", json={"seats": [{"name": "Ann"}, {}]}).json()["table"]
    forged = {"Origin": "http://evil.example"}
    body = {"agree": True} if path == "end" else {}
    answer = browser.post(f"/api/tables/{made}/{path}", json=body, headers=forged)
    assert answer.status_code == 403
    assert web.delete(f"{server.address}/api/tables/{made}", headers=forged).status_code == 403


def test_the_end_page_counts_what_was_on_the_table():
    diary = Diary()
    diary.move("take W U G")
    diary.add(happened.Resigned, seat=0, bot="novice")
    values = result_values(diary.table, look(diary.table, "Ann"))
    assert [one.won for one in values["scores"]] == [True, False]
    assert (values["outcome"], values["reason"]) == ("Ben wins", "Ann resigned.")
    shown = values["document"]
    assert (shown["table"]["status"], shown["you"]["moves"]) == ("over", [])
    assert shown["game"]["result"]["ended"] == "resigned"
    assert [seat["present"] for seat in shown["table"]["seats"]] == [True, True]

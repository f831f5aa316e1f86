"""The lobby of somebody who has played here: what goes on comes first, and once more is one tap."""

import re
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from kit.server import Person, running, until
from parure.bots import LADDER
from parure.server.lobby.play_now import days_in_a_row, play_now, rivalry_words
from parure.server.people.statistics import Won
from parure.server.play.lifecycle import Lifecycle
from parure.server.tables.names import public_id
from parure.server.web.vocabulary import bot_words, rating_of
from parure.server.workers.bots import Progress

PAGE = {"Accept": "text/html", "Accept-Language": "en"}


def lobby(person: Person, language: str = "en") -> str:
    return person.http.get("/", headers={**PAGE, "Accept-Language": language}).text


def test_newcomers_are_greeted_with_the_easiest_opponent_and_the_way_to_learn(ann):
    page = lobby(ann)
    assert "<h1>Welcome to Parure</h1>" in page
    assert "Against Novice, 1,030: a good first opponent." in page
    assert 'href="/learn">Learn it in five minutes' in page
    assert "an easier bot" not in page


def test_another_bot_is_on_offer_beside_the_one_that_fits(ann):
    page = ann.http.get("/?bot=guild", headers=PAGE).text
    assert "Against Guild, 1,600." in page
    easier, stronger = re.findall(r'href="/\?bot=(\w+)"', page)
    assert (easier, stronger) == ("goldsmith", "jeweller")
    assert "Against Novice" in ann.http.get("/?bot=nobody", headers=PAGE).text


def test_the_bot_that_fits_follows_from_the_results():
    ladder = [play_now({"novice": Won(n, n)}).bot for n in (0, 2, 8, 40)]
    assert ladder == sorted(ladder, key=LADDER.index)
    assert LADDER.index(ladder[-1]) > LADDER.index("merchant")
    even = {"guild": Won(30, 15)}
    assert play_now(even).bot == "guild"
    assert "you win about 4" in play_now(even).words
    assert LADDER.index(play_now({"guild": Won(40, 8)}).bot) < LADDER.index("guild")
    assert play_now({"somebody_elses": Won(8, 8)}).bot == "novice"


def test_a_game_lost_to_the_bot_is_told_in_the_greeting(ann):
    table = ann.create({"name": "Ann"}, {"bot": "novice"})
    ann.post(f"/api/tables/{table}/resign")
    assert "Novice leads 1 : 0 against you." in lobby(ann)


def test_who_leads_is_said_in_words():
    assert rivalry_words({"guild": Won(7, 4)}, "guild") == "You lead 4 : 3 against Guild."
    assert rivalry_words({"guild": Won(2, 1)}, "guild") == "You and Guild are level at 1 : 1."
    assert rivalry_words({"guild": Won(2, 1)}, "master") == ""


def test_days_in_a_row_count_up_to_today_or_yesterday(server, ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    ann.post(f"/api/tables/{table}/resign", seat=0)
    (game,) = server.sessions.lists.of_person(server.identities.person(ann.token))

    def on(*days: int) -> str:
        return days_in_a_row([replace(game, changed=game.changed - 86_400 * day) for day in days])

    assert on(0, 1, 1, 2) == on(1, 2, 3) == "3 days in a row."
    assert on(0, 2) == on(2, 3, 4) == ""


def test_games_that_wait_for_me_come_before_everything(server, ann, ben):
    theirs = ann.create({"name": "Ann"}, {"name": "Ben"})
    mine = ann.create({"name": "Ann"}, {})
    ben.post(f"/api/tables/{mine}/seats", name="Ben")
    ann.play(mine, lambda moves: moves[0])
    page = lobby(ben)
    assert ">Welcome back, Ben</h1>" in page
    assert 'data-morning="Good morning, Ben"' in page
    assert "1 game is waiting for you." in page
    assert page.index(f'href="/tables/{mine}">Continue') < page.index('id="create"')
    page = lobby(ann)
    assert page.index(f"/tables/{theirs}") < page.index(f'href="/tables/{mine}">View')
    assert "Ben to play" in page


def test_a_challenge_is_accepted_or_declined_at_the_top(tmp_path):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        played = ann.create({"name": "Ann"}, {}, rated=True, modules=["cities"])
        ben.post(f"/api/tables/{played}/seats", name="Ben")
        ben.post(f"/api/tables/{played}/resign")
        id = public_id(server.identities.person(ben.token))
        for way in ("seats", "decline"):
            assert "challenges you" not in lobby(ben)
            table = ann.post(f"/api/people/{id}/challenge", 201, name="Ann")["table"]
            page = lobby(ben)
            assert "Ann challenges you" in page
            assert "Cities" in page[page.index("Ann challenges you") :][:200]
            assert page.index(f'data-accept="{table}"') < page.index('id="play-now"')
            assert f'href="/tables/{table}"' not in page
            assert "challenges you" not in lobby(ann)
            assert "Ann challenges you" in ben.http.get("/lobby/tables", headers=PAGE).text
            ben.post(f"/api/tables/{table}/{way}", **({"name": "Ben"} if way == "seats" else {}))
        assert "challenges you" not in lobby(ben)


def test_the_lobby_says_how_many_people_are_here(tmp_path):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        assert '<p id="here" class="note"></p>' in lobby(ann)
        ben.get("/api/tables")
        assert '<p id="here" class="note">2 people are here</p>' in lobby(ann)


def test_a_game_of_long_ago_is_not_shown_any_more(server, ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    lists = server.sessions.lists
    listing = lists.get(table)
    for days, is_shown in ((29, True), (31, False)):
        lists.put(replace(listing, changed=listing.changed - days * 86_400))
        assert (f"/tables/{table}" in lobby(ann)) is is_shown
        assert (table in ann.http.get("/games", headers=PAGE).text) is is_shown
    assert ann.look(table)["table"]["status"] == "playing"


def test_the_same_again_is_one_tap_and_offered_once_for_each_company(ann):
    for _time in range(2):
        table = ann.create({"name": "Ann"}, {"name": "Ben"})
        ann.post(f"/api/tables/{table}/resign", seat=0)
    assert re.findall(r'data-again="([\w-]+)"', lobby(ann)) == [table]
    again = ann.post(f"/api/tables/{table}/rematch")["table"]
    assert ann.look(again)["table"]["status"] == "playing"


def test_bots_are_known_by_name_strength_and_rating(server, ann):
    assert rating_of("guild") == 1600
    ratings = [rating_of(bot) for bot in ("novice", "merchant", "guild", "master")]
    assert ratings == sorted(ratings)
    assert (rating_of("random"), rating_of("somebody_elses")) == (None, None)
    assert (bot_words("guild"), bot_words("somebody_elses")) == ("bot, strong · 1,600", "bot")
    assert f"Merchant · {rating_of('merchant'):,}</option>" in lobby(ann)
    assert "Marchand · 1" in lobby(ann, "fr")
    offered = {bot["name"]: bot["rating"] for bot in ann.get("/api/options")["bots"]}
    assert offered["guild"] == 1600


def test_a_room_that_is_closed_says_so_and_offers_no_seat(ann, ben):
    table = ann.create({"name": "Ann"}, {})
    session, watch = f"/tables/{table}", f"/api/tables/{table}/watch"
    assert "data-sit" in ben.http.get(session, headers=PAGE).text
    closed = "This table has been closed."
    with ben.watching(watch) as looking:
        ann.http.delete(f"/api/tables/{table}/seats/0").raise_for_status()
        until(looking, lambda message: message.get("error", {}).get("sentence") == closed)
        with pytest.raises(ConnectionClosed) as ended:
            looking.recv()
    assert ended.value.rcvd.code == 4404
    page = ben.http.get(session, headers=PAGE)
    assert page.status_code == 404
    assert closed in page.text
    assert "data-sit" not in page.text
    assert ben.refused(f"/api{session}/seats", name="Ben") == (404, "missing", closed)
    with ben.watching(watch) as late:
        until(late, lambda message: message["error"]["sentence"] == closed)


@pytest.mark.parametrize("path", ["/", "/lobby/tables"])
def test_a_first_start_says_how_far_it_is(server, ann, monkeypatch, path):
    sessions, lifecycle = server.sessions, server.service(Lifecycle)
    assert "<progress" not in ann.http.get(path, headers=PAGE).text
    monkeypatch.setattr(lifecycle._bots, "progress", Progress(3, 10, "guild"))
    page = ann.http.get(path, headers=PAGE).text
    assert "Preparing Guild (first time only). Games against it start" in page
    assert '<progress max="10" value="3"' in page
    monkeypatch.setattr(lifecycle, "is_new", True)
    assert "Guild" in ann.http.get(path, headers=PAGE).text.partition('id="progress"')[2][:300]
    sessions.ready.clear()
    try:
        assert "the rules (first time only)." in ann.http.get(path, headers=PAGE).text
    finally:
        sessions.ready.set()

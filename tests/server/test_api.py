"""The API as programs use it: make a table, sit down, look, move, undo, again."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.documents import of_seats
from kit.server import until
from parure import Game, record
from parure.server.tables.options import default_bot

BOT = {"bot": "random"}


def at_once(*calls):
    """Return what calls give that begin at the same time."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(call) for call in calls]]


@pytest.fixture
def table(ann, ben):
    """A running game of Ann, who begins, against Ben."""
    made = ann.create({"name": "Ann"}, {})
    ben.post(f"/api/tables/{made}/seats", name="Ben")
    return made


def test_the_options_name_what_can_be_chosen(ann):
    choices = ann.get("/api/options")
    assert choices["ready"] in (True, False)
    assert choices["editions"] == [2017, 2024]
    assert "random" in [bot["name"] for bot in choices["bots"]]


def test_a_table_waits_until_everybody_sits(ann, ben):
    table = ann.create({"name": "Ann"}, {})
    assert ann.look(table)["table"]["status"] == "waiting"
    assert ben.look(table)["you"]["seats"] == []
    ben.post(f"/api/tables/{table}/seats", name=" Ben\t ")
    view = ben.look(table)
    assert (view["table"]["status"], of_seats(view, "name")) == ("playing", ["Ann", "Ben"])
    own = view["you"]
    assert (own["seats"], own["seat"], own["moves"]) == ([1], 1, [])


def test_only_the_seat_to_play_gets_moves(ann, ben, table):
    assert ann.look(table)["you"]["moves"] == ann.get(f"/api/tables/{table}/moves")["moves"]
    assert "take W U G" in ann.look(table)["you"]["moves"]
    assert ben.get(f"/api/tables/{table}/moves")["moves"] == []


def test_a_move_is_made_and_seen_by_all(ann, ben, table):
    version = ann.look(table)["version"]
    answer = ann.move(table, "take w,u,g", version, key="k1")
    assert answer == {"table": table, "version": version + 1, "move": "take W U G"}
    seen = ben.look(table)
    assert seen["game"]["view"]["to_play"] == 1
    assert [(entry["seat"], entry["move"]) for entry in seen["game"]["log"]] == [(0, "take W U G")]
    assert seen["you"]["fresh"] == 0


def test_an_illegal_move_says_why(ann, table):
    version = ann.look(table)["version"]
    status, code, sentence = ann.refused(
        f"/api/tables/{table}/moves", move="take gold", version=version
    )
    assert (status, code) == (422, "illegal")
    assert sentence == "You can’t take gold: you get it by reserving a card."
    assert ann.look(table)["version"] == version


def test_an_old_tab_is_told_to_look_again(ann, ben, table):
    version = ann.look(table)["version"]
    ann.move(table, "take W U G", version)
    answer = ben.http.post(
        f"/api/tables/{table}/moves", json={"move": "take W U R", "version": version}
    )
    assert answer.status_code == 409
    assert answer.json()["error"] == {
        "code": "stale",
        "sentence": "The game has moved on: look again.",
        "version": version + 1,
    }


def test_a_retried_request_has_one_effect_and_the_same_answer(ann, ben, table):
    version = ann.look(table)["version"]
    first = ann.move(table, "take W U G", version, key="again")
    ben.play(table, lambda moves: moves[0])
    assert ann.move(table, "take W U G", version, key="again") == first
    made = [entry["move"] for entry in ann.look(table)["game"]["log"]]
    assert made.count("take W U G") == 1 + (made[1] == "take W U G")


def test_a_double_click_makes_one_move(ann, table):
    version = ann.look(table)["version"]
    clicks = [lambda: ann.move(table, "take W U G", version, key="click")] * 8
    answers = at_once(*clicks)
    assert answers == [answers[0]] * 8
    assert ann.look(table)["version"] == version + 1


def test_of_two_moves_at_once_one_is_made(ann, table):
    path, version = f"/api/tables/{table}/moves", ann.look(table)["version"]
    answers = at_once(
        lambda: ann.http.post(path, json={"move": "take W U G", "version": version}),
        lambda: ann.http.post(path, json={"move": "take U G R", "version": version}),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(ann.look(table)["game"]["log"]) == 1


def test_two_people_who_want_one_seat_get_a_seat_and_a_word(ann, server):
    table = ann.create({"name": "Ann"}, {}, {})
    path, (ben, cleo) = f"/api/tables/{table}/seats", (server.person() for _ in range(2))
    answers = at_once(
        lambda: ben.http.post(path, json={"name": "Ben", "seat": 1}),
        lambda: cleo.http.post(path, json={"name": "Cleo", "seat": 1}),
    )
    seated, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert seated.status_code == 200
    assert (refused.status_code, refused.json()["error"]["sentence"]) == (
        409,
        "This seat is taken.",
    )


def test_sitting_down_twice_takes_one_seat(ann, ben):
    table = ann.create({"name": "Ann"}, {}, {})
    first = ben.post(f"/api/tables/{table}/seats", name="Ben")
    assert ben.post(f"/api/tables/{table}/seats", name="Ben") == first
    assert of_seats(ben.look(table), "name") == ["Ann", "Ben", None]


def test_a_name_is_taken_once(ann, ben):
    table = ann.create({"name": "Ann"}, {}, {})
    assert ben.refused(f"/api/tables/{table}/seats", name="Ann")[:2] == (409, "conflict")


def test_nobody_moves_for_another(ann, ben, server, table):
    version = ann.look(table)["version"]
    stranger = server.person()
    path = f"/api/tables/{table}/moves"
    assert ben.refused(path, move="take W U G", version=version)[2] == "It’s not your turn."
    assert ben.refused(path, move="take W U G", version=version, seat=0)[1] == "forbidden"
    assert stranger.refused(path, move="take W U G", version=version)[1] == "forbidden"
    assert stranger.http.get(f"/api/tables/{table}", params={"seat": 0}).status_code == 403


def test_an_unknown_table_is_not_there(ann):
    assert ann.http.get("/api/tables/nothing").status_code == 404
    assert ann.refused("/api/tables/nothing/moves", move="pass", version=0)[1] == "missing"


def test_undo_until_a_card_is_revealed_or_another_has_acted(ann, ben, table):
    undo = f"/api/tables/{table}/undo"
    ann.play(table, lambda moves: "take W U G")
    view = ann.look(table)
    assert view["you"]["undoer"] == 0
    assert ben.look(table)["you"]["undoer"] is None
    assert ben.refused(undo, version=view["version"])[1] == "conflict"
    answer = ann.post(undo, version=view["version"], key="u")
    assert ann.post(undo, version=view["version"], key="u") == answer
    back = ann.look(table)
    assert (back["game"]["view"]["to_play"], back["game"]["log"]) == (0, [])
    ann.play(table, lambda moves: "reserve 1a")
    assert ann.look(table)["you"]["undoer"] is None
    ben.play(table, lambda moves: "take W U G")
    ann.play(table, lambda moves: "take W U G")
    ben.play(table, lambda moves: "take U G R")
    version = ann.look(table)["version"]
    assert ann.refused(undo, version=version)[1] == "conflict"
    assert ben.look(table)["you"]["undoer"] == 1


def test_a_game_against_a_bot_goes_to_the_end(ann):
    table = ann.create({"name": "Ann"}, BOT, modules=["orient", "strongholds"])
    chance = random.Random(3)
    with ann.watching(f"/api/tables/{table}/watch") as socket:
        for view in socket:
            if view["table"]["status"] == "over":
                break
            if view["you"]["moves"]:
                ann.move(table, chance.choice(view["you"]["moves"]), view["version"])
    assert view["game"]["result"]["winners"]
    text = ann.http.get(f"/api/tables/{table}/record").text
    again = Game.replay(record.loads(text))
    assert list(again.winners) == view["game"]["result"]["winners"]
    assert "Ann" in text
    assert ann.http.get(f"/api/tables/{table}/picture.svg").text.startswith("<svg")
    first = ann.get(f"/api/tables/{table}/replay/0")
    assert (first["game"]["log"], first["game"]["view"]["turns"]) == ([], 0)
    assert ann.http.get(f"/api/tables/{table}/replay/9999").status_code == 404
    listed = next(t for t in ann.get("/api/tables")["mine"] if t["table"] == table)
    assert (listed["status"], listed["winners"]) == ("over", view["game"]["result"]["winners"])


def test_what_is_for_finished_games_waits_for_the_end(ann, table):
    for path in ("record", "replay/0"):
        answer = ann.http.get(f"/api/tables/{table}/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")


def test_public_tables_are_listed_and_others_are_not(ann, ben):
    shown = ann.create({"name": "Ann"}, {}, public=True)
    hidden = ann.create({"name": "Ann"}, {})
    listed = [table["table"] for table in ben.get("/api/tables")["tables"]]
    assert shown in listed
    assert hidden not in listed
    mine = [table["table"] for table in ann.get("/api/tables")["mine"]]
    assert {shown, hidden} <= set(mine)


def test_the_maker_starts_with_bots_in_the_open_seats(ann, ben):
    table = ann.create({"name": "Ann"}, {}, {})
    assert ben.refused(f"/api/tables/{table}/start")[1] == "forbidden"
    ann.post(f"/api/tables/{table}/start", bot="random")
    view = ann.look(table)
    assert (view["table"]["status"], of_seats(view, "bot")) == (
        "playing",
        [None, "random", "random"],
    )
    assert of_seats(view, "name") == ["Ann", "Random", "Random 2"]


def test_when_the_maker_has_left_the_others_can_start(ann, ben):
    table = ann.create({"name": "Ann"}, {}, {})
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    assert [person.look(table)["you"]["may_start"] for person in (ann, ben)] == [True, False]
    ann.http.delete(f"/api/tables/{table}/seats/0").raise_for_status()
    assert ben.look(table)["you"]["may_start"]
    ben.post(f"/api/tables/{table}/start", bot="random")
    assert sorted(of_seats(ben.look(table), "name")) == ["Ben", "Random", "Random 2"]


def test_what_is_not_json_is_said_to_be_so(ann):
    headers = {"Content-Type": "application/json"}
    answer = ann.http.post("/api/tables", content="[[[", headers=headers)
    assert answer.status_code == 422
    assert answer.json()["error"]["sentence"] == "The request is not valid JSON."


def test_moves_of_an_unusual_form_are_read_or_refused_like_other_requests(ann):
    path = f"/api/tables/{ann.create({'name': 'Ann'}, {'name': 'Bea'}, order='fixed')}/moves"
    assert ann.get(path, seat=0) == ann.get(path)
    assert ann.get(path, seat=1)["moves"] == []
    move = {"move": ann.get(path)["moves"][0], "version": ann.get(path)["version"]}
    refused = [
        (path, {**move, "wish": 1}, "The request could not be understood: see wish."),
        (path, {**move, "version": "1"}, "The request could not be understood: see version."),
        (path, {"version": 1}, "The request could not be understood: see move."),
        (f"/api/tables/{'x' * 41}/moves", move, "The request could not be understood: see id."),
    ]
    for at, body, sentence in refused:
        assert ann.refused(at, **body) == (422, "invalid", sentence)
    answer = ann.http.post(path, content="[[[", headers={"Content-Type": "application/json"})
    assert answer.json()["error"]["sentence"] == "The request is not valid JSON."
    assert ann.http.get(path, params={"seat": 7}).status_code == 422
    assert ann.post(f"{path}?any=1", **move)["move"] == move["move"]


def test_the_last_one_to_leave_closes_the_table(ann, ben):
    table = ann.create({"name": "Ann"}, {}, {})
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    assert ben.http.delete(f"/api/tables/{table}/seats/0").status_code == 403
    ben.http.delete(f"/api/tables/{table}/seats/1").raise_for_status()
    assert of_seats(ann.look(table), "name") == ["Ann", None, None]
    ann.http.delete(f"/api/tables/{table}/seats/0").raise_for_status()
    assert ann.http.get(f"/api/tables/{table}").status_code == 404


def test_who_leaves_a_running_game_is_replaced_and_may_come_back(ann, ben, table):
    ben.http.delete(f"/api/tables/{table}/seats/1").raise_for_status()
    view = ben.look(table)
    assert (of_seats(view, "bot"), of_seats(view, "away")) == ([None, default_bot()], [False, True])
    assert (view["you"]["seats"], view["you"]["may_return"]) == ([], [1])
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    view = ben.look(table)
    assert (of_seats(view, "bot"), of_seats(view, "name")) == ([None, None], ["Ann", "Ben"])
    assert view["you"]["seats"] == [1]


def test_an_absent_person_is_replaced_by_the_others(ann, ben, server, table):
    path, watch = f"/api/tables/{table}/seats/1/bot", f"/api/tables/{table}/watch"
    assert server.person().refused(path)[1] == "forbidden"
    with ann.watching(watch) as page:
        with ben.watching(watch):
            until(page, lambda view: of_seats(view, "present") == [True, True])
            assert ann.refused(path)[2] == "Ben is still here."
        until(page, lambda view: view["you"]["may_replace"] == [1])
    ann.post(path)
    assert of_seats(ann.look(table), "bot") == [None, default_bot()]


def test_several_people_at_one_screen_have_a_curtain_before_secrets(ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    view = ann.look(table)
    own = view["you"]
    assert (own["seats"], own["seat"], own["curtain"]) == ([0, 1], 0, None)
    ann.move(table, "reserve deck 1", view["version"])
    own = ann.look(table)["you"]
    assert (own["seat"], own["curtain"], own["moves"]) == (None, 1, [])
    lifted = ann.look(table, seat=1)
    assert (lifted["you"]["seat"], lifted["you"]["curtain"]) == (1, None)
    ann.move(table, lifted["you"]["moves"][0], lifted["version"])
    assert ann.look(table)["you"]["curtain"] == 0


def test_a_rematch_keeps_the_seats(ann, ben, server):
    table = ann.create({"name": "Ann"}, {}, BOT)
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    assert ann.refused(f"/api/tables/{table}/rematch")[1] == "conflict"
    for person in (ann, ben):
        person.post(f"/api/tables/{table}/resign")
    made = ann.post(f"/api/tables/{table}/rematch")
    assert ben.post(f"/api/tables/{table}/rematch")["table"] == made["table"]
    assert ben.look(table)["table"]["rematch"] == made["table"]
    assert server.person().look(table)["table"]["rematch"] is None
    seats = ben.look(made["table"])
    assert (of_seats(seats, "name"), seats["you"]["may_return"]) == (["Ann", None, "Random"], [1])
    ben.post(f"/api/tables/{made['table']}/seats", name="Ben")
    assert ann.look(made["table"])["table"]["status"] == "playing"


def test_a_seat_of_a_rematch_is_kept_for_who_had_it(ann, ben, server):
    table = ann.create({"name": "Ann"}, {})
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    ann.post(f"/api/tables/{table}/resign")
    made = ann.post(f"/api/tables/{table}/rematch")["table"]
    stranger = server.person()
    page = stranger.http.get(f"/tables/{made}").text
    assert "kept for its previous player" in page
    assert "data-sit" not in page
    assert "kept for you" in (session := ben.http.get(f"/tables/{made}").text)
    assert "data-sit" in session
    assert stranger.refused(f"/api/tables/{made}/seats", name="Cleo", seat=1)[1] == "conflict"
    assert stranger.refused(f"/api/tables/{made}/seats", name="Cleo")[1] == "conflict"


def test_a_given_deal_is_only_for_oneself(ann):
    own = ann.create({"name": "Ann"}, BOT, seed=7)
    other = ann.create({"name": "Ann"}, BOT, seed=7)
    assert ann.look(own)["game"]["view"]["rows"] == ann.look(other)["game"]["view"]["rows"]
    body = {"seats": [{"name": "Ann"}, {}], "seed": 7}
    assert (
        ann.refused("/api/tables", **body)[2]
        == "You can choose the deal only at a private table without open seats."
    )


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"seats": [{"name": "Ann"}]}, "The request could not be understood: see seats."),
        ({"seats": [{"name": "Ann"}, {"bot": "nobody"}]}, "There is no bot “nobody”: choose from"),
        ({"seats": [{"name": "Ann", "bot": "random"}, {}]}, "A seat is for a bot or a person"),
        ({"seats": [{"name": "  "}, {}]}, "Enter your name."),
        ({"seats": [{"name": "A" * 25}, {}]}, "A name can have up to 24 characters."),
        ({"seats": [{"name": "A"}, {"name": "A"}]}, "Give everyone at the table a different name"),
        (
            {"seats": [{}, {}], "edition": 2017, "modules": ["cities", "orient"]},
            "The 2017 edition allows one module at a time",
        ),
        ({"seats": [{}, {}], "edition": 1999}, "The request could not be understood: see edition."),
        ({"seats": [{}, {}], "clock": {"minutes": 0}}, "Give the clock some time."),
        ({"seats": [{}, {}], "wish": 1}, "The request could not be understood: see wish."),
    ],
)
def test_options_that_make_no_sense_are_refused(ann, body, sentence):
    answer = ann.http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["sentence"].startswith(sentence)


def test_sentences_are_in_the_language_of_whoever_asks(ann):
    answer = ann.http.get(
        "/api/tables/x", headers={"Accept-Language": "tlh, fr-CA;q=0.9, en;q=0.1"}
    )
    english = ann.http.get("/api/tables/x", headers={"Accept-Language": "tlh"})
    assert answer.json()["error"]["sentence"] == "Cette table n’existe pas."
    assert english.json()["error"]["sentence"] == "There is no such table."
    assert answer.status_code == english.status_code == 404


def test_a_double_click_makes_one_table(ann):
    body = {"seats": [{"name": "Ann"}, {}], "key": "double"}
    made = at_once(*[lambda: ann.post("/api/tables", 201, **body)["table"]] * 6)
    assert made == [made[0]] * 6

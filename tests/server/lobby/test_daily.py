"""The deal of the day: the same for everybody, one game each, results compared."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import date, timedelta

import pytest

from kit.server import Person
from parure import MODULES, Game
from parure.server.lobby.daily import (
    daily_modules,
    daily_options,
    goals_of,
    page_values,
    results_of,
    today,
)

PAGE = {"Accept": "text/html", "Accept-Language": "en"}
MONDAY = date(2026, 11, 16)


def begin(person: Person, name: str) -> str:
    made: str = person.post("/api/daily", 201, name=name)["table"]
    return made


def test_it_follows_from_the_date_alone():
    options = daily_options(MONDAY, "Ann")
    assert options == daily_options(MONDAY, "Ann")
    assert options.seed == 1786082660237088
    week = [MONDAY + timedelta(days) for days in range(7)]
    assert len({daily_options(day, "Ann").seed for day in week}) == 7
    assert [daily_modules(day) for day in week[:6]] == [(), *((m,) for m in MODULES), MODULES]
    assert all(daily_options(day, "Ann").checked() for day in week)


def test_everybody_gets_the_same_cards_once(server, ann, ben):
    tables = [begin(person, name) for person, name in ((ann, "Ann"), (ben, "Ben"))]
    assert tables[0] != tables[1]
    sights = [person.look(table) for person, table in zip((ann, ben), tables, strict=True)]
    assert sights[0]["game"]["view"]["rows"] == sights[1]["game"]["view"]["rows"]
    assert [view["game"]["view"]["to_play"] for view in sights] == [0, 0]
    assert sights[0]["table"]["daily"] == today().isoformat()
    assert begin(ann, "Another") == tables[0]
    deal = daily_options(today(), "Ann")
    dealt = Game(2, deal.modules, deal.edition, deal.seed).snapshot()["rows"]
    assert sights[0]["game"]["view"]["rows"] == dealt
    assert sights[0]["table"]["options"]["seed"] is None


def test_nobody_begins_it_again(ann):
    table = begin(ann, "Ann")
    assert not ann.look(table)["you"]["may_abandon"]
    assert ann.http.delete(f"/api/tables/{table}").status_code == 403
    assert ann.refused(f"/api/tables/{table}/hint")[1] == "forbidden"


def test_results_are_compared_and_drawn(server):
    people = [server.person() for _ in range(2)]
    tables = [begin(person, name) for person, name in zip(people, ("Cleo", "Dan"), strict=True)]
    page = people[0].http.get("/daily", headers=PAGE).text
    assert f'href="/tables/{tables[0]}">Continue' in page
    assert "until the next deal" in page
    assert people[0].http.get(f"/tables/{tables[0]}/daily.svg").status_code == 409
    for person, table in zip(people, tables, strict=True):
        person.post(f"/api/tables/{table}/resign")
    page = people[0].http.get("/daily", headers=PAGE).text
    assert f"/tables/{tables[0]}/daily.svg" in page
    assert re.search(r">Dan</a></b><span>lost in \d round", page)
    assert 'class="own"><span class="serif">' in page
    picture = people[1].http.get(f"/tables/{tables[0]}/daily.svg?theme=night").text
    assert ElementTree.fromstring(picture).get("width") == "600"
    assert "Cleo" in picture
    assert "/daily" in people[0].http.get(f"/tables/{tables[0]}", headers=PAGE).text
    lobby = people[0].http.get("/", headers=PAGE).text
    assert "Deal of the day" in lobby
    assert "Your result: lost in" in lobby


def test_a_table_of_another_kind_has_no_such_picture(ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    ann.post(f"/api/tables/{table}/resign", seat=0)
    assert ann.http.get(f"/tables/{table}/daily.svg").status_code == 404


def test_who_wins_sooner_is_before_who_wins_later_and_who_loses(server, ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    ann.post(f"/api/tables/{table}/resign", seat=1)
    (game,) = ann.get("/api/tables")["mine"]
    listed = server.sessions.lists.of_person(server.identities.person(ann.token))[0]
    assert game["winners"] == [0]
    games = [
        replace(listed, table="late", turns=60),
        replace(listed, table="gave up", turns=4, winners=(1,), prestige=(1, 0)),
        replace(listed, table="lost", turns=50, winners=(1,), prestige=(9, 15)),
        replace(listed, table="soon", turns=40),
        replace(listed, table="practice", turns=30, practice=True),
        replace(listed, table="running", status="playing"),
    ]
    assert [one.table for one in results_of(games)] == [
        "soon",
        "late",
        "lost",
        "gave up",
        "practice",
    ]
    scores = {one.table: one.score for one in results_of(games)}
    assert (scores["gave up"], scores["lost"]) == ("", "9 : 15")
    assert scores["practice"] == " : ".join(map(str, listed.prestige))


def test_the_page_has_the_week_so_far_and_the_best_game_of_yesterday(server, ann):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    ann.post(f"/api/tables/{table}/resign", seat=1)
    listed = server.sessions.lists.of_person(server.identities.person(ann.token))[0]
    won, lost = replace(listed, mine=(0,)), replace(listed, winners=(1,), mine=(0,))
    others = replace(listed, table="theirs", mine=())
    wednesday = MONDAY + timedelta(2)
    games = {MONDAY: [lost], MONDAY + timedelta(1): [won], wednesday: [others]}
    values = page_values(wednesday, lambda day: games.get(day, []))
    states = ["lost", "won", "today", "to come", "to come", "to come", "to come"]
    assert [one.state for one in values["week"]] == states
    assert values["week_words"] == "This week: 1 of 2 won"
    assert (values["yesterday"].table, values["won"]) == (table, 1)
    assert values["until"] == "2026-11-19T00:00:00Z"


def test_the_page_shows_the_goals_of_the_deal():
    deal = daily_options(MONDAY, "Ann")
    dealt = Game(2, deal.modules, deal.edition, deal.seed).snapshot()
    assert goals_of(MONDAY) == (tuple(dealt["nobles"]), ())


@pytest.mark.parametrize("body", [{"name": ""}, {}, {"name": "Ann", "seed": 1}, {"name": "\u200b"}])
def test_nothing_but_a_name_is_said(server, body):
    assert server.person().refused("/api/daily", **body)[0] == 422


def test_a_made_up_deal_is_not_that_of_the_day(ann):
    body = {"seats": [{"name": "Ann"}, {"bot": "random"}], "key": f"daily {today()}"}
    table = ann.post("/api/tables", 201, **body)["table"]
    assert ann.look(table)["table"]["daily"] is None
    assert ann.post("/api/daily", 201, name="Ann")["table"] != table
    assert ann.refused("/api/tables", **body, daily=today().isoformat())[0] == 422

"""The quick match: people who look for a game at the same time are led to one table."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest
from websockets.exceptions import ConnectionClosed

from kit.documents import of_seats
from kit.postgres import has_postgres
from kit.server import Person, running
from kit.stores import InPostgres
from kit.waiting import eventually
from parure.server.lobby.quick_match import QuickMatch
from parure.server.lobby.waiting_people import Waiting, paired
from parure.server.tables.names import public_id

pytestmark = pytest.mark.usefixtures("english")

BASE, CITIES, ALL = (), ("cities",), ("cities", "trading_posts", "orient", "strongholds")


def waiting(rating=1500.0, accepts=(BASE,), since=0.0, name="Ann"):
    return Waiting("alone", name, rating, accepts, since)


def matches(queue):
    """Return who plays whom."""
    return {frozenset(one.match.people) for one in queue.values() if one.match is not None}


def test_a_thousand_people_are_paired_and_nobody_twice():
    random = Random(7)
    queue = {f"person {n}": waiting(random.gauss(1500, 200)) for n in range(1000)}
    found = paired(queue, now=60.0)
    often = Counter(person for match in matches(found) for person in match)
    assert (len(matches(found)), set(often), set(often.values())) == (500, set(queue), {1})
    assert len({one.match.key for one in found.values()}) == 500
    assert paired(found, now=61.0) == found


def test_the_closest_rating_is_chosen_in_a_range_that_widens():
    queue = {"ann": waiting(1500), "ben": waiting(1900), "cleo": waiting(1600, since=1.0)}
    assert matches(paired(queue, now=1.0)) == {frozenset(("ann", "cleo"))}
    del queue["cleo"]
    assert matches(paired(queue, now=1.0)) == set()
    assert matches(paired(queue, now=20.0)) == {frozenset(("ann", "ben"))}


def test_both_accept_the_modules():
    queue = {"ann": waiting(accepts=(BASE, CITIES, ALL)), "ben": waiting(accepts=(ALL,))}
    assert paired(queue, now=0.0)["ben"].match.modules == ALL
    queue["ben"] = waiting(accepts=(("orient",),))
    assert matches(paired(queue, now=90.0)) == set()


def test_people_do_not_meet_those_they_block():
    queue = {"ann": replace(waiting(), blocks=(public_id("ben"),)), "ben": waiting()}
    assert matches(paired(queue, now=90.0)) == set()
    assert matches(paired({**queue, "cleo": waiting()}, now=90.0)) == {frozenset(("ann", "cleo"))}


def test_two_people_of_one_name_can_be_told_apart():
    queue = {"ann": waiting(name="Guest"), "ben": waiting(name="Guest")}
    assert paired(queue, now=0.0)["ann"].match.names == ("Guest", "Guest 2")


QUICK = "/api/quick?name={}&accepts="


def test_two_people_who_look_sit_at_one_table(server, ann, ben):
    with ann.watching(QUICK.format("Ann")) as here, ben.watching(QUICK.format("Ben")) as there:
        table = here.next()["table"]
        assert there.next() == {"table": table}
    view = ann.look(table)
    assert view["table"]["status"] == "playing"
    assert set(of_seats(view, "name")) == {"Ann", "Ben"}
    options = view["table"]["options"]
    assert (options["rated"], options["modules"], options["clock"]["minutes"]) == (True, [], 15)


def test_nobody_meets_themselves_and_all_their_pages_lead_to_one_table(server, ann, ben):
    with ExitStack() as stack:
        pages = [stack.enter_context(ann.watching(QUICK.format("Ann"))) for _tab in range(2)]
        pages.append(stack.enter_context(ben.watching(QUICK.format("Ben"))))
        (table,) = {page.next()["table"] for page in pages}
    with ann.watching(QUICK.format("Ann")) as late:
        assert late.next() == {"table": table}
    assert [one["table"] for one in ann.get("/api/tables")["mine"]] == [table]


def test_a_table_with_a_made_up_key_is_no_quick_match(ann, ben):
    made = ann.post("/api/tables", 201, seats=[{"name": "Ann"}, {}], key="quick match 1")["table"]
    with ann.watching(QUICK.format("Ann")) as here, ben.watching(QUICK.format("Ben")):
        assert here.next()["table"] != made


def test_whoever_closes_the_page_waits_no_more(server, ann, ben):
    queue = server.service(QuickMatch)
    with ann.watching(QUICK.format("Ann")):
        eventually(lambda: [one.name for one in queue.others("ben")] == ["Ann"])
    eventually(lambda: queue.others("ben") == [])


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("Ann&accepts=chess", "at least one"),
        ("%E2%80%8B&accepts=", "name"),
        ("Ann&accepts=,", "one"),
    ],
)
def test_what_nobody_can_play_is_refused_with_a_sentence(ann, query, words):
    with ann.watching(f"/api/quick?name={query}") as page:
        assert words in page.next()["error"]["sentence"]
        with pytest.raises(ConnectionClosed):
            page.next()


def test_programs_do_not_take_part(server, ann):
    token = ann.post("/api/programs", 201, name="Cutter")["token"]
    with Person(server.address, token).watching(QUICK.format("Cutter")) as page:
        assert "for people" in page.next()["error"]["sentence"]


@pytest.mark.verify
@pytest.mark.skipif(not has_postgres(), reason="there is no PostgreSQL here")
def test_people_at_two_processes_are_paired_once(postgres, tmp_path):
    database = InPostgres(postgres.address()).address
    with ExitStack() as stack:
        stack.enter_context(patch("parure.server.play.cluster._LEASE", 600.0))
        servers = [
            stack.enter_context(running(tmp_path / name, database=database))
            for name in ("one", "two")
        ]
        for server in servers:
            eventually(lambda server=server: len(server.sessions.cluster.living) == 2)
        people = [servers[n % 2].person() for n in range(6)]
        # The first has a page open at both, the others at one.
        pages = [
            stack.enter_context(person.watching(QUICK.format(f"Person{n}")))
            for n, person in enumerate([*people, Person(servers[1].address, people[0].token)])
        ]
        tables = [page.next()["table"] for page in pages]
        assert tables[0] == tables[-1]
        assert set(Counter(tables[:-1]).values()) == {2}
        for person, table in zip(people, tables, strict=False):
            eventually(lambda p=person, t=table: p.look(t)["table"]["status"] == "playing")
            assert [one["table"] for one in person.get("/api/tables")["mine"]] == [table]

"""People one has played with: followed, here or not, challenged, blocked."""

import pytest

from kit.server import running
from kit.waiting import eventually
from parure.server.people.friends import Friends
from parure.server.people.presence import Presence
from parure.server.tables.names import public_id


@pytest.fixture
def served(place, tmp_path):
    """A server on which Ann and Ben have finished a game."""
    database = place.address if place.kind == "postgres" else None
    with running(tmp_path, database=database) as server:
        ann, ben = server.person(), server.person()
        table = ann.create({"name": "Ann"}, {}, rated=True, modules=["cities"])
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        ann.post(f"/api/tables/{table}/resign")
        yield server, ann, ben


def secret(server, person):
    return server.identities.person(person.token)


def id_of(server, person):
    return public_id(secret(server, person))


def choose(person, id, what, on):
    answer = person.http.post(f"/api/people/{id}/{what}", json={f"{what}s": on})
    assert answer.status_code == 204, answer.text


def known(server, person):
    """Return the names of those whom a person follows, has met, and blocks."""
    lists = server.do(server.service(Friends).known_to(secret(server, person)))
    return tuple([one.name for one in people] for people in lists)


def test_whom_one_has_met_one_may_follow(served):
    server, ann, ben = served
    assert known(server, ann) == ([], ["Ben"], [])
    assert known(server, server.person()) == ([], [], [])
    choose(ann, id_of(server, ben), "follow", on=True)
    assert known(server, ann) == (["Ben"], [], [])
    assert known(server, ben) == ([], ["Ann"], [])
    assert ann.get("/api/people/me")["contact"]["follows"] == [id_of(server, ben)]
    (friend,), _met, _blocked = server.do(server.service(Friends).known_to(secret(server, ann)))
    assert (friend.games, friend.won) == (1, 0)
    choose(ann, id_of(server, ben), "follow", on=False)
    assert known(server, ann) == ([], ["Ben"], [])
    assert ann.refused("/api/people/nobody/follow", follows=True)[1] == "missing"


def test_one_sees_whether_they_are_here_unless_they_block(served):
    server, ann, ben = served

    def sees():
        page = ann.http.get("/people/friends", headers={"Accept-Language": "en"}).text
        return "here now" in page

    choose(ann, id_of(server, ben), "follow", on=True)
    assert sees()
    choose(ben, id_of(server, ann), "block", on=True)
    assert not sees()


def test_a_challenge_keeps_a_seat_under_the_rules_of_the_last_game(served):
    server, ann, ben = served
    id = id_of(server, ben)
    table = ann.post(f"/api/people/{id}/challenge", 201, name="Ann")["table"]
    assert table in {one["table"] for one in ben.get("/api/tables")["mine"]}
    cleo = server.person()
    assert cleo.refused(f"/api/tables/{table}/seats", name="Cleo")[1] == "conflict"
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    assert server.sessions.lists.get(table).modules == ("cities",)
    own = id_of(server, ann)
    assert ann.refused(f"/api/people/{own}/challenge", name="Ann")[1] == "missing"
    assert ann.refused("/api/people/nobody/challenge", name="Ann")[1] == "missing"


def test_whom_one_blocks_is_kept_away(served):
    server, ann, ben = served
    friends = server.service(Friends)
    assert friends.may_meet(secret(server, ann), secret(server, ben))
    choose(ben, id_of(server, ann), "follow", on=True)
    choose(ben, id_of(server, ann), "block", on=True)
    assert known(server, ben) == ([], [], ["Ann"])
    for one, other in ((ann, ben), (ben, ann)):
        assert not friends.may_meet(secret(server, one), secret(server, other))
        refusal = one.refused(f"/api/people/{id_of(server, other)}/challenge", name="Me")
        assert refusal[1] == "forbidden"
        (last,) = one.get("/api/tables")["mine"]
        assert one.refused(f"/api/tables/{last['table']}/rematch")[1] == "forbidden"
    choose(ben, id_of(server, ann), "block", on=False)
    ann.post(f"/api/people/{id_of(server, ben)}/challenge", 201, name="Ann")


def test_nothing_is_left_of_who_was_forgotten(served):
    server, ann, ben = served
    choose(ann, id_of(server, ben), "follow", on=True)
    choose(ben, id_of(server, ann), "follow", on=True)
    assert ben.http.delete("/api/people/me").status_code == 204
    assert known(server, ann) == ([], [], [])


@pytest.mark.verify
def test_another_process_tells_who_is_here(in_postgres, tmp_path):
    with (
        running(tmp_path / "one", database=in_postgres.address) as one,
        running(tmp_path / "two", database=in_postgres.address) as two,
    ):
        ann, ben = one.person(), two.person()
        table = ann.create({"name": "Ann"}, {}, rated=True)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        ben.post(f"/api/tables/{table}/resign")
        choose(ann, id_of(two, ben), "follow", on=True)
        friends, person = one.service(Friends), secret(one, ann)

        def is_here():
            ben.get("/api/tables")
            two.service(Presence).tell()
            (friend,), _met, _blocked = one.do(friends.known_to(person))
            return friend.is_here

        assert eventually(is_here)

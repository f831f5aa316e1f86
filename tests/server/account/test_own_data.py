"""Whoever wants to be forgotten is: nothing that is kept names them, and their games count for the others."""

from kit.documents import of_seats
from kit.server import Person, done, running
from kit.waiting import eventually
from parure.puzzles import puzzles
from parure.server.people.service import People
from parure.server.security.identity import Identities
from parure.server.store.documents import Files
from parure.server.tables.names import NOBODY, public_id


def resigned(ann, ben, **options):
    """Return a rated game that Ann has given up."""
    table = ann.create({"name": "Annabel the First"}, {}, rated=True, **options)
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    ann.post(f"/api/tables/{table}/resign")
    return table


def forget(person, status=204):
    answer = person.http.delete("/api/people/me")
    assert answer.status_code == status, answer.text
    return answer


def test_nothing_names_who_was_forgotten(tmp_path):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        secret = server.identities.person(ann.token)
        tables = [resigned(ann, ben) for _ in range(2)]
        closed = ann.create({"name": "Annabel the First"}, {})
        ann.http.delete(f"/api/tables/{closed}/seats/0")
        ann.post(f"/api/puzzles/{puzzles()[0].number}/answer", move=None)
        guest = ann.post("/api/programs", 201, name="Annabel's program")
        code = ann.post("/api/devices/link")["code"]
        for id, person in ((public_id(secret), ben), (rated_id(server, ben), ann)):
            assert person.http.post(f"/api/people/{id}/report").status_code == 204
        before = server.service(People).rating(*rated(server, ben))
        answer = forget(ann)
        assert secret not in answer.headers["set-cookie"]
        assert ben.refused("/api/devices", code=code)[1] == "missing"
        assert server.service(People).rating(*rated(server, ben)).points == before.points
    names = [path for path in tmp_path.rglob("*") if path.is_file()]
    for path in names:
        content = path.read_bytes()
        assert b"Annabel" not in content, path.name
        assert secret.encode() not in content, path.name
        assert public_id(secret).encode() not in content, path.name
    with running(tmp_path) as server:
        ann, ben = Person(server.address, ann.token), Person(server.address, ben.token)
        for table in tables:
            view = ben.look(table)
            assert sorted(of_seats(view, "name")) == ["Ben", NOBODY]
            assert view["table"]["status"] == "over"
        assert ann.get("/api/people/me")["tables"] == []
        assert ben.http.get(f"/people/{public_id(secret)}").status_code == 404
        assert len(ben.get("/api/people/me")["rated"]) == 2
        assert all(one["name"] != NOBODY for one in ben.get("/api/people"))
        assert Person(server.address, guest["token"]).http.get("/api/tables").status_code == 401


def test_nobody_is_shown_a_name_that_they_have_seen_before(tmp_path):
    with running(tmp_path, review_bot="guild:1") as server:
        ann, ben = server.person(), server.person()
        table = ann.create({"name": "Annabel the First"}, {}, rated=True)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        begins = ann if ann.look(table)["you"]["moves"] else ben  # The seats are drawn.
        begins.play(table, lambda moves: moves[0])
        ann.post(f"/api/tables/{table}/resign")
        eventually(lambda: ben.get(f"/tables/{table}/review/state")["state"] != "working")
        paths = [
            f"/api/tables/{table}/replay/1",
            *(f"/tables/{table}/{page}" for page in ("replay", "review")),
        ]
        assert [path for path in paths if "Annabel" not in ben.http.get(path).text] == []
        assert ben.http.get(paths[0]).headers["cache-control"] == "no-store"
        forget(ann)
        assert [path for path in paths if "Annabel" in ben.http.get(path).text] == []


def test_a_name_that_only_the_plan_of_a_table_had_is_not_shown(tmp_path):
    with running(tmp_path) as server:
        ann, ben, cat, dan = (server.person() for _ in range(4))
        table = ann.create({"name": "Annabel the First"}, {}, {}, rated=True)
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        ann.http.delete(f"/api/tables/{table}/seats/0")
        cat.post(f"/api/tables/{table}/seats", name="Cat")
        dan.post(f"/api/tables/{table}/seats", name="Dan")
        for person in (ben, cat):
            person.post(f"/api/tables/{table}/resign")
        for path in (f"/api/tables/{table}/replay/0", f"/tables/{table}/replay"):
            answer = ben.http.get(path)
            assert (answer.status_code, "Annabel" in answer.text) == (200, False)


def rated_id(server, person):
    return public_id(server.identities.person(person.token))


def rated(server, person):
    """Return a person and the list they are on."""
    return server.service(People).find(rated_id(server, person)), "base"


def test_games_that_run_are_ended_first(tmp_path):
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"bot": "random"})
        assert "finish or leave" in forget(ann, 409).json()["error"]["sentence"]
        assert of_seats(ann.look(table), "name")[0] == "Ann"


def test_whoever_is_not_forgotten_keeps_their_programs_as_they_were(tmp_path):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        made = ann.post("/api/programs", 201, name="Annabel's program")
        program = Person(server.address, made["token"])
        table = resigned(program, ben)
        before = program.get("/api/people/me")
        ann.create({"name": "Ann"}, {"bot": "random"})
        forget(ann, 409)
        assert program.get("/api/people/me") == before
        assert NOBODY not in of_seats(ben.look(table), "name")


def test_other_devices_are_somebody_else(tmp_path):
    identities = Identities.open(Files(tmp_path))
    device = done(identities.devices.add("ann", "Firefox"))
    token = identities.token("ann", device)
    assert identities.person(token) == "ann"
    done(identities.devices.forget("ann"))
    assert identities.person(token) is None
    assert "ann" not in (tmp_path / "devices.json").read_text()

"""The list of people and bots, and the page of a person: what is told, and what is not."""

import html
import re

import pytest
from typer.testing import CliRunner

from kit.server import running
from parure.cli import app
from parure.server.house.people import Player, public_id
from parure.server.views.people.leaderboard import leaderboard_values, signed

PAGE = {"Accept": "text/html", "Accept-Language": "en"}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server with six rated games: Ann has lost five, one of them with modules."""
    with running(tmp_path_factory.mktemp("rated")) as server:
        ann, ben = server.person(), server.person()
        tables = []
        for number in range(6):
            modules = ["cities"] if number == 3 else []
            table = ann.create({"name": "Ann <b>"}, {}, rated=True, modules=modules)
            ben.post(f"/api/tables/{table}/seats", name="Ben")
            (ben if number == 1 else ann).post(f"/api/tables/{table}/resign")
            tables.append(table)
        yield server, ann, ben, tables


def secret(server, person):
    return server.app.state.identities.read(person.token).person


def address(server, person):
    return f"/people/{public_id(secret(server, person))}"


def text(person, path, language="en"):
    """Return what a page says, without its tags."""
    answer = person.http.get(path, headers={**PAGE, "Accept-Language": language})
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_the_list_can_be_narrowed_and_says_who_one_is(served):
    server, ann, _ben, _tables = served
    every = text(ann, "/people")
    assert every.index("Master") < every.index("Ben") < every.index("Novice")
    assert "Ann <b> you" in every
    assert "Master" not in text(ann, "/people?who=people")
    assert "Ben" not in text(ann, "/people?who=bots")
    assert "Nobody has finished five rated games" in text(ann, "/people?pool=modules&who=people")
    assert "Personnes et bots" in text(ann, "/people", "fr")
    page = ann.http.get("/people", headers=PAGE).text
    assert f'href="{address(server, ann)}"' in page
    assert ann.http.get("/people?pool=all", headers=PAGE).status_code == 422


def test_a_person_has_a_page(served):
    server, ann, ben, tables = served
    found = text(ben, address(server, ann))
    assert "6 rated games" in found
    assert "1 won of 6" not in found  # The figure stands below its words for who listens.
    assert "won of 6 1" in found
    assert "longest streak 1" in found
    assert "Base game 1 of 5 20 %" in found.replace("\u202f", " ")
    assert "Cities 0 of 1" in found
    assert "People 1 of 6" in found
    assert "Lost to Ben" in found
    assert "Beat Ben" in found
    assert "Rated after 5 games." in text(ann, f"{address(server, ann)}?pool=modules")
    page = ben.http.get(address(server, ann), headers=PAGE).text
    assert page.index(tables[-1]) < page.index(tables[0])
    assert "rating-line" in page
    assert '<a href="/people" aria-current="true">' in page
    assert ann.http.get("/people/me").headers["Location"] == address(server, ann)
    assert server.person().http.get("/people/me").headers["Location"] == "/people"
    assert ann.http.get("/people/nobody", headers=PAGE).status_code == 404


def test_the_end_leads_to_those_who_played(served):
    server, ann, ben, tables = served
    page = ann.http.get(f"/tables/{tables[-1]}", headers=PAGE).text
    for person in (ann, ben):
        assert f'href="{address(server, person)}"' in page
    unrated = ann.create({"name": "Ann"}, {"bot": "random"}, pace="calm")
    ann.post(f"/api/tables/{unrated}/resign")
    assert "/people/" not in ann.http.get(f"/tables/{unrated}", headers=PAGE).text


def test_no_secret_is_shown(served):
    server, ann, ben, tables = served
    secrets = [secret(server, one) for one in (ann, ben)]
    for path in ("/people", "/api/people", address(server, ann), f"/tables/{tables[0]}"):
        for viewer in (ann, ben, server.person()):
            shown = viewer.http.get(path, headers=PAGE)
            assert shown.status_code == 200
            assert not any(one in shown.text for one in secrets)
    assert "<b>" not in ben.http.get(address(server, ann), headers=PAGE).text


def test_everybody_can_take_their_data_along(served):
    server, ann, ben, tables = served
    answer = ann.http.get("/api/people/me")
    assert "attachment" in answer.headers["Content-Disposition"]
    own = answer.json()
    assert f"/people/{own['id']}" == address(server, ann)
    assert {table["table"] for table in own["tables"]} >= set(tables)
    assert [game["table"] for game in own["rated"]] == tables
    assert [game["won"] for game in own["rated"]] == [number == 1 for number in range(6)]
    assert secret(server, ben) not in answer.text
    assert server.person().get("/api/people/me") | {"id": ""} == {
        "id": "",
        "tables": [],
        "rated": [],
        "puzzles": [],
    }


def test_a_person_with_ten_thousand_games_has_a_page(served, monkeypatch):
    server, ann, ben, _tables = served
    people = server.house.people
    player = Player("person", secret(server, ann))
    monkeypatch.setitem(people._of_player, player, people.games(player) * 1700)
    page = ben.http.get(address(server, ann), headers=PAGE)
    assert page.status_code == 200
    assert len(page.content) < 60_000


def test_who_runs_the_server_gives_another_name(served):
    server, ann, ben, _tables = served
    data, id = server.house.settings.data, public_id(secret(server, ann))
    command = ["people", "rename", "--data", str(data), "--lang", "en"]
    assert CliRunner().invoke(app, [*command, id, "Somebody"]).exit_code == 0
    assert "Somebody" in text(ben, address(server, ann))
    assert "Lost to Somebody" in text(ann, address(server, ben))
    assert "Somebody" in [one["name"] for one in ann.get("/api/people")]
    assert CliRunner().invoke(app, [*command, id, ""]).exit_code == 0
    assert "Somebody" not in text(ben, address(server, ann))
    assert CliRunner().invoke(app, [*command, id, ""]).exit_code == 0
    for wrong in (["../x", "Bo"], [id, " "], [id, "a" * 99]):
        assert CliRunner().invoke(app, [*command, *wrong]).exit_code != 0
    (data / "names.json").write_text("nonsense")
    assert "Ann" in text(ben, address(server, ann))
    assert CliRunner().invoke(app, [*command, id, "Bo"]).exit_code != 0
    assert (data / "names.json").read_text() == "nonsense"
    (data / "names.json").unlink()


def test_an_improper_name_is_reported_once_by_each(served):
    server, ann, ben, _tables = served
    data, id = server.house.settings.data, public_id(secret(server, ann))
    command = ["people", "--data", str(data), "--lang", "en"]

    def reports():
        return CliRunner().invoke(app, [command[0], "reports", *command[1:]]).output.split()

    assert "This name is improper" in text(ben, address(server, ann))
    assert "This name is improper" not in text(ann, address(server, ann))
    for person in (ben, ben, server.person()):
        assert person.http.post(f"/api/people/{id}/report").status_code == 204
    assert ben.refused("/api/people/nobody/report")[:2] == (404, "missing")
    assert reports() == [id, "2", "Ann", "<b>"]
    rename = [command[0], "rename", *command[1:], id, ""]
    assert CliRunner().invoke(app, rename).exit_code == 0
    assert reports() == []
    (data / "reports.json").write_text("nonsense")
    assert ben.refused(f"/api/people/{id}/report")[1] == "unavailable"
    (data / "reports.json").unlink()


def test_an_empty_list_has_a_scale():
    assert leaderboard_values([], "base", "all", "me")["lines"] == []
    assert (signed(0.2), signed(-12.7)) == ("±0", "−13")

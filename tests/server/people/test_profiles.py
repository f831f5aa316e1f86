"""The list of people and bots, and the page of a person: what is told, and what is not."""

import html
import re
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from kit.server import apart, running
from parure.cli import app
from parure.server.lobby.game_lists import returning_values
from parure.server.people.leaderboard import change_words, leaderboard_values
from parure.server.people.service import People, Player
from parure.server.settings import Settings
from parure.server.tables.names import public_id

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
    return server.identities.read(person.token).person


def address(server, person):
    return f"/people/{public_id(secret(server, person))}"


def text(person, path, language="en"):
    """Return what a page says, without its tags."""
    answer = person.http.get(path, headers={**PAGE, "Accept-Language": language})
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_a_bot_has_a_page_of_its_own(served):
    _server, ann, _ben, _tables = served
    assert 'href="/people/bots/champion"' in ann.http.get("/people", headers=PAGE).text
    champion = text(ann, "/people/bots/champion")
    assert "Champion bot, the strongest ·" in champion
    assert "Arena results by opponent Banker · base game" in champion
    assert "Base game 1,600 fixed" in text(ann, "/people/bots/guild")
    assert "Résultats dans l’arène, par adversaire Banquier" in text(
        ann, "/people/bots/champion", "fr"
    )
    assert champion.count("Banker · Orient · 2017") == 1
    assert len(re.findall(r"Banker · base game [0-9]+% [0-9.]+ of", champion)) == 1
    assert ann.http.get("/people/bots/nobody", headers=PAGE).status_code == 404


def test_the_list_can_be_narrowed_and_says_who_one_is(served):
    server, ann, _ben, _tables = served
    every = text(ann, "/people")
    assert every.index("Master") < every.index("Ben") < every.index("Novice")
    assert "Ann <b> you" in every
    assert "Master" not in text(ann, "/people?who=people")
    assert "Ben" not in text(ann, "/people?who=bots")
    assert "Nobody has finished five rated games" in text(ann, "/people?pool=modules&who=people")
    assert "Classement" in text(ann, "/people", "fr")
    page = ann.http.get("/people", headers=PAGE).text
    assert f'href="{address(server, ann)}"' in page
    assert ann.http.get("/people?pool=all", headers=PAGE).status_code == 422


def test_games_of_so_many_players_are_counted_apart(served):
    _server, ann, _ben, _tables = served
    for players, games in ((2, 5), (3, None), (None, 5)):
        query = {} if players is None else {"players": players}
        listed = {one["name"]: one for one in ann.get("/api/people", **query)}
        assert listed.get("Ben", {}).get("games") == games
        # Bots are there in any case, with what they have played in the arena.
        assert listed["guild"]["rating"] == 1600
        assert (listed["guild"]["games"] > 0) == (players != 3)
    page = ann.http.get("/people?players=2&who=people", headers=PAGE).text
    assert (
        '<a href="/people?pool=base&amp;who=people&amp;players=2" aria-current="true">2</a>' in page
    )
    assert '<a href="/people?pool=base&amp;who=bots&amp;players=2">Bots</a>' in page
    assert ann.http.get("/people?players=5", headers=PAGE).status_code == 422


def test_a_person_has_a_page(served):
    server, ann, ben, tables = served
    found = text(ben, address(server, ann)).replace("\u202f", " ")
    assert "6 games · since" in found
    assert "won 1 of 6 17%" in found  # The figure stands below its words for who listens.
    assert "longest streak 1" in found
    assert "Base game 20% 1 of 5" in found
    assert "Cities 0 of 1" in found
    assert "Players 17% 1 of 6" in found
    assert "Lost to Ben" in found
    assert "Beat Ben" in found
    assert "A rating appears after 5 games." in text(ann, f"{address(server, ann)}?pool=modules")
    page = ben.http.get(address(server, ann), headers=PAGE).text
    assert page.index(tables[-1]) < page.index(tables[0])
    assert "rating-line" in page
    assert re.search('rating-words" x="8" y="4">Guild<', page)
    assert '<a href="/people" aria-current="true">' in page
    assert ann.http.get("/people/me").headers["Location"] == address(server, ann)
    stranger = server.person()
    assert "appear here after your first game" in text(stranger, address(server, stranger))
    assert ben.http.get(address(server, stranger), headers=PAGE).status_code == 404
    assert ann.http.get("/people/nobody", headers=PAGE).status_code == 404


def test_the_end_leads_to_those_who_played(served):
    server, ann, ben, tables = served
    page = ann.http.get(f"/tables/{tables[-1]}", headers=PAGE).text
    for person in (ann, ben):
        assert f'href="{address(server, person)}"' in page
    unrated = ann.create({"name": "Ann"}, {"bot": "random"}, pace="calm")
    ann.post(f"/api/tables/{unrated}/resign")
    page = ann.http.get(f"/tables/{unrated}", headers=PAGE).text
    assert f'href="{address(server, ann)}"' not in page


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
        "games": [],
        "contact": {"follows": [], "blocks": [], "shows_practice": False},
        "puzzles": [],
        "tournaments": [],
        "notifications": {
            "devices": {},
            "quiet": {"since": 22, "until": 8, "offset": 0},
            "muted": [],
            "mail": None,
        },
    }


def test_a_person_with_ten_thousand_games_has_a_page(served, monkeypatch):
    server, ann, ben, _tables = served
    people = server.service(People)
    player = Player("person", secret(server, ann))
    games = people.games(player) * 1700
    monkeypatch.setattr(people, "games", lambda _player, _pool=None: games)
    page = ben.http.get(address(server, ann), headers=PAGE)
    assert page.status_code == 200
    assert len(page.content) < 80_000


@pytest.mark.parametrize(
    ("winners", "prestige", "words"),
    [((0,), (15, 9), "won 15 : 9"), ((0,), (0, 0), "won"), ((1,), (9, 3), "lost")],
)
def test_prestige_is_told_where_it_has_decided_a_game(served, winners, prestige, words):
    server, ann, _ben, tables = served
    listing = server.sessions.lists.get(tables[0])
    owners, names = (secret(server, ann), "ben"), ("Ann", "Ben")
    over = replace(
        listing,
        status="over",
        winners=winners,
        prestige=prestige,
        owners=owners,
        names=names,
        kinds=(None, None),
    )
    (again,) = returning_values([over.seen_by(owners[0])])["again"]
    assert again.words.endswith(f", {words}")


def test_who_runs_the_server_gives_another_name(served):
    server, ann, ben, _tables = served
    data, id = server.service(Settings).data, public_id(secret(server, ann))
    command = ["people", "rename", "--data", str(data), "--lang", "en"]
    assert apart(CliRunner().invoke, app, [*command, id, "Somebody"]).exit_code == 0
    assert "Somebody" in text(ben, address(server, ann))
    assert "Lost to Somebody" in text(ann, address(server, ben))
    assert "Somebody" in [one["name"] for one in ann.get("/api/people")]
    assert apart(CliRunner().invoke, app, [*command, id, ""]).exit_code == 0
    assert "Somebody" not in text(ben, address(server, ann))
    assert apart(CliRunner().invoke, app, [*command, id, ""]).exit_code == 0
    for wrong in (["../x", "Bo"], [id, " "], [id, "a" * 99]):
        assert apart(CliRunner().invoke, app, [*command, *wrong]).exit_code != 0
    (data / "names.json").write_text("nonsense")
    assert "Ann" in text(ben, address(server, ann))
    assert apart(CliRunner().invoke, app, [*command, id, "Bo"]).exit_code != 0
    assert (data / "names.json").read_text() == "nonsense"
    (data / "names.json").unlink()


def test_an_improper_name_is_reported_once_by_each(served):
    server, ann, ben, _tables = served
    data, id = server.service(Settings).data, public_id(secret(server, ann))
    command = ["people", "--data", str(data), "--lang", "en"]

    def reports():
        return apart(CliRunner().invoke, app, [command[0], "reports", *command[1:]]).output.split()

    assert "Report this name" in text(ben, address(server, ann))
    assert "Report this name" not in text(ann, address(server, ann))
    for person in (ben, ben, server.person()):
        assert person.http.post(f"/api/people/{id}/report").status_code == 204
    assert ben.refused("/api/people/nobody/report")[:2] == (404, "missing")
    assert reports() == [id, "2", "Ann", "<b>"]
    rename = [command[0], "rename", *command[1:], id, ""]
    assert apart(CliRunner().invoke, app, rename).exit_code == 0
    assert reports() == []
    (data / "reports.json").write_text("nonsense")
    assert ben.refused(f"/api/people/{id}/report")[1] == "unavailable"
    (data / "reports.json").unlink()


def test_an_empty_list_has_a_scale():
    assert leaderboard_values([], "base", "all", "me")["lines"] == []
    assert (change_words(0.2), change_words(-12.7)) == ("±0", "−13")

"""Games on pages without a server: what a notebook is given and does, the script that needs no other."""

import json
import re
import subprocess
import sys

import pytest
from IPython.core.formatters import DisplayFormatter

from kit.reviewed import finished
from parure import Game, RulesError
from parure.i18n import use_language
from parure.notebook import show
from parure.server.web.static_files import bundle
from parure.standalone import game_page, shown

pytestmark = [pytest.mark.verify, pytest.mark.usefixtures("english")]

ENTRY = "web/static/standalone/standalone.js"


@pytest.fixture
def game():
    """A game in which seat 0 has a card that seat 1 has not seen."""
    one = Game(seed=7)
    one.push("reserve deck 1")
    one.push("take W U G")
    return one


def hands(document):
    return [seat["hand"] for seat in document["game"]["view"]["seats"]]


def test_the_script_needs_no_other():
    text = bundle(ENTRY, "en")
    modules = json.loads(text[text.index("{") : text.index(";\n")])
    assert next(iter(modules)) == "web/static/words/en.js"
    assert list(modules)[-1] == ENTRY
    known = set()
    for name, script in modules.items():
        imported = re.findall(r'(?:from|^import) "([^"]+)"', script, re.MULTILINE)
        imported += re.findall(r"\bimport\(([^)]+)\)", script)
        assert {one.strip('"').removeprefix("parure:") for one in imported} <= known, name
        known.add(name)
    assert "<" not in text


def test_each_language_has_its_own_words():
    assert "Le tour de" not in bundle(ENTRY, "en")
    assert (
        '"language": "fr"'
        in json.loads(bundle(ENTRY, "fr").split(" = ", 1)[1].split(";\n")[0])[
            "web/static/words/fr.js"
        ]
    )


def test_a_page_speaks_the_language_in_use(game):
    use_language("fr")
    page = game_page(game, shown(game))
    assert '<html lang="fr">' in page
    assert "Place 1" in page


def test_without_a_seat_all_hands_lie_open(game):
    found = shown(game)
    assert hands(found["document"]) == [[], []]
    assert len(found["patches"]) == 2
    assert game.view(0)["seats"][0]["hand"][0] in json.dumps(found["patches"])
    assert "now" not in found


def test_a_seat_sees_what_it_may_know(game):
    (card,) = game.view(0)["seats"][0]["hand"]
    assert card in json.dumps(shown(game, seat=0))
    assert card not in json.dumps(shown(game, seat=1))
    with pytest.raises(RulesError):
        shown(game, seat=2)


def test_whoever_is_to_play_can_answer(game):
    found = shown(game, play=True)
    assert hands(found["now"]) == [list(game.view(0)["seats"][0]["hand"]), []]
    assert found["now"]["you"]["seat"] == 0
    assert found["now"]["you"]["choices"]["sets"]["W U G"] == "take W U G"
    game.push("take W U G")
    assert hands(shown(game, play=True)["now"])[0] == game.view(0)["seats"][0]["hand"]


def test_a_seat_waits_for_its_turn(game):
    assert shown(game, seat=1, play=True)["now"]["you"]["choices"]["planned"]


def test_a_game_that_is_over_has_the_faces_that_occur_in_it():
    game = finished()
    found = shown(game, play=True)
    assert "now" not in found
    page = game_page(game, found)
    begun = Game(seed=3)
    whole = game_page(begun, shown(begun))
    assert len(re.findall('<symbol id="f-', page)) < len(re.findall('<symbol id="f-', whole)) == 96
    used = re.findall(r'"(base-\w+)"', json.dumps(found))
    assert used
    assert all(f'<symbol id="f-{card}"' in page for card in used)


def test_a_game_that_no_seed_deals():
    game = Game.from_snapshot(Game(3, "orient", seed=2).snapshot())
    game.push(game.legal_moves[0])
    assert len(shown(game)["patches"]) == 1


def test_moves_at_the_table_are_pushed(game):
    widget = show(game, play=True)
    assert len(widget.game["patches"]) == 2
    widget.hear({"move": "take W U G"})
    assert game.turns == 3
    assert len(widget.game["patches"]) == 3
    widget.hear({"undo": True})
    assert game.turns == 2
    assert len(widget.game["patches"]) == 2


def test_what_is_not_legal_is_refused_with_a_sentence(game, monkeypatch):
    widget = show(game, play=True)
    said = []
    monkeypatch.setattr(type(widget), "send", lambda _self, content: said.append(content))
    widget.hear({"move": "take gold"})
    assert said == [{"sentence": "You can’t take gold: you get it by reserving a card."}]
    assert (game.turns, len(widget.game["patches"])) == (2, 2)


def test_a_game_that_is_only_shown_is_left_alone(game):
    widget = show(game)
    widget.hear({"move": "take W U G"})
    assert game.turns == 2


def test_what_is_pushed_elsewhere_is_shown_on_request(game):
    widget = show(game)
    game.push("take W U G")
    widget.refresh()
    assert len(widget.game["patches"]) == 3


def test_games_with_the_same_pieces_share_a_page(game):
    states = [show(one).get_state() for one in (game, Game(3, "cities", seed=1))]
    assert states[0]["page"] == states[1]["page"]
    assert all(len(json.dumps(state)) < 100_000 for state in states)
    assert show(Game(2, "orient", seed=1)).get_state()["page"] != states[0]["page"]
    use_language("fr")
    assert 'lang="fr"' in show(game).page.html


VIEW = "application/vnd.jupyter.widget-view+json"


def test_a_game_shows_itself_as_a_table(game, monkeypatch):
    data, _metadata = DisplayFormatter().format(game)
    assert {VIEW, "image/svg+xml", "text/plain"} == set(data)
    assert data["text/plain"].startswith("<Game 2 players")
    monkeypatch.delitem(sys.modules, "parure.notebook")
    data, _metadata = DisplayFormatter().format(game)
    assert {"image/svg+xml", "text/plain"} == set(data)


def test_without_anywidget_a_sentence_says_what_is_missing():
    code = "import sys; sys.modules['anywidget'] = None; import parure.notebook"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: anywidget is not installed: run pip install 'parure[notebook]'."
    )

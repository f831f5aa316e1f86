"""Openings: first purchases in many games, counted by hand, as a table and as a picture."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from kit.reviewed import finished
from parure import annotated, collection
from parure.annotated import AnnotatedGame
from parure.arena.ratings import score
from parure.openings import Opening, book


@pytest.fixture(scope="module")
def games():
    found = []
    for seed in (3, 4, 5):
        game = AnnotatedGame.of(finished(2, seed=seed))
        game.names = ["Ann", "Bo"]
        found.append(game)
    found.append(AnnotatedGame.of(finished(4, ("orient", "strongholds"))))
    return found


@pytest.fixture
def file(games, tmp_path):
    path = tmp_path / "games.parures"
    collection.save(path, games)
    return path


def bought_first(game, seat, count):
    """Return the first cards that came to a seat in a game without modules."""
    cards, now = [], game.start.copy()
    for node in game.main_line():
        before = set(now.snapshot()["seats"][seat]["cards"])
        now.push(node.move)
        cards += sorted(set(now.snapshot()["seats"][seat]["cards"]) - before)
    return tuple(cards[:count])


@pytest.mark.parametrize("purchases", [1, 3])
def test_first_purchases_are_counted(games, purchases):
    chapter, other = book(games, purchases)
    assert (chapter.modules, chapter.edition, chapter.games, chapter.played) == ((), 2024, 3, 6)
    assert (other.modules, other.games, other.played) == (("orient", "strongholds"), 1, 4)
    counted = {}
    for game in games[:3]:
        (winner,) = game.end.game().winners
        for seat in (0, 1):
            counted.setdefault(bought_first(game, seat, purchases), []).append(seat == winner)
    for opening in chapter.openings:
        wins = counted.pop(opening.cards)
        assert (opening.played, opening.won) == (len(wins), sum(wins))
        assert (opening.success, opening.average) == (sum(wins) / len(wins), 0.5)
    assert counted == {}
    assert sum(opening.won for opening in other.openings) == 1
    frequencies = [opening.played for opening in chapter.openings]
    assert frequencies == sorted(frequencies, reverse=True)


def test_the_openings_of_one_player(games):
    (chapter,) = book(games, player="ANN")
    assert chapter.played == 3
    assert {opening.cards for opening in chapter.openings} == {
        bought_first(game, 0, 1) for game in games[:3]
    }


def test_openings_of_games_with_one_result_tell_how_often_they_win(games, command, file):
    (whole,) = book(games, player="Ann")
    winners = [game.end.game().winners for game in games[:3]]
    (chapter,) = book(games, player="Ann", chosen=lambda game: 0 in game.end.game().winners)
    assert chapter.games == chapter.played == sum(won == (0,) for won in winners)
    assert 0 < chapter.games < whole.games
    rates = {opening.cards: opening.success for opening in whole.openings}
    assert all(opening.success == rates[opening.cards] for opening in chapter.openings)
    code, out, _err = command("openings", file, "--player", "Ann", "--result", "won")
    assert code == 0
    assert f"2024 · {chapter.games} game" in out
    assert "victories are of all games" in out


def test_intervals_are_those_of_the_arena():
    opening = Opening(("base-1w1",), results=Counter({(1.0,): 12, (0.0,): 8, (1.0, 0.0): 1}))
    assert (opening.seats, opening.won) == (22, 13)
    low, high = opening.interval
    assert 0.3 < low < opening.success < high < 0.9
    assert (low, high) == score([[1.0]] * 12 + [[0.0]] * 8 + [[1.0, 0.0]])[1:3]


def test_a_game_that_is_not_over_counts_nothing(games):
    game = AnnotatedGame.of(games[0].record())
    game.end.remove()
    assert book([game]) == []


def test_the_command(command, file):
    code, out, err = command("openings", file, "--most", 2)
    assert (code, err) == (0, "")
    assert "Base game · 2024 · 3 games" in out
    assert "Orient, Strongholds · 2024 · 1 game" in out
    assert "First purchase " in out
    assert "25.0%" in out
    assert "more openings." in out


def test_the_command_in_another_language(command, file):
    code, out, _err = command(
        "openings", file, "--purchases", 2, "--lang", "de", "-p", 2, "--ascii"
    )
    assert code == 0
    assert "Erste 2 Kaufe" in out
    assert "Orient" not in out


def test_a_picture(command, file, tmp_path):
    path = tmp_path / "openings.svg"
    code, _out, err = command("openings", file, "--picture", path, "--most", 3)
    assert (code, err) == (0, "")
    svg = ElementTree.parse(path).getroot()
    words = " ".join(svg.itertext())
    assert "Base game · 2024 · 3 games" in words
    bars = [
        one
        for one in svg.iter("{http://www.w3.org/2000/svg}path")
        if one.get("stroke-width") == "12"
    ]
    assert len(bars) == 6


def test_broken_games_are_told_at_the_end(command, file):
    file.write_text(
        file.read_text(encoding="utf-8") + "Parure record 2\nnonsense\n", encoding="utf-8"
    )
    code, out, err = command("openings", file)
    assert code == 1
    assert "Base game · 2024 · 3 games" in out
    assert err.startswith("games.parures: Line ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--player", "Nobody"), "No finished game here is one of those."),
        (("--result", "won"), "Say which player has won or lost."),
        (("--modules", "dragons"), "There is no module “dragons”"),
    ],
)
def test_what_is_refused(command, file, options, sentence):
    code, out, err = command("openings", file, *options)
    assert (code, out) == (1, "")
    assert sentence in err


def test_options_choose_games(command, file):
    code, out, _err = command(
        "openings", file, "--modules", "none", "--player", "bo", "--edition", 2024, "--players", 2
    )
    assert code == 0
    assert "Base game · 2024 · 3 games" in out
    code, out, err = command("openings", file, "--since", "2026-01-01")
    assert (code, out) == (1, "")
    assert "No finished game" in err


def test_an_annotated_game_is_counted_by_its_main_line(games, file, tmp_path):
    game = annotated.loads(annotated.dumps(games[0]))
    game.add(next(move for move in game.game().legal_moves if move != game.next.move))
    assert book([game]) == book([games[0]])

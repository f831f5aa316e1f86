"""Parure-1, shortened to one deal a match: the same numbers everywhere, and results that can be verified."""

import hashlib
import json
import shutil
from functools import partial

import pytest

from parure.arena import ArenaError, parure_1
from parure.arena.match import Match, play
from parure.arena.match_report import Report
from parure.arena.parure_1 import GAMES, OPPONENTS, RULE_SETS, SEED, check, matches, measure
from parure.arena.runner import run as run_match
from parure.terminal import benchmark as terminal

pytestmark = pytest.mark.verify


FEWER = {name: RULE_SETS[name] for name in ("base", "base-3")}
QUICK = OPPONENTS[:2]


@pytest.fixture
def shortened(monkeypatch):
    """Two rule sets and two opponents, which need no long games."""
    monkeypatch.setattr(parure_1, "RULE_SETS", FEWER)
    monkeypatch.setattr(parure_1, "OPPONENTS", QUICK)


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("benchmark") / "novice"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parure_1, "RULE_SETS", FEWER)
        patched.setattr(parure_1, "OPPONENTS", QUICK)
        return folder, measure("novice", folder, games=1, workers=2)


def run_here(match, json, workers, ray, listen):
    """Run a match in this process, as `parure.arena.run` does in others."""
    results = [
        play(fixture, match.rules, match.limit, partial(make_for, match, fixture))
        for fixture in match.fixtures()
    ]
    report = Report(match, results)
    report.save(json)
    return report


def make_for(match, fixture, seat):
    return match.make_bot(fixture.seats[seat], fixture.bot_seeds[seat])


def test_every_rule_set_and_opponent_is_played_in_whole_deals():
    found = matches("novice")
    assert len(found) == len(RULE_SETS) * len(OPPONENTS) == 30
    assert {match.total for match in found.values()} == {GAMES}


@pytest.mark.optimised
@pytest.mark.parametrize(
    ("bot", "rules", "digest"),
    [
        ("novice", "base", "845dcb82"),
        ("champion:200", "base", "3bb64578"),
        ("champion:200", "base-4", "abed27b9"),
        ("champion:200", "cities", "cbf9c0c7"),
        ("champion:200", "trading-posts", "b1d2ca1f"),
        ("champion:200", "all-4", "d404909e"),
    ],
)
def test_the_opponents_play_as_ever(bot, rules, digest):
    game = run_match(Match((bot, "guild"), RULE_SETS[rules], 1, SEED)).results[0]
    assert hashlib.sha256(" ".join(game.moves).encode()).hexdigest()[:8] == digest


def test_the_outcome_is_the_mean_over_rule_sets_and_opponents(measured):
    _folder, found = measured
    for name, outcome in found["rule_sets"].items():
        single = [found["matches"][f"{name}-{bot.split(':')[0]}"]["percent"] for bot in QUICK]
        assert outcome["percent"] == pytest.approx(sum(single) / 2, abs=0.01)
    percents = [outcome["percent"] for outcome in found["rule_sets"].values()]
    assert found["outcome"]["percent"] == pytest.approx(sum(percents) / 2, abs=0.01)
    assert 0 < found["outcome"]["error"] < max(o["error"] for o in found["rule_sets"].values())


def test_it_gives_the_same_numbers_twice(measured, tmp_path, shortened, monkeypatch):
    _folder, found = measured
    monkeypatch.setattr(parure_1, "RULE_SETS", {"base": FEWER["base"]})
    again = measure("novice", tmp_path, games=1, workers=1)
    assert again["rule_sets"]["base"] == found["rule_sets"]["base"]


def test_a_true_result_is_confirmed(measured, shortened):
    folder, found = measured
    assert check(folder) == found


def changed_summary(folder):
    path = folder / "parure-1.json"
    data = json.loads(path.read_text())
    data["outcome"]["percent"] += 1
    path.write_text(json.dumps(data))


def changed_game(folder):
    path = folder / "base-guild.json"
    path.write_text(path.read_text().replace('"shares": [0.0, 1.0]', '"shares": [1.0, 0.0]'))


def no_game(folder):
    (folder / "base-3-guild.json").unlink()


def no_json(folder):
    (folder / "parure-1.json").write_text("[")


@pytest.mark.parametrize("change", [changed_summary, changed_game, no_game, no_json])
def test_a_false_result_gets_a_sentence(measured, tmp_path, shortened, change):
    folder = shutil.copytree(measured[0], tmp_path / "copy")
    change(folder)
    with pytest.raises(ArenaError, match=r"\.$"):
        check(folder)


def truncated(games):
    games[0]["moves"] = games[0]["moves"][:-1]


def of_a_kinder_opponent(games):
    """The opponent takes other tokens in its first move."""
    moves = games[0]["moves"]
    other = next(move for move in ("take W U G", "take U G R", "take G R K") if move != moves[1])
    moves[1] = other


def twice_the_same(games):
    games[1] = games[0]


def of_another_kind(games):
    games[0]["moves"] = None


@pytest.mark.parametrize(
    "forge", [truncated, of_a_kinder_opponent, twice_the_same, of_another_kind]
)
def test_a_forged_game_is_noticed_though_its_hashes_fit(measured, tmp_path, shortened, forge):
    folder = shutil.copytree(measured[0], tmp_path / "copy")
    path, of_all = folder / "base-novice.json", folder / "parure-1.json"
    data, summary = json.loads(path.read_text()), json.loads(of_all.read_text())
    forge(data["games"])
    path.write_text(json.dumps(data))
    del summary["digest"]
    summary["files"]["base-novice"] = parure_1._digest(path.read_bytes())
    signed = {**summary, "digest": parure_1._digest(parure_1._canonical(summary))}
    of_all.write_text(json.dumps(signed))
    with pytest.raises(ArenaError, match=r"base-novice\.json "):
        check(folder)


def test_a_bot_is_not_loaded_to_check_its_result(measured, tmp_path, shortened):
    folder = shutil.copytree(measured[0], tmp_path / "copy")
    path = folder / "parure-1.json"
    summary = json.loads(path.read_text()) | {"bot": "no_such_module:Bot"}
    del summary["digest"]
    digest = parure_1._digest(parure_1._canonical(summary))
    path.write_text(json.dumps({**summary, "digest": digest}))
    assert check(folder)["bot"] == "no_such_module:Bot"


def test_games_that_an_opponent_forfeits_do_not_count(tmp_path, shortened, monkeypatch):
    class Late:
        def __init__(self, seed=None, budget=None):
            pass

        def choose(self, known, legal_moves, clock):
            raise TimeoutError

    usual = Match.make_bot
    monkeypatch.setattr(parure_1, "run", run_here)
    monkeypatch.setattr(Match, "make_bot", lambda *who: Late() if who[1] else usual(*who))
    with pytest.raises(ArenaError, match="novice forfeited a game, which doesn’t count"):
        measure("novice", tmp_path, games=1)
    assert not (tmp_path / "base-novice.json").exists()
    monkeypatch.setattr(Match, "make_bot", usual)
    assert measure("novice", tmp_path, games=1)["outcome"]


def test_it_is_shown_and_checked_on_the_command_line(
    run, measured, shortened, monkeypatch, english_terminal
):
    monkeypatch.setattr(terminal, "RULE_SETS", FEWER)
    monkeypatch.setattr(terminal, "OPPONENTS", QUICK)
    folder, _found = measured
    code, out, _err = run("benchmark", "--check", folder)
    assert code == 0
    assert "The games were replayed and add up to this result." in out
    code, _out, err = run("benchmark")
    assert code != 0
    assert "--check" in err

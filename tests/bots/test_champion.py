"""The champion: inputs without secrets, a network that adds up, a tree that finds what wins."""

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

from kit.positions import one_card_to_deny
from parure import MODULES, Game, Move, Rules, all_rules
from parure.bots import BotError, Budget
from parure.bots.champion import weights
from parure.bots.champion.bot import FOLDER, Champion, Tree
from parure.bots.champion.inputs import write
from parure.bots.champion.layout import INPUTS, VERSION
from parure.bots.champion.levels import Goldsmith
from parure.bots.champion.network import Shape, weights_of
from parure.bots.heuristic import Merchant
from parure.core import calls
from parure.core.jit import entry
from parure.game.position import State

SHAPE = Shape()
"""That of the package, so that nothing is compiled twice."""


@entry
def write_one(states, inputs):
    """Write the inputs of a position."""
    write(states[0], inputs[0])


def inputs_of(state: State) -> bytes:
    inputs = np.zeros(1, INPUTS)
    write_one(state, inputs)
    return inputs.tobytes()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Weights of a network that knows nothing, named in the environment."""
    generator = np.random.default_rng(5)
    made = np.zeros(1, weights_of(SHAPE))
    for name in made.dtype.names or ():
        made[name] = generator.normal(0, 0.05, made[name].shape)
    weights.save(tmp_path, SHAPE, made, {})
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def random_positions(rules: Rules, seed: int, decisions: int) -> list[Game]:
    generator = np.random.default_rng(seed)
    game = Game(rules.players, rules.modules, rules.edition, seed=seed)
    found = []
    for _ in range(decisions):
        if game.is_over:
            break
        found.append(game.copy())
        moves = game.legal_moves
        game.push(moves[generator.integers(len(moves))])
    return found


@pytest.mark.parametrize("rules", [*all_rules(2), *all_rules(4)[-2:]], ids=str)
def test_inputs_follow_from_what_the_seat_may_know(rules: Rules) -> None:
    for game in random_positions(rules, 11, 120):
        assert game.to_play is not None
        known = game.stripped(game.to_play)
        other = known.copy()
        calls.determinize(other, 99)
        assert inputs_of(game.state) == inputs_of(known) == inputs_of(other)


def test_the_inputs_see_every_kind_of_public_change() -> None:
    game = Game(2, seed=3)
    before = inputs_of(game.state)
    game.push("take W U G")
    assert inputs_of(game.state) != before


INPUTS_OF_VERSION = {1: "014ed1456c52d523"}


def test_the_inputs_change_with_their_version_alone() -> None:
    digest = hashlib.sha256()
    for rules in (Rules(2), Rules(4, MODULES), Rules(3, "trading_posts", 2017)):
        for game in random_positions(rules, 7, 60):
            assert game.to_play is not None
            digest.update(inputs_of(game.stripped(game.to_play)))
    assert digest.hexdigest()[:16] == INPUTS_OF_VERSION[VERSION], "raise VERSION of layout.py"


@pytest.mark.usefixtures("folder")
def test_an_opinion_adds_up() -> None:
    for rules in (Rules(2), Rules(4, ("orient", "strongholds")), Rules(3, "cities", 2017)):
        for game in random_positions(rules, 5, 60):
            tree = Tree(10)
            assert game.to_play is not None
            tree.begin(game.stripped(game.to_play), 1)
            count = int(tree.tree["choices"][0])
            assert tree.work["chances"][0].sum() == pytest.approx(1, abs=1e-5)
            assert not tree.work["chances"][0, rules.players :].any()
            assert tree.work["priors"][0, :count].sum() == pytest.approx(1, abs=1e-5)
            numbers = tree.legal["moves"][0, :count].tolist()
            assert numbers == [move.number for move in game.legal_moves]


@pytest.fixture
def ignorant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that find every move equally likely, and every seat."""
    weights.save(tmp_path, SHAPE, np.zeros(1, weights_of(SHAPE)), {})
    monkeypatch.setenv(FOLDER, str(tmp_path))


def winning_moves(game: Game) -> set[Move]:
    """Return the moves that win at once, however the turn is finished."""
    seat, found = game.to_play, set()
    for move in game.legal_moves:
        after = game.copy()
        after.push(move)
        while after.to_play == seat and after.turns == game.turns:
            after.push(after.legal_moves[0])
        if after.is_over and after.winners == (seat,):
            found.add(move)
    return found


def about_to_win(rules: Rules) -> Game:
    """Return a game in which some moves of the seat to play win at once, and others do not."""
    for seed in range(50):
        game = Game(rules.players, rules.modules, rules.edition, seed=seed)
        seats = [Merchant(seat) for seat in range(rules.players)]
        before = game.copy()
        while not game.is_over and game.turns < 300:
            assert game.to_play is not None
            if game.decision == "action":
                before = game.copy()
            game.push(
                seats[game.to_play].choose(game.knowledge(game.to_play), game.legal_moves, None)
            )
        if 0 < len(winning_moves(before)) < len(before.legal_moves):
            return before
    raise AssertionError("no game ends with a choice")


@pytest.mark.usefixtures("ignorant")
@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_the_search_finds_what_wins_without_any_judgement(rules: Rules) -> None:
    game = about_to_win(rules)
    assert game.to_play is not None
    move = Champion(1, Budget(iterations=1500)).choose(
        game.knowledge(game.to_play), game.legal_moves, None
    )
    assert move in winning_moves(game)


@pytest.mark.verify
@pytest.mark.usefixtures("ignorant")
def test_it_denies_a_card_that_would_end_the_game() -> None:
    game, answer = one_card_to_deny()
    bot = Champion(1, Budget(iterations=6000))
    assert str(bot.choose(game.knowledge(0), game.legal_moves, None)) == answer


def test_one_champion_plays_by_one_set_of_rules_after_the_other() -> None:
    bot = Champion(1, Budget(iterations=30))
    for rules in (Rules(2), Rules(2, "orient"), Rules(2, "cities"), Rules(2)):
        game = Game(rules.players, rules.modules, seed=3)
        bot.choose(game.knowledge(0), game.legal_moves, None)
        assert bot._trees[0].weights is weights.shipped(weights.name_for(rules))[1]


def test_damaged_weights_are_refused(folder: Path) -> None:
    content = bytearray((folder / weights.WEIGHTS).read_bytes())
    content[7] ^= 1
    (folder / weights.WEIGHTS).write_bytes(content)
    with pytest.raises(BotError, match="damaged"):
        weights.load(folder)


def test_weights_that_are_not_there_are_named(folder: Path) -> None:
    (folder / weights.WEIGHTS).unlink()
    with pytest.raises(BotError, match=f"^{re.escape(str(folder))} can’t be used"):
        weights.load(folder)
    with pytest.raises(BotError, match="nothere can’t be used"):
        weights.load(folder / "nothere")


def test_foreign_weights_are_refused(folder: Path) -> None:
    manifest = folder / weights.MANIFEST
    manifest.write_text(manifest.read_text().replace('"inputs": 1', '"inputs": 999'))
    with pytest.raises(BotError, match="another version"):
        weights.load(folder)
    manifest.write_text("{}")
    with pytest.raises(BotError, match="damaged"):
        weights.load(folder)


@pytest.mark.usefixtures("folder")
def test_a_level_errs_within_what_suggests_itself() -> None:
    game = Game(2, seed=4)
    known, legal = game.knowledge(0), game.legal_moves
    best = Champion(1, Budget(iterations=1)).analyse(known, legal, None)[0]

    def chosen(temperature: float) -> list[Move]:
        level = Goldsmith(1)
        level.temperature = temperature  # type: ignore[misc]
        return [level.choose(known, legal, None) for _ in range(40)]

    assert len(set(chosen(1.0))) > 5
    assert set(chosen(0.001)) == {best.move}
    assert chosen(1.0) == chosen(1.0)

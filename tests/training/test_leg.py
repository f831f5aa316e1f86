"""A short run on the CPU: it learns, a leg goes on from another, and play computes what training learnt."""

import argparse
from pathlib import Path

import numpy as np
import pytest
import torch
from training.contest import Contest, by_seat, calibration, losses_of_deals, network
from training.export import restored
from training.export import weights as exported
from training.leg import Leg, options
from training.match import play
from training.model import Network

from parure import Game, Rules
from parure.arena import Match
from parure.bots import Budget
from parure.bots.champion import weights
from parure.bots.champion.bot import FOLDER, Champion, Tree
from parure.bots.champion.layout import INPUTS, NOTHING_THERE
from parure.bots.champion.network import Shape
from parure.bots.champion.outputs import ABOUT, CLASS, LEAVING
from training import checkpoint

pytestmark = pytest.mark.verify


SMALL = (
    "--rules base --rows 48 --steps 200 --simulations 8 --fast-simulations 4 --batch 256"
    " --rate 0.005 --device cpu"
)


def chosen(folder: Path, *more: str) -> argparse.Namespace:
    return options().parse_args([*SMALL.split(), "--to", str(folder / "leg.pt"), *more])


@pytest.fixture(scope="module")
def leg(tmp_path_factory: pytest.TempPathFactory) -> Leg:
    """A leg that has played its first games to the end."""
    torch.set_num_threads(1)
    leg = Leg(chosen(tmp_path_factory.mktemp("leg")))
    while int(leg.play.ready.sum()) < 2000:
        leg.play.play()
        leg.count()
    return leg


def test_the_replay_buffer_adds_up(leg: Leg) -> None:
    positions = leg.play.sample(leg.play.ready.nonzero().squeeze(1), 512)
    chances = positions.targets[:, :4]
    assert torch.allclose(chances.sum(1), torch.ones(512), atol=1e-3)
    assert not chances[:, 2:].any()
    shares = positions.weights.sum(1) / 32767
    assert torch.allclose(shares, (shares > 0).float(), atol=2e-2)
    assert 0 < (shares > 0).sum() < 512
    assert (positions.targets[:, -1] >= 0).all()


def test_it_learns(leg: Leg) -> None:
    positions = leg.play.sample(leg.play.ready.nonzero().squeeze(1), 512)
    losses = [leg.learner.step(leg.network, leg.optimizer, positions) for _ in range(60)]
    assert losses[-1].chances.item() < losses[0].chances.item() - 0.02
    assert losses[-1].total.item() < losses[0].total.item()


def test_auxiliary_losses_can_be_left_out(leg: Leg, tmp_path: Path) -> None:
    positions = leg.play.sample(leg.play.ready.nonzero().squeeze(1), 512)
    without = Leg(chosen(tmp_path, "--from", "package", "--auxiliary", "0"))
    for each, changes in ((leg, True), (without, False)):
        before = each.network.auxiliary.bias.clone()
        each.learner.step(each.network, each.optimizer, positions)
        assert torch.equal(each.network.auxiliary.bias, before) != changes


def test_a_leg_goes_on_from_the_checkpoint_of_another(leg: Leg, tmp_path: Path) -> None:
    leg.chosen.to = tmp_path / "leg.pt"
    leg.report(1.0)
    leg.save()
    left = checkpoint.load(tmp_path / "leg.pt")
    for name, tensor in leg.network.state_dict().items():
        assert torch.equal(tensor, left.network.state_dict()[name])
    assert left.history == leg.history


def test_a_leg_goes_on_from_the_weights_of_the_package(tmp_path: Path) -> None:
    shipped = weights.shipped(weights.ALL)
    there, again = shipped[1][0], exported(restored(*shipped))[0]
    for name in there.dtype.names:
        known = slice(NOTHING_THERE) if name == "faces" else slice(None)
        assert np.allclose(there[name][known], again[name][known], rtol=1e-5, atol=1e-5)
    leg = Leg(chosen(tmp_path, "--from", "package", "--rate", "1e-3", "--last-rate", "1e-5"))
    assert leg.network.shape == shipped[0]
    assert leg.rate() == pytest.approx(1e-5)
    leg.losses = [()] * 1000
    rates = []
    for leg.passed in (0.0, 0.5, 1.0):
        rates.append(leg.rate())
    assert rates == pytest.approx([1e-3, 1e-4, 1e-5])


def test_a_leg_searches_with_the_constants_that_are_chosen(leg: Leg, tmp_path: Path) -> None:
    told = Leg(chosen(tmp_path, "--exploration", "0.5", "--fpu-reduction", "0.25"))
    for each, constants in ((leg, (1.0, 0.1)), (told, (0.5, 0.25))):
        trees = each.play.records.trees
        assert set(zip(trees["exploration"], trees["fpu_reduction"], strict=True)) == {
            tuple(map(np.float32, constants))
        }


def test_a_checkpoint_of_another_layout_is_refused(leg: Leg, tmp_path: Path) -> None:
    path = tmp_path / "leg.pt"
    leg.chosen.to = path
    leg.save()
    content = torch.load(path, weights_only=True)
    content["layout"]["inputs"] += 1
    torch.save(content, path)
    with pytest.raises(checkpoint.UnfitCheckpoint, match="incompatible"):
        checkpoint.load(path)
    path.write_bytes(b"no checkpoint")
    with pytest.raises(checkpoint.UnfitCheckpoint, match="damaged"):
        checkpoint.load(path)


def test_the_network_of_play_says_what_that_of_training_says(
    leg: Leg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leg.network.eval()
    monkeypatch.setattr(weights, "STORED", np.dtype(np.float32))  # so that nothing is rounded
    weights.save(tmp_path, leg.network.shape, exported(leg.network), {})
    monkeypatch.setenv(FOLDER, str(tmp_path))
    generator = np.random.default_rng(1)
    for rules in (Rules(2), Rules(4, ("orient", "strongholds")), Rules(3, "cities", 2017)):
        game = Game(rules.players, rules.modules, rules.edition, seed=2)
        tree = Tree(4)
        for _ in range(30):
            seat = game.to_play
            assert seat is not None
            tree.begin(game.stripped(seat), 1)
            inputs = np.zeros(1, INPUTS)
            for name in INPUTS.names or ():
                inputs[name] = tree.work[name]
            with torch.no_grad():
                said = leg.network(torch.from_numpy(inputs.view(np.uint8).reshape(1, -1)))
            count = int(tree.tree["choices"][0])
            moves = tree.legal["moves"][0, :count]
            terms = np.stack([CLASS, ABOUT, LEAVING]).astype(np.int64)[:, moves]
            scores = said.scores[0, torch.from_numpy(terms)]
            priors = torch.softmax(scores.sum(0), 0).numpy()
            assert tree.work["priors"][0, :count] == pytest.approx(priors, abs=1e-4)
            chances = torch.softmax(said.chances[0, : rules.players], 0).numpy()
            told = np.roll(tree.work["chances"][0, : rules.players], -seat)
            assert told == pytest.approx(chances, abs=1e-4)
            game.push(game.legal_moves[generator.integers(len(game.legal_moves))])
    played = play(Match((f"{Champion.__module__}:Champion:4", "random"), Rules(2), 4, 1), 1)
    assert len(played.results) == 4
    assert played.verdict is None
    bot = Champion(1, Budget(iterations=10))
    assert bot.choose(game.knowledge(game.to_play), game.legal_moves, None) in game.legal_moves


def test_a_contest_tells_a_network_that_has_learnt_from_one_that_has_not() -> None:
    torch.manual_seed(1)
    rules = [Rules(3), Rules(2, "orient")]
    beginner = Network(network("package").shape)
    contest = Contest([network("package"), beginner], rules, 24, 4, torch.device("cpu"))
    assert contest.parts == [slice(0, 24), slice(24, 48)]
    assert contest.newer.tolist() == [0, 1, 2] * 8 + [0, 1] * 12
    games = contest.records.games
    for first, players in ((0, 3), (24, 2)):
        deals = games[first : first + 24].reshape(-1, players)
        assert (deals == deals[:, :1]).all()
        assert len(np.unique(deals[:, 0])) == len(deals)
    assert contest.run(4, 2, 1e9) == 0
    assert contest.playing == 0
    for report, equal in zip(contest.reports(), (1 / 3, 1 / 2), strict=True):
        assert report["share"] == equal
        assert report["games"] == 24
        assert report["low"] > equal
        loss, half = report["loss"]["newer - older"]
        assert loss + half < 0
        assert report["loss"]["newer"][0] < report["loss"]["older"][0]
        counted = sum(n for n, _said, _won in report["calibration"]["newer"])
        assert counted == report["decisions"] * round(1 / equal)


def test_a_contest_that_is_late_goes_on_with_fast_searches() -> None:
    shape = Shape(4, 4, 4)
    networks = [Network(shape), Network(shape)]
    contest = Contest(networks, [Rules(2)], 2, 6, torch.device("cpu"))
    assert contest.run(6, 1, 0.0) == 1
    assert contest.simulations == 2 * 2 * len(contest.estimates)


def test_chances_are_compared_with_results() -> None:
    scores = np.log([[[[0.5, 0.3, 0.2]]]])
    told = by_seat(scores, np.array([[1]]), 3)[:, :, 0]
    assert told[0, 0] == pytest.approx([0.2, 0.5, 0.3])
    shares, counts = np.array([[0.0, 0.5, 0.5]]), np.array([[True]])
    loss = losses_of_deals(told, shares, counts, 1)
    assert loss == pytest.approx(-(np.log(0.5) + np.log(0.3)) / 2)
    assert calibration(told, shares, counts) == [
        [1, pytest.approx(0.2), 0.0],
        [1, pytest.approx(0.3), 0.5],
        [1, pytest.approx(0.5), 0.5],
    ]

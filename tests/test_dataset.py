"""Datasets: what the rows say, the same files however they are made, and how they are read."""

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from parure import MOVES, Game, Rules, dataset
from parure.dataset import Dataset, DatasetError, Plan, plan
from parure.envs import spaces
from parure.envs.common_options import row_seeds

pytestmark = pytest.mark.verify


FORMAT = Path(__file__).parent.parent / "docs" / "formats" / "dataset.md"
NOVICE = Plan("novice", Rules(3, "orient"), games=7, seed=11)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "SHARD", 3)


@pytest.fixture(scope="module")
def novices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of three shards."""
    folder = tmp_path_factory.mktemp("novices")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "SHARD", 3)
        dataset.make(folder, NOVICE, workers=2)
    return folder


@pytest.fixture(scope="module")
def jewellers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("jewellers")
    dataset.make(folder, Plan("jeweller", Rules(2), games=2), workers=1)
    return folder


@pytest.fixture(scope="module")
def sample() -> Path:
    """The one in the repository."""
    return Path(__file__).parent.parent / "examples" / "sample"


@pytest.mark.parametrize("made", ["novices", "jewellers", "sample"])
def test_the_rows_are_those_of_the_games(made: str, request: pytest.FixtureRequest) -> None:
    found = dataset.load(request.getfixturevalue(made))
    options, seeds, rows = found.card["options"], [], 0
    for shard in found.shards():
        for seed in dict.fromkeys(shard["seed"].tolist()):
            seeds.append(seed)
            game = Game(options["players"], options["modules"], options["edition"], seed=seed)
            for row in np.flatnonzero(shard["seed"] == seed):
                assert shard["seat"][row] == game.to_play
                assert np.array_equal(shard["observation"][row], spaces.observe(game, game.to_play))
                assert np.array_equal(shard["mask"][row], spaces.mask(game))
                game.push(MOVES[int(shard["action"][row])])
                rows += 1
            assert game.is_over
            shares = np.zeros(4, np.float32)
            shares[list(game.winners)] = 1 / len(game.winners)
            assert (shard["result"][shard["seed"] == seed] == shares).all()
    assert seeds == row_seeds(options["seed"], range(found.card["games"])).tolist()
    assert rows == len(found) == found.card["positions"]


def test_a_bot_that_searches_tells_its_visits(jewellers: Path, novices: Path) -> None:
    (rows,) = dataset.load(jewellers).shards()
    assert (rows["visits"].sum(axis=1) >= 7).all()
    assert not rows["visits"][~rows["mask"]].any()
    assert "visits" not in next(dataset.load(novices).shards())


def test_the_page_of_the_format_names_the_columns() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", FORMAT.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(rows) == set(dataset.COLUMNS)


def test_any_number_of_workers_makes_the_same_files(novices: Path, tmp_path: Path) -> None:
    dataset.make(tmp_path, NOVICE, workers=1)
    assert files(tmp_path) == files(novices)
    assert [name for name in files(tmp_path) if name.endswith(".npz")] == [
        "games-0000000-0000002.npz",
        "games-0000003-0000005.npz",
        "games-0000006-0000006.npz",
    ]


def test_an_interrupted_dataset_goes_on(novices: Path, tmp_path: Path) -> None:
    done: list[int] = []

    def stop(games: int) -> None:
        done.append(games)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.make(tmp_path, NOVICE, workers=1, listen=stop)
    assert json.loads((tmp_path / "card.json").read_text())["positions"] is None
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.npz")}
    assert len(before) == 2
    dataset.make(tmp_path, NOVICE, workers=1)
    assert files(tmp_path) == files(novices)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_dataset_can_be_made_longer_but_not_shorter(novices: Path, tmp_path: Path) -> None:
    dataset.make(tmp_path, Plan(NOVICE.bot, NOVICE.rules, 1, NOVICE.seed), workers=1)
    dataset.make(tmp_path, NOVICE, workers=1)
    assert files(tmp_path) == files(novices)
    with pytest.raises(DatasetError, match="made for 7 games"):
        dataset.make(tmp_path, Plan(NOVICE.bot, NOVICE.rules, 6, NOVICE.seed))
    with pytest.raises(DatasetError, match=r"seed: 11, not 12"):
        dataset.make(tmp_path, Plan(NOVICE.bot, NOVICE.rules, 7, 12))
    dataset.make(tmp_path, Plan(NOVICE.bot, NOVICE.rules, 1, 12), workers=1, fresh=True)
    assert len(list(tmp_path.glob("*.npz"))) == 1


def test_batches_have_every_row_once(novices: Path) -> None:
    found = dataset.load(novices)
    whole = {
        name: np.concatenate([rows[name] for rows in found.shards()])
        for name in ("seed", "action", "observation")
    }
    in_order = list(found.batches(64))
    assert [len(rows["action"]) for rows in in_order[:-1]] == [64] * (len(in_order) - 1)
    for name, values in whole.items():
        assert np.array_equal(np.concatenate([rows[name] for rows in in_order]), values)

    def as_set(rows: dict[str, np.ndarray]) -> list[bytes]:
        return sorted(map(bytes, rows["observation"]))

    shuffled = {
        name: np.concatenate([rows[name] for rows in found.batches(64, seed=1)]) for name in whole
    }
    assert not np.array_equal(shuffled["observation"], whole["observation"])
    assert as_set(shuffled) == as_set(whole)
    again = np.concatenate([rows["action"] for rows in found.batches(64, seed=1)])
    assert np.array_equal(again, shuffled["action"])


def test_what_is_no_dataset_is_said(novices: Path, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="There is no dataset in"):
        dataset.load(tmp_path / "nowhere")
    (tmp_path / "card.json").write_text("{}")
    with pytest.raises(DatasetError, match=r"card\.json is not the card of a dataset"):
        dataset.load(tmp_path)
    for name, content in files(novices).items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "games-0000003-0000005.npz").write_bytes(b"PK")
    with pytest.raises(DatasetError, match=r"games-0000003-0000005\.npz is damaged"):
        Dataset(tmp_path)
    (tmp_path / "card.json").unlink()
    with pytest.raises(DatasetError, match=r"has games but no card\.json"):
        dataset.make(tmp_path, NOVICE)


def test_a_damaged_shard_is_named(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "card.json").write_bytes((sample / "card.json").read_bytes())
    shard, chance, refused = tmp_path / "games-0000000-0000099.npz", random.Random(1), []
    rows = next(dataset.load(sample).shards())
    np.savez_compressed(shard, **{name: values[:2] for name, values in rows.items()})
    content = shard.read_bytes()
    for _flip in range(200):
        damaged = bytearray(content)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        shard.write_bytes(damaged)
        try:
            list(Dataset(tmp_path).shards())
        except DatasetError as error:
            refused.append(str(error))
    assert len(refused) > 100
    assert all(f"{shard.name} is damaged" in sentence for sentence in refused)


def test_a_bot_that_fails_is_named_with_its_games(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"^Games 0 to 2 can’t be played: .*illegal move"):
        dataset.make(tmp_path, Plan("kit.strange_bots:Cheater", Rules(2), 4), workers=1)


def test_the_command_makes_a_dataset(run, tmp_path: Path, english: None) -> None:
    code, out, err = run("dataset", "make", tmp_path / "new", "--bot", "random", "--games", 2)
    assert (code, err) == (0, "")
    found = dataset.load(tmp_path / "new")
    assert out.splitlines() == [
        f"{len(found)} decisions in 2 games.",
        f"Saved to {tmp_path / 'new'}",
    ]
    assert "--bot random --games 2" in (tmp_path / "new" / "README.md").read_text()

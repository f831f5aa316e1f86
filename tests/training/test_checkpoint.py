"""A tool of the training that is given something it cannot use says so in a sentence, and writes nothing."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from training.model import Network

from parure.bots.champion.bot import FOLDER
from parure.bots.champion.network import Shape
from training import checkpoint, contest, export, leg, match

pytestmark = pytest.mark.verify


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A checkpoint."""
    network = Network(Shape(4, 4, 4))
    path, optimizer = tmp_path / "whole.pt", torch.optim.AdamW(network.parameters())
    checkpoint.save(path, network, network, optimizer, [{"rules": "base"}])
    return path


SHORT = "--rules base --rows 8 --minutes 1e-9 --device cpu"

LACKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a weight": lambda content: content["average"].pop("slot.bias"),
    "the optimizer": lambda content: content.pop("optimizer"),
    "what the optimizer knows": lambda content: content["optimizer"].clear(),
    "the curve": lambda content: content["history"].clear(),
    "everything": lambda content: content.clear(),
}


def said(
    tool: Any, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Return what a tool says when it ends."""
    monkeypatch.setattr(sys, "argv", ["tool", *words.split()])
    for folder in (FOLDER, match.BEFORE):
        monkeypatch.setenv(folder, "")  # which a match changes
    with pytest.raises(SystemExit) as end:
        tool.main()
    # A match that cannot be played is not one that was lost.
    assert end.value.code == 2 if tool is match else end.value.code
    return capsys.readouterr().err or str(end.value.code)


@pytest.mark.parametrize("lack", [*LACKS, "its end"])
def test_a_damaged_checkpoint_is_refused_by_every_tool(
    whole: Path, lack: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if lack in LACKS:
        content = torch.load(whole, weights_only=True)
        LACKS[lack](content)
        torch.save(content, whole)
    else:
        whole.write_bytes(whole.read_bytes()[:1000])
    for tool, words in (
        (leg, f"{SHORT} --from {whole} --to {whole.parent / 'next.pt'}"),
        (export, f"{whole} {whole.parent / 'weights'}"),
        (match, f"{whole}"),
        (contest, f"{whole}"),
    ):
        sentence = said(tool, words, monkeypatch, capsys)
        assert sentence.strip() == f"{whole} is not a checkpoint, or is damaged."
    assert list(whole.parent.iterdir()) == [whole]


def test_what_is_missing_or_wrong_is_said(
    whole: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = whole.parent / "nowhere.pt"
    for tool, words, sentence in (
        (leg, f"{SHORT} --from {nowhere} --to {whole}", "nowhere.pt can't be read"),
        (export, f"{nowhere} {whole.parent / 'weights'}", "nowhere.pt can't be read"),
        (match, f"{nowhere}", "nowhere.pt can't be read"),
        (match, f"{whole} --against {nowhere}", "nowhere.pt can't be read"),
        (match, f"{whole} --against nobody", "There is no bot “nobody”"),
        (match, f"{whole} --simulations 0", "“0” is not a budget"),
        (export, f"{whole} {whole}", "whole.pt"),
        (contest, f"package --against {nowhere}", "nowhere.pt can't be read"),
        (contest, "package --rules 5", "A game is for 2 to 4 players"),
        (contest, "package --rules 3:none", "There is no module “none”"),
        (contest, "package --games 65536 --simulations 3200", "room for 16766 games at most"),
        (contest, f"package --to {whole.parent}", "can't be written"),
        (leg, f"{SHORT} --to {whole.parent / 'nofolder' / 'x.pt'}", "There is no folder"),
        (leg, f"{SHORT} --to {whole.parent}", "can't be written"),
        (leg, f"{SHORT} --to {whole} --rows 0", "--rows: “0” is not a whole number above 0."),
        (leg, f"{SHORT} --to {whole} --steps 1.5", "--steps: “1.5” is not a whole number above 0."),
        (leg, f"{SHORT} --to {whole} --minutes -1", "--minutes: “-1” is not a number above 0."),
        (leg, f"{SHORT} --to {whole} --minutes nan", "--minutes: “nan” is not a number above 0."),
    ):
        before = whole.read_bytes()
        assert sentence in said(tool, words, monkeypatch, capsys)
        assert whole.read_bytes() == before
    assert list(whole.parent.iterdir()) == [whole]

"""The examples run: each in a short form."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

SHORT = {
    "gymnasium_random.py": "--games 2",
    "openspiel_random.py": "1",
    "pettingzoo_random.py": "--players 3 --modules orient strongholds --games 2",
    "ppo.py": "--steps 64 --games 4 --rollout 8",
    "torch_policy.py": "--games 16 --steps 4 --modules orient",
}
"""The arguments that make each example short."""


@pytest.mark.parametrize("name", SHORT)
def test_example(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, *SHORT[name].split()])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out


def test_every_example_is_run() -> None:
    assert set(SHORT) == {path.name for path in EXAMPLES.glob("*.py")}

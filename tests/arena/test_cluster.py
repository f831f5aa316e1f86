"""The same match on a Ray cluster."""

import builtins
import socket

import pytest

from kit.matches import games
from parure import Rules
from parure.arena import ArenaError, Match, run, workers

MATCH = Match(("random", "random"), Rules(2), 8, seed=7)


def test_a_local_cluster_plays_the_same_games(tmp_path) -> None:
    path = tmp_path / "match.json"
    here = run(MATCH, workers=1)
    there = run(MATCH, json=path, ray="local", workers=2)
    assert games(there.results) == games(here.results)
    assert games(run(MATCH, json=path).results) == games(here.results)


def test_a_cluster_that_is_not_there_is_said_at_once() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(ArenaError, match=f"The Ray cluster at {address} is not responding"):
            run(MATCH, ray=address)


REFUSED = {
    "ends": "os.abort()",
    "fails": "raise ConnectionError('Failed to connect to Ray cluster at 192.0.2.2:6379')",
    "raises": "raise RuntimeError('Version mismatch\\nThe cluster was started with:')",
    "waits": "time.sleep(600)",
}
"""What Ray may do where it is refused."""


SAME_VERSIONS = (
    "check the address and token, and that the cluster has the same versions of Ray and Python."
)


@pytest.mark.parametrize(("refusal", "words"), [
    ("ends", SAME_VERSIONS),
    ("fails", SAME_VERSIONS),
    ("raises", "Version mismatch"),
    ("waits", SAME_VERSIONS),
])  # fmt: skip
def test_a_cluster_that_refuses_is_told_in_one_sentence(
    monkeypatch, tmp_path, capfd, refusal: str, words: str
) -> None:
    (tmp_path / "ray.py").write_text(
        "import os, sys, time\n"
        "def init(**options):\n"
        "    print('raw\\n' * 17, file=sys.stderr, flush=True)\n"
        f"    {REFUSED[refusal]}\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    if refusal == "waits":
        monkeypatch.setattr(workers, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(ArenaError) as problem:
            run(MATCH, ray=address)
    assert str(problem.value) == f"The Ray cluster at {address} is not responding: {words}"
    assert capfd.readouterr() == ("", "")


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch) -> None:
    plain_import = builtins.__import__

    def no_ray(name, *arguments, **options):
        if name == "ray":
            raise ImportError(name)
        return plain_import(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", no_ray)
    with pytest.raises(ArenaError, match=r"pip install 'parure\[ray\]'"):
        run(MATCH, ray="local")

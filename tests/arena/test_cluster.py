"""The same match on a Ray cluster."""

import builtins
import socket

import pytest

from kit.matches import games
from parure import Rules
from parure.arena import ArenaError, Match, run

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
        with pytest.raises(ArenaError, match=f"The Ray cluster {address} does not answer"):
            run(MATCH, ray=address)


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch) -> None:
    plain_import = builtins.__import__

    def no_ray(name, *arguments, **options):
        if name == "ray":
            raise ImportError(name)
        return plain_import(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", no_ray)
    with pytest.raises(ArenaError, match=r"pip install 'parure\[ray\]'"):
        run(MATCH, ray="local")

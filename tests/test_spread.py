"""The same jobs on a Ray cluster: of one machine, of several, and of those that are lost or refuse."""

import builtins
import socket
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
import ray
from ray import cloudpickle as pickle
from ray.cluster_utils import Cluster

from kit.matches import games
from kit.waiting import eventually
from parure import Rules
from parure import spread as spreading
from parure.arena import Match, run
from parure.spread import ClusterError, spread

pytestmark = pytest.mark.verify


MATCH = Match(("random", "random"), Rules(2), 8, seed=7)


def test_a_local_cluster_plays_the_same_games(tmp_path) -> None:
    path = tmp_path / "match.json"
    here = run(MATCH, workers=1)
    there = run(MATCH, json=path, ray="local", workers=2)
    assert games(there.results) == games(here.results)
    assert games(run(MATCH, json=path).results) == games(here.results)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of one machine with one core, to which a test may add others."""
    pickle.register_pickle_by_value(sys.modules[__name__])
    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        yield found
    finally:
        found.shutdown()


def stay_on(process, _notes, number: int, lost: str, folder: Path) -> int:
    """Return a number, but on one of the machines say that you are there and never end."""
    if ray.get_runtime_context().get_node_id() == lost:
        (folder / "busy").touch()
        threading.Event().wait()
    return process.call(abs, -number)


def test_the_jobs_of_a_machine_that_is_lost_are_done_again(cluster, tmp_path) -> None:
    lost = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    jobs = [
        partial(stay_on, number=number, lost=lost.node_id, folder=tmp_path) for number in range(6)
    ]

    def pull_the_plug() -> None:
        eventually((tmp_path / "busy").exists)
        cluster.remove_node(lost, allow_graceful=False)

    plug = threading.Thread(target=pull_the_plug)
    plug.start()
    assert sorted(spread(jobs, ray=cluster.address)) == list(range(6))
    plug.join()
    cluster.wait_for_nodes()


def test_a_machine_with_another_parure_or_none_is_told_in_a_sentence(
    cluster, tmp_path, monkeypatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(spreading, "__version__", "another")
        with pytest.raises(ClusterError, match="lacks Parure or has another version"):
            run(MATCH, ray=cluster.address)
    (tmp_path / "parure.py").write_text("raise ModuleNotFoundError('parure')")
    bare = cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(tmp_path)})
    cluster.wait_for_nodes()
    with pytest.raises(ClusterError, match="lacks Parure or has another version"):
        run(MATCH, ray=cluster.address)
    cluster.remove_node(bare)


def test_a_cluster_without_free_cores_is_told(cluster, monkeypatch) -> None:
    with ray.init(cluster.address, log_to_driver=False, logging_level="error"):
        busy = ray.remote(num_cpus=1)(threading.Event).remote()
        ray.get(busy.set.remote())
        monkeypatch.setattr(spreading, "PATIENCE", 0.5)
        with pytest.raises(ClusterError, match="no free cores"):
            run(MATCH, ray=cluster.address)


def test_a_cluster_that_is_not_there_is_said_at_once() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"The Ray cluster at {address} is not responding"):
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
        monkeypatch.setattr(spreading, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(ClusterError) as problem:
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
    with pytest.raises(ClusterError, match=r"pip install 'parure\[ray\]'"):
        run(MATCH, ray="local")

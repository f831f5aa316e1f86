"""Measure reviews: their speed, their noise, and whether they slow down a table.

    python bench/review.py [--sample N] [--moves N]

It reviews games of quick bots as `parure review` does. A loss is noise if a search ten times as large calls
the move best. Then it measures how long a real server takes to acknowledge moves, without reviews and with
ten of them running.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import load

from parure import Budget, Game, record
from parure.bots import ask, make, strongest
from parure.review import ITERATIONS, review, reviewer_of
from parure.review.judgement import judge

REVIEWS = 10
MOVES = 300


def played(seed: int, players: int = 2) -> Game:
    """Return a finished game of quick bots."""
    game = Game(players, seed=seed)
    bots = [make(name, seed) for name in ("merchant", "guild", "novice", "random")]
    while not game.is_over:
        seat = game.to_play
        game.push(ask(bots[seat], game.knowledge(seat), game.legal_moves))
    return game


def times(game: Game) -> None:
    """Print how long the first chart and the whole review take, once everything is compiled."""
    review(game, budget=Budget(iterations=16))
    started = time.perf_counter()
    reviewer = reviewer_of(game)
    for task in reviewer.tasks():
        if not task.is_coarse:
            break
        reviewer.take(task, reviewer.work(task))
    reviewer.review()
    print(
        f"first chart of {len(reviewer.decisions)} decisions: {time.perf_counter() - started:.2f} s"
    )
    started = time.perf_counter()
    found = review(game)
    print(f"full review, {found.bot}: {time.perf_counter() - started:.1f} s")
    print(f"the same twice: {review(game) == found}")


def noise(games: list[Game], sample: int) -> None:
    """Print the mean loss of moves that a search ten times as large calls best."""
    bot, chance = strongest(), random.Random(1)
    losses = []
    for game in games:
        reviewer, found = reviewer_of(game), review(game)
        for decision in chance.sample(reviewer.decisions, sample // len(games)):
            deep = judge(decision, bot, Budget(iterations=10 * ITERATIONS))
            if deep.best == decision.played:
                losses.append(100 * found.choices[decision.number].loss)
    average = statistics.mean(losses) if losses else 0.0
    print(f"noise: {average:.2f} points on average of {len(losses)} moves")


def unexplained(seeds: range) -> None:
    """Print for each game the most points of a seat that neither luck nor skill explains."""
    for players in (2, 4):
        found = [review(played(seed, players)) for seed in seeds]
        most = sorted(max(abs(100 * side.unexplained) for side in one.sides) for one in found)
        print(
            f"unexplained with {players} seats: {', '.join(f'{each:.1f}' for each in most)} points"
        )


def disturbance(game: Game, moves: int) -> None:
    """Print how long a move takes to be acknowledged, without reviews and with ten of them."""
    text = record.dumps(game.record())
    with _served() as address, httpx.Client(base_url=address, timeout=120) as client:
        token = client.post("/api/players").json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        _moved(client, 50)
        quiet = _moved(client, moves)
        for _review in range(REVIEWS):
            made = client.post("/api/records", json={"record": text}).json()["table"]
            client.get(f"/tables/{made}/review/state")
        busy = _moved(client, moves)
        state = client.get(f"/tables/{made}/review/state").json()["state"]
    for words, found in (("without reviews", quiet), (f"with {REVIEWS} ({state})", busy)):
        ordered = sorted(1000 * each for each in found)
        p99 = ordered[int(0.99 * len(ordered))]
        print(
            f"a move acknowledged {words}: median {ordered[len(ordered) // 2]:.1f}, 99 % {p99:.1f} ms"
        )


@contextmanager
def _served() -> Iterator[str]:
    """Run a server in a process of its own, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, load.__file__, "--serve", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield f"http://127.0.0.1:{int(process.stdout.readline())}"
            finally:
                process.terminate()


def _moved(client: httpx.Client, moves: int) -> list[float]:
    """Make moves at tables of one's own; return the seconds until each was acknowledged."""
    waited: list[float] = []
    chance = random.Random(3)
    while len(waited) < moves:
        seats = [{"name": "Ann"}, {"name": "Bo"}]
        table = client.post("/api/tables", json={"seats": seats}).json()["table"]
        while len(waited) < moves:
            view = client.get(f"/api/tables/{table}").json()
            if view["table"]["status"] != "playing":
                break
            seat = view["game"]["view"]["to_play"]
            view = client.get(f"/api/tables/{table}", params={"seat": seat}).json()
            body = {
                "move": chance.choice(view["you"]["moves"]),
                "version": view["version"],
                "seat": seat,
            }
            started = time.perf_counter()
            client.post(f"/api/tables/{table}/moves", json=body).raise_for_status()
            waited.append(time.perf_counter() - started)
    return waited


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=40, help="decisions to search deeply")
    parser.add_argument("--moves", type=int, default=MOVES, help="moves to time on the server")
    chosen = parser.parse_args()
    games = [played(seed) for seed in (7, 8)]
    times(games[0])
    noise(games, chosen.sample)
    unexplained(range(7, 12))
    disturbance(games[0], chosen.moves)


if __name__ == "__main__":
    main()

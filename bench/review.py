"""The figures of reviews: how soon they are there, how exact they are, and whether they disturb a table.

    python bench/review.py [--sample N] [--moves N]

A game of two that quick bots have played is reviewed as `parure review` does it. A loss is noise where a
search ten times as large calls the move best. Then somebody moves at a real server, without reviews and
while ten of them are on their way, and waits for each move to be acknowledged.
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
    """Return a game that quick bots have played to its end."""
    game = Game(players, seed=seed)
    bots = [make(name, seed) for name in ("merchant", "guild", "novice", "random")]
    while not game.is_over:
        seat = game.to_play
        game.push(ask(bots[seat], game.knowledge(seat), game.legal_moves))
    return game


def times(game: Game) -> None:
    """Print how long the first chart and the whole review take, in a Python that has compiled."""
    review(game, budget=16)
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
    """Print what is lost by moves that a search ten times as large calls best."""
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
    """Print the most points of a seat that neither luck nor skill explains, game by game."""
    for players in (2, 4):
        found = [review(played(seed, players)) for seed in seeds]
        most = sorted(max(abs(100 * side.unexplained) for side in one.sides) for one in found)
        print(
            f"unexplained with {players} seats: {', '.join(f'{each:.1f}' for each in most)} points"
        )


def disturbance(game: Game, moves: int) -> None:
    """Print how long a move waits to be acknowledged, without reviews and with ten of them."""
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
    """Run a server in a process of its own; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, load.__file__, "--serve", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield f"http://127.0.0.1:{int(process.stdout.readline())}"
            finally:
                process.terminate()


def _moved(client: httpx.Client, moves: int) -> list[float]:
    """Make so many moves at a table of one's own, and return how long each waited."""
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
    """Measure all of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=40, help="decisions that are searched deeply")
    parser.add_argument("--moves", type=int, default=MOVES)
    wishes = parser.parse_args()
    games = [played(seed) for seed in (7, 8)]
    times(games[0])
    noise(games, wishes.sample)
    unexplained(range(7, 12))
    disturbance(games[0], wishes.moves)


if __name__ == "__main__":
    main()

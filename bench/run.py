"""Measure how fast the engine is, and compare with the saved figures.

    python bench/run.py [--json FILE] [--keep] [--only WORDS]

Each figure is the median of several runs. `--keep` saves them in bench/figures.json, which later runs compare
with. `--only` measures the figures whose names contain these words, and leaves the others as they are.
"""

import argparse
import json
import os
import pickle
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import documents
import load
import numba
import numpy as np
import page
import quick_match
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import parure
from parure import Game, Rules, dataset, engine
from parure.arena.match_report import machine
from parure.bots.champion import bot as champion
from parure.bots.champion.network import evaluate
from parure.bots.guild import Guild
from parure.bots.heuristic import Novice
from parure.core import calls
from parure.core.jit import entry
from parure.core.legal import decide
from parure.core.state import LEGAL, STATE
from parure.envs.batch import Batch
from parure.game.position import State

KEPT = Path(__file__).parent / "figures.json"
GPU = Path(__file__).parent / "gpu.json"
SAMPLE = Path(__file__).parent.parent / "examples" / "sample"
COLD = (
    "import time; t = time.perf_counter(); import parure; "
    "g = parure.Game(4, parure.MODULES, seed=1); g.legal_moves; "
    "{more}print(time.perf_counter() - t)"
)
ALL_OF_GAME = "g.push(g.legal_moves[0]); g.prestige; g.view(0); g.from_snapshot(g.snapshot()); "


class Figure(NamedTuple):
    """One row of the table."""

    name: str
    unit: str
    aim: float
    more_is_better: bool
    how: str
    runs: int
    measure: Callable[[], float]


def random_play(rules: Rules, decisions: int) -> float:
    """Return random decisions per second in compiled code, on one processor core."""
    game, legal = np.zeros(1, STATE), np.zeros(1, LEGAL)
    rules.write(game[0])
    calls.random_play(game, 1, legal, 1000)
    started = time.perf_counter()
    calls.random_play(game, 2, legal, decisions)
    return decisions / (time.perf_counter() - started)


@numba.njit
def copy_states(target: np.ndarray, source: np.ndarray, rounds: int) -> None:
    """Copy every state of an array many times."""
    for _ in range(rounds):
        for number in range(len(source)):
            target[number] = source[number]


def copying() -> float:
    """Return the nanoseconds that compiled code takes to copy a state."""
    source, target = np.zeros(16, STATE), np.zeros(16, STATE)
    copy_states(target, source, 1)
    started = time.perf_counter()
    copy_states(target, source, 100_000)
    return (time.perf_counter() - started) / 16 / 100_000 * 1e9


def python_moves() -> float:
    """Return moves per second from Python, listing the legal moves after each."""
    chooser, moves = random.Random(1), 0
    started = time.perf_counter()
    for seed in range(60):
        game = Game(players=2, seed=seed)
        legal = game.legal_moves
        while legal:
            game.push(legal[int(chooser.random() * len(legal))])
            legal = game.legal_moves
            moves += 1
    return moves / (time.perf_counter() - started)


def with_a_game(call: Callable[[Game], object]) -> float:
    """Return the microseconds that a call takes on a finished game."""
    game, chooser = Game(players=2, seed=1), random.Random(1)
    while not game.is_over:
        game.push(chooser.choice(game.legal_moves))
    call(game)
    started = time.perf_counter()
    for _ in range(1000):
        call(game)
    return (time.perf_counter() - started) / 1000 * 1e6


def start(cache: str | None, more: str = "") -> float:
    """Return the seconds that a new Python takes, with this cache folder or the usual one."""
    environment = {**os.environ, **({"PARURE_CACHE_DIR": cache} if cache else {})}
    command = [sys.executable, "-c", COLD.format(more=more)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(run.stdout)


def cold_start() -> float:
    """Return the seconds that it takes to compile everything `Game` needs, from an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        return start(folder, ALL_OF_GAME)


def batch_steps(observations: bool, games: int = 1024) -> float:
    """Return random decisions per second of a batch, on all cores."""
    batch, rounds = Batch(games, observations=observations), 512_000 // games
    batch.step(batch.sample())
    started = time.perf_counter()
    for _ in range(rounds):
        batch.step(batch.sample())
    return games * rounds / (time.perf_counter() - started)


def beside_a_busy_core(measure: Callable[[], float]) -> float:
    """Measure while another process keeps a core busy."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            return measure()
        finally:
            busy.kill()


def pettingzoo_loop() -> float:
    """Return random legal decisions per second of the PettingZoo loop."""
    from parure.envs import parure_v1

    environment, chooser, decisions = parure_v1.env(), random.Random(1), 0
    started = time.perf_counter()
    for seed in range(20):
        environment.reset(seed=seed)
        for _agent in environment.agent_iter():
            observation, _reward, terminated, truncated, _info = environment.last()
            action = None
            if not (terminated or truncated):
                legal = np.flatnonzero(observation["action_mask"])
                action = int(legal[int(chooser.random() * len(legal))])
                decisions += 1
            environment.step(action)
    return decisions / (time.perf_counter() - started)


def dataset_of_novices(games: int = 5000) -> float:
    """Return decisions per second that `parure dataset make` writes, on all cores, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        card = dataset.make(folder, dataset.Plan("novice", Rules(2), games))
        return int(card["positions"]) / (time.perf_counter() - started)


def dataset_read_back() -> float:
    """Return decisions per second that are read from a dataset in shuffled batches."""
    started = time.perf_counter()
    read = sum(len(rows["action"]) for rows in dataset.load(SAMPLE).batches(256, seed=1))
    return read / (time.perf_counter() - started)


def middle_of_a_game(rules: Rules) -> State:
    """Return the stripped state of the seat to play, half-way through a game of guilds."""
    game, guild = Game(rules.players, rules.modules, seed=1), Guild(seed=1)
    for _ in range(15 * rules.players):
        game.push(guild.choose(game.knowledge(game.to_play), game.legal_moves, None))
    return game.stripped(game.to_play)


def champion_search() -> float:
    """Return simulations per second of the champion's search on one core, half-way through a game."""
    tree = champion.Tree(40_000)
    tree.begin(middle_of_a_game(Rules(2)), seed=1)
    tree.search(100)
    started = time.perf_counter()
    tree.search(30_000)
    return 30_000 / (time.perf_counter() - started)


@entry
def evaluate_often(states, legal, work, net, times):
    """Evaluate a position `times` times."""
    n = decide(states[0], legal[0])
    for _ in range(times):
        evaluate(states[0], legal[0], n, work[0], net[0])


def evaluation(rules: Rules) -> float:
    """Return the microseconds of one evaluation of the champion on one core, half-way through a game."""
    tree = champion.Tree(10)
    tree.begin(middle_of_a_game(rules), seed=1)
    session = tree.states, tree.legal, tree.work, tree.weights
    evaluate_often(*session, 1)
    started = time.perf_counter()
    evaluate_often(*session, 20_000)
    return (time.perf_counter() - started) / 20_000 * 1e6


def guild_decision() -> float:
    """Return the mean milliseconds of a guild's decision over whole games."""
    guild, decisions, seconds = Guild(seed=1), 0, 0.0
    for seed in range(6):
        game = Game(players=2, seed=seed)
        while not game.is_over:
            view, legal = game.knowledge(game.to_play), game.legal_moves
            started = time.perf_counter()
            move = guild.choose(view, legal, None)
            if seed:
                seconds += time.perf_counter() - started
                decisions += 1
            game.push(move)
    return seconds / decisions * 1e3


def engine_overhead(games: int = 4) -> float:
    """Return the mean milliseconds that a novice's decision takes longer as an engine in another process."""
    spent = {"direct": 0.0, "engine": 0.0}
    decisions = 0
    with engine.popen([sys.executable, "-m", "parure", "engine", "novice"]) as hosted:
        hosted.configure(seed=1)
        novice = Novice(seed=1)
        for seed in range(games + 1):
            game = Game(players=2, seed=seed)
            while not game.is_over:
                known, legal = game.knowledge(game.to_play), game.legal_moves
                started = time.perf_counter()
                novice.choose(known, legal, None)
                between = time.perf_counter()
                move = hosted.choose(known, legal).move
                if seed:
                    spent["direct"] += between - started
                    spent["engine"] += time.perf_counter() - between
                    decisions += 1
                game.push(move)
    return (spent["engine"] - spent["direct"]) / decisions * 1e3


BASE = "random legal play, base game, 2 players"
ALL = "random legal play, all four modules, 4 players"
LOAD = (
    f"{load.TABLES} tables with people, who think for {load.THINKING:.0f} s on average, and bots, "
    f"for {load.SECONDS:.0f} s after {load.SETTLING:.0f} s to settle"
)
GAMES = f"mean of {documents.GAMES - 1} games that bots play, one core, before compression"
SLOWED = f"headless Chromium, its processor slowed {page.SLOWED} times"
FIGURES = (
    Figure(BASE, "decisions/s", 7e6, True, "5 million in compiled code, one core", 7,
           lambda: random_play(Rules(2), 5_000_000)),
    Figure(ALL, "decisions/s", 1.5e6, True, "5 million in compiled code, one core", 7,
           lambda: random_play(Rules(4, parure.MODULES), 5_000_000)),
    Figure("copy a state inside the core", "ns", 50, False, f"{STATE.itemsize} bytes", 7, copying),
    Figure("Game.push + legal_moves from Python", "moves/s", 20_000, True,
           "60 random games", 5, python_moves),
    Figure("Game.copy from Python", "µs", 20, False,
           "1,000 copies of a game that is over", 5, lambda: with_a_game(Game.copy)),
    Figure("Game.key from Python", "µs", 10, False,
           "1,000 keys of a game that is over", 5, lambda: with_a_game(lambda game: game.key)),
    Figure("pickle a game and back", "µs", 5000, False, "1,000 times a game that is over", 5,
           lambda: with_a_game(lambda game: pickle.loads(pickle.dumps(game)))),
    Figure("Batch, random actions, with masks", "decisions/s", 5e6, True,
           "500 steps of 1,024 games, all cores", 5, lambda: batch_steps(False)),
    Figure("Batch, random actions, with masks and observations", "decisions/s", 1.5e6, True,
           "500 steps of 1,024 games, all cores", 5, lambda: batch_steps(True)),
    Figure("Batch of 64 games beside a busy core, with masks", "decisions/s", 7e5, True,
           "8,000 steps while another process keeps a core busy", 5,
           lambda: beside_a_busy_core(lambda: batch_steps(False, 64))),
    Figure("dataset of novice games, base game, 2 players", "decisions/s", 20_000, True,
           "5,000 games written to disk, all cores, start included", 3, dataset_of_novices),
    Figure("dataset read back in shuffled batches", "decisions/s", 30_000, True,
           "13,624 of champion in the sample, one core", 5, dataset_read_back),
    Figure("PettingZoo loop, random legal", "decisions/s", 10_000, True,
           "20 games", 3, pettingzoo_loop),
    Figure("search of champion, base game, 2 players", "simulations/s", 30_000, True,
           "30,000 in the middle of a game, one core", 5, champion_search),
    Figure("an evaluation of champion, base game, 2 players", "µs", 25, False,
           "20,000 in the middle of a game, one core", 5, lambda: evaluation(Rules(2))),
    Figure("an evaluation of champion, all four modules, 4 players", "µs", 40, False,
           "20,000 in the middle of a game, one core", 5,
           lambda: evaluation(Rules(4, parure.MODULES))),
    Figure("a decision of guild, base game, 2 players", "ms", 1, False,
           "5 games, from Python", 5, guild_decision),
    Figure("an engine's decision, beyond that of its bot, base game, 2 players", "ms", 1, False,
           "4 games of a novice in another process", 5, engine_overhead),
    Figure("cold compile of everything that Game needs", "s", 25, False,
           "new Python, empty cache", 3, cold_start),
    Figure("import to first legal move, from cache", "s", 1.5, False,
           "new Python, filled cache", 5, lambda: start(None)),
    Figure("browser game: a change for a player, base game, 2 seats", "ms", 1, False,
           GAMES, 1, lambda: documents.cost(Rules(2))),
    Figure("browser game: a change for a player, all four modules, 4 seats", "ms", 1.4, False,
           GAMES, 1, lambda: documents.cost(Rules(4, parure.MODULES))),
    Figure("browser game: a change for a spectator, base game, 2 seats", "ms", 0.5, False,
           GAMES, 1, lambda: documents.cost(Rules(2), None)),
    Figure("browser game: a change for a spectator, all four modules, 4 seats", "ms", 0.7, False,
           GAMES, 1, lambda: documents.cost(Rules(4, parure.MODULES), None)),
    Figure("browser game: a change sent to a player, base game, 2 seats", "kB", 2, False,
           GAMES, 1, lambda: documents.size(Rules(2))),
    Figure("browser game: a change sent to a player, all four modules, 4 seats", "kB", 2, False,
           GAMES, 1, lambda: documents.size(Rules(4, parure.MODULES))),
    Figure("browser: script for a change, base game, 2 seats, 99 %", "ms", 30, False,
           SLOWED, 1, lambda: page.change(Rules(2), page.SLOWED)),
    Figure("browser: script for a change, all four modules, 4 seats, 99 %", "ms", 30, False,
           SLOWED, 1, lambda: page.change(Rules(4, parure.MODULES), page.SLOWED)),
    Figure("browser: a table that can be played, empty cache", "ms", 1350, False,
           SLOWED, 1, lambda: page.first(Rules(2), page.SLOWED)),
    Figure("browser game: a move acknowledged, median", "ms", 50, False,
           LOAD, 1, lambda: load.acknowledgement(0.5)),
    Figure("browser game: a move acknowledged, 99 % within", "ms", 150, False,
           LOAD, 1, lambda: load.acknowledgement(0.99)),
    Figure("browser game: an own move on the page, 99 % within", "ms", 300, False,
           LOAD, 1, lambda: load.on_the_page(0.99)),
    Figure("browser game: first page, worst", "s", 1, False,
           f"{LOAD}; page and all its files", 1, load.newcomer),
    Figure("browser game: memory of server and bots", "MB", 1500, False, LOAD, 1, load.memory),
    Figure(f"quick match: {quick_match.PEOPLE:,} people at once, all with a table", "s", 2, False,
           "each with a socket, counted from the last one connected", 1, quick_match.longest),
)  # fmt: skip


def show(value: float) -> str:
    """Return a figure as readable text."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def gpu_table() -> Table:
    """Return the saved figures of `bench/gpu.py`."""
    kept = json.loads(GPU.read_text())
    table = Table(title=f"Saved, from {kept['machine']}")
    for heading in ("figure", "measured", "aim", "how (median of runs)"):
        table.add_column(heading, justify="right" if heading in ("measured", "aim") else "left")
    for name, figure in kept["figures"].items():
        measured = f"{'[green]' if figure['reached'] else '[red]'}{show(figure['median'])}"
        table.add_row(
            name,
            f"{measured} {figure['unit']}[/]",
            f"≥ {show(figure['aim'])}",
            f"{figure['how']} ({len(figure['runs'])})",
        )
    return table


def main() -> None:
    """Measure, print the table, and write it if asked."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", type=Path, help="write the figures to this file")
    options.add_argument("--keep", action="store_true", help=f"write them to {KEPT.name}")
    options.add_argument("--only", default="", help="measure figures whose names contain this")
    chosen = options.parse_args()
    kept = json.loads(KEPT.read_text())["figures"] if KEPT.exists() else {}
    start(None)
    table = Table(title=f"Parure {parure.__version__} on {machine()}")
    for heading in ("figure", "measured", "aim", "saved", "how (median of runs)"):
        table.add_column(
            heading, justify="right" if heading in ("measured", "aim", "saved") else "left"
        )
    measured = [figure for figure in FIGURES if chosen.only in figure.name]
    names = [figure.name for figure in FIGURES if figure in measured or figure.name in kept]
    results: dict[str, dict[str, object]] = {name: kept.get(name, {}) for name in names}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=sum(figure.runs for figure in measured))
        for figure in measured:
            runs = []
            for _ in range(figure.runs):
                runs.append(figure.measure())
                progress.advance(task)
            median = statistics.median(runs)
            reached = median >= figure.aim if figure.more_is_better else median <= figure.aim
            before = kept.get(figure.name, {}).get("median")
            table.add_row(
                figure.name,
                f"{'[green]' if reached else '[red]'}{show(median)} {figure.unit}[/]",
                f"{'≥' if figure.more_is_better else '≤'} {show(figure.aim)}",
                f"{show(before)} ({median / before - 1:+.0%})" if before else "-",
                f"{figure.how} ({figure.runs})",
            )
            results[figure.name] = {
                "median": median, "unit": figure.unit, "aim": figure.aim,
                "reached": reached, "runs": runs, "how": figure.how,
            }  # fmt: skip
    Console().print(table)
    Console().print(gpu_table())
    text = json.dumps({"machine": machine(), "figures": results}, indent=1) + "\n"
    for path in [chosen.json, *([KEPT] if chosen.keep else [])]:
        if path is not None:
            path.write_text(text)


if __name__ == "__main__":
    main()

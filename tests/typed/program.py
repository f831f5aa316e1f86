"""What a user of the library may write, checked by mypy and pyright but never run.

Lines that end with `# wrong` must be refused by both; all others must pass both in their strict modes.
"""

import json
from collections.abc import Sequence
from typing import assert_type

import parure
from parure import (
    Bot,
    Budget,
    Colour,
    Decision,
    Edition,
    Estimate,
    Game,
    Knowledge,
    Module,
    Move,
    Record,
    Snapshot,
    Token,
    View,
)
from parure.arena import Match, Report, run
from parure.bots import Analyst, ask, make
from parure.envs.batch import Batch
from parure.envs.opponents import Pool
from parure.record import dumps, load


class Greedy:
    """A bot of one's own."""

    about = "Buys the first card that it can."

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self.seed = seed

    def choose(self, known: Knowledge, moves: Sequence[Move], clock: float | None) -> Move | str:
        own = known.view["seats"][known.seat or 0]
        gold: int = own["tokens"]["gold"]
        own["tokens"]["silver"]  # wrong
        known.view["decks"]["1"].append("base-1w1")  # wrong
        return next((move for move in moves if move.verb == "buy" and gold), "pass")


class Thinker(Greedy):
    """One that says what it thinks."""

    def analyse(
        self, known: Knowledge, moves: Sequence[Move], clock: float | None
    ) -> list[Estimate]:
        players = known.view["players"]
        return [Estimate(move, (1 / players,) * players, 0, (move,)) for move in moves]


class Mute:
    """A bot that can't choose."""

    about = "Says nothing."


def options(module: Module, edition: Edition) -> Game:
    """Begin games, right and wrong."""
    Game(players=3, modules=("orient", "strongholds"), edition=2024, seed=7)
    Game(modules=[module], edition=edition)
    Game(modules=parure.MODULES)
    Game(modules="orient")
    Game(modules="orients")  # wrong
    Game(edition=2020)  # wrong
    Game(seed="7")  # wrong
    return Game(2, (module,), edition)


def play(game: Game) -> None:
    """Look at a game and go on with it."""
    assert_type(game.decision, Decision | None)
    assert_type(game.to_play, int | None)
    assert_type(game.legal_moves, list[Move])
    assert_type(game.winners, tuple[int, ...])
    if game.decision == "payments":  # wrong
        game.push("pay")
    if game.decision == "payment":
        game.push(Move.of("pay"))
    game.push(7)  # wrong
    assert_type(game.pop(), Move)


def look(game: Game) -> int:
    """Read a view and a snapshot."""
    view: View = game.view(0)
    snapshot: Snapshot = game.snapshot()
    assert_type(view["decks"]["1"], int)
    assert_type(snapshot["decks"]["1"], list[str])
    assert_type(view["edition"], Edition)
    assert_type(view["modules"], list[Module])
    view["bnak"]  # wrong
    Game.from_snapshot(snapshot)
    Game.from_snapshot(json.loads(json.dumps(snapshot)))
    Game.from_snapshot(view)  # wrong
    colour: Colour
    for colour, n in view["seats"][0]["bonuses"].items():
        print(colour, n + view["bank"][colour])
    token: Token = "gold"
    token = "platinum"  # wrong
    return view["bank"][token]


def keep(game: Game) -> Game:
    """Save a game and play it again."""
    record: Record = game.record()
    record["names"] = ["Ada", "Grace"]
    record["moves"].append(Move.of("pass"))  # wrong
    print(dumps(record), load("game.parure")["seed"])
    return Game.replay(record)


def sample(game: Game) -> set[Game]:
    """Deal anew what a seat cannot see."""
    assert_type(game.copy(), Game)
    assert_type(game.key, int)
    Game.from_state(game.state)
    Game.from_knowledge(game.view(0))  # wrong
    return {Game.from_knowledge(game.knowledge(0), seed=seed) for seed in range(9)}


def learn() -> Batch:
    """Play many games at once against whoever there is."""
    Batch(8, opponents="merchant", autoreset="never")  # wrong
    Batch(8, opponents=[7])  # wrong
    pool = Pool(["novice", Greedy()])
    pool.add(lambda observations, masks: masks.argmax(axis=1))
    return Batch(8, 3, opponents=[pool, "banker"], autoreset="next_step", threads=1)


def think(game: Game) -> Match:
    """Let bots choose, analyse and compete."""
    greedy: Bot = Greedy(seed=7)
    thinker: Analyst = Thinker()
    assert_type(ask(greedy, game.knowledge(0), game.legal_moves), Move)
    assert_type(parure.analyse(game, thinker)[0].chances, tuple[float, ...])
    parure.analyse(game, "champion:2s")
    parure.analyse(game, Greedy())  # wrong
    mute: Bot = Mute()  # wrong
    print(mute, make("guild", seed=1))
    match = Match(("random", "guild"), game.rules, games=10, seed=7)
    assert_type(run(match), Report)
    return match

"""Make puzzles: positions of games between bots where one action is far better than all others.

python -m training.puzzles make [--until 600] [--file FILE]
python -m training.puzzles check [--since 1] [--drop] [--file FILE]

`make` goes on where the file ends, and may be stopped at any time; the same seed makes the same puzzles.
Those of the package were found by a tree search with the guild's network, which the file calls `guild tree`.
`check` searches the puzzles of the file once more, as deeply as they were confirmed, in other and more deals.

A game has a number, from which its rules and its deal follow; its puzzle, one at most, has the same. Three
looks at each action of the game, each at what the one before has left:

1. A short search says that one move is far ahead, and it is not what the novice would do.
2. Every legal move is made in a few deals of what the seat can't know, and searched for itself: a search of
   the position alone hardly looks at moves that it does not like, and its figures for them mean little. Those
   that are not far behind after a quick search get a longer one.
3. The best move and those that come next are searched ten times as long, and so is the position itself.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import parure.puzzles
from parure.arena.glicko import FIRST, Rating, updated
from parure.arena.glicko import Game as Rated
from parure.bots import Estimate, analyse, ask, make
from parure.files import write_whole
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.puzzles.book import FILE, Making, Puzzle, from_text, to_text
from parure.review.judgement import result_of
from parure.rules import Rules, all_rules

SEARCHER = "champion"
PLAYER = "guild"
"""Who plays the games."""

SHORT = 160
"""Simulations of the first look."""
QUICK, FOUND, CONFIRMED = 160, 600, 6_000
"""Simulations for each move: when a puzzle may be there, is found, and is confirmed."""
WHOLE = 1_500
"""Simulations for the whole position when a puzzle is found; ten times as many confirm it."""
DEALS = 5
"""The deals that a move is judged in."""
MORE_DEALS = 20
"""The same when puzzles are checked."""
NEXT = 2
"""So many other moves are searched again."""

AHEAD = 0.20
"""The best move is better than all others by this much."""
SEEMS_AHEAD = 0.12
"""The same for a short search."""
STILL_AHEAD = 0.15
"""The same for a search in other deals, which is a little luckier or less so."""
WORTH_WINNING = 0.30
"""The least chance of a solution: nobody looks for the best way to lose."""

FAR_BEHIND = 0.45
"""A move that is behind by more after a quick search is not searched again."""

UNDER_WAY = 0.55
"""The part of a game in which moves that decide are too rare to look for."""
FEWEST_MOVES = 4
LONGEST_GAME = 400
"""In turns."""
LONGEST_LINE = 8

SOLVERS = (
    ("merchant", 1160),
    ("guild", 1600),
    ("champion:1", 1840),
    ("champion:8", 1870),
    ("champion:100", 2110),
)
"""Who tries the puzzles, and how strong they are, about: `guild` has 1600 by definition."""

MAKING = Making(1, SEARCHER, FOUND, CONFIRMED, parure=parure.__version__)


def rules_of(number: int) -> Rules:
    """Return the rules of a game: all sets of modules in turn, mostly for two."""
    players = {3: 3, 7: 4}.get(number % 10, 2)
    every = all_rules(players)
    return every[number % len(every)]


def played(seed: int, number: int) -> Game:
    """Return the game of a number: finished, unless the bots wait for each other without an end."""
    rules = rules_of(number)
    deal = random.Random(f"{seed} {number}").getrandbits(32)
    game = Game(rules.players, rules.modules, rules.edition, deal)
    bot = make(PLAYER, deal)
    while not game.is_over and game.turns < LONGEST_GAME:
        game.push(ask(bot, game.knowledge(game.to_play), game.legal_moves))
    return game


def found_in(making: Making, number: int) -> Puzzle | None:
    """Return the puzzle of a game, if it has one."""
    game = played(making.seed, number)
    if not game.is_over:
        return None
    chosen = [str(ply.move) for ply in game.plies if not ply.forced]
    places = _actions(game)
    random.Random(f"{making.seed} {number} places").shuffle(places)
    for place in places:
        again = Game(game.rules.players, game.rules.modules, game.rules.edition, game.seed)
        for move in chosen[:place]:
            again.push(Move.of(move))
        looked = look(again, number)
        if looked is not None:
            chances, line = looked
            best = again.legal_moves[chances.index(max(chances))]
            return Puzzle(
                number, game.rules, game.seed or 0, tuple(chosen[:place]), chances, line,
                rating_of(again, best),
            )  # fmt: skip
    return None


def _actions(game: Game) -> list[int]:
    """Return the choices of a game at which an action was asked, once it is under way."""
    again = Game(game.rules.players, game.rules.modules, game.rules.edition, game.seed)
    places = []
    for place, ply in enumerate(ply for ply in game.plies if not ply.forced):
        if again.decision == "action" and again.turns > UNDER_WAY * game.turns:
            places.append(place)
        again.push(ply.move)
    return places


def look(game: Game, seed: int) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """Return the chances of all legal moves and how the game goes on, where one is far better."""
    moves = game.legal_moves
    if len(moves) < FEWEST_MOVES:
        return None
    known = game.knowledge(game.to_play)
    order = _seems_best(game, known, seed)
    if order is None:
        return None
    chances = weighed(known, order, QUICK, seed, SEEMS_AHEAD)
    near = [move for move in chances if chances[move] > chances[order[0]] - FAR_BEHIND]
    chances.update(found := weighed(known, near, FOUND, seed, AHEAD))
    if not found or analyse(game, f"{SEARCHER}:{WHOLE}", seed=seed)[0].move != order[0]:
        return None
    again = confirmed(game, known, chances, seed + 1)
    if again is None:
        return None
    more, estimate = again
    chances.update(more)
    points = tuple(round(100 * chances[move]) for move in moves)
    first, second = sorted(points, reverse=True)[:2]
    if first - second < round(100 * AHEAD):
        return None
    return points, tuple(str(move) for move in estimate.line[:LONGEST_LINE])


def _seems_best(game: Game, known: Knowledge, seed: int) -> list[Move] | None:
    """Return all moves by a short search, where the first is far ahead and needs some thought."""
    estimates = analyse(game, f"{SEARCHER}:{SHORT}", seed=seed)
    seat, best = known.state["to_play"].item(), estimates[0]
    others = sorted(estimates[1:], key=lambda each: -each.chances[seat])
    if best.chances[seat] < max(WORTH_WINNING, others[0].chances[seat] + SEEMS_AHEAD):
        return None
    if ask(make("novice", seed), known, game.legal_moves) == best.move or ends(known, best.move):
        return None
    return [each.move for each in (best, *others)]


def ends(known: Knowledge, move: Move) -> bool:
    """Tell whether a move is simply the purchase that ends the game."""
    if move.verb != "buy":
        return False
    game = Game.from_knowledge(known, seed=0)
    turn, bot = game.turns, make(PLAYER, 0)
    game.push(move)
    while not game.is_over and game.turns == turn:
        game.push(ask(bot, game.knowledge(game.to_play), game.legal_moves))
    return game.is_over or game.is_last_round


def weighed(
    known: Knowledge,
    moves: Iterable[Move],
    iterations: int,
    seed: int,
    ahead: float,
    deals: int = DEALS,
) -> dict[Move, float]:
    """Return what a seat may expect of moves: each is made in the same deals, and searched for itself.

    Nothing where the first is not ahead of all others by so much, in points as they are written.
    """
    seat = known.state["to_play"].item()
    found: dict[Move, float] = {}
    for move in moves:
        thinker = make(f"{SEARCHER}:{iterations // deals}", seed)
        total = 0.0
        for deal in range(deals):
            game = Game.from_knowledge(known, seed=deals * seed + deal)
            game.push(move)
            after = result_of(game) if game.is_over else analyse(game, thinker)[0].chances
            total += after[seat]
        found[move] = total / deals
        best = next(iter(found.values()))
        limit = WORTH_WINNING if len(found) == 1 else found[move] + ahead
        if round(100 * best) < round(100 * limit):
            return {}
    return found


def confirmed(
    game: Game,
    known: Knowledge,
    chances: dict[Move, float],
    seed: int,
    ahead: float = AHEAD,
    deals: int = DEALS,
) -> tuple[dict[Move, float], Estimate] | None:
    """Return the chances of the foremost moves by a search ten times as large, if it says the same."""
    foremost = sorted(chances, key=lambda move: -chances[move])[: NEXT + 1]
    deeper = weighed(known, foremost, CONFIRMED, seed, ahead, deals)
    estimate = analyse(game, f"{SEARCHER}:{10 * WHOLE}", seed=seed)[0]
    return (deeper, estimate) if deeper and estimate.move == foremost[0] else None


def rating_of(game: Game, best: Move) -> int:
    """Return how hard a puzzle is: what it would be rated, had it played against the bots that try it."""
    known, moves = game.knowledge(game.to_play), game.legal_moves
    games = [
        Rated(Rating(points, 60), float(ask(make(solver, 0), known, moves) != best))
        for solver, points in SOLVERS
    ]
    return round(updated(FIRST, games).points)


class File:
    """A file of puzzles, written whole after each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.making = MAKING
        self.puzzles: tuple[Puzzle, ...] = ()
        if path.exists():
            self.making, self.puzzles = from_text(path.read_text(encoding="utf-8"))

    def add(self, games: int, *more: Puzzle) -> None:
        """Write that so many games are done, with what they had in them."""
        self.making = self.making._replace(games=games)
        self.puzzles = (*self.puzzles, *more)
        write_whole(self.path, to_text(self.making, self.puzzles))


def make_until(file: File, count: int) -> None:
    """Look through games until there are so many puzzles."""
    began, before = time.perf_counter(), len(file.puzzles)
    while len(file.puzzles) < count:
        number = file.making.games + 1
        one = found_in(file.making, number)
        file.add(number, *([one] if one else []))
        if one is not None:
            each = (time.perf_counter() - began) / (len(file.puzzles) - before)
            modules = ", ".join(one.rules.modules) or "base game"
            print(
                f"{len(file.puzzles)} of {count} in {number} games, {each:.1f} s each: "
                f"{one.rules.players} players, {one.rules.edition}, {modules}: "
                f"{one.solution}, {one.goal}, {one.rating}",
                flush=True,
            )


def refuted(puzzle: Puzzle, seed: int) -> bool:
    """Tell whether a search as deep as the one that confirmed a puzzle, in other deals, says otherwise."""
    game, known = puzzle.game, puzzle.position.knowledge(puzzle.seat)
    chances = dict(zip(game.legal_moves, (each / 100 for each in puzzle.chances), strict=True))
    return confirmed(game, known, chances, seed, STILL_AHEAD, MORE_DEALS) is None


def check(file: File, since: int, *, drop: bool) -> int:
    """Search puzzles again, from a number on, and return how many did not hold."""
    chosen = [one for one in file.puzzles if one.number >= since]
    fallen: list[int] = []
    for place, one in enumerate(chosen):
        if refuted(one, one.number + 1_000_000):
            fallen.append(one.number)
        print(f"{place + 1} of {len(chosen)}, refuted: {fallen}", end="\r", flush=True)
    print()
    if drop:
        file.puzzles = tuple(one for one in file.puzzles if one.number not in fallen)
        file.add(file.making.games)
    return len(fallen)


def main() -> None:
    """Read the options, and do what they say."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", choices=("make", "check"))
    options.add_argument("--file", type=Path, default=Path(parure.puzzles.__path__[0]) / FILE)
    options.add_argument("--until", type=int, default=600, help="make so many puzzles in all")
    options.add_argument("--since", type=int, default=1, help="check from this number on")
    options.add_argument("--drop", action="store_true", help="take those out that do not hold")
    chosen = options.parse_args()
    file = File(chosen.file)
    if chosen.what == "check":
        sys.exit(1 if check(file, chosen.since, drop=chosen.drop) else 0)
    make_until(file, chosen.until)
    print(Counter((one.rules.edition, one.rules.modules) for one in file.puzzles))


if __name__ == "__main__":
    main()

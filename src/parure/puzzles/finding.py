"""Finds puzzles in bot games: positions in which one action is far better than all others.

A game's number determines its rules and its deal; its puzzle, if it has one, gets the same number. A position
must pass three tests in turn:

1. In a short search one move is far ahead, and the novice would not play it.
2. Each legal move, searched on its own in a few deals of what the seat can't know, confirms this. (A search
   of the position hardly visits moves that it dislikes, so its figures for them mean little.) A quick search
   drops moves that are far behind, and the others get a longer one.
3. The best move, the next best ones and the position itself are searched ten times as long, with the same
   result.
"""

import random
from collections.abc import Iterable
from typing import cast

from parure import __version__
from parure.arena.glicko import FIRST, Rating, updated
from parure.arena.glicko import Game as Rated
from parure.bots import Analyst, Estimate, analyse, ask, make
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.puzzles.book import Making, Puzzle
from parure.review.judgement import result_of
from parure.rules import Rules, all_rules

__all__ = ["MAKING", "found_in", "refuted"]

SEARCHER = "champion"
PLAYER = "guild"
"""The bot that plays the games."""

SHORT = 160
"""Simulations of the first search of a position."""
QUICK, FOUND, CONFIRMED = 160, 600, 6_000
"""Simulations per move: to drop poor moves, to find a puzzle, and to confirm it."""
WHOLE = 1_500
"""Simulations of the whole position to find a puzzle; ten times as many confirm it."""
DEALS = 5
"""The number of deals in which a move is judged."""
MORE_DEALS = 20
"""The same to check a puzzle."""
NEXT = 2
"""How many of the next best moves are searched again."""

AHEAD = 0.20
"""How far the best move must be ahead of all others, as a chance to win."""
SEEMS_AHEAD = 0.12
"""The same for a short search."""
STILL_AHEAD = 0.15
"""The same to check a puzzle, which allows for the luck of other deals."""
WORTH_WINNING = 0.30
"""The lowest chance of a solution: nobody wants the best way to lose."""

FAR_BEHIND = 0.45
"""How far behind a move may be after a quick search to be searched again."""

UNDER_WAY = 0.55
"""The share of a game before which decisive moves are too rare to look for."""
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
"""The bots that try the puzzles, and their approximate ratings; `guild` has 1600 by definition."""

MAKING = Making(1, SEARCHER, FOUND, CONFIRMED, parure=__version__)


def rules_of(number: int) -> Rules:
    """Return the rules of a game: every set of modules in turn, mostly for two."""
    players = {3: 3, 7: 4}.get(number % 10, 2)
    every = all_rules(players)
    return every[number % len(every)]


def played(seed: int, number: int) -> Game:
    """Play the game with a number. It is finished unless the bots wait for each other forever."""
    rules = rules_of(number)
    deal = random.Random(f"{seed} {number}").getrandbits(32)
    game = Game(rules.players, rules.modules, rules.edition, deal)
    bot = make(PLAYER, deal)
    while not game.is_over and game.turns < LONGEST_GAME:
        game.push(ask(bot, game.knowledge(game.to_play), game.legal_moves))
    return game


def found_in(seed: int, number: int) -> Puzzle | None:
    """Return the puzzle of a game, if it has one."""
    game = played(seed, number)
    if not game.is_over:
        return None
    chosen = [str(ply.move) for ply in game.plies if not ply.forced]
    places = _actions(game)
    random.Random(f"{seed} {number} places").shuffle(places)
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
    """Return the indices of choices that are actions, once the game is well under way."""
    again = Game(game.rules.players, game.rules.modules, game.rules.edition, game.seed)
    places = []
    for place, ply in enumerate(ply for ply in game.plies if not ply.forced):
        if again.decision == "action" and again.turns > UNDER_WAY * game.turns:
            places.append(place)
        again.push(ply.move)
    return places


def look(game: Game, seed: int) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """Return the chances of all legal moves and the best line if one move is far better, else None."""
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
    """Return the moves ranked by a short search if the best is far ahead and not obvious, else None."""
    estimates = analyse(game, f"{SEARCHER}:{SHORT}", seed=seed)
    seat, best = known.state["to_play"].item(), estimates[0]
    others = sorted(estimates[1:], key=lambda each: -each.chances[seat])
    if best.chances[seat] < max(WORTH_WINNING, others[0].chances[seat] + SEEMS_AHEAD):
        return None
    if ask(make("novice", seed), known, game.legal_moves) == best.move or ends(known, best.move):
        return None
    return [each.move for each in (best, *others)]


def ends(known: Knowledge, move: Move) -> bool:
    """Tell whether a move is just the purchase that ends the game."""
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
    """Return the seat's chance after each move, searched on its own in the same deals.

    The result is empty unless the first move is ahead of all others by `ahead`, in rounded per cent.
    """
    seat = known.state["to_play"].item()
    found: dict[Move, float] = {}
    for move in moves:
        thinker = cast(Analyst, make(f"{SEARCHER}:{iterations // deals}", seed))
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
    """Return the chances of the best moves by a search ten times as large, or None if it disagrees."""
    foremost = sorted(chances, key=lambda move: -chances[move])[: NEXT + 1]
    deeper = weighed(known, foremost, CONFIRMED, seed, ahead, deals)
    estimate = analyse(game, f"{SEARCHER}:{10 * WHOLE}", seed=seed)[0]
    return (deeper, estimate) if deeper and estimate.move == foremost[0] else None


def rating_of(game: Game, best: Move) -> int:
    """Return the difficulty of a puzzle: its rating after a game against each bot that tries it."""
    known, moves = game.knowledge(game.to_play), game.legal_moves
    games = [
        Rated(Rating(points, 60), float(ask(make(solver, 0), known, moves) != best))
        for solver, points in SOLVERS
    ]
    return round(updated(FIRST, games).points)


def refuted(puzzle: Puzzle, seed: int) -> bool:
    """Tell whether an equally deep search in other deals disagrees with a puzzle."""
    game, known = puzzle.game, puzzle.position.knowledge(puzzle.seat)
    chances = dict(zip(game.legal_moves, (each / 100 for each in puzzle.chances), strict=True))
    return confirmed(game, known, chances, seed, STILL_AHEAD, MORE_DEALS) is None

"""Find games of bots that make good lessons for the guided games.

    python -m training.lessons [--games 4000] [NAME …]

For each lesson, bots play games of its rules. A game qualifies if everything that the lesson teaches happens
within a few turns of one seat: the learner takes that seat, and the others repeat their moves. The clearest
game is written to src/parure/server/tables/lessons.json.
"""

import argparse
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import permutations, product
from typing import NamedTuple, cast

from rich.console import Console
from rich.progress import track

from parure import Game, bots
from parure.components import card_of
from parure.game import lacking
from parure.server.tables.choices import least
from parure.server.tables.lesson_games import FILE, Lesson, lessons
from parure.server.tables.what_if import WhatIf

LONGEST = 64
"""Turns after which a game is given up; lessons are short."""


class Turn(NamedTuple):
    """A turn of the learner with all its moves, including forced ones."""

    number: int
    moves: tuple[str, ...]

    def has(self, *beginnings: str) -> bool:
        """Tell whether the turn has a move for each of these beginnings."""
        return all(any(move.startswith(one) for move in self.moves) for one in beginnings)

    @property
    def takes_two_alike(self) -> bool:
        """Whether the turn takes two tokens of one colour."""
        tokens = self.moves[0].split()[1:] if self.has("take") else []
        return len(tokens) == 2 and tokens[0] == tokens[1]


class Found(NamedTuple):
    """A part of a game that makes a lesson."""

    first: int
    """The index of the first turn, among the learner's."""
    last: int
    cost: float
    """How cluttered it is; the lowest cost wins."""


class Wish(NamedTuple):
    """What a lesson needs: its rules, the bots that play it, and how to find it in a game."""

    rules: tuple[tuple[str, ...], int]
    players: tuple[str, str]
    """The bots; the learner's first."""
    look: Callable[[Game, int, Sequence[Turn]], Iterator[Found]]


def first_game(game: Game, seat: int, turns: Sequence[Turn]) -> Iterator[Found]:
    """Find a whole game that shows every basic rule and is won by a noble's visit at the end."""
    bought = [n for n, turn in enumerate(turns) if turn.has("buy")]
    reserved = [n for n, turn in enumerate(turns) if turn.has("reserve")]
    returned = [n for n, turn in enumerate(turns) if turn.has("return")]
    visited = [n for n, turn in enumerate(turns) if turn.has("noble")]
    margin = game.prestige[seat] - game.prestige[1 - seat]
    if seat != 0 or game.winners != (seat,) or margin < 3 or len(returned) != 1 or len(bought) < 8:
        return
    if visited[-1:] != [len(turns) - 1] or not 1 <= len(reserved) <= 3:
        return
    one, (back,) = reserved[0], returned
    given = sum(move.startswith("return") for move in turns[back].moves)
    if not bought[1] < one < len(turns) - 2 or not bought[0] < back or given != 1:
        return
    if not (turns[one + 1].has("take") and turns[one + 2].has("buy hand 1", "pay gold")):
        return
    early = sum(turn.takes_two_alike for turn in turns[:8])
    cost = len(turns) + 2.0 * len(reserved) + 2.0 * (len(visited) - 1) - 2.0 * bool(early)
    yield Found(0, len(turns) - 1, cost + 0.5 * one + 0.2 * back)


def a_city(game: Game, seat: int, turns: Sequence[Turn]) -> Iterator[Found]:
    """Find the last turns before a city, with several kinds of moves."""
    if game.winners != (seat,) or len(turns) < 5 or len(game.cities_of(seat)) != 1:
        return
    own = turns[-4:]
    kinds = [turn.moves[0].split()[0] for turn in own]
    if kinds[-1] == "buy" and kinds.count("buy") >= 2 and "reserve" not in kinds:
        lead = game.prestige[seat] - game.prestige[1 - seat]
        # It teaches most where the other seat has more prestige and still loses.
        yield Found(len(turns) - 4, len(turns) - 1, len(turns) + lead - 3 * kinds.count("take"))


def wanted(
    *steps: Callable[[Turn], bool], most: int, in_order: bool = True
) -> Callable[[Game, int, Sequence[Turn]], Iterator[Found]]:
    """Return a search for turns that do these steps, with few others between them."""
    orders = [steps] if in_order else list(permutations(steps))

    def look(game: Game, seat: int, turns: Sequence[Turn]) -> Iterator[Found]:
        for (begin, *rest), first in product(orders, range(len(turns))):
            last = first
            for step in rest:
                last = next((n for n in range(last + 1, len(turns)) if step(turns[n])), len(turns))
            if begin(turns[first]) and last < min(len(turns), first + most):
                part = turns[first : last + 1]
                yield Found(first, last, 3.0 * len(part) + 0.2 * first + _clutter(part))

    return look


def _clutter(part: Sequence[Turn]) -> float:
    """Count what distracts from the point of a lesson."""
    asides = ("reserve", "return", "buy hand")
    return sum(4.0 * sum(map(turn.has, asides)) + 0.3 * len(turn.moves) for turn in part)


def _simply(*beginnings: str) -> Callable[[Turn], bool]:
    return lambda turn: turn.has(*beginnings)


WISHES = {
    "first": Wish(((), 2024), ("guild", "novice"), first_game),
    "cities": Wish((("cities",), 2024), ("guild", "guild"), a_city),
    "trading_posts": Wish(
        (("trading_posts",), 2024),
        ("guild", "guild"),
        wanted(
            _simply("buy", "post tp24-2"),
            lambda turn: turn.takes_two_alike and turn.has("gain"),
            _simply("buy", "post tp24-1"),
            _simply("buy", "gain"),
            most=6,
        ),
    ),
    "orient": Wish(
        (("orient",), 2024),
        ("guild", "guild"),
        wanted(
            lambda turn: turn.has("buy", "pair") and not turn.has("gift"),
            _simply("pay joker"),
            _simply("gift"),
            _simply("discard"),
            most=6,
            in_order=False,
        ),
    ),
    "orient17": Wish(
        (("orient",), 2017),
        ("guild", "guild"),
        wanted(_simply("buy", "claim"), _simply("buy", "noble"), most=4),
    ),
    "strongholds": Wish(
        (("strongholds",), 2024),
        ("guild", "guild"),
        wanted(
            _simply("place"),
            _simply("move"),
            _simply("place", "conquer"),
            most=6,
        ),
    ),
}


class Pupil:
    """A bot that plays well but also shows a newcomer what can happen.

    Once it reserves a card that it can afford a turn later with the gold from reserving, and once it takes
    more tokens than it may keep.
    """

    def __init__(self, bot: bots.Analyst) -> None:
        self.bot = bot
        self.plan: list[Callable[[Sequence[str]], str | None]] = []
        self.todo = [self._saving, self._hoarding]

    def action(self, game: Game) -> str:
        """Return the action of a turn."""
        known, legal = game.knowledge(game.to_play), game.legal_moves
        ranked = [str(one.move) for one in self.bot.analyse(known, legal, None)]
        if self.plan and (move := self.plan.pop(0)(ranked)) is not None:
            return move
        for duty in self.todo[:1]:
            if (move := duty(game, ranked)) is not None:
                self.todo.remove(duty)
                return move
        return ranked[0]

    def _saving(self, game: Game, ranked: Sequence[str]) -> str | None:
        """Reserve a card that is affordable after one more turn, with the gold."""
        seat = game.to_play
        assert seat is not None
        known = game.knowledge(seat)
        own = known.view["seats"][seat]
        if len(own["cards"]) < 2 or own["hand"] or sum(own["tokens"].values()) > 6:
            return None
        for move in ranked:
            place = move.removeprefix("reserve ")
            if not move.startswith("reserve ") or place.startswith("deck"):
                continue
            card = known.view["rows"][place]
            short = lacking.for_card(known, seat, card).tokens
            is_there = all(known.view["bank"].get(colour, 0) > 1 for colour in short)
            after_a_turn = sum(short.values()) - min(3, len(short))
            if card_of(card).prestige and is_there and after_a_turn == 1:
                self.plan = [partial(_take, wanted=short), _buy_from_hand]
                return move
        return None

    def _hoarding(self, game: Game, ranked: Sequence[str]) -> str | None:
        """Take one token more than the limit of ten."""
        assert game.to_play is not None
        own = game.view(game.to_play)["seats"][game.to_play]
        return _take(ranked) if sum(own["tokens"].values()) == 8 else None


def _take(ranked: Sequence[str], wanted: Collection[str] = ()) -> str | None:
    """Return the best move that takes three tokens, with as many wanted colours as possible."""
    takes = [move for move in ranked if move.startswith("take ") and len(set(move.split())) == 4]
    return max(takes, key=lambda move: len(set(move.split()) & set(wanted)), default=None)


def _buy_from_hand(ranked: Sequence[str]) -> str | None:
    return "buy hand 1" if "buy hand 1" in ranked else None


def played(wish: Wish, seed: int) -> Game:
    """Return a game between bots, with payments as the page suggests them."""
    modules, edition = wish.rules
    players = [bots.make(name, seed) for name in wish.players]
    pupil = Pupil(cast(bots.Analyst, players[0])) if not modules else None
    game = Game(2, modules, edition, seed)
    while not game.is_over and game.turns < LONGEST:
        assert game.to_play is not None
        known = game.knowledge(game.to_play)
        if game.decision == "payment":
            for move in least(WhatIf(known).payments()).moves:
                if game.decision == "payment" and game.is_legal(move):
                    game.push(move)
        elif pupil is not None and game.to_play == 0 and game.decision == "action":
            game.push(pupil.action(game))
        else:
            game.push(bots.ask(players[game.to_play], known, game.legal_moves))
    return game


def turns_of(game: Game, seat: int) -> list[Turn]:
    """Return the turns of a seat."""
    found: dict[int, tuple[str, ...]] = {}
    for ply in game.plies:
        if ply.seat == seat:
            found[ply.turn] = (*found.get(ply.turn, ()), str(ply.move))
    return [Turn(number, moves) for number, moves in found.items()]


def lesson_of(name: str, wish: Wish, game: Game, seat: int, part: Found) -> Lesson:
    """Return a part of a game as a lesson."""
    own = turns_of(game, seat)
    until = game.turns if game.is_over and part.last == len(own) - 1 else own[part.last].number + 1
    lines: list[list[str]] = [[] for _turn in range(until)]
    for ply in game.plies:
        if not ply.forced and ply.turn < until:
            lines[ply.turn].append(str(ply.move))
    assert game.seed is not None
    modules, edition = wish.rules
    return Lesson(
        name=name,
        modules=modules,
        edition=edition,
        seed=game.seed,
        seat=seat,
        begin=own[part.first].number,
        turns=tuple(", ".join(line) for line in lines),
    )


def find(name: str, games: int) -> tuple[float, Lesson] | None:
    """Return the lesson with the lowest cost in a number of games, and that cost."""
    wish, best = WISHES[name], None
    for seed in track(range(games), name):
        game = played(wish, seed)
        for seat in range(2):
            turns = turns_of(game, seat)
            for part in wish.look(game, seat, turns):
                is_open = not any(
                    turn.has("reserve deck") for turn in turns[part.first : part.last]
                )
                if is_open and (best is None or part.cost < best[0]):
                    best = part.cost, lesson_of(name, wish, game, seat, part)
    return best


def main() -> None:
    """Find the named lessons, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(WISHES))
    parser.add_argument("--games", type=int, default=4_000, help="games to look through per lesson")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in WISHES:
            parser.error(f"There is no lesson “{name}”: choose from {', '.join(WISHES)}.")
    console = Console()
    for name in chosen.names or WISHES:
        found = find(name, chosen.games)
        if found is None:
            console.print(f"{name}: nothing in {chosen.games} games")
            continue
        cost, lesson = found
        console.print(f"{name}: {cost:.1f}", *lesson.turns[lesson.begin :], sep="\n  ")
        lessons.cache_clear()
        known = {**lessons(), name: lesson}
        rows = {name: known[name].plain() for name in WISHES if name in known}
        FILE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

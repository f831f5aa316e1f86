"""A line of moves tells nothing about cards that the seat which makes it may not know.

Whatever is typed, the answer is the same for all deals that differ only in what that seat can't see.
"""

import random
from collections.abc import Iterator

import pytest

from kit.positions import bonuses, position
from parure import Game, IllegalMove, Rules, all_rules
from parure.core import calls
from parure.game.moves import DECISIONS

DEALS = 3
"""How many other deals are tried for each position."""
MOST_GAMES = 100

OF_MODULES = {
    2017: {
        "cities": {"city"},
        "trading_posts": {"gain"},
        "orient": {"discard", "pair", "claim", "gift"},
        "strongholds": {"stronghold", "conquest"},
    },
    2024: {
        "cities": set(),
        "trading_posts": {"gain", "keep"},
        "orient": {"discard", "pair", "gift"},
        "strongholds": {"stronghold", "conquest"},
    },
}
"""What each module asks."""


def decisions(rules: Rules) -> set[str]:
    """Return what is asked sooner or later in games with these rules."""
    asked = {"action", "payment", "return"}
    for module in rules.modules:
        asked |= OF_MODULES[rules.edition][module]
    if "cities" not in rules.modules:
        asked.add("noble")
    if {"trading_posts", "orient"} <= set(rules.modules):
        asked.add("post")
    return asked


def eager(game: Game, chance: random.Random) -> str:
    """Return a move of someone who buys when they can, draws from decks and likes to conquer."""
    moves = [str(move) for move in game.legal_moves]
    for wanted in ("buy", "reserve deck", "place"):
        liked = [move for move in moves if move.startswith(wanted)]
        liked = liked[:1] if wanted == "place" else liked
        if liked and chance.random() < 0.7:
            return chance.choice(liked)
    return chance.choice(moves)


def positions_of(rules: Rules) -> Iterator[tuple[Game, str]]:
    """Yield where each thing is asked that can be, and where it is about to be; with a move to try."""
    wanted = dict.fromkeys(decisions(rules), 2)
    for seed in range(MOST_GAMES):
        if not any(wanted.values()):
            return
        game, chance = Game(rules.players, rules.modules, rules.edition, seed), random.Random(seed)
        while not game.is_over:
            before, move = game.copy(), eager(game, chance)
            game.push(move)
            if game.turns > 6 and wanted.get(game.decision or "", 0):
                wanted[game.decision] -= 1
                yield before, move
                yield game, eager(game, chance)


def other_deals(game: Game) -> list[Game]:
    """Return games that the seat to play can't tell from this one."""
    deals = []
    for seed in range(DEALS):
        state = game.stripped(game.to_play)
        calls.determinize(state, seed)
        deals.append(Game.from_state(state))
    return deals


def answer(game: Game, line: str) -> tuple[str, ...]:
    """Return what whoever types a line is told."""
    game, first = game.copy(), len(game.plies)
    try:
        game.push(line)
    except IllegalMove as refusal:
        return ("refused", str(refusal))
    return ("made", *(str(ply.move) for ply in game.plies[first:] if not ply.forced))


def what_follows(game: Game, move: str) -> list[str]:
    """Return some of what can be typed after a move in one deal."""
    game = game.copy()
    game.push(move)
    moves = [str(move) for move in game.legal_moves]
    return moves[:2] + moves[-1:]


def lines(game: Game, move: str, deals: list[Game], chance: random.Random) -> Iterator[str]:
    """Yield lines that try to look ahead: right in one deal and wrong in another, or nonsense."""
    moves = [str(move) for move in game.legal_moves]
    for first in dict.fromkeys([move, *chance.sample(moves, 2)]):
        yield first
        guesses = [guess for deal in (game, *deals) for guess in what_follows(deal, first)]
        for second in ("zzz", "pay", *dict.fromkeys(guesses)):
            yield f"{first}, {second}"
            yield f"{first}, {second}, zzz"


@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_an_answer_does_not_depend_on_hidden_cards(rules: Rules) -> None:
    chance, asked = random.Random(3), set()
    for game, move in positions_of(rules):
        deals = other_deals(game)
        for line in lines(game, move, deals, chance):
            answers = {answer(deal, line) for deal in (game, *deals)}
            assert len(answers) == 1, (game.decision, line, answers)
        asked.add(game.decision)
    assert asked >= decisions(rules)


def test_every_decision_is_looked_at() -> None:
    assert set().union(*map(decisions, all_rules(2))) == set(DECISIONS)


def looking(deck: str) -> Game:
    """Return a game where seat 0 may look at two cards (T9), with a given deck 1."""
    return position(modules="trading_posts", seats=[{"posts": "tp24-4"}], decks={"1": deck})


@pytest.mark.rule("T9", "B29")
@pytest.mark.parametrize(
    "after", ["zzz", "keep base-1w1", "keep base-1w1, zzz", "gold W", "take W"]
)
def test_no_look_at_two_cards_is_taken_back(after: str) -> None:
    answers = set()
    for deck in ("base-1w1 base-1w2 base-1w3", "base-1w3 base-1w2 base-1w1"):
        game = looking(deck)
        before = game.snapshot()
        kind, sentence = answer(game, f"reserve deck 1, {after}")
        answers.add(sentence)
        assert (kind, game.snapshot()) == ("refused", before)
    assert len(answers) == 1
    assert "base-1" not in answers.pop().replace("keep base-1w1", "")


@pytest.mark.parametrize("line", ["reserve 1a, return W", "buy 1a, noble noble-02"])
def test_a_line_ends_where_a_card_is_revealed(line: str) -> None:
    seat = {"tokens": "K K K K W W W U U U", "cards": bonuses("W4 U4 G4")}
    game = position(seats=[seat], rows={"1a": "base-1g8"}, nobles="noble-01 noble-02 noble-03")
    first, _comma, second = line.partition(", ")
    assert answer(game, line) == (
        "refused",
        f"A line can’t go past the end of a turn or a revealed card: leave out “{second}”.",
    )
    game.push(first)
    game.push(second)

"""Random play of every kind of game, short enough to run interpreted, where coverage is measured."""

import random

import numpy as np
import pytest

from kit.invariants import check
from kit.positions import Seat, position
from parure import MODULES, Game, Move, ParureError, Rules, all_rules
from parure.bots import Bot, Budget
from parure.bots.champion.bot import Champion
from parure.bots.guild import Guild
from parure.bots.heuristic import Merchant, Novice
from parure.components import card_of
from parure.core import calls
from parure.core.deals import redeal
from parure.core.deeds import BUY_CARD, GIFT_CARD, RESERVE_CARD, deed_of, names_unseen
from parure.core.jit import entry
from parure.core.state import LEGAL, STATE
from parure.envs import spaces
from parure.envs.batch import Batch, play_out
from parure.game.snapshot import to_dict


def play(game: Game, moves: int, seed: int) -> None:
    """Play with a taste for buying, so that every effect comes up, and check each position."""
    chooser = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        legal = game.legal_moves
        liked = [move for move in legal if move.verb in ("buy", "conquer")] or legal
        game.push(liked[int(chooser.random() * len(liked))])
    check(game)


def test_the_core_plays_by_itself() -> None:
    game, legal = np.zeros(1, STATE), np.zeros(1, LEGAL)
    Rules(2).write(game[0])
    assert calls.random_play(game, 3, legal, 600) > 3


@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_random_play_keeps_the_table_whole(rules: Rules) -> None:
    for seed in range(2):
        play(Game(rules.players, rules.modules, rules.edition, seed=seed), 120, seed)


@pytest.mark.parametrize("rules", [Rules(2), Rules(3, MODULES)], ids=str)
@pytest.mark.parametrize("kind", [Novice, Merchant, Guild, Champion])
def test_bots_make_a_move(kind: type[Bot], rules: Rules) -> None:
    game = Game(rules.players, rules.modules, rules.edition, seed=3)
    play(game, 30, seed=3)
    assert game.to_play is not None
    bot = kind(1, Budget(iterations=2))
    game.push(bot.choose(game.knowledge(game.to_play), game.legal_moves, None))
    check(game)


def test_a_game_that_is_over_comes_back() -> None:
    game = position(seats=[{"cards": "base-3w4 base-3b4 base-3g4"}], to_play=1)
    game.push("take W U G")
    assert game.winners == (0,)
    assert Game.from_snapshot(game.snapshot()).winners == (0,)


RICH = "U U U U U U G G G R gold"
BUY = ["buy hand 1, pay"]

BLIND = {
    "hand": "o24-306? base-1b8?",
    "cards": "base-1g1 base-1g2 base-1g3",
    "tokens": "R R R R gold",
}


@pytest.mark.parametrize(
    ("seats", "moves"),
    [
        ([BLIND], []),
        ([BLIND], ["buy hand 1"]),
        ([BLIND], ["buy hand 2"]),
        ([{"posts": "tp24-4"}], ["reserve deck 1o"]),
    ],
)
def test_hidden_cards_are_imagined_anew(seats: list[Seat], moves: list[str]) -> None:
    game = position(modules=("trading_posts", "orient"), seats=seats)
    for move in moves:
        game.push(move)
    for seat in (0, 1):
        imagined = game.state.copy()
        calls.hide(imagined, seat)
        seen = to_dict(imagined)
        calls.determinize(imagined, 5)
        calls.hide(imagined, seat)
        assert to_dict(imagined) == seen


@pytest.mark.parametrize(
    ("seats", "moves", "part", "expected"),
    [
        ([{"posts": "tp24-2"}], ["take R R"], "about_colour", [0, 0, 0, 1, 0, 0]),
        ([{"tokens": "W W W U U U G G G"}], ["take W R K"], "about_colour", [1, 0, 0, 0, 0, 0]),
        (
            [{"cards": "base-1w1 base-1b1", "hand": "o24-301", "tokens": RICH}],
            BUY,
            "about_gift",
            [0, 1],
        ),
        ([{"posts": "tp24-4"}], ["reserve deck 1o"], "looks_at", None),
        ([BLIND], ["buy hand 1"], "discards_due", [2]),
        ([BLIND], ["buy hand 2"], "about_place", None),
    ],
)
def test_every_question_can_be_observed(
    seats: list[Seat], moves: list[str], part: str, expected: list[int] | None
) -> None:
    game = position(players=4, modules=("trading_posts", "orient"), seats=seats)
    for move in moves:
        game.push(move)
    seen = spaces.fields(spaces.observe(game, 0))
    assert seen["decision"].sum() == 1
    assert expected is None or seen[part].tolist() == expected
    assert seen[part].any()
    assert not spaces.fields(spaces.observe(game, 1))["looks_at"].any()


def test_what_waits_and_what_is_paired_can_be_observed() -> None:
    """A card with a gift leaves its place, which is refilled when the gift is taken (O10)."""
    game = position(
        players=4,
        modules="orient",
        rows={"3e": "o24-301"},
        seats=[
            {"cards": "base-1w1 base-1r1 o24-106", "paired": {"o24-106": ("R", 1)}, "tokens": RICH}
        ],
    )
    game.push("buy 3e, pay")
    seen = spaces.fields(spaces.observe(game, 0))
    assert seen["waiting"].sum() == seen["pairs"].sum() == 1


def test_the_place_of_a_conquest_is_observed() -> None:
    game = position(
        modules="strongholds",
        rows={"1c": "base-1w1"},
        strongholds={"1c": (0, 3)},
        seats=[{"tokens": "W U G R K gold"}],
    )
    game.push("take W U G")
    assert game.decision == "conquest"
    assert spaces.fields(spaces.observe(game, 0))["about_place"].tolist().index(1) == 2


@entry
def deal_again(game, viewer, depth):  # type: ignore[no-untyped-def]
    """Shuffle again what a seat cannot know."""
    redeal(game[0], viewer, depth)


@pytest.mark.parametrize(
    ("seats", "under", "moves"),
    [
        ([{"posts": "tp24-4"}], [], ["reserve deck 1"]),
        ([{}, {"hand": "base-1w1? base-1w2?"}, {"hand": "base-1w3? base-2w1"}], [], []),
        ([{"posts": "tp24-4"}], [0, 1], []),
    ],
)
def test_a_fresh_deal_looks_the_same_to_the_seat(
    seats: list[Seat], under: list[int], moves: list[str]
) -> None:
    game = position(
        players=3,
        modules="trading_posts",
        seats=seats,
        decks={"1": "base-1g1 base-1g2 base-1g3"},
        under={"1": under} if under else None,
    )
    for move in moves:
        game.push(move)
    state = game.stripped(0)
    seen = to_dict(state)
    calls.determinize(state, 5)
    for _ in range(20):
        deal_again(state, 0, 10)
        looked_at = state.copy()
        calls.hide(looked_at, 0)
        assert to_dict(looked_at) == seen


@entry
def told(game, viewed, move):  # type: ignore[no-untyped-def]
    """Return what a move does, and whether it is about a card that is not in the view."""
    return deed_of(game[0], move), names_unseen(game[0], viewed[0], move)


def test_a_deed_is_the_same_wherever_the_card_lies() -> None:
    card = card_of("base-1w1")
    here, there = position(rows={"1a": card.id}), position(rows={"1c": card.id})
    for verb, first in (("buy", BUY_CARD), ("reserve", RESERVE_CARD), ("gift", GIFT_CARD)):
        for game, place in ((here, "1a"), (there, "1c")):
            move = Move.of(f"{verb} {place}").number
            assert told(game.state, here.stripped(0), move) == (first + card.number, False)
    held, move = position(seats=[{"hand": card.id}]), Move.of("buy hand 1").number
    assert told(held.state, held.stripped(0), move) == (BUY_CARD + card.number, False)
    move = Move.of("take W U G").number
    assert told(here.state, here.stripped(0), move) == (move, False)


def test_a_card_that_only_an_imagined_deal_turns_up_is_unseen() -> None:
    known = position()
    imagined = position(rows={"1a": known.snapshot()["decks"]["1"][0]})
    assert told(imagined.state, known.stripped(0), Move.of("buy 1a").number)[1]


def test_a_noble_has_no_place_in_a_game_of_cities() -> None:
    table = Game(2, "cities").snapshot()
    table["nobles"] = ["noble-01"]
    with pytest.raises(ParureError):
        Game.from_snapshot(table)


def test_a_row_goes_on_from_a_position() -> None:
    """Seat 0 has a full hand and can take nothing, so that it passes at once (B18)."""
    games = Batch(1, 2)
    saved = games.save()
    saved["bank"], saved["hand_size"][0, 0] = 0, 3
    saved["hand"][0, 0] = [
        card_of("base-3w4").number,
        card_of("base-3b4").number,
        card_of("base-3g4").number,
    ]
    games.load(saved)
    assert games.to_play.tolist() == [1]


def test_strongholds_are_observed_by_seat() -> None:
    game = position(modules="strongholds", strongholds={"2a": (1, 2)})
    for seat, expected in ((0, [0, 2, 0, 0]), (1, [2, 0, 0, 0])):
        seen = spaces.fields(spaces.observe(game, seat))["strongholds"]
        assert seen[4].tolist() == expected
        assert seen.sum() == 2


def test_the_end_can_be_observed() -> None:
    game = position(modules="cities", edition=2017, seats=[{"city": "city17-4a"}], to_play=1)
    game.push("take W U G")
    assert game.is_over
    seen = spaces.fields(spaces.observe(game, 0))
    assert not seen["decision"].any()
    assert seen["winners"].tolist() == seen["ends"].tolist() == [1, 0, 0, 0]
    assert seen["cities_taken"].sum(axis=1).tolist() == [1, 0, 0, 0]


def test_a_game_tells_its_cities_and_its_last_round() -> None:
    game = position(modules="cities", edition=2017, seats=[{"city": "city17-4a"}])
    assert game.cities_of(0) == ("city17-4a",)
    assert game.cities_of(1) == ()
    assert Game(2, "cities").cities_of(0) == ()
    assert game.is_last_round


@pytest.mark.parametrize("rules", [Rules(2), Rules(3, "orient", 2017), Rules(4, MODULES)], ids=str)
def test_rows_of_a_batch_play_on(rules: Rules) -> None:
    games = Batch(2, rules.players, rules.modules, rules.edition, max_turns=9)
    assert games.rollout(30).sum() >= 2
    games.states["points"][0, 0] = 20
    for _ in range(30):
        games.step(games.sample())
    assert play_out(games.save(), 1, max_turns=9).shape == (2, 4)

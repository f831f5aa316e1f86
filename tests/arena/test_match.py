"""The plan of a match is fair, and the same for the same seed."""

from collections import Counter

import pytest

from parure import Rules, RulesError
from parure.arena import ArenaError, Match
from parure.bots import BotError


def match(bots: int, players: int, games: int = 24, seed: int = 7) -> Match:
    return Match(("random",) * bots, Rules(players), games, seed)


@pytest.mark.parametrize(
    ("bots", "players"), [(2, 2), (3, 2), (2, 3), (2, 4), (3, 3), (4, 4), (5, 3)]
)
def test_every_bot_sits_in_every_seat_equally_often_in_every_deal(bots: int, players: int) -> None:
    plan = match(bots, players, 200)
    by_deal: dict[int, list[tuple[int, ...]]] = {}
    for fixture in plan.fixtures():
        by_deal.setdefault(fixture.deal, []).append(fixture.seats)
    for seatings in by_deal.values():
        assert len(seatings) == plan.games_per_deal
        for bot in range(bots):
            counts = [sum(seats[seat] == bot for seats in seatings) for seat in range(players)]
            assert len(set(counts)) == 1
            assert counts[0] > 0


@pytest.mark.parametrize(("bots", "players", "line_ups"), [
    (2, 2, [(0, 1)]),
    (2, 4, [(0, 1, 1, 1)]),
    (3, 4, [(0, 1, 1, 1), (0, 2, 2, 2), (1, 2, 2, 2)]),
    (3, 3, [(0, 1, 2)]),
    (4, 3, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
])  # fmt: skip
def test_line_ups(bots: int, players: int, line_ups: list[tuple[int, ...]]) -> None:
    assert match(bots, players).line_ups == line_ups


def test_the_order_around_the_table_changes_from_deal_to_deal() -> None:
    neighbours = Counter(
        (f.seats[s], f.seats[(s + 1) % 4]) for f in match(4, 4, 96).fixtures() for s in range(4)
    )
    assert len(neighbours) == 12
    assert len(set(neighbours.values())) == 1


def test_the_games_of_a_deal_have_its_seed_and_bots_have_their_own() -> None:
    fixtures = list(match(2, 2, 40).fixtures())
    assert len({f.seed for f in fixtures}) == 20
    assert all(a.seed == b.seed for a, b in zip(fixtures[::2], fixtures[1::2], strict=True))
    assert len({seed for f in fixtures for seed in f.bot_seeds}) == 80


def test_a_longer_match_begins_with_the_shorter_one() -> None:
    short, long = list(match(3, 2, 12).fixtures()), list(match(3, 2, 60).fixtures())
    assert long[: len(short)] == short


def test_another_seed_is_another_match() -> None:
    assert match(2, 2).fixture(0).seed != match(2, 2, seed=8).fixture(0).seed


@pytest.mark.parametrize(("games", "total"), [(1, 4), (4, 4), (5, 8)])
def test_games_are_rounded_up_to_whole_deals(games: int, total: int) -> None:
    assert match(2, 4, games).total == total


def test_the_limit_follows_the_budgets() -> None:
    assert match(2, 2).limit == 30
    assert Match(("random:60s", "random"), Rules(2), 2, 1).limit == 121
    assert Match(("random:60s", "random"), Rules(2), 2, 1, move_limit=5).limit == 5
    assert Match(("kit.strange_bots:Pinned", "random"), Rules(2), 2, 1).limit == 101


def test_labels_are_short_and_all_different() -> None:
    bots = ("random", "kit.strange_bots:First", "kit.strange_bots:First:50", "random", "random:1s")
    assert Match(bots, Rules(2), 2, 1).labels == [
        "random", "First", "First:50", "random (2)", "random:1s",
    ]  # fmt: skip


def test_only_budgets_of_time_make_a_match_unrepeatable() -> None:
    assert Match(("random:500", "random"), Rules(2), 2, 1).is_repeatable
    assert not Match(("random:0.5s", "random"), Rules(2), 2, 1).is_repeatable
    assert not Match(("kit.strange_bots:Pinned", "random"), Rules(2), 2, 1).is_repeatable
    assert Match(("kit.strange_bots:Pinned:500", "random"), Rules(2), 2, 1).is_repeatable


@pytest.mark.parametrize(("wrong", "error", "words"), [
    ({"bots": ("random",)}, ArenaError, "at least two bots"),
    ({"games": 0}, ArenaError, "at least one game"),
    ({"seed": -1}, RulesError, "whole number"),
    ({"move_limit": 0.0}, ArenaError, "must be more than 0"),
    ({"bots": ("random", "nobody")}, BotError, "no bot “nobody”"),
    ({"bots": ("random", "random:soon")}, BotError, "is not a budget"),
    ({"bots": ("random", "kit.strange_bots:Nobody")}, BotError, "can’t be loaded"),
    ({"bots": ("random", "no_such_module:Bot")}, BotError, "can’t be loaded"),
    ({"bots": ("random", 7)}, ArenaError, "or an object with “choose”, not 7"),
])  # fmt: skip
def test_wrong_options_are_refused_in_a_sentence(wrong, error, words: str) -> None:
    options = {"bots": ("random", "random"), "rules": Rules(2), "games": 2, "seed": 1, **wrong}
    with pytest.raises(error, match=words):
        Match(**options)

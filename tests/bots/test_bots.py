"""Every bot plays every kind of game, from what its seat may know."""

from collections.abc import Sequence

import numpy as np
import pytest

from kit.games import with_other_deal
from kit.policy import Chance, choose, deal, name_of
from kit.positions import position
from parure import Game, Rules, all_rules
from parure.bots import LADDER, Bot, BotError, Budget, make
from parure.bots.champion.bot import Champion
from parure.bots.guild import Guild
from parure.bots.heuristic import Merchant, Novice
from parure.bots.random import RandomBot
from parure.game.game import Game as AnyGame

MOST_DECISIONS = 1200
FEW = Budget(iterations=6)
BOTS: list[type[Bot]] = [Novice, Merchant, Guild, Champion]
EVERY_GAME = [rules for players in (2, 3, 4) for rules in all_rules(players)]

every_bot = pytest.mark.parametrize("kind", BOTS)


def play(game: Game, bots: Sequence[Bot], most: int = MOST_DECISIONS) -> int:
    """Let bots play, each a seat; return the number of decisions."""
    for decision in range(most):
        if game.is_over:
            return decision
        seat = game.to_play
        assert seat is not None
        legal = game.legal_moves
        move = bots[seat].choose(game.knowledge(seat), legal, None)
        assert move in legal
        game.push(move)
    return most


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: f"{rules.players}-{name_of(rules)}")
def test_bots_play_whole_games_in_every_configuration(rules: Rules) -> None:
    """A bot of another kind in each seat, beginning with another kind in each configuration."""
    game, first = deal(rules, seed=11), EVERY_GAME.index(rules)
    seats = range(rules.players)
    decisions = play(game, [BOTS[(first + seat) % len(BOTS)](seat, FEW) for seat in seats])
    assert game.is_over, f"no end after {decisions} decisions"
    assert game.winners


def some_positions(rules: Rules, seed: int, every: int) -> list[AnyGame]:
    """Return a game stopped now and then."""
    game, chance, found = deal(rules, seed), Chance(seed), []
    for decision in range(150):
        if game.is_over:
            break
        if decision % every == 0:
            found.append(game.copy())
        game.push(choose(game, chance))
    return found


@pytest.mark.parametrize("rules", [*all_rules(2)[:6], *all_rules(3)[-1:]], ids=name_of)
@every_bot
def test_no_choice_changes_when_only_hidden_cards_change(kind: type[Bot], rules: Rules) -> None:
    for number, game in enumerate(some_positions(rules, seed=21, every=9)):
        others = [with_other_deal(game, game.to_play, 100 * number + n) for n in range(2)]
        thoughts = []
        for each in (game, *others):
            assert each.to_play is not None
            view, legal = each.knowledge(each.to_play), each.legal_moves
            budget = Budget(iterations=20)
            chosen = kind(7, budget).choose(view, legal, None)
            thoughts.append((chosen, kind(7, budget).analyse(view, legal, None)))
        assert all(thought == thoughts[0] for thought in thoughts)


@every_bot
def test_the_same_seed_gives_the_same_game(kind: type[Bot]) -> None:
    games = [Game(3, "orient", seed=5) for _ in range(2)]
    for game in games:
        play(game, [kind(seed, FEW) for seed in range(3)], most=60)
    assert games[0].plies == games[1].plies


@every_bot
def test_a_bot_without_a_seed_plays_too(kind: type[Bot]) -> None:
    game = Game(2, seed=1)
    assert kind(None, FEW).choose(game.knowledge(0), game.legal_moves, None) in game.legal_moves


@every_bot
def test_an_analysis_weighs_every_legal_move(kind: type[Bot]) -> None:
    for game in some_positions(Rules(3, ["trading_posts", "strongholds"]), seed=3, every=13):
        assert game.to_play is not None
        legal = game.legal_moves
        found = kind(1, Budget(iterations=60)).analyse(game.knowledge(game.to_play), legal, None)
        assert sorted(estimate.move for estimate in found) == legal
        for estimate in found:
            assert estimate.line[0] == estimate.move
            assert len(estimate.chances) == 3
            assert sum(estimate.chances) == pytest.approx(1, abs=1e-5)
            assert min(estimate.chances) >= 0


def about_to_win() -> Game:
    """Return a game where seat 1, who plays last, has 14 prestige and can buy one of the cards."""
    return position(
        rows={"2a": "base-2b3"},
        seats=[
            {"cards": "base-3w1 base-3w2"},
            {"cards": "base-3b4 base-3g4 base-3r2", "tokens": "U U U gold"},
        ],
        nobles="noble-03",
        to_play=1,
    )


@pytest.mark.parametrize("kind", [Merchant, Guild])
def test_a_bot_takes_the_win_that_lies_before_it(kind: type[Bot]) -> None:
    game = about_to_win()
    assert max(game.prestige) < 15
    chosen = kind(1, Budget(iterations=40)).choose(game.knowledge(1), game.legal_moves, None)
    game.push(chosen)
    while game.to_play == 1:
        game.push(game.legal_moves[0])
    assert game.winners == (1,)


@pytest.mark.verify
def test_merchant_beats_blind_play() -> None:
    won = 0
    for seed in range(40):
        game = Game(2, seed=seed)
        bots: list[Bot] = [Merchant(seed), RandomBot(seed)]
        play(game, bots if seed % 2 else bots[::-1], most=5000)
        won += game.winners == (0 if seed % 2 else 1,)
    assert won >= 39


@pytest.mark.parametrize("budget", ["0", "0s", "0.0s", "9" * 400 + "s"])
@pytest.mark.parametrize("name", LADDER)
def test_a_budget_of_nothing_or_without_end_is_refused(name: str, budget: str) -> None:
    with pytest.raises(BotError, match=f"“{budget}” is not a budget"):
        make(f"{name}:{budget}")


def test_guild_thinks_for_the_time_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ticks = Game(2, seed=1), iter(np.arange(0, 10, 0.25))
    bot = Guild(1, Budget(seconds=1.0))
    monkeypatch.setattr("parure.bots.guild.time.perf_counter", lambda: float(next(ticks)))
    estimates = bot.analyse(game.knowledge(0), game.legal_moves, None)
    assert {estimate.visits for estimate in estimates} == {4 * 4}

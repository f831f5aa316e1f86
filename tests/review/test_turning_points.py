"""One planted blunder: found in every set of modules, and explained by what the engine says about it."""

import pytest

from kit.modules import strongholds, trading
from kit.positions import bonuses, one_card_to_deny, position
from kit.reviewed import about_to_win
from parure import Game
from parure.bots import strongest
from parure.review import review
from parure.review.judgement import decisions_of, deed_of
from parure.review.turning_points import decision_facts, luck_facts
from parure.review.values import Choice, Fact
from parure.rules import Rules, all_rules

JUDGE = f"{strongest()}:300"


def named(rules: Rules) -> str:
    return "-".join((str(rules.edition), *rules.modules))


@pytest.mark.parametrize("rules", all_rules(2), ids=named)
def test_a_win_that_was_not_taken(rules):
    game = about_to_win(rules)
    game.push(next(move for move in game.legal_moves if move.verb == "take"))
    found = review(game, JUDGE, winners=(0,))
    (point, *_more) = found.turning_points
    choice = found.choices[0]
    assert choice.grade == "blunder"
    assert choice.best.card == "base-2b6"
    assert (point.kind, point.number, point.seat) == ("decision", 0, 1)
    assert Fact("wins", 1) in point.facts


def facts(game: Game, played: str, best: str, *after: str, thorough: bool = False) -> list[Fact]:
    """Return the facts about the first of some moves, where another was best."""
    for move in (played, *after):
        game.push(move)
    first, *later = decisions_of(game)
    return list(decision_facts(first, [best], later, thorough=thorough))


def test_a_card_that_a_rival_needed():
    game, best = one_card_to_deny()
    assert facts(game, "take W G R", best, "buy 2a") == [
        Fact("denies", 1, "base-2b3"),
        Fact("bought", 1, "base-2b3"),
    ]


def test_what_a_rival_would_buy_in_many_deals():
    game, best = one_card_to_deny()
    denied, often = facts(game, "take W G R", best, "take W G R", thorough=True)
    assert denied == Fact("denies", 1, "base-2b3")
    assert (often.kind, often.piece, often.of) == ("deals", "base-2b3", 100)
    assert often.number > 90


def test_the_last_round():
    game = position(
        seats=[{"cards": "base-3w4 base-3k4 base-3r2", "tokens": "U U U U gold gold"}],
        rows={"2a": "base-2b6"},
        nobles="",
    )
    assert facts(game, "take W G R", "buy 2a")[:2] == [
        Fact("ends", 0, number=17),
        Fact("scores", 0, number=3),
    ]


@pytest.mark.parametrize("city", ["city17-3b", "city24-3a"])
def test_a_city(city):
    game = position(
        2, "cities", 2017 if "17" in city else 2024, cities=city,
        seats=[{"cards": "base-3w4 base-3k4 base-3b4", "tokens": "U U U U gold gold"}],
        rows={"2a": "base-2b6"},
    )  # fmt: skip
    assert facts(game, "take W G R", "buy 2a")[0] == Fact("city", 0, city)


def test_a_noble_that_a_rival_was_after():
    game = position(
        seats=[
            {"cards": bonuses("W4 K3"), "tokens": "U U U U"},
            {"cards": "base-1w5 base-1w6 base-1w7 base-1w8 base-1k5 base-1k6 base-1k7"},
        ],
        rows={"1a": "base-1k8"},
        nobles="noble-05",
    )
    assert facts(game, "take W G R", "buy 1a") == [
        Fact("noble", 0, "noble-05"),
        Fact("noble_race", 1, "noble-05"),
        Fact("scores", 0, number=4),
    ]


@pytest.mark.parametrize("edition", [2017, 2024])
def test_a_post(edition):
    game = trading(edition, {"cards": "base-1w2", "tokens": "U U U"}, rows={"1a": "base-1w1"})
    assert Fact("post", 0, f"tp{edition % 100}-2") in facts(game, "take W G R", "buy 1a")


@pytest.mark.parametrize("edition", [2017, 2024])
def test_a_conquest(edition):
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U U gold gold"}],
        rows={"2a": "base-2b6", "1a": "base-1w1"},
        on={"2a": (0, 3)},
    )
    game.push("take W G R")
    assert game.decision == "conquest"
    found = facts_from_here(game, "decline", "conquer 2a")
    assert found == [Fact("conquers", 0, "base-2b6"), Fact("scores", 0, number=3)]


def facts_from_here(game: Game, played: str, best: str) -> list[Fact]:
    """Return the facts about the next move of a game that is under way."""
    game.push(played)
    return list(decision_facts(decisions_of(game)[-1], [best]))


def test_a_stronghold_that_keeps_a_card():
    game = strongholds(
        seats=[{"tokens": "U U U"}, {"tokens": "K K K K"}],
        rows={"1a": "base-1w1", "1b": "base-1g8"},
    )
    game.push("buy 1a")
    assert game.decision == "stronghold"
    assert Fact("holds", 1, "base-1g8") in facts_from_here(game, "place 3d", "place 1b")


def test_a_card_within_reach():
    game = position(seats=[{"tokens": "U U"}], rows={"1a": "base-1w1"}, nobles="")
    assert Fact("affords", 0, "base-1w1") in facts(game, "take W G R", "take W U G")


def test_gold_that_is_kept():
    game = position(seats=[{"tokens": "U U U gold"}], rows={"1a": "base-1w1"})
    game.push("buy 1a")
    assert game.decision == "payment"
    assert facts_from_here(game, "pay gold U", "pay") == [Fact("keeps", 0, number=1)]


def test_a_gift():
    """The better gift scores."""
    game = position(
        modules="orient", nobles="",
        seats=[{"cards": bonuses("W4 U3 G1"), "tokens": "W W"}],
        rows={"3e": "o24-305", "2a": "base-2b6", "2b": "base-2w1"},
    )  # fmt: skip
    game.push("buy 3e")
    assert game.decision == "gift"
    assert facts_from_here(game, "gift 2b", "gift 2a")[0] == Fact("scores", 0, number=2)


def test_luck_names_the_card_and_whom_it_serves():
    game = position(
        seats=[{"tokens": "U U U"}, {"tokens": "K K K"}],
        rows={"1a": "base-1w1"},
        decks={"1": "base-1g8 base-1g1"},
    )
    game.push("buy 1a")
    game.push("take W U R")
    first, second = decisions_of(game)
    assert first.revealed == ("base-1g8",)
    assert not second.learnt
    choice = Choice(0, 0, 0, 0, "action", deed_of("buy 1a", first.known.view, 0),
                    revealed=first.revealed, luck=(-0.2, 0.2))  # fmt: skip
    assert luck_facts(choice, second) == (
        Fact("turned_up", 1, "base-1g8"),
        Fact("short", 1, "base-1g8", 1),
    )
    other = Choice(0, 0, 0, 0, "action", choice.played, revealed=first.revealed, luck=(0.2, -0.2))
    assert luck_facts(other, None) == (Fact("turned_up", 0, "base-1g8"),)


def test_facts_know_no_more_than_the_seat():
    """Whatever lies in the deck, the same is said of a move that turns a card up."""
    told = set()
    for top in ("base-1g8 base-1g1", "base-1g1 base-1g8"):
        game = position(
            seats=[{"tokens": "U U U K K K K"}],
            rows={"1a": "base-1w1"},
            decks={"1": top},
            nobles="",
        )
        told.add(tuple(facts(game, "take W G R", "buy 1a")))
    assert len(told) == 1

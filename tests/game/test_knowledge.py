"""What a seat knows, and games that agree with it."""

import random
from collections import Counter

import pytest

from kit.positions import position
from parure import Game, ParureError, Rules, all_rules

VIEWERS = (None, 0, 1, 2)


@pytest.mark.parametrize("rules", all_rules(3), ids=str)
def test_sampled_games_agree_with_what_is_known(rules: Rules) -> None:
    game, chance = Game(rules.players, rules.modules, rules.edition, 5), random.Random(5)
    for decision in range(120):
        if game.is_over:
            break
        for viewer in VIEWERS:
            known = game.knowledge(viewer)
            other = Game.from_knowledge(known, seed=decision)
            assert other.view(viewer) == game.view(viewer)
            assert other.knowledge(viewer).key == known.key
            if viewer == game.to_play:
                assert other.legal_moves == game.legal_moves
        game.push(chance.choice(game.legal_moves))


def test_a_seed_samples_the_same_game_again() -> None:
    known = Game(modules="orient", seed=7).knowledge(1)
    assert Game.from_knowledge(known, seed=3) == Game.from_knowledge(known, seed=3)
    samples = {Game.from_knowledge(known, seed=seed).key for seed in range(20)}
    assert len(samples) == 20
    assert Game.from_knowledge(known) != Game.from_knowledge(known)


def test_a_sample_depends_on_what_is_known_alone() -> None:
    one = position(decks={"1": "base-1w1 base-1w2 base-1w3"})
    other = position(decks={"1": "base-1w3 base-1w1 base-1w2"})
    assert one != other
    samples = [Game.from_knowledge(game.knowledge(0), seed=9) for game in (one, other)]
    assert samples[0] == samples[1]


def test_every_deal_is_as_likely_as_the_others() -> None:
    known = position(decks={"1": "base-1w1 base-1w2 base-1w3"}).knowledge(0)
    decks = Counter(
        tuple(Game.from_knowledge(known, seed).snapshot()["decks"]["1"]) for seed in range(3000)
    )
    assert len(decks) == 6
    assert all(400 < count < 600 for count in decks.values())


def test_a_payment_that_is_asked_for_has_a_choice_in_every_sample() -> None:
    # The card in the deck could be bought too, but in one way only: with all four tokens.
    game = position(
        seats=[{"tokens": "U U U gold", "hand": "base-1w1?"}], decks={"1": "base-1k8 base-1b1"}
    )
    game.push("buy hand 1")
    assert game.decision == "payment"
    for seed in range(50):
        other = Game.from_knowledge(game.knowledge(1), seed)
        assert other.decision == "payment"
        assert len(other.legal_moves) > 1
        assert other.view(1) == game.view(1)


def test_a_seat_looks_at_its_own_things() -> None:
    game = Game(3, seed=2)
    assert game.knowledge(2).own == game.view(2)["seats"][2]
    with pytest.raises(ParureError, match="A spectator has no seat"):
        _ = game.knowledge(None).own

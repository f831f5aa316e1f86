"""The end of a game: where points come from, and why somebody has won."""

import re

import pytest

from kit.policy import Chance, deal, name_of, play
from kit.positions import position
from parure import Game, Rules
from parure.rules import all_rules
from parure.server.replays.course import course
from parure.server.results.standings import (
    Portrait,
    Standing,
    outcome,
    portrait_of,
    reason,
    standings,
)
from parure.words.games import listed

NAMES = ["Mira", "Tomas", "Loupe", "Aiko"]


pytestmark = pytest.mark.usefixtures("english")


def told(one: Standing) -> dict[str, int]:
    """Return how many points are told to come from where."""
    found = (re.fullmatch(r"(\d+) (?:on|from) (\w+)", fact) for fact in one.facts)
    return {match[2]: int(match[1]) for match in found if match}


def why(game: Game, *, is_you: bool = False) -> str:
    return reason(game, course(game), NAMES, is_you=is_you)


@pytest.mark.parametrize("played", all_rules(3), ids=name_of)
def test_the_parts_add_up_to_the_prestige_of_the_engine(played: Rules) -> None:
    game = deal(played, 5)
    play(game, Chance(5), 3000)
    assert game.is_over
    found = standings(game, NAMES[:3])
    for one in found:
        assert sum(told(one).values()) == game.prestige[one.seat]
        assert 0 not in told(one).values()
        assert "posts" not in told(one) or "trading_posts" in played.modules
        assert "nobles" not in told(one) or "cities" not in played.modules
    assert {one.seat for one in found if one.won} == set(game.winners)
    assert found[0].won
    assert all(NAMES[seat] in outcome(game, NAMES) for seat in game.winners)
    points = course(game)
    assert points[0] == (0, (0, 0, 0))
    assert points[-1] == (game.turns, tuple(game.prestige))
    assert len(points) == len(game.record()["moves"]) + 1


def ended(*cards: str, modules: str = "", edition: int = 2024, **more: str) -> Game:
    """Return a game that these cards in front of the seats end, when all have taken tokens once."""
    game = position(len(cards), modules or (), edition, seats=[{"cards": c} for c in cards], **more)
    for _seat in cards:
        game.push("take W U G" if game.is_legal(game.parse("take W U G")) else game.legal_moves[0])
    assert game.is_over
    return game


FIFTEEN = "base-3w4 base-3b4 base-3g4"


def test_more_prestige_wins() -> None:
    game = ended(FIFTEEN, "base-3w2")
    assert outcome(game, NAMES) == "Mira wins by 11"
    assert outcome(game, NAMES, is_you=True) == "You win"
    assert why(game) == "Mira led from round 1 on."
    assert why(game, is_you=True) == "You led from round 1 on."


def test_a_tie_goes_to_fewer_cards_and_is_spelled_out() -> None:
    game = ended(f"{FIFTEEN} base-1w1", "base-3r4 base-3k4 base-3w1 base-2w3")
    assert outcome(game, NAMES) == "Shared victory: Mira and Tomas"
    assert why(game) == ("Mira and Tomas are tied: 15 prestige and 4 cards each.")
    game = ended(f"{FIFTEEN} base-1w1", "base-3r4 base-3k4 base-3w1 base-1w2 base-2w3")
    assert why(game) == ("Mira and Tomas have 15 prestige each, but Mira has fewer cards: 4 to 5.")
    assert outcome(game, NAMES) == "Mira wins on fewer cards"
    assert outcome(game, NAMES, is_you=True) == "You win on fewer cards"


def test_only_a_city_wins() -> None:
    red_black = "base-3r4 base-3r3 base-3k2 base-1r1 base-1r2 base-1k1 base-1k2"
    rich = "base-3w4 base-3b4 base-3g4"
    game = ended(red_black, rich, modules="cities", cities="city24-1b city24-7a")
    assert outcome(game, NAMES) == "Mira wins with Amboise"
    assert why(game) == "Tomas had more prestige, but only a city wins."
    facts = {one.name: one.facts for one in standings(game, NAMES[:2])}
    assert "reached Amboise" in facts["Mira"]
    assert "no city" in facts["Tomas"]
    assert portrait_of(game, 0) == Portrait("city", "city24-1b")


def test_names_are_joined_as_one_says_them() -> None:
    assert listed(["Mira"]) == "Mira"
    assert listed(["Mira", "Tomas"]) == "Mira and Tomas"

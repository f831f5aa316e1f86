"""The end of a game: where points come from, and why somebody has won."""

import pytest

from kit.policy import Chance, deal, name_of, play
from kit.positions import position
from parure import Game, Rules
from parure.rules import all_rules
from parure.server.replays import end
from parure.words.games import listed

NAMES = ["Mira", "Tomas", "Loupe", "Aiko"]


pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize("played", all_rules(3), ids=name_of)
def test_the_parts_add_up_to_the_prestige_of_the_engine(played: Rules) -> None:
    game = deal(played, 5)
    play(game, Chance(5), 3000)
    assert game.is_over
    found = end.standings(game, NAMES)
    for one in found:
        assert sum(part.points for part in one.parts) == game.prestige[one.seat]
        assert all(part.points > 0 for part in one.parts)
        kinds = {part.kind for part in one.parts}
        assert "posts" not in kinds or "trading_posts" in played.modules
        assert "nobles" not in kinds or "cities" not in played.modules
    assert {one.seat for one in found if one.won} == set(game.winners)
    assert found[0].won
    assert all(NAMES[seat] in end.outcome(game, NAMES) for seat in game.winners)
    moves = game.record()["moves"]
    course = end.course(game, moves, NAMES[:3])
    assert course.prestige[0] == (0, 0, 0)
    assert course.prestige[-1] == tuple(game.prestige)
    assert course.moves == len(moves)


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
    assert end.outcome(game, NAMES) == "Mira wins"
    assert end.reason(game, NAMES) == "15 prestige, 11 more than the runner-up."


def test_a_tie_goes_to_fewer_cards_and_is_spelled_out() -> None:
    game = ended(f"{FIFTEEN} base-1w1", "base-3r4 base-3k4 base-3w1 base-2w3")
    assert [sum(part.points for part in one.parts) for one in end.standings(game, NAMES)] == [
        15,
        15,
    ]
    assert end.reason(game, NAMES) == ("Mira and Tomas are tied: 15 prestige and 4 cards each.")
    game = ended(f"{FIFTEEN} base-1w1", "base-3r4 base-3k4 base-3w1 base-1w2 base-2w3")
    assert end.reason(game, NAMES) == (
        "Mira and Tomas have 15 prestige each, but Mira has fewer cards: 4 to 5."
    )


def test_only_a_city_wins() -> None:
    red_black = "base-3r4 base-3r3 base-3k2 base-1r1 base-1r2 base-1k1 base-1k2"
    rich = "base-3w4 base-3b4 base-3g4"
    game = ended(red_black, rich, modules="cities", cities="city24-1b city24-7a")
    assert end.outcome(game, NAMES) == "Mira wins with Amboise"
    assert end.reason(game, NAMES) == "Tomas had more prestige, but only a city wins."
    notes = {one.name: one.notes[0] for one in end.standings(game, NAMES)}
    assert notes == {"Mira": "reached Amboise", "Tomas": "no city"}


def test_names_are_joined_as_one_says_them() -> None:
    assert listed(["Mira"]) == "Mira"
    assert listed(["Mira", "Tomas"]) == "Mira and Tomas"

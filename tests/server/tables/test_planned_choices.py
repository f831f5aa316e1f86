"""Whoever waits can choose what to do next: what would be legal is offered, nothing is sent."""

from kit.diary import Diary
from kit.positions import position


def choices(game, person):
    """Return what somebody may choose where a game stands like this; None where nothing."""
    return Diary.of(game).document(person)["you"].get("choices")


def moves_of(choices, thing):
    return [answer["move"] for answer in choices["things"].get(thing, ())]


def test_what_would_be_legal_is_offered():
    game = position(rows={"1a": "base-1w1"}, seats=[{}, {"tokens": "U U U"}])
    planned = choices(game, "Ben")
    assert moves_of(planned, "place-1a") == ["buy 1a", "reserve 1a"]
    assert "W U G" in planned["sets"]
    game.push("reserve deck 3")
    legal = {str(move) for move in game.legal_moves}
    offered = {answer["move"] for answers in planned["things"].values() for answer in answers}
    assert offered | set(planned["sets"].values()) == legal


def test_a_card_in_the_own_hand_can_be_planned():
    game = position(seats=[{}, {"hand": "base-1w1?", "tokens": "U U U"}])
    assert moves_of(choices(game, "Ben"), "hand-1") == ["buy hand 1"]


def test_the_only_move_that_is_left_can_be_planned():
    hand = "base-3w1 base-3w2 base-3w3"
    game = position(bank="W U G", seats=[{"hand": hand}], to_play=1)
    planned = choices(game, "Ann")
    assert (list(planned["sets"]), planned["things"], planned["bar"]) == (["W U G"], {}, [])


def test_nothing_looks_as_if_it_were_ones_turn():
    you = Diary().document("Ben")["you"]
    assert you["choices"]["planned"]
    assert you["moves"] == []
    assert not any(
        "gold" in answer for answers in you["choices"]["things"].values() for answer in answers
    )
    own = Diary().document("Ann")["you"]
    assert not own["choices"]["planned"]
    assert "take W U G" in own["moves"]


def test_who_watches_plans_nothing():
    you = Diary().document()["you"]
    assert (you["moves"], "choices" in you) == ([], False)


def test_in_the_middle_of_a_turn_nothing_new_is_offered():
    game = position(seats=[{"tokens": "W W W U U U G G"}])
    game.push("take G R K")
    assert (game.to_play, game.decision) == (0, "return")
    assert choices(game, "Ben") is None
    assert choices(game, "Ann")["pool"] == "own"

"""A table is the fold of its events: the same events, the same table."""

import random

import pytest

from kit.diary import PEOPLE, Diary
from parure import MODULES, Rules, all_rules
from parure.server.errors import Damaged
from parure.server.tables import events as happened
from parure.server.tables.document import document_of
from parure.server.tables.options import Clock
from parure.server.tables.table import CHANGES
from parure.server.tables.transitions import load
from parure.server.tables.view import look


def same(one, other):
    people = (None, *PEOPLE)
    mine, theirs = ([document_of(look(t, person)) for person in people] for t in (one, other))
    assert mine == theirs
    assert one.game.snapshot() == other.game.snapshot()
    assert (one.keys, one.clocks, one.pushes) == (other.keys, other.clocks, other.pushes)


@pytest.mark.parametrize("rules", all_rules(3)[::3] + all_rules(2)[1::4], ids=str)
def test_written_events_lead_to_the_same_table(rules):
    chance, diary = random.Random(5), Diary(rules)
    while diary.table.status == "playing" and len(diary.events) < 60:
        diary.move(chance.choice(diary.table.game.legal_moves), key=str(len(diary.events)))
        if diary.table.undoes(diary.table.pushes[-1].seat) and chance.random() < 0.3:
            diary.add(happened.Undone, seat=diary.table.pushes[-1].seat)
    same(diary.loaded(), diary.table)


def test_a_table_never_changes():
    diary = Diary()
    before, version, moves = diary.table, diary.table.version, diary.table.game.legal_moves
    diary.move("take W U G")
    assert (before.version, before.game.legal_moves, before.pushes) == (version, moves, ())


def test_a_line_that_went_on_after_a_card_was_revealed_is_read():
    diary = Diary()
    for mine, theirs in (
        ("take K K", "reserve deck 1"),
        ("take R R", "reserve deck 2"),
        ("take W U G", "reserve deck 3"),
        ("take W U G", "take W U G"),
    ):
        diary.move(mine)
        diary.move(theirs)
    diary.move("reserve 1a, return W")
    game, table = diary.table.game, diary.loaded()
    assert [str(ply.move) for ply in game.plies[-2:]] == ["reserve 1a", "return W"]
    assert table.at(6).game.turns == 6
    same(table, diary.table)


def test_the_order_of_the_start_moves_people_and_names():
    table = Diary(order=[1, 0]).table
    assert [seat.name for seat in table.seats] == ["Ben", "Ann"]
    assert (table.seats_of("Ann"), look(table, "Ann").seat) == ((1,), 1)


@pytest.mark.parametrize(
    ("minutes", "seconds", "start"), [(5, 10, 300.0), (0.5, 0, 30.0), (0, 30, 30.0)]
)
def test_a_clock_begins_with_its_minutes_or_with_the_seconds_of_a_turn(minutes, seconds, start):
    clock = Clock(minutes=minutes, seconds=seconds)
    assert Diary(clock=clock).table.clocks == (start, start)


def test_a_damaged_event_is_named():
    diary = Diary()
    diary.move("take W U G")
    diary.move("take W U G")
    wrong = happened.Moved(at=0, seat=0, move="buy 3a", by="person")
    lines = [*diary.lines()[:5], happened.to_text(wrong)]
    with pytest.raises(Damaged) as caught:
        load("t", lines)
    assert str(caught.value) == "Table t can’t be read: event 5 is damaged."
    assert "buy 3a" in caught.value.reason


class TestUndo:
    def test_it_brings_the_table_back(self):
        diary = Diary()
        before = diary.table.game.snapshot()
        diary.move("take W U G")
        assert diary.table.undoes(0)
        diary.add(happened.Undone, seat=0)
        assert diary.table.game.snapshot() == before
        assert not diary.table.undoes(0)

    def test_not_after_a_card_came_from_a_deck(self):
        diary = Diary()
        diary.move("reserve 1a")
        assert not diary.table.undoes(0)

    def test_not_after_a_look_into_a_deck(self):
        diary = Diary()
        diary.move("reserve deck 1")
        assert not diary.table.undoes(0)

    def test_not_after_somebody_else_has_moved(self):
        diary = Diary()
        diary.move("take W U G")
        diary.move("take W U G")
        assert not diary.table.undoes(0)
        assert diary.table.undoes(1)

    def test_not_of_a_move_that_the_clock_made(self):
        diary = Diary()
        diary.move("take W U G", by="clock")
        assert not diary.table.undoes(0)

    def test_of_a_purchase_while_the_payment_is_chosen(self):
        diary = paying_diary()
        seat = diary.table.to_play
        assert diary.table.undoes(seat)
        diary.add(happened.Undone, seat=seat)
        assert (diary.table.to_play, diary.table.game.decision) == (seat, "action")


def paying_diary():
    """Return a game in which a payment is to be chosen."""
    for seed in range(100):
        chance, diary = random.Random(seed), Diary(seed=seed)
        while diary.table.status == "playing":
            if diary.table.game.decision == "payment":
                return diary
            moves = diary.table.game.legal_moves
            diary.move(next((m for m in moves if m.verb == "buy"), chance.choice(moves)))
    raise AssertionError("nobody ever paid with gold")


class TestClock:
    def test_it_charges_the_seat_and_gives_for_each_turn(self):
        diary = Diary(clock=Clock(minutes=1, seconds=5))
        assert diary.table.clocks == (60, 60)
        diary.move("take W U G", spent=20.0)
        assert diary.table.clocks == (45, 60)

    def test_it_does_not_give_for_a_turn_that_goes_on(self):
        diary = Diary(clock=Clock(minutes=1, seconds=5))
        while diary.table.game.decision != "return":
            diary.move(diary.table.game.legal_moves[0])
        seat, left = diary.table.to_play, diary.table.clocks
        diary.move(diary.table.game.legal_moves[0], spent=1.0)
        gained = 5.0 if diary.table.to_play != seat else 0.0
        assert diary.table.clocks[seat] == left[seat] - 1 + gained

    def test_it_does_not_go_below_nothing(self):
        diary = Diary(clock=Clock(minutes=1))
        diary.move("take W U G", by="clock", spent=100.0)
        assert diary.table.clocks == (0, 60)

    def test_undo_takes_the_seconds_of_the_turn_back(self):
        diary = Diary(clock=Clock(minutes=1, seconds=5))
        diary.move("take W U G", spent=2.0)
        diary.add(happened.Undone, seat=0, spent=3.0)
        assert diary.table.clocks == (55, 60)


class TestLog:
    def test_it_says_which_cards_moved(self):
        diary = Diary()
        rows = diary.table.game.snapshot()["rows"]
        diary.move("reserve 2c")
        view = look(diary.table, "Ben")
        (entry,) = view.log
        moved = {(card["card"], card["source"], card["target"]) for card in entry["cards"]}
        assert moved == {
            (rows["2c"], "2c", "hand 0"),
            (view.game.view["rows"]["2c"], "deck 2", "2c"),
        }

    def test_a_card_from_a_deck_is_named_to_its_own_seat_alone(self):
        diary = Diary()
        diary.move("reserve deck 3")
        card = diary.table.game.snapshot()["seats"][0]["hand"][0]
        shown = {
            name: look(diary.table, name).log[0]["cards"][0]["card"]
            for name in ("Ann", "Ben", None)
        }
        assert shown == {"Ann": card, "Ben": "?3", None: "?3"}

    def test_fresh_is_what_came_since_the_own_last_move(self):
        diary = Diary(Rules(3))
        for _ in range(4):
            diary.move("take W U G" if diary.table.game.turns != 1 else "take G R K")
        assert look(diary.table, "Ann").you["fresh"] == 4
        assert look(diary.table, "Ben").you["fresh"] == 2
        assert look(diary.table, "Cleo").you["fresh"] == 3

    def test_after_the_end_everything_is_open(self):
        chance, diary = random.Random(1), Diary(Rules(2, MODULES))
        while diary.table.status == "playing":
            diary.move(chance.choice(diary.table.game.legal_moves))
        view = look(diary.table, None)
        assert "?" not in str(view.game.view["seats"])
        assert not any("?" in entry["move"] for entry in view.log)
        assert tuple(view.result["winners"]) == diary.table.game.winners


def test_a_person_takes_back_so_many_moves_at_a_table():
    diary = Diary()
    for _time in range(CHANGES - 1):
        diary.move("take W U G")
        assert diary.table.undoes(0)
        diary.add(happened.Undone, seat=0)
    diary.move("take W U G")
    assert not diary.table.undoes(0)
    diary.move("take U G R")
    assert diary.table.undoes(1)
    assert diary.loaded().changes == {"Ann": CHANGES, "Ben": 1}

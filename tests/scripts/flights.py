"""What moves let fly."""

from kit.diary import Diary
from kit.positions import position


def fixtures():
    return {
        "taken": played(position(), "take W U G"),
        "bought": played(position(rows={"1a": "base-1w1"}, seats=[{"tokens": "U U U"}]), "buy 1a"),
        "reserved": played(position(), "reserve deck 2"),
        "fromHand": played(position(seats=[{"hand": "base-1w1", "tokens": "U U U"}]), "buy hand 1"),
        "noble": noble(),
        "many": played(position(), *["take W U G", "take W R K"] * 2),
        "colourless": colourless(),
    }


def played(game, *moves):
    diary = Diary.of(game)
    for move in moves:
        diary.move(move)
    return diary.document()


def noble():
    cards = "base-1w1 base-1w2 base-1w3 base-1w4 base-1b1 base-1b2 base-1b3"
    seats = [{"cards": cards, "tokens": "R R R R"}]
    return played(position(seats=seats, rows={"1a": "base-1b8"}, nobles="noble-01"), "buy 1a")


def colourless():
    seats = [{"tokens": "W W W W U U G G R R K K"}]
    return played(position(2, "orient", rows={"1e": "o24-101"}, seats=seats), "buy 1e")

"""What is sent of a drawing: pieces that have changed, went and came; the whole where that tells not all."""

import json
import random

import pytest

from kit.diary import PEOPLE, Diary
from parure import MODULES, Rules
from parure.server.tables.sight import look
from parure.server.views.changes import Drawn, Frame, Page, Piece, box, cut, place, safe, uncut
from parure.server.views.table.table import draw_table


def drawn(*pieces: str, before: str = "<ul>", after: str = "</ul>") -> Drawn:
    frame = Frame.of(before + " ".join(place(str(n)) for n in range(len(pieces))) + after)
    return Drawn.on(frame, [[Piece.of(piece)] for piece in pieces])


def li(id: str, words: str = "") -> str:
    return f'<li id="{id}">{words}</li>'


class Reader:
    """Does what the script of a page does."""

    def __init__(self) -> None:
        self.name = ""
        self.pieces: dict[str, str] = {}
        self.runs: list[list[str]] = []
        self._held: dict[str, list[str]] = {}

    def read(self, text: str, newest: Drawn) -> bool:
        """Show what a message brings; return whether that was the whole."""
        message = json.loads(text)
        if "html" in message:
            self.pieces = {id: uncut(html) for id, html in newest.pieces.items()}
            self.runs = list(map(list, newest.runs))
        elif "change" in message:
            self._apply(**message["change"])
        self.name = newest.name
        return "html" in message

    def _apply(self, pieces, gone, came, **named) -> None:
        assert named == {"from": self.name}
        for id in gone:
            del self.pieces[id]
        self.runs = [[id for id in run if id in self.pieces] for run in self.runs]
        for id, parts in pieces:
            assert id in self.pieces
            self.pieces[id] = self._whole(id, parts)
        for anchor, id, parts in came:
            (run,) = (run for run in self.runs if anchor in run)
            run.insert(run.index(anchor) + 1, id)
            self.pieces[id] = self._whole(id, parts)

    def _whole(self, id: str, parts) -> str:
        if isinstance(parts, dict):
            for number, part in parts.items():
                self._held[id][int(number)] = part
        else:
            self._held[id] = parts
        return "".join(self._held[id])


@pytest.mark.parametrize("rules", [Rules(2), Rules(4, MODULES), Rules(3, "orient", 2017)], ids=str)
def test_changes_lead_from_each_drawing_to_the_next(rules):
    chance, diary = random.Random(5), Diary(rules, seed=3)
    people = (None, *PEOPLE[:2])
    pages = {person: (Page(""), Reader()) for person in people}
    wholes = sent = 0
    while diary.table.status == "playing" and len(diary.events) < 50:
        moves = [str(move) for move in diary.table.playing.legal_moves]
        buys = [move for move in moves if move.startswith(("buy", "noble"))]
        diary.move(chance.choice(buys or moves))
        for person, (page, reader) in pages.items():
            newest = draw_table(look(diary.table, person), "en")
            text = json.dumps(page.turn_to(newest))
            wholes += reader.read(text, newest)
            sent += 1
            assert reader.pieces == {id: uncut(html) for id, html in newest.pieces.items()}
            assert reader.runs == [list(run) for run in newest.runs]
    assert sent > 100
    assert wholes <= 3 * len(people)


def test_what_is_equal_has_the_same_name_and_nothing_to_send():
    one, other = drawn(li("a"), li("b")), drawn(li("a"), li("b"))
    assert one.name == other.name != drawn(li("a"), li("c")).name
    change = other.since(one)
    assert change == {"from": one.name, "pieces": [], "gone": [], "came": []}


def test_pieces_change_go_and_come():
    before, after = drawn(li("a"), li("b"), li("c")), drawn(li("b", "B"), li("d"), li("c"))
    assert after.since(before) == {
        "from": before.name,
        "pieces": [("b", [li("b", "B")])],
        "gone": ["a"],
        "came": [("b", "d", [li("d")])],
    }


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(drawn(li("b"), li("a")), id="order"),
        pytest.param(drawn(li("c"), li("a"), li("b")), id="first"),
        pytest.param(drawn(li("a"), li("b"), after="</ul><p></p>"), id="frame"),
    ],
)
def test_where_pieces_do_not_tell_all_the_whole_is_sent(after):
    assert after.since(drawn(li("a"), li("b"))) is None


def test_a_box_is_sent_without_what_it_holds():
    before, after = (
        Drawn.on(
            Frame.of(f"{box('box')}{place('all')}</div>"),
            [[Piece.of(f'<div id="box" class="{name}"></div>')], [Piece.of(li("a"))]],
        )
        for name in ("old", "new")
    )
    change = after.since(before)
    assert change is not None
    assert change["pieces"] == [("box", ['<div id="box" class="new"></div>'])]
    assert after.html == '<div id="box" class="new"><li id="a"></li></div>'


def test_of_what_a_connection_has_brought_only_parts_are_sent():
    first, *rest = (drawn(li("a", cut(n)), li("b", cut(safe("<")))) for n in (0, 1, 2, 2))
    page = Page(first.name)
    assert page.turn_to(first) == {}
    sent = [page.turn_to(one) for one in rest]
    assert [one["change"]["pieces"] for one in sent[:2]] == [
        [("a", ['<li id="a">', "1", "</li>"])],
        [("a", {1: "2"})],
    ]
    assert sent[2] == {}
    assert first.html == '<ul><li id="a">0</li> <li id="b">&lt;</li></ul>'


def test_after_the_whole_parts_are_sent_of_nothing_before_it_was_sent_again():
    one, two, other, more = (
        drawn(li("a", cut(n)), after=after)
        for n, after in ((1, ""), (2, ""), (3, "<p></p>"), (4, "<p></p>"))
    )
    page = Page("")
    assert page.turn_to(one) == {"html": one.html}
    assert page.turn_to(two)["change"]["pieces"] == [("a", ['<li id="a">', "2", "</li>"])]
    assert page.turn_to(other) == {"html": other.html}
    assert page.turn_to(more)["change"]["pieces"] == [("a", ['<li id="a">', "4", "</li>"])]


def test_a_piece_with_other_parts_is_sent_whole():
    before, after = drawn(li("a", cut("1"))), drawn(li("a", cut("1") + cut("2")))
    change = after.since(before, {"a"})
    assert change is not None
    assert change["pieces"] == [("a", ['<li id="a">', "1", "", "2", "</li>"])]

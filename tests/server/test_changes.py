"""What is sent of a drawing: pieces that have changed, went and came; the whole where that tells not all."""

import random

import pytest

from kit.diary import PEOPLE, Diary
from parure import MODULES, Rules
from parure.server.tables.sight import look
from parure.server.views.changes import Drawn, marked
from parure.server.views.table.table import draw_table


def drawn(*pieces: str, before: str = "<ul>", after: str = "</ul>") -> Drawn:
    return Drawn.of(before + " ".join(marked(piece) for piece in pieces) + after)


def li(id: str, words: str = "") -> str:
    return f'<li id="{id}">{words}</li>'


def applied(before: Drawn, change) -> tuple[dict[str, str], list[list[str]]]:
    """Do what a page does: return its pieces and their order."""
    assert change["from"] == before.name
    pieces = {id: html for id, html in before.pieces.items() if id not in change["gone"]}
    runs = [[id for id in run if id in pieces] for run in before.runs]
    for html in change["pieces"]:
        (id,) = drawn(html).pieces
        assert id in pieces
        pieces[id] = html
    for anchor, html in change["came"]:
        (id,) = drawn(html).pieces
        (run,) = (run for run in runs if anchor in run)
        run.insert(run.index(anchor) + 1, id)
        pieces[id] = html
    return pieces, runs


@pytest.mark.parametrize("rules", [Rules(2), Rules(4, MODULES), Rules(3, "orient", 2017)], ids=str)
def test_changes_lead_from_each_drawing_to_the_next(rules):
    chance, diary = random.Random(5), Diary(rules, seed=3)
    people = (None, *PEOPLE[:2])
    shown = {person: draw_table(look(diary.table, person), "en") for person in people}
    wholes = sent = 0
    while diary.table.status == "playing" and len(diary.events) < 50:
        moves = [str(move) for move in diary.table.playing.legal_moves]
        buys = [move for move in moves if move.startswith(("buy", "noble"))]
        diary.move(chance.choice(buys or moves))
        for person, before in shown.items():
            newest = shown[person] = draw_table(look(diary.table, person), "en")
            change = newest.since(before)
            if change is None:
                wholes += 1
                continue
            sent += 1
            pieces, runs = applied(before, change)
            assert pieces == newest.pieces
            assert runs == [list(run) for run in newest.runs]
    assert sent > 100
    assert wholes <= 2 * len(people)


def test_what_is_equal_has_the_same_name_and_nothing_to_send():
    one, other = drawn(li("a"), li("b")), drawn(li("a"), li("b"))
    assert one.name == other.name != drawn(li("a"), li("c")).name
    change = other.since(one)
    assert change == {"from": one.name, "pieces": [], "gone": [], "came": []}


def test_pieces_change_go_and_come():
    before, after = drawn(li("a"), li("b"), li("c")), drawn(li("b", "B"), li("d"), li("c"))
    assert after.since(before) == {
        "from": before.name,
        "pieces": [li("b", "B")],
        "gone": ["a"],
        "came": [("b", li("d"))],
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
        Drawn.of(f"""{marked(f'<div id="box" class="{name}">')}{marked(li("a"))}</div>""")
        for name in ("old", "new")
    )
    change = after.since(before)
    assert change is not None
    assert change["pieces"] == ['<div id="box" class="new"></div>']
    assert after.html == '<div id="box" class="new"><li id="a"></li></div>'

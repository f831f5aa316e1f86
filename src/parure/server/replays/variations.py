"""Variations beside a replay: an annotated record told turn by turn, and lines tried from any position.

Nothing of it is kept on the server: the page sends the record along, and gets it back with what was added.
"""

import datetime
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from typing_extensions import TypedDict

from parure import Game, annotated
from parure.annotated import AnnotatedGame, Node
from parure.errors import ParureError
from parure.game_tree import Turn, turns_from
from parure.i18n import gettext as _
from parure.review.judgement import deed_of
from parure.review.sentences import best_words
from parure.server.errors import Conflict, Invalid
from parure.server.replays.service import Replay, as_it_was, replay_of
from parure.server.tables.document import Document, document_of
from parure.server.tables.events import Moved
from parure.server.tables.rich_text import Part, Rich, parts
from parure.server.tables.table import Seat, Table
from parure.server.tables.transitions import after
from parure.server.tables.view import look, shown_name

__all__ = ["Line", "Tree", "answerable", "line_of", "tree_of"]


class TurnPart(TypedDict):
    """A turn of the game or of a variation."""

    turn: int
    """How many turns were finished before it."""
    at: int
    """How many moves of the replay are made before its line leaves the game; in the game itself, after it."""
    moves: list[str]
    """The moves of the turn, from its beginning; none in the game itself.

    A variation of a turn is played in place of it: after the turns before it in its line.
    """
    seat: int
    words: list[Part]
    """What is done; empty in the game itself, whose log tells it."""
    comment: str
    chance: int | None
    """The chance of its seat afterwards, in percent."""
    clock: float | None
    """The seconds on the clock of its seat afterwards."""
    variations: list[list["TurnPart"]]


class Tree(TypedDict):
    """An annotated record as a page shows it."""

    record: str
    """Its text, to be sent along with the next request and to be downloaded."""
    comment: str
    turns: list[TurnPart]
    moves: list[str]
    """The line that was added, move by move."""


class Line(Replay):
    """A line from where it leaves the game to its end."""

    now: Document | None
    """The table at its end, with what can be answered; null where the game ended."""


def tree_of(table: Table, text: str | None, at: int, moves: Sequence[str]) -> Tree:
    """Return an annotated record of a finished game, with a line added to it.

    :param text: the record; without one, the game alone.
    :param at: how many moves of the replay are made before the line.
    """
    tree = _plain(table) if text is None else _read(table, text)
    added: list[str] = []
    if moves:
        game, made = _branch(table, at, moves).playing, len(table.at(at).playing.plies)
        tree.grow(game.plies)
        added = [str(ply.move) for ply in game.plies[made:] if not ply.forced]
    names = [shown_name(seat.name, seat.bot) or "" for seat in table.seats]
    return {
        "record": annotated.dumps(tree),
        "comment": tree.comment,
        "turns": _Teller(table, Rich(names)).main(tree),
        "moves": added,
    }


def _plain(table: Table) -> AnnotatedGame:
    """Return a game with its names, its date and what the clocks showed."""
    tree = AnnotatedGame.of(table.playing)
    plies, nodes = table.playing.plies, list(tree.main_line())
    chosen = [number for number, ply in enumerate(plies) if not ply.forced]
    ends = [*(push.first for push in table.pushes[1:]), len(plies)]
    for push, end in zip(table.pushes, ends, strict=True):
        nodes[bisect_left(chosen, end) - 1].clock = push.clock
    tree.names = [seat.name or "" for seat in table.seats]
    tree.date = datetime.datetime.fromtimestamp(table.finished, datetime.UTC).date()
    return tree


def _read(table: Table, text: str) -> AnnotatedGame:
    try:
        tree = annotated.loads(text)
    except ParureError as error:
        raise Invalid(str(error)) from error
    if {**tree.record(), "names": []} != {**table.playing.record(), "names": []}:
        raise Conflict(_("This record belongs to a different game."))
    return tree


class _Teller:
    """Tells the turns of a tree."""

    def __init__(self, table: Table, show: Rich) -> None:
        self._show = show
        self._ends: dict[int, int] = {}
        """For each turn, how many moves of the replay are made after it."""
        for number, push in enumerate(table.pushes, 1):
            self._ends[table.playing.plies[push.first].turn] = number

    def main(self, tree: AnnotatedGame) -> list[TurnPart]:
        """Return the turns of the main line."""
        now, start, told = tree.start.copy(), 0, list[TurnPart]()
        for turn in turns_from(tree.variations[0]) if tree.variations else ():
            end = self._ends[turn.number]
            lines = [self._line(other, start, now) for other in turn.aside]
            told.append(_part(turn, end, [], [], lines))
            for node in turn.nodes:
                _push(now, node)
            start = end
        return told

    def _line(self, first: Node, at: int, before: Game) -> list[TurnPart]:
        """Return the turns of a variation.

        :param before: the game at the beginning of its first turn.
        """
        now, told = before.copy(), list[TurnPart]()
        for turn in turns_from(first):
            lines = [self._line(other, at, now) for other in turn.aside]
            moves, words = list[str](), list[str]()
            for node in (*turn.shared, *turn.nodes):
                assert node.ply is not None
                move, seat = node.ply.move, node.ply.seat
                if move.decision != "payment":
                    words.append(best_words(deed_of(move, now.view(seat), seat), self._show))
                moves.append(str(move))
                _push(now, node)
            told.append(_part(turn, at, moves, parts(", ".join(words)), lines))
        return told


def _push(game: Game, node: Node) -> None:
    assert node.move is not None
    game.push(node.move)


def _part(
    turn: Turn, at: int, moves: list[str], words: list[Part], lines: list[list[TurnPart]]
) -> TurnPart:
    ply = turn.nodes[0].ply
    assert ply is not None
    chances = [node.chances for node in turn.nodes if node.chances is not None]
    clocks = [node.clock for node in turn.nodes if node.clock is not None]
    return {
        "turn": turn.number,
        "at": at,
        "moves": moves,
        "seat": ply.seat,
        "words": words,
        "comment": "\n".join(node.comment for node in turn.nodes if node.comment),
        "chance": round(100 * chances[-1][ply.seat]) if chances else None,
        "clock": clocks[-1] if clocks else None,
        "variations": lines,
    }


def line_of(table: Table, person: str | None, at: int, moves: Sequence[str]) -> Line:
    """Return the positions of a line that leaves a finished game, with what can be answered at its end."""
    then = _branch(table, at, moves)
    own = table.seats_of(person)
    eyes = str(own[0]) if len(own) == 1 else None
    replay = replay_of(replace(then, status="over"), eyes, at)
    is_end = at == len(table.pushes) or then.to_play is None
    now = None if is_end else answerable(then)
    return {"document": replay["document"], "patches": replay["patches"], "now": now}


def _branch(table: Table, at: int, moves: Sequence[str]) -> Table:
    """Return a table at which a line has been played that leaves a finished game."""
    if at > len(table.pushes):
        raise Invalid(_("There is no such move."))
    seats = tuple(
        Seat(person=str(number), name=shown_name(seat.name, seat.bot))
        for number, seat in enumerate(table.seats)
    )
    options = table.options.model_copy(update={"clock": None})
    then = replace(
        table.at(at), status="playing", seats=seats, options=options, clocks=(), resigned=()
    )
    for move in moves:
        if at == len(table.pushes) or then.to_play is None:
            raise Invalid(_("The game is over."))
        try:
            then = after(then, Moved(at=0, seat=then.to_play, move=move, by="person"))
        except ParureError as error:
            raise Invalid(str(error)) from error
    return then


def answerable(table: Table, seat: int | None = None) -> Document:
    """Return a table whose people are known by their seats, with what can be answered.

    :param seat: for whom; by default for whoever is to play, with all hands open.
    """
    view = as_it_was(look(table, str(table.to_play if seat is None else seat)))
    if seat is None:
        hands = [own["hand"] for own in table.playing.snapshot()["seats"]]
        opened = table.playing.knowledge(view.seat)
        for own, hand in zip(opened.view["seats"], hands, strict=True):
            own["hand"] = hand
        view = replace(view, game=opened)
    return document_of(view)

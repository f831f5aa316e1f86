"""Annotated games: a tree of moves with comments, clock times and chances.

>>> game = AnnotatedGame.of(Game(seed=7))
>>> first = game.add("take W U G")
>>> first.comment, first.chances = "A safe start.", (0.52, 0.48)
>>> other = game.add("reserve 1a")
>>> [str(node.move) for node in game.main_line()], [str(node.move) for node in game.variations]
(['take W U G'], ['take W U G', 'reserve 1a'])
>>> other.game().prestige
[0, 0]
"""

import datetime
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from parure.errors import RecordError
from parure.game.game import Game, Ply
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.rules import Rules
from parure.types import Record

__all__ = ["AnnotatedGame", "Node", "Turn", "turns_from"]


class Node:
    """A move in a tree of games, and the position after it; the root has no move and no parent."""

    def __init__(self, parent: "Node | None" = None, ply: Ply | None = None) -> None:
        """Make a node without annotations; to add one to a tree, use `add`."""
        self.parent = parent
        """The node before it."""
        self.ply = ply
        """The move with its seat and turn."""
        self.variations: list[Node] = []
        """What may follow: first the main line, then the alternatives to it."""
        self.comment = ""
        """Words about the move, in as many lines as you like."""
        self.clock: float | None = None
        """The seconds that the clock of its seat shows after the move."""
        self.chances: tuple[float, ...] | None = None
        """Each seat's chance of winning after the move, from 0 to 1."""

    @property
    def move(self) -> Move | None:
        """The move; None at the root."""
        return None if self.ply is None else self.ply.move

    @property
    def next(self) -> "Node | None":
        """The next node of the main line."""
        return self.variations[0] if self.variations else None

    @property
    def is_annotated(self) -> bool:
        """Whether it has a comment, a clock time or chances."""
        return bool(self.comment) or self.clock is not None or self.chances is not None

    def path(self) -> list["Node"]:
        """Return the nodes from the first move to this one."""
        found, node = list[Node](), self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def root(self) -> "AnnotatedGame":
        """Return the root of the tree."""
        node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, AnnotatedGame)
        return node

    def game(self) -> Game:
        """Return the game as it is after this move, for you to play on."""
        game = self.root().start.copy()
        for node in self.path():
            assert node.move is not None
            game.push(node.move)
        return game

    def main_line(self) -> Iterator["Node"]:
        """Yield the nodes that follow, without alternatives."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def nodes(self) -> Iterator["Node"]:
        """Yield all nodes that follow, each before what follows it, the main line first."""
        open_ = [iter(self.variations)]
        while open_:
            node = next(open_[-1], None)
            if node is None:
                open_.pop()
            else:
                yield node
                open_.append(iter(node.variations))

    def add(self, line: Move | str) -> "Node":
        """Add a line that may follow, such as `take W U G` or a whole purchase; return its last node.

        What is there already is not added twice. An illegal move raises `IllegalMove` and adds nothing.
        """
        game = self.game()
        made = len(game.plies)
        game.push(line)
        return self.grow(game.plies[made:])

    def grow(self, plies: Iterable[Ply]) -> "Node":
        """Add plies that are known to be legal, without the forced ones; return the last node."""
        node = self
        for ply in plies:
            if ply.forced:
                continue
            known = (other for other in node.variations if other.move == ply.move)
            following = next(known, None)
            if following is None:
                following = Node(node, ply)
                node.variations.append(following)
            node = following
        return node

    def remove(self) -> None:
        """Take this move and all that follows it out of the tree."""
        if self.parent is not None:
            self.parent.variations.remove(self)
            self.parent = None


class Turn(NamedTuple):
    """A turn of a line of a tree."""

    number: int
    """How many turns were finished before it."""
    shared: list[Node]
    """The moves of the turn before the line left another one."""
    nodes: list[Node]
    """The moves of the turn that belong to the line itself."""
    aside: list[Node]
    """The first nodes of the variations of this turn."""


def turns_from(first: Node) -> Iterator[Turn]:
    """Yield the turns of a node and its main line, the first one told from its beginning."""
    assert first.ply is not None
    number, shared, before = first.ply.turn, list[Node](), first.parent
    while before is not None and before.ply is not None and before.ply.turn == number:
        shared.append(before)
        before = before.parent
    turn = Turn(number, shared[::-1], [], [])
    for node in (first, *first.main_line()):
        assert node.ply is not None
        assert node.parent is not None
        if node.ply.turn != turn.number:
            yield turn
            turn = Turn(node.ply.turn, [], [], [])
        turn.nodes.append(node)
        if node.parent.variations[0] is node:
            turn.aside.extend(node.parent.variations[1:])
    yield turn


class AnnotatedGame(Node):
    """The root of a tree: the position before the first move, the names of the seats and the date."""

    def __init__(
        self, start: Game, names: Iterable[str] = (), date: datetime.date | None = None
    ) -> None:
        """Begin a tree.

        :param start: the game before its first move.
        :param names: a name for each seat, or none.
        """
        super().__init__()
        self.start = start.copy()
        self.names = list(names)
        self.date = date

    @classmethod
    def of(cls, game: Game | Record) -> "AnnotatedGame":
        """Return the tree of a game or a record: its main line, without annotations."""
        record = game.record() if isinstance(game, Game) else game
        played = game if isinstance(game, Game) else Game.replay(record)
        names = record.get("names") or []
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise RecordError(_("The names in a record must be a list of strings."))
        root = cls(Game.replay({**record, "moves": []}), names)
        root.grow(played.plies)
        return root

    @property
    def rules(self) -> Rules:
        """The players, modules and edition."""
        return self.start.rules

    @property
    def end(self) -> Node:
        """The last node of the main line; the root itself if there is no move."""
        node: Node = self
        for following in self.main_line():
            node = following
        return node

    def record(self) -> Record:
        """Return the main line as a record."""
        record = self.start.record()
        record["moves"] = [str(node.move) for node in self.main_line()]
        if self.names:
            record["names"] = list(self.names)
        return record

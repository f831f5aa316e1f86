"""The opening book of a collection: first purchases, how often they are made and how often they win.

>>> from parure import Game
>>> from parure.annotated import AnnotatedGame
>>> game = Game(seed=7)
>>> while not game.is_over:
...     game.push(game.legal_moves[-1])
>>> (chapter,) = book([AnnotatedGame.of(game)])
>>> chapter.modules, chapter.games, [opening.played for opening in chapter.openings]
((), 1, [1, 1])
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from parure.annotated import AnnotatedGame
from parure.arena.ratings import score
from parure.collection import seats_of
from parure.review.judgement import deed_of, result_of

__all__ = ["Chapter", "Opening", "book"]


@dataclass
class Opening:
    """The first purchases of a seat, with what came of them."""

    cards: tuple[str, ...]
    """The ids of the cards, in the order in which they were bought."""
    played: int = 0
    """By how many seats of the chosen games."""
    results: Counter[tuple[float, ...]] = field(default_factory=Counter)
    """How many games gave these shares of victory to the seats with this opening."""
    expected: float = 0.0
    """The victories that seats have on average in those games."""

    @property
    def seats(self) -> int:
        """The number of seats with this opening, whatever the result."""
        return sum(len(shares) * games for shares, games in self.results.items())

    @property
    def won(self) -> float:
        """The victories of those seats, a shared one in parts."""
        return sum(sum(shares) * games for shares, games in self.results.items())

    @property
    def success(self) -> float:
        """The share of victories, from 0 to 1."""
        return self.won / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        games = score(list(self.results.elements()))
        return games.low, games.high

    @property
    def average(self) -> float:
        """The share of victories that seats in these games have on average: a half with two players."""
        return self.expected / self.seats


@dataclass
class Chapter:
    """The openings of one set of modules in one edition."""

    modules: tuple[str, ...]
    edition: int
    games: int = 0
    openings: list[Opening] = field(default_factory=list)
    """The most frequent first."""

    @property
    def played(self) -> int:
        """The number of seats with an opening."""
        return sum(opening.played for opening in self.openings)


def book(
    games: Iterable[AnnotatedGame],
    purchases: int = 1,
    player: str | None = None,
    chosen: Callable[[AnnotatedGame], bool] = lambda _game: True,
) -> list[Chapter]:
    """Return the openings of finished games, a chapter for each set of modules, the largest first.

    :param purchases: how many purchases make an opening.
    :param player: count the seats of this player alone.
    :param chosen: which games to count; the victories are those of all games. So the openings of the games
        that a player has won can be listed with how often they win.
    """
    chapters: dict[tuple[int, tuple[str, ...]], Chapter] = {}
    found: dict[tuple[int, tuple[str, ...]], dict[tuple[str, ...], Opening]] = {}
    for game in games:
        end, rules = game.end.game(), game.rules
        seats = range(rules.players) if player is None else seats_of(game, player)
        if not end.is_over or not seats:
            continue
        key: tuple[int, tuple[str, ...]] = (rules.edition, rules.modules)
        chapter = chapters.setdefault(key, Chapter(key[1], key[0]))
        openings, shares = found.setdefault(key, {}), result_of(end)
        is_chosen = chosen(game)
        chapter.games += is_chosen
        bought = _bought(game, purchases)
        won: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for seat in seats:
            if len(bought[seat]) == purchases:
                won[tuple(bought[seat])].append(shares[seat])
        for cards, results in won.items():
            opening = openings.setdefault(cards, Opening(cards))
            opening.played += is_chosen * len(results)
            opening.results[tuple(results)] += 1
            opening.expected += len(results) / rules.players
    for key, chapter in chapters.items():
        played = (opening for opening in found[key].values() if opening.played)
        chapter.openings = sorted(played, key=lambda one: (-one.played, one.cards))
    filled = (chapter for chapter in chapters.values() if chapter.openings)
    return sorted(filled, key=lambda one: (-one.games, one.modules, one.edition))


def _bought(game: AnnotatedGame, most: int) -> Sequence[list[str]]:
    """Return the first cards that each seat buys."""
    bought: list[list[str]] = [[] for _seat in range(game.rules.players)]
    for seat, card in _purchases(game):
        if len(bought[seat]) < most:
            bought[seat].append(card)
        if all(len(cards) == most for cards in bought):
            break
    return bought


def _purchases(game: AnnotatedGame) -> Iterator[tuple[int, str]]:
    """Yield who buys which card, in the order of the game."""
    now = game.start.copy()
    for node in game.main_line():
        assert node.ply is not None
        seat, move = node.ply.seat, node.ply.move
        if move.verb in ("buy", "conquer"):
            yield seat, deed_of(move, now.view(seat), seat).card
        now.push(move)

"""A review in words: grades, moves, facts, turning points and expected lines, in the language in use.

A page shows a card in a sentence as a picture, a terminal says what it is: whoever tells a sentence
brings a `Show`.

>>> plain = Plain(["Ann", "Bo"])
>>> fact_words(Fact("affords", 0, "base-1w1"), plain)
'Ann could then afford a level-1 white card.'
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from parure.components import CARDS, card_of, city_of, noble_of, post_of
from parure.game.game import Game
from parure.game.knowledge import Knowledge, cards_seen
from parure.game.moves import Move
from parure.i18n import decimal, mark, ngettext
from parure.i18n import gettext as _
from parure.review.judgement import deed_of
from parure.review.values import Choice, Deed, Fact, FactKind, Grade, Side, TurningPoint
from parure.words.move_words import kind_of, told
from parure.words.piece_words import amounts, card_name, city_name, deck_words, gem_name

__all__ = [
    "GRADE_SIGNS",
    "Plain",
    "Show",
    "best_words",
    "expected_line",
    "fact_words",
    "grade_words",
    "percent_words",
    "played_words",
    "point_words",
    "points_words",
    "sums_words",
    "tile_words",
    "why_words",
]

_GRADES: dict[Grade, str] = {
    "best": mark("best"),
    "good": mark("good"),
    "inaccuracy": mark("inaccuracy"),
    "mistake": mark("mistake"),
    "blunder": mark("blunder"),
}

GRADE_SIGNS: dict[Grade, str] = {
    "best": "★",
    "good": "✓",
    "inaccuracy": "△",
    "mistake": "▲",
    "blunder": "✕",
}

_BEST = {
    "take": mark("take {tokens}"),
    "reserve": mark("reserve {card}"),
    "reserve deck": mark("reserve from a deck ({deck})"),
    "buy": mark("buy {card}"),
    "buy hand": mark("buy {card}"),
    "pass": mark("pass"),
    "pay": mark("pay without any more gold"),
    "pay joker": mark("pay with a joker card"),
    "pay gold": mark("use gold as {tokens}"),
    "discard": mark("discard {card}"),
    "pair": mark("pair it with {tokens}"),
    "claim": mark("reserve {tile}"),
    "gift": mark("take {card} for free"),
    "gain": mark("take {tokens}"),
    "place": mark("place a stronghold on {card}"),
    "move": mark("move a stronghold from {origin} to {card}"),
    "remove": mark("remove the stronghold from {card}"),
    "conquer": mark("conquer {card}"),
    "decline": mark("decline the conquest"),
    "keep": mark("keep {card}"),
    "return": mark("give back {tokens}"),
    "noble": mark("receive {tile}"),
    "post": mark("win {tile}"),
    "city": mark("take {tile}"),
}
"""What would have been best, for each kind of move."""

_FACTS: dict[FactKind, str] = {
    "wins": mark("It wins the game."),
    "ends": mark("It starts the last round, with {number} prestige."),
    "city": mark("It reaches {piece}."),
    "noble": mark("It attracts {piece}."),
    "noble_race": mark("{name} was at most one card away from that noble."),
    "post": mark("It wins {piece}."),
    "conquers": mark("It conquers {piece} as well."),
    "scores": mark("It scores {number} more prestige."),
    "denies": mark("{name} could already afford {piece}."),
    "bought": mark("{name} bought {piece} next."),
    "deals": mark("In {number} of {of} simulated deals, {name} buys {piece} next."),
    "holds": mark("Its stronghold keeps {piece} from {name}, who could afford it."),
    "affords": mark("{name} could then afford {piece}."),
    "keeps": mark("It saves {number} gold."),
    "turned_up": mark("{piece} turned up."),
    "can_pay": mark("{name} can afford it."),
}


_FACTS_OF_IT: dict[FactKind, str] = {
    "denies": mark("{name} could already afford it."),
    "bought": mark("{name} bought it next."),
    "deals": mark("In {number} of {of} simulated deals, {name} buys it next."),
}
"""The same of the card that the best move takes, which has just been named."""


class Show(ABC):
    """How names and things are shown in a sentence."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def fill(self, words: str, /, **parts: str) -> str:
        """Put parts into the words of a sentence."""
        return words.format(**parts)

    @abstractmethod
    def name(self, seat: int) -> str:
        """Who sits there."""

    @abstractmethod
    def card(self, id: str) -> str:
        """A card that is spoken of."""

    @abstractmethod
    def tokens(self, colours: Sequence[str]) -> str:
        """Gems and gold."""

    def tile(self, id: str) -> str:
        """A noble, a city or a post, in words."""
        return tile_words(id)


class Plain(Show):
    """Words alone."""

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self._names[seat]

    def card(self, id: str) -> str:
        """A card in a few words."""
        return card_name(card_of(id))

    def tokens(self, colours: Sequence[str]) -> str:
        """The names of gems."""
        return ", ".join(gem_name(colour) for colour in colours)


def tile_words(id: str) -> str:
    """A noble, a city or a post within a sentence.

    >>> tile_words("noble-05")
    'the noble for ...'
    """
    if id.startswith("noble"):
        return _("the noble for {needs}").format(needs=amounts(noble_of(id).needs))
    if id.startswith("city"):
        return city_name(city_of(id))
    return _("the post for {needs}").format(needs=amounts(post_of(id).needs))


def grade_words(grade: Grade) -> str:
    """The word for how good a move was."""
    return _(_GRADES[grade])


def percent_words(chance: float) -> str:
    """A chance as a whole percentage."""
    return _("{n}%").format(n=decimal(100 * chance))


def points_words(share: float) -> str:
    """A gain or a loss in points of 100, with its sign.

    >>> points_words(-0.058), points_words(0.0)
    ('−6', '0')
    """
    points = round(100 * share)
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{decimal(abs(points))}"


def sums_words(sides: Sequence[Side]) -> str:
    """Say how luck and skill can be larger than the game; nothing where they are not."""
    if all(abs(part) <= 1 for side in sides for part in (side.luck, side.skill)):
        return ""
    return _(
        "Swings back and forth all count, so luck or skill can exceed 100 points; "
        "the totals still add up to the result."
    )


def played_words(deed: Deed, show: Show) -> str:
    """What somebody did, after their name."""
    kind, what = _split(deed)
    words = told(kind)
    if kind == "pay":
        words = _("paid without any more gold")
    elif kind in ("buy", "buy hand", "reserve", "conquer", "gift", "keep", "discard") and deed.card:
        words = _("{deed} {card}").format(deed=_DONE[kind](), card="{card}")
    return show.fill(words, **_parts(deed, what, show))


_DONE = {
    "buy": lambda: told("buy"),
    "buy hand": lambda: told("buy"),
    "reserve": lambda: told("reserve"),
    "conquer": lambda: told("conquer"),
    "gift": lambda: _("received"),
    "keep": lambda: _("kept"),
    "discard": lambda: _("discarded"),
}
"""What was done to a card, before the card itself."""


def best_words(deed: Deed, show: Show) -> str:
    """What would have been best, as one tells somebody to do it."""
    kind, what = _split(deed)
    return show.fill(_(_BEST[kind]), **_parts(deed, what, show))


def fact_words(fact: Fact, show: Show, best: Deed | None = None) -> str:
    """A fact as a sentence.

    :param best: the best move, where it has just been named.
    """
    if not fact.piece:
        piece = ""
    elif fact.kind in ("city", "noble", "noble_race", "post"):
        piece = show.tile(fact.piece)
    else:
        piece = show.card(fact.piece)
    if fact.kind == "short":
        words = ngettext(
            "{name} is {number} token short of it.",
            "{name} is {number} tokens short of it.",
            fact.number,
        )
    elif best is not None and fact.piece == best.card and fact.kind in _FACTS_OF_IT:
        words = _(_FACTS_OF_IT[fact.kind])
    else:
        words = _(_FACTS[fact.kind])
    parts: dict[str, Any] = {"number": str(fact.number), "of": str(fact.of), "piece": piece}
    return _capital(show.fill(words, name=show.name(fact.seat), **parts))


def why_words(point: TurningPoint, show: Show, best: Deed | None = None) -> list[str]:
    """The facts of a turning point, a sentence each."""
    return [fact_words(fact, show, best) for fact in point.facts]


def point_words(point: TurningPoint, choice: Choice, show: Show) -> list[str]:
    """A turning point in sentences: what was played, what was best, and why."""
    if point.kind == "luck":
        words = why_words(point, show)
        return [show.fill(_("Luck: {words}"), words=words[0]), *words[1:]]
    assert choice.best is not None
    return [
        show.fill(
            _("{name} {deed}."), name=show.name(point.seat), deed=played_words(choice.played, show)
        ),
        show.fill(_("Best: {move}."), move=best_words(choice.best, show)),
        *why_words(point, show, choice.best),
    ]


def expected_line(known: Knowledge, line: Sequence[str], show: Show) -> list[tuple[int, str]]:
    """Return who does what in the expected line: how the game would go on from where a seat knows the table.

    It is walked in a deal of what the seat can't know, as far as it names no card of that deal alone.
    """
    seen = {"", *(CARDS[card].id for card in cards_seen(known.state))}
    deal = Game.from_knowledge(known, seed=0)
    found: list[tuple[int, str]] = []
    for notation in line:
        move, seat = Move.of(notation), deal.to_play
        if seat is None or not deal.is_legal(move):
            break
        deed = deed_of(move, deal.view(seat), seat)
        if not {deed.card, deed.origin} <= seen:
            break
        if move.decision != "payment":
            found.append((seat, best_words(deed, show)))
        deal.push(move)
    return found


def _split(deed: Deed) -> tuple[str, list[str]]:
    kind = kind_of(deed.move)
    return kind, deed.move.removeprefix(kind).split()


def _parts(deed: Deed, what: Sequence[str], show: Show) -> dict[str, str]:
    """Return all that the words of a move may ask for."""
    kind = kind_of(deed.move)
    is_tile = kind in ("claim", "noble", "post", "city")
    is_about_gems = kind in ("take", "return", "gain", "pair", "pay gold")
    tile = show.tile(what[0]) if is_tile else ""
    return {
        "tokens": show.tokens(what) if is_about_gems else "",
        "card": show.card(deed.card) if deed.card else "",
        "origin": show.card(deed.origin) if deed.origin else "",
        "owner": show.name(deed.owner) if deed.owner is not None else "",
        "deck": deck_words(what[0]) if kind == "reserve deck" else "",
        "stronghold": _("a stronghold"),
        "tile": tile,
        "city": tile,
    }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

"""The legal moves, grouped by the thing that a person touches to make them.

The page knows no rules: it gets things with the answers that they offer, and sets of tokens that are
answers together. A thing is named as its element is: `place-1a`, `deck-2o`, `hand-1`, `noble-03`…
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from parure.components import card_of, city_of, post_of
from parure.i18n import gettext as _
from parure.i18n import ngettext, remembered
from parure.moves import PLACE_NAMES, Move
from parure.server.views.table.prices import are_alike, joker_words, least, lost_words
from parure.server.views.table.trial import Payment, Trial, spelled
from parure.words.moves import advised, going_on, shortly
from parure.words.pieces import city_name, gem_name, power_words, titled

__all__ = ["Answer", "Offers", "purchase"]

_MOST_GROUPED = 4_096
"""So many lists of legal moves are remembered as they were grouped."""


class Answer(NamedTuple):
    """A button that makes a move."""

    move: str
    words: str
    tokens: tuple[str, ...] = ()
    """The gems beside the words: what is paid or got, one by one."""
    note: str = ""
    gold: int = 0
    """The least gold that a purchase needs."""
    begins: bool = False
    """It is the first half of a move: where to is asked next."""
    gains: bool = False
    """The tokens are got, not paid."""
    cards: tuple[str, ...] = ()
    """The cards beside the words: what is discarded, or what one is paired with."""
    said: str = ""
    """The words where the cards alone are shown."""

    @property
    def label(self) -> str:
        """The whole answer in words, for those who don't see the gems."""
        tokens = ", ".join(gem_name(token) for token in self.tokens)
        words = titled(self.words, tokens) if tokens else self.words or self.said
        if tokens and self.gains:
            words = _("{deed}, and get {thing}").format(deed=self.words, thing=tokens)
        return " ".join(part for part in (words, self.note) if part)


class Offers:
    """Everything that can be answered now; what a thing offers is found out when it is asked for."""

    def __init__(
        self, moves: Sequence[str], trial: Trial, view: Mapping[str, Any], *, planned: bool = False
    ) -> None:
        self._trial, self._view = trial, view
        self._answers: dict[str, tuple[Answer, ...]] = {}
        self.planned = planned
        """They are for the next turn of a seat that waits."""
        grouped = _grouped(tuple(moves))
        self.moves = grouped.moves
        """The moves that each thing offers."""
        self.bar: list[Answer] = []
        """Answers that stand beside the question, for they touch nothing on the table."""
        self.sets = grouped.sets
        """Tokens that are one answer together, such as `W U G`, with the line that makes it."""
        self.pool = "bank" if self.sets else ""
        """Where these tokens are: `bank` or `own`."""
        self.targets = grouped.targets
        """For each thing that can be moved, where to, with the move."""
        self.payments: list[Payment] = []
        if not planned:
            self.bar = [_BAR[move.verb](move, trial, view) for move in grouped.bar]
        if moves and moves[0].startswith("return"):
            self.pool = "own"
            self.sets = {
                " ".join(one.split()[1] for one in chain): trial.line(chain)
                for chain in trial.returns()
            }
        if moves and moves[0].startswith("pay"):
            self.payments = trial.payments()

    @property
    def things(self) -> dict[str, tuple[Answer, ...]]:
        """The answers that each thing offers."""
        return {thing: self.of(thing) for thing in self.moves}

    def of(self, thing: str) -> tuple[Answer, ...]:
        """Return what a thing offers, what gets a card first."""
        found = self._answers.get(thing)
        if found is None:
            answers: list[Answer] = []
            for notation in self.moves.get(thing, ()):
                move = Move.of(notation)
                answers += _ANSWERS[move.verb](move, self._trial, self._view)
            if len(answers) > 1:
                answers.sort(key=_is_late)
            found = self._answers[thing] = tuple(answers)
        return found

    def is_target(self, thing: str) -> bool:
        """Tell whether something can be moved to a thing."""
        return any(thing in targets for targets in self.targets.values())

    def gold_for(self, thing: str) -> int | None:
        """Return the least gold that buying a thing takes; None where it cannot be bought now."""
        for answer in self.of(thing):
            if answer.move.startswith(("buy", "conquer")):
                return answer.gold
        return None


class _Grouped(NamedTuple):
    """Moves by what they touch; see `Offers`."""

    moves: Mapping[str, tuple[str, ...]]
    sets: Mapping[str, str]
    targets: Mapping[str, Mapping[str, str]]
    bar: Sequence[Move]


@lru_cache(_MOST_GROUPED)
def _grouped(moves: tuple[str, ...]) -> _Grouped:
    """Group moves; from one drawing to the next most seats could do the same."""
    of_thing: dict[str, tuple[str, ...]] = {}
    sets: dict[str, str] = {}
    targets: dict[str, dict[str, str]] = {}
    bar: list[Move] = []
    for move in moves:
        verb, thing = _touched(move)
        if verb in ("take", "gain"):
            sets[move.removeprefix(f"{verb} ")] = move
        elif thing and not (verb == "move" and thing in targets):
            of_thing[thing] = (*of_thing.get(thing, ()), move)
        if verb == "move":
            target = Move.of(move).what[1]
            targets.setdefault(thing, {})[f"place-{target}"] = move
        if verb in _BAR:
            bar.append(Move.of(move))
    return _Grouped(of_thing, sets, targets, bar)


@cache
def _touched(notation: str) -> tuple[str, str]:
    """Return what a move does, and the thing that it touches: none where it takes tokens, or stands alone."""
    move = Move.of(notation)
    verb, what = move.verb, move.what
    if verb not in _ANSWERS:
        return verb, ""
    if what[0] in ("deck", "hand"):
        return verb, f"{what[0]}-{what[1]}"
    return verb, f"place-{what[0]}" if what[0] in PLACE_NAMES else what[0]


def _is_late(answer: Answer) -> bool:
    """Tell whether an answer stands after those that get a card."""
    return not answer.move.startswith(("buy", "conquer"))


def _reserve(move: Move, trial: Trial, view: Mapping[str, Any]) -> list[Answer]:
    return [_reserving(move.notation, trial.reserving(move.notation))]


@remembered
def _reserving(move: str, gold: tuple[str, ...]) -> Answer:
    note = "" if gold else _("no gold is left")
    return Answer(move, shortly(move), gold, note, gains=True)


def purchase(move: Move, trial: Trial, view: Mapping[str, Any]) -> list[Answer]:
    """A whole purchase with the least gold, and beside it the choice of how to pay where there is one."""
    words = shortly(str(move))
    id = _bought(move, trial, view)
    if not trial.has_ways(id):
        return [Answer(str(move), words, spelled(trial.lack(id).due))]
    payments = trial.payments(str(move))
    if not payments:
        return [_discarding(move, trial, view)]
    payment = least(payments)
    gold = min(sum(one.gold.values()) for one in payments)
    note, tokens = joker_words(payment), spelled(payment.spent)
    if len(payments) == 1:
        return [Answer(str(move), words, tokens, note, gold)]
    line = trial.line((str(move), *payment.moves))
    ways = ngettext("{n} way", "{n} ways", len(payments)).format(n=len(payments))
    return [
        Answer(line, words, tokens, note, gold),
        Answer(str(move), going_on(_("Pay otherwise")), note=ways, gold=gold),
    ]


def _bought(move: Move, trial: Trial, view: Mapping[str, Any]) -> str:
    """Return the card that a move buys."""
    is_own = move.what[0] == "hand"
    id = _own(trial, view)["hand"][int(move.what[1]) - 1] if is_own else view["rows"][move.what[0]]
    return str(id)


def _discarding(move: Move, trial: Trial, view: Mapping[str, Any]) -> Answer:
    """A purchase for nothing, or for cards: which ones is asked afterwards where it matters."""
    words, losses = shortly(str(move)), trial.losses(str(move))
    if not losses:
        return Answer(str(move), words)
    if not are_alike(losses, _own(trial, view)):
        return Answer(str(move), going_on(words), note=_("for cards of yours"))
    line = trial.line((str(move), *losses[0].moves))
    return Answer(line, words, note=lost_words(losses[0]), cards=losses[0].cards)


def _own(trial: Trial, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the seat has that decides."""
    own: Mapping[str, Any] = view["seats"][trial.seat]
    return own


def _pair(move: Move, trial: Trial, view: Mapping[str, Any]) -> Answer:
    """The seat's own cards of the colour say what the card becomes."""
    (colour,) = move.what
    own = _own(trial, view)
    cards = [id for id in own["cards"] if colour in (card_of(id).bonus, *own["paired"].get(id, ()))]
    said = _("Pair with {colour}").format(colour=gem_name(colour))
    return Answer(str(move), "", cards=tuple(cards[:1]), said=said)


def _move(move: Move, trial: Trial, view: Mapping[str, Any]) -> list[Answer]:
    """Where to is asked next."""
    return [Answer(f"move {move.what[0]}", going_on(_("Move this stronghold")), begins=True)]


def _plain(move: Move, trial: Trial, view: Mapping[str, Any]) -> list[Answer]:
    return [Answer(str(move), advised(str(move)))]


def _discard(move: Move, trial: Trial, view: Mapping[str, Any]) -> list[Answer]:
    """One card of the price, with the others where they leave no choice."""
    rest = trial.losses(str(move))
    others = rest[0].moves if rest and are_alike(rest, _own(trial, view)) else ()
    line = trial.line((str(move), *others))
    note = lost_words(trial.lost_by(str(move)))
    return [Answer(line, advised(str(move)), note=note)]


_ANSWERS = {
    "reserve": _reserve,
    "buy": purchase,
    "conquer": purchase,
    "move": _move,
    "gift": _plain,
    "place": _plain,
    "remove": _plain,
    "claim": _plain,
    "noble": _plain,
    "post": _plain,
    "city": _plain,
    "discard": _discard,
    "keep": _plain,
}
"""What a thing offers by a move that touches it."""

_BAR: dict[str, Callable[[Move, Trial, Mapping[str, Any]], Answer]] = {
    "conquer": lambda move, trial, view: purchase(move, trial, view)[0],
    "pair": _pair,
    "post": lambda move, _trial, _view: Answer(str(move), power_words(post_of(move.what[0]))),
    "city": lambda move, _trial, _view: Answer(str(move), city_name(city_of(move.what[0]))),
    "pass": lambda move, trial, view: _plain(move, trial, view)[0],
    "decline": lambda move, trial, view: _plain(move, trial, view)[0],
}
"""What stands beside the question."""


def count_of(sets: Iterable[str]) -> int:
    """Return how many tokens the largest set has."""
    return max((len(one.split()) for one in sets), default=0)

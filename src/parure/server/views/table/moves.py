"""The legal moves, grouped by the thing that a person touches to make them.

The page knows no rules: it gets things with the answers that they offer, and sets of tokens that are
answers together. A thing is named as its element is: `place-1a`, `deck-2o`, `hand-1`, `noble-03`…
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parure.components import card_of, city_of, post_of
from parure.i18n import gettext as _
from parure.i18n import ngettext, remembered
from parure.moves import Move
from parure.server.views.table.prices import are_alike, joker_words, least, lost_words, spelled
from parure.server.views.table.trial import Payment, Trial
from parure.words.moves import advised, going_on, shortly
from parure.words.pieces import city_name, gem_name, power_words, titled

__all__ = ["Answer", "Offers", "offers_of", "plans_of", "purchase"]


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


@dataclass
class Offers:
    """Everything that can be answered now."""

    things: dict[str, tuple[Answer, ...]] = field(default_factory=dict)
    """The answers that each thing offers."""
    bar: list[Answer] = field(default_factory=list)
    """Answers that stand beside the question, for they touch nothing on the table."""
    sets: dict[str, str] = field(default_factory=dict)
    """Tokens that are one answer together, such as `W U G`, with the line that makes it."""
    pool: str = ""
    """Where these tokens are: `bank` or `own`."""
    targets: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each thing that can be moved, where to, with the move."""
    payments: list[Payment] = field(default_factory=list)
    planned: bool = False
    """They are for the next turn of a seat that waits."""

    def of(self, thing: str) -> tuple[Answer, ...]:
        """Return what a thing offers."""
        return self.things.get(thing, ())

    def gold_for(self, thing: str) -> int | None:
        """Return the least gold that buying a thing takes; None where it cannot be bought now."""
        for answer in self.of(thing):
            if answer.move.startswith(("buy", "conquer")):
                return answer.gold
        return None

    def _add(self, thing: str, answer: Answer) -> None:
        self.things[thing] = (*self.of(thing), answer)


def offers_of(moves: Sequence[str], trial: Trial | None, view: Mapping[str, Any]) -> Offers:
    """Group the legal moves; without any there is nothing to answer."""
    offers = Offers()
    if not moves or trial is None:
        return offers
    for move in map(Move.of, moves):
        _HANDLERS[move.verb](offers, move, trial, view)
    for thing, answers in offers.things.items():
        if len(answers) > 1:
            offers.things[thing] = tuple(sorted(answers, key=_is_late))
    if moves[0].startswith("return"):
        offers.pool = "own"
        offers.sets = {
            " ".join(one.split()[1] for one in chain): trial.line(chain)
            for chain in trial.returns()
        }
    if moves[0].startswith("pay"):
        offers.payments = trial.payments()
    return offers


def _is_late(answer: Answer) -> bool:
    """Tell whether an answer stands after those that get a card."""
    return not answer.move.startswith(("buy", "conquer"))


def _take(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers.pool = "bank"
    offers.sets[" ".join(move.what)] = str(move)


def _return(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    """Tokens are given back in sets, which `offers_of` asks for."""


def _reserve(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    thing = f"deck-{move.what[1]}" if move.what[0] == "deck" else f"place-{move.what[0]}"
    offers._add(thing, _reserving(str(move), spelled(trial.after(str(move)))))


@remembered
def _reserving(move: str, gold: tuple[str, ...]) -> Answer:
    note = "" if gold else _("no gold is left")
    return Answer(move, shortly(move), gold, note, gains=True)


def _buy(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    thing = f"hand-{move.what[1]}" if move.what[0] == "hand" else f"place-{move.what[0]}"
    for answer in purchase(move, trial, view):
        offers._add(thing, answer)


def _conquer(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    answers = purchase(move, trial, view)
    for answer in answers:
        offers._add(f"place-{move.what[0]}", answer)
    offers.bar.append(answers[0])


def plans_of(trial: Trial, view: Mapping[str, Any]) -> Offers:
    """Return what a seat that waits could do if it were its turn, for it to plan."""
    offers = offers_of([str(move) for move in trial.game.legal_moves], trial, view)
    offers.bar, offers.planned = [], True
    return offers


def purchase(move: Move, trial: Trial, view: Mapping[str, Any]) -> list[Answer]:
    """A whole purchase with the least gold, and beside it the choice of how to pay where there is one."""
    words, payments = shortly(str(move)), trial.payments(str(move))
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


def _gain(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers.pool = "bank"
    offers.sets[move.what[0]] = str(move)


def _pair(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    """The seat's own cards of the colour say what the card becomes."""
    (colour,) = move.what
    own = _own(trial, view)
    cards = [id for id in own["cards"] if colour in (card_of(id).bonus, *own["paired"].get(id, ()))]
    said = _("Pair with {colour}").format(colour=gem_name(colour))
    offers.bar.append(Answer(str(move), "", cards=tuple(cards[:1]), said=said))


def _move(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    origin, target = move.what
    if not any(answer.begins for answer in offers.of(f"place-{origin}")):
        answer = Answer(f"move {origin}", going_on(_("Move this stronghold")), begins=True)
        offers._add(f"place-{origin}", answer)
    offers.targets.setdefault(f"place-{origin}", {})[f"place-{target}"] = str(move)


def _on_place(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers._add(f"place-{move.what[0]}", Answer(str(move), advised(str(move))))


def _on_tile(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers._add(move.what[0], Answer(str(move), advised(str(move))))
    if move.verb == "city":
        offers.bar.append(Answer(str(move), city_name(city_of(move.what[0]))))
    elif move.verb == "post":
        offers.bar.append(Answer(str(move), power_words(post_of(move.what[0]))))


def _in_bar(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers.bar.append(Answer(str(move), advised(str(move))))


def _keep(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers._add(move.what[0], Answer(str(move), advised(str(move))))


def _discard(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    """One card of the price, with the others where they leave no choice."""
    rest = trial.losses(str(move))
    others = rest[0].moves if rest and are_alike(rest, _own(trial, view)) else ()
    line = trial.line((str(move), *others))
    note = lost_words(trial.lost_by(str(move)))
    offers._add(move.what[0], Answer(line, advised(str(move)), note=note))


def _pay(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    """Payments are complete choices, which `offers_of` asks for."""


_HANDLERS = {
    "take": _take,
    "return": _return,
    "reserve": _reserve,
    "buy": _buy,
    "conquer": _conquer,
    "gain": _gain,
    "pair": _pair,
    "move": _move,
    "gift": _on_place,
    "place": _on_place,
    "remove": _on_place,
    "claim": _on_tile,
    "noble": _on_tile,
    "post": _on_tile,
    "city": _on_tile,
    "pass": _in_bar,
    "decline": _in_bar,
    "discard": _discard,
    "keep": _keep,
    "pay": _pay,
}


def count_of(sets: Iterable[str]) -> int:
    """Return how many tokens the largest set has."""
    return max((len(one.split()) for one in sets), default=0)

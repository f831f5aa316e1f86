"""The legal moves, grouped by the thing that a person touches to make them.

The page knows no rules: it gets things with the answers that they offer, and sets of tokens that are
answers together. A thing is named as its element is: `place-1a`, `deck-2o`, `hand-1`, `noble-03`…
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parure.components import COLOURS, city_of, post_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.moves import Move
from parure.server.views.table.trial import Payment, Trial
from parure.words.moves import advised, going_on, shortly
from parure.words.pieces import city_name, gem_name, power_words, titled

__all__ = ["Answer", "Offers", "offers_of"]


@dataclass(frozen=True)
class Answer:
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

    @property
    def label(self) -> str:
        """The whole answer in words, for those who don't see the gems."""
        tokens = ", ".join(gem_name(token) for token in self.tokens)
        words = titled(self.words, tokens)
        told = [words if self.words and tokens else self.words + tokens, self.note]
        return " ".join(part for part in told if part)


@dataclass
class Offers:
    """Everything that can be answered now."""

    things: dict[str, list[Answer]] = field(default_factory=dict)
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

    def of(self, thing: str) -> list[Answer]:
        """Return what a thing offers."""
        return self.things.get(thing, [])

    def gold_for(self, thing: str) -> int | None:
        """Return the least gold that buying a thing takes; None where it cannot be bought."""
        for answer in self.of(thing):
            if answer.move.startswith(("buy", "conquer")):
                return answer.gold
        return None

    def _add(self, thing: str, answer: Answer) -> None:
        self.things.setdefault(thing, []).append(answer)


def offers_of(moves: Sequence[str], trial: Trial | None, view: Mapping[str, Any]) -> Offers:
    """Group the legal moves; without any there is nothing to answer."""
    offers = Offers()
    if not moves or trial is None:
        return offers
    for move in map(Move.of, moves):
        _HANDLERS[move.verb](offers, move, trial, view)
    for answers in offers.things.values():
        answers.sort(key=lambda answer: not answer.move.startswith(("buy", "conquer")))
    if moves[0].startswith("return"):
        offers.pool = "own"
        offers.sets = {
            " ".join(one.split()[1] for one in chain): trial.line(chain)
            for chain in trial.returns()
        }
    if moves[0].startswith("pay"):
        offers.payments = trial.payments()
    return offers


def spelled(tokens: Mapping[str, int]) -> tuple[str, ...]:
    """Return tokens one by one, in the usual order."""
    return tuple(name for name in (*COLOURS, "gold") for _n in range(tokens.get(name, 0)))


def _take(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers.pool = "bank"
    offers.sets[" ".join(move.what)] = str(move)


def _return(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    """Tokens are given back in sets, which `offers_of` asks for."""


def _reserve(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    gold = tuple(name for name, n in trial.after(str(move)).items() for _n in range(n))
    thing = f"deck-{move.what[1]}" if move.what[0] == "deck" else f"place-{move.what[0]}"
    offers._add(thing, Answer(str(move), shortly(str(move)), gold))


def _buy(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    thing = f"hand-{move.what[1]}" if move.what[0] == "hand" else f"place-{move.what[0]}"
    offers._add(thing, _purchase(move, trial))


def _conquer(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    answer = _purchase(move, trial)
    offers._add(f"place-{move.what[0]}", answer)
    offers.bar.append(answer)


def _purchase(move: Move, trial: Trial) -> Answer:
    """A purchase: what it takes, or that there is a choice."""
    words, payments = shortly(str(move)), trial.payments(str(move))
    if not payments:
        return Answer(str(move), words)
    gold = min(sum(payment.gold.values()) for payment in payments)
    if len(payments) > 1:
        ways = ngettext("{n} way to pay", "{n} ways to pay", len(payments))
        return Answer(str(move), going_on(words), note=ways.format(n=len(payments)), gold=gold)
    (payment,) = payments
    note = ngettext("and a joker card", "and {n} joker cards", payment.jokers)
    note = note.format(n=payment.jokers) if payment.jokers else ""
    return Answer(str(move), words, spelled(payment.spent), note, gold)


def _gain(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers.pool = "bank"
    offers.sets[move.what[0]] = str(move)


def _pair(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers.bar.append(Answer(str(move), "", (move.what[0],)))


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


def _on_card(offers: Offers, move: Move, trial: Trial, view: Mapping[str, Any]) -> None:
    offers._add(move.what[0], Answer(str(move), advised(str(move))))


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
    "discard": _on_card,
    "keep": _on_card,
    "pay": _pay,
}


def count_of(sets: Iterable[str]) -> int:
    """Return how many tokens the largest set has."""
    return max((len(one.split()) for one in sets), default=0)

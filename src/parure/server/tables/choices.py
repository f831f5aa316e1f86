"""What a viewer can answer, or plan: the legal moves by the thing that is touched to make them.

The page knows no rules: it gets things with the answers that they offer, and sets of tokens that are answers
together. A thing is named as its element is: `place-1a`, `deck-2o`, `hand-1`, `noble-03`…
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from parure.components import CARDS, card_of
from parure.game.moves import PLACE_NAMES, Move
from parure.server.tables.view import TableView
from parure.server.tables.what_if import Loss, Payment, WhatIf, spelled

__all__ = [
    "Answer",
    "Choices",
    "are_alike",
    "choices_of",
    "least",
    "purchase",
]


class Lost(TypedDict):
    """What goes with cards that are discarded."""

    prestige: int
    bonuses: dict[str, int]


class Answer(TypedDict):
    """A move that a thing offers."""

    move: str
    """The line that makes it; with `begins`, its first half."""
    tokens: NotRequired[list[str]]
    """What is paid, or with `gains` got, one by one."""
    gains: NotRequired[Literal[True]]
    no_gold: NotRequired[Literal[True]]
    """Nothing comes with a reserved card: no gold is left."""
    gold: NotRequired[int]
    """The least gold that a purchase needs."""
    jokers: NotRequired[int]
    """How many joker cards a purchase uses up."""
    wasted: NotRequired[int]
    """How much of their gold pays for nothing."""
    begins: NotRequired[Literal[True]]
    """Where to is asked next."""
    ways: NotRequired[int]
    """It asks for one of so many ways to pay."""
    for_cards: NotRequired[Literal[True]]
    """It asks which cards to discard."""
    cards: NotRequired[list[str]]
    """The cards that are discarded, or one that a card is paired with."""
    loses: NotRequired[Lost]


class Way(TypedDict):
    """One complete way to pay."""

    line: str
    jokers: int
    wasted: int
    """How much of the gold of the jokers pays for nothing."""
    gold: dict[str, int]
    """The gold spent for each colour, that of jokers included."""
    spent: dict[str, int]
    """The tokens that go to the bank."""


class Paying(TypedDict):
    """A purchase that is to be paid for."""

    card: str
    due: dict[str, int]
    """What it costs after bonuses."""
    ways: list[Way]


class Discarding(TypedDict):
    """Cards that are asked for as a price, one after the other."""

    step: int
    steps: int


class Choices(TypedDict):
    """Everything that can be answered now, or planned."""

    planned: bool
    """They are for the next turn of a seat that waits."""
    things: dict[str, list[Answer]]
    """What each thing offers, what gets a card first."""
    bar: list[Answer]
    """Answers that touch nothing on the table."""
    pool: Literal["", "bank", "own"]
    """Where the tokens of the sets are."""
    sets: dict[str, str]
    """Tokens that are one answer together, such as `W U G`, with the line that makes it."""
    targets: dict[str, dict[str, str]]
    """For each thing that can be moved, where to, with the move."""
    paying: NotRequired[Paying]
    discarding: NotRequired[Discarding]


def choices_of(view: TableView) -> Choices | None:
    """Return what a viewer can answer, or plan while another thinks about an action; None where nothing."""
    if view.status != "playing" or view.seat is None:
        return None
    planned = view.seat != view.to_play
    if planned and view.decision != "action":
        return None
    if not planned and not view.moves:
        return None
    what_if = WhatIf(view.playing, view.seat if planned else None, moves=view.moves)
    return _choices(what_if, view.playing, planned=planned)


def _choices(what_if: WhatIf, view: Mapping[str, Any], *, planned: bool) -> Choices:
    things: dict[str, list[Answer]] = {}
    sets: dict[str, str] = {}
    targets: dict[str, dict[str, str]] = {}
    bar: list[Answer] = []
    for notation in what_if.moves:
        verb, thing = _touched(notation)
        if verb in ("take", "gain"):
            sets[notation.removeprefix(f"{verb} ")] = notation
        elif thing and not (verb == "move" and thing in targets):
            answers = _ANSWERS.get(verb, _plain)(Move.of(notation), what_if, view)
            things[thing] = sorted([*things.get(thing, ()), *answers], key=_is_late)
        if verb == "move":
            targets.setdefault(thing, {})[f"place-{Move.of(notation).what[1]}"] = notation
        if verb in _BAR and not planned:
            bar.append(_BAR[verb](Move.of(notation), what_if, view)[0])
    found: Choices = {
        "planned": planned,
        "things": things,
        "bar": bar,
        "pool": "bank" if sets else "",
        "sets": sets,
        "targets": targets,
    }
    first = what_if.moves[0].split()[0] if what_if.moves else ""
    if first == "return":
        found["pool"] = "own"
        found["sets"] = {
            " ".join(one.split()[1] for one in chain): what_if.line(chain)
            for chain in what_if.returns()
        }
    if first == "pay":
        found["paying"] = _paying(what_if, view)
    if first == "discard":
        step, steps = what_if.discard_step()
        found["discarding"] = {"step": step, "steps": steps}
    return found


def _paying(what_if: WhatIf, view: Mapping[str, Any]) -> Paying:
    card = CARDS[int(what_if.view.state["buying"].item())]
    return {
        "card": card.id,
        "due": dict(what_if.lack(card.id).due),
        "ways": [
            {
                "line": ", ".join(payment.moves),
                "jokers": payment.jokers,
                "wasted": payment.wasted,
                "gold": dict(payment.gold),
                "spent": dict(payment.spent),
            }
            for payment in what_if.payments()
        ],
    }


@cache
def _touched(notation: str) -> tuple[str, str]:
    """Return what a move does, and the thing that it touches: none where it takes tokens, or stands alone."""
    move = Move.of(notation)
    verb, what = move.verb, move.what
    if verb not in _TOUCHING:
        return verb, ""
    if what[0] in ("deck", "hand"):
        return verb, f"{what[0]}-{what[1]}"
    return verb, f"place-{what[0]}" if what[0] in PLACE_NAMES else what[0]


def _is_late(answer: Answer) -> bool:
    """Tell whether an answer stands after those that get a card."""
    return not answer["move"].startswith(("buy", "conquer"))


def _reserve(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> list[Answer]:
    gold = what_if.reserving(move.notation)
    if not gold:
        return [{"move": move.notation, "no_gold": True}]
    return [{"move": move.notation, "tokens": list(gold), "gains": True}]


def purchase(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> list[Answer]:
    """A whole purchase with the least gold, and beside it the choice of how to pay where there is one."""
    id, notation = _bought(move, what_if, view), move.notation
    lack = what_if.lack(id)
    if not (lack.due and lack.has_gold) and not card_of(id).discards:
        # Neither gold nor other cards can stand for anything.
        return [_with_gold({"move": notation, "tokens": list(spelled(lack.due))}, 0)]
    payments = what_if.payments(notation)
    if not payments:
        return [_discarding(move, what_if, view)]
    payment = least(payments)
    gold = min(sum(one.gold.values()) for one in payments)
    answer: Answer = {"move": notation, "tokens": list(spelled(payment.spent))}
    if payment.jokers:
        answer["jokers"] = payment.jokers
        answer["wasted"] = payment.wasted
    if len(payments) == 1:
        return [_with_gold(answer, gold)]
    answer["move"] = what_if.line((notation, *payment.moves))
    other: Answer = {"move": notation, "ways": len(payments)}
    return [_with_gold(answer, gold), _with_gold(other, gold)]


def _with_gold(answer: Answer, gold: int) -> Answer:
    return {**answer, "gold": gold}


def _bought(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> str:
    """Return the card that a move buys."""
    is_own = move.what[0] == "hand"
    id = (
        _own(what_if, view)["hand"][int(move.what[1]) - 1] if is_own else view["rows"][move.what[0]]
    )
    return str(id)


def _discarding(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> Answer:
    """A purchase for nothing, or for cards: which ones is asked afterwards where it matters."""
    losses = what_if.losses(move.notation)
    if not losses:
        return {"move": move.notation, "gold": 0}
    if not are_alike(losses, _own(what_if, view)):
        return {"move": move.notation, "for_cards": True, "gold": 0}
    line = what_if.line((move.notation, *losses[0].moves))
    return {"move": line, "cards": list(losses[0].cards), "loses": _lost(losses[0]), "gold": 0}


def _own(what_if: WhatIf, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the seat has that decides."""
    own: Mapping[str, Any] = view["seats"][what_if.seat]
    return own


def _lost(loss: Loss) -> Lost:
    return {"prestige": loss.prestige, "bonuses": dict(loss.bonuses)}


def _pair(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> list[Answer]:
    """The seat's own cards of the colour say what the card becomes."""
    (colour,) = move.what
    own = _own(what_if, view)
    cards = [id for id in own["cards"] if colour in (card_of(id).bonus, *own["paired"].get(id, ()))]
    return [{"move": move.notation, "cards": cards[:1]}]


def _move(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> list[Answer]:
    """Where to is asked next."""
    return [{"move": f"move {move.what[0]}", "begins": True}]


def _plain(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> list[Answer]:
    return [{"move": move.notation}]


def _discard(move: Move, what_if: WhatIf, view: Mapping[str, Any]) -> list[Answer]:
    """One card of the price, with the others where they leave no choice."""
    rest = what_if.losses(move.notation)
    others = rest[0].moves if rest and are_alike(rest, _own(what_if, view)) else ()
    line = what_if.line((move.notation, *others))
    return [{"move": line, "loses": _lost(what_if.lost_by(move.notation))}]


_ANSWERS = {
    "reserve": _reserve,
    "buy": purchase,
    "conquer": purchase,
    "move": _move,
    "discard": _discard,
}
"""What a thing offers by a move that touches it, where that is more than the move."""

_TOUCHING = {*_ANSWERS, "gift", "place", "remove", "claim", "noble", "post", "city", "keep"}

_BAR = {
    "conquer": purchase,
    "pair": _pair,
    "post": _plain,
    "city": _plain,
    "pass": _plain,
    "decline": _plain,
}
"""What stands beside the question."""


def least(payments: Sequence[Payment]) -> Payment:
    """Return the payment that most would choose: no joker card if possible, the least gold, few tokens."""
    return min(
        payments,
        key=lambda one: (one.jokers, one.spent.get("gold", 0), sum(one.spent.values())),
    )


def are_alike(losses: Sequence[Loss], own: Mapping[str, Any]) -> bool:
    """Tell whether it makes no difference to a seat which of these ways to discard it takes."""

    def left(loss: Loss) -> list[tuple[Any, ...]]:
        cards = [card_of(id) for id in loss.cards]
        pairs = [tuple(own["paired"].get(id, ())) for id in loss.cards]
        facts = ((card.bonus, card.worth, card.prestige) for card in cards)
        return sorted(zip(facts, pairs, strict=True))

    return all(left(loss) == left(losses[0]) for loss in losses)

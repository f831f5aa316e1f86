"""The choices of a viewer: the legal moves, sorted by the thing to touch for each.

The page knows no rules: it gets things with the answers they offer, and sets of tokens that together form an
answer. A thing has the id of its element: `place-1a`, `deck-2o`, `hand-1`, `noble-03`…
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from parure.components import CARDS, card_of
from parure.game.moves import PLACE_NAMES, Move
from parure.server.tables.view import TableView
from parure.server.tables.what_if import Loss, Payment, WhatIf, spelled
from parure.types import SeatSnapshot

__all__ = [
    "Answer",
    "Choices",
    "are_alike",
    "choices_of",
    "least",
    "purchase",
]


class Lost(TypedDict):
    """What a seat loses along with the cards it discards."""

    prestige: int
    bonuses: dict[str, int]


class Answer(TypedDict):
    """A move that a thing offers."""

    move: str
    """The line to play; with `begins`, its first half."""
    tokens: NotRequired[list[str]]
    """The tokens paid, or with `gains` received, one by one."""
    gains: NotRequired[Literal[True]]
    no_gold: NotRequired[Literal[True]]
    """The reserved card comes without gold: none is left."""
    gold: NotRequired[int]
    """The least gold the purchase needs."""
    jokers: NotRequired[int]
    """The number of joker cards the purchase uses up."""
    wasted: NotRequired[int]
    """The gold of those joker cards that is wasted."""
    begins: NotRequired[Literal[True]]
    """The page asks next for the destination."""
    ways: NotRequired[int]
    """The number of ways to pay that the page then offers."""
    for_cards: NotRequired[Literal[True]]
    """The page asks next which cards to discard."""
    cards: NotRequired[list[str]]
    """The cards to discard, or the card to pair with."""
    loses: NotRequired[Lost]


class Way(TypedDict):
    """One complete way to pay."""

    line: str
    jokers: int
    wasted: int
    """The gold of joker cards that is wasted."""
    gold: dict[str, int]
    """The gold spent for each colour, including that of joker cards."""
    spent: dict[str, int]
    """The tokens paid to the bank."""


class Paying(TypedDict):
    """A purchase waiting for its payment."""

    card: str
    due: dict[str, int]
    """The cost after bonuses."""
    ways: list[Way]


class Discarding(TypedDict):
    """A price in cards, chosen one after the other."""

    step: int
    steps: int


class Choices(TypedDict):
    """Everything the viewer can choose now, or plan."""

    planned: bool
    """Whether these are plans for the seat's next turn."""
    things: dict[str, list[Answer]]
    """The answers of each thing; those that get a card come first."""
    bar: list[Answer]
    """The answers that touch nothing on the table."""
    pool: Literal["", "bank", "own"]
    """The place of the tokens in the sets."""
    sets: dict[str, str]
    """Sets of tokens that form one answer, such as `W U G`, with the line to play."""
    targets: dict[str, dict[str, str]]
    """By thing that can be moved: its destinations, each with the move."""
    paying: NotRequired[Paying]
    discarding: NotRequired[Discarding]


def choices_of(view: TableView) -> Choices | None:
    """Return the viewer's choices, or plans while another seat is to play; None if there are none."""
    if view.status != "playing" or view.seat is None:
        return None
    planned = view.seat != view.to_play
    if planned and view.decision != "action":
        return None
    if not planned and not view.moves:
        return None
    what_if = WhatIf(view.playing, view.seat if planned else None, moves=view.moves)
    return _choices(what_if, planned=planned)


def _choices(what_if: WhatIf, *, planned: bool) -> Choices:
    things: dict[str, list[Answer]] = {}
    sets: dict[str, str] = {}
    targets: dict[str, dict[str, str]] = {}
    bar: list[Answer] = []
    for notation in what_if.moves:
        verb, thing = _touched(notation)
        if verb in ("take", "gain"):
            sets[notation.removeprefix(f"{verb} ")] = notation
        elif thing and not (verb == "move" and thing in targets):
            answers = _ANSWERS.get(verb, _plain)(Move.of(notation), what_if)
            things[thing] = sorted([*things.get(thing, ()), *answers], key=_is_late)
        if verb == "move":
            targets.setdefault(thing, {})[f"place-{Move.of(notation).what[1]}"] = notation
        if verb in _BAR and not planned:
            bar.append(_BAR[verb](Move.of(notation), what_if)[0])
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
        found["paying"] = _paying(what_if)
    if first == "discard":
        step, steps = what_if.discard_step()
        found["discarding"] = {"step": step, "steps": steps}
    return found


def _paying(what_if: WhatIf) -> Paying:
    card = CARDS[int(what_if.known.state["buying"].item())]
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
    """Return what a move does and the thing it touches: none if it takes tokens or stands alone."""
    move = Move.of(notation)
    verb, what = move.verb, move.what
    if verb not in _TOUCHING:
        return verb, ""
    if what[0] in ("deck", "hand"):
        return verb, f"{what[0]}-{what[1]}"
    return verb, f"place-{what[0]}" if what[0] in PLACE_NAMES else what[0]


def _is_late(answer: Answer) -> bool:
    """Tell whether an answer is listed after those that get a card."""
    return not answer["move"].startswith(("buy", "conquer"))


def _reserve(move: Move, what_if: WhatIf) -> list[Answer]:
    gold = what_if.reserving(move.notation)
    if not gold:
        return [{"move": move.notation, "no_gold": True}]
    return [{"move": move.notation, "tokens": list(gold), "gains": True}]


def purchase(move: Move, what_if: WhatIf) -> list[Answer]:
    """Return a whole purchase with the least gold, and the choice of how to pay if there is one."""
    id, notation = _bought(move, what_if), move.notation
    lack = what_if.lack(id)
    if not (lack.due and lack.has_gold) and not card_of(id).discards:
        # Neither gold nor other cards can replace any token.
        return [_with_gold({"move": notation, "tokens": list(spelled(lack.due))}, 0)]
    payments = what_if.payments(notation)
    if not payments:
        return [_discarding(move, what_if)]
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


def _bought(move: Move, what_if: WhatIf) -> str:
    """Return the card that a move buys."""
    is_own = move.what[0] == "hand"
    id = (
        _own(what_if)["hand"][int(move.what[1]) - 1]
        if is_own
        else what_if.view["rows"][move.what[0]]
    )
    return str(id)


def _discarding(move: Move, what_if: WhatIf) -> Answer:
    """Return a purchase that is free or paid in cards; the page asks which cards if it matters."""
    losses = what_if.losses(move.notation)
    if not losses:
        return {"move": move.notation, "gold": 0}
    if not are_alike(losses, _own(what_if)):
        return {"move": move.notation, "for_cards": True, "gold": 0}
    line = what_if.line((move.notation, *losses[0].moves))
    return {"move": line, "cards": list(losses[0].cards), "loses": _lost(losses[0]), "gold": 0}


def _own(what_if: WhatIf) -> SeatSnapshot:
    """Return the knowledge of the seat that decides."""
    return what_if.view["seats"][what_if.seat]


def _lost(loss: Loss) -> Lost:
    return {"prestige": loss.prestige, "bonuses": dict(loss.bonuses)}


def _pair(move: Move, what_if: WhatIf) -> list[Answer]:
    """Return the answer that pairs the new card, with the first own card of that colour."""
    (colour,) = move.what
    own = _own(what_if)
    cards = [id for id in own["cards"] if colour in (card_of(id).bonus, *own["paired"].get(id, ()))]
    return [{"move": move.notation, "cards": cards[:1]}]


def _move(move: Move, what_if: WhatIf) -> list[Answer]:
    """Return an answer after which the page asks for the destination."""
    return [{"move": f"move {move.what[0]}", "begins": True}]


def _plain(move: Move, what_if: WhatIf) -> list[Answer]:
    return [{"move": move.notation}]


def _discard(move: Move, what_if: WhatIf) -> list[Answer]:
    """Return one card of the price, along with the others if there is no choice left."""
    rest = what_if.losses(move.notation)
    others = rest[0].moves if rest and are_alike(rest, _own(what_if)) else ()
    line = what_if.line((move.notation, *others))
    return [{"move": line, "loses": _lost(what_if.lost_by(move.notation))}]


_ANSWERS = {
    "reserve": _reserve,
    "buy": purchase,
    "conquer": purchase,
    "move": _move,
    "discard": _discard,
}
"""By kind of move: the function that makes the answer, where that is more than the move."""

_TOUCHING = {*_ANSWERS, "gift", "place", "remove", "claim", "noble", "post", "city", "keep"}

_BAR = {
    "conquer": purchase,
    "pair": _pair,
    "post": _plain,
    "city": _plain,
    "pass": _plain,
    "decline": _plain,
}
"""By kind of decision: the answers shown beside the question."""


def least(payments: Sequence[Payment]) -> Payment:
    """Return the payment most people would choose: no joker card if possible, the least gold, few tokens."""
    return min(
        payments,
        key=lambda one: (one.jokers, one.spent.get("gold", 0), sum(one.spent.values())),
    )


def are_alike(losses: Sequence[Loss], own: SeatSnapshot) -> bool:
    """Tell whether several ways to discard make no difference to a seat."""

    def left(loss: Loss) -> list[tuple[Any, ...]]:
        cards = [card_of(id) for id in loss.cards]
        pairs = [tuple(own["paired"].get(id, ())) for id in loss.cards]
        facts = ((card.bonus, card.worth, card.prestige) for card in cards)
        return sorted(zip(facts, pairs, strict=True))

    return all(left(loss) == left(losses[0]) for loss in losses)

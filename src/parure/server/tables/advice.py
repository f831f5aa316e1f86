"""Advice that a page asks for: a suggested move with its reasons, and why a move is not possible now.

The engine decides what is possible and why not.
"""

import re
from dataclasses import dataclass
from typing import NotRequired, cast

from typing_extensions import TypedDict

from parure.components import card_of, city_of
from parure.game import lacking
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.tables.choices import least, purchase
from parure.server.tables.rich_text import Part, amounts, parts
from parure.server.tables.view import TableView, name_of
from parure.server.tables.what_if import WhatIf
from parure.types import Token
from parure.words.games import bot_title
from parure.words.piece_words import city_name, gem_name

__all__ = [
    "AdviceData",
    "Hint",
    "Reason",
    "advice_data",
    "reasons_for",
    "reasons_to_move",
    "things_of",
]

_THING = re.compile(r"(place)-([123][a-f])|(hand)-([123])|(deck)-([123]o?)|(bank)-([WUGRK])")


@dataclass(frozen=True)
class Hint:
    """A move that a bot suggests, with its reasons."""

    version: int
    """The version of the table that the hint is for."""
    seat: int
    bot: str
    move: str
    chance: float
    """The chance of winning after the move, as the bot sees it."""
    line: tuple[str, ...]
    """The expected continuation of the game."""
    others: tuple[tuple[str, float], ...]
    """The next best moves with their chances of winning."""


@dataclass(frozen=True)
class Reason:
    """A reason for a move: a sentence with amounts of gems, and the card it mentions."""

    words: str
    card: str | None = None


class Compared(TypedDict):
    """A move and the chance of winning after it."""

    move: str
    percent: int


class ReasonData(TypedDict):
    """A reason for a move: a sentence, and the card it mentions."""

    words: list[Part]
    card: NotRequired[str]


class AdviceData(TypedDict):
    """A suggestion, as sent to a page."""

    version: int
    """The version of the table that the hint is for."""
    line: str
    """The line to play, with the payment and the discards of a purchase."""
    things: list[str]
    """The ids of the elements that the move touches."""
    moves: list[Compared]
    """The suggested move and the next best ones."""
    reasons: list[ReasonData]
    bot: str
    """The display name of the bot."""


def advice_data(view: TableView, hint: Hint) -> AdviceData:
    """Return a suggestion as the data that a page shows."""
    compared = [(hint.move, hint.chance), *hint.others[:3]]
    return {
        "version": hint.version,
        "line": _whole(view, hint),
        "things": things_of(hint.move),
        "moves": [{"move": move, "percent": round(100 * chance)} for move, chance in compared],
        "reasons": [_reason_data(reason) for reason in reasons_to_move(view, Move.of(hint.move))],
        "bot": bot_title(hint.bot),
    }


def _reason_data(reason: Reason) -> ReasonData:
    told: ReasonData = {"words": parts(reason.words)}
    if reason.card is not None:
        told["card"] = reason.card
    return told


def _whole(view: TableView, hint: Hint) -> str:
    """Return the complete line of a hint: for a purchase, with the payment and the discards.

    They are the bot's own where it searched that far, else those of the card's button.
    """
    what_if, move = WhatIf(view.playing), Move.of(hint.move)
    if move.verb in ("buy", "conquer"):
        usual = purchase(move, what_if)[0]["move"]
        ways = [one.moves for one in what_if.payments(hint.move)]
        ways += [one.moves for one in what_if.losses(hint.move)]
        ways = [(hint.move, *moves) for moves in ways]
    elif move.decision == "payment":
        payments = [one for one in what_if.payments() if one.moves[0] == hint.move]
        usual = what_if.line(least(payments).moves)
        ways = [one.moves for one in payments]
    else:
        return hint.move
    for way in ways:
        if sorted(way) == sorted(hint.line[: len(way)]):
            return what_if.line(way)
    return usual


def _card(view: TableView, move: Move) -> str | None:
    """Return the card that a move concerns."""
    if move.verb in ("discard", "keep"):
        return move.what[0]
    if move.verb == "buy" and move.what[0] == "hand":
        return view.playing.own["hand"][int(move.what[1]) - 1]
    if move.what and move.what[-1] in view.playing.view["rows"]:
        return view.playing.view["rows"][move.what[-1]]
    return None


def things_of(notation: str) -> list[str]:
    """Return the ids of the elements that a move touches."""
    move = Move.of(notation)
    if move.verb in ("take", "gain"):
        return [f"bank-{colour}" for colour in move.what]
    if move.verb == "return":
        return [f"own-{colour}" for colour in move.what]
    if move.verb in ("claim", "noble", "post", "city"):
        return [move.what[0]]
    if move.what and move.what[0] in ("deck", "hand"):
        return [f"{move.what[0]}-{move.what[1]}"]
    return [f"place-{place}" for place in move.what if place[0] in "123"]


def reasons_to_move(view: TableView, move: Move) -> list[Reason]:
    """Return the reasons for a move: facts about the table, one sentence each."""
    id = _card(view, move)
    if move.verb == "take":
        return _reasons_to_take(view, move)
    if id is None or id.startswith("?"):
        return []
    if move.verb in ("buy", "conquer", "gift"):
        return [Reason(words) for words in _reasons_to_have(view, id)]
    if move.verb == "reserve":
        told = _reasons_to_have(view, id)[:2] + _rivals(view, id)
        return [Reason(words) for words in told]
    return []


def _reasons_to_have(view: TableView, id: str) -> list[str]:
    """Return what this card brings the viewer that another would not."""
    card = card_of(id)
    reasons = []
    if card.prestige:
        message = _("It brings you to {n} prestige.")
        reasons.append(message.format(n=view.playing.own["prestige"] + card.prestige))
    assert view.seat is not None
    goals = lacking.for_goals(view.playing, view.seat)
    helped = [id for id, lack in goals.items() if card.bonus in lack.colours]
    cities = [city_name(city_of(id)) for id in helped if id in view.playing.view["cities"]]
    cheaper = _cheaper(view, id)
    if cities:
        message = _("Its {colour} bonus brings you closer to {goals}.")
        reasons.append(message.format(colour=gem_name(card.bonus), goals=", ".join(cities)))
    elif helped:
        message = _("Its {colour} bonus brings you closer to a noble.")
        reasons.append(message.format(colour=gem_name(card.bonus)))
    if cheaper:
        message = ngettext(
            "With its {colour} bonus, {n} other card here costs you less.",
            "With its {colour} bonus, {n} other cards here cost you less.",
            cheaper,
        )
        reasons.append(message.format(colour=gem_name(card.bonus), n=cheaper))
    return reasons


def _cheaper(view: TableView, id: str) -> int:
    """Return how many other cards in the viewer's hand or on the table a card's bonus makes cheaper."""
    assert view.seat is not None
    bonus = card_of(id).bonus
    cards = {*view.playing.own["hand"], *view.playing.view["rows"].values()} - {id}
    return sum(bonus in lacking.for_card(view.playing, view.seat, one).due for one in cards if one)


def _rivals(view: TableView, id: str) -> list[str]:
    """Return as a reason the first rival who can nearly afford the card."""
    reasons = []
    for seat in range(len(view.names)):
        lack = lacking.for_card(view.playing, seat, id)
        is_near = max(0, lack.gold - lack.has_gold) + lack.discards + lack.bonus <= 1
        if seat != view.seat and is_near:
            reasons.append(_("{name} could get it soon.").format(name=name_of(view, seat)))
    return reasons[:1]


def _reasons_to_take(view: TableView, move: Move) -> list[Reason]:
    """Return as a reason the card that the tokens bring nearest."""
    assert view.seat is not None
    now, then = view.playing, WhatIf(view.playing).known_after(str(move))
    near = []
    for id in (*now.own["hand"], *now.view["rows"].values()):
        if id is None:
            continue
        lack = lacking.for_card(then, view.seat, id)
        if lack.tokens != lacking.for_card(now, view.seat, id).tokens and not lack.bonus:
            short = max(0, lack.gold - lack.has_gold)
            near.append((short - card_of(id).prestige, short, id, lack.tokens))
    if not near:
        return []
    _rank, short, id, tokens = min(near, key=lambda one: one[:3])
    if not short:
        return [Reason(_("They are enough for this card:"), id)]
    words = _("You then lack {amounts} for this card:").format(amounts=amounts(tokens))
    return [Reason(words, id)]


def reasons_for(view: TableView, thing: str) -> list[str]:
    """Return why a viewer cannot buy or reserve a card, draw from a deck or take tokens of a colour.

    There are no reasons unless the viewer chooses or plans an action. Missing tokens and blocking strongholds
    are left out, because the page shows them.
    """
    known = _THING.fullmatch(thing)
    what_if = _tried(view)
    if known is None or what_if is None:
        return []
    kind, name = (part for part in known.groups() if part)
    if kind == "bank":
        return _not_taken(what_if, name)
    moves = {"place": _of_place, "hand": _of_hand, "deck": _of_deck}[kind](what_if, name)
    reasons = [what_if.why_not(move) for move in moves if not what_if.is_legal(move)]
    return list(dict.fromkeys(reasons))


def _tried(view: TableView) -> WhatIf | None:
    """Return the game on which the viewer tries an action; None if they neither choose nor plan one."""
    if view.seat is None or view.status != "playing" or view.decision != "action":
        return None
    plans = view.seat != view.to_play
    if not plans and not view.moves:
        return None
    return WhatIf(view.playing, view.seat if plans else None, moves=view.moves)


def _not_taken(what_if: WhatIf, colour: str) -> list[str]:
    """Return why two tokens of a colour cannot be taken."""
    two = f"take {colour} {colour}"
    if what_if.is_legal(two):
        return []
    left = what_if.view["bank"][cast(Token, colour)]
    return [what_if.why_not(two if left else f"take {colour}")]


def _of_place(what_if: WhatIf, place: str) -> list[str]:
    """Return the actions on a face-up card that nothing visible forbids."""
    id = what_if.view["rows"].get(place)
    if id is None or not lacking.may_have(what_if.known, what_if.seat, place):
        return []
    reserve = f"reserve {place}"
    return [reserve] if _is_short(what_if, id) else [f"buy {place}", reserve]


def _of_hand(what_if: WhatIf, position: str) -> list[str]:
    hand = what_if.view["seats"][what_if.seat]["hand"]
    if int(position) > len(hand) or _is_short(what_if, hand[int(position) - 1]):
        return []
    return [f"buy hand {position}"]


def _of_deck(what_if: WhatIf, deck: str) -> list[str]:
    return [f"reserve deck {deck}"] if deck in what_if.view["decks"] else []


def _is_short(what_if: WhatIf, id: str) -> bool:
    """Tell whether the viewer lacks tokens for a card."""
    lack = what_if.lack(id)
    return lack.gold > lack.has_gold

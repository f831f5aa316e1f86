"""Why something cannot be had now: sentences that are asked for when a thing is touched.

Whether something is possible, and why not, is the engine's word.
"""

import re

from parure.game import lacking
from parure.server.tables.view import TableView
from parure.server.tables.what_if import WhatIf

__all__ = ["reasons_for"]

_THING = re.compile(r"(place)-([123][a-f])|(hand)-([123])|(deck)-([123]o?)|(bank)-([WUGRK])")


def reasons_for(view: TableView, thing: str) -> list[str]:
    """Return why a card, a deck or the tokens of a colour cannot be bought, reserved or taken by a viewer.

    Nothing is said where no action is asked of them or planned. Nor is it said of what they lack for a card,
    and of strongholds that keep them from it: these are to be seen.
    """
    known = _THING.fullmatch(thing)
    what_if = _trial(view)
    if known is None or what_if is None:
        return []
    kind, name = (part for part in known.groups() if part)
    if kind == "bank":
        return _not_taken(what_if, name)
    moves = {"place": _of_place, "hand": _of_hand, "deck": _of_deck}[kind](what_if, name)
    reasons = [what_if.why_not(move) for move in moves if not what_if.is_legal(move)]
    return list(dict.fromkeys(reasons))


def _trial(view: TableView) -> WhatIf | None:
    """Return what the viewer tries an action on; None where they neither choose nor plan one."""
    if view.seat is None or view.status != "playing" or view.decision != "action":
        return None
    plans = view.seat != view.to_play
    if not plans and not view.moves:
        return None
    return WhatIf(view.playing, view.seat if plans else None, moves=view.moves)


def _not_taken(what_if: WhatIf, colour: str) -> list[str]:
    """Say why no two tokens of a colour can be taken."""
    if what_if.is_legal(f"take {colour} {colour}"):
        return []
    return [what_if.why_not_take(colour, what_if.view["bank"][colour])]


def _of_place(what_if: WhatIf, place: str) -> list[str]:
    """Return what could be done with an open card that nothing to be seen forbids."""
    id = what_if.view["rows"].get(place)
    if id is None or not lacking.may_have(what_if.view, what_if.seat, place):
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
    """Tell whether tokens are lacking for a card."""
    lack = what_if.lack(id)
    return lack.gold > lack.has_gold

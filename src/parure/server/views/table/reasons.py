"""Why something cannot be had now: sentences that are asked for when a thing is touched.

Whether something is possible, and why not, is the engine's word.
"""

import re

from parure.game import lacking
from parure.server.tables.sight import Sight
from parure.server.views.table.trial import Trial

__all__ = ["reasons_for"]

_THING = re.compile(r"(place)-([123][a-f])|(hand)-([123])|(deck)-([123]o?)|(bank)-([WUGRK])")


def reasons_for(sight: Sight, thing: str) -> list[str]:
    """Return why a card, a deck or the tokens of a colour cannot be bought, reserved or taken by a viewer.

    Nothing is said where no action is asked of them or planned. Nor is it said of what they lack for a card,
    and of strongholds that keep them from it: these are to be seen.
    """
    known = _THING.fullmatch(thing)
    trial = _trial(sight)
    if known is None or trial is None:
        return []
    kind, name = (part for part in known.groups() if part)
    if kind == "bank":
        return _not_taken(trial, name)
    moves = {"place": _of_place, "hand": _of_hand, "deck": _of_deck}[kind](trial, name)
    reasons = [trial.why_not(move) for move in moves if not trial.is_legal(move)]
    return list(dict.fromkeys(reasons))


def _trial(sight: Sight) -> Trial | None:
    """Return what the viewer tries an action on; None where they neither choose nor plan one."""
    if sight.seat is None or sight.status != "playing" or sight.decision != "action":
        return None
    plans = sight.seat != sight.to_play
    if not plans and not sight.moves:
        return None
    return Trial(sight.seen, sight.seat if plans else None, moves=sight.moves)


def _not_taken(trial: Trial, colour: str) -> list[str]:
    """Say why no two tokens of a colour can be taken."""
    if trial.is_legal(f"take {colour} {colour}"):
        return []
    return [trial.why_not_take(colour, trial.view["bank"][colour])]


def _of_place(trial: Trial, place: str) -> list[str]:
    """Return what could be done with an open card that nothing to be seen forbids."""
    id = trial.view["rows"].get(place)
    if id is None or not lacking.may_have(trial.view, trial.seat, place):
        return []
    reserve = f"reserve {place}"
    return [reserve] if _is_short(trial, id) else [f"buy {place}", reserve]


def _of_hand(trial: Trial, position: str) -> list[str]:
    hand = trial.view["seats"][trial.seat]["hand"]
    if int(position) > len(hand) or _is_short(trial, hand[int(position) - 1]):
        return []
    return [f"buy hand {position}"]


def _of_deck(trial: Trial, deck: str) -> list[str]:
    return [f"reserve deck {deck}"] if deck in trial.view["decks"] else []


def _is_short(trial: Trial, id: str) -> bool:
    """Tell whether tokens are lacking for a card."""
    lack = trial.lack(id)
    return lack.gold > lack.has_gold

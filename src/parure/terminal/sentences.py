"""Moves and results in words: what a move would do, what a seat did, where the points come from."""

from collections.abc import Mapping, Sequence
from typing import Any

from parure import Ply
from parure.components import CARDS, CITIES, NOBLES, POSTS
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.render.text import card_text, needs_text
from parure.render.words import POWERS

__all__ = ["choice", "done", "happened", "points"]

View = Mapping[str, Any]

_CARDS = {card.id: card for card in CARDS}
_NOBLES = {noble.id: noble for noble in NOBLES}
_CITIES = {city.id: city for city in CITIES}
_POSTS = {post.id: post for post in POSTS}

DEEDS = {
    "take": mark("{name} takes {what}."),
    "reserve": mark("{name} reserves {what}: {card}."),
    "reserve deck": mark("{name} reserves an unseen card from deck {what}."),
    "buy": mark("{name} buys {what}: {card}."),
    "buy hand": mark("{name} buys card {what} of their hand: {card}."),
    "pass": mark("{name} can do nothing and passes."),
    "pay joker": mark("{name} discards a joker card for two gold."),
    "pay gold": mark("{name} spends gold for {what}."),
    "discard": mark("{name} discards {what}: {card}."),
    "pair": mark("{name} pairs the card with {what}."),
    "claim": mark("{name} reserves {what}."),
    "gift": mark("{name} takes {what} for free: {card}."),
    "gain": mark("{name} takes {what} as well."),
    "place": mark("{name} places a stronghold on {what}."),
    "move": mark("{name} moves a stronghold from {what} to {other}."),
    "remove": mark("{name} removes a stronghold from {what}."),
    "conquer": mark("{name} conquers {what}: {card}."),
    "decline": mark("{name} does not conquer."),
    "keep": mark("{name} keeps one of the two cards, unseen."),
    "return": mark("{name} gives back {what}."),
}


def done(plies: Sequence[Ply], before: View, names: Sequence[str]) -> list[str]:
    """Say what moves did, forced ones too; `before` is the mover's own view before the first.

    A whole turn that was forced, after theirs, is told by its moves alone: its cards may be others.

    Visits of nobles, posts and cities are told by `happened`, whether they were chosen or not.
    """
    lines = []
    for ply in plies:
        name = names[ply.seat]
        verb, rest = _split(str(ply.move))
        if ply.turn != plies[0].turn and ply.move.verb != "pass":
            lines.append(_("{name} can only: {move}.").format(name=name, move=ply.move))
        elif verb in DEEDS:
            what, _gap, other = rest.partition(" ") if verb == "move" else (rest, "", "")
            card = _card(verb, what, before)
            lines.append(_(DEEDS[verb]).format(name=name, what=what, other=other, card=card))
    return lines


def happened(before: View, after: View, names: Sequence[str]) -> list[str]:
    """Say what the end of a turn brought to each seat: a noble, posts, a city."""
    lines = []
    for name, old, new in zip(names, before["seats"], after["seats"], strict=True):
        for noble in _added(old["nobles"], new["nobles"]):
            lines.append(_("{name} is visited by {noble}.").format(name=name, noble=noble))
        for post in _added(old["posts"], new["posts"]):
            power = _(POWERS[_POSTS[post].power])
            lines.append(
                _("{name} has won the post {post}: {power}.").format(
                    name=name, post=post, power=power
                )
            )
        if new["city"] and not old["city"]:
            city = _CITIES[new["city"]].name
            lines.append(_("{name} takes the city {city}.").format(name=name, city=city))
    return lines


def choice(move: str, view: View, *, ascii: bool) -> str:
    """Return what stands beside a move in a list of choices; nothing where it says it all."""
    verb, what = _split(move)
    if verb in ("discard", "keep", "gift", "conquer"):
        return _card(verb, what, view, ascii=ascii)
    if verb in ("claim", "noble"):
        return needs_text(_NOBLES[what].needs)
    if verb == "post":
        return _(POWERS[_POSTS[what].power])
    if verb == "city":
        return _CITIES[what].name
    notes = {
        "pay": _("the rest in tokens of its colour"),
        "pay joker": _("discard a joker card for two gold"),
        "pay gold": _("a gold instead of {colour}").format(colour=what),
        "decline": _("do not conquer"),
    }
    return notes.get(verb, "")


def points(view: View, seat: int) -> dict[str, int]:
    """Return where a seat's prestige comes from; what neither cards nor nobles give, posts do."""
    one = view["seats"][seat]
    cards = sum(_CARDS[card].prestige for card in one["cards"])
    nobles = sum(_NOBLES[noble].prestige for noble in one["nobles"])
    return {"cards": cards, "nobles": nobles, "posts": one["prestige"] - cards - nobles}


def _split(move: str) -> tuple[str, str]:
    """Return the verb, in two words where they matter, and the rest of a move.

    >>> _split("reserve deck 1o"), _split("take W U G")
    (('reserve deck', '1o'), ('take', 'W U G'))
    """
    for verb in ("reserve deck", "buy hand", "pay joker", "pay gold"):
        if move.startswith(verb):
            return verb, move[len(verb) :].strip()
    verb, _gap, rest = move.partition(" ")
    return verb, rest


def _card(verb: str, what: str, view: View, *, ascii: bool = False) -> str:
    """Return the card that a move names, by place, by number in the hand or by id."""
    if verb in ("reserve", "buy", "gift", "conquer"):
        return card_text(view["rows"][what], ascii=ascii)
    if verb == "buy hand":
        return card_text(view["seats"][view["to_play"]]["hand"][int(what) - 1], ascii=ascii)
    if verb in ("discard", "keep"):
        return card_text(what, ascii=ascii)
    return ""


def _added(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return [thing for thing in new if thing not in old]

"""Describes moves and results for the terminal: places by name, gems by letter."""

from collections.abc import Mapping, Sequence
from typing import Any

from parure import Ply
from parure.components import card_of, city_of, noble_of, post_of
from parure.i18n import gettext as _
from parure.render.signs import needs_text
from parure.render.text import card_text
from parure.words import move_words as words
from parure.words.piece_words import city_name, power_name

__all__ = ["choice", "done", "happened", "points"]

View = Mapping[str, Any]

_BY_HAPPENED = ("noble", "post", "city")


def done(plies: Sequence[Ply], before: View, names: Sequence[str]) -> list[str]:
    """Return in words what moves did, including forced ones; `before` is the mover's view before the first.

    A whole turn that was forced, after theirs, is told by its moves alone: its cards may be others.

    Visits of nobles, posts and cities are told by `happened`, whether they were chosen or not.
    """
    lines = []
    for ply in plies:
        name, move = names[ply.seat], str(ply.move)
        kind = words.kind_of(move)
        if ply.turn != plies[0].turn and kind != "pass":
            lines.append(_("{name} has only one move: {move}.").format(name=name, move=move))
        elif kind not in _BY_HAPPENED and (deed := words.told(kind)):
            lines.append(_sentence(name, deed, _thing(move, before), **_slots(move, before, names)))
    return lines


def happened(before: View, after: View, names: Sequence[str]) -> list[str]:
    """Return in words what the end of a turn brought each seat: a noble, posts, a city."""
    lines = []
    for name, old, new in zip(names, before["seats"], after["seats"], strict=True):
        for noble in _added(old["nobles"], new["nobles"]):
            lines.append(_sentence(name, words.told("noble"), _noble(noble)))
        for post in _added(old["posts"], new["posts"]):
            what = f"{post}, {power_name(post_of(post))}"
            lines.append(_sentence(name, words.told("post"), what))
        if new["city"] and not old["city"]:
            lines.append(_sentence(name, words.told("city"), city=city_name(city_of(new["city"]))))
    return lines


def choice(move: str, view: View, *, ascii: bool) -> str:
    """Return what stands beside a move in a list of choices; nothing where it says it all."""
    kind = words.kind_of(move)
    what = move.removeprefix(kind).strip()
    if kind in ("discard", "keep", "gift", "conquer"):
        return _card(kind, what, view, ascii=ascii)
    if kind in ("claim", "noble"):
        return needs_text(noble_of(what).needs)
    if kind == "post":
        return power_name(post_of(what))
    if kind == "city":
        return city_name(city_of(what))
    return words.note_on(move).format(tokens=what)


def points(view: View, seat: int) -> dict[str, int]:
    """Return where a seat's prestige comes from; what neither cards nor nobles give, posts do."""
    one = view["seats"][seat]
    cards = sum(card_of(card).prestige for card in one["cards"])
    nobles = sum(noble_of(noble).prestige for noble in one["nobles"])
    return {"cards": cards, "nobles": nobles, "posts": one["prestige"] - cards - nobles}


def _sentence(name: str, deed: str, thing: str = "", **slots: str) -> str:
    """Return a whole sentence of somebody's deed; `thing` is what they have from it."""
    deed = deed.format(**slots)
    if thing:
        return _("{name} {deed}: {thing}.").format(name=name, deed=deed, thing=thing)
    return _("{name} {deed}.").format(name=name, deed=deed)


def _slots(move: str, view: View, names: Sequence[str]) -> dict[str, str]:
    """Return what may stand in the braces of a deed."""
    what = move.removeprefix(words.kind_of(move)).strip()
    origin, _gap, place = what.partition(" ")
    owner = view["strongholds"].get(what)
    return {
        "tokens": what,
        "stronghold": _("a stronghold"),
        "owner": names[owner[0]] if owner else "",
        "origin": origin,
        "card": place or origin,
    }


def _thing(move: str, view: View) -> str:
    """Return what somebody has from a move, or gave for it: the place or the id, and the card."""
    kind = words.kind_of(move)
    what = move.removeprefix(kind).strip()
    if kind == "claim":
        return _noble(what)
    if kind == "reserve deck":
        return _("deck {deck}").format(deck=what)
    if kind == "buy hand":
        return _card(kind, what, view)
    if kind in ("reserve", "buy", "gift", "conquer", "discard"):
        return f"{what} {_card(kind, what, view)}"
    return ""


def _noble(id: str) -> str:
    return f"{id} {needs_text(noble_of(id).needs)}"


def _card(kind: str, what: str, view: View, *, ascii: bool = False) -> str:
    """Return the card that a move names, by place, by number in the hand or by id."""
    if kind == "buy hand":
        return card_text(view["seats"][view["to_play"]]["hand"][int(what) - 1], ascii=ascii)
    id = what if kind in ("discard", "keep") else view["rows"][what]
    return card_text(id, ascii=ascii)


def _added(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return [thing for thing in new if thing not in old]

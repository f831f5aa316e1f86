"""The pieces that show the things on the table, with their menus: cards, decks, tiles, the tokens of the bank.

Some of them change with every move, so that they are drawn here and not by templates, which take several
times as long. Whoever puts words in must escape them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from parure.components import COLOURS, City, Noble, Post
from parure.i18n import gettext as _
from parure.i18n import ngettext, remembered
from parure.server.views import faces
from parure.server.views.changes import cut, kept_piece, piece, safe
from parure.server.views.table.moves import Answer
from parure.server.views.table.spots import Spot
from parure.server.views.table.tips import drawn
from parure.words.pieces import city_name, gem_name

__all__ = [
    "answer",
    "any_chip",
    "back",
    "card",
    "chip",
    "deck",
    "post",
    "slot",
    "stack",
    "tile",
    "tip",
]

_SIGNS = {"place": "+", "move": "→", "remove": "×"}
_STRIPES = "".join(
    f'<path class="stripe-{colour}" d="{path}"/>'
    for colour, path in zip(
        COLOURS,
        (
            "M0 0h2.8v11.5H0Z",
            "M2.8 0h2.8v11.5H2.8Z",
            "M5.6 0h2.8v11.5H5.6Z",
            "M8.4 0h2.8v11.5H8.4Z",
            "M11.2 0H14v11.5h-2.8Z",
        ),
        strict=True,
    )
)


@piece
def card(spot: Spot, group: str) -> str:
    """A card of the market or of the hand, or its empty place."""
    thing, id, told = spot.thing, spot.id, _told(spot.told)
    begin = f'<div class="spot {_state(spot)}" id="{thing}" data-at="{thing}" data-card="{cut(id or "")}">'
    if id is None:
        return f'{begin}\n  <span class="slot" data-tip="{safe(spot.tips[0])}"></span>\n</div>'
    face = faces.card(id)
    return f"""{begin}
  <button type="button" class="card" id="card-{thing}" popovertarget="menu-{thing}" data-group="{group}"{told.tip} aria-label="{cut(safe(spot.label))}">
    {cut(faces.card(id, "full", held=spot.held) if spot.held else face)}
    {cut(faces.card(id, "compact", held=spot.held))}
    {_corners(spot.mark)}
  </button>
  {cut(_needed(spot.gold) if spot.gold else "")}
  {cut(_deeds(spot.deeds) if spot.deeds else "")}
  {_menu(spot, told, face)}
</div>"""


@kept_piece
def deck(spot: Spot) -> str:
    """A deck, face down."""
    assert spot.id is not None
    thing, level, is_orient = spot.thing, int(spot.id[0]), spot.id.endswith("o")
    name = _("Orient") if is_orient else _("level {level}").format(level=level)
    top = faces.back(spot.id) if spot.left else '<span class="slot"></span>'
    told = _told(spot.told)
    return f"""<div class="spot spot--deck {_state(spot)}{cut("" if spot.left else " is-empty")}" id="{thing}" data-at="{thing}">
  <button type="button" class="deck" id="card-{thing}" popovertarget="menu-{thing}" data-group="market"{told.tip}>
    <span class="visually-hidden">{cut(safe(spot.label))}</span>
{cut(top)}    <span class="deck-label" aria-hidden="true"><small>{"I" * level}</small><b>{cut(spot.left)}</b></span>
    <span class="deck-strip" aria-hidden="true"><i class="{"orient" if is_orient else ""}"></i><b>{cut(spot.left)}</b> {safe(name)}</span>
    {_corners(spot.mark)}
  </button>
  {_menu(spot, told)}
</div>"""


@kept_piece
def tile(spot: Spot) -> str:
    """A noble or a city."""
    assert isinstance(spot.facts, Noble | City)
    thing, facts, told = spot.thing, spot.facts, _told(spot.told)
    if isinstance(facts, City):
        face = None
        picture = f'{faces.sky(facts.id)}<span class="tile-name" aria-hidden="true">{safe(city_name(facts))}</span>'
        more = any_chip(facts.any_colour) if facts.any_colour else ""
    else:
        face = picture = faces.portrait(facts.id)
        more = ""
    owners = f'<span class="tile-owners">{_shields(spot.seats, 15)}</span>' if spot.seats else ""
    return f"""<div class="spot spot--tile {_state(spot)}{cut(" is-gone" if spot.gone else "")}" id="{thing}" data-at="{thing}">
  <button type="button" class="tile tile--{spot.kind}" id="card-{thing}" popovertarget="menu-{thing}" data-group="goals"{told.tip}><span class="visually-hidden">{cut(safe(spot.label))}</span>
{picture}    <b class="tile-prestige" aria-hidden="true">{facts.prestige}</b>
    <span class="tile-needs" aria-hidden="true">{_needs(facts)}{more}</span>
{cut(owners)}  </button>
  {_menu(spot, told, face)}
</div>"""


@kept_piece
def post(spot: Spot, players: int) -> str:
    """A trading post, with a shield for each of so many seats."""
    assert isinstance(spot.facts, Post)
    thing, nobles, told = spot.thing, spot.facts.nobles, _told(spot.told)
    crown = (
        f'<span class="chip chip--noble">{faces.crown(14)}<b>{nobles}</b></span>' if nobles else ""
    )
    owners = _shields((*spot.seats, *[None] * (players - len(spot.seats))), 15)
    return f"""<div class="spot spot--tile {_state(spot)}" id="{thing}" data-at="{thing}">
  <button type="button" class="tile tile--post" id="card-{thing}" popovertarget="menu-{thing}" data-group="goals"{told.tip}><span class="visually-hidden">{cut(safe(spot.label))}</span>
    <span class="tile-needs" aria-hidden="true">{_needs(spot.facts)}{crown}</span>
    {faces.power(spot.facts.id)}
    <span class="post-words" aria-hidden="true">{safe(spot.words)}</span>
    <span class="tile-owners">{cut(owners)}</span>
  </button>
  {_menu(spot, told)}
</div>"""


@kept_piece
def stack(colour: str, left: int, why: str, seats: tuple[int, ...], is_pool: bool) -> str:
    """The tokens of a colour in the bank; to be picked where they are the pool of an answer.

    :param why: why no two of them can be taken.
    :param seats: the seats that took some.
    """
    thing, picked, touched = f"bank-{colour}", "", ""
    if colour == "gold":
        why = _("Gold stands for any colour. It comes with reserving a card.")
    elif is_pool:
        picked = f' data-pick="{colour}" aria-pressed="false"'
    if seats:
        touched = f'<span class="touched" aria-hidden="true">{_shields(seats, 11)}</span>'
    words = ngettext("{n} {colour} token in the bank", "{n} {colour} tokens in the bank", left)
    words = words.format(n=left, colour=gem_name(colour, left))
    return f"""<button type="button" class="token-stack{cut("" if left else " is-empty")}" id="{thing}" data-at="{thing}"{cut(picked)} data-group="bank"{tip((why,) if why else ())} aria-label="{cut(safe(words))}">
  <span class="disc">{faces.gem(colour, 24)}</span><b class="count">{cut(left)}</b>
{cut(touched)}</button>"""


@kept_piece
def back(thing: str, deck: str) -> str:
    """A reserved card that the viewer does not know."""
    words = safe(_("A card that only its owner knows."))
    return f'<div class="spot" id="{thing}" data-tip="{words}">{faces.back(deck)}</div>'


@kept_piece
def slot(n: int) -> str:
    """A place for a reserved card."""
    words = safe(_("A place for a reserved card"))
    return f'<span class="slot" id="hand-{n}" data-tip="{words}"></span>'


def tip(told: Sequence[str]) -> str:
    """What a thing does not show, for a tip; nothing where it shows all."""
    lines = "\n".join(told)
    return cut(f' data-tip="{safe(lines)}"' if told else "")


@remembered
def answer(one: Answer, kind: str = "", first: bool = False) -> str:
    """A button that makes a move."""
    deed = (
        f' data-begin="{one.move.split()[1]}"' if one.begins else f' data-move="{safe(one.move)}"'
    )
    unseen = " data-unseen" if one.move.startswith("reserve deck") else ""
    focus = " autofocus" if first else ""
    gems = thumbs = note = ""
    if one.tokens:
        pictures = "".join([faces.gem(token, 16) for token in one.tokens])
        gain = '<b class="gain">+</b>' if one.gains else ""
        gems = f'{gain}<span class="gems">{pictures}</span>'
    if one.cards:
        lost = " thumbs--lost" if "discard" in one.move else ""
        cards = "".join([f"<span>{faces.card(id, 'thumb')}</span>" for id in one.cards])
        thumbs = f'<span class="thumbs{lost}">{cards}</span>'
    if one.note:
        note = f" <small>{safe(one.note)}</small>"
    return (
        f'<button type="button" class="answer {kind}"{deed}{unseen} aria-label="{safe(one.label)}"{focus}>'
        f"{safe(one.words)}{gems}{thumbs}{note}</button>"
    )


def chip(colour: str, n: int) -> str:
    """So many of a colour."""
    gem = faces.gem(colour, 13, "key")
    return f'<span class="chip field-{colour}">{gem}<b>{n}</b></span>'


def any_chip(n: int) -> str:
    """So many of any colour."""
    edge = '<path class="stripes-edge" d="M.4.4h13.2v10.7H.4Z"/>'
    return (
        '<span class="chip chip--any"><svg class="stripes" viewBox="0 0 14 11.5" aria-hidden="true">'
        f"{_STRIPES}{edge}</svg><b>{n}</b></span>"
    )


def _needs(facts: Noble | City | Post) -> str:
    """What a tile asks for."""
    return "".join([chip(colour, n) for colour, n in zip(COLOURS, facts.needs, strict=True) if n])


class _Told(NamedTuple):
    """What the face of a thing does not show: in its tip, and in its menu."""

    tip: str
    lines: str


@remembered
def _told(lines: tuple[str, ...]) -> _Told:
    return _Told(tip(lines), cut("".join([f"<p>{drawn(line)}</p>" for line in lines])))


def _menu(spot: Spot, told: _Told, face: str | None = None) -> str:
    """The menu of a thing: what its face does not show, and what can be done with it."""
    lines = told.lines if spot.told or spot.answers else _told(spot.tips).lines
    answers = "".join(
        [answer(one, "" if n else "answer--main", not n) for n, one in enumerate(spot.answers)]
    )
    shown = f'<div class="menu-face">{cut(face)}</div>' if face else ""
    plan = safe(_("For your next turn:"))
    return f"""<div class="menu" id="menu-{spot.thing}" popover role="dialog" aria-label="{cut(safe(spot.tips[0]))}">
{shown}  <div class="menu-words">{lines}</div>
  <p class="menu-plan">{plan}</p>
  <div class="menu-answers">{cut(answers)}</div>
</div>"""


def _shields(seats: Sequence[int | None], size: int) -> str:
    return "".join([faces.shield(seat, size) for seat in seats])


def _corners(seat: int | None) -> str:
    """What marks a thing that another seat has touched."""
    if seat is None:
        return cut("")
    shield = faces.shield(seat, 15)
    return cut(f'<span class="corners seat-{seat}" aria-hidden="true">{shield}</span>')


def _needed(gold: int) -> str:
    """The gold that a card needs."""
    return f'<span class="needed" aria-hidden="true">{faces.gem("gold", 15)}{gold}</span>'


def _deeds(all: Sequence[tuple[str, int]]) -> str:
    """What can be done with a stronghold here: the tower that is meant, and a sign."""
    deeds = [
        f'<span class="deed deed--{verb}">{faces.tower(seat, 13)}<b>{_SIGNS[verb]}</b></span>'
        for verb, seat in all
    ]
    return f'<span class="deeds" aria-hidden="true">{"".join(deeds)}</span>'


def _state(spot: Spot) -> str:
    """The classes that say whether a thing can be had, is one of a few, or none of them."""
    state = "is-lit" if spot.lit else ""
    if spot.gold is not None:
        state = "can-gold" if spot.gold else "can-buy"
    deeds = "".join([f" can-{verb}" for verb, _seat in spot.deeds]) if spot.deeds else ""
    return cut(f"{state}{deeds}{' is-dim' if spot.dim else ''}")

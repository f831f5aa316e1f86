"""The pieces that show a seat: its panel or the bench, and the sheet with all that it has.

They are drawn here and not by templates for the reason that `things` gives, and in the same way.
"""

from collections.abc import Sequence

from parure.components import card_of
from parure.i18n import gettext as _
from parure.i18n import ngettext, remembered
from parure.server.views import faces
from parure.server.views.changes import cut, piece, safe
from parure.server.views.table.seats import Counts, Goal, Pile, Pip, Seat
from parure.server.views.table.things import any_chip, chip
from parure.words.pieces import (
    bonuses_words,
    card_words,
    cards_words,
    supply_words,
    tokens_words,
)

__all__ = ["bench_id", "bench_middle", "panel", "panel_body", "sheet", "to_go"]

_CHECK = (
    '<svg class="check" viewBox="0 0 14 12" aria-hidden="true"><path d="M1.5 6.5l4 4 7-8.5"/></svg>'
)


@piece
def panel(seat: Seat, body: str) -> str:
    """The panel of another seat: who it is and how they stand, and what lies before them."""
    n = seat.seat
    classes = (" is-turn" if seat.plays else "") + (" is-away" if seat.is_away else "")
    about, prestige = _("thinking…") if seat.thinks else seat.about, safe(_("prestige"))
    return f"""<section class="seat seat-{n}{cut(classes)}" id="seat-{n}" data-at="seat-{n}" aria-label="{cut(safe(seat.words))}">
  <header class="seat-head">
    {faces.shield(n, 22)}
    <button type="button" class="seat-name" popovertarget="sheet-{n}"><b>{cut(safe(seat.name))}</b><small>{cut(safe(about))}</small></button>
{_first(seat)}    {_won(seat, 17)}
    {_clock(seat)}
    <b class="prestige" data-at="prestige-{n}" data-count="{cut(seat.prestige)}" data-tip="{prestige}">{cut(seat.prestige)}</b>
  </header>
{body}</section>"""


def panel_body(seat: Seat, *, has_piles: bool) -> str:
    """What lies before another seat."""
    n = seat.seat
    counts = f'<span><i class="mini"></i>{len(seat.hand)}</span>'
    if seat.strongholds is not None:
        counts += f"<span>{faces.tower(n, 11)}{seat.strongholds}</span>"
    if seat.nobles:
        counts += f"<span>{faces.crown(13)}{len(seat.nobles)}</span>"
    beside = " hand--beside" if seat.posts or seat.strongholds is not None else ""
    tokens = "".join([_tokens(n, *one) for one in seat.tokens])
    return f"""  <div class="counts">
    {_bonuses(n, seat.bonuses, 14)}
    <span class="cards-count" data-at="cards-{n}">{_cards(seat.cards)}</span>
{tokens}  </div>
  <p class="strip-counts" aria-hidden="true">{cut(counts)}</p>
  <div class="seat-foot">
    <div class="hand hand--small{beside}" data-at="hand-{n}">
      {_hand(seat.hand)}
    </div>
    <div class="kit">{_posts(seat.posts, 12)}{_towers(seat, 14)}</div>
  </div>
{_piles(seat.piles) if has_piles else ""}"""


@piece
def bench_id(seat: Seat) -> str:
    """Whose bench it is, with the prestige and how many cards and tokens there are."""
    n = seat.seat
    held, prestige = _("{n} of 10 tokens").format(n=seat.held), safe(_("prestige"))
    return f"""<div class="bench-id" id="bench-id">
  <div class="bench-head">
    {faces.shield(n, 26)}
    <button type="button" class="seat-name" popovertarget="sheet-{n}"><b>{cut(safe(seat.name))}</b><small>{cut(safe(seat.about))}</small></button>
{_first(seat)}    {_clock(seat)}
  </div>
  <div class="bench-score">
    <b class="prestige" data-at="prestige-{n}" data-count="{cut(seat.prestige)}">{cut(seat.prestige)}</b><span>{prestige}</span>
    <span class="bench-counts">{cut(safe(cards_words(seat.cards)))}<br>{cut(safe(held))}</span>
  </div>
</div>"""


@piece
def bench_middle(seat: Seat, to_go: str, pool: str) -> str:
    """What lies on the bench, and what is still needed for tiles; tokens to be picked from that pool."""
    n = seat.seat
    tokens = "".join([_own(n, *one, pool == "own") for one in seat.tokens])
    of_ten = safe(_("of 10"))
    return f"""<div class="bench-middle" id="bench-middle">
  <div class="counts" id="own-tokens">
    {_bonuses(n, seat.bonuses, 24)}
    <span class="cards-count" data-at="cards-{n}"><b>{cut(seat.held)}</b>{of_ten}</span>
{tokens}  </div>
  <div class="kit">{_posts(seat.posts, 19)}<div class="kit-row">{_towers(seat, 20)}{_won(seat, 24)}</div></div>
{to_go}</div>"""


@piece
def sheet(seat: Seat) -> str:
    """All that a seat has, on request."""
    n, close = seat.seat, safe(_("Close"))
    coins = "".join([_coins(*one) for one in seat.tokens])
    cards = nobles = posts = ""
    if seat.cards:
        title = safe(_("Cards"))
        cards = f"<h3>{title}</h3>{_piles(seat.piles)}"
    if seat.nobles:
        each = "".join([f"<li>{safe(words)}</li>" for words in seat.nobles])
        title = safe(_("Nobles"))
        nobles = f"<h3>{title}</h3><ul>{each}</ul>"
    if seat.posts:
        title = safe(_("Posts"))
        posts = f'<h3>{title}</h3><ul class="sheet-posts">{_powers(seat.posts)}</ul>'
    return f"""<div class="sheet seat-{n}" id="sheet-{n}" popover role="dialog" aria-label="{safe(seat.name)}">
  <header>{faces.shield(n, 26)}<h2>{cut(safe(seat.name))}</h2><span>{cut(safe(seat.about))}</span>{_first(seat)}{_clock(seat)}<b class="prestige">{cut(seat.prestige)}</b></header>
  <div class="counts">
    {_bonuses(n, seat.bonuses, 18)}
    <span class="cards-count">{_cards(seat.cards)}</span>
    {coins}
  </div>
  <div class="sheet-kit">{_towers(seat, 18)}{_won(seat, 20)}</div>
  {_reserved(seat.hand)}
{cards}{cut(nobles)}{posts}  <button type="button" class="button button--small" popovertarget="sheet-{n}" popovertargetaction="hide">{close}</button>
</div>"""


def _bonuses(seat: int, counts: Counts, size: int) -> str:
    return "".join([_bonus(seat, *one, size) for one in counts])


@remembered
def _bonus(seat: int, colour: str, n: int, size: int) -> str:
    return (
        f'<span class="bonus {cut(f"field-{colour}" if n else "is-zero")}"'
        f' data-at="bonus-{seat}-{colour}" role="img" aria-label="{cut(safe(bonuses_words(colour, n)))}">'
        f"{cut(faces.gem(colour, size, 'key' if n else 'pale'))}<b>{cut(n)}</b></span>"
    )


@remembered
def _tokens(seat: int, colour: str, n: int) -> str:
    return (
        f'<span class="tokens{cut("" if n else " is-zero")}" data-at="token-{seat}-{colour}"'
        f' role="img" aria-label="{cut(safe(tokens_words(colour, n)))}">{faces.gem(colour, 17)}<b>{cut(n)}</b></span>'
    )


@remembered
def _own(seat: int, colour: str, n: int, is_picked: bool) -> str:
    """Tokens on the bench: to be picked where some must be given back."""
    at, words = f'id="own-{colour}" data-at="token-{seat}-{colour}"', safe(tokens_words(colour, n))
    inside = f'<span class="disc">{faces.gem(colour, 20)}</span><b>{cut(n)}</b>'
    if is_picked and n:
        return (
            f'<button type="button" class="tokens" {at} data-pick="{colour}" data-group="own"'
            f' aria-pressed="false" aria-label="{cut(words)}">{inside}</button>'
        )
    return (
        f'<span class="tokens{cut("" if n else " is-zero")}" {at}'
        f' role="img" aria-label="{cut(words)}">{inside}</span>'
    )


@remembered
def _coins(colour: str, n: int) -> str:
    """Tokens of a sheet."""
    return (
        f'<span class="tokens{cut("" if n else " is-zero")}">'
        f"{faces.gem(colour, 20)}<b>{cut(n)}</b></span>"
    )


@remembered
def _cards(n: int) -> str:
    words = ngettext("card", "cards", n)
    return f"<b>{cut(n)}</b>{cut(safe(words))}"


@remembered
def _posts(pips: tuple[Pip, ...], size: int) -> str:
    if not pips:
        return ""
    each = [
        f'<span class="pip{"" if pip.won else " is-open"}" data-tip="{safe(pip.words)}">'
        f"{faces.gem(pip.colour, size) if pip.won else ''}</span>"
        for pip in pips
    ]
    return f'<span class="pips">{"".join([cut(one) for one in each])}</span>'


@remembered
def _powers(pips: tuple[Pip, ...]) -> str:
    """The posts of a sheet."""
    return "".join(
        [
            f'<li class="{cut("" if pip.won else "is-open")}">{faces.gem(pip.colour, 16)} {cut(safe(pip.words))}</li>'
            for pip in pips
        ]
    )


def _towers(seat: Seat, size: int) -> str:
    if seat.strongholds is None:
        return ""
    tower = faces.tower(seat.seat, size)
    each = "".join(
        [
            f'<span class="{cut("" if n < seat.strongholds else "is-out")}">{tower}</span>'
            for n in range(3)
        ]
    )
    return (
        f'<span class="towers" data-tip="{cut(safe(supply_words(seat.strongholds)))}">{each}</span>'
    )


def _won(seat: Seat, size: int) -> str:
    """Joker cards, and nobles that have come or are reserved."""
    won, crown = "", faces.crown(size)
    jokers, nobles = len(seat.jokers), len(seat.nobles)
    if jokers:
        words = safe(ngettext("{n} joker card", "{n} joker cards", jokers).format(n=jokers))
        won += f'<span class="joker" data-tip="{words}">{faces.card(seat.jokers[0], "thumb")}{_times(jokers)}</span>'
    if nobles:
        words = safe("\n".join(seat.nobles))
        won += f'<span class="won-nobles" data-tip="{words}">{crown}{_times(nobles)}</span>'
    if seat.claimed:
        words = safe(_("A reserved noble, which only this player can win"))
        won += f'<span class="claimed" data-tip="{words}">{crown}<i></i></span>' * len(seat.claimed)
    return cut(won)


def _times(n: int) -> str:
    return f"<b>×{n}</b>" if n > 1 else ""


def _clock(seat: Seat) -> str:
    if seat.clock is None:
        return ""
    runs = cut(" runs" if seat.clock_runs else "")
    return f'<span class="clock{runs}" data-clock="{cut(f"{seat.clock:.1f}")}"></span>'


@remembered
def _piles(all: tuple[Pile, ...]) -> str:
    return f'<div class="piles">{"".join([_pile(one) for one in all])}</div>'


@remembered
def _pile(one: Pile) -> str:
    if not one.cards and not one.colour:
        return cut("")
    cards = [
        f'<span class="pile-card" data-tip="{safe(card_words(card_of(id)))}">'
        f"{faces.card(id, 'compact', paired=paired)}</span>"
        for id, paired in one.cards
    ]
    return cut(f'<div class="pile">{"".join(cards)}</div>')


def _hand(cards: Sequence[tuple[str, str]]) -> str:
    """The reserved cards of a panel: as many places as one may have."""
    shown = []
    for id, told in cards:
        words = _("A card that only its owner knows.") if id.startswith("?") else told
        shown.append(f'<span class="hand-card"  data-tip="{safe(words)}">{_face(id)}</span>\n')
    shown += ['<span class="slot"></span>'] * (3 - len(cards))
    return "".join([cut(one) for one in shown])


def _reserved(cards: Sequence[tuple[str, str]]) -> str:
    """The reserved cards of a sheet: as many parts as one may have."""
    begin = end = ""
    if cards:
        title = safe(_("Reserved cards"))
        begin, end = f'<h3>{title}</h3>\n<div class="sheet-cards">', "</div>\n"
    shown = [""] * 3
    for n, (id, told) in enumerate(cards):
        words = "" if id.startswith("?") else f' data-tip="{safe(told)}"'
        shown[n] = f'<span class="hand-card"{words}>{_face(id)}</span>'
    return "".join([cut(part) for part in (begin, *shown, end)])


def _face(id: str) -> str:
    """The face of a reserved card, or its back."""
    return faces.back(id[1:]) if id.startswith("?") else faces.card(id, "compact")


def _first(seat: Seat) -> str:
    """What marks the seat that began."""
    if not seat.began:
        return ""
    words = safe(_("{name} began the game").format(name=seat.name))
    label = safe(_("began the game"))
    return f'<span class="began" data-tip="{words}" role="img" aria-label="{label}">1</span>'


def to_go(goals: Sequence[Goal]) -> str:
    """What a seat still needs."""
    if not goals:
        return ""
    words = safe(_("What you still need"))
    each = "".join([_goal(one) for one in goals])
    return f"""  <div class="to-go" role="group" aria-label="{words}">
{each}  </div>
"""


@remembered
def _goal(one: Goal) -> str:
    """What a seat still needs for a tile."""
    prestige = one.prestige or ("" if one.prestige is None else _CHECK)
    needs = "".join([chip(colour, n) for colour, n in one.needs])
    needs += any_chip(one.any_colour) if one.any_colour else ""
    return cut(
        f'<span class="to-go-name" data-tip="{safe(one.words)}">{safe(one.name)}</span>\n'
        f'<b class="to-go-prestige">{prestige}</b>\n'
        f'<span class="to-go-needs">{needs or _CHECK}</span>\n'
    )

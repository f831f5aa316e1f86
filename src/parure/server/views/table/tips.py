"""What a thing is, what it costs now and why it is not possible: the lines of a tip.

The first line names the thing and all that its face shows, for those who don't see it. The others say what
the face can't show; in them `[3 U]` is an amount of gems, which a page draws. Whether something is possible,
and why not, is the engine's word.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from parure import lacking
from parure.components import card_of, city_of, noble_of, post_of
from parure.i18n import gettext as _
from parure.i18n import remembered
from parure.server.tables.sight import View
from parure.server.views import faces
from parure.server.views.table.trial import Trial
from parure.words.pieces import (
    EFFECTS,
    any_colour_words,
    card_words,
    city_words,
    deck_words,
    held_words,
    noble_words,
    nobles_words,
    numbers,
    post_words,
    power_words,
    prestige_words,
)

__all__ = ["Tips", "amounts", "drawn", "spoken"]

_AMOUNT = re.compile(r"\[(\d+) (\w+)\]")


@remembered
def spoken(line: str) -> str:
    """Return a line with the amounts of gems in words.

    >>> spoken("You lack [3 U] [1 R].")
    'You lack 3 blue, 1 red.'
    """
    listed = line.replace("] [", "], [")
    return _AMOUNT.sub(lambda found: _said(*found.groups()), listed)


@remembered
def _said(n: str, letters: str) -> str:
    return numbers({_colour(letters): int(n)})


@lru_cache(4096)
def drawn(line: str) -> Markup:
    """Return a line with the amounts of gems as pictures."""
    return Markup(_AMOUNT.sub(_picture, escape(line)))


def _picture(amount: re.Match[str]) -> str:
    return f'<span class="amount">{amount[1]}{faces.gem(_colour(amount[2]), None)}</span>'


def amounts(gems: Mapping[str, int]) -> str:
    """Return numbers of gems as a page draws them."""
    names = {"gold": "Au"}
    return " ".join([f"[{n} {names.get(colour, colour)}]" for colour, n in gems.items() if n])


def _colour(letters: str) -> str:
    return "gold" if letters == "Au" else letters


class Tips:
    """The tips of one view; `trial` is there when its viewer is asked for an action, or plans the next."""

    def __init__(
        self,
        view: View,
        seat: int | None,
        names: Sequence[str],
        trial: Trial | None,
        lacks: dict[str, lacking.CardLack] | None = None,
    ) -> None:
        """Look at a view.

        :param lacks: what the viewer is known to lack for cards; what is found out is added.
        """
        self.view, self.seat, self.names = view, seat, names
        self._lacks = {} if lacks is None else lacks
        self.trial = trial if trial is not None and view["decision"] == "action" else None

    def place(self, place: str) -> list[str]:
        """A card on the table."""
        id = self.view["rows"].get(place)
        if id is None:
            return [_("An empty place: its deck has run out.")]
        lack, held = self.lack(id), self.view["strongholds"].get(place)
        lines = _card(id, lack)
        if held:
            owner = None if held[0] == self.seat else self.names[held[0]]
            lines.append(held_words(held[1], owner))
            if owner:
                return [*lines, _("Nobody else can buy or reserve it.")]
        if not _is_short(lack):
            return lines + self._possible(f"buy {place}", f"reserve {place}")
        return lines + self._possible(f"reserve {place}")

    def hand(self, position: int, id: str, *, blind: bool) -> list[str]:
        """A reserved card of one's own."""
        lack = self.lack(id)
        lines = _card(id, lack)
        if blind:
            lines.append(_("The others have not seen it."))
        return lines if _is_short(lack) else lines + self._possible(f"buy hand {position}")

    def deck(self, deck: str) -> list[str]:
        """A deck."""
        lines = [deck_words(deck, self.view["decks"].get(deck, 0))]
        return lines + self._possible(f"reserve deck {deck}")

    def card(self, id: str) -> list[str]:
        """A card, wherever it is: what it is, what it does, and what it costs the viewer or they lack."""
        return _card(id, self.lack(id))

    def told(self, id: str) -> str:
        """What the face of a card does not show, a line for each."""
        return "\n".join(self.card(id)[1:])

    def noble(self, id: str) -> list[str]:
        """A noble, and who has it or what the viewer lacks for it."""
        lines = [noble_words(noble_of(id))]
        for name, own in zip(self.names, self.view["seats"], strict=True):
            if id in own["nobles"]:
                return [*lines, _("It has visited {name}.").format(name=name)]
            if id in own["claimed"]:
                lines.append(_("{name} has reserved it: it visits nobody else.").format(name=name))
        return lines + self._lacking(lacking.for_noble, id)

    def city(self, id: str) -> list[str]:
        """A city, and what the viewer lacks for it."""
        return [city_words(city_of(id)), *self._lacking(lacking.for_city, id)]

    def post(self, id: str) -> list[str]:
        """A post, who has it, and what the viewer lacks for it."""
        lines = [post_words(post_of(id)), power_words(post_of(id))]
        owners = [seat for seat, own in enumerate(self.view["seats"]) if id in own["posts"]]
        if owners:
            names = ", ".join(self.names[seat] for seat in owners)
            lines.append(_("Won by {names}.").format(names=names))
        return lines if self.seat in owners else lines + self._lacking(lacking.for_post, id)

    def _lacking(
        self, find: Callable[[lacking.Seen, int, str], lacking.TileLack], id: str
    ) -> list[str]:
        """Say what the viewer lacks for a tile."""
        if self.seat is None:
            return []
        lack = find(self.view, self.seat, id)
        return [] if lack.is_nothing else [_tile(id, lack)]

    def lack(self, id: str) -> lacking.CardLack | None:
        """Return what the viewer lacks for a card."""
        found = self._lacks.get(id)
        if found is None and self.seat is not None:
            found = self._lacks[id] = lacking.for_card(self.view, self.seat, id)
        return found

    def _possible(self, *moves: str) -> list[str]:
        """Say why what can't be done with a thing can't."""
        if self.trial is None:
            return []
        reasons = [self.trial.why_not(move) for move in moves if not self.trial.is_legal(move)]
        return list(dict.fromkeys(reasons))


def _is_short(lack: lacking.CardLack | None) -> bool:
    """Tell whether tokens are lacking."""
    return lack is not None and lack.gold > lack.has_gold


def _card(id: str, lack: lacking.CardLack | None) -> list[str]:
    """A card, and what is lacking for it, to whomever it matters."""
    card = card_of(id)
    lines = [card_words(card)]
    effect = EFFECTS.get(card.effect)
    if effect:
        lines.append(_(effect.sentence))
    if lack is None or card.discards:
        return lines
    if lack.gold > lack.has_gold:
        lines.append(_lacked(lack.tokens))
        if lack.has_gold:
            gold = amounts({"gold": lack.has_gold})
            lines.append(_("Your {gold} can stand for some of it.").format(gold=gold))
    elif not lack.due:
        lines.append(_("Costs you nothing."))
    elif sum(lack.due.values()) < sum(card.price):
        lines.append(_cost(lack.due))
    return lines


@remembered
def _lacked(tokens: Mapping[str, int]) -> str:
    return _("You lack {amounts}.").format(amounts=amounts(tokens))


@remembered
def _cost(tokens: Mapping[str, int]) -> str:
    return _("Costs you {amounts}.").format(amounts=amounts(tokens))


@remembered
def _tile(id: str, lack: lacking.TileLack) -> str:
    """What is lacking for a tile."""
    parts = [prestige_words(lack.prestige)] if lack.prestige else []
    if lack.colours:
        parts.append(amounts(lack.colours))
    if lack.any_colour:
        parts.append(any_colour_words(city_of(id), lack.any_colour))
    if lack.nobles:
        parts.append(nobles_words(lack.nobles))
    return _("You lack {amounts}.").format(amounts=", ".join(parts))

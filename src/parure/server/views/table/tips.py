"""What a thing is, what it costs now and why it is not possible: the lines of a tip.

The first line names the thing. Whether something is possible, and why not, is the engine's word.
"""

from collections.abc import Callable, Sequence

from parure import lacking
from parure.components import card_of, city_of, noble_of, post_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.tables.sight import View
from parure.server.views.table.moves import Answer
from parure.server.views.table.trial import Trial
from parure.words.pieces import (
    card_words,
    city_words,
    deck_words,
    gem_name,
    held_words,
    noble_words,
    nobles_words,
    numbers,
    post_words,
    prestige_words,
)

__all__ = ["Tips"]


class Tips:
    """The tips of one view; `trial` is there when its viewer is asked for an action."""

    def __init__(
        self, view: View, seat: int | None, names: Sequence[str], trial: Trial | None
    ) -> None:
        self.view, self.seat, self.names = view, seat, names
        self.trial = trial if trial is not None and view["decision"] == "action" else None

    def place(self, place: str, answers: Sequence[Answer]) -> list[str]:
        """A card on the table."""
        id = self.view["rows"].get(place)
        if id is None:
            return [_("An empty place: its deck has run out.")]
        lines = self.card(id)
        held = self.view["strongholds"].get(place)
        if held:
            owner = None if held[0] == self.seat else self.names[held[0]]
            lines.append(held_words(held[1], owner))
        return lines + self._possible((f"buy {place}", f"reserve {place}"), answers)

    def hand(self, position: int, id: str, answers: Sequence[Answer], *, blind: bool) -> list[str]:
        """A reserved card of one's own."""
        lines = self.card(id)
        if blind:
            lines.append(_("The others have not seen it."))
        return lines + self._possible((f"buy hand {position}",), answers)

    def deck(self, deck: str, answers: Sequence[Answer]) -> list[str]:
        """A deck."""
        lines = [deck_words(deck, self.view["decks"].get(deck, 0))]
        return lines + self._possible((f"reserve deck {deck}",), answers)

    def card(self, id: str) -> list[str]:
        """A card, wherever it is: what it is, and what it costs the viewer after their bonuses."""
        lines = [card_words(card_of(id))]
        if self.seat is not None and not card_of(id).discards:
            due = lacking.for_card(self.view, self.seat, id).due
            if not due:
                lines.append(_("Costs you nothing now."))
            elif sum(due.values()) < sum(card_of(id).price):
                lines.append(_("Costs you now: {amounts}.").format(amounts=numbers(due)))
        return lines

    def bank(self, colour: str) -> list[str]:
        """Tokens in the bank."""
        count = self.view["bank"][colour]
        words = ngettext("{n} {colour} token in the bank", "{n} {colour} tokens in the bank", count)
        lines = [words.format(n=count, colour=gem_name(colour, count))]
        if colour == "gold":
            lines.append(_("Gold stands for any colour. It comes with reserving a card."))
        elif self.trial and not count:
            lines.append(self._why_not(f"take {colour}"))
        elif self.trial and not self.trial.is_legal(f"take {colour} {colour}"):
            lines.append(self._why_not(f"take {colour} {colour}"))
        return lines

    def noble(self, id: str) -> list[str]:
        """A noble, and what the viewer lacks for it."""
        return [noble_words(noble_of(id)), *self._lacking(lacking.for_noble, id)]

    def city(self, id: str) -> list[str]:
        """A city, and what the viewer lacks for it."""
        return [city_words(city_of(id)), *self._lacking(lacking.for_city, id)]

    def post(self, id: str) -> list[str]:
        """A post, who has it, and what the viewer lacks for it."""
        lines = [post_words(post_of(id))]
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
        parts = [prestige_words(lack.prestige)] if lack.prestige else []
        if lack.colours:
            parts.append(numbers(lack.colours))
        if lack.any_colour:
            parts.append(_("{n} of any one other colour").format(n=lack.any_colour))
        if lack.nobles:
            parts.append(nobles_words(lack.nobles))
        return [_("You lack {amounts}.").format(amounts=", ".join(parts))] if parts else []

    def _possible(self, moves: Sequence[str], answers: Sequence[Answer]) -> list[str]:
        """Say what can be done with a thing, and why the rest cannot."""
        legal = {answer.move.split(", ")[0]: answer for answer in answers}
        lines = []
        for move in moves:
            if move in legal and legal[move].gold:
                gold = legal[move].gold
                words = ngettext(
                    "You can buy it with {n} gold.", "You can buy it with {n} gold.", gold
                )
                lines.append(words.format(n=gold))
            elif move in legal and move.startswith("buy"):
                lines.append(_("You can buy it."))
            elif move not in legal and self.trial:
                reason = self._why_not(move)
                if reason not in lines:
                    lines.append(reason)
        return lines

    def _why_not(self, move: str) -> str:
        assert self.trial is not None
        return self.trial.why_not(move)

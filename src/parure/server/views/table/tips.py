"""What a thing is, what it costs now and why it is not possible: the lines of a tip.

The first line names the thing. Whether something is possible, and why not, is the engine's word.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from parure.components import COLOURS, card_of, city_of, noble_of, post_of
from parure.i18n import gettext as _
from parure.i18n import ngettext

from parure.server.views.table.moves import Answer
from parure.server.views.table.trial import Trial
from parure.words.pieces import (
    amounts,
    card_words,
    city_words,
    deck_words,
    gem_name,
    held_words,
    noble_words,
    post_words,
    prestige_words,
)

__all__ = ["Tips"]



class Tips:
    """The tips of one view; `trial` is there when its viewer is asked for an action."""

    def __init__(
        self, view: Mapping[str, Any], seat: int | None, names: Sequence[str], trial: Trial | None
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
            own = self.view["seats"][self.seat]["bonuses"]
            price = card_of(id).price
            due = [max(0, n - own[colour]) for colour, n in zip(COLOURS, price, strict=True)]
            if not any(due):
                lines.append(_("Costs you nothing now."))
            elif tuple(due) != price:
                lines.append(_("Costs you now: {amounts}.").format(amounts=amounts(due)))
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
        noble = noble_of(id)
        return [noble_words(noble), *self._lacking(noble.needs)]

    def city(self, id: str) -> list[str]:
        """A city, and what the viewer lacks for it."""
        city = city_of(id)
        lines = [city_words(city)]
        if self.seat is not None:
            prestige = city.prestige - self.view["seats"][self.seat]["prestige"]
            if prestige > 0:
                lines.append(_("You lack {amounts}.").format(amounts=prestige_words(prestige)))
        return lines + self._lacking(city.needs, city.any_colour)

    def post(self, id: str) -> list[str]:
        """A post, who has it, and what the viewer lacks for it."""
        post = post_of(id)
        lines = [post_words(post)]
        owners = [seat for seat, own in enumerate(self.view["seats"]) if id in own["posts"]]
        if owners:
            names = ", ".join(self.names[seat] for seat in owners)
            lines.append(_("Won by {names}.").format(names=names))
        return lines if self.seat in owners else lines + self._lacking(post.needs)

    def counted(self) -> list[int] | None:
        """Return what conditions count of the viewer's colours, as the engine says."""
        if self.seat is None:
            return None
        counted: list[int] = self.view.state["counted"][0, self.seat].tolist()  # type: ignore[attr-defined]
        return counted[: len(COLOURS)]

    def _lacking(self, needs: Sequence[int], any_colour: int = 0) -> list[str]:
        counted = self.counted()
        if counted is None:
            return []
        missing = [max(0, n - own) for n, own in zip(needs, counted, strict=True)]
        lacks = [amounts(missing)] if any(missing) else []
        others = [own for own, n in zip(counted, needs, strict=True) if not n]
        if any_colour > max(others, default=0):
            left = any_colour - max(others, default=0)
            lacks.append(_("{n} of any one other colour").format(n=left))
        if not lacks:
            return []
        return [_("You lack {amounts}.").format(amounts=", ".join(lacks))]

    def _possible(self, moves: Sequence[str], answers: Sequence[Answer]) -> list[str]:
        """Say what can be done with a thing, and why the rest cannot."""
        legal = {answer.move: answer for answer in answers}
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

"""The things on the table: what each is, what its tip says and what it offers."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from parure import lacking
from parure.components import CARDS, COLOURS, City, Noble, Post, city_of, noble_of
from parure.i18n import gettext as _
from parure.i18n import ngettext, remembered
from parure.render.goals import posts_of
from parure.server.tables.sight import Sight, View
from parure.server.views.table.moves import Answer, Offers
from parure.server.views.table.seats import city_seats
from parure.server.views.table.tips import Tips, spoken
from parure.server.views.table.touched import Marks
from parure.words.pieces import gem_name, power_words

__all__ = ["Spot", "Spots"]

FEW = frozenset({"gift", "stronghold", "conquest", "claim", "noble", "post", "city"})
"""Decisions for one choice of a few things on the table: the others are dimmed."""


class Spot(NamedTuple):
    """A thing on the table that can be looked at, and perhaps touched."""

    thing: str
    """The id of its element."""
    kind: str
    """`card`, `deck`, `noble`, `city` or `post`."""
    id: str | None
    """Its card, deck or tile."""
    tips: tuple[str, ...]
    answers: tuple[Answer, ...]
    gold: int | None = None
    """The least gold to buy it with; None where it cannot be bought."""
    mark: int | None = None
    """The seat that touched it last."""
    held: tuple[int, int] | None = None
    dim: bool = False
    lit: bool = False
    gone: bool = False
    """A noble that somebody has."""
    left: int = 0
    """How many cards are there."""
    seats: tuple[int, ...] = ()
    facts: Noble | City | Post | None = None
    words: str = ""
    deeds: tuple[tuple[str, int], ...] = ()
    """What can be done with a stronghold here, and whose it is."""

    @property
    def told(self) -> tuple[str, ...]:
        """What its face does not show."""
        return self.tips[1:]

    @property
    def label(self) -> str:
        """What a screen reader says."""
        name, *told = self.tips
        said = [name, *[spoken(line) for line in told if line not in name]]
        if self.gold is not None:
            said.append(_price_words(self.gold))
        if said[1:] and not name.endswith("."):
            said[0] = f"{name}."
        return " ".join(said)


@remembered
def _price_words(gold: int) -> str:
    """Say that a thing can be bought with so much gold."""
    if not gold:
        return _("You can buy it.")
    words = ngettext("You can buy it with {n} gold.", "You can buy it with {n} gold.", gold)
    return words.format(n=gold)


class Spots:
    """Makes the things of one table."""

    def __init__(self, sight: Sight, view: View, offers: Offers, tips: Tips, marks: Marks) -> None:
        self.sight, self.view, self.offers, self.tips = sight, view, offers, tips
        self.marks = marks
        self.few = bool(sight.moves) and sight.decision in FEW

    def rows(self) -> list[list[Spot]]:
        """The market, level 3 first: in each row a deck, four cards, and two more and their deck."""
        orient = "orient" in self.sight.rules.modules
        rows = []
        for level in "321":
            row = [self.deck(level), *(self.place(level + column) for column in "abcd")]
            if orient:
                row += [self.place(level + column) for column in "ef"]
                row.append(self.deck(f"{level}o"))
            rows.append(row)
        return rows

    def place(self, place: str) -> Spot:
        """A card of the market, or its empty place."""
        thing = f"place-{place}"
        answers = self.offers.of(thing)
        held = self.view["strongholds"].get(place)
        gold = self.offers.gold_for(thing)
        return Spot(
            thing=thing,
            kind="card",
            id=self.view["rows"].get(place),
            tips=tuple(self.tips.place(place)),
            answers=answers,
            gold=gold,
            mark=self.marks.of(thing),
            held=(held[0], held[1]) if held else None,
            dim=self.few and not answers and not self.offers.is_target(thing),
            lit=self.few and bool(answers) and gold is None,
            deeds=self._deeds(answers, held),
        )

    def _deeds(
        self, answers: Sequence[Answer], held: Sequence[int] | None
    ) -> tuple[tuple[str, int], ...]:
        """What can be done with a stronghold on a card: one's own, or with that which stands there."""
        if self.sight.decision != "stronghold" or self.sight.seat is None:
            return ()
        verbs = [answer.move.split()[0] for answer in answers]
        there = held[0] if held else self.sight.seat
        return tuple((verb, there if verb == "remove" else self.sight.seat) for verb in verbs)

    def deck(self, deck: str) -> Spot:
        """A deck."""
        thing = f"deck-{deck}"
        answers = self.offers.of(thing)
        return Spot(
            thing=thing,
            kind="deck",
            id=deck,
            tips=tuple(self.tips.deck(deck)),
            answers=answers,
            mark=self.marks.of(thing),
            left=self.view["decks"].get(deck, 0),
            dim=self.few,
        )

    def tiles(self) -> list[Spot]:
        """The cities, or the nobles."""
        cities = [self._city(id) for id in self.view["cities"]]
        return cities + [self._noble(id) for id in self._nobles]

    @property
    def _nobles(self) -> list[str]:
        """The nobles of this game: one that leaves the table keeps its place, so that no other moves."""
        seats = self.view["seats"]
        gone = [id for own in seats for id in (*own["nobles"], *own["claimed"])]
        return sorted((*self.view["nobles"], *gone), key=lambda id: noble_of(id).number)

    def _noble(self, id: str) -> Spot:
        owners = tuple(
            n
            for n, own in enumerate(self.view["seats"])
            if id in own["nobles"] or id in own["claimed"]
        )
        return self._tile("noble", id, noble_of(id), self.tips.noble(id), owners)

    @property
    def _own(self) -> dict[str, Any]:
        own: dict[str, Any] = self.view["seats"][self.sight.seat]
        return own

    def _city(self, id: str) -> Spot:
        owners = city_seats(self.sight, id)
        return self._tile("city", id, city_of(id), self.tips.city(id), owners)

    def _tile(
        self,
        kind: str,
        id: str,
        facts: Noble | City | Post,
        tips: list[str],
        seats: tuple[int, ...] = (),
        words: str = "",
    ) -> Spot:
        answers = self.offers.of(id)
        return Spot(
            thing=id,
            kind=kind,
            id=id,
            tips=tuple(tips),
            answers=answers,
            dim=self.few
            and not answers
            and self.sight.decision in ("noble", "claim", "post", "city"),
            lit=bool(answers),
            gone=kind == "noble" and bool(seats) and not answers,
            seats=seats,
            facts=facts,
            words=words,
        )

    def posts(self) -> list[Spot]:
        """The trading posts, in the order of their main colours."""
        if "trading_posts" not in self.sight.rules.modules:
            return []
        spots = []
        for post in posts_of(self.sight.rules.edition):
            owners = tuple(n for n, own in enumerate(self.view["seats"]) if post.id in own["posts"])
            tips = self.tips.post(post.id)
            spots.append(self._tile("post", post.id, post, tips, owners, power_words(post)))
        return spots

    def held(self, position: int) -> Spot:
        """A reserved card on the bench whose face is seen; those of the viewer can be bought."""
        thing, own = f"hand-{position}", self.view["seats"][self.sight.seat or 0]
        id, blind = own["hand"][position - 1], own["blind"][position - 1]
        told = self.tips.hand(position, id, blind=blind)
        gold = self.offers.gold_for(thing)
        return Spot(thing, "card", id, tuple(told), self.offers.of(thing), gold)

    def choices(self) -> list[Spot]:
        """The cards among which one is to be discarded or kept."""
        if self.sight.decision not in ("discard", "keep"):
            return []
        return [
            Spot(id, "card", id, tuple(self.tips.card(id)), tuple(answers))
            for id, answers in self.offers.things.items()
        ]

    def buying(self) -> dict[str, Any] | None:
        """The card that is being paid for, and what is asked of each colour."""
        if not self.offers.payments:
            return None
        card = CARDS[int(self.view.state["buying"].item())]
        own, seat = self._own, self.sight.seat
        assert seat is not None
        rows = []
        for colour, due in lacking.for_card(self.view, seat, card.id).due.items():
            price = card.price[COLOURS.index(colour)]
            row = {"colour": colour, "name": gem_name(colour), "price": price, "due": due}
            rows.append({**row, "bonus": price - due})
        held = None
        for place, id in self.view["rows"].items():
            if id == card.id:
                held = self.view["strongholds"].get(place)
        return {
            "id": card.id,
            "rows": rows,
            "told": self.tips.card(card.id)[1:],
            "held": tuple(held) if held else None,
            "tokens": own["tokens"],
        }

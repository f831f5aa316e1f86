"""The table page: from what a viewer may see to the parts that are sent again after each move.

`draw_table` draws elements with ids: the note and the buttons of the bar, the table, and what its menu
offers. The page morphs what has changed into place: the same function serves the first page and every update.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from parure import lacking
from parure.components import CARDS, COLOURS, City, Noble, Post, city_of, noble_of
from parure.i18n import gettext as _
from parure.i18n import ngettext, use_language
from parure.moves import TOKEN_NAMES
from parure.render.goals import posts_of
from parure.server.tables.sight import Sight, View
from parure.server.views.changes import Drawn
from parure.server.views.environment import render
from parure.server.views.learn import coach_for
from parure.server.views.table.moments import moments_of
from parure.server.views.table.moves import Answer, Offers, offers_of, plans_of
from parure.server.views.table.prices import joker_words
from parure.server.views.table.question import Question, question_of
from parure.server.views.table.seats import goals_of, name_of, seat_of
from parure.server.views.table.story import flights_of, marks_of, story_of
from parure.server.views.table.tips import Tips, spoken
from parure.server.views.table.trial import Trial
from parure.server.views.table.ways import ways_of
from parure.words.modules import ending_words, modules_words
from parure.words.pieces import gem_name, power_words, round_words

__all__ = ["draw_table", "page_values", "render_table", "table_context"]

FEW = frozenset({"gift", "stronghold", "conquest", "claim", "noble", "post", "city"})
"""Decisions for one choice of a few things on the table: the others are dimmed."""


@dataclass(frozen=True)
class Spot:
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
    count: int = 0
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
        name = self.tips[0]
        said = [name, *(spoken(line) for line in self.told if line not in name)]
        if self.gold:
            words = ngettext(
                "You can buy it with {n} gold.", "You can buy it with {n} gold.", self.gold
            )
            said.append(words.format(n=self.gold))
        elif self.gold == 0:
            said.append(_("You can buy it."))
        return " ".join(said)


def render_table(sight: Sight, language: str | None = None, *, read_only: bool = False) -> str:
    """Return the live elements of a table for one viewer as HTML."""
    return draw_table(sight, language, read_only=read_only).html


def draw_table(sight: Sight, language: str | None = None, *, read_only: bool = False) -> Drawn:
    """Draw the live elements of a table for one viewer.

    :param read_only: for replays, where nothing can be answered.
    """
    if language is not None:
        use_language(language)
    if sight.status == "waiting":
        # The room before a game fetches its own page again.
        here = f"{sight.present} {sight.onlookers}"
        return Drawn.of(
            f'<div id="table" data-status="waiting" data-version="{sight.version}" data-here="{here}"></div>'
        )
    return Drawn.of(render("table/live.html", **table_context(sight, read_only=read_only)))


def page_values(sight: Sight, drawn: Drawn) -> dict[str, Any]:
    """Return what the template of the page needs: the elements by their ids, for places of their own."""
    parts = {id: Markup(drawn.pieces[id]) for id in ("bar-note", "bar-tools", "offer", "ways")}
    table = drawn.html
    for other in parts.values():
        table = table.replace(other, "", 1)
    return {"sight": sight, "drawn": drawn, "parts": {**parts, "table": Markup(table)}}


def table_context(sight: Sight, *, read_only: bool = False) -> dict[str, Any]:
    """Return all that the templates of the table show."""
    view = sight.seen
    names = [name_of(sight, seat) for seat in range(len(sight.names))]
    moves = () if read_only else sight.moves
    trial = Trial(view) if moves else None
    if _may_plan(sight) and not read_only:
        trial = Trial(view, sight.seat)
        offers = plans_of(trial, view)
    else:
        offers = offers_of(moves, trial, view)
    tips = Tips(view, sight.seat, names, trial)
    builder = _Builder(sight, view, offers, tips)
    first = sight.seat if sight.seat is not None else 0
    seats = [seat_of(sight, (first + n) % len(names), tips) for n in range(len(names))]
    log = story_of(sight, names)
    question = question_of(sight, names, offers, trial, log)
    tiles, posts = builder.tiles(), builder.posts()
    return {
        "sight": sight,
        "offers": offers,
        "bench": seats[0],
        "rail": seats[1:],
        "seats": seats,
        "names": names,
        "question": question,
        "bank": tuple(builder.bank()),
        "rows": builder.rows(),
        "tiles": tiles,
        "posts": posts,
        "hand": tuple(builder.hand()),
        "choices": builder.choices(),
        "buying": builder.buying(),
        "goals": tuple(goals_of(sight)),
        "log": log,
        "undo_words": _undo_words(sight),
        "undone_words": _undone_words(sight, names),
        "moments": [] if read_only else moments_of(sight, names),
        "round": round_words(view),
        "ending": ending_words(sight.rules),
        "ending_note": ending_words(sight.rules, briefly=True),
        "modules": modules_words(sight.rules.modules),
        "orient": "orient" in sight.rules.modules,
        "goals_beside": "orient" not in sight.rules.modules,
        "has_goals": bool(tiles or posts),
        "read_only": read_only,
        "data": _data(sight, names, offers, question, read_only=read_only),
        "ways": ways_of(sight, names, read_only=read_only),
        "coach": None if read_only else coach_for(sight),
    }


def _may_plan(sight: Sight) -> bool:
    """Tell whether the viewer waits while another thinks about an action."""
    is_waiting = sight.seat is not None and sight.seat != sight.to_play
    return is_waiting and sight.status == "playing" and sight.decision == "action"


def _undo_words(sight: Sight) -> str:
    """Say what taking back does, or why it is not possible."""
    if sight.undo_is_practice:
        return _(
            "Take your last decision back (key z). You have seen a card since: it is practice then."
        )
    if sight.can_undo:
        return _("Take your last move back (key z)")
    return _(
        "Your last move can’t be taken back: a card became known, or another player has moved."
    )


def _undone_words(sight: Sight, names: Sequence[str]) -> str:
    """Say who took a move back."""
    if sight.undone is None:
        return ""
    return _("{name} took it back").format(name=names[sight.undone])


def _data(
    sight: Sight, names: Sequence[str], offers: Offers, question: Question, *, read_only: bool
) -> dict[str, str]:
    """What the script of the page needs, as attributes of the table."""
    title = question.title
    return {
        "table": sight.table,
        "version": str(sight.version),
        "seat": "" if sight.seat is None else str(sight.seat),
        "status": sight.status,
        "turn": "yes" if sight.moves and not read_only else "",
        "plans": "yes" if offers.planned else "",
        "decision": sight.decision or "",
        "pool": offers.pool,
        "sets": json.dumps(offers.sets) if offers.sets else "",
        "targets": json.dumps(offers.targets) if offers.targets else "",
        "payments": _payments(offers),
        "flights": json.dumps(flights_of(sight)),
        "title": title,
        "mine": " ".join(map(str, sight.mine)),
        "undone": "" if sight.undone in sight.mine else _undone_words(sight, names),
        "to-play": "" if sight.to_play is None else str(sight.to_play),
    }


def _payments(offers: Offers) -> str:
    if not offers.payments:
        return ""
    return json.dumps(
        [
            {
                "line": ", ".join(payment.moves),
                "jokers": payment.jokers,
                "note": joker_words(payment),
                "gold": payment.gold,
                "spent": payment.spent,
            }
            for payment in offers.payments
        ]
    )


class _Builder:
    """Makes the spots of one table."""

    def __init__(self, sight: Sight, view: View, offers: Offers, tips: Tips) -> None:
        self.sight, self.view, self.offers, self.tips = sight, view, offers, tips
        self.marks = marks_of(sight)
        self.few = bool(sight.moves) and sight.decision in FEW

    def rows(self) -> list[list[Spot]]:
        """The market, level 3 first: in each row a deck, four cards, and two more and their deck."""
        orient = "orient" in self.sight.rules.modules
        rows = []
        for level in "321":
            row = [self._deck(level), *(self._place(level + column) for column in "abcd")]
            if orient:
                row += [self._place(level + column) for column in "ef"]
                row.append(self._deck(f"{level}o"))
            rows.append(row)
        return rows

    def _place(self, place: str) -> Spot:
        thing = f"place-{place}"
        answers = self.offers.of(thing)
        is_target = any(thing in targets for targets in self.offers.targets.values())
        held = self.view["strongholds"].get(place)
        gold = self.offers.gold_for(thing)
        return Spot(
            thing=thing,
            kind="card",
            id=self.view["rows"].get(place),
            tips=tuple(self.tips.place(place, answers)),
            answers=answers,
            gold=gold,
            mark=self.marks.of(thing),
            held=(held[0], held[1]) if held else None,
            dim=self.few and not answers and not is_target,
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

    def _deck(self, deck: str) -> Spot:
        thing = f"deck-{deck}"
        answers = self.offers.of(thing)
        return Spot(
            thing=thing,
            kind="deck",
            id=deck,
            tips=tuple(self.tips.deck(deck, answers)),
            answers=answers,
            mark=self.marks.of(thing),
            count=self.view["decks"].get(deck, 0),
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
        tips = self.tips.noble(id)
        spot = self._tile("noble", id, noble_of(id), tips, owners)
        return replace(spot, gone=bool(owners) and not spot.answers)

    @property
    def _own(self) -> dict[str, Any]:
        own: dict[str, Any] = self.view["seats"][self.sight.seat]
        return own

    def _city(self, id: str) -> Spot:
        owners = tuple(n for n, own in enumerate(self.view["seats"]) if own["city"] == id)
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

    def hand(self) -> list[Spot]:
        """The reserved cards on the bench; those of the viewer can be bought."""
        seat = self.sight.seat if self.sight.seat is not None else 0
        own = self.view["seats"][seat]
        spots = []
        for position, (id, blind) in enumerate(zip(own["hand"], own["blind"], strict=True), 1):
            thing = f"hand-{position}"
            if id.startswith("?"):
                tips = _("A card that only its owner knows.")
                spots.append(Spot(thing, "deck", id[1:], (tips,), ()))
                continue
            answers = self.offers.of(thing)
            told = self.tips.hand(position, id, answers, blind=blind)
            gold = self.offers.gold_for(thing)
            spots.append(Spot(thing, "card", id, tuple(told), answers, gold))
        return spots

    def bank(self) -> list[Spot]:
        """The tokens of the bank."""
        return [
            Spot(
                thing=f"bank-{colour}",
                kind="token",
                id=colour,
                tips=tuple(self.tips.bank(colour)),
                answers=(),
                count=self.view["bank"][colour],
                seats=tuple(self.marks.things.get(f"bank-{colour}", ())),
            )
            for colour in TOKEN_NAMES
        ]

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

"""The coach of the guided game: one lesson after the other, each with a reason and a thing to do.

A lesson is over when the table shows it, whatever the learner did meanwhile: nothing is remembered. What
is possible is read from the legal moves; the advice among them is no rule, only a good idea.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from parure import lacking
from parure.components import card_of
from parure.i18n import gettext as _
from parure.server.tables.options import bot_names
from parure.server.tables.sight import Sight
from parure.words.decisions import decision_words

__all__ = ["SEED", "Coach", "coach_for", "gentle_bot"]

SEED = 7
"""The deal of the guided game: a market in which the first cards come soon."""


@dataclass(frozen=True)
class Coach:
    """What the coach says now."""

    number: int
    """Which lesson it is, from 1."""
    total: int
    title: str
    why: str
    todo: str
    card: str | None = None
    """A card to be shown."""
    lights: tuple[str, ...] = ()
    """The ids of the things on the page to be lit."""
    is_last: bool = False


@dataclass(frozen=True)
class _Advice:
    todo: str
    card: str | None = None
    lights: tuple[str, ...] = ()


class _Learner:
    """What the learner has, can do and has done."""

    def __init__(self, sight: Sight) -> None:
        assert sight.seat is not None
        self.view, self.seat, self.moves = sight.seen, sight.seat, sight.moves
        self.own: dict[str, Any] = self.view["seats"][sight.seat]
        self.done = {entry.move.split()[0] for entry in sight.log if entry.seat == sight.seat}

    def lack(self, id: str) -> lacking.CardLack:
        """What the learner lacks for a card."""
        return lacking.for_card(self.view, self.seat, id)

    def distance(self, id: str) -> int:
        """How many tokens are lacking for a card, less those that gold is there for."""
        return self.lack(id).gold - self.lack(id).has_gold

    def buyable(self) -> dict[str, str]:
        """The cards that can be bought now, by the thing to tap."""
        found = {}
        for move in self.moves:
            verb, *what = move.split()
            if verb == "buy" and what[0] == "hand":
                found[f"hand-{what[1]}"] = self.own["hand"][int(what[1]) - 1]
            elif verb == "buy":
                found[f"place-{what[0]}"] = self.view["rows"][what[0]]
        return found

    def goal(self, worth: Callable[[str], float]) -> tuple[str, str] | None:
        """The card of the market or the hand that is nearest, with the thing where it lies."""
        things = {f"place-{place}": id for place, id in self.view["rows"].items() if id}
        things |= {f"hand-{n}": id for n, id in enumerate(self.own["hand"], 1)}
        reachable = {
            thing: id
            for thing, id in things.items()
            if all(n <= self.view["bank"][c] for c, n in self.lack(id).tokens.items())
        }
        if not reachable:
            return None
        thing = min(reachable, key=lambda t: (self.distance(reachable[t]) - worth(reachable[t]), t))
        return thing, reachable[thing]

    def tokens_for(self, id: str) -> tuple[str, ...]:
        """The colours of the tokens to take in order to come nearer to a card."""
        missing, gain = self.lack(id).tokens, 0
        best: tuple[str, ...] = ()
        for move in self.moves:
            verb, *colours = move.split()
            if verb == "take":
                helps = sum(min(colours.count(c), n) for c, n in missing.items())
                if helps > gain:
                    best, gain = tuple(colours), helps
        return best


def gentle_bot() -> str:
    """Return the bot that a newcomer plays against: the weakest, so that there is time for all lessons."""
    return bot_names()[0]


def coach_for(sight: Sight) -> Coach | None:
    """Return what the coach says at a guided table; nothing elsewhere."""
    if not sight.options.guided or sight.status != "playing" or sight.seat is None:
        return None
    learner = _Learner(sight)
    lessons = _lessons()
    number = next(n for n, lesson in enumerate(lessons, start=1) if not lesson.is_over(learner))
    lesson = lessons[number - 1]
    advice = _Advice(_("The others play. What they touch stays marked until your turn."))
    if sight.moves:
        advice = _small_advice(sight) or lesson.advise(learner)
    return Coach(
        number=number,
        total=len(lessons),
        title=lesson.title,
        why=lesson.why,
        todo=advice.todo,
        card=advice.card,
        lights=advice.lights,
        is_last=number == len(lessons),
    )


def _small_advice(sight: Sight) -> _Advice | None:
    """What to say where something else than an action is asked."""
    if sight.decision in (None, "action"):
        return None
    return _Advice(decision_words(sight.decision).coach)


class _Lesson(NamedTuple):
    title: str
    why: str
    is_over: Callable[[_Learner], bool]
    advise: Callable[[_Learner], _Advice]


def _lessons() -> list[_Lesson]:
    return [
        _Lesson(
            _("Take tokens"),
            _(
                "Everything begins with gem tokens: they buy cards. In a turn you take three of "
                "different colours, or two of one colour where four or more lie."
            ),
            lambda learner: "take" in learner.done or bool(learner.own["cards"]),
            _towards_a_first_card,
        ),
        _Lesson(
            _("Buy your first card"),
            _(
                "The gems at the foot of a card are its price. A ring around a card says that you "
                "can pay for it; a dashed ring, that gold is needed."
            ),
            lambda learner: bool(learner.own["cards"]),
            _towards_a_first_card,
        ),
        _Lesson(
            _("Your cards pay with you"),
            _(
                "The gem at the top right of your card is a bonus: from now on everything costs one "
                "token of that colour less, in every purchase. Tokens are spent, bonuses stay: the "
                "small cards of today buy the big ones of tomorrow."
            ),
            lambda learner: len(learner.own["cards"]) >= 2,
            _towards_a_card,
        ),
        _Lesson(
            _("Reserve what you need"),
            _(
                "Another player may take the card you save for. Reserving puts it into your hand, "
                "where only you can buy it, and brings a gold token: a joker for any colour. "
                "It costs a turn, so reserve what is worth it."
            ),
            lambda learner: "reserve" in learner.done,
            _something_to_reserve,
        ),
        _Lesson(
            _("Win prestige"),
            _(
                "The number at the top left of a card is prestige: 15 of it bring the last round, and "
                "the most wins. Small cards give bonuses, big ones prestige: you need both."
            ),
            lambda learner: learner.own["prestige"] > 0,
            _towards_prestige,
        ),
        _Lesson(
            _("Please the nobles"),
            _(
                "A noble comes by itself to whoever has the cards it asks for, at no cost, and is worth "
                "3 prestige. Two nobles often ask for the same colours: look before you choose."
            ),
            lambda learner: bool(learner.own["nobles"]) or len(learner.own["cards"]) >= 8,
            _towards_a_noble,
        ),
        _Lesson(
            _("You know the game"),
            _(
                "Choose a big card or a noble, see which colours lead there, and let every turn bring "
                "you nearer. And watch the others: what do they save for?"
            ),
            lambda _learner: False,
            lambda _learner: _Advice(
                _(
                    "Play on and win: the coach has nothing more to teach. Hints and rules stay in the bar."
                )
            ),
        ),
    ]


def _towards_a_first_card(learner: _Learner) -> _Advice:
    """Advise a cheap card, best one that three different tokens lead to: the usual way to take them."""

    def worth(id: str) -> float:
        return sum(price > 0 for price in card_of(id).price) - 2.0 * (card_of(id).level - 1)

    return _towards(learner, worth)


def _towards_a_card(learner: _Learner) -> _Advice:
    def worth(id: str) -> float:
        helped = sum(card_of(id).price) - sum(learner.lack(id).due.values())
        return helped - 2.0 * (card_of(id).level - 1)

    return _towards(learner, worth)


def _towards_prestige(learner: _Learner) -> _Advice:
    return _towards(
        learner, lambda id: card_of(id).prestige * 1.5 - (20 if not card_of(id).prestige else 0)
    )


def _towards_a_noble(learner: _Learner) -> _Advice:
    goals = lacking.for_goals(learner.view, learner.seat)
    if not goals:
        return _towards_prestige(learner)
    nearest = min(goals, key=lambda id: (sum(goals[id].colours.values()), id))
    wanted = goals[nearest].colours
    advice = _towards(learner, lambda id: 4.0 if card_of(id).bonus in wanted else 0.0)
    return _Advice(advice.todo, advice.card, (*advice.lights, nearest))


def _towards(learner: _Learner, worth: Callable[[str], float]) -> _Advice:
    """Advise to buy the best card there is, or else the tokens that lead to it."""
    goal = learner.goal(worth)
    if goal is None:
        return _Advice(_("Take any tokens you like: more cards will come."))
    thing, card = goal
    if thing in learner.buyable():
        return _Advice(_("You can pay for this card: tap it, then buy it."), card, (thing,))
    tokens = learner.tokens_for(card)
    if tokens:
        words = _("Tap the lit tokens and take them: they lead to this card.")
        if len(set(tokens)) < len(tokens):
            words = _("Tap the lit token twice and take both: they lead to this card.")
        return _Advice(words, card, (thing, *(f"bank-{c}" for c in dict.fromkeys(tokens))))
    cheap = next(iter(learner.buyable()), None)
    if cheap is not None:
        return _Advice(_("Buy this card: every bonus helps."), learner.buyable()[cheap], (cheap,))
    return _Advice(_("Take any tokens you like: this card is what to save for."), card, (thing,))


def _something_to_reserve(learner: _Learner) -> _Advice:
    """Advise to reserve the card with prestige that is nearest."""
    places = [move.split()[1] for move in learner.moves if move.startswith("reserve ")]
    rows = learner.view["rows"]
    dear = [place for place in places if rows.get(place) and card_of(rows[place]).prestige]
    if not dear:
        return _towards_a_card(learner)
    best = min(
        dear,
        key=lambda place: (
            learner.distance(rows[place]) - card_of(rows[place]).prestige,
            place,
        ),
    )
    words = _(
        "Tap this card and reserve it: you can't pay for it yet, but the others can't take it."
    )
    return _Advice(words, rows[best], (f"place-{best}",))

"""The coach of a lesson: one step after the other, each with a reason and a thing to do.

A step is over when the table shows it, whatever the learner did meanwhile, so the coach has no memory. It
advises what the lesson suggests. A learner who leaves the lesson can return to it, or play on with hints.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from parure.components import card_of
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.lessons.steps import Learner, Step, steps_of
from parure.server.tables.document import Coaching
from parure.server.tables.lesson_games import FIRST, Guide
from parure.server.tables.view import TableView
from parure.server.tables.what_if import WhatIf, won_tiles
from parure.words.decisions import decision_words
from parure.words.move_words import kind_of
from parure.words.piece_words import gem_name

__all__ = ["Advice", "coach_for", "led"]


@dataclass(frozen=True)
class Advice:
    """Advice: something to do, and the things concerned."""

    todo: str
    card: str | None = None
    """A card to show."""
    lights: tuple[str, ...] = ()
    """The ids of the things to highlight on the page."""


def coach_for(view: TableView) -> Coaching | None:
    """Return what the coach says to the learner of a lesson; nothing to anybody else."""
    guide = view.guide
    if guide is None or view.status != "playing":
        return None
    learner, steps = Learner(view, guide.begin), steps_of(guide.lesson)
    number = next(n for n, step in enumerate(steps, start=1) if not step.is_over(learner))
    step, advice = steps[number - 1], _advice(view, guide, learner, steps[number - 1])
    lights = [*advice.lights, *(step.tiles(learner) if view.moves else ())]
    return {
        "number": number,
        "total": len(steps),
        "title": step.title,
        "why": step.why,
        "todo": advice.todo,
        "card": advice.card,
        "lights": list(dict.fromkeys(lights)),
        "suggested": guide.suggested or "",
        "may_leave": guide.lesson != FIRST and (guide.done or guide.strayed),
    }


def _advice(view: TableView, guide: Guide, learner: Learner, step: Step) -> Advice:
    """Return the advice for now."""
    if guide.done:
        return Advice(_("That was the lesson. Play on if you like, or try another one."))
    if not view.moves:
        return Advice(_("The others are playing. What they touch stays marked until your turn."))
    if (advice := led(learner, guide)) is not None:
        return advice
    if view.decision not in (None, "action"):
        return Advice(decision_words(view.decision).coach)
    return Advice(
        step.todo
        or _(
            "You’ve left the lesson’s path: undo your move and follow the highlights, or play on. "
            "A hint shows you a good move."
        )
    )


def led(learner: Learner, guide: Guide) -> Advice | None:
    """Return the next move of a lesson as advice; None if the lesson suggests no legal move."""
    if guide.suggested is None:
        return None
    move, *paid = guide.suggested.split(", ")
    kind = kind_of(move)
    what = move.removeprefix(kind).split()
    if kind == "take":
        return _taking(learner, guide.goal, what)
    if kind in ("buy", "buy hand"):
        thing = f"hand-{what[0]}" if kind == "buy hand" else f"place-{what[0]}"
        card = learner.cards()[thing]
        then = WhatIf(learner.known).ends(guide.suggested)[0]
        won = won_tiles(learner.known, then, learner.seat)
        said = " ".join([_buying(learner, card, paid), *(f"{words}." for words in won.values())])
        return Advice(said, card, (thing, *won))
    if kind not in _WORDS:
        return None
    message, prefix = _WORDS[kind]
    todo = _(message).format(colour=gem_name(what[0]) if kind == "pair" else "")
    if prefix is None:
        return Advice(todo, what[0] if kind == "discard" else None)
    lights = tuple(f"{prefix}{one}" for one in what)
    return Advice(todo, learner.cards().get(lights[-1]), lights)


def _taking(learner: Learner, goal: str | None, colours: list[str]) -> Advice:
    if goal is None or not set(colours) & set(learner.lack(goal).tokens):
        words = _("Tap the highlighted tokens and take them: you’ll need them for the next cards.")
        if len(set(colours)) < len(colours):
            words = _(
                "Tap the highlighted token twice and take both: you’ll need them for the "
                "next cards."
            )
        return Advice(words, None, tuple(f"bank-{c}" for c in dict.fromkeys(colours)))
    things = tuple(thing for thing, card in learner.cards().items() if card == goal)
    return _taking_for(colours, goal, things)


def _taking_for(colours: Sequence[str], card: str, things: tuple[str, ...]) -> Advice:
    """Advise taking tokens for a card, which is shown with the things to tap for it."""
    words = _("Tap the highlighted tokens and take them: they bring you closer to this card.")
    if len(set(colours)) < len(colours):
        words = _(
            "Tap the highlighted token twice and take both: they bring you closer to this card."
        )
    return Advice(words, card, (*things, *(f"bank-{c}" for c in dict.fromkeys(colours))))


def _buying(learner: Learner, card: str, paid: list[str]) -> str:
    lack = learner.lack(card)
    if card_of(card).discards:
        return _("Tap this card and buy it: you pay for it with two of your cards.")
    if "pay joker" in paid or lack.gold > learner.own["tokens"].get("gold", 0):
        return _("Tap this card and buy it: your joker card is used up and covers what you lack.")
    if lack.gold:
        return _("Tap this card and buy it: gold covers what you lack.")
    if not any(lack.due.values()):
        return _("Tap this card and buy it: it costs you no tokens.")
    return _("You can afford this card: tap it, then buy it.")


_WORDS = {
    "reserve": (
        mark(
            "Tap this card and reserve it: you can’t afford it yet, but now nobody else "
            "can take it."
        ),
        "place-",
    ),
    "return": (mark("Give back the highlighted token: you need it least."), "own-"),
    "pair": (mark("Pair it with {colour}: from now on it counts as that colour."), None),
    "gift": (mark("Take this card for free: tap it."), "place-"),
    "gain": (mark("Your post gives you a gem: take the highlighted one."), "bank-"),
    "place": (mark("Place a stronghold on this card so that nobody else can have it."), "place-"),
    "move": (
        mark("Move one of your strongholds: tap the highlighted one, then the highlighted card."),
        "place-",
    ),
    "remove": (mark("Send your rival’s stronghold home to free this card."), "place-"),
    "conquer": (mark("Conquer the card: you buy it on top of your action this turn."), "place-"),
    "discard": (mark("Discard this card: it’s part of the price."), None),
    "claim": (mark("Reserve the highlighted noble: it can then visit only you."), ""),
    "noble": (mark("Receive the highlighted noble."), ""),
    "post": (mark("You can choose between several posts: take the highlighted one."), ""),
    "city": (mark("Take the highlighted city."), ""),
}
"""By kind of move: the advice, and the prefix of the ids to highlight."""

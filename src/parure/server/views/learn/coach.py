"""The coach of a lesson: one step after the other, each with a reason and a thing to do.

A step is over when the table shows it, whatever the learner did meanwhile: nothing is remembered. What to
do is what the lesson suggests, as long as the learner follows it; then it is read from the legal moves.
"""

from dataclasses import dataclass

from parure.i18n import gettext as _
from parure.server.tables.lessons import FIRST
from parure.server.tables.sight import Sight
from parure.server.views.learn.following import led
from parure.server.views.learn.learner import Advice, Learner
from parure.server.views.learn.steps import Step, steps_of
from parure.words.decisions import decision_words

__all__ = ["Coach", "coach_for"]


@dataclass(frozen=True)
class Coach:
    """What the coach says now."""

    number: int
    """Which step it is, from 1."""
    total: int
    title: str
    why: str
    todo: str
    card: str | None = None
    """A card to be shown."""
    lights: tuple[str, ...] = ()
    """The ids of the things on the page to be lit."""
    suggested: str = ""
    """The move that is suggested: an answer beside the question is lit by it."""
    may_leave: bool = False
    """Whether the lesson about a module has nothing more to show, or the learner went another way."""


def coach_for(sight: Sight) -> Coach | None:
    """Return what the coach says at a guided table; nothing elsewhere."""
    if not sight.options.guided or sight.status != "playing" or sight.seat is None:
        return None
    learner, guide = Learner(sight), sight.guide
    steps = steps_of(FIRST if guide is None else guide.lesson)
    number = next(n for n, step in enumerate(steps, start=1) if not step.is_over(learner))
    step, advice = steps[number - 1], _advice(sight, learner, steps[number - 1])
    return Coach(
        number=number,
        total=len(steps),
        title=step.title,
        why=step.why,
        todo=advice.todo,
        card=advice.card,
        lights=tuple(
            dict.fromkeys((*advice.lights, *(step.tiles(learner) if sight.moves else ())))
        ),
        suggested="" if guide is None else guide.suggested or "",
        may_leave=guide is not None and guide.lesson != FIRST and (guide.done or guide.strayed),
    )


def _advice(sight: Sight, learner: Learner, step: Step) -> Advice:
    """What to do now: what the lesson suggests, or else what is good for the step."""
    if sight.guide is not None and sight.guide.done:
        return step.advise(learner)
    if not sight.moves:
        return Advice(_("The others play. What they touch stays marked until your turn."))
    if sight.guide is not None and (found := led(learner, sight.guide)) is not None:
        return found
    if sight.decision not in (None, "action"):
        return Advice(decision_words(sight.decision).coach)
    return step.advise(learner)

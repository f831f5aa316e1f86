"""The lessons as the page offers them."""

from dataclasses import dataclass

from parure.i18n import gettext as _
from parure.rules import MODULES
from parure.server.tables.lesson_games import lessons
from parure.words.games import module_words

__all__ = ["Offered", "module_lessons"]


@dataclass(frozen=True)
class Offered:
    """A lesson about a module."""

    name: str
    module: str
    title: str
    sentence: str


def module_lessons() -> list[Offered]:
    """List the lessons about modules, in the order of the rules; older editions last."""
    sentences = {
        "cities": _("Fulfil a city, and win by it."),
        "trading_posts": _("Win two posts, and use their powers."),
        "orient": _("Pair a card, use a joker card, take a gift, pay with cards."),
        "strongholds": _("Place and move strongholds, and conquer a card."),
        "orient17": _("Reserve a noble, and be visited by it."),
    }
    found = []
    for lesson in lessons().values():
        if lesson.modules:
            (module,) = lesson.modules
            title = module_words(module).title
            if lesson.edition != 2024:
                title = _("{module}, {edition}").format(module=title, edition=lesson.edition)
            found.append(Offered(lesson.name, module, title, sentences[lesson.name]))
    names = {lesson.name: lesson for lesson in lessons().values()}
    return sorted(found, key=lambda one: (-names[one.name].edition, MODULES.index(one.module)))

"""Routes of the lessons: the list, and how one begins."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from parure.i18n import gettext as _
from parure.rules import MODULES
from parure.server.play.continued_games import TheContinuedGames
from parure.server.play.routes import Player
from parure.server.play.service import Accepted
from parure.server.security.viewer import CREATION, TheViewer
from parure.server.tables.lesson_games import lessons
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page
from parure.words.games import module_words

__all__ = ["Offered", "api", "module_lessons", "pages"]

api = APIRouter(prefix="/api", responses=ERRORS)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


LessonName = Annotated[str, Path(max_length=40)]


@api.post("/lessons/{lesson}", status_code=201, dependencies=[CREATION])
async def lesson(
    continued: TheContinuedGames, viewer: TheViewer, lesson: LessonName, player: Player
) -> Accepted:
    """Begin a lesson: `first`, one of the modules, or `orient17`. Its suggestions are in `guide`."""
    return await continued.lesson(viewer.person, player.name, lesson, viewer.address)


@pages.get("/learn")
async def learn(request: Request) -> HTMLResponse:
    """Show the guided game and a lesson about each module."""
    return await page(request, "lessons/learn.html", lessons=module_lessons())


@dataclass(frozen=True)
class Offered:
    """A lesson about a module."""

    name: str
    module: str
    title: str
    sentence: str


def module_lessons() -> list[Offered]:
    """Return the lessons about modules, in the order of the rules, older editions last."""
    sentences = {
        "cities": _("Reach a city and win with it."),
        "trading_posts": _("Win two posts and use their powers."),
        "orient": _("Pair a card, use a joker card, take a gift, pay with cards."),
        "strongholds": _("Place and move strongholds, and conquer a card."),
        "orient17": _("Reserve a noble and earn its visit."),
    }
    found = []
    for lesson in lessons().values():
        if lesson.modules:
            (module,) = lesson.modules
            title = module_words(module).title
            if lesson.edition != 2024:
                title = _("{module}, {edition}").format(module=title, edition=lesson.edition)
            found.append(Offered(lesson.name, module, title, sentences[lesson.name]))
    names = {known.name: known for known in lessons().values()}
    return sorted(found, key=lambda one: (-names[one.name].edition, MODULES.index(one.module)))

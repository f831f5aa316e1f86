"""Beginning a lesson."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from parure.server.lessons.pages import module_lessons
from parure.server.play.continued import TheContinuedGames
from parure.server.play.routes import Player
from parure.server.play.service import Accepted
from parure.server.security.viewer import (
    TheLimits,
    TheRates,
    TheViewer,
)
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api", responses=ERRORS)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


LessonName = Annotated[str, Path(max_length=40)]


@api.post("/lessons/{lesson}", status_code=201)
async def lesson(
    limits: TheLimits,
    continued: TheContinuedGames,
    viewer: TheViewer,
    rates: TheRates,
    lesson: LessonName,
    player: Player,
) -> Accepted:
    """Begin a lesson: `first`, one of the modules, or `orient17`. What it suggests is in `guide`."""
    rates.check("creation", viewer.address, limits.creations)
    return await continued.lesson(viewer.person, player.name, lesson, viewer.address)


@pages.get("/learn")
async def learn(request: Request) -> HTMLResponse:
    """Invite to the guided game, and to a lesson about each module."""
    return await page(request, "lessons/learn.html", lessons=module_lessons())

"""The page of the rules, with pictures of the pieces beside the text."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from parure.errors import RulesError
from parure.render.goals import posts_of
from parure.rules import EDITIONS, MODULES
from parure.server.lobby.table_setup import module_choices
from parure.server.web.rendering import page, render
from parure.words.clauses import chapters

__all__ = ["examples", "pages"]

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def examples(edition: int) -> dict[str, Any]:
    """Return pieces of an edition to show beside its rules."""
    cards = {2017: ("o17-101", "o17-106", "o17-201", "o17-306")}
    return {
        "posts": [post.id for post in posts_of(edition)],
        "orient": cards.get(edition, ("o24-105", "o24-106", "o24-202", "o24-306")),
    }


Modules = Annotated[list[str] | None, Query()]


@pages.get("/rules")
async def rules(request: Request, modules: Modules = None, edition: int = 2024) -> HTMLResponse:
    """Show the rules of an edition with the modules chosen."""
    chosen, problem = _split(modules), ""
    try:
        text = chapters(chosen, edition)
    except RulesError as error:
        problem, chosen = str(error), chosen[-1:]
        edition = edition if edition in EDITIONS else 2024
        text = chapters([code for code in chosen if code in MODULES], edition)
    return await page(
        request,
        "rules/rules.html",
        chapters=text,
        **examples(edition),
        problem=problem,
        edition=edition,
        editions=sorted(EDITIONS, reverse=True),
        modules=module_choices(),
        chosen=chosen,
    )


@pages.get("/rules/fragment")
def rules_fragment(modules: Modules = None, edition: int = 2024) -> HTMLResponse:
    """Show only the rules, for the drawer of a table."""
    text = chapters(_split(modules), edition)
    return HTMLResponse(
        render("rules/text.html", chapters=text, edition=edition, **examples(edition))
    )


def _split(modules: list[str] | None) -> list[str]:
    return [code for part in modules or [] for code in part.split(",") if code]

"""The description of the API: its OpenAPI schema, and a page that introduces it."""

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute

from parure.server.security.network_access import NetworkAccess
from parure.server.services import service
from parure.server.web.rendering import page

__all__ = ["DescribedAPI", "pages"]

pages = APIRouter(include_in_schema=False)


class DescribedAPI(FastAPI):
    """An application whose schema describes how programs authenticate."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI schema."""
        schema = super().openapi()
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{}, {"token": []}]
        return schema


@pages.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Introduce the API: a first game, the conventions, and all requests."""
    routes = [route for route in request.app.routes if isinstance(route, APIRoute)]
    return await page(
        request,
        "programs/api.html",
        host=service(request, NetworkAccess).link(request.url.replace(path="")),
        routes=[route for route in routes if route.include_in_schema],
    )

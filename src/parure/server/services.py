"""The services of a server: `app.py` creates one of each, and routes request them by class."""

from typing import Any, TypeVar

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

__all__ = ["needed", "service"]

T = TypeVar("T")


def service(connection: HTTPConnection, kind: type[T]) -> T:
    """Return the service of a class."""
    found: T = connection.app.state.services[kind]
    return found


def needed(kind: type[T]) -> Any:
    """Return the dependency with which FastAPI fills a parameter."""

    # A coroutine, because FastAPI would call a plain function in a thread.
    async def find(request: Request) -> T:
        return service(request, kind)

    return Depends(find)

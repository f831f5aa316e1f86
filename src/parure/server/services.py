"""The services of a server: `app.py` makes one of each, and routes ask for them by their class."""

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
    """Let FastAPI fill a parameter that is annotated with it."""

    # A coroutine, since FastAPI would call a plain function in a thread.
    async def find(request: Request) -> T:
        return service(request, kind)

    return Depends(find)

"""Routes that are asked more often than all others together."""

from collections.abc import Callable, Coroutine
from inspect import signature
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError

__all__ = ["QuickRoute"]


class QuickRoute(APIRoute):
    """A route that reads at once what has the usual form; FastAPI reads, or refuses, anything else.

    Its function takes the request, parameters of the path, at most one body, and what may be in a query; it
    returns a response.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        usual, function = super().get_route_handler(), self.endpoint
        of_path = {name: _type_of(function, name) for name in self.param_convertors}
        body = self.body_field and (self.body_field.name, _type_of(function, self.body_field.name))

        async def answer(request: Request) -> Response:
            if request.scope["query_string"]:
                return await usual(request)
            given = request.path_params
            try:
                values = {name: one.validate_python(given[name]) for name, one in of_path.items()}
                if body:
                    values[body[0]] = body[1].validate_json(await request.body())
            except ValidationError:
                return await usual(request)
            response: Response = await function(request, **values)
            return response

        return answer


def _type_of(function: Callable[..., Any], parameter: str) -> TypeAdapter[Any]:
    return TypeAdapter(signature(function).parameters[parameter].annotation)

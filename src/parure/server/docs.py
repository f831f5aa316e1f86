"""The page that describes the API, made from its OpenAPI schema without any help from outside."""

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from parure.server.pages import page

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Show what programs can ask for."""
    schema = request.app.openapi()
    operations = [
        _described(method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    shapes = [
        (name, shape.get("description", ""), json.dumps(shape, indent=2, ensure_ascii=False))
        for name, shape in sorted(schema["components"]["schemas"].items())
    ]
    return await page(request, "api.html", operations=operations, shapes=shapes)


def _described(method: str, path: str, operation: dict[str, Any]) -> dict[str, Any]:
    """Return what the page says about one operation."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    answers = [
        (status, kind, _shape_name(content.get("schema", {})))
        for status, answer in operation["responses"].items()
        for kind, content in answer.get("content", {}).items()
        if status.startswith("2")
    ]
    return {
        "method": method.upper(),
        "path": path,
        "about": operation.get("description", ""),
        "parameters": [
            (given["name"], given["in"], given.get("description", ""))
            for given in operation.get("parameters", [])
        ],
        "body": _shape_name(body.get("schema", {})),
        "answers": answers,
    }


def _shape_name(schema: dict[str, Any]) -> str:
    """Return the name of the shape that a schema refers to, if it has one."""
    return str(schema.get("$ref", "")).rpartition("/")[2]

"""The shape of the document that a table is sent as, from its types: a JSON schema, and types for scripts."""

import ast
import inspect
import json
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

from pydantic import TypeAdapter

from parure import types as shared
from parure.server.tables import choices, document, move_log, table, view

__all__ = ["script_types", "written_schema"]

_SIMPLE = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}
"""The types of TypeScript for those of a JSON schema."""


def written_schema() -> str:
    """Return the JSON schema of the document as a file has it."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps({**head, **_schema()}, indent=1, ensure_ascii=False) + "\n"


def script_types() -> str:
    """Return the types of the document in TypeScript."""
    whole = _schema()
    shapes = {**whole["$defs"], whole["title"]: whole}
    lines = ["// Written by `make docs` from the types of the document in views/table/."]
    for name, shape in shapes.items():
        lines += ["", f"/** {_in_a_line(shape)} */", f"export interface {name} {{"]
        for field, content in shape["properties"].items():
            if "description" in content:
                lines.append(f"  /** {_in_a_line(content)} */")
            mark = "" if field in shape.get("required", ()) else "?"
            lines.append(f"  {field}{mark}: {_script_type(content)};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def _in_a_line(shape: dict[str, Any]) -> str:
    return " ".join(shape["description"].split())


def _script_type(shape: dict[str, Any]) -> str:
    """Return a type of a JSON schema in TypeScript."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(dict.fromkeys(_script_type(one) for one in shape["anyOf"]))
    if "enum" in shape or "const" in shape:
        return " | ".join(json.dumps(value) for value in shape.get("enum", [shape.get("const")]))
    if shape["type"] == "array":
        inner = _script_type(shape["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if shape["type"] == "object":
        return f"Record<string, {_script_type(shape['additionalProperties'])}>"
    return _SIMPLE[shape["type"]]


@cache
def _schema() -> dict[str, Any]:
    """Return the JSON schema of the document, with what the source says of each field."""
    whole = TypeAdapter(document.Document).json_schema()
    said: dict[str, dict[str, str]] = {}
    for module in (shared, table, move_log, view, choices, document):
        _add_said_in(module, said)
    for shape in (*whole["$defs"].values(), whole):
        for field, content in shape["properties"].items():
            content.pop("title", None)
            if words := said[shape["title"]].get(field):
                content["description"] = words
    return whole


def _add_said_in(module: ModuleType, said: dict[str, dict[str, str]]) -> None:
    """Add what a module says of the fields of each class, those of its bases included."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            said[node.name] = {}
            for base in node.bases:
                said[node.name] |= said.get(ast.unparse(base), {})
            for field, words in pairwise(node.body):
                if isinstance(field, ast.AnnAssign) and isinstance(words, ast.Expr):
                    said[node.name][ast.unparse(field.target)] = ast.literal_eval(words.value)

"""The OpenAPI document of the service, made from the requests that are checked."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from core.programs.json_forms import Json

_SCHEMAS = "#/components/schemas/"
_FAILURES = {
    "400": "The request is wrong",
    "401": "The token is missing or wrong",
    "403": "Asked by a web page, or by another name than this computer's",
    "404": "No paper answers to that id",
    "408": "The request came too slowly",
    "409": "The library, a file or a model cannot be used as asked",
    "413": "The request is too large",
    "429": "Too many requests",
}


def described(version: str, posts: Mapping[str, type[BaseModel]]) -> Json:
    """Return the document; ``posts`` has the request of each path that is posted to."""
    schemas: Json = {
        "Failure": {
            "type": "object",
            "required": ["error", "remedy", "kind"],
            "properties": {name: {"type": "string"} for name in ("error", "remedy", "kind")},
        }
    }
    paths = {path: {"post": _operation(path, kind, schemas)} for path, kind in posts.items()}
    paths["/papers/{id}"] = {"get": _paper()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cocite",
            "version": version,
            "description": "Questions to the library that is open, on this computer alone.",
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(path: str, kind: type[BaseModel], schemas: Json) -> Json:
    schema = kind.model_json_schema(ref_template=_SCHEMAS + "{model}")
    schemas |= schema.pop("$defs", {})
    schemas[kind.__name__] = schema
    doc_text = inspect.getdoc(kind) or ""
    content = {"application/json": {"schema": {"$ref": _SCHEMAS + kind.__name__}}}
    return {
        "operationId": path.strip("/"),
        "summary": doc_text.partition("\n")[0],
        "description": doc_text,
        "requestBody": {"required": True, "content": content},
        "responses": _responses(),
    }


def _paper() -> Json:
    def parameter(name: str, where: str, kind: str, description: str) -> Json:
        required = where == "path"
        schema = {"type": kind}
        return {
            "name": name, "in": where, "required": required,
            "schema": schema, "description": description,
        }  # fmt: skip

    return {
        "operationId": "paper",
        "summary": "A paper's record, with passages of its full text.",
        "parameters": [
            parameter("id", "path", "string", "The paper's id; it may hold slashes."),
            parameter("query", "query", "string", "Passages that fit best; else the first."),
            parameter("passages", "query", "integer", "As many passages at most; 5 by default."),
        ],
        "responses": _responses(),
    }


def _responses() -> dict[str, Any]:  # Any: JSON values
    def of(description: str, schema: Json) -> Json:
        return {"description": description, "content": {"application/json": {"schema": schema}}}

    failed = {"$ref": _SCHEMAS + "Failure"}
    failures = {status: of(failure_text, failed) for status, failure_text in _FAILURES.items()}
    return {"200": of("The answer", {"type": "object"})} | failures

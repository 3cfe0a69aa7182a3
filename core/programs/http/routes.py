"""The addresses of the service, and how a failure is told."""

from __future__ import annotations

import importlib.metadata
import json
import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from core.base.errors import EngineError, UnknownPaperError, UsageError
from core.base.jobs import Job, JobCancelled, StoppableJob
from core.base.logs import log_file
from core.programs.answering import QUESTIONS
from core.programs.http import cayw
from core.programs.http.cayw import Answer, PickerEndpoint
from core.programs.http.description import described
from core.programs.http.guards import (
    BodyTooLarge,
    BodyTooSlow,
    Guard,
    LocalOnly,
    Rate,
    answer,
    failure,
    not_json,
    too_large,
    too_slow,
)
from core.programs.json_forms import Json

logger = logging.getLogger(__name__)

DESCRIPTION = "/openapi.json"
A_SECOND, AT_ONCE = 50, 200
"""Requests that are answered: far more than an editor asks, far fewer than keep a core busy."""

_WORKERS, _READERS = 4, 2
"""Questions answered at a time: those that take moments, and those that read a whole manuscript."""

_READING = frozenset({"audit", "gaps"})
_LOOK_S = 0.25
_BAD_USE, _FAILED = 400, 409
_CLOSED = 499
"""The status of an answer that nobody reads any more, as nginx has it."""

Ask = Callable[[str, Mapping[str, Any], Job], Json]  # Any: JSON values


def service_app(
    ask: Ask, pick: Answer, token: str, port: int, origins: Collection[str] = ()
) -> ASGIApp:
    """Return the service: what ``ask`` and ``pick`` answer, behind everything that guards it."""
    posts = {f"/{name}": kind for name, kind in QUESTIONS.items() if name != "paper"}
    description = described(importlib.metadata.version("cocite"), posts)

    async def describe(_: Request) -> Response:
        return answer(description)

    endpoints = _Endpoints(ask)
    routes = [
        *(Route(path, partial(endpoints.post, path[1:]), methods=["POST"]) for path in posts),
        Route("/papers/{id:path}", endpoints.paper, methods=["GET"]),
        Route(DESCRIPTION, describe, methods=["GET"]),
        Route(cayw.ADDRESS, PickerEndpoint(pick).answer, methods=["GET"]),
    ]
    app: ASGIApp = Starlette(routes=routes, exception_handlers={HTTPException: _no_such_address})
    app = Guard(app, token, Rate(A_SECOND, AT_ONCE), free=[DESCRIPTION, cayw.ADDRESS])
    if origins:
        headers = ["Authorization", "Content-Type"]
        app = CORSMiddleware(app, list(origins), ["GET", "POST"], headers)
    return LocalOnly(app, port, origins)


class _Endpoints:
    """Takes requests apart and asks, a few at a time, off the thread that serves."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._turns: dict[int, anyio.CapacityLimiter] = {}

    async def post(self, question: str, request: Request) -> Response:
        """Answer a request whose values are its body."""
        try:
            values = json.loads(await request.body())
        except BodyTooLarge:
            return too_large()
        except BodyTooSlow:
            return too_slow()
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, dict):
            return failure(not_json(), _BAD_USE)
        return await self._answered(question, values, request)

    async def paper(self, request: Request) -> Response:
        """Answer what a paper's address asks for."""
        values: Json = {**request.query_params, "id": request.path_params["id"]}
        return await self._answered("paper", values, request)

    async def _answered(self, question: str, values: Json, request: Request) -> Response:
        """Answer, unless whoever asked goes meanwhile: then the work stops."""
        job, responses = StoppableJob(), list[Response]()

        async def watch() -> None:
            while not await request.is_disconnected():
                await anyio.sleep(_LOOK_S)
            job.stop()
            tasks.cancel_scope.cancel()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            responses.append(await self._run_question(question, values, job))
            tasks.cancel_scope.cancel()
        return responses[0] if responses else answer(None, _CLOSED)

    async def _run_question(self, question: str, values: Json, job: Job) -> Response:
        # Those that read a manuscript have places of their own: the others must not wait for them.
        places = _READERS if question in _READING else _WORKERS
        if places not in self._turns:  # can be made only where the loop runs
            self._turns[places] = anyio.CapacityLimiter(places)
        limiter = self._turns[places]
        try:
            result = await anyio.to_thread.run_sync(
                self._ask, question, values, job, limiter=limiter
            )
        except JobCancelled:
            return answer(None, _CLOSED)
        except EngineError as error:
            return failure(error, _status(error))
        except Exception:
            # The boundary: a bug goes to the log, which a person may send, and not to the program.
            logger.exception("The question “%s” of another program failed", question)
            mistake = UsageError(
                "An error occurred in Cocite.", remedy="Details are in {log}.", log=log_file()
            )
            return failure(mistake, 500)
        return answer(result)


def _status(error: EngineError) -> int:
    if isinstance(error, UnknownPaperError):
        return 404
    return _BAD_USE if isinstance(error, UsageError) else _FAILED


async def _no_such_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    usage_error = UsageError(
        "The service has no address “{method} {path}”.",
        method=request.method,
        path=request.url.path[:200],
        remedy="See /openapi.json for all addresses.",
    )
    return failure(usage_error, error.status_code)

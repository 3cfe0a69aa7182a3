"""The service itself: a socket on the loopback address, a thread, and the file with the token."""

from __future__ import annotations

import contextlib
import errno
import importlib.metadata
import inspect
import json
import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from pydantic import BaseModel, TypeAdapter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.base.errors import EngineError, UnknownPaperError, UsageError
from core.base.jobs import Job, JobCancelled, StoppableJob
from core.base.logs import log_file
from core.programs.answer_forms import ANSWER_FORMS
from core.programs.answering import QUESTIONS
from core.programs.http import cayw
from core.programs.http.addresses import Address, address_file, read_address, write_address
from core.programs.http.cayw import Answer, PickerEndpoint
from core.programs.http.zotero import (
    CONNECTOR,
    EXPORTS,
    JSON_RPC,
    ZOTXT,
    ZoteroAccess,
    is_of_connector,
    zotero_routes,
)
from core.programs.http.zotero import PORT as ZOTERO_PORT
from core.programs.json_forms import Json

# --- the addresses of the service, and how a failure is told ----------------------------

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
_CLOSED_ACCESS = ZoteroAccess()


def service_app(
    ask: Ask,
    pick: Answer,
    token: str,
    ports: int | Collection[int],
    origins: Collection[str] = (),
    zotero: ZoteroAccess = _CLOSED_ACCESS,
) -> ASGIApp:
    """Return the service: what ``ask`` and ``pick`` answer, behind everything that guards it."""
    ports = (ports,) if isinstance(ports, int) else tuple(ports)
    posts = {f"/{name}": kind for name, kind in QUESTIONS.items() if name != "paper"}

    @cache
    def make_description() -> Json:
        return described(importlib.metadata.version("cocite"), posts)

    def describe(_: Request) -> Response:  # in a thread: it takes a while the first time
        return answer(make_description())

    endpoints = _Endpoints(ask)
    picker = PickerEndpoint(pick, is_ready=zotero.plugins is not None)
    routes = [
        *(Route(path, partial(endpoints.post, path[1:]), methods=["POST"]) for path in posts),
        Route("/papers/{id:path}", endpoints.paper, methods=["GET"]),
        Route(DESCRIPTION, describe, methods=["GET"]),
        Route(cayw.ADDRESS, picker.answer, methods=["GET"]),
        *zotero_routes(zotero),
    ]
    handlers = {
        HTTPException: _no_such_address,
        BodyTooLarge: _refuse_large_body,
        BodyTooSlow: _refuse_slow_body,
    }
    free = [DESCRIPTION, cayw.ADDRESS, JSON_RPC, *EXPORTS]
    app: ASGIApp = Starlette(routes=routes, exception_handlers=handlers)
    app = Guard(app, token, Rate(A_SECOND, AT_ONCE), free=free)
    if origins:
        headers = ["Authorization", "Content-Type"]
        app = CORSMiddleware(app, list(origins), ["GET", "POST"], headers)
    return LocalOnly(app, ports, origins)


class _Endpoints:
    """Takes requests apart and asks, a few at a time, off the thread that serves."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._turns: dict[int, anyio.CapacityLimiter] = {}

    async def post(self, question: str, request: Request) -> Response:
        """Answer a request whose values are its body."""
        try:
            values = json.loads(await request.body())
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, dict):
            return failure(not_json(), _BAD_USE)
        return await self._answered(question, values, request)

    async def paper(self, request: Request) -> Response:
        """Answer what a paper's address asks for."""
        values: Json = {**request.query_params, "id": request.path_params["id"]}
        if str(values.get("passages", "")).isdecimal():  # an address has texts alone
            values["passages"] = int(values["passages"])
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


async def _refuse_large_body(_: Request, _error: Exception) -> Response:
    return too_large()


async def _refuse_slow_body(_: Request, _error: Exception) -> Response:
    return too_slow()


async def _no_such_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    usage_error = UsageError(
        "The service has no address “{method} {path}”.",
        method=request.method,
        path=request.url.path[:200],
        remedy="See /openapi.json for all addresses.",
    )
    response = failure(usage_error, error.status_code)
    response.headers.update(error.headers or {})
    return response


# --- the OpenAPI description ------------------------------------------------------------
#
# The OpenAPI document of the service, made from the requests that are checked and from the forms
# of the answers.

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
    "500": "An error occurred in Cocite",
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
    paths["/papers/{id}"] = {"get": _paper(schemas)}
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
    doc_text = inspect.getdoc(kind) or ""
    content = {"application/json": {"schema": _refer_to_schema(schema, schemas)}}
    return {
        "operationId": path.strip("/"),
        "summary": doc_text.partition("\n")[0],
        "description": doc_text,
        "requestBody": {"required": True, "content": content},
        "responses": _responses(path.strip("/"), schemas),
    }


def _refer_to_schema(schema: Json, schemas: Json) -> Json:
    """Return a reference to a schema that has a name, else itself, with its parts named too."""
    schemas |= schema.pop("$defs", {})
    if "title" not in schema:
        return schema
    schemas[schema["title"]] = schema
    return {"$ref": _SCHEMAS + schema["title"]}


def _paper(schemas: Json) -> Json:
    fields = QUESTIONS["paper"].model_json_schema()["properties"]

    def parameter(name: str, where: str, description: str) -> Json:
        schema = fields[name]
        return {
            "name": name, "in": where, "required": where == "path",
            "schema": schema, "description": description,
        }  # fmt: skip

    return {
        "operationId": "paper",
        "summary": "A paper's record, with passages of its full text.",
        "parameters": [
            parameter("id", "path", "The paper's id; it may hold slashes."),
            parameter("query", "query", "Passages that fit best; else the first."),
            parameter("passages", "query", "As many passages at most; 5 by default."),
        ],
        "responses": _responses("paper", schemas),
    }


def _responses(question: str, schemas: Json) -> dict[str, Any]:  # Any: JSON values
    def of(description: str, schema: Json) -> Json:
        return {"description": description, "content": {"application/json": {"schema": schema}}}

    failed = {"$ref": _SCHEMAS + "Failure"}
    failures = {status: of(failure_text, failed) for status, failure_text in _FAILURES.items()}
    adapter = TypeAdapter(ANSWER_FORMS[question])
    schema = adapter.json_schema(ref_template=_SCHEMAS + "{model}", mode="serialization")
    return {"200": of("The answer", _refer_to_schema(schema, schemas))} | failures


# --- what a request must fulfil ---------------------------------------------------------
#
# What a request must fulfil before anything is answered: from this computer, and with the token.
#
# A web page in a browser reaches the loopback address too, by a name of its own that leads there
# (DNS rebinding) or by a form that it sends. So the host that is asked for must be the loopback
# address, an origin must be listed, and the token, which no page can read, must come along.

MAX_BODY = 24_000_000
"""Bytes of a request: the longest document, where each character takes four and more."""

MAX_FILE = 256_000_000
"""Bytes of a PDF that a browser saves."""

BODY_S = 30.0
"""For which a request may take until all of it is there."""

_FREE_FOLDERS = (CONNECTOR, ZOTXT)
"""Addresses in place of Zotero: those that ask know no token. Each is there if switched on."""

_LOCAL_NAMES = ("127.0.0.1", "localhost")
_WIDE_OPEN = frozenset({"cross-site", "same-site"})

Clock = Callable[[], float]


def answer(value: object, status: int = 200) -> Response:
    """Return a value as JSON."""
    content = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(content, status, headers, "application/json")


def failure(error: EngineError, status: int) -> Response:
    """Return a failure as JSON: one sentence, what to do about it, and of which kind it is."""
    details = {"error": str(error), "remedy": str(error.remedy), "kind": type(error).__name__}
    return answer(details, status)


class Rate:
    """Lets so many requests a second through, and as many at once after a pause. Thread-safe."""

    def __init__(self, a_second: float, at_once: int, clock: Clock = time.monotonic) -> None:
        self._a_second, self._most, self._clock = a_second, float(at_once), clock
        self._remaining_tokens, self._at = float(at_once), clock()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Count a request; return whether it is one too many."""
        with self._lock:
            now = self._clock()
            self._remaining_tokens = min(
                self._most, self._remaining_tokens + (now - self._at) * self._a_second
            )
            self._at = now
            if self._remaining_tokens < 1:
                return False
            self._remaining_tokens -= 1
            return True


class LocalOnly:
    """Refuses what was asked for by another name than this computer's, or by a web page."""

    def __init__(self, app: ASGIApp, ports: Collection[int], origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in _LOCAL_NAMES for port in ports}
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on a request."""
        refused = self._refused(scope) if scope["type"] == "http" else None
        if refused is not None:
            await failure(refused, 403)(scope, receive, send)
        elif scope["type"] != "websocket":
            await self._app(scope, receive, send)

    def _refused(self, scope: Scope) -> UsageError | None:
        hosts, origins, sites = (
            [value.decode("latin-1").lower() for name, value in scope["headers"] if name == key]
            for key in (b"host", b"origin", b"sec-fetch-site")
        )
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return UsageError(
                "Cocite only accepts requests from this computer.",
                remedy="Use 127.0.0.1 and the port in the file of the service.",
            )
        if is_of_connector(scope["path"], scope["headers"]):
            return None
        by_page = not origins and any(site in _WIDE_OPEN for site in sites)
        if by_page or any(origin not in self._origins for origin in origins):
            return UsageError(
                "Requests from this web page are not allowed.",
                remedy="To allow them, start cocite serve with --origin and its origin.",
            )
        return None


class Guard:
    """Refuses requests without the token, too many of them, and too large ones."""

    def __init__(self, app: ASGIApp, token: str, rate: Rate, *, free: Collection[str]) -> None:
        """Take the token that must come along, but for the ``free`` paths."""
        self._app = app
        self._expected = f"bearer {token}".encode()
        self._rate = rate
        self._free = frozenset(free)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        response = self._refused(scope)
        if response is not None:
            await response(scope, receive, send)
            return
        await self._app(scope, _limited(receive, _most_bytes(scope["path"])), send)

    def _refused(self, scope: Scope) -> Response | None:
        if not self._rate.take():
            error = UsageError(
                "Too many requests in a short time.", remedy="Wait a second and try again."
            )
            response = failure(error, 429)
            response.headers["Retry-After"] = "1"
            return response
        headers = dict(scope["headers"])
        is_free = scope["path"] in self._free or scope["path"].startswith(_FREE_FOLDERS)
        if not is_free and not self._is_known(headers):
            error = UsageError(
                "The token is missing or wrong.",
                remedy="Send the header “Authorization: Bearer …” with the token in the file of "
                "the service; it is a new one at each start.",
            )
            response = failure(error, 401)
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        length = headers.get(b"content-length", b"0")
        is_larger = not length.isdigit() or int(length) > _most_bytes(scope["path"])
        return too_large() if is_larger else None

    def _is_known(self, headers: dict[bytes, bytes]) -> bool:
        kind, _, token = headers.get(b"authorization", b"").partition(b" ")
        sent_token = kind.lower() + b" " + token.strip()
        return secrets.compare_digest(sent_token, self._expected)


class BodyTooLarge(Exception):
    """More was sent than a request may hold."""


class BodyTooSlow(Exception):
    """A request took too long until all of it was there."""


def too_slow() -> Response:
    """Return what is said of a request that took too long to come."""
    error = UsageError(
        "The request was not complete within {seconds:.0f} seconds.",
        seconds=BODY_S,
        remedy="Send the whole request at once.",
    )
    response = failure(error, 408)
    response.headers["Connection"] = "close"
    return response


def too_large() -> Response:
    """Return what is said of a request that is too large."""
    error = UsageError(
        "The request is larger than {megabytes} MB.",
        megabytes=MAX_BODY // 1_000_000,
        remedy="Send a single chapter instead of the whole document.",
    )
    return failure(error, 413)


def not_json() -> UsageError:
    """Return what is said of a body that is no JSON object."""
    return UsageError(
        "The request is not a JSON object.",
        remedy="See /openapi.json for the fields of each request.",
    )


def _most_bytes(path: str) -> int:
    """Return how large a request to an address may be."""
    return MAX_FILE if path.startswith(CONNECTOR) else MAX_BODY


def _limited(receive: Receive, most_bytes: int) -> Receive:
    """Return a ``receive`` that stops at a body that is too large, or that comes too slowly."""
    total, until, more = 0, time.monotonic() + BODY_S, True

    async def receive_counted() -> Message:
        nonlocal total, more
        try:
            with anyio.fail_after(until - time.monotonic() if more else None):
                message = await receive()
        except TimeoutError as error:
            raise BodyTooSlow from error
        more = bool(message.get("more_body", False))
        total += len(message.get("body", b""))
        if total > most_bytes:
            raise BodyTooLarge
        return message

    return receive_counted


logger = logging.getLogger(__name__)

PORT = 23120
"""Tried first, so that a program can be told once; any free one else."""

_LOOPBACK = "127.0.0.1"
_TAKEN = frozenset((errno.EADDRINUSE, errno.EACCES))
_START_S, _STOP_S = 30.0, 10.0


class Service:
    """Serves one library to the programs of this computer, from ``start`` until ``close``."""

    def __init__(
        self,
        ask: Ask,
        pick: Answer,
        library: Path,
        *,
        port: int | None = None,
        origins: Collection[str] = (),
        zotero: ZoteroAccess = _CLOSED_ACCESS,
    ) -> None:
        """Serve at a port of one's own choice, or at any; what is asked of Zotero at its own too.

        ``zotero_problem`` says why Zotero's port is not served although it should be.
        """
        self._ask, self._pick, self._library = ask, pick, library
        self._port, self._origins, self._zotero = port, tuple(origins), zotero
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.address: Address | None = None
        self.zotero_problem: UsageError | None = None

    @property
    def url(self) -> str:
        """Where it is served, "" while it is not."""
        return self.address.url if self.address else ""

    @property
    def file(self) -> Path:
        """The file that says where, with the token."""
        return address_file(self._library)

    def start(self) -> Address:
        """Serve from now on; return where.

        Raises:
            UsageError: the port is taken, or no port of this computer can be had.
            LibraryError: the file with the token cannot be written.
        """
        listening = [self._socket()]
        port = listening[0].getsockname()[1]
        if self._zotero.is_open and port != ZOTERO_PORT:
            listening += self._listen_for_zotero()
        token = secrets.token_urlsafe(32)
        address = Address(f"http://{_LOOPBACK}:{port}", token, str(self._library), os.getpid())
        started = threading.Event()
        ports = [one.getsockname()[1] for one in listening]
        app = service_app(self._ask, self._pick, token, ports, self._origins, self._zotero)

        def serve() -> None:
            from core.programs.http.running import serve_until

            with contextlib.ExitStack() as sockets:
                for one in listening:
                    sockets.enter_context(contextlib.closing(one))
                serve_until(app, listening, started, self._stop)

        self._thread = threading.Thread(target=serve, name="service", daemon=True)
        self._thread.start()
        if not started.wait(_START_S):
            self.close()
            raise UsageError(
                "The service did not start within {seconds:.0f} seconds.",
                seconds=_START_S,
                remedy="Try again. The log has the details.",
            )
        try:
            write_address(address_file(self._library), address)
        except BaseException:
            self.close()
            raise
        self.address = address
        return address

    def close(self) -> None:
        """Take the file away, and answer no more. May be called again."""
        if self.address is not None and read_address(self._library) == self.address:
            with contextlib.suppress(OSError):
                address_file(self._library).unlink()
        self.address = None
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_STOP_S)

    def _listen_for_zotero(self) -> list[socket.socket]:
        """Return a socket at Zotero's port, none if Zotero itself or another program has it."""
        try:
            return [_listen(ZOTERO_PORT)]
        except OSError:
            self.zotero_problem = UsageError(
                "Port {port} is used by another program, perhaps by Zotero.",
                port=ZOTERO_PORT,
                remedy="Quit Zotero and turn the setting off and on again, or give the plug-in"
                " the address of Cocite.",
            )
            return []

    def _socket(self) -> socket.socket:
        try:
            if self._port is not None:
                return _listen(self._port)
            try:
                return _listen(PORT)
            except OSError:
                return _listen(0)
        except OSError as error:
            if self._port and error.errno in _TAKEN:
                raise UsageError(
                    "Port {port} is already used by another program.",
                    port=self._port,
                    remedy="Choose another port, or leave out --port.",
                ) from error
            raise UsageError(
                "Cocite cannot open a port on this computer: {reason}.",
                reason=error.strerror or str(error),
                remedy="Allow Cocite to listen on 127.0.0.1 in the firewall settings.",
            ) from error


def _listen(port: int) -> socket.socket:
    """Return a socket at a port of the loopback address.

    Raises:
        OSError: the port cannot be had.
    """
    new_socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would let another program take the port as well
            new_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        new_socket.bind((_LOOPBACK, port))
    except OSError:
        new_socket.close()
        raise
    return new_socket

"""What a request must fulfil before anything is answered: from this computer, and with the token.

A web page in a browser reaches the loopback address too, by a name of its own that leads there (DNS
rebinding) or by a form that it sends. So the host that is asked for must be the loopback address,
an origin must be listed, and the token, which no page can read, must come along.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Collection

import anyio
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.base.errors import EngineError, UsageError

MAX_BODY = 24_000_000
"""Bytes of a request: the longest document, where each character takes four and more."""

BODY_S = 30.0
"""For which a request may take until all of it is there."""

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

    def __init__(self, app: ASGIApp, port: int, origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in _LOCAL_NAMES}
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
        await self._app(scope, _limited(receive), send)

    def _refused(self, scope: Scope) -> Response | None:
        if not self._rate.take():
            error = UsageError(
                "Too many requests in a short time.", remedy="Wait a second and try again."
            )
            response = failure(error, 429)
            response.headers["Retry-After"] = "1"
            return response
        headers = dict(scope["headers"])
        if scope["path"] not in self._free and not self._is_known(headers):
            error = UsageError(
                "The token is missing or wrong.",
                remedy="Send the header “Authorization: Bearer …” with the token in the file of "
                "the service; it is a new one at each start.",
            )
            response = failure(error, 401)
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        length = headers.get(b"content-length", b"0")
        return too_large() if not length.isdigit() or int(length) > MAX_BODY else None

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


def _limited(receive: Receive) -> Receive:
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
        if total > MAX_BODY:
            raise BodyTooLarge
        return message

    return receive_counted

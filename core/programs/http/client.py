"""Asks the service of another process of this computer, such as that of the window."""

from __future__ import annotations

import http.client
import json
import selectors
import threading
import time
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.errors import (
    EngineError,
    FormatError,
    LibraryError,
    LibraryReadOnlyError,
    NoSentenceError,
    UnknownPaperError,
    UsageError,
)
from core.base.jobs import Job, SilentJob
from core.programs.http.addresses import Address, read_address
from core.programs.json_forms import Json

_CONNECT_S, _PROBE_S = 5.0, 5.0
_ANSWER_S, _READING_S = 60.0, 600.0
"""Until a question is given up; a long manuscript takes minutes to read."""

_READING = frozenset({"audit", "gaps"})

_TICK_S = 0.05
_BUSY = {http.HTTPStatus.TOO_MANY_REQUESTS, http.HTTPStatus.SERVICE_UNAVAILABLE}
_BUSY_S, _TRIES = 1.0, 3
_KINDS: dict[str, type[EngineError]] = {
    kind.__name__: kind
    for kind in (
        FormatError,
        LibraryError,
        LibraryReadOnlyError,
        NoSentenceError,
        UnknownPaperError,
        UsageError,
    )
}


class ServiceGoneError(EngineError):
    """No service of this library answers there any more."""


class RemotePrograms:
    """Asks as ``Programs`` answers, through a service. Calls block; any thread may ask."""

    def __init__(self, address: Address) -> None:
        self.address = address

    def ask(
        self,
        question: str,
        values: Mapping[str, Any],
        job: Job | None = None,
        *,
        seconds: float | None = None,
    ) -> Json:
        """Answer a question; what fails there fails here in the same words.

        Raises:
            ServiceGoneError: the service ended, or serves another library by now.
            JobCancelled: a stop was asked for; the service is told by the closed connection.
        """
        if seconds is None:
            seconds = _READING_S if question in _READING else _ANSWER_S
        for attempt in range(1, _TRIES + 1):
            status, content = self._sent(question, values, job or SilentJob(), seconds)
            if status not in _BUSY or attempt == _TRIES:
                break
            threading.Event().wait(_BUSY_S)
        if status == http.HTTPStatus.OK:
            answer: Json = json.loads(content)
            return answer
        if status in (http.HTTPStatus.UNAUTHORIZED, http.HTTPStatus.FORBIDDEN):
            raise _service_gone()  # another service listens there: the token is new at each start
        raise _failure(status, content)

    def _sent(
        self, question: str, values: Mapping[str, Any], job: Job, seconds: float
    ) -> tuple[int, bytes]:
        host = urllib.parse.urlsplit(self.address.url).netloc
        # Not through urllib: a proxy of the environment must not see it.
        connection = http.client.HTTPConnection(host, timeout=_CONNECT_S)
        method, path, body = _request(question, values)
        headers = {
            "Authorization": f"Bearer {self.address.token}",
            "Content-Type": "application/json",
        }
        try:
            connection.request(method, path, body, headers)
            _wait_for_answer(connection, job, seconds)
            connection.sock.settimeout(max(seconds, _CONNECT_S))
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise _service_gone() from error
        finally:
            connection.close()


def connected(library: Path) -> RemotePrograms | None:
    """Return the service of a library if one answers now."""
    address = read_address(library)
    if address is None:
        return None
    remote = RemotePrograms(address)
    try:
        remote.ask("search", {"query": "cocite", "limit": 1}, seconds=_PROBE_S)
    except EngineError:
        return None
    return remote


def _wait_for_answer(connection: http.client.HTTPConnection, job: Job, seconds: float) -> None:
    """Wait until the first byte of an answer is there."""
    until = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        while not selector.select(_TICK_S):
            job.check()
            if time.monotonic() > until:
                raise TimeoutError


def _service_gone() -> ServiceGoneError:
    return ServiceGoneError(
        "Cocite stopped answering.",
        remedy="Open the library in Cocite again, or wait until it is closed.",
    )


def _failure(status: int, content: bytes) -> EngineError:
    """Return the failure that a service told."""
    try:
        answer = json.loads(content)
        kind = _KINDS.get(answer.get("kind", ""), EngineError)
        remedy = str(answer.get("remedy", ""))
        return kind("{text}", text=str(answer["error"]), remedy="{advice}", advice=remedy)
    except (ValueError, KeyError, AttributeError):
        return EngineError(
            "Cocite is busy or an error occurred (status {status}).",
            status=status,
            remedy="Try again. The log has the details.",
        )


def _request(question: str, values: Mapping[str, Any]) -> tuple[str, str, bytes]:
    if question != "paper":
        return "POST", f"/{question}", json.dumps(values).encode()
    query_values = {name: value for name, value in values.items() if name != "id"}
    paper = urllib.parse.quote(str(values.get("id", "")), safe="/:")
    return "GET", f"/papers/{paper}?{urllib.parse.urlencode(query_values)}", b""

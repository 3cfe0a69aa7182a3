"""Runs uvicorn on a socket until it is asked to stop; the only module that imports uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from typing import ClassVar

import h11
import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

_GRACE_S = 5
_MOST_AT_ONCE = 64
"""Requests that are answered at once."""

_MOST_OPEN = 256
"""Connections; those that wait for a request make way for new ones, the oldest first."""

_KEEP_ALIVE_S = 30
"""For which a connection may wait for another request."""

HEADERS_S = 10.0
"""For which a connection may wait before its first request is there, or send the head of one."""


class _Connection(H11Protocol):
    """A connection that is closed where no whole head of a request comes in time.

    uvicorn counts open connections among the requests at once, so a few that never ask would keep
    all others from being answered.
    """

    _waiting: ClassVar[dict[_Connection, None]] = {}
    """Connections of this process that wait for the head of a request, the oldest first."""

    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.limit_concurrency = None  # by ``connections``; requests are counted below
        self._wait(HEADERS_S)
        if len(self.connections) > _MOST_OPEN and self._waiting:
            next(iter(self._waiting)).leave()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._end_wait()
        super().connection_lost(exc)

    @override
    def handle_events(self) -> None:
        busy = len(self.tasks) >= _MOST_AT_ONCE
        self.limit_concurrency = 0 if busy else None  # 0: uvicorn answers that it is busy
        requests = self.scope
        super().handle_events()
        if self.scope is not requests:
            self._end_wait()

    @override
    def on_response_complete(self) -> None:
        scope = self.scope
        super().on_response_complete()
        if self.scope is scope and not self.transport.is_closing():
            self._wait(_KEEP_ALIVE_S)

    def leave(self) -> None:
        """Close the connection: no request is there yet."""
        self._end_wait()
        if not self.transport.is_closing():
            with contextlib.suppress(h11.LocalProtocolError):
                self.conn.send(h11.ConnectionClosed())
            self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._end_wait()
        self._waiting[self] = None
        self._deadline = self.loop.call_later(seconds, self.leave)

    def _end_wait(self) -> None:
        self._waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Server(uvicorn.Server):
    """Says when it has started, and stops when an event of another thread is set."""

    def __init__(
        self, config: uvicorn.Config, started: threading.Event, stop: threading.Event
    ) -> None:
        super().__init__(config)
        self._has_started, self._stop = started, stop

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._has_started.set()

    @override
    async def on_tick(self, counter: int) -> bool:
        return self._stop.is_set() or await super().on_tick(counter)


def serve_until(
    app: ASGIApp,
    listening: list[socket.socket],
    started: threading.Event,
    stop: threading.Event,
) -> None:
    """Serve on bound sockets; ``started`` is set once it answers, ``stop`` ends it."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=_Connection,
        ws="none",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_GRACE_S,
    )
    asyncio.run(_Server(config, started, stop).serve(listening))

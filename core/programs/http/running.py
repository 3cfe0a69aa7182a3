"""Runs uvicorn on a socket until it is asked to stop; the only module that imports uvicorn."""

from __future__ import annotations

import asyncio
import socket
import threading

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

_GRACE_S = 5
_MOST_AT_ONCE = 64


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
    app: ASGIApp, listening: socket.socket, started: threading.Event, stop: threading.Event
) -> None:
    """Serve on a bound socket; ``started`` is set once it answers, ``stop`` ends it."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http="h11",
        ws="none",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_MOST_AT_ONCE,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_GRACE_S,
    )
    asyncio.run(_Server(config, started, stop).serve([listening]))

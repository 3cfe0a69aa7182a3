"""The service itself: a socket on the loopback address, a thread, and the file with the token."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import socket
import threading
from collections.abc import Collection
from pathlib import Path

from core.base.errors import UsageError
from core.programs.http.addresses import Address, address_file, read_address, write_address
from core.programs.http.cayw import Answer
from core.programs.http.routes import Ask, service_app

logger = logging.getLogger(__name__)

PORT = 23120
"""Tried first, so that a program can be told once; any free one else."""

_LOOPBACK = "127.0.0.1"
_START_S, _STOP_S = 30.0, 10.0


class Service:
    """Serves one library to the programs of this computer, from ``start`` until ``close``."""

    def __init__(
        self,
        ask: Ask,
        pick: Answer,
        library: Path,
        *,
        port: int = PORT,
        origins: Collection[str] = (),
    ) -> None:
        self._ask, self._pick, self._library = ask, pick, library
        self._port, self._origins = port, tuple(origins)
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.address: Address | None = None

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
            UsageError: no port of this computer can be had.
            LibraryError: the file with the token cannot be written.
        """
        listening = self._socket()
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(32)
        address = Address(f"http://{_LOOPBACK}:{port}", token, str(self._library), os.getpid())
        started = threading.Event()
        app = service_app(self._ask, self._pick, token, port, self._origins)

        def serve() -> None:
            from core.programs.http.running import serve_until

            with contextlib.closing(listening):
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

    def _socket(self) -> socket.socket:
        new_socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name != "nt":  # there it would let another program take the port as well
                new_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                new_socket.bind((_LOOPBACK, self._port))
            except OSError:
                new_socket.bind((_LOOPBACK, 0))
        except OSError as error:
            new_socket.close()
            raise UsageError(
                "Cocite cannot open a port on this computer: {reason}.",
                reason=error.strerror or str(error),
                remedy="Allow Cocite to listen on 127.0.0.1 in the firewall settings.",
            ) from error
        return new_socket

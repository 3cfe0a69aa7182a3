"""The service itself: a socket on the loopback address, a thread, and the file with the token."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import secrets
import socket
import threading
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from core.base.errors import UsageError
from core.base.files import writing
from core.programs.http.cayw import Answer
from core.programs.http.routes import Ask, service_app

logger = logging.getLogger(__name__)

PORT = 23120
"""Tried first, so that a program can be told once; any free one else."""

_LOOPBACK = "127.0.0.1"
_START_S, _STOP_S = 30.0, 10.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where a library is served, with what a program must send along."""

    url: str
    token: str
    library: str
    process: int


def address_file(library: Path) -> Path:
    """Return the file that says where a library is served. Only its owner may read it."""
    named = hashlib.blake2b(str(library.resolve()).encode("utf-8", "surrogatepass"), digest_size=8)
    data = Path(platformdirs.user_data_dir("cocite", appauthor=False))
    return data / "services" / f"{named.hexdigest()}.json"


def read_address(library: Path) -> Address | None:
    """Return what the file of a library says; ``None`` if there is none, or it says nothing."""
    try:
        return Address(**json.loads(address_file(library).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


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
                remedy="Try again; the log says more.",
            )
        try:
            _write(address_file(self._library), address)
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
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name != "nt":  # there it would let another program take the port as well
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                made.bind((_LOOPBACK, self._port))
            except OSError:
                made.bind((_LOOPBACK, 0))
        except OSError as error:
            made.close()
            raise UsageError(
                "No port of this computer can be opened: {reason}.",
                reason=error.strerror or str(error),
                remedy="Let Cocite listen on 127.0.0.1 in the settings of the firewall.",
            ) from error
        return made


def _write(path: Path, address: Address) -> None:
    """Write the file of a service so that nobody else can read it at any moment."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(address), file)
        new.replace(path)

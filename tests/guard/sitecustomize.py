"""Holds a process of the tests to this machine, and hides Qt from it where that is asked for.

Its folder stands first on PYTHONPATH while the tests run, so Python imports it at the start of
every child process as well; ``tests/conftest.py`` runs it in the test process itself. An audit
hook sees what every Python caller does, however it got hold of the socket module. Code that does
not go through Python's sockets finds a proxy on a closed port (set by conftest).

Two variables steer it: COCITE_TEST_REFUSED names the file that takes one line per refused
attempt, COCITE_TEST_WITHOUT_QT=1 makes Qt unimportable.
"""

from __future__ import annotations

import os
import sys

_QT = frozenset({"PySide6", "shiboken6", "PyQt5", "PyQt6", "PySide2"})
_LOCAL_FAMILIES = frozenset({"AF_UNIX", "AF_NETLINK", "AF_ALG"})
_REACHING_OUT = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_LOOKING_UP = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


class NetworkRefusedError(ConnectionRefusedError):
    """A test, or a process it started, tried to leave this machine."""


def _is_loopback(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host is None or host in ("", "localhost", "::1"):
        return True
    if not isinstance(host, str):
        return False
    parts = host.removeprefix("::ffff:").split(".")
    return len(parts) == 4 and parts[0] == "127" and all(part.isdecimal() for part in parts)


def _destination(event: str, arguments: tuple[object, ...]) -> object:
    """Name the foreign host the event is after, or ``None`` when it stays on this machine."""
    if event in _LOOKING_UP:
        return None if _is_loopback(arguments[0]) else arguments[0]
    sock, address = arguments[0], arguments[-1]
    if getattr(getattr(sock, "family", None), "name", "") in _LOCAL_FAMILIES or address is None:
        return None
    host = address[0] if isinstance(address, tuple) else address
    return None if _is_loopback(host) else address


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _REACHING_OUT and event not in _LOOKING_UP:
        return
    destination = _destination(event, arguments)
    if destination is None:
        return
    record = os.environ.get("COCITE_TEST_REFUSED")
    if record:
        with open(record, "a", encoding="utf-8") as lines:  # noqa: PTH123 - runs at every start
            lines.write(f"{event} {destination!r} in process {os.getpid()}\n")
    raise NetworkRefusedError(f"The tests refuse to reach {destination!r}.")


class _QtRefused:
    """A finder that says of every Qt binding that it is not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in _QT:
            raise ModuleNotFoundError(f"No module named {name!r} (hidden by the tests)", name=name)


if not getattr(sys, "_cocite_guarded", False):
    sys._cocite_guarded = True
    sys.addaudithook(_watch)
    if os.environ.get("COCITE_TEST_WITHOUT_QT") == "1":
        sys.meta_path.insert(0, _QtRefused())

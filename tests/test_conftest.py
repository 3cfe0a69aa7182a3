"""The tests' own promises: no network, folders of their own, Qt hidden where asked."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

FOREIGN = "192.0.2.1"  # reserved for documentation, never routed

ATTEMPTS = {
    "connect": f"socket.create_connection(({FOREIGN!r}, 80), timeout=1)",
    "udp": f"socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ({FOREIGN!r}, 53))",
    "lookup": "socket.getaddrinfo('example.org', 443)",
    "http": "__import__('urllib.request').request.build_opener("
    "__import__('urllib.request').request.ProxyHandler({})).open('http://example.org')",
}


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_a_connection_to_another_machine_is_refused_here(refused: Path) -> None:
    with pytest.raises(ConnectionRefusedError, match="The tests refuse"):
        socket.create_connection((FOREIGN, 80), timeout=1)
    assert FOREIGN in refused.read_text(encoding="utf-8")
    refused.unlink()


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_a_connection_is_refused_in_a_child_process_too(attempt: str, refused: Path) -> None:
    child = run_python(f"import socket\n{attempt}")
    assert child.returncode == 1
    assert "The tests refuse to reach" in child.stderr
    assert refused.read_text(encoding="utf-8").count("\n") == 1
    refused.unlink()


def test_loopback_stays_open() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()[:2], timeout=5) as client,
    ):
        client.sendall(b"x")


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no Unix sockets on this system")
def test_unix_sockets_stay_open(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "s"))
        server.listen()
        client.connect(str(tmp_path / "s"))


def test_the_users_own_folders_are_out_of_reach(own_folders: Path) -> None:
    for folder in (platformdirs.user_data_path("cocite"), platformdirs.user_cache_path("cocite")):
        assert folder.is_relative_to(own_folders)
    assert Path.home() == own_folders


@pytest.mark.parametrize("package", ["PySide6", "PySide6.QtCore", "shiboken6"])
def test_qt_can_be_hidden_from_a_child_process(package: str) -> None:
    child = run_python(f"import {package}", COCITE_TEST_WITHOUT_QT="1")
    assert f"ModuleNotFoundError: No module named '{package.partition('.')[0]}" in child.stderr


JUDGED = """
import contextlib, gc, logging, socket

def test_that_logs_a_warning():
    logging.getLogger("core.library").warning("odd")

def test_that_expects_the_warning(caplog):
    logging.getLogger("core.library").warning("odd")

def test_that_hides_a_connection():
    with contextlib.suppress(OSError):
        socket.create_connection(("192.0.2.1", 80))

def test_that_is_quiet():
    logging.getLogger("core.library").info("fine")

def test_whose_module_was_imported_without_a_search_for_garbage():
    assert not SEARCHES
    assert gc.get_freeze_count()

SEARCHES = gc.isenabled()
"""


def test_a_warning_or_a_hidden_connection_fails_a_test(tmp_path: Path) -> None:
    (tmp_path / "test_judged.py").write_text(JUDGED, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
    ]
    child = subprocess.run(
        [*command, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "5 passed, 2 errors" in child.stdout, child.stdout + child.stderr
    assert "unexpected in the log" in child.stdout
    assert "tried to reach another machine" in child.stdout

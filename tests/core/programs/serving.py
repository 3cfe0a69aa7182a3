"""A library that a real child process serves, and a way to ask it."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from core.base.records import PaperRecord
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.programs.http.addresses import read_address
from tests.core.conftest import RECORDS

KEYED = PaperRecord(
    id="t:keyed",
    title="Contrastive learning with citation graphs",
    abstract="We learn contrastive vectors from a citation graph.",
    authors=("Ada Byron",),
    year=2021,
    doi="10.55555/keyed.1",
)

_WINDOW = """
import sys, threading
from PySide6.QtCore import QMetaObject, Qt
from PySide6.QtWidgets import QApplication

def quit_at_the_end_of_input():
    sys.stdin.read()
    QMetaObject.invokeMethod(QApplication.instance(), "quit", Qt.ConnectionType.QueuedConnection)

threading.Thread(target=quit_at_the_end_of_input, daemon=True).start()
from desktop.__main__ import main
raise SystemExit(main([sys.argv[1]]))
"""
_WINDOW_S = 180.0

__all__ = ["KEYED", "Served", "fill", "served", "window_open"]


def fill(folder: Path) -> None:
    """Make a small library with its keyword index."""
    with Library.open(folder, create=True) as opened:
        list(opened.papers.add([*RECORDS, KEYED], source="test"))
        WordIndex(folder / "words", opened.identity).follow(opened.papers)


@dataclass(frozen=True, slots=True)
class Served:
    """A service in another process."""

    process: subprocess.Popen[str]
    address_file: Path
    url: str
    token: str

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        **changed: str | None,
    ) -> tuple[int, dict[str, str], Any]:
        """Send a request with headers as they should be, but for those ``changed``."""
        host = urlsplit(self.url).netloc
        headers: dict[str, str | None] = {
            "Host": host,
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
        }
        headers |= {name.replace("_", "-"): value for name, value in changed.items()}
        connection = http.client.HTTPConnection(host, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None and "Content-Length" not in headers:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            content = response.read()
            given = {name.lower(): value for name, value in response.getheaders()}
            return response.status, given, json.loads(content) if content[:1] == b"{" else content
        finally:
            connection.close()

    def ask(self, path: str, **values: object) -> Any:  # noqa: ANN401 - JSON
        """Post a question that is answered."""
        status, _, answer = self.send("POST", path, json.dumps(values).encode())
        assert status == 200, answer
        return answer


@contextmanager
def served(library: Path, data: Path, options: Sequence[str] = ()) -> Iterator[Served]:
    """Serve a library from a child whose data folder is ``data``; nothing may go elsewhere."""
    refused = data / "refused.txt"
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(data),
        "LOCALAPPDATA": str(data),
        "COCITE_TEST_REFUSED": str(refused),
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", "desktop", "serve", "--library", str(library), *options]
    process = subprocess.Popen(
        [*command, "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        assert lines[1], process.communicate()[1]
        path = Path(lines[1].rpartition(" is in ")[2].strip())
        address = json.loads(path.read_text(encoding="utf-8"))
        yield Served(process, path, address["url"], address["token"])
    finally:
        process.terminate()
        process.communicate(timeout=60)
        assert not refused.exists(), refused.read_text(encoding="utf-8")


@contextmanager
def window_open(library: Path, folder: Path) -> Iterator[None]:
    """Have the window open on a library, on no screen, with its settings in ``folder``.

    It serves other programs, whose data folder is its own, and is closed as a person closes it.
    """
    settings = folder / "cocite" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("serve_programs = true\n", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", _WINDOW, str(library)],
        env={
            **{
                name: value
                for name, value in os.environ.items()
                if name != "COCITE_TEST_WITHOUT_QT"
            },
            "XDG_CONFIG_HOME": str(folder),
            "QT_QPA_PLATFORM": "offscreen",
        },
        stdin=subprocess.PIPE,
    )
    try:
        until = time.monotonic() + _WINDOW_S
        while (address := read_address(library)) is None or address.process != process.pid:
            assert process.poll() is None, "the window ended"
            assert time.monotonic() < until, "the window serves nobody"
            threading.Event().wait(0.1)
        yield
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(_WINDOW_S)
        finally:
            process.kill()
        assert process.returncode == 0
        assert read_address(library) is None

"""A library in a fresh folder, and child processes that use one."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.base.records import PaperNumber, PaperRecord
from core.library.library import Library

StartChild = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with Library.open(folder, create=True) as library:
        yield library


@pytest.fixture
def start_child(tmp_path: Path) -> Iterator[StartChild]:
    """Start a script as a process of its own, with pipes; it is gone when the test ends."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str, *arguments: object, name: str = "importer") -> subprocess.Popen[str]:
        script = tmp_path / f"{name}.py"
        script.write_text(code, encoding="utf-8")
        child = subprocess.Popen(
            [sys.executable, str(script), *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()


@pytest.fixture
def attach(library: Library, tmp_path: Path) -> Callable[..., PaperNumber]:
    """Attach files, by name, to a new paper."""

    def attach(*names: str, to: PaperNumber | None = None) -> PaperNumber:
        if to is None:
            record = PaperRecord(title=f"Paper with {' and '.join(names)}")
            (outcome,) = library.papers.add([record], source="test")
            assert outcome.number is not None
            to = outcome.number
        for name in names:
            path = tmp_path / f"{name}.pdf"
            path.write_bytes(b"%PDF-1.7 " + name.encode())
            library.papers.attach_file(to, path, hashlib.sha256(name.encode()).hexdigest())
        return to

    return attach

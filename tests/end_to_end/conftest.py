"""What the first day needs: an invention with its files, and a command line in a process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.ui.theme import theme
from tests.conftest import CHECKOUT
from tests.end_to_end.desk import Desk, Sit
from tests.end_to_end.invention import Invention


@dataclass(frozen=True)
class Files:
    """An invention, and where it lies on the disk."""

    invention: Invention
    bib: Path
    pdf: Path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """A draft and a library that nobody has seen before. The seed shows when the test fails."""
    seed = random.SystemRandom().randrange(10**9)
    print(f"made up with the seed {seed}")  # noqa: T201 - pytest shows it beside a failure
    files = Files(Invention(seed), tmp_path / "references.bib", tmp_path / "draft.pdf")
    files.invention.write_bib(files.bib)
    files.invention.write_pdf(files.pdf)
    return files


@dataclass(frozen=True)
class Ended:
    """A command that ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:  # noqa: ANN401 - whatever was printed
        assert (self.code, "Traceback" in self.err) == (0, False), self.err
        return json.loads(self.out)


Command = Callable[..., Ended]


@pytest.fixture
def cocite() -> Command:
    """Run ``cocite`` as a person does, in a process of its own."""

    def run(*arguments: object) -> Ended:
        ran = subprocess.run(
            [sys.executable, "-m", "desktop", *map(str, arguments)],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return Ended(ran.returncode, ran.stdout, ran.stderr)

    return run


def must_not_run(*_: object, **__: object) -> None:
    """Stand for what must not be done a second time."""
    raise AssertionError("what was done before is done again")


@pytest.fixture
def sit_down(
    qapp: QApplication, qtbot: QtBot, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Sit]:
    """Start the program, on the same folders each time; the one before must be left."""
    monkeypatch.setattr(qapp, "quit", lambda: None)
    desks: list[Desk] = []

    def start() -> Desk:
        desks.append(Desk(qapp, qtbot, own_folders))
        return desks[-1]

    yield start
    for desk in desks:
        desk.leave()
    theme().choose("system")

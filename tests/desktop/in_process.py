"""What reads and encodes in this process: the processes of the program need seconds to start.

Files of a test's own making do no harm here.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript
from core.manuscript import sources
from core.manuscript.reader import EXTRACTOR
from core.manuscript.text.remarks import Marked, Remark
from core.models.manifest import Manifest
from tests.hash_encoder import HashEncoder

_TURN = threading.Lock()
"""PyMuPDF is used by one thread at a time."""


class ReaderHere:
    """Answers as a ``GuardedReader`` does."""

    EXTRACTOR = EXTRACTOR

    def __init__(self, *, behind: bool = False) -> None:
        self.behind = behind

    def start(self) -> None:
        """Nothing has to be started."""

    def read_manuscript(
        self, path: Path, job: Job | None = None, *, beginning: bool = False
    ) -> Manuscript:
        job = job or SilentJob()
        job.check()
        with _TURN:
            manuscript = sources.read_manuscript(path, max_pages=500, beginning=beginning)
        job.check()
        return manuscript

    def recognise(self, path: Path, job: Job | None = None) -> Manuscript:
        job = job or SilentJob()
        with _TURN:
            return sources.recognise(path, max_pages=50, report=job.report)

    def mark(
        self, path: Path, target: Path, remarks: Sequence[Remark], job: Job | None = None
    ) -> Marked:
        (job or SilentJob()).check()
        with _TURN:
            return replace(sources.mark(path, target, remarks), remarks=len(remarks))

    def close(self) -> None:
        """Nothing was opened."""

    def __enter__(self) -> ReaderHere:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class HashingHere(HashEncoder):
    """Answers as an ``EncoderProcess`` does; see ``HashEncoder``."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        super().__init__(manifest)
        self.folder = folder

    def wait_until_ready(self) -> None:
        """It is."""

    def kill(self) -> None:
        """There is no process."""

    def close(self) -> None:
        """Nothing was opened."""


def start_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let services that need a reader or a model from now on have it in this process."""
    monkeypatch.setattr("core.runtime.active_models.EncoderProcess", HashingHere)
    for module in ("core.manuscript.reader", "core.services.fulltexts"):
        monkeypatch.setattr(f"{module}.GuardedReader", ReaderHere)


def write_pdf(path: Path, about: str) -> Path:
    """Write a paper of two pages about something."""
    canvas = Canvas(str(path), invariant=True)
    lines = (
        (16, f"A season of {about}"),
        (12, "Abstract"),
        (10, f"We ask what a season of {about} is worth to those who wait for the night."),
        (12, "1 Introduction"),
        (10, f"Nobody has looked at {about} before, though many have walked past them."),
        (0, ""),
        (12, "2 Method"),
        (10, f"We counted {about} each night for a whole season, and on <most> nights twice."),
        (10, "Counting began when the first of us came and ended when the last had left."),
    )
    y = 780
    for size, text in lines:
        if not size:
            canvas.showPage()
            y = 780
            continue
        canvas.setFont("Times-Bold" if size > 10 else "Times-Roman", size)
        canvas.drawString(72, y, text)
        y -= 2 * size
    canvas.save()
    return path

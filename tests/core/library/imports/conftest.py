"""An import to run, and small files to feed it with."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.jobs import Job, JobCancelled, SilentJob
from core.base.records import (
    Manuscript,
)
from core.base.reports import ImportEntry, ImportReport
from core.library.imports.importing import import_sources
from core.library.library import Library

OLIVES = {"id": "x:1", "title": "The taste of olives in winter", "year": 2001}
TULIPS = {"id": "x:2", "title": "A census of garden tulips", "year": 2002}


class Stopping(SilentJob):
    """A job that is stopped after some checks."""

    def __init__(self, checks: int) -> None:
        self._left = checks

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise JobCancelled


class Listening(SilentJob):
    def __init__(self) -> None:
        self.reports: list[tuple[int, int, str]] = []

    def report(self, done: int, total: int, note: str = "") -> None:
        self.reports.append((done, total, note))


class Shelf:
    """Reads "PDFs" whose manuscripts the test made up, by file name."""

    def __init__(self) -> None:
        self.manuscripts: dict[str, Manuscript | Exception] = {}
        self.read_files: list[str] = []

    def read_manuscript(self, path: Path, _job: Job | None = None) -> Manuscript:
        self.read_files.append(path.name)
        held = self.manuscripts[path.name]
        if isinstance(held, Exception):
            raise held
        return held


def lines(path: Path, *values: object) -> Path:
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    path.parent.mkdir(parents=True, exist_ok=True)
    content = "".join(f"{text}\n" for text in texts).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def pdf(path: Path, content: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"%PDF-1.7\n" + (content or path.name).encode())
    return path


Import = Callable[..., tuple[ImportReport, list[ImportEntry]]]


@pytest.fixture
def run(library: Library) -> Import:
    def run(
        *sources: Path, parser: Shelf | None = None, only: str = "", job: Job | None = None
    ) -> tuple[ImportReport, list[ImportEntry]]:
        entries: list[ImportEntry] = []
        report = import_sources(
            library,
            sources,
            parser=parser,
            only=frozenset(only.split()),
            job=job,
            on_entry=entries.append,
        )
        return report, entries

    return run


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.added, report.merged, report.unchanged, len(report.refused)

"""A run of an import: progress, a stop, a failure of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import DiskFullError
from core.base.jobs import JobCancelled
from core.base.records import (
    Manuscript,
)
from core.library.imports import pdf_import
from core.library.library import Library
from tests.core.library.imports.conftest import (
    OLIVES,
    TULIPS,
    Import,
    Listening,
    Shelf,
    Stopping,
    counts,
    lines,
    pdf,
)


def test_progress_counts_files_or_records(run: Import, tmp_path: Path) -> None:
    one = lines(tmp_path / "one.jsonl", OLIVES)
    two = lines(tmp_path / "two.jsonl", TULIPS)
    job = Listening()
    run(one, two, job=job)
    assert job.reports == [(0, 2, "one.jsonl"), (1, 2, "two.jsonl"), (2, 2, "")]
    many = lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(250)))
    job = Listening()
    run(many, job=job)
    assert [done for done, _, _ in job.reports] == [0, 99, 199, 1]


def test_a_cancelled_import_keeps_finished_batches(
    library: Library, run: Import, tmp_path: Path
) -> None:
    file = lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(2_500)))
    with pytest.raises(JobCancelled):
        run(file, job=Stopping(2_300))
    assert library.papers.count() == 2_000
    assert counts(run(file)[0]) == (500, 0, 2_000, 0)


def test_a_failure_of_the_library_is_no_refusal(
    library: Library, run: Import, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise DiskFullError("No space is left.")

    monkeypatch.setattr(pdf_import, "keep_copy", full)
    shelf = Shelf()
    shelf.manuscripts["a.pdf"] = Manuscript(title="Walks")
    with pytest.raises(DiskFullError):
        run(pdf(tmp_path / "a.pdf"), parser=shelf)
    assert library.papers.count() == 0

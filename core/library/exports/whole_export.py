"""A whole library as a folder of JSON Lines and files, from which it is made again completely.

The folder holds ``sidecars/`` (every table as ``core.library.safety.sidecars`` writes it: papers
with their collections, tags, notes, citations, citing sentences, decisions, versions), ``files/``
(a copy of each attached file, wherever it lay) and ``papers.jsonl`` (the records alone, for other
programs). What can be made again is left out: vectors, indexes, the texts of PDFs.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from core.base.files import new_folder, require_empty, writing
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.records import Paper
from core.formats.jsonl import record_line
from core.library.database.connection import DATABASE, Database
from core.library.library import Library
from core.library.safety import sidecars
from core.library.safety.restoring import RebuildReport, rebuild
from core.library.safety.sidecars import Sidecars
from core.library.store.attachments import FILES, keep_copy

RECORDS = "papers.jsonl"

_BATCH = 1_000
_SIDE_FILES = ("", "-wal", "-shm")


@dataclass(slots=True)
class WholeReport:
    """What was written; ``missing`` are attached files that were not where they should be."""

    papers: int = 0
    files: int = 0
    missing: tuple[str, ...] = ()


def export_library(library: Library, folder: Path, job: Job | None = None) -> WholeReport:
    """Write a library into a new or empty folder; all of it, or nothing. Only reads the library.

    Raises:
        UsageError: something lies there already.
        LibraryError: the folder cannot be written.
        JobCancelled: a stop was asked for.
    """
    with new_folder(folder) as unfinished:
        return _write(library, unfinished, job or SilentJob())


def holds_library(folder: Path) -> bool:
    """Whether a folder was written by ``export_library``."""
    return (
        folder.is_dir()
        and not (folder / DATABASE).exists()
        and (folder / RECORDS).is_file()
        and bool(sidecars.stored_state(folder))
    )


def restore_library(exported: Path, folder: Path, job: Job | None = None) -> RebuildReport:
    """Make the library in ``exported`` again, in a new or empty folder.

    Raises:
        UsageError: something lies there already.
        LibraryNewerError: a later version of Cocite wrote it.
        LibraryError: the folder cannot be written.
    """
    job, folder = job or SilentJob(), folder.absolute()
    with writing(folder):
        require_empty(folder)
        for name in (sidecars.FOLDER, FILES):
            job.check()
            job.report(0, 0, Message("Copying {name}", name=name))
            if (exported / name).is_dir():
                shutil.copytree(exported / name, folder / name)
    return rebuild(folder, job)


def _write(library: Library, folder: Path, job: Job) -> WholeReport:
    """Write everything from a copy of the database, in which the files lie in the folder."""
    report = WholeReport()
    job.report(0, 0, "Copying the database")
    library.database.execute("VACUUM INTO ?", str(folder / DATABASE))
    with closing(Database(folder, write=True)) as copy:
        _carry_files(copy, library.folder, report, job)
        Sidecars(copy).follow(job, whole=True)
    with (folder / RECORDS).open("w", encoding="utf-8") as lines:
        for paper in _papers(library, job):
            lines.write(record_line(paper))
            report.papers += 1
    for ending in _SIDE_FILES:
        (folder / f"{DATABASE}{ending}").unlink(missing_ok=True)
    return report


def _carry_files(copy: Database, home: Path, report: WholeReport, job: Job) -> None:
    rows = copy.rows("SELECT number, path, sha256 FROM files ORDER BY number")
    missing = []
    for file_index, (number, path, sha256) in enumerate(rows):
        job.check()
        job.report(file_index, len(rows), "Copying files")
        source = home / path
        if not source.is_file():
            missing.append(str(source))
            continue
        copy_path = keep_copy(copy.folder, source, sha256).relative_to(copy.folder)
        copy.execute("UPDATE files SET path = ? WHERE number = ?", copy_path.as_posix(), number)
        report.files += 1
    report.missing = tuple(missing)


def _papers(library: Library, job: Job) -> Iterator[Paper]:
    numbers = library.papers.numbers()
    for start in range(0, len(numbers), _BATCH):
        job.check()
        job.report(start, len(numbers), "Writing records")
        yield from library.papers.get_many(numbers[start : start + _BATCH])

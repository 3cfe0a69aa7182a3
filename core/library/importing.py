"""Importing files, folders and corpora: what is read by which reader, and what became of it.

Streaming and batched. A record or a file that cannot be read is listed and costs only itself;
what was taken before a stop or a failure stays.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.errors import FormatError
from core.formats.corpus import edge_files, fulltext_files, papers_files
from core.formats.detect import READERS, Kind, kind_of, unknown_kind
from core.formats.entries import Entry
from core.formats.jsonl import read as read_papers
from core.jobs import Job, SilentJob
from core.library.attachments import content_hash, is_pdf
from core.library.corpus_import import import_edges, import_fulltexts
from core.library.import_run import BATCH, ImportRun, batches_of
from core.library.library import Library
from core.library.pdf_import import ManuscriptReader, PdfImport
from core.records import PaperNumber
from core.reports import ImportEntry, ImportReport

__all__ = ["PARTS", "ManuscriptReader", "import_sources"]

PARTS = frozenset({"papers", "fulltexts", "edges"})
"""The parts of a corpus folder, as ``only`` names them."""

_Step = tuple[Path, Callable[[ImportRun, Path], None]]


def import_sources(  # the library, what to read, and how to follow it
    library: Library,
    sources: Sequence[Path],
    *,
    parser: ManuscriptReader | None,
    only: frozenset[str] = frozenset(),
    job: Job | None = None,
    on_entry: Callable[[ImportEntry], None] | None = None,
) -> ImportReport:
    """Import files, folders of files and corpus folders, and return what became of them.

    ``only`` picks parts of corpus folders. Without a ``parser`` PDFs are refused. A stop
    (``JobCancelled``) keeps what was stored until then; ``on_entry`` has told of it.
    """
    if unknown := only - PARTS:
        raise ValueError(f"a corpus has no parts {sorted(unknown)}")
    run = ImportRun(library, job or SilentJob(), on_entry)
    pdfs = PdfImport(parser)
    steps = [step for source in sources for step in _steps(run, source, only or PARTS, pdfs)]
    run.steps = len(steps)
    for position, (path, read) in enumerate(steps):
        run.begin(position)
        read(run, path)
    pdfs.link_again(run)
    run.job.report(len(steps), len(steps))
    return run.report


def _steps(run: ImportRun, source: Path, only: frozenset[str], pdfs: PdfImport) -> Iterator[_Step]:
    """Yield the files of a source that are to be read, each with who reads it."""
    try:
        kind = kind_of(source)
        if kind is None:
            raise unknown_kind(source)
    except FormatError as error:
        run.refuse_file(source, error)
        return
    yield from _steps_of_kind(run, source, kind, only, pdfs)


def _steps_of_kind(
    run: ImportRun, source: Path, kind: Kind, only: frozenset[str], pdfs: PdfImport
) -> Iterator[_Step]:
    if kind == "corpus":
        yield from _corpus_steps(source, only)
    elif kind == "folder":
        yield from _folder_steps(run, source, only, pdfs)
    elif kind == "pdf":
        yield source, pdfs.read
    else:
        reader = READERS[kind]
        yield source, lambda run, path: _import_records(run, path, reader(path))


def _corpus_steps(folder: Path, only: frozenset[str]) -> Iterator[_Step]:
    """Yield papers first, then what refers to them."""
    if "papers" in only:
        for path in papers_files(folder):
            yield path, lambda run, path: _import_records(run, path, read_papers(path))
    if "fulltexts" in only:
        yield from ((path, import_fulltexts) for path in fulltext_files(folder))
    if "edges" in only:
        yield from ((path, import_edges) for path in edge_files(folder))


def _folder_steps(
    run: ImportRun, folder: Path, only: frozenset[str], pdfs: PdfImport
) -> Iterator[_Step]:
    """Yield what is in a folder and the folders in it; what is of no known kind is skipped."""
    for path in _listed(run, folder):
        try:
            kind = kind_of(path)
        except FormatError as error:
            run.refuse_file(path, error)
            continue
        if kind is None:
            run.skip(path, "it is of no kind that can be imported")
        else:
            yield from _steps_of_kind(run, path, kind, only, pdfs)


def _listed(run: ImportRun, folder: Path) -> list[Path]:
    """Return the entries of a folder by name, without hidden ones and links to folders."""
    try:
        listed = sorted(folder.iterdir())
    except OSError as error:
        reason = f"the folder cannot be listed ({error.strerror})"
        run.refuse(folder, "", reason, "Check that you may read it.")
        return []
    return [
        path
        for path in listed
        if not path.name.startswith(".") and not (path.is_symlink() and path.is_dir())
    ]


def _import_records(run: ImportRun, path: Path, entries: Iterator[Entry]) -> None:
    for batch in batches_of(run, entries, path, BATCH):
        taken = [entry for entry in batch if entry.record is not None]
        records = [entry.record for entry in taken if entry.record is not None]
        for entry in batch:
            if entry.record is None:
                run.refuse_entry(path, entry.place, entry.problem)
        outcomes = run.add(records, [entry.place for entry in taken], path)
        for entry, outcome in zip(taken, outcomes, strict=True):
            if entry.attachments and outcome.number is not None:
                _attach(run, outcome.number, path, entry.attachments)


def _attach(run: ImportRun, number: PaperNumber, source: Path, attachments: Sequence[str]) -> None:
    """Attach the PDFs that an entry names, as far as they are there; they stay where they are."""
    for named in attachments:
        path = Path(os.path.normpath(source.parent / named))
        if is_pdf(path):
            run.library.papers.attach_file(number, path.absolute(), content_hash(path))

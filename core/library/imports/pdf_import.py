"""Importing PDFs: the paper itself, its file, its references and the sentences that cite them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from core.base.errors import PdfError
from core.base.items import INCOMPLETE
from core.base.jobs import Job
from core.base.records import Manuscript, PaperNumber, PaperRecord
from core.library.imports.import_run import ImportRun
from core.library.imports.relinking import link_new_papers
from core.library.store.attachments import content_hash, keep_copy
from core.library.store.inverses import note_files
from core.manuscript.references.linking import Linker


class ManuscriptReader(Protocol):
    """What reads a PDF; a ``PdfError`` says why one cannot be read."""

    def read_manuscript(self, path: Path, job: Job | None = None) -> Manuscript:
        """Return what the file says."""


class PdfImport:
    """The PDFs of one import; what was read becomes the full text of its paper."""

    def __init__(self, parser: ManuscriptReader | None) -> None:
        self._parser = parser
        self.unpacked: dict[Path, Path] = {}
        """Where those lie now that were in an archive, by the path that they are called."""

    def import_pdf(self, run: ImportRun, path: Path) -> None:
        """Add one PDF; its paper, file, references and sentences come in one transaction."""
        run.tick(path)
        content = self.unpacked.get(path, path)
        try:
            sha256 = content_hash(content)
            known_paper = run.library.papers.paper_of_file(sha256)
            if known_paper is not None:
                run.unchanged(known_paper, path)
                return
            manuscript = self._parse(run, content)
        except PdfError as error:
            run.refuse_file(path, error)
            return
        copy = keep_copy(run.library.folder, content, sha256)
        with run.library.database.transaction():
            (outcome,) = run.store([build_record(manuscript, path)], path)
            assert outcome.number is not None  # such a record has a title and no id of its own
            run.library.papers.attach_file(outcome.number, copy, sha256)
            note_files(run.library.database, outcome.merge, [sha256])
            # By ids and titles alone: the words of this import are not indexed yet.
            links = Linker(run.library.papers).link(manuscript.references)
            with _count_citations(run, outcome.number):
                run.library.fulltexts.store(sha256, manuscript, links, settled=False)
        if outcome.status == "unchanged":  # but for the file that it has now
            outcome = replace(outcome, status="merged")
        run.tell([outcome], [""], path)

    def link_references(self, run: ImportRun) -> None:
        """Find the references, of any full text, that lead to papers which came just now."""
        with _count_citations(run):
            link_new_papers(run.library, Linker(run.library.papers), run.job)

    def _parse(self, run: ImportRun, path: Path) -> Manuscript:
        if self._parser is None:
            raise PdfError("“{file}” is a PDF, and no PDF reader is available.", file=path.name)
        return self._parser.read_manuscript(path, run.job)


@contextmanager
def _count_citations(run: ImportRun, paper: PaperNumber | None = None) -> Iterator[None]:
    """Add to the report what the block stores of citations and citing sentences, of one or all."""
    citations = run.library.citations
    before = citations.counts() if paper is None else citations.count_citations(paper)
    yield
    after = citations.counts() if paper is None else citations.count_citations(paper)
    run.report.contexts += after.contexts - before.contexts
    run.report.citations += after.citations - before.citations


def build_record(manuscript: Manuscript, path: Path) -> PaperRecord:
    """Return the record of the paper that a PDF is; without a title it bears the file's name."""
    return PaperRecord(
        title=manuscript.title or path.stem,
        abstract=manuscript.abstract,
        authors=manuscript.authors,
        year=manuscript.year,
        doi=manuscript.doi,
        arxiv=manuscript.arxiv,
        venue=manuscript.imprint.get("venue", ""),
        extra={name: text for name, text in manuscript.imprint.items() if name != "venue"}
        | ({} if manuscript.title else {INCOMPLETE: True}),
    )

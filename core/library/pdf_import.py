"""Importing PDFs: the paper itself, its file, its references and the sentences that cite them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Protocol

from core.errors import PdfError
from core.jobs import Job
from core.library.attachments import content_hash, keep_copy
from core.library.import_run import ImportRun
from core.library.merging import INCOMPLETE
from core.manuscript.linking import Linker
from core.manuscript.serial import from_json, to_json
from core.records import CitingContext, Link, Manuscript, Paper, PaperNumber, PaperRecord, Sentence

_SPOOL_BYTES = 16 * 1024 * 1024


class ManuscriptReader(Protocol):
    """What reads a PDF; a ``PdfError`` says why one cannot be read."""

    def read(self, path: Path, job: Job | None = None) -> Manuscript:
        """Return what the file says."""


class PdfImport:
    """The PDFs of one import; ``close`` it.

    What was read is kept until ``link_again``, because a paper may cite one that comes later.
    """

    def __init__(self, parser: ManuscriptReader | None) -> None:
        self._parser = parser
        self._read: IO[str] = tempfile.SpooledTemporaryFile(  # noqa: SIM115 - see close
            max_size=_SPOOL_BYTES, mode="w+", encoding="utf-8"
        )

    def read(self, run: ImportRun, path: Path) -> None:
        """Add one PDF; its paper, file, references and sentences come in one transaction."""
        run.tick(path)
        try:
            sha256 = content_hash(path)
            known = run.library.papers.paper_of_file(sha256)
            if known is not None:
                run.unchanged(known, path)
                return
            manuscript = self._parse(run, path)
        except PdfError as error:
            run.refuse_file(path, error)
            return
        copy = keep_copy(run.library.folder, path, sha256)
        with run.library.database.transaction():
            (outcome,) = run.add([record_of(manuscript, path)], [""], path, brings_file=True)
            assert outcome.number is not None  # such a record has a title and no id of its own
            run.library.papers.attach_file(outcome.number, copy, sha256)
            links = Linker(run.library.papers, _nothing_alike).link(manuscript.references)
            store_references(run, outcome.number, manuscript, links)
        line = [outcome.number, len(links), to_json(manuscript)]
        self._read.write(json.dumps(line, ensure_ascii=False) + "\n")

    def link_again(self, run: ImportRun) -> None:
        """Find the references that lead to papers which came later in the same import."""
        self._read.seek(0)
        for line in self._read:
            run.job.check()
            number, found, stored = json.loads(line)
            manuscript = from_json(stored)
            links = Linker(run.library.papers, _nothing_alike).link(manuscript.references)
            if len(links) > found:
                with run.library.database.transaction():
                    store_references(run, number, manuscript, links)

    def close(self) -> None:
        """Forget what was read."""
        self._read.close()

    def _parse(self, run: ImportRun, path: Path) -> Manuscript:
        if self._parser is None:
            raise PdfError(f"“{path.name}” is a PDF, and nothing here can read those.")
        return self._parser.read(path, run.job)


def record_of(manuscript: Manuscript, path: Path) -> PaperRecord:
    """Return the record of the paper that a PDF is; without a title it bears the file's name."""
    return PaperRecord(
        title=manuscript.title or path.stem,
        abstract=manuscript.abstract,
        authors=manuscript.authors,
        year=manuscript.year,
        doi=manuscript.doi,
        arxiv=manuscript.arxiv,
        extra={} if manuscript.title else {INCOMPLETE: True},
    )


def store_references(
    run: ImportRun, number: PaperNumber, manuscript: Manuscript, links: Mapping[int, Link]
) -> None:
    """Store reference list, citations and citing sentences of a paper, in place of older ones."""
    citations = run.library.citations
    references = [(each, links.get(each.index)) for each in manuscript.references]
    citations.set_references(number, references)
    before = citations.counts_of(number)
    citations.add_contexts(number, contexts_of(manuscript, links))
    citations.add_citations(((number, link.paper) for link in links.values()), "references")
    after = citations.counts_of(number)
    run.report.contexts += after.contexts - before.contexts
    run.report.citations += after.citations - before.citations


def contexts_of(manuscript: Manuscript, links: Mapping[int, Link]) -> Iterator[CitingContext]:
    """Yield the sentences that cite a paper of the library, with their neighbours."""
    sentences = manuscript.sentences
    for position, sentence in enumerate(sentences):
        cited = tuple(
            dict.fromkeys(
                links[reference].paper
                for marker in sentence.markers
                for reference in marker.references
                if reference in links
            )
        )
        if cited:
            beside = {
                step: sentences[position + step].text
                for step in (-1, 1)
                if _same_section(sentences, position, position + step)
            }
            yield CitingContext(
                text=sentence.text,
                cited=cited,
                section=_heading(manuscript, sentence),
                before=beside.get(-1, ""),
                after=beside.get(1, ""),
                markers=tuple((marker.start, marker.end) for marker in sentence.markers),
            )


def _same_section(sentences: tuple[Sentence, ...], one: int, other: int) -> bool:
    return 0 <= other < len(sentences) and sentences[one].section == sentences[other].section


def _heading(manuscript: Manuscript, sentence: Sentence) -> str:
    return "" if sentence.section is None else manuscript.sections[sentence.section].title


def _nothing_alike(_title: str) -> list[Paper]:
    """Offer no papers of similar titles: only DOI, arXiv id and equal titles count here."""
    return []

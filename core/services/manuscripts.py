"""What a person does with the manuscripts opened in a library: open, decide, dismiss, link.

What a person decided is stored with the library; one that may not be written lends its papers and
refuses to remember.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.encodable import encodable
from core.base.errors import LibraryReadOnlyError, UsageError
from core.base.findings import EntryCheck, Finding
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.notices import standing
from core.base.records import (
    Decision,
    Link,
    Manuscript,
    ManuscriptNumber,
    OpenManuscript,
    Paper,
    PaperNumber,
    PaperRecord,
    Sentence,
    ToCite,
    Verdict,
)
from core.manuscript import links_out
from core.manuscript.references.linking import SURE
from core.manuscript.sources import identify
from core.manuscript.text.extractor import (
    BEGINNING_EXTRACTOR,
    EXTRACTOR,
    RECOGNISING_EXTRACTOR,
)
from core.manuscript.text.languages import main_language
from core.manuscript.text.sentences import split_quickly
from core.recommend import gaps
from core.recommend.audit import audit, trusted
from core.recommend.entry_checks import check_entries, compare_entry, entry_name
from core.recommend.gaps import gap_reason
from core.recommend.manuscripts import (
    build_record,
    find_own_record,
    link_candidates,
    link_missing_keys,
    link_references,
    list_cited_papers,
    text_manuscript,
)
from core.recommend.unread import ReadingVerdict, judge_reading

if TYPE_CHECKING:
    from core.base.lookups import Found
    from core.runtime.runtime import Runtime
    from core.services.indexing import Indexing
    from core.services.lookup import Lookup

_NOT_KEPT = ManuscriptNumber(0)


class Manuscripts:
    """The manuscripts of one library, and the links from their references to its papers."""

    def __init__(self, runtime: Runtime, indexing: Indexing) -> None:
        self._library = runtime.library
        self._words = runtime.indexes.words
        self._reader = runtime.reader
        self._indexing = indexing
        self._store = runtime.library.manuscripts

    def open(
        self,
        path: Path,
        job: Job | None = None,
        *,
        store: bool = True,
        beginning: bool = False,
        follow_links: bool = True,
    ) -> OpenManuscript:
        """Read the file, or take what was read of it before, and find its references here.

        Without ``store`` nothing is kept: the library stays as it is. With ``beginning`` the first
        pages of a long PDF are enough, unless it is known already; the answer says so. Without
        ``follow_links`` a link that leads out of the manuscript's folder is refused.

        Raises:
            UsageError: it cannot be opened, or a link is refused.
            FormatError: it cannot be read.
        """
        source = identify(path) if follow_links else links_out.identify_within_folder(path)
        known_manuscript = self._store.cached(source.digest, source.extractor)
        if known_manuscript is None and source.extractor == EXTRACTOR:
            known_manuscript = self._store.cached(source.digest, RECOGNISING_EXTRACTOR)
        if known_manuscript is not None:
            manuscript = known_manuscript[1]
        elif beginning:
            manuscript = self._reader.read_manuscript(path, job, beginning=True)
        else:
            manuscript = self._reader.read_manuscript(path, job or SilentJob())
        is_beginning = manuscript.extractor == BEGINNING_EXTRACTOR
        before = self._store.find_number(path) if is_beginning else None
        if before is not None:  # what was decided further back keeps its sentences
            known_manuscript, store = (before, manuscript), False
        if store:
            opened = self._opened(manuscript, path, source.digest)
        else:
            number = known_manuscript[0] if known_manuscript else _NOT_KEPT
            opened = self.relink(OpenManuscript(number=number, path=path, manuscript=manuscript))
        return replace(opened, files=source.files, beginning=is_beginning)

    def recognise(self, path: Path, job: Job | None = None) -> OpenManuscript:
        """Read a PDF whose pages are scans, with text recognition: some seconds for each page.

        Opened again it is known.

        Raises:
            PdfError: it yields no text, or text recognition is not installed.
            JobCancelled: a stop was asked for.
        """
        source = identify(path)
        manuscript = self._reader.recognise(path, job)
        return self._opened(manuscript, path, source.digest)

    def open_text(self, text: str) -> OpenManuscript:
        """Treat a typed passage as a manuscript without title and references."""
        manuscript = text_manuscript(text, split_quickly)
        return self._opened(manuscript, None, hashlib.sha256(encodable(text).encode()).hexdigest())

    def relink(self, opened: OpenManuscript) -> OpenManuscript:
        """Return the manuscript with its references looked up again."""
        manuscript = opened.manuscript
        links: dict[int, Link | None] = {**link_references(self._library, self._words, manuscript)}
        links |= self._store.links(opened.number)  # by hand, ``None`` where a link is wrong
        return replace(
            opened,
            links={index: link for index, link in links.items() if link is not None},
            key_links=link_missing_keys(self._library, manuscript),
            self_paper=find_own_record(self._library, manuscript, self._words),
            language=opened.language
            or main_language([sentence.text for sentence in manuscript.sentences]),
        )

    def list_citations(self, number: ManuscriptNumber) -> dict[int, list[PaperNumber]]:
        """Return the papers of the library that each sentence of a manuscript cites.

        Nothing of a manuscript whose full text, or citing sentences, the library has too: as a
        paper it cites already, and may be held out.
        """
        manuscript = self._store.get(number)
        opened = self.relink(OpenManuscript(number=number, path=None, manuscript=manuscript))
        own = opened.self_paper
        if own is not None and (
            self._library.contexts.count(own) or self._library.fulltexts.manuscript(own) is not None
        ):
            return {}
        citations = {
            sentence.index: sorted(list_cited_papers(opened, [sentence.index]) - {own})
            for sentence in manuscript.sentences
            if sentence.markers
        }
        return {index: papers for index, papers in citations.items() if papers}

    def dismiss_gap(
        self, opened: OpenManuscript, sentence: Sentence | str, *, dismissed: bool = True
    ) -> None:
        """Remember that a sentence needs no citation, or forget it again."""
        self._require_writable()
        self._store.dismiss_gap(opened.number, sentence, dismissed=dismissed)

    def dismissed_gaps(self, opened: OpenManuscript) -> frozenset[int]:
        """Return the sentences said to need no citation."""
        return self._store.dismissed_gaps(opened.number)

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        """Return for each sentence the chance, 0..1, that it needs a citation."""
        return gaps.needs_citation(opened.manuscript)

    def recognises_gaps(self, opened: OpenManuscript) -> bool:
        """Tell whether gaps are recognised in the language of the manuscript."""
        return gaps.knows_language(opened.manuscript)

    def gap_reason(self, opened: OpenManuscript, sentence: int) -> str:
        """Return why a sentence seems to need a citation, in one phrase; "" if nothing says so."""
        return gap_reason(opened.manuscript, sentence)

    def decide(
        self,
        opened: OpenManuscript,
        sentence: Sentence | str,
        paper: PaperNumber,
        decision: Verdict | None,
    ) -> None:
        """Store a verdict on a paper for a sentence; ``None`` takes it back."""
        self._store.decide(opened.number, sentence, paper, decision)

    def decide_many(
        self,
        opened: OpenManuscript,
        sentence: Sentence | str,
        papers: Sequence[PaperNumber],
        decision: Verdict | None,
    ) -> None:
        """Store a verdict on papers for a sentence, as one action."""
        self._store.decide_many(opened.number, sentence, papers, decision)

    def decisions(self, opened: OpenManuscript) -> list[Decision]:
        """Return every verdict on a manuscript."""
        return self._store.decisions(opened.number)

    def to_cite(self, opened: OpenManuscript) -> list[ToCite]:
        """Return the sentences that have papers to cite, in reading order, those gone last."""
        rows: dict[tuple[int | None, str], list[PaperNumber]] = {}
        sentences = opened.manuscript.sentences
        for decision in self.decisions(opened):
            if decision.decision == "cite":
                index = decision.sentence_index
                text = decision.sentence_text if index is None else sentences[index].text
                rows.setdefault((index, text), []).append(decision.paper)
        papers = self._library.papers
        return sorted(
            (ToCite(*place, tuple(papers.get_many(numbers))) for place, numbers in rows.items()),
            key=lambda row: len(sentences) if row.index is None else row.index,
        )

    def audit(self, opened: OpenManuscript) -> list[Finding]:
        """Return what is wrong with the citations and the reference list."""
        if opened.beginning:
            finding_text = Message(
                "Only the first pages were read so far: the others are being read."
            )
            return [Finding(kind="could not check", text=finding_text)]
        papers = [link.paper for link in opened.links.values()]
        notices = self._library.outside.notices(papers)
        return audit(opened.manuscript, opened.links, self._library.papers, notices)

    def check_entries(self, opened: OpenManuscript) -> list[EntryCheck]:
        """Compare each entry of the reference list with the library's record of it."""
        numbers = list(dict.fromkeys(link.paper for link in opened.links.values()))
        papers = {paper.number: paper for paper in self._library.papers.get_many(numbers)}
        notices = self._library.outside.notices(numbers)
        checks = check_entries(opened.manuscript, opened.links, papers)
        return [
            replace(check, notice=standing(notices.get(link.paper, ()), corrections=True))
            if (link := opened.links.get(check.reference)) is not None and trusted(link)
            else check
            for check in checks
        ]

    def look_up_entries(
        self, opened: OpenManuscript, lookup: Lookup, job: Job | None = None
    ) -> list[EntryCheck]:
        """Compare each entry as ``check_entries``; those outside the library are looked up.

        Raises:
            LookUpError: no service may be asked.
            JobCancelled: a stop was asked for.
        """
        checks = self.check_entries(opened)
        missing = [check.reference for check in checks if check.reference not in opened.links]
        if not missing:
            return checks
        results = lookup.records(self.build_records(opened, missing), job)
        for reference, result in zip(missing, results, strict=True):
            if result.record is None:
                reason = lookup.why_nothing(result)
                checks[reference] = replace(checks[reference], reason=reason)
                continue
            entry, source = opened.manuscript.references[reference], ", ".join(result.services)
            check = compare_entry(entry, result.record, source)
            checks[reference] = replace(check, notice=lookup.notice(result))
        return checks

    def judge_reading(self, opened: OpenManuscript) -> ReadingVerdict:
        """Return how much of a manuscript was not read, and what may not be concluded."""
        return judge_reading(opened.manuscript)

    def set_link(
        self, opened: OpenManuscript, reference: int, paper: PaperNumber | None
    ) -> OpenManuscript:
        """Remember which paper an entry is; ``None`` says that it is none of the library's.

        Raises:
            UnknownPaperError: there is no such paper.
        """
        self._require_writable()
        if paper is not None:
            self._library.papers.get(paper)
        link = None if paper is None else Link(paper, SURE, by_hand=True)
        self._store.set_link(opened.number, reference, link)
        return self.relink(opened)

    def clear_link(self, opened: OpenManuscript, reference: int) -> OpenManuscript:
        """Forget what a person said about an entry: what Cocite finds counts again."""
        self._require_writable()
        self._store.clear_link(opened.number, reference)
        return self.relink(opened)

    def link_candidates(
        self, opened: OpenManuscript, reference: int, limit: int = 8
    ) -> list[tuple[Paper, float]]:
        """Return the papers that an entry could be, each with its likeness, best first."""
        entry = opened.manuscript.references[reference]
        return link_candidates(self._library.papers, self._words, entry, limit)

    def build_records(self, opened: OpenManuscript, references: Sequence[int]) -> list[PaperRecord]:
        """Return what ``add_references`` would make of entries, in their order.

        An entry of the bibliography of a text document is taken as that has it, with its key.
        """
        records = [
            build_record(opened.manuscript.references[reference_index])
            for reference_index in references
        ]
        if opened.path is None:
            return records
        from core.manuscript.bib_file import records_in_document  # reads BibTeX

        return records_in_document(opened.path, records)

    def add_references(
        self, opened: OpenManuscript, references: Sequence[int]
    ) -> tuple[list[PaperNumber], OpenManuscript]:
        """Make papers of the library of entries, or find those they are; link them by hand."""
        description = Message("Added entries of a manuscript: {count:,}", count=len(references))
        with self._library.database.action(description):
            records = self.build_records(opened, references)
            papers = [
                self._add_reference(opened, reference, record)
                for reference, record in zip(references, records, strict=True)
            ]
            self._indexing.words()
            for reference, paper in zip(references, papers, strict=True):
                opened = self.set_link(opened, reference, paper)
        return papers, opened

    def add_looked_up(
        self, opened: OpenManuscript, reference: int, answer: Found, lookup: Lookup
    ) -> tuple[PaperNumber, OpenManuscript]:
        """Make a paper of what was looked up for an entry, and link the two, as one action."""
        said = Message("Added entries of a manuscript: {count:,}", count=1)
        with self._library.database.action(said):
            ((number, _),) = lookup.add([answer])
            return number, self.set_link(opened, reference, number)

    def _add_reference(
        self, opened: OpenManuscript, reference: int, record: PaperRecord
    ) -> PaperNumber:
        """Make a paper of an entry, or find the one that it is.

        Raises:
            UsageError: no title could be read in the entry.
        """
        self._require_writable()
        entry = opened.manuscript.references[reference]
        if not entry.title:
            raise UsageError(
                "No title was recognised in entry {entry}.",
                entry=entry_name(entry),
                remedy="Import the paper from a file and link the entry to it.",
            )
        source = opened.manuscript.title or (opened.path.name if opened.path else "")
        (outcome,) = self._library.papers.add([record], source=source)
        assert outcome.number is not None  # such a record has a title and no id of its own
        return outcome.number

    def _opened(self, manuscript: Manuscript, path: Path | None, digest: str) -> OpenManuscript:
        number = self._stored(manuscript, path, digest)
        return self.relink(OpenManuscript(number=number, path=path, manuscript=manuscript))

    def _stored(self, manuscript: Manuscript, path: Path | None, digest: str) -> ManuscriptNumber:
        """Keep what was read; a library that may not be written only lends its papers."""
        if self._library.read_only:
            return _NOT_KEPT
        return self._store.open(path, manuscript, digest)

    def _require_writable(self) -> None:
        if self._library.read_only:
            raise LibraryReadOnlyError(
                "The library “{library}” is open for reading only, so nothing about the"
                " manuscript can be remembered in it.",
                library=self._library.folder.name,
            )

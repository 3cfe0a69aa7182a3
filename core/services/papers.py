"""What a front end asks of the papers: scopes, rows, searches, meaning, notes, exports.

Calls block and may come from any thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.base.errors import PdfUnreadableError
from core.base.jobs import Job
from core.base.lazily import lazily
from core.base.library_records import CitedWith, PaperFile, PaperRow, Scope, ScopeSizes
from core.base.messages import Message
from core.base.notices import Notice
from core.base.records import Paper, PaperNumber, SortKey
from core.base.reports import DetailsReport
from core.formats.cite import CiteStyle, Copied, CopyStyle, cite_command
from core.formats.registry import get_format
from core.library.indexes.searching import Searching
from core.library.store.annotations import AnnotationStore, NoteStore
from core.library.store.attachments import content_hash, is_pdf, keep_copy
from core.library.store.editing import check_edit
from core.library.store.groups import SavedSearches
from core.library.store.ordering import ordered, sizes, table_rows

if TYPE_CHECKING:
    from core.recommend.citation_graph import CitationGraph
    from core.runtime.runtime import Runtime

_NEIGHBOURS = 200
"""Papers that are looked through for those cited beside one."""


class Papers:
    """What a person asks of the papers of one library.

    ``searching`` finds by what is typed, ``searches`` are the saved searches, ``notes`` those on
    papers, ``annotations`` what is marked in their PDFs.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._library = runtime.library
        self._database = runtime.library.database
        self._model_in_use = runtime.encoder.fingerprint
        self.searches = SavedSearches(self._database)
        self.notes = NoteStore(self._database)
        self.annotations = AnnotationStore(self._database)

    @lazily
    def searching(self) -> Searching:
        """What finds papers by what is typed."""
        return Searching(self._database, self._library.papers, self._runtime.indexes.words)

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        """Return papers in the order asked for; missing ones are left out."""
        return self._library.papers.get_many(numbers)

    def search(self, text: str, *, limit: int | None = None) -> list[PaperNumber]:
        """Find papers by what was typed (``core.library.store.search_text``), best first."""
        most = limit or max(self._library.papers.count(), 1)
        return self.searching.find(text, limit=most)

    # --- the table ------------------------------------------------------------------------

    def ordered(
        self, scope: Scope, *, sort: SortKey, descending: bool, language: str = ""
    ) -> list[PaperNumber]:
        """Return the papers of a scope in the order of a column; unknown values come last.

        Texts are ordered by the rules of a language, such as "sv".
        """
        model = self._model_in_use() if scope.kind == "unindexed" else ""
        return ordered(
            *(self._database, scope, sort),
            descending=descending,
            model=model,
            language=language,
        )

    def rows(self, numbers: Sequence[PaperNumber]) -> list[PaperRow]:
        """Return papers as rows, in the order asked for; missing ones are left out."""
        return table_rows(self._database, numbers, model=self._model_in_use())

    def sizes(self) -> ScopeSizes:
        """Return how many papers the scopes hold that are no groups."""
        return sizes(self._database, self._model_in_use())

    def notices(self, number: PaperNumber) -> list[Notice]:
        """Return what was published about a paper later, the earliest first."""
        return self._library.outside.notices([number]).get(number, [])

    # --- meaning and citations ------------------------------------------------------------

    def meaning_is_missing(self) -> str:
        """Say in a sentence why nothing can be found by meaning now; "" if it can."""
        retriever = self._runtime.answering.retriever
        if retriever.encoder is None or retriever.vectors is None:
            return Message("The model is not loaded yet, so there is no search by meaning.")
        if not retriever.vectors.count():
            return Message("The meaning index is empty: no paper has been encoded yet.")
        return ""

    def by_meaning(self, text: str, *, limit: int) -> list[PaperNumber]:
        """Return the papers nearest to a text in meaning, nearest first; none without vectors."""
        retriever = self._runtime.answering.retriever
        if retriever.encoder is None or retriever.vectors is None or not text.strip():
            return []
        query_text, allowed = self.searching.restricted(text)
        if not query_text.strip():
            return self.searching.find(text, limit=limit)
        words = query_text.replace('"', " ")
        question = np.asarray(retriever.encoder.encode_queries([words]), np.float32)
        rankings = retriever.vectors.search(question, limit=limit, allowed=allowed)
        return [paper for paper, _ in rankings[0]]

    def find_cocited_papers(self, number: PaperNumber, *, limit: int) -> list[CitedWith]:
        """Return the papers that are cited beside one, those cited so most often first.

        Sentences that cite both count before papers that do. Empty until citations are read.
        """
        graph = self._runtime.answering.graph
        if graph is None:
            return []
        cocited_counts = _beside(graph, number)[:limit]
        papers = {
            paper.number: paper
            for paper in self._library.papers.get_many(
                [paper_number for paper_number, _, _ in cocited_counts]
            )
        }
        return [
            CitedWith(papers[paper_number], together, sentences)
            for paper_number, together, sentences in cocited_counts
            if paper_number in papers
        ]

    # --- what leaves the library ------------------------------------------------------------

    def export(self, numbers: Sequence[PaperNumber], kind: str, style: str = "") -> str:
        """Return the records as the text of a file of the format named ``kind``.

        ``style`` is the CSL style of formatted references.
        """
        return get_format(kind).write(self._library.papers.get_with_source(numbers), style)

    def cite_command(
        self,
        numbers: Sequence[PaperNumber],
        style: CiteStyle = "latex",
        document: Path | None = None,
    ) -> str:
        """Return what one types in a manuscript to cite the papers.

        In the file of a ``document`` it is by the keys that its bibliography has for them.
        """
        return cite_command(self.citation_keys(numbers, document), style)

    def citation_keys(
        self, numbers: Sequence[PaperNumber], document: Path | None = None
    ) -> list[str]:
        """Return the key of each paper, in the file of a ``document`` that of its bibliography."""
        papers = self._library.papers.get_many(numbers)
        if document is None:
            return [paper.citation_key for paper in papers]
        from core.manuscript.bib_file import keys_in_document  # reads BibTeX, which takes a while

        return keys_in_document(document, papers)

    def copied(
        self,
        numbers: Sequence[PaperNumber],
        style: CopyStyle = "latex",
        document: Path | None = None,
        csl_style: str = "",
    ) -> Copied:
        """Return what cites the papers when it is pasted into a manuscript.

        A field of a word processor shows them in the citation style ``csl_style``.
        """
        if style != "word":
            return Copied(self.cite_command(numbers, style, document))
        from core.formats import word_citation

        papers = self._library.papers.get_many(numbers)
        ids = self._library.papers.ids([paper.number for paper in papers])
        stated = [ids[paper.number] for paper in papers]
        rich = word_citation.as_rich_text(papers, stated, csl_style)
        return Copied(word_citation.format_citation(papers, csl_style), rich)

    # --- what PDFs say --------------------------------------------------------------------

    def read_details(self, numbers: Sequence[PaperNumber], job: Job) -> DetailsReport:
        """Read the PDFs of papers again for what is empty in their records; change nothing."""
        from core.library.imports.details import read_details
        from core.manuscript.reader import GuardedReader

        with GuardedReader() as reader:  # its own: a manuscript is read meanwhile
            return read_details(self._library, reader, numbers, job)

    # --- checks of changes, deleting, attaching files -------------------------------------

    def check_edit(self, number: PaperNumber, edits: Mapping[str, object]) -> None:
        """Raise what editing the paper so would raise, and change nothing."""
        check_edit(self._database, number, edits)

    def purge(self, numbers: Sequence[PaperNumber]) -> None:
        """Delete papers for good, as far as they are in the trash."""
        self._library.papers.purge(numbers)

    def attach(self, number: PaperNumber, path: Path) -> PaperFile:
        """Attach a copy of a PDF, kept in the library's folder, to a paper.

        Raises:
            PdfUnreadableError: there is no such file, or it is no PDF.
        """
        sha256 = content_hash(path)
        if not is_pdf(path):
            raise PdfUnreadableError(
                "“{file}” is not a PDF.", file=path.name, remedy="Choose a PDF file."
            )
        kept_path = path
        if not path.is_relative_to(self._library.folder):
            kept_path = keep_copy(self._library.folder, path, sha256)
        self._library.papers.attach_file(number, kept_path, sha256)
        return PaperFile(kept_path, sha256)

    def detach(self, number: PaperNumber, file: PaperFile) -> None:
        """Let a file no longer belong to a paper; see ``PaperStore.detach_file``."""
        self._library.papers.detach_file(number, file.sha256)


def _beside(graph: CitationGraph, number: PaperNumber) -> list[tuple[PaperNumber, int, int]]:
    """Return papers cited beside one: how many papers and how many sentences cite both."""
    near = [paper for paper, _ in graph.neighbours([number], limit=_NEIGHBOURS, without=None)]
    if not near:
        return []
    together = np.nan_to_num(graph.co_cited(near, [number], without=None)[:, 0])
    sentences = np.nan_to_num(graph.co_cited_in_sentences(near, [number], without=None)[:, 0])
    counted_papers = [
        (paper, int(papers), int(sentence_count))
        for paper, papers, sentence_count in zip(near, together, sentences, strict=True)
        if papers or sentence_count
    ]
    return sorted(
        counted_papers,
        key=lambda paper_counts: (-paper_counts[2], -paper_counts[1], paper_counts[0]),
    )

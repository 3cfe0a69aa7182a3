"""A library with its indexes, its model and its reader of manuscripts: all that a person works on.

Calls block and may come from any thread. Until vectors exist, words alone answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.lazily import lazily
from core.base.records import (
    DEFAULT_BREADTH,
    RERANK_SECONDS,
    Decision,
    Finding,
    FullText,
    FullTextPassage,
    Neighbour,
    OpenManuscript,
    Paper,
    PaperNumber,
    Recommendation,
    Sentence,
    Status,
    Verdict,
)
from core.base.reports import FullTextReport, ImportEntry, ImportReport
from core.formats import cite
from core.library.library import Library
from core.models.shelf import Shelf
from core.services.browsing import Browsing
from core.services.parts import Parts

if TYPE_CHECKING:
    from core.formats.writing import ExportFormat
    from core.manuscript.reader import GuardedReader
    from core.recommend.candidates import Retriever
    from core.recommend.engine import Engine
    from core.recommend.question import Question
    from core.recommend.reranking import Effort
    from core.recommend.ties import Ties
    from core.services.map import LibraryMap
    from core.services.reports import ManuscriptReports
    from core.services.second_stage import SecondStage
    from core.services.training import TrainingDesk


class Workspace:
    """An open library and what answers from it; ``close`` it in the end."""

    def __init__(
        self, folder: Path, shelf: Shelf, *, write: bool = True, create: bool = False
    ) -> None:
        """Open the library; nothing slow: no index is built and no model is loaded yet."""
        self.library = Library.open(folder, write=write, create=create)
        self.shelf = shelf
        parts = self._parts = Parts(self.library, shelf)
        self.rerank_seconds = RERANK_SECONDS
        self.browsing = Browsing(
            self.library,
            parts.encoder.fingerprint,
            lambda: parts.answering,
            lambda: parts.indexes.words,
        )

    def prepare(self) -> None:
        """Make now, on the thread that calls, every part that is else made when first used."""
        self._parts.prepare()
        _ = self.reports, self.map, self.ties, self.runs

    @property
    def second_stage(self) -> SecondStage:
        """The reranker in use, if any."""
        return self._parts.second_stage

    @property
    def reader(self) -> GuardedReader:
        """What reads manuscripts, in a process of its own."""
        return self._parts.reader

    @lazily
    def reports(self) -> ManuscriptReports:
        """What is written of a manuscript for others to read."""
        from core.services.reports import ManuscriptReports

        return ManuscriptReports(self.library)

    @lazily
    def map(self) -> LibraryMap:
        """The map of the library."""
        from core.services.map import LibraryMap

        parts = self._parts
        return LibraryMap(self.library, self.shelf, parts.indexes, lambda: parts.encoder.encoder)

    @lazily
    def ties(self) -> Ties:
        """What two papers have in common."""
        from core.recommend.ties import Ties

        return Ties(self.library, self._parts.indexes.words)

    @lazily
    def runs(self) -> TrainingDesk:
        """Models and their training."""
        from core.services.training import TrainingDesk

        return TrainingDesk(self)

    def stop(self) -> None:
        """Make calls that wait for a model end now, with a ``ModelError``. Only ``close`` follows.

        The process that holds the model keeps nothing, so ending it at once loses nothing.
        """
        self._parts.stop()

    def close(self) -> None:
        """Stop the helpers and let others write the library. May be called again."""
        self.stop()
        self._parts.close()
        self.library.close()

    # --- the library ----------------------------------------------------------------------

    def search(self, text: str, *, limit: int | None = None) -> list[PaperNumber]:
        """Find papers by what was typed (``core.library.store.search_text``), best first."""
        most = limit or max(self.library.papers.count(), 1)
        return self.browsing.searching.find(text, limit=most)

    def import_sources(
        self,
        sources: Sequence[Path | str],
        *,
        job: Job | None = None,
        on_entry: Callable[[ImportEntry], None] | None = None,
        only: frozenset[str] = frozenset(),
    ) -> ImportReport:
        """Import files, folders and pasted texts; the words follow, also after a stop."""
        from core.library.imports.importing import import_sources  # and with it every format
        from core.manuscript.reader import GuardedReader

        job = job or SilentJob()
        try:
            with GuardedReader() as reader:  # its own: a manuscript is read meanwhile
                report = import_sources(
                    self.library, sources, parser=reader, only=only, job=job, on_entry=on_entry
                )
        except BaseException:
            if not self._parts.stopped:  # else the words follow at the next start
                self.index_words()
            raise
        self.index_words(job)
        self._parts.fulltexts.follow(job)
        self.index_words(job)  # what full texts say of the new papers
        return report

    def export(self, numbers: Sequence[PaperNumber], kind: ExportFormat, style: str = "") -> str:
        """Return the records as the text of a file, references in a CSL ``style``."""
        from core.formats import writing  # and with it every format

        return writing.write(self.library.papers.get_many(numbers), kind, style)

    def cite_command(self, numbers: Sequence[PaperNumber], style: cite.CiteStyle = "latex") -> str:
        """Return what one types in a manuscript to cite the papers."""
        return cite.cite_command(
            [p.citation_key for p in self.library.papers.get_many(numbers)], style
        )

    # --- full texts -----------------------------------------------------------------------

    def read_fulltexts(
        self, job: Job, papers: Sequence[PaperNumber] | None = None
    ) -> FullTextReport:
        """Read the attached PDFs that wait, of these or of all; a stop keeps what was read."""
        self.index_words(job)
        try:
            return self._parts.fulltexts.read(job, papers)
        finally:
            if not self._parts.stopped:  # else they follow at the next start
                self._parts.fulltexts.follow(SilentJob())
                self.index_words()
            self._parts.answering.kept.forget()

    def fulltexts(self) -> list[FullText]:
        """Return where each attached PDF stands."""
        return self.library.fulltexts.all()

    def retry_fulltexts(self, numbers: Sequence[PaperNumber]) -> None:
        """Let the PDFs of papers that failed, or were set aside, wait to be read again."""
        self.library.fulltexts.retry(numbers)

    def search_passages(
        self, text: str, *, limit: int = 20, papers: Sequence[PaperNumber] | None = None
    ) -> list[FullTextPassage]:
        """Find paragraphs of full texts by the words of a text, best first."""
        return self._parts.fulltexts.search(text, limit=limit, papers=papers)

    # --- indexes and model ----------------------------------------------------------------

    def index_words(self, job: Job | None = None) -> None:
        """Bring the words of papers and of citing sentences in step with the library."""
        self._parts.indexes.follow_words(job)
        self._parts.answering.follow()

    def index_vectors(self, job: Job | None = None) -> None:
        """Encode what the loaded model has not encoded yet, and bring the vectors in step."""
        self._parts.indexes.follow_vectors(job)
        self._parts.answering.kept.forget()

    def has_vectors(self, name: str = "") -> bool:
        """Tell whether papers were encoded with the model of that name, or the one in use."""
        model = self.shelf.get(name) if name else self.shelf.in_use()
        return self.library.embeddings.count(model.manifest.fingerprint) > 0

    def start_model(self) -> None:
        """Let the process of the model in use start; ``load_model`` waits for it."""
        self._parts.encoder.start()

    def load_model(
        self,
        job: Job | None = None,
        *,
        name: str = "",
        in_process: bool = False,
        prepare: bool = False,
    ) -> None:
        """Load the model in use, or the one of that name, and its vectors.

        A window leaves it to a process of its own; ``in_process`` spares a program without one
        the way through a pipe. With ``prepare`` the model that is loaded now answers until the
        other one has encoded the library.

        Raises:
            UsageError: there is no such model.
            ModelError: it is incomplete or damaged; another one that was loaded stays in use.
        """
        self._parts.encoder.load(job, name, in_process=in_process, prepare=prepare)

    def use_model(self, name: str, job: Job | None = None) -> None:
        """Load another model of the shelf, make its vectors, then ask with it from now on."""
        if self.shelf.get(name).manifest.kind == "reranker":
            self.second_stage.load(name)
        else:
            self.load_model(job or SilentJob(), name=name, prepare=True)
        self.shelf.use(name)
        self.index_vectors(job)

    def status(self) -> Status:
        """Say what the library can answer with now. Quick."""
        papers = self.library.papers.count()
        vectors, contexts = self._parts.indexes.encoded()
        model = self._parts.encoder.model
        return Status(
            papers=papers,
            words="building" if self._parts.indexes.words_are_behind() else "ready",
            vectors=(vectors, papers),
            contexts=(contexts, self.library.contexts.count()),
            model=model.manifest.name if model else "",
            model_state=self._parts.encoder.state,
            reranker=self.second_stage.name,
            reranker_state=self.second_stage.state,
        )

    # --- manuscripts ----------------------------------------------------------------------

    def open_manuscript(self, path: Path, job: Job | None = None) -> OpenManuscript:
        """Read the file, or take what was read of it before, and find its references here."""
        return self._parts.manuscripts.open(path, job or SilentJob())

    def open_text(self, text: str) -> OpenManuscript:
        """Treat a typed passage as a manuscript without title and references."""
        return self._parts.manuscripts.open_text(text)

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        """Return for each sentence the chance, 0..1, that it needs a citation."""
        from core.recommend import gaps

        return gaps.needs_citation(opened.manuscript)

    def gap_reason(self, opened: OpenManuscript, sentence: int) -> str:
        """Return why a sentence seems to need a citation, in one phrase; "" if nothing says so."""
        from core.recommend.gap_reasons import gap_reason

        return gap_reason(opened.manuscript, sentence)

    def recommend(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
    ) -> Recommendation:
        """Recommend papers for a sentence, with a context from it alone (0) to all before (1)."""
        from core.recommend import questions

        asked = questions.about_sentence(opened, sentence, self.decisions(opened), breadth=breadth)
        return self.answer(asked, limit=limit)

    def answer(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Answer a question put together by hand."""
        return self._parts.answering.kept.at_once(question, limit)

    def rerank(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        stop: Callable[[], bool] = lambda: False,
    ) -> Recommendation:
        """Recommend as ``recommend`` does, in the better order of the reranker in use, if any.

        Raises:
            ModelError: the reranker cannot be loaded, or its process ended.
        """
        from core.recommend import questions
        from core.recommend.reranking import Effort

        asked = questions.about_sentence(opened, sentence, self.decisions(opened), breadth=breadth)
        effort = Effort(seconds=self.rerank_seconds, stop=stop)
        return self.reranked(asked, effort, limit=limit)

    def reranked(self, question: Question, effort: Effort, *, limit: int = 20) -> Recommendation:
        """Answer a question put together by hand, in the better order of the reranker in use."""
        if not self.second_stage.name:
            return self.answer(question, limit=limit)
        found = self.answer(question, limit=max(limit, effort.depth))
        return self.second_stage.recommendation(found, question.passage, limit=limit, effort=effort)

    def recommend_text(
        self, opened: OpenManuscript, text: str, *, limit: int = 20
    ) -> Recommendation:
        """Recommend papers for a text that would stand at the end of a manuscript."""
        from core.recommend import questions
        from core.recommend.reranking import Effort

        asked = questions.about_text(opened, text, self.decisions(opened))
        return self.reranked(asked, Effort(), limit=limit)

    def recommend_manuscript(
        self,
        opened: OpenManuscript,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        job: Job | None = None,
    ) -> Recommendation:
        """Recommend papers that the manuscript as a whole should cite and does not.

        Asks for all its sentences, which takes up to a minute: those are answered at once then.
        """
        from core.recommend.manuscript_wide import recommend_whole, whole_questions

        asked = whole_questions(opened, self.decisions(opened), breadth)
        answers = self._parts.answering.kept.ahead(asked, limit, job or SilentJob())
        return recommend_whole(opened, asked, answers, limit=limit)

    def decide(
        self,
        opened: OpenManuscript,
        sentence: Sentence | str,
        paper: PaperNumber,
        decision: Verdict | None,
    ) -> None:
        """Store a verdict on a paper for a sentence; ``None`` takes it back."""
        self.library.manuscripts.decide(opened.number, sentence, paper, decision)

    def decisions(self, opened: OpenManuscript) -> list[Decision]:
        """Return every verdict on a manuscript."""
        return self.library.manuscripts.decisions(opened.number)

    def dismiss_gap(
        self, opened: OpenManuscript, sentence: Sentence | str, *, dismissed: bool = True
    ) -> None:
        """Remember that a sentence needs no citation, or forget it again."""
        self._parts.manuscripts.dismiss_gap(opened, sentence, dismissed=dismissed)

    def dismissed_gaps(self, opened: OpenManuscript) -> frozenset[int]:
        """Return the sentences said to need no citation."""
        return self.library.manuscripts.dismissed_gaps(opened.number)

    # --- the reference list ---------------------------------------------------------------

    def set_link(
        self, opened: OpenManuscript, reference: int, paper: PaperNumber | None
    ) -> OpenManuscript:
        """Say which paper an entry is, ``None`` for none of them; it stays so."""
        return self._parts.manuscripts.set_link(opened, reference, paper)

    def clear_link(self, opened: OpenManuscript, reference: int) -> OpenManuscript:
        """Take back what was said about an entry: what Cocite finds counts again."""
        return self._parts.manuscripts.clear_link(opened, reference)

    def relink(self, opened: OpenManuscript) -> OpenManuscript:
        """Look the references up again, in a library that has changed."""
        return self._parts.manuscripts.relink(opened)

    def link_candidates(
        self, opened: OpenManuscript, reference: int, limit: int = 8
    ) -> list[tuple[Paper, float]]:
        """Return the papers an entry could be, each with its likeness (0..1), best first."""
        return self._parts.manuscripts.link_candidates(opened, reference, limit)

    def add_references(
        self, opened: OpenManuscript, references: Sequence[int]
    ) -> tuple[list[PaperNumber], OpenManuscript]:
        """Make papers of the library of entries, or find those they are; link them by hand."""
        papers = [self._parts.manuscripts.add_reference(opened, each) for each in references]
        self.index_words()
        for reference, paper in zip(references, papers, strict=True):
            opened = self.set_link(opened, reference, paper)
        return papers, opened

    def audit(self, opened: OpenManuscript) -> list[Finding]:
        """Return what is wrong with the citations and the reference list."""
        from core.recommend import audit

        return audit.audit(opened.manuscript, opened.links, self.library.papers)

    def similar(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        """Return the papers nearest to ``numbers`` and far from ``negatives``."""
        from core.recommend.similar import similar

        return similar(
            self.library,
            self._parts.indexes.words,
            self._parts.indexes.vectors,
            numbers,
            negatives,
            limit=limit,
        )

    @property
    def retriever(self) -> Retriever:
        """What finds candidates, for those who measure it."""
        return self._parts.answering.retriever

    @property
    def engine(self) -> Engine:
        """What answers now, for those who measure it."""
        return self._parts.answering.engine

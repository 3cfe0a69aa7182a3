"""A library with its indexes, its model and its reader of manuscripts: all that a person works on.

The window and the command line both ask this object and nothing below it. Calls block and may
come from any thread. Until the model is loaded, and until vectors exist, words alone answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.answering import Answering
from core.browsing import Browsing
from core.formats import cite
from core.fulltexts import FullTexts
from core.indexes import Indexes
from core.jobs import Job, SilentJob
from core.library.library import Library
from core.library_map.part import LibraryMap
from core.manuscript.reader import GuardedReader
from core.manuscript_report import ManuscriptReports
from core.manuscripts import Manuscripts
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.process import EncoderProcess
from core.models.shelf import Model, Shelf
from core.recommend import audit, gaps, questions
from core.recommend.candidates import Retriever
from core.recommend.citing_contexts import CitingContexts
from core.recommend.engine import DEFAULT_BREADTH, Engine, Question
from core.recommend.gap_reasons import gap_reason
from core.recommend.manuscript_wide import recommend_whole, whole_questions
from core.recommend.reranking import SECONDS, Effort
from core.recommend.similar import similar
from core.recommend.ties import Ties
from core.records import (
    Decision,
    Finding,
    FullText,
    FullTextPassage,
    ModelState,
    Neighbour,
    OpenManuscript,
    Paper,
    PaperNumber,
    Recommendation,
    Sentence,
    Status,
    Verdict,
)
from core.reports import FullTextReport, ImportEntry, ImportReport
from core.runs.desk import TrainingDesk
from core.second_stage import SecondStage

if TYPE_CHECKING:
    from core.formats.writing import ExportFormat


class Workspace:
    """An open library and what answers from it; ``close`` it in the end."""

    def __init__(
        self, folder: Path, shelf: Shelf, *, write: bool = True, create: bool = False
    ) -> None:
        """Open the library; nothing slow: no index is built and no model is loaded yet."""
        self.library = Library.open(folder, write=write, create=create)
        self.shelf = shelf
        self.second_stage = SecondStage(shelf, self.library.papers)
        self.reader = GuardedReader()
        self._indexes = Indexes(self.library)
        self._words = self._indexes.words
        self._manuscripts = Manuscripts(self.library, self._words, self.reader)
        self.reports = ManuscriptReports(self.library)
        self._fulltexts = FullTexts(self.library, self._words)
        self._encoder: Encoder | None = None
        self._starting: EncoderProcess | None = None
        self._stopped = False
        self._model: Model | None = None
        self._model_state: ModelState = "none"
        self._answering = Answering(self.library, self._indexes)
        self.rerank_seconds = SECONDS
        self.map = LibraryMap(self.library, shelf, self._indexes, lambda: self._encoder)
        self.ties = Ties(self.library, self._words)
        self.runs = TrainingDesk(self)
        self.browsing = Browsing(self.library, self._answering, self._fingerprint, self._words)

    def stop(self) -> None:
        """Make calls that wait for a model end now, with a ``ModelError``. Only ``close`` follows.

        The process that holds the model keeps nothing, so ending it at once loses nothing.
        """
        self._stopped = True
        self.second_stage.stop()
        for encoder in (self._encoder, self._starting):
            if isinstance(encoder, EncoderProcess):
                encoder.kill()

    def close(self) -> None:
        """Stop the helpers and let others write the library. May be called again."""
        self.stop()
        self.second_stage.close()
        if isinstance(self._encoder, EncoderProcess):
            self._encoder.close()
        self.reader.close()
        self.library.close()

    # --- the library ----------------------------------------------------------------------

    def search(self, text: str, *, limit: int | None = None) -> list[PaperNumber]:
        """Find papers by what was typed (``core.library.search_text``), best first."""
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

        job = job or SilentJob()
        try:
            with GuardedReader() as reader:  # its own: a manuscript is read meanwhile
                report = import_sources(
                    self.library, sources, parser=reader, only=only, job=job, on_entry=on_entry
                )
        except BaseException:
            if not self._stopped:  # else the words follow at the next start
                self.index_words()
            raise
        self.index_words(job)
        self._fulltexts.follow(job)
        self.index_words(job)  # what full texts say of the new papers
        return report

    def export(self, numbers: Sequence[PaperNumber], kind: ExportFormat, style: str = "") -> str:
        """Return the records as the text of a file, references in a CSL ``style``."""
        from core.formats import writing  # and with it every format

        return writing.write(self.library.papers.get_many(numbers), kind, style)

    def cite_command(self, numbers: Sequence[PaperNumber], style: cite.CiteStyle = "latex") -> str:
        """Return what one types in a manuscript to cite the papers."""
        papers = self.library.papers.get_many(numbers)
        return cite.cite_command([paper.citation_key for paper in papers], style)

    # --- full texts -----------------------------------------------------------------------

    def read_fulltexts(
        self, job: Job, papers: Sequence[PaperNumber] | None = None
    ) -> FullTextReport:
        """Read the attached PDFs that wait, of these or of all; a stop keeps what was read."""
        self.index_words(job)
        try:
            return self._fulltexts.read(job, papers)
        finally:
            if not self._stopped:  # else they follow at the next start
                self._fulltexts.follow(SilentJob())
                self.index_words()
            self._answering.kept.forget()

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
        return self._fulltexts.search(text, limit=limit, papers=papers)

    # --- indexes and model ----------------------------------------------------------------

    def index_words(self, job: Job | None = None) -> None:
        """Bring the words of papers and of citing sentences in step with the library."""
        self._indexes.follow_words(job)
        self._answering.follow()

    def index_vectors(self, job: Job | None = None) -> None:
        """Encode what the loaded model has not encoded yet, and bring the vectors in step."""
        self._indexes.follow_vectors(job)
        self._answering.kept.forget()

    def has_vectors(self, name: str = "") -> bool:
        """Tell whether papers were encoded with the model of that name, or the one in use."""
        model = self.shelf.get(name) if name else self.shelf.in_use()
        return self.library.embeddings.count(model.manifest.fingerprint) > 0

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
        self._model_state = "ready" if prepare and self._encoder else "loading"
        try:
            model = self.shelf.get(name) if name else self.shelf.in_use()
            encoder = self._start(model, in_process=in_process, job=job if prepare else None)
        except BaseException:
            self._model_state = "ready" if self._encoder else "failed"
            raise
        self._serve(model, encoder)
        (job or SilentJob()).check()

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
        vectors, contexts = self._indexes.encoded()
        name = self._model.manifest.name if self._model else ""
        return Status(
            papers=papers,
            words="building" if self._indexes.words_are_behind() else "ready",
            vectors=(vectors, papers),
            contexts=(contexts, self.library.contexts.count()),
            model=name,
            model_state=self._model_state,
            reranker=self.second_stage.name,
            reranker_state=self.second_stage.state,
        )

    # --- manuscripts ----------------------------------------------------------------------

    def open_manuscript(self, path: Path, job: Job | None = None) -> OpenManuscript:
        """Read the file, or take what was read of it before, and find its references here."""
        return self._manuscripts.open(path, job or SilentJob())

    def open_text(self, text: str) -> OpenManuscript:
        """Treat a typed passage as a manuscript without title and references."""
        return self._manuscripts.open_text(text)

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        """Return for each sentence the chance, 0..1, that it needs a citation."""
        return gaps.needs_citation(opened.manuscript)

    def gap_reason(self, opened: OpenManuscript, sentence: int) -> str:
        """Return why a sentence seems to need a citation, in one phrase; "" if nothing says so."""
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
        asked = questions.about_sentence(opened, sentence, self.decisions(opened), breadth=breadth)
        return self.answer(asked, limit=limit)

    def answer(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Answer a question put together by hand."""
        return self._answering.kept.at_once(question, limit)

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
        asked = whole_questions(opened, self.decisions(opened), breadth)
        answers = self._answering.kept.ahead(asked, limit, job or SilentJob())
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
        self._manuscripts.dismiss_gap(opened, sentence, dismissed=dismissed)

    def dismissed_gaps(self, opened: OpenManuscript) -> frozenset[int]:
        """Return the sentences said to need no citation."""
        return self.library.manuscripts.dismissed_gaps(opened.number)

    # --- the reference list ---------------------------------------------------------------

    def set_link(
        self, opened: OpenManuscript, reference: int, paper: PaperNumber | None
    ) -> OpenManuscript:
        """Say which paper an entry is, ``None`` for none of them; it stays so."""
        return self._manuscripts.set_link(opened, reference, paper)

    def clear_link(self, opened: OpenManuscript, reference: int) -> OpenManuscript:
        """Take back what was said about an entry: what Cocite finds counts again."""
        return self._manuscripts.clear_link(opened, reference)

    def relink(self, opened: OpenManuscript) -> OpenManuscript:
        """Look the references up again, in a library that has changed."""
        return self._manuscripts.relink(opened)

    def link_candidates(
        self, opened: OpenManuscript, reference: int, limit: int = 8
    ) -> list[tuple[Paper, float]]:
        """Return the papers an entry could be, each with its likeness (0..1), best first."""
        return self._manuscripts.link_candidates(opened, reference, limit)

    def add_references(
        self, opened: OpenManuscript, references: Sequence[int]
    ) -> tuple[list[PaperNumber], OpenManuscript]:
        """Make papers of the library of entries, or find those they are; link them by hand."""
        papers = [self._manuscripts.add_reference(opened, each) for each in references]
        self.index_words()
        for reference, paper in zip(references, papers, strict=True):
            opened = self.set_link(opened, reference, paper)
        return papers, opened

    def audit(self, opened: OpenManuscript) -> list[Finding]:
        """Return what is wrong with the citations and the reference list."""
        return audit.audit(opened.manuscript, opened.links, self.library.papers)

    def similar(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        """Return the papers nearest to ``numbers`` and far from ``negatives``."""
        return similar(
            self.library, self._words, self._indexes.vectors, numbers, negatives, limit=limit
        )

    @property
    def retriever(self) -> Retriever:
        """What finds candidates, for those who measure it."""
        return self._answering.retriever

    @property
    def engine(self) -> Engine:
        """What answers now, for those who measure it."""
        return self._answering.engine

    @property
    def contexts(self) -> CitingContexts:
        """The citing sentences of the library's full texts, with the vectors of the model."""
        return self._indexes.contexts

    def _fingerprint(self) -> str:
        """Return that of the model that counts; asking the shelf reads and checks its files."""
        return (self._model or self.shelf.in_use()).manifest.fingerprint

    def _serve(self, model: Model, encoder: Encoder) -> None:
        """Ask with this model from now on; the rows it has already are there at once."""
        self._indexes.serve(encoder)
        before = self._encoder
        self._encoder, self._model = encoder, model
        self._answering.serve(encoder)
        self._model_state = "ready"
        if isinstance(before, EncoderProcess):
            before.close()

    def _start(self, model: Model, *, in_process: bool, job: Job | None) -> Encoder:
        """Start a model; with a ``job``, let it encode the library before it serves."""
        if in_process:
            return open_encoder(model.folder, model.manifest)
        process = self._starting = EncoderProcess(model.folder, model.manifest)
        if self._stopped:  # meanwhile
            process.kill()
        try:
            self._answering.warm()
            process.wait_until_ready()
            if job is not None:
                self._indexes.prepare(process, job)
        except BaseException:
            process.close()
            raise
        finally:
            self._starting = None
        return process

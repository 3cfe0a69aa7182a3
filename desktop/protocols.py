"""What the pages ask of a workspace, and of the window around them.

The pages are written against these protocols, so that they can be tried with a small workspace in
memory. Every call of a workspace blocks, and may come from any thread; pages make them through
``desktop.tasks.TaskRunner`` only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from PySide6.QtGui import QUndoStack

from core.base.jobs import Job
from core.base.records import (
    CitingContext,
    Decision,
    Finding,
    FullText,
    FullTextPassage,
    Group,
    Link,
    ManuscriptNumber,
    Neighbour,
    OpenManuscript,
    Paper,
    PaperFile,
    PaperNumber,
    RecentManuscript,
    Recommendation,
    Sentence,
    SortKey,
    Status,
    ToCite,
    Verdict,
)
from core.base.reports import FullTextReport, ImportEntry, ImportReport
from desktop.language.phrases import WindowPhrases

ExportFormat = str
CiteStyle = Literal["latex", "pandoc", "typst", "plain"]


class Notify(Protocol):
    """Say something in the quiet bar. ``Callable[[str], None]`` is what most callers need."""

    def __call__(
        self,
        message: str,
        /,
        *,
        action: str = "",
        call: Callable[[], None] | None = None,
        stays: bool = False,
        undo: QUndoStack | None = None,
    ) -> None:
        """Show ``message``; a button named ``action``, if any, does ``call``.

        ``undo`` is where the step lies last that was just made: a button takes it back, and the
        message goes once that step is undone, or another one follows it.
        With ``stays`` it can be called later too, from the messages kept.
        """


class Papers(Protocol):
    """The papers of a library, by number."""

    def get(self, number: PaperNumber) -> Paper:
        """Raise ``UnknownPaperError`` if there is none."""

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        """Keep the order, leave out what is missing."""

    def ordered(
        self,
        *,
        sort: SortKey,
        descending: bool,
        collection: int | None = None,
        tag: int | None = None,
        trashed: bool = False,
    ) -> list[PaperNumber]:
        """Give the numbers only; a library may hold a hundred thousand."""

    def update(self, number: PaperNumber, **fields: object) -> None:
        """Set what a person edited."""

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Hide the papers everywhere but in the Trash."""

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        """Undo ``trash``."""

    def files(self, number: PaperNumber) -> list[PaperFile]:
        """Give the files attached to a paper."""

    def collections(self) -> list[Group]:
        """Order by name."""

    def add_collection(self, name: str) -> int:
        """Return the number of the new collection."""

    def rename_collection(self, number: int, name: str) -> None:
        """Keep the papers."""

    def remove_collection(self, number: int) -> None:
        """Keep the papers in the library."""

    def assign_collection(
        self, number: int, papers: Sequence[PaperNumber], *, member: bool = True
    ) -> None:
        """Put papers into a collection, or take them out."""

    def collections_of(self, number: PaperNumber) -> list[Group]:
        """Give the collections a paper is in."""

    def tags(self) -> list[Group]:
        """Order by name."""

    def add_tag(self, name: str) -> int:
        """Return the number of the new tag."""

    def rename_tag(self, number: int, name: str) -> None:
        """Keep the papers."""

    def remove_tag(self, number: int) -> None:
        """Keep the papers in the library."""

    def assign_tag(
        self, number: int, papers: Sequence[PaperNumber], *, member: bool = True
    ) -> None:
        """Put a tag on papers, or take it off."""

    def tags_of(self, number: PaperNumber) -> list[Group]:
        """Give the tags of a paper."""


class Citations(Protocol):
    """Who cites whom inside the library."""

    def contexts_citing(self, number: PaperNumber, limit: int) -> list[CitingContext]:
        """Give sentences of other papers that cite this one."""

    def cited_by(self, number: PaperNumber) -> list[PaperNumber]:
        """Give the papers that cite this one."""

    def cites(self, number: PaperNumber) -> list[PaperNumber]:
        """Give the papers this one cites."""


class Manuscripts(Protocol):
    """The manuscripts opened before."""

    def recent(self, limit: int) -> Sequence[RecentManuscript]:
        """Order by when they were opened, latest first."""

    def choices(self) -> int:
        """Count the papers chosen for sentences, which a training can learn from."""

    def links(self, number: ManuscriptNumber) -> Mapping[int, Link | None]:
        """Give what a person said about entries; ``None`` where it is no paper of the library."""


class Library(Protocol):
    """The stored truth."""

    @property
    def folder(self) -> Path:
        """The folder that holds it."""

    @property
    def read_only(self) -> bool:
        """Whether changes are refused."""

    @property
    def papers(self) -> Papers:
        """The papers."""

    @property
    def citations(self) -> Citations:
        """The citations between them."""

    @property
    def manuscripts(self) -> Manuscripts:
        """The manuscripts."""


class Reports(Protocol):
    """What is written for co-authors."""

    def html(
        self,
        opened: OpenManuscript,
        chosen: Sequence[ToCite],
        gaps: Sequence[int],
        phrases: WindowPhrases,
    ) -> str:
        """Return a page: what to cite where, which gaps are left, what the audit finds."""


class Workspace(Protocol):
    """A library with its indexes, its model and its reader of manuscripts."""

    @property
    def library(self) -> Library:
        """The stored truth."""

    @property
    def reports(self) -> Reports:
        """What is written for co-authors."""

    def search(self, text: str, *, limit: int | None = None) -> list[PaperNumber]:
        """Find papers by words, the last one as a prefix; best first."""

    def import_sources(
        self,
        sources: Sequence[Path | str],
        *,
        job: Job,
        on_entry: Callable[[ImportEntry], None] | None = None,
    ) -> ImportReport:
        """Call ``on_entry`` from the thread of the import, once for each record."""

    def read_fulltexts(
        self, job: Job, papers: Sequence[PaperNumber] | None = None
    ) -> FullTextReport:
        """Read the files that wait; a stop keeps what was read."""

    def fulltexts(self) -> list[FullText]:
        """Say where each file stands."""

    def retry_fulltexts(self, numbers: Sequence[PaperNumber]) -> None:
        """Let the files of papers that could not be read wait once more."""

    def search_passages(
        self, text: str, *, limit: int = 20, papers: Sequence[PaperNumber] | None = None
    ) -> list[FullTextPassage]:
        """Find paragraphs of full texts by words, best first."""

    def open_manuscript(self, path: Path, job: Job) -> OpenManuscript:
        """Read the file, or give what was read before."""

    def open_text(self, text: str) -> OpenManuscript:
        """Treat a typed passage as a manuscript."""

    def recommend(
        self, opened: OpenManuscript, sentence: int, *, breadth: float, limit: int = 20
    ) -> Recommendation:
        """Ask with a context from this sentence (0) to the whole manuscript (1)."""

    def rerank(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float,
        limit: int = 20,
        stop: Callable[[], bool],
    ) -> Recommendation:
        """Ask the same again for the better order of the reranker, unless it is to ``stop``."""

    def recommend_manuscript(
        self, opened: OpenManuscript, *, breadth: float, limit: int = 20, job: Job | None = None
    ) -> Recommendation:
        """Ask for every sentence, then say what the manuscript should cite and does not."""

    def needs_citation(self, opened: OpenManuscript) -> Sequence[float]:
        """Give 0..1 for each sentence."""

    def gap_reason(self, opened: OpenManuscript, sentence: int) -> str:
        """Say in a phrase why a sentence seems to need a citation; "" if there is nothing."""

    def dismiss_gap(
        self, opened: OpenManuscript, sentence: Sentence | str, *, dismissed: bool = True
    ) -> None:
        """Remember that a sentence needs no citation, or forget it again."""

    def dismissed_gaps(self, opened: OpenManuscript) -> frozenset[int]:
        """Give the sentences said to need no citation."""

    def set_link(
        self, opened: OpenManuscript, reference: int, paper: PaperNumber | None
    ) -> OpenManuscript:
        """Say which paper an entry is, ``None`` for none; gives the manuscript linked anew."""

    def clear_link(self, opened: OpenManuscript, reference: int) -> OpenManuscript:
        """Forget what a person said about an entry: what is found counts again."""

    def relink(self, opened: OpenManuscript) -> OpenManuscript:
        """Look every entry up again, in a library that has changed."""

    def link_candidates(
        self, opened: OpenManuscript, reference: int, limit: int = 8
    ) -> list[tuple[Paper, float]]:
        """Give the papers an entry could be, each with its likeness, best first."""

    def add_references(
        self, opened: OpenManuscript, references: Sequence[int]
    ) -> tuple[list[PaperNumber], OpenManuscript]:
        """Make papers of entries, or find those they are, and link them by hand."""

    def audit(self, opened: OpenManuscript) -> list[Finding]:
        """Say what is wrong with the citations and the reference list."""

    def decide(
        self,
        opened: OpenManuscript,
        sentence: Sentence | str,
        paper: PaperNumber,
        decision: Verdict | None,
    ) -> None:
        """Store the verdict; ``None`` takes it back."""

    def decisions(self, opened: OpenManuscript) -> list[Decision]:
        """Give every verdict, also those of sentences that are no longer there."""

    def similar(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        """Give the papers nearest to all of ``numbers`` and far from ``negatives``."""

    def index_words(self, job: Job) -> None:
        """Bring the word index up to date."""

    def index_vectors(self, job: Job) -> None:
        """Bring the vectors up to date."""

    def load_model(self, job: Job) -> None:
        """Start the encoder."""

    def status(self) -> Status:
        """Say what the library can answer with now. Quick."""

    def export(self, numbers: Sequence[PaperNumber], kind: ExportFormat, style: str = "") -> str:
        """Return the records as the text of a file, references in a CSL ``style``."""

    def cite_command(self, numbers: Sequence[PaperNumber], style: CiteStyle = "latex") -> str:
        """Return what one types in a manuscript to cite the papers."""

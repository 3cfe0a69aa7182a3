"""A workspace for pictures: invented papers, and answers that are the same each time.

A real one shows the day on which papers were added, and models as they were measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.base.errors import FormatError
from core.base.findings import CitationEvidence, EntryCheck
from core.base.jobs import Job
from core.base.records import (
    NO_FILTER,
    CitingContext,
    Decision,
    Manuscript,
    ManuscriptNumber,
    Neighbour,
    OpenManuscript,
    Paper,
    PaperFilter,
    PaperNumber,
    PaperSet,
    Reason,
    ReasonKind,
    RecentManuscript,
    Recommendation,
    Sentence,
    Status,
    Suggestion,
    Verdict,
)
from core.library.store.history import NextActions
from core.recommend.entry_checks import check_entries
from tests.desktop.invented import invented_manuscript
from tests.desktop.snapshots.fake_browsing import FakeBrowsing
from tests.desktop.snapshots.fake_fulltexts import FakeFullTexts
from tests.desktop.snapshots.fake_map import FakeMap, FakeTies
from tests.desktop.snapshots.fake_papers import FakePapers
from tests.desktop.snapshots.fake_references import FakeLinks, FakeReferences
from tests.desktop.snapshots.fake_training import FakeTraining


class FakeCitations:
    """Paper n cites n+1 and n+2, in one sentence."""

    def __init__(self, papers: FakePapers) -> None:
        self._papers = papers

    def find_citing_papers(self, number: PaperNumber) -> list[PaperNumber]:
        return [PaperNumber(n) for n in (number - 1, number - 2) if n in self._papers.all]

    def cites(self, number: PaperNumber) -> list[PaperNumber]:
        return [PaperNumber(n) for n in (number + 1, number + 2) if n in self._papers.all]

    def contexts_citing(self, number: PaperNumber, limit: int) -> list[CitingContext]:
        return [
            CitingContext(
                text="That such things hold together has been shown more than once [3, 4].",
                cited=(number,),
                citing=citing,
                section="Related work",
            )
            for citing in self.find_citing_papers(number)[:limit]
        ]


class FakeManuscripts(FakeLinks):
    """The manuscripts this workspace opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[RecentManuscript] = []
        self.chosen = 3

    def recent(self, limit: int) -> list[RecentManuscript]:
        return self.opened[::-1][:limit]

    def choices(self) -> int:
        return self.chosen


class FakeLibrary:
    """The stores."""

    def __init__(self, count: int, folder: Path) -> None:
        self.folder = folder
        self.read_only = False
        self.identity = "invented"
        self.papers = FakePapers(count)
        self.collections, self.tags = self.papers.collections, self.papers.tags
        self.citations = FakeCitations(self.papers)
        self.manuscripts = FakeManuscripts()
        self.citation_keys = FakeKeys()
        self.history = FakeHistory()


class FakeHistory:
    """What was done before: nothing."""

    def all(self) -> list[object]:
        return []

    def next_actions(self) -> NextActions:
        return NextActions(undo=None, redo=None)


class FakeKeys:
    """The pattern of citation keys."""

    def pattern(self) -> str:
        return "[auth][year]"

    def set_pattern(self, pattern: str) -> None:
        """Take any."""


class FakeWorkspace(FakeReferences):
    """See the module. ``count`` papers are numbered from 1."""

    def __init__(self, count: int = 120, folder: Path = Path("Invented library")) -> None:
        self.library = FakeLibrary(count, folder)
        self.said = self.library.manuscripts
        self.map, self.ties = FakeMap(self.library.papers), FakeTies(self.library.papers).between
        self.fulltexts = FakeFullTexts()
        self.attach, self.texts = self.fulltexts.attach, self.fulltexts.texts
        self.papers = FakeBrowsing(self.library.papers, lambda: self.texts)
        self.papers.search = self.search
        # One object stands for the services that are asked about manuscripts and models.
        self.manuscripts = self.recommending = self.indexing = self.imports = self.similar = self
        self.marked_copies = self.evidence = self
        self.model_state: Any = "ready"
        self.in_use = "all-MiniLM-L6-v2"
        self.training = FakeTraining()
        self.reranker = ""
        self._decisions: dict[tuple[str, PaperNumber], Decision] = {}

    def find_for_paper(
        self,
        opened: OpenManuscript,  # noqa: ARG002
        sentence: int,
        paper: PaperNumber,
    ) -> CitationEvidence:
        """No paper has a text to search."""
        return CitationEvidence(sentence=sentence, reference=-1, state="nothing near", paper=paper)

    def check_entries(self, opened: OpenManuscript) -> list[EntryCheck]:
        return check_entries(opened.manuscript, opened.links, self.library.papers.all)

    def why_not(self, opened: OpenManuscript) -> str:  # noqa: ARG002
        """Say that a marked copy can be written."""
        return ""

    def why_no_citations(self, opened: OpenManuscript) -> str:  # noqa: ARG002
        """Citations can be inserted."""
        return ""

    def search(self, text: str, *, limit: int | None = None) -> list[PaperNumber]:
        words = text.lower().split()
        papers = self.library.papers
        found = [n for n in papers.present() if _holds(papers.all[n], words)]
        return found[:limit]

    def open(self, path: Path, job: Job, *, beginning: bool = False) -> OpenManuscript:  # noqa: ARG002
        job.check()
        if not path.exists():
            raise FormatError(f"“{path.name}” could not be read: there is no such file.")
        opened = invented_manuscript(path)
        self.library.manuscripts.opened.append(
            RecentManuscript(number=opened.number, path=path, title=opened.manuscript.title)
        )
        return opened

    def open_text(self, text: str) -> OpenManuscript:
        sentences = tuple(
            Sentence(index, None, 0, part.strip() + ".", ())
            for index, part in enumerate(text.split("."))
            if part.strip()
        )
        manuscript = Manuscript(title="", sentences=sentences)
        return OpenManuscript(number=ManuscriptNumber(2), path=None, manuscript=manuscript)

    def recommend(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,  # noqa: ARG002 - of all papers
        soon: bool = False,  # noqa: ARG002 - all is said at once
    ) -> Recommendation:
        rejected = {d.paper for d in self.decisions(opened) if d.decision == "reject"}
        here = [n for n in self.library.papers.present() if n not in rejected]
        start = (sentence * 7 + int(breadth * 10)) % max(1, len(here))
        chosen = (here[start:] + here[:start])[:limit]
        papers = self.library.papers.get_many(chosen)
        return Recommendation(
            text=opened.manuscript.sentences[sentence].text,
            sentence=sentence,
            suggestions=tuple(_suggestion(rank, paper) for rank, paper in enumerate(papers, 1)),
            sets=(PaperSet(tuple(papers[:3]), (_reason("cocitation", papers[0]),)),)
            if len(papers) >= 3
            else (),
            stages=("words", "vectors"),
            seconds=0.01,
        )

    def recommend_manuscript(
        self,
        opened: OpenManuscript,
        *,
        breadth: float,  # noqa: ARG002 - the same list for all
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,  # noqa: ARG002 - of all papers
        job: Job | None = None,  # noqa: ARG002 - as quick as that
        reader: Callable[[], int | None] = lambda: None,  # noqa: ARG002
        partly: Callable[[Recommendation], None] | None = None,  # noqa: ARG002
    ) -> Recommendation:
        """Suggest every other paper, at the first and second sentence in turn."""
        refused = {d.paper for d in self.decisions(opened) if d.decision == "reject"}
        papers = self.library.papers.get_many(self.library.papers.present()[::2])
        kept = [paper for paper in papers if paper.number not in refused][:limit]
        count = len(opened.manuscript.sentences)
        return Recommendation(
            text=opened.manuscript.abstract,
            sentence=None,
            suggestions=tuple(
                replace(_suggestion(rank, paper), cited="no", sentences=_fitting(rank, count))
                for rank, paper in enumerate(kept, 1)
            ),
            stages=("words", "vectors"),
        )

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        return [0.1 if s.markers else 0.9 for s in opened.manuscript.sentences]

    def decide(
        self,
        opened: OpenManuscript,  # noqa: ARG002 - one manuscript at a time here
        sentence: Sentence | str,
        paper: PaperNumber,
        decision: Verdict | None,
    ) -> None:
        text = sentence if isinstance(sentence, str) else sentence.text
        index = None if isinstance(sentence, str) else sentence.index
        self._decisions.pop((text, paper), None)
        if decision is not None:
            self._decisions[text, paper] = Decision(
                sentence_text=text,
                sentence_index=index,
                paper=paper,
                decision=decision,
                decided_at=datetime.now(UTC).isoformat(),
            )

    def decide_many(
        self,
        opened: OpenManuscript,
        sentence: Sentence | str,
        papers: Sequence[PaperNumber],
        decision: Verdict | None,
    ) -> None:
        for paper in papers:
            self.decide(opened, sentence, paper, decision)

    def decisions(self, opened: OpenManuscript) -> list[Decision]:  # noqa: ARG002 - see decide
        return list(self._decisions.values())

    def to(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        seeds = set(numbers) | set(negatives)
        papers = [p for n, p in self.library.papers.all.items() if n not in seeds]
        start = sum(numbers) % max(1, len(papers))
        return [
            Neighbour(
                paper,
                1.0 - rank / 30,
                {
                    "meaning": 0.9 - rank / 40,
                    "words": max(0.0, 0.8 - rank / 12),
                    "citations": 0.6 if rank % 3 == 0 else 0.0,
                },
            )
            for rank, paper in enumerate((papers[start:] + papers[:start])[:limit])
        ]

    def foreign_language(self, opened: OpenManuscript) -> str:  # noqa: ARG002 - all know English
        return ""

    def status(self) -> Status:
        count = self.library.papers.count()
        return Status(
            papers=count,
            words="ready",
            vectors=(count, count),
            model=self.in_use,
            model_state=self.model_state,
            reranker=self.reranker,
        )


def _holds(paper: Paper, words: Sequence[str]) -> bool:
    text = " ".join((paper.title, *paper.authors, paper.venue, paper.abstract)).lower()
    return all(word in text for word in words)


def _reason(kind: ReasonKind, paper: Paper) -> Reason:
    return Reason(kind, "hold together when nobody looks", paper.number)


def _fitting(rank: int, sentences: int) -> tuple[int, ...]:
    return tuple(each for each in (rank % 2, 2)[: rank % 3] if each < sentences)


def _suggestion(rank: int, paper: Paper) -> Suggestion:
    cited: tuple[Any, ...] = ("here", "no", "elsewhere", "no", "no")
    return Suggestion(
        rank=rank,
        paper=paper,
        score=1.0 / rank,
        confidence=max(0.05, 0.95 - 0.07 * rank),
        cited=cited[rank % 5],
        reasons=(_reason("terms", paper), _reason("abstract", paper)),
    )

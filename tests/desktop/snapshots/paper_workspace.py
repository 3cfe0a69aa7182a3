"""The workspace of the fakes with the sample paper in it: real places, answers by shared words.

All papers are invented.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.base.errors import PdfUnreadableError
from core.base.jobs import Job
from core.base.records import (
    NO_FILTER,
    Link,
    ManuscriptNumber,
    OpenManuscript,
    Paper,
    PaperFilter,
    PaperSet,
    Reason,
    RecentManuscript,
    Recommendation,
    Suggestion,
)
from tests.desktop.bird_papers import invented_papers
from tests.desktop.sample_paper import needs, write_paper
from tests.desktop.snapshots.fake_workspace import FakeWorkspace

_SHORTEST = 5
"""Letters below which a word says nothing of the topic."""


class PaperWorkspace(FakeWorkspace):
    """Reads the sample paper where a PDF lies, and suggests papers that share words."""

    def __init__(self) -> None:
        super().__init__(0)
        for paper in invented_papers():
            self.library.papers.add(paper)
        self.stages = ("words", "vectors")

    def open(self, path: Path, job: Job, *, beginning: bool = False) -> OpenManuscript:  # noqa: ARG002
        job.check()
        job.check()
        if not path.is_file() or path.read_bytes()[:5] != b"%PDF-":
            raise PdfUnreadableError(f"“{path.name}” could not be read: it is no PDF.")
        manuscript = write_paper(path.with_suffix(".copy"))
        path.with_suffix(".copy").unlink()
        recent = RecentManuscript(number=ManuscriptNumber(1), path=path, title=manuscript.title)
        self.library.manuscripts.opened.append(recent)
        titles = {paper.title: number for number, paper in self.library.papers.all.items()}
        links = {
            entry.index: Link(titles[entry.title], 0.98)
            for entry in manuscript.references
            if entry.title in titles
        }
        return OpenManuscript(
            number=ManuscriptNumber(1), path=path, manuscript=manuscript, links=links
        )

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        return needs() if opened.path is not None else super().needs_citation(opened)

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
        text = opened.manuscript.sentences[sentence].text
        whole = " ".join(s.text for s in opened.manuscript.sentences)
        rejected = {d.paper for d in self.decisions(opened) if d.decision == "reject"}
        scored = []
        for paper in self.library.papers.get_many(self.library.papers.present()):
            near, far = _share(text, paper), _share(whole, paper)
            if paper.number not in rejected:
                scored.append((near * (1 - 0.6 * breadth) + 0.15 * far * (0.2 + breadth), paper))
        scored.sort(key=lambda pair: -pair[0])
        suggestions = tuple(
            self._suggest(rank, score, paper, text, opened)
            for rank, (score, paper) in enumerate(scored[:limit], start=1)
        )
        good = [s.paper for s in suggestions[:5] if s.confidence > 0.1]
        return Recommendation(
            text=text,
            sentence=sentence,
            suggestions=suggestions,
            sets=_sets(good),
            convincing=bool(suggestions) and suggestions[0].confidence >= 0.1,
            stages=self.stages,
        )

    def _suggest(
        self, rank: int, score: float, paper: Paper, text: str, opened: OpenManuscript
    ) -> Suggestion:
        shared = sorted(_words(text) & _words(paper.title), key=len, reverse=True)
        reasons = []
        if shared:
            words = ", ".join(f"“{word}”" for word in shared[:4])
            reasons.append(Reason("terms", f"shares {words}", paper.number))
            reasons.append(Reason("abstract", paper.abstract, paper.number))
        linked = [link.paper for link in opened.links.values()]
        return Suggestion(
            rank=rank,
            paper=paper,
            score=round(score * 12, 3),
            confidence=min(0.97, score + 0.02),
            cited="elsewhere" if paper.number in linked else "no",
            reasons=tuple(reasons),
        )


def _sets(papers: Sequence[Paper]) -> tuple[PaperSet, ...]:
    if len(papers) < 2:
        return ()
    reason = Reason("cocitation", "often cited together in your library", papers[0].number)
    return (PaperSet(tuple(papers[:3]), (reason,)),)


def _words(text: str) -> set[str]:
    return {word for word in text.lower().replace(",", " ").split() if len(word) >= _SHORTEST}


def _share(text: str, paper: Paper) -> float:
    title = _words(paper.title)
    return len(_words(text) & title) / (len(title) + 1)

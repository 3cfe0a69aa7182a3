"""Recommendations by shared words, at once: what stands in for the engine on the manuscript page.

The engine takes 0.2 s of a processor for a sentence, and 7 s for a whole manuscript, which the page
asks for each one that it opens. ``test_shared_words.py`` asks both the same.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from core.base.jobs import Job
from core.base.records import (
    DEFAULT_BREADTH,
    NO_FILTER,
    PLAUSIBLE,
    OpenManuscript,
    Paper,
    PaperFilter,
    PaperNumber,
    PaperSet,
    Reason,
    Recommendation,
    Suggestion,
)
from core.services.recommending import Recommending
from core.workspace import Workspace
from tests.desktop.patience import PATIENCE_S

_SHORTEST = 5
"""Letters below which a word says nothing of the topic."""


class SharedWords:
    """Suggests papers whose titles share words with a sentence, best first.

    ``calls`` names what was asked. ``gate`` and ``whole_gate`` hold answers back, what
    is sure is so by ``sureness``, and ``stages`` are those that an answer went through. ``read_at``
    has the sentence that the reader was at when a whole manuscript was asked for.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._papers = workspace.library.papers
        self._decisions = workspace.library.manuscripts.decisions
        self.calls: list[str] = []
        self.read_at: list[int | None] = []
        self.gate: threading.Event | None = None
        self.whole_gate: threading.Event | None = None
        self.sureness = 1.0
        self.stages: tuple[str, ...] = ("words", "vectors")
        self.whole_later = False
        self.rerank_seconds = 0.0

    def recommend(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
        soon: bool = False,
    ) -> Recommendation:
        """Answer; with ``whole_later`` a soon one lacks the reasons of all but the first paper."""
        later = soon and self.whole_later
        self.calls.append(f"recommend {sentence} {breadth:.2f}{' soon' * later}")
        if self.gate is not None:
            self.gate.wait(PATIENCE_S)
        text = opened.manuscript.sentences[sentence].text
        whole = " ".join(each.text for each in opened.manuscript.sentences)
        scored = [
            (
                _share(text, paper) * (1 - 0.6 * breadth)
                + 0.15 * _share(whole, paper) * (0.2 + breadth),
                paper,
            )
            for paper in self._allowed(opened)
        ]
        scored.sort(key=lambda pair: -pair[0])
        passing = self._papers.find_passing(paper_filter)
        hidden = [
            rank for rank, (_, paper) in enumerate(scored, start=1) if paper.number not in passing
        ]
        scored = [(score, paper) for score, paper in scored if paper.number in passing]
        suggestions = tuple(
            _suggestion(rank, score, paper, text, opened, self.sureness)
            for rank, (score, paper) in enumerate(scored[:limit], start=1)
        )
        good = [each.paper for each in suggestions[:5] if each.confidence > 0.1]
        told = 1 if later else len(suggestions)
        return Recommendation(
            text=text,
            sentence=sentence,
            suggestions=(
                *suggestions[:told],
                *(replace(each, reasons=()) for each in suggestions[told:]),
            ),
            whole=not later,
            sets=_sets(good),
            convincing=bool(suggestions) and suggestions[0].confidence >= PLAUSIBLE,
            stages=self.stages,
            hidden_ranks=tuple(rank for rank in hidden if rank <= limit),
        )

    def rerank(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
        stop: Callable[[], bool] = lambda: False,  # noqa: ARG002 - as quick as the first answer
    ) -> Recommendation:
        return self.recommend(
            opened, sentence, breadth=breadth, limit=limit, paper_filter=paper_filter
        )

    def recommend_manuscript(
        self,
        opened: OpenManuscript,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,  # noqa: ARG002 - it chooses no paper by its year
        job: Job | None = None,
        reader: Callable[[], int | None] = lambda: None,
        partly: Callable[[Recommendation], None] | None = None,
    ) -> Recommendation:
        """Suggest every other paper, at the first and second sentence in turn.

        While ``whole_gate`` holds the answer back, the part of it that has the first paper is told.
        """
        self.calls.append(f"whole {breadth:.2f}")
        self.read_at.append(reader())
        count = len(opened.manuscript.sentences)
        refused = self._refused(opened)
        papers = [each for each in self._all()[::2] if each.number not in refused][:limit]
        found = Recommendation(
            text=opened.manuscript.abstract,
            sentence=None,
            suggestions=tuple(
                replace(
                    _suggestion(rank, 1 / rank, paper, paper.title, opened),
                    cited="no",
                    sentences=tuple(n for n in (rank % 2, 2)[: rank % 3] if n < count),
                )
                for rank, paper in enumerate(papers, start=1)
            ),
            stages=self.stages,
        )
        if self.whole_gate is not None:
            assert job is not None
            job.report(3, 9, "sentences")
            if partly is not None:
                partly(replace(found, suggestions=found.suggestions[:1], whole=False))
            while not self.whole_gate.wait(0.01):
                job.check()
        return found

    def _all(self) -> list[Paper]:
        return self._papers.get_many(self._papers.numbers())

    def _allowed(self, opened: OpenManuscript) -> list[Paper]:
        refused = self._refused(opened)
        return [paper for paper in self._all() if paper.number not in refused]

    def _refused(self, opened: OpenManuscript) -> set[PaperNumber]:
        decided = self._decisions(opened.number)
        return {each.paper for each in decided if each.decision == "reject"}


def recommend_by_words(workspace: Workspace) -> SharedWords:
    """Let a workspace recommend by shared words."""
    words = SharedWords(workspace)
    workspace.recommending = cast("Recommending", words)
    return words


def _suggestion(
    rank: int, score: float, paper: Paper, text: str, opened: OpenManuscript, sureness: float = 1.0
) -> Suggestion:
    shared = sorted(_words(text) & _words(paper.title), key=len, reverse=True)
    reasons: tuple[Reason, ...] = ()
    if shared:
        words = ", ".join(f"“{word}”" for word in shared[:4])
        reasons = (
            Reason("terms", f"shares {words}", paper.number),
            Reason("abstract", paper.abstract, paper.number),
        )
    linked = [link.paper for link in opened.links.values()]
    return Suggestion(
        rank=rank,
        paper=paper,
        score=round(score * 12, 3),
        confidence=sureness * min(0.97, score + 0.02),
        cited="elsewhere" if paper.number in linked else "no",
        reasons=reasons,
    )


def _sets(papers: Sequence[Paper]) -> tuple[PaperSet, ...]:
    if len(papers) < 2:
        return ()
    reason = Reason("cocitation", "often cited together in your library", papers[0].number)
    return (PaperSet(tuple(papers[:3]), (reason,)),)


@functools.cache
def _words(text: str) -> frozenset[str]:
    words = text.lower().replace(",", " ").split()
    return frozenset(word for word in words if len(word) >= _SHORTEST)


def _share(text: str, paper: Paper) -> float:
    title = _words(paper.title)
    return len(_words(text) & title) / (len(title) + 1)

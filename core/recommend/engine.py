"""One question in, one recommendation out: context, candidates, fusion, marks, reasons."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.library.library import Library
from core.recommend.candidates import Candidates, Retriever
from core.recommend.confidence import CONVINCING, confidence
from core.recommend.context import Passage, joined
from core.recommend.reasons import ReasonFinder
from core.records import Cited, PaperNumber, Recommendation, Suggestion

DEFAULT_BREADTH = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: a passage, and what is known of the papers around it.

    ``left_out`` are never answered: the manuscript's own record, and papers refused here. What
    the library's full texts and citations say of ``own``, that record, is never counted.
    ``chosen`` and ``refused`` are the papers the person took or refused for this sentence.
    """

    passage: Passage
    sentence: int | None = None
    breadth: float = DEFAULT_BREADTH
    cited_here: frozenset[PaperNumber] = field(default_factory=frozenset)
    cited_elsewhere: frozenset[PaperNumber] = field(default_factory=frozenset)
    left_out: frozenset[PaperNumber] = field(default_factory=frozenset)
    own: PaperNumber | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    chosen: frozenset[PaperNumber] = field(default_factory=frozenset)
    refused: frozenset[PaperNumber] = field(default_factory=frozenset)


class Engine:
    """Answers questions from one library."""

    def __init__(
        self, library: Library, retriever: Retriever, split: Callable[[str], Sequence[str]]
    ) -> None:
        """``split`` cuts an abstract into sentences."""
        self._library = library
        self._retriever = retriever
        self._reasons = ReasonFinder(retriever.words, split)

    def recommend(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Return the ``limit`` best papers for a question, with marks and reasons."""
        started = time.perf_counter()
        candidates = self._retriever.candidates(question.passage, breadth=question.breadth)
        ranked = [
            (paper, score) for paper, score in candidates.fused() if paper not in question.left_out
        ][:limit]
        stages = _stages(candidates)
        papers = {p.number: p for p in self._library.papers.get_many([p for p, _ in ranked])}
        present = [(papers[paper], score) for paper, score in ranked if paper in papers]
        passage = question.passage
        wider = joined((passage.title, *passage.before[-1:], *passage.after[:1]))
        reasons = self._reasons.about(passage.sentence, wider)
        suggestions = tuple(
            Suggestion(
                rank=rank,
                paper=paper,
                score=score,
                confidence=confidence(score, rank, stages),
                cited=_mark(question, paper.number),
                reasons=reasons(paper),
            )
            for rank, (paper, score) in enumerate(present, start=1)
        )
        return Recommendation(
            text=question.passage.sentence,
            sentence=question.sentence,
            suggestions=suggestions,
            convincing=any(s.confidence >= CONVINCING for s in suggestions),
            stages=stages,
            seconds=time.perf_counter() - started,
        )


def _mark(question: Question, paper: PaperNumber) -> Cited:
    if paper in question.cited_here:
        return "here"
    return "elsewhere" if paper in question.cited_elsewhere else "no"


def _stages(candidates: Candidates) -> tuple[str, ...]:
    asked: Mapping[str, object] = {"words": candidates.words, "vectors": candidates.vectors}
    return tuple(name for name, rankings in asked.items() if rankings)

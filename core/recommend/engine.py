"""From a question to a recommendation: candidates, signals, ranking, marks, reasons."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.base.notices import standing
from core.base.records import (
    PLAUSIBLE,
    Cited,
    Paper,
    PaperNumber,
    PaperSet,
    Reason,
    Recommendation,
    Suggestion,
    leading,
)
from core.recommend.candidates import Candidates
from core.recommend.cocitation import SetFinder
from core.recommend.completion import completing, shipped_completion
from core.recommend.confidence import confidence
from core.recommend.context import joined
from core.recommend.coverage import nearness, shipped_presence
from core.recommend.evidence import collect_evidence
from core.recommend.feedback import adjust
from core.recommend.influence import influences
from core.recommend.meaning import by_meaning
from core.recommend.profiles import lifts
from core.recommend.question import Question
from core.recommend.ranker import Ranker
from core.recommend.reasons import ReasonFinder
from core.recommend.shortlist import Shortlist
from core.recommend.signals import PROFILE, SignalQuery, SignalTable, Sources, gather_signals

_SET_CANDIDATES = 40
"""Suggestions that may become members of a set."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates of a question, best first, each with the chance that it is cited here.

    ``scores`` order them; ``table`` holds what they were ranked by, its rows in the same order.
    """

    papers: tuple[PaperNumber, ...]
    scores: NDArray[np.float64]
    chances: NDArray[np.float64]
    stages: tuple[str, ...]
    table: SignalTable | None = None

    def without(self, left_out: frozenset[PaperNumber]) -> Ranked:
        """Return the same without some papers."""
        if left_out.isdisjoint(self.papers):
            return self
        return self.taking([n for n, paper in enumerate(self.papers) if paper not in left_out])

    def first(self, count: int) -> Ranked:
        """Return the best so many."""
        return self.taking(range(min(count, len(self.papers))))

    def taking(self, rows: Sequence[int]) -> Ranked:
        """Return the papers in these rows, in that order."""
        return Ranked(
            tuple(self.papers[row] for row in rows),
            self.scores[list(rows)],
            self.chances[list(rows)],
            self.stages,
            None if self.table is None else self.table.taking(rows),
        )


class Engine:
    """Answers questions from one library."""

    def __init__(
        self,
        sources: Sources,
        split: Callable[[str], Sequence[str]],
        *,
        ranker: Ranker | None = None,
    ) -> None:
        """``split`` cuts an abstract into sentences; without a ranker the fused order stays."""
        self.sources = sources
        self._ranker = ranker
        self._signals = () if ranker is None else ranker.names
        self._reasons = ReasonFinder(sources.retriever.words, split)

    def recommend(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Return the ``limit`` best papers for a question, with marks, reasons and sets.

        Those that the manuscript cites already take no room from the others: as many new papers
        are among the suggestions.
        """
        return self.tell(question, self.shortlist(question, limit=limit))

    def shortlist(self, question: Question, *, limit: int = 20) -> Shortlist:
        """Return the papers of a recommendation, before anything is told of them."""
        started = time.perf_counter()
        ranked = self._decided(self._completing(self.rank(question), question), question)
        marks = [_mark(question, paper) for paper in ranked.papers]
        library_chance = _estimate_library_chance(question, ranked)
        ranked = replace(
            ranked,
            chances=np.where([m == "no" for m in marks], library_chance, 1.0) * ranked.chances,
        )
        rows = leading([mark == "no" for mark in marks], limit)
        shown_papers, sets = ranked.taking(rows), ranked.first(_SET_CANDIDATES)
        papers, table = frozenset(shown_papers.papers), shown_papers.table
        names = tuple(name for name in self._signals if table and name in table.columns)
        return Shortlist(
            papers=shown_papers.papers,
            scores=shown_papers.scores,
            chances=shown_papers.chances,
            cited=tuple(marks[row] for row in rows),
            likely=tuple(
                pair
                for pair in zip(sets.papers, sets.chances.tolist(), strict=True)
                if pair[1] >= PLAUSIBLE
            ),
            stages=ranked.stages,
            names=names,
            signals=None if table is None else table.matrix(names),
            hits=()
            if table is None
            else tuple(hit for hit in table.hits if not papers.isdisjoint(hit.cited)),
            seconds=time.perf_counter() - started,
            library_chance=library_chance,
        )

    def tell(
        self,
        question: Question,
        shortlist: Shortlist,
        *,
        explained: Collection[PaperNumber] | None = None,
    ) -> Recommendation:
        """Return a shortlist as it is shown, with reasons and sets.

        With ``explained``, only these papers have their reasons.
        """
        started = time.perf_counter()
        suggestions = self._suggestions(question, shortlist, explained)
        return Recommendation(
            text=question.passage.sentence,
            sentence=question.sentence,
            suggestions=suggestions,
            sets=self._sets(question, shortlist),
            convincing=any(s.confidence >= PLAUSIBLE for s in suggestions),
            stages=shortlist.stages,
            seconds=shortlist.seconds + time.perf_counter() - started,
            whole=explained is None or set(shortlist.papers) <= set(explained),
        )

    def rank(self, question: Question, *, allowed: frozenset[PaperNumber] | None = None) -> Ranked:
        """Return every candidate in order, without those that are left out.

        With ``allowed``, only those papers answer.
        """
        candidates = self.sources.retriever.candidates(
            question.passage, breadth=question.breadth, allowed=allowed
        )
        if self._ranker is None:
            ranked = _by_fusion(candidates)
        else:
            table = gather_signals(
                self.sources, signal_query(question), candidates, allowed=allowed
            )
            ranked = self._by_signals(table, (*_stages(candidates), "ranked"))
        return ranked.without(question.left_out)

    def _by_signals(self, table: SignalTable, stages: tuple[str, ...]) -> Ranked:
        assert self._ranker is not None
        scores = self._ranker.scores(table) + by_meaning(table.columns)
        if PROFILE in table.columns:
            scores = scores + lifts(table.columns[PROFILE])
        # Equal scores keep the order of the table, which begins with the fused one.
        order = np.argsort(-scores, kind="stable").tolist()
        every = Ranked(table.papers, scores, np.zeros(len(scores)), stages, table).taking(order)
        return replace(every, chances=self._ranker.chances(every.scores))

    def _completing(self, ranked: Ranked, question: Question) -> Ranked:
        """Let papers rise that are cited together with those cited in the sentence already.

        The chances stay those of the ranks: what sets add was fitted for the order alone.
        """
        graph = self.sources.graph
        if graph is None or not question.cited_here:
            return ranked
        if not graph.citing_papers(without=question.own):
            return ranked
        cited_papers = sorted(question.cited_here)
        texts = self.sources.texts.get([*ranked.papers, *cited_papers])
        years = {paper: text.year for paper, text in texts.items()}
        features = completing(
            ranked.papers, cited_papers, graph, self._rows, years, without=question.own
        )
        odds = shipped_completion().odds(ranked.chances, features)
        order = np.argsort(-odds, kind="stable").tolist()
        return replace(ranked.taking(order), chances=-np.sort(-ranked.chances))

    def _decided(self, ranked: Ranked, question: Question) -> Ranked:
        """Let the papers taken and refused here move those like them."""
        if not question.chosen and not question.refused:
            return ranked
        chances = zip(ranked.papers, ranked.chances.tolist(), strict=True)
        adjusted = adjust(list(chances), question, self._rows)
        row_of = {paper: row for row, paper in enumerate(ranked.papers)}
        return replace(
            ranked.taking([row_of[paper] for paper, _ in adjusted]),
            chances=np.array([chance for _, chance in adjusted]),
        )

    def _rows(self, papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        vectors = self.sources.retriever.vectors
        if vectors is None:
            return np.full((len(papers), 1), np.nan, np.float32)
        return vectors.rows(papers)

    def _sets(self, question: Question, shortlist: Shortlist) -> tuple[PaperSet, ...]:
        graph, papers = self.sources.graph, self.sources.library.papers
        if graph is None or not shortlist.likely:
            return ()
        return SetFinder(graph, self._rows, papers.get_many).sets(
            shortlist.likely,
            sorted(question.cited_here),
            plausible=PLAUSIBLE,
            without=question.own,
        )

    def _suggestions(
        self, question: Question, shortlist: Shortlist, explained: Collection[PaperNumber] | None
    ) -> tuple[Suggestion, ...]:
        """Return the papers that are still there."""
        papers = {p.number: p for p in self.sources.library.papers.get_many(shortlist.papers)}
        explained_papers = papers.keys() if explained is None else papers.keys() & set(explained)
        reasons = self._collect_reasons(question, shortlist.only(explained_papers), papers)
        versions = self._versions(
            question, [paper for paper in shortlist.papers if paper in papers]
        )
        notices = self.sources.library.outside.notices(shortlist.papers)
        present = (row for row, paper in enumerate(shortlist.papers) if paper in papers)
        return tuple(
            Suggestion(
                rank=rank,
                paper=papers[shortlist.papers[row]],
                score=float(shortlist.scores[row]),
                confidence=float(shortlist.chances[row]),
                cited=shortlist.cited[row],
                reasons=reasons.get(shortlist.papers[row], ()),
                version_of=versions.get(shortlist.papers[row]),
                notice=standing(notices.get(shortlist.papers[row], ())),
            )
            for rank, row in enumerate(present, start=1)
        )

    def _versions(
        self, question: Question, ranked: Sequence[PaperNumber]
    ) -> dict[PaperNumber, Paper]:
        """Return for a paper another version of it that is cited already, or ranked above it."""
        library = self.sources.library
        known_papers = dict.fromkeys(
            (*sorted(question.cited_here | question.cited_elsewhere), *ranked)
        )
        rank = {paper: rank for rank, paper in enumerate(known_papers)}
        first = {
            paper: min((rank[other], other) for other in other_versions if other in rank)[1]
            for paper, other_versions in library.duplicates.find_versions(ranked).items()
            if any(rank.get(other, len(rank)) < rank[paper] for other in other_versions)
        }
        papers_by_number = {
            paper.number: paper for paper in library.papers.get_many([*first.values()])
        }
        return {
            paper: papers_by_number[other]
            for paper, other in first.items()
            if other in papers_by_number
        }

    def _collect_reasons(
        self, question: Question, shortlist: Shortlist, papers: Mapping[PaperNumber, Paper]
    ) -> dict[PaperNumber, tuple[Reason, ...]]:
        """Return the evidence for each paper; by what moved its score if the ranker took part."""
        passage, table = question.passage, shortlist.table
        wider = joined((passage.title, *passage.before[-1:], *passage.after[:1]))
        tell = self._reasons.about(passage.sentence, wider)
        if table is None or self._ranker is None:
            return {paper: tell(papers[paper]) for paper in shortlist.papers}
        contributions = influences(self._ranker, table)
        evidence = collect_evidence(
            self.sources, shortlist.papers, signal_query(question), table.hits
        )
        return {
            paper: tell(papers[paper], contributions=contributions[row], evidence=evidence[row])
            for row, paper in enumerate(shortlist.papers)
        }


def signal_query(question: Question) -> SignalQuery:
    """Return what the signals of a question are read from."""
    return SignalQuery(
        passage=question.passage,
        cited_papers=tuple(sorted(question.cited_here | question.cited_elsewhere)),
        here=question.cited_here,
        own=question.own,
        authors=question.authors,
        year=question.year,
    )


def _by_fusion(candidates: Candidates) -> Ranked:
    stages, fused = _stages(candidates), candidates.fused()
    chances = [confidence(score, rank, stages) for rank, (_, score) in enumerate(fused, start=1)]
    return Ranked(
        tuple(paper for paper, _ in fused),
        np.array([score for _, score in fused]),
        np.array(chances),
        stages,
    )


def _estimate_library_chance(question: Question, ranked: Ranked) -> float:
    """Return the chance that the library has what is needed for a question."""
    if question.coverage is None:
        return 1.0
    return shipped_presence().chance(question.coverage, nearness(ranked.table))


def _mark(question: Question, paper: PaperNumber) -> Cited:
    if paper in question.cited_here:
        return "here"
    return "elsewhere" if paper in question.cited_elsewhere else "no"


def _stages(candidates: Candidates) -> tuple[str, ...]:
    rankings_of: Mapping[str, object] = {"words": candidates.words, "vectors": candidates.vectors}
    return tuple(name for name, rankings in rankings_of.items() if rankings)

"""The citations of one library in memory: who is cited with whom, by whom, and with what in common.

Every count can be taken ``without`` one paper, as if the library had never read what that paper
cites: the manuscript's own record says nothing about itself.

How well papers fit together in one citation is their *affinity*. After MP-BERT4CR, which draws a
paper's company with chance ∝ frequency^(3/4) over the papers it was co-cited with (§4.1.2). Here
the counts become an *affinity* of two papers, 0..1:

    counted(i, j)  = (f(i, j) / (√(f(i) f(j)) + DOUBT))^(3/4)
    scarce(i, j)   = DOUBT / (min(f(i), f(j)) + DOUBT)
    affinity(i, j) = 1 − (1 − counted(i, j)) (1 − scarce(i, j) · CLOSENESS · cosine(i, j)²)

``f`` counts papers of the library that cite both (or the one), and each sentence that does
``SENTENCE`` times on top; the root is Salton's measure, so that a paper cited with everything
says little. Where one of the two is hardly ever cited, counts say nothing and the cosine of the
embeddings speaks instead: one of 0.6 as much as two papers that cite both, of 0.8 as much as five.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.base.arrays import distinct
from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.citations import CitedInSentences

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SENTENCE = 2.0
"""What a sentence that cites two papers says of them, beside a paper that cites both."""
SMOOTHING = 0.75
"""The power that joint counts are raised to (MP-BERT4CR, §4.1.2), so that the few papers that
are cited with everything do not drown the rest."""

_BITS = 32
"""Bits of a paper's number where two are one integer."""

Counts = NDArray[np.float32]
Floats = NDArray[np.float64]
Years = Mapping[PaperNumber, int | None]
_Rows = NDArray[np.intp]


class CitationGraph:
    """Citations and co-citing sentences of one library. It never changes; safe from any thread.

    Papers are given by number, in any order; a paper that the graph does not hold counts as one
    that is cited nowhere. What nobody can know is NaN, as is everything in a library without a
    citation. A paper stands not beside itself: there the joint counts are 0.
    """

    def __init__(
        self,
        citations: NDArray[np.int64],
        sentences: CitedInSentences,
        *,
        revision: int = 0,
    ) -> None:
        """Build from (pairs, 2) citing and cited papers, each once, and the citing sentences."""
        self.revision = revision
        self._pairs = np.sort(citations[:, 0] << _BITS | citations[:, 1])
        self._numbers = distinct(
            np.concatenate([citations.ravel(), sentences.citing, sentences.cited])
        )
        papers, count = len(self._numbers), len(sentences.citing)
        citing, cited = self._rows(citations[:, 0]), self._rows(citations[:, 1])
        # One row more than papers, an empty one: that of every paper the graph does not hold.
        self._cites = _incidence(citing, cited, (papers + 1, papers + 1))
        self._cited = _incidence(cited, citing, (papers + 1, papers + 1))
        self._sentence_incidence = _incidence(
            self._rows(sentences.cited), sentences.sentence, (papers + 1, count)
        )
        self._saying = _incidence(
            sentences.sentence, self._rows(sentences.cited), (count, papers + 1)
        )
        self._sayer = self._rows(sentences.citing)
        self._references = np.diff(self._cites.indptr)

    @classmethod
    def of(cls, library: Library) -> CitationGraph:
        """Read the graph of a library; what is in the trash neither cites nor is cited."""
        with library.database.snapshot():
            return cls(
                library.citations.pairs(),
                library.citations.cited_in_sentences(),
                revision=library.citations.revision(),
            )

    def find_changes(self, before: CitationGraph) -> list[tuple[PaperNumber, PaperNumber]]:
        """Return the pairs of a citing and a cited paper that one of the graphs has alone."""
        pairs = np.setxor1d(self._pairs, before._pairs, assume_unique=True)
        citing, cited = (pairs >> _BITS).tolist(), (pairs & (1 << _BITS) - 1).tolist()
        return list(zip(map(PaperNumber, citing), map(PaperNumber, cited), strict=True))

    def count_citing_papers(
        self, papers: Sequence[PaperNumber], *, without: PaperNumber | None
    ) -> Counts:
        """Return (papers,): how many papers of the library cite each."""
        rows, out = self._rows(papers), self._row(without)
        counts = np.diff(self._cited.indptr)[rows] - self._cites[[out]].toarray()[0][rows]
        return self._mask_unknown(counts.astype(np.float32), self._citations(out))

    def sentences_citing(
        self, papers: Sequence[PaperNumber], *, without: PaperNumber | None
    ) -> Counts:
        """Return (papers,): how many sentences of the library cite each."""
        sentence_rows = self._sentences(self._rows(papers), self._row(without))
        return self._mask_unknown(
            sentence_rows.sum(axis=1), self._sentences_but(self._row(without))
        )

    def citing_papers(self, *, without: PaperNumber | None) -> int:
        """Return how many papers of the library cite another."""
        telling = int(np.count_nonzero(self._references))
        return telling - bool(self._references[self._row(without)])

    def citing_all(
        self, papers: Sequence[PaperNumber], *, without: PaperNumber | None
    ) -> tuple[list[PaperNumber], int]:
        """Return the papers that cite all of these, and how many of them in one sentence.

        Those that do so in one sentence come first.
        """
        rows, out = self._rows(papers), self._row(without)
        citing = self._citers(rows, out).sum(axis=0) == len(rows)
        sentences = self._sentences(rows, out).sum(axis=0) == len(rows)
        together = np.unique(self._sayer[sentences])
        rest = np.setdiff1d(np.flatnonzero(citing), together)
        order = np.concatenate([together, rest])
        return [PaperNumber(int(number)) for number in self._numbers[order]], len(together)

    def co_cited(
        self,
        papers: Sequence[PaperNumber],
        cited_papers: Sequence[PaperNumber],
        *,
        without: PaperNumber | None,
    ) -> Counts:
        """Return (papers, given): how many papers of the library cite both."""
        rows, other_rows, out = self._rows(papers), self._rows(cited_papers), self._row(without)
        counts = _joint(self._cited, rows, self._citers(other_rows, out))
        counts[rows[:, None] == other_rows] = 0
        return self._mask_unknown(counts, self._citations(out))

    def co_cited_in_sentences(
        self,
        papers: Sequence[PaperNumber],
        cited_papers: Sequence[PaperNumber],
        *,
        without: PaperNumber | None,
    ) -> Counts:
        """Return (papers, given): how many sentences cite both."""
        rows, other_rows, out = self._rows(papers), self._rows(cited_papers), self._row(without)
        counts = _joint(self._sentence_incidence, rows, self._sentences(other_rows, out))
        counts[rows[:, None] == other_rows] = 0
        return self._mask_unknown(counts, self._sentences_but(out))

    def coupled(
        self,
        papers: Sequence[PaperNumber],
        cited_papers: Sequence[PaperNumber],
        *,
        without: PaperNumber | None,
    ) -> Counts:
        """Return (papers, given): how many references the two share (Kessler, 1963).

        NaN for a paper whose references are not known; a given one's then say nothing, which is 0.
        """
        rows, other_rows, out = self._rows(papers), self._rows(cited_papers), self._row(without)
        counts = _joint(self._cites, rows, self._cites[other_rows])
        counts[rows[:, None] == other_rows] = 0
        counts[:, other_rows == out] = 0
        counts[(self._references[rows] == 0) | (rows == out)] = np.nan
        return counts

    def linked(
        self,
        papers: Sequence[PaperNumber],
        cited_papers: Sequence[PaperNumber],
        *,
        without: PaperNumber | None,
    ) -> Counts:
        """Return (papers, given): 1 where one is known to cite the other, else 0."""
        rows, other_rows, out = self._rows(papers), self._rows(cited_papers), self._row(without)
        chosen = _incidence(
            np.arange(len(other_rows)), other_rows, (len(other_rows), len(self._numbers) + 1)
        )
        there, back = _joint(self._cites, rows, chosen), _joint(self._cited, rows, chosen)
        there[rows == out] = 0
        back[:, other_rows == out] = 0
        return self._mask_unknown(np.maximum(there, back), self._citations(out))

    def neighbours(
        self, cited_papers: Sequence[PaperNumber], *, limit: int, without: PaperNumber | None
    ) -> list[tuple[PaperNumber, float]]:
        """Return papers co-cited with, citing or cited by the given ones, best first.

        A paper's score is the sum over the given ones of the papers that cite both, ``SENTENCE``
        times the sentences that do, and 1 for each way in which one cites the other, to the
        power of ``SMOOTHING``.
        """
        other_rows, out = self._rows(cited_papers), self._row(without)
        citers = self._citers(other_rows, out)
        weights = (
            citers @ self._cites
            + SENTENCE * (self._sentences(other_rows, out) @ self._saying)
            + self._ties(other_rows, citers, out)
        )
        scores = weights.power(SMOOTHING).sum(axis=0)
        scores[other_rows] = 0
        scores[[out, len(self._numbers)]] = 0
        scored_rows = np.flatnonzero(scores > 0)
        best = scored_rows[np.argsort(-scores[scored_rows], kind="stable")[:limit]]
        return [(PaperNumber(int(self._numbers[row])), float(scores[row])) for row in best]

    def _mask_unknown(self, counts: Counts, evidence: int) -> Counts:
        """Return the counts, or NaN for all where there is nothing to count."""
        return counts if evidence else np.full_like(counts, np.nan)

    def _citations(self, out: int) -> int:
        return int(self._cites.nnz - self._references[out])

    def _sentences_but(self, out: int) -> int:
        return int(np.count_nonzero(self._sayer != out))

    def _citers(self, rows: _Rows, out: int) -> csr_array:
        """Return (rows, papers): who cites each, but for ``out``."""
        citer_rows = self._cited[rows]
        citer_rows.data[citer_rows.indices == out] = 0
        return citer_rows

    def _sentences(self, rows: _Rows, out: int) -> csr_array:
        """Return (rows, sentences): which cite each, but for those of ``out``."""
        sentence_rows = self._sentence_incidence[rows]
        sentence_rows.data[self._sayer[sentence_rows.indices] == out] = 0
        return sentence_rows

    def _ties(self, rows: _Rows, citers: csr_array, out: int) -> csr_array:
        """Return (rows, papers): 1 for each way in which one cites the other."""
        own = self._cites[rows]
        own.data[np.repeat(rows == out, np.diff(own.indptr))] = 0
        return citers + own

    def _row(self, paper: PaperNumber | None) -> int:
        return len(self._numbers) if paper is None else int(self._rows([paper])[0])

    def _rows(self, papers: Sequence[int] | NDArray[np.int64]) -> _Rows:
        """Return the row of each paper, the empty last one for those the graph does not hold."""
        paper_numbers = np.asarray(papers, np.int64)
        if not len(self._numbers):
            return np.zeros(len(paper_numbers), np.intp)
        rows = np.minimum(np.searchsorted(self._numbers, paper_numbers), len(self._numbers) - 1)
        return np.where(self._numbers[rows] == paper_numbers, rows, len(self._numbers))


def _joint(incidence: csr_array, rows: _Rows, other_incidence: csr_array) -> Counts:
    """Return (rows, others): how many columns both hold."""
    counts: Counts = (incidence[rows] @ other_incidence.T).toarray()
    return counts


def _incidence(rows: _Rows, columns: _Rows, shape: tuple[int, int]) -> csr_array:
    """Return a matrix with 1 at each pair; a pair occurs once."""
    from scipy.sparse import csr_array  # 0.2 s, and a library is read before it is asked

    return csr_array((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)


# --- how much papers belong in one citation ----------------------------------------------------


DOUBT = 20.0
"""Citations that a paper needs for its counts to weigh as much as the doubt about them."""
CLOSENESS = 0.5
"""The affinity of two papers of one meaning that nobody cites."""

Matrix = NDArray[np.float32]
Rows = Callable[[Sequence[PaperNumber]], Matrix]
"""Gives (papers, dimension) vectors of unit length; NaN where a paper has none."""


def affinity(joint: Matrix, one: Matrix, other: Matrix, cosine: Matrix) -> Matrix:
    """Return (papers, others) in 0..1, never NaN.

    ``joint`` (papers, others) are weighted joint counts, ``one`` (papers,) and ``other``
    (others,) how often each is cited at all in the same weights. Unknown ones are NaN, as is an
    unknown ``cosine`` (papers, others).
    """
    joint, one, other = (np.nan_to_num(matrix) for matrix in (joint, one, other))
    smoothed_counts = (joint / (np.sqrt(np.outer(one, other)) + DOUBT)) ** SMOOTHING
    scarce = DOUBT / (np.minimum.outer(one, other) + DOUBT)
    close = CLOSENESS * scarce * np.clip(np.nan_to_num(cosine), 0, 1) ** 2
    together = 1 - (1 - np.minimum(smoothed_counts, 1)) * (1 - close)
    return together.astype(np.float32)


def affinities(
    papers: Sequence[PaperNumber],
    other_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    rows: Rows,
    *,
    without: PaperNumber | None,
) -> Matrix:
    """Return (papers, others): how much each two belong in one citation, 0..1, never NaN."""
    return affinity(
        joint_counts(papers, other_papers, graph, without=without),
        counts(papers, graph, without=without),
        counts(other_papers, graph, without=without),
        rows(papers) @ rows(other_papers).T,
    )


def completion_scores(
    candidates: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    rows: Rows,
    *,
    without: PaperNumber | None,
) -> Matrix:
    """Return (candidates,): how well each completes the group ``cited_papers``, 0..1, never NaN.

    The mean affinity with the given papers; 0 for all where none is given, and for a given one.
    """
    if not len(cited_papers) or not len(candidates):
        return np.zeros(len(candidates), np.float32)
    ties = affinities(candidates, cited_papers, graph, rows, without=without)
    scores: Matrix = ties.mean(axis=1)
    scores[np.isin(np.asarray(candidates, np.int64), np.asarray(cited_papers, np.int64))] = 0
    return scores


def joint_counts(
    papers: Sequence[PaperNumber],
    other_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    *,
    without: PaperNumber | None,
) -> Matrix:
    """Return (papers, others): papers that cite both, and ``SENTENCE`` times sentences that do."""
    in_sentences = graph.co_cited_in_sentences(papers, other_papers, without=without)
    joint = graph.co_cited(papers, other_papers, without=without)
    joint_total: Matrix = np.nan_to_num(joint) + np.float32(SENTENCE) * np.nan_to_num(in_sentences)
    return joint_total


def counts(
    papers: Sequence[PaperNumber], graph: CitationGraph, *, without: PaperNumber | None
) -> Matrix:
    """Return (papers,): papers that cite each, and ``SENTENCE`` times sentences that do."""
    in_sentences = graph.sentences_citing(papers, without=without)
    cited_by = graph.count_citing_papers(papers, without=without)
    citation_counts: Matrix = np.nan_to_num(cited_by) + np.float32(SENTENCE) * np.nan_to_num(
        in_sentences
    )
    return citation_counts


# --- how a paper completes a group ------------------------------------------------------------

_FARTHEST = 20
"""Years apart that count; more say no more."""
FEATURES = (
    "affinity.mean",
    "affinity.best",
    "lift.mean",
    "cosine.mean",
    "cosine.best",
    "years.mean",
)


def measure_completion(
    candidates: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    rows: Rows,
    years: Years,
    *,
    without: PaperNumber | None,
) -> Floats:
    """Return (candidates, ``FEATURES``): how each fits to ``cited_papers``, at least one.

    What is not known of a candidate is 0, of its year as if it were as far off as the others.
    """
    joint = joint_counts(candidates, cited_papers, graph, without=without)
    one, other = (
        counts(paper_group, graph, without=without) for paper_group in (candidates, cited_papers)
    )
    cosine = np.nan_to_num(rows(candidates) @ rows(cited_papers).T)
    close = affinity(joint, one, other, cosine)
    lift = _measure_lift(candidates, cited_papers, graph, without)
    columns = (
        close.mean(axis=1),
        close.max(axis=1),
        lift.mean(axis=1),
        cosine.mean(axis=1),
        cosine.max(axis=1),
        _measure_year_distances(candidates, cited_papers, years),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _measure_lift(
    candidates: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    without: PaperNumber | None,
) -> Floats:
    """Return how much oftener each two are cited by one paper than chance would have it, as log."""
    joint = np.nan_to_num(graph.co_cited(candidates, cited_papers, without=without))
    one, other = (
        np.nan_to_num(graph.count_citing_papers(paper_group, without=without))
        for paper_group in (candidates, cited_papers)
    )
    expected = np.maximum(np.outer(one, other), 1) / max(graph.citing_papers(without=without), 1)
    lift: Floats = np.log1p(joint / expected)
    return lift


def _measure_year_distances(
    candidates: Sequence[PaperNumber], cited_papers: Sequence[PaperNumber], years: Years
) -> Floats:
    """Return how many years each appeared before or after those given, in the mean."""
    known_years = [year for paper in cited_papers if (year := years.get(paper)) is not None]
    theirs = np.array([years.get(paper) or np.nan for paper in candidates], np.float64)
    if not known_years or np.isnan(theirs).all():
        return np.zeros(len(candidates))
    differences = np.abs(theirs[:, None] - np.array(known_years, np.float64))
    distances = differences.clip(0, _FARTHEST).mean(axis=1)
    filled: Floats = np.where(np.isnan(distances), np.nanmean(distances), distances)
    return filled

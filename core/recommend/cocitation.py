"""Sets of papers to cite together in a sentence, with the evidence that they belong together.

A set is a group of two to four plausible suggestions in which each two are tied: some paper of
the library cites both, or their embeddings are close. Of all such groups the best is the one of
highest density (Goldberg, 1984):

    score(S) = (Σ_{i<j in S} √(p(i) p(j)) affinity(i, j) + Σ_{i in S} √p(i) completion(i)) / |S|

``p`` is the chance that a paper is cited in this sentence, ``completion`` its mean affinity with
what is cited there already. Another member therefore joins only if it brings more than it costs.

Shown are the sets whose members are cited more often than the first of the list (docs/quality.md):
what stands beside one paper cited here, and the best group of which two papers of the library cite
all. Groups held together by one paper, two by two or by meaning alone are cited less often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import shorten

import numpy as np
from numpy.typing import NDArray

from core.base.identity import name_words, title_key
from core.base.messages import Message
from core.base.records import Paper, PaperNumber, PaperSet, Reason
from core.recommend.citation_graph import (
    CitationGraph,
    Rows,
    affinities,
    completion_scores,
    joint_counts,
)
from core.recommend.reasons import of_your_papers

MOST_MEMBERS = 4
SAME = 0.97
"""From this cosine on, two papers with an author in common are versions of one another."""
_MOST_CANDIDATES = 40
_CLOSE = 0.6
_KEPT = 50
_TRIED = 30
"""Groups, densest first, of which one may be shown."""
_LEAST_JOINT = 2
_SHOWN = 3
_TITLE = 70


@dataclass(frozen=True, slots=True)
class _Plausible:
    """The papers that sets are made of, likeliest first, with what ties them."""

    papers: tuple[Paper, ...]
    weights: NDArray[np.float64]
    bonus: NDArray[np.float64]
    tied: NDArray[np.bool_]

    @property
    def numbers(self) -> list[PaperNumber]:
        return [paper.number for paper in self.papers]


class SetFinder:
    """Looks for sets in one library."""

    def __init__(
        self,
        graph: CitationGraph,
        rows: Rows,
        load_papers: Callable[[Sequence[PaperNumber]], Sequence[Paper]],
    ) -> None:
        """``load_papers`` gives the papers of the library that have these numbers."""
        self._graph = graph
        self._rows = rows
        self._load_papers = load_papers

    def sets(
        self,
        suggestions: Sequence[tuple[PaperNumber, float]],
        cited_papers: Sequence[PaperNumber],
        *,
        plausible: float,
        without: PaperNumber | None = None,
    ) -> tuple[PaperSet, ...]:
        """Return at most two sets.

        First comes what stands beside a paper cited here already. ``suggestions`` are the
        papers with the chance that each is cited here; only those of at least ``plausible``, not
        ``cited_papers`` and no other version of a given one become members.
        """
        cited = tuple(self._load_papers(cited_papers))
        papers, chances = self._distinct(suggestions, cited, plausible, without)
        if not papers:
            return ()
        nearby_sets = (self._beside(paper, papers, without) for paper in cited)
        beside = next((paper_set for paper_set in nearby_sets if paper_set is not None), None)
        members = self._tied(papers, chances, [paper.number for paper in cited], without)
        groups = _dense(members)[:_TRIED]
        tried_sets = (self._together([papers[row] for row in group], without) for group in groups)
        together = next((paper_set for paper_set in tried_sets if paper_set is not None), None)
        return tuple(paper_set for paper_set in (beside, together) if paper_set is not None)

    def _distinct(
        self,
        suggestions: Sequence[tuple[PaperNumber, float]],
        cited: Sequence[Paper],
        plausible: float,
        without: PaperNumber | None,
    ) -> tuple[list[Paper], NDArray[np.float64]]:
        """Return the plausible papers and their chances, of versions the likeliest."""
        numbers = {paper.number for paper in cited}
        likely = sorted(
            (-chance, paper)
            for paper, chance in dict(suggestions).items()
            if chance >= plausible and paper != without and paper not in numbers
        )[:_MOST_CANDIDATES]
        chance_of = {paper: -negative for negative, paper in likely}
        papers = [*cited, *self._load_papers(list(chance_of))]
        rows = self._rows([paper.number for paper in papers])
        near = np.nan_to_num(rows @ rows.T) >= SAME
        kept_rows: list[int] = []
        for row, paper in enumerate(papers):
            same = any(
                _versions(paper, papers[other], close=near[row, other]) for other in kept_rows
            )
            if row < len(cited) or not same:
                kept_rows.append(row)
        chosen = [papers[row] for row in kept_rows[len(cited) :]]
        return chosen, np.array([chance_of[paper.number] for paper in chosen])

    def _tied(
        self,
        papers: Sequence[Paper],
        chances: NDArray[np.float64],
        cited_papers: Sequence[PaperNumber],
        without: PaperNumber | None,
    ) -> _Plausible:
        numbers = [paper.number for paper in papers]
        ties = affinities(numbers, numbers, self._graph, self._rows, without=without)
        joint = joint_counts(numbers, numbers, self._graph, without=without)
        rows = self._rows(numbers)
        root = np.sqrt(chances)
        tied = (joint > 0) | (np.nan_to_num(rows @ rows.T) >= _CLOSE)
        np.fill_diagonal(tied, val=False)
        fit = completion_scores(numbers, cited_papers, self._graph, self._rows, without=without)
        return _Plausible(tuple(papers), np.outer(root, root) * ties, root * fit, tied)

    # --- evidence that papers are cited together ----------------------------------------------

    def _beside(
        self, cited: Paper, papers: Sequence[Paper], without: PaperNumber | None
    ) -> PaperSet | None:
        """Return the papers most cited beside one, by lift over what chance would bring."""
        graph, numbers = self._graph, [paper.number for paper in papers]
        joint = graph.co_cited(numbers, [cited.number], without=without)[:, 0]
        expected = (
            graph.count_citing_papers(numbers, without=without)
            * (graph.count_citing_papers([cited.number], without=without)[0])
        )
        lift = np.where(joint >= _LEAST_JOINT, joint / np.maximum(expected, 1), 0)
        # Above 1 they stand together more often than two papers would by chance.
        lift = lift * graph.citing_papers(without=without)
        chosen = [row for row in np.argsort(-lift, kind="stable")[:_SHOWN] if lift[row] > 1]
        if not chosen:
            return None
        reasons = []
        for row in chosen:
            citing, _ = graph.citing_all([numbers[row], cited.number], without=without)
            reason_text = Message(
                "cited beside “{title}” in {papers}: {titles}",
                title=_short(cited),
                papers=of_your_papers(len(citing)),
                titles=self._titles(citing),
            )
            reasons.append(Reason("cocitation", reason_text, citing[0]))
        return PaperSet(tuple(papers[row] for row in chosen), tuple(reasons), (cited,))

    def _together(self, members: Sequence[Paper], without: PaperNumber | None) -> PaperSet | None:
        """Return a set with who cites all of it, ``None`` where that is hardly a paper."""
        numbers = [paper.number for paper in members]
        citing, sentences = self._graph.citing_all(numbers, without=without)
        if len(citing) < _LEAST_JOINT:
            return None
        reason = Reason("cocitation", self._cited_together(citing, sentences), citing[0])
        return PaperSet(tuple(members), (reason,))

    def _cited_together(self, citing: Sequence[PaperNumber], sentences: int) -> Message:
        """Say how many papers cite a set, and how many of them in one sentence."""
        papers, titles = of_your_papers(len(citing)), self._titles(citing)
        if not sentences:
            return Message("cited together in {papers}: {titles}", papers=papers, titles=titles)
        return Message(
            "cited together in {papers}, {sentences} of them in one sentence: {titles}",
            papers=papers,
            sentences=sentences,
            titles=titles,
        )

    def _titles(self, numbers: Sequence[PaperNumber]) -> str:
        shown_papers = self._load_papers(numbers[:_SHOWN])
        more = ["…"] if len(numbers) > _SHOWN else []
        return "; ".join([*(_short(paper) for paper in shown_papers), *more])


def _dense(plausible_papers: _Plausible) -> list[tuple[int, ...]]:
    """Return groups of tied papers, densest first, of each size the best ``_KEPT``.

    A larger group is sought among the best ones of the size before.
    """
    totals: dict[tuple[int, ...], float] = {
        (row,): float(bonus) for row, bonus in enumerate(plausible_papers.bonus)
    }
    level, groups = totals, []
    for size in range(2, MOST_MEMBERS + 1):
        larger: dict[tuple[int, ...], float] = {}
        for group, total in level.items():
            members = list(group)
            gains = plausible_papers.weights[members].sum(axis=0) + plausible_papers.bonus
            for row in np.flatnonzero(plausible_papers.tied[members].all(axis=0)):
                larger[tuple(sorted((*group, int(row))))] = total + float(gains[row])
        best = sorted(larger, key=lambda group: (-larger[group], group))[:_KEPT]
        level = {group: larger[group] for group in best}
        groups += [(level[group] / size, group) for group in best]
    return [group for _, group in sorted(groups, key=lambda pair: (-pair[0], pair[1]))]


def _versions(one: Paper, other: Paper, *, close: bool) -> bool:
    key = title_key(one.title)
    if key and key == title_key(other.title):
        return True
    return bool(close and name_words(one.authors) & name_words(other.authors))


def _short(paper: Paper) -> str:
    return shorten(paper.title, _TITLE, placeholder=" …") or paper.id

"""Moves papers like a chosen one up and papers like a refused one down.

Rocchio's relevance feedback (1971) moves the question towards the vectors of what was liked and
away from what was not, which shifts each score by a multiple of two cosines. Here that shift is
taken on the logit of the chance, so that chances stay chances. It differs in two ways: the nearest
verdict counts and not the mean of all, since papers that were refused need not be alike; and only
the part of a cosine above the usual one of the list counts, so that what has nothing to do with
a verdict stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.odds import convert_odds_to_chances
from core.base.records import PaperNumber
from core.recommend.question import Question

CHOSEN, REFUSED = 1.0, 2.0
"""Most that a verdict moves the logit of a paper whose vector is that of the verdict's paper:
chances of .5 become .73, and .12."""

_SURE = 1e-6
"""Chances are kept this far from 0 and 1, where a logit ends."""

Ranked = list[tuple[PaperNumber, float]]
Rows = Callable[[Sequence[PaperNumber]], NDArray[np.float32]]
"""Unit rows of papers, (papers, dimension); NaN where a paper has none."""


def adjust(ranked: Sequence[tuple[PaperNumber, float]], question: Question, rows: Rows) -> Ranked:
    """Return papers and chances, best first, after what was decided on the sentence.

    With s(p) = max over the verdicts' papers d of max(0, cos(p, d) - m) / (1 - m), where m is the
    median cosine of d over the list:

        logit(p) + CHOSEN · s_chosen(p) - REFUSED · s_refused(p)

    Without verdicts, or without vectors of them, the list comes back as it is. Papers without
    a vector, and those decided upon, keep their chances; equal ones keep their order.
    """
    papers = [paper for paper, _ in ranked]
    decided = question.chosen | question.refused
    if not decided or not papers:
        return list(ranked)
    vectors = rows(papers)
    shift = CHOSEN * _likeness(vectors, rows, question.chosen)
    shift -= REFUSED * _likeness(vectors, rows, question.refused)
    shift[[paper in decided for paper in papers]] = 0.0
    if not shift.any():
        return list(ranked)
    chances = np.clip([chance for _, chance in ranked], _SURE, 1 - _SURE)
    moved_chances = convert_odds_to_chances(np.log(chances / (1 - chances)) + shift)
    after = np.where(shift == 0, [chance for _, chance in ranked], moved_chances)
    order = np.argsort(-after, kind="stable")
    return [(papers[index], float(after[index])) for index in order]


def _likeness(
    vectors: NDArray[np.float32], rows: Rows, decided: Collection[PaperNumber]
) -> NDArray[np.float64]:
    """Return for each paper (papers,) how like it is to the nearest one decided upon, 0..1."""
    nothing = np.zeros(len(vectors))
    decided_vectors = rows(sorted(decided))
    decided_vectors = decided_vectors[np.isfinite(decided_vectors).all(axis=1)]
    is_known = np.isfinite(vectors).all(axis=1)
    if not len(decided_vectors) or not is_known.any():
        return nothing
    cosines = (vectors[is_known] @ decided_vectors.T).astype(np.float64)  # (papers known, decided)
    usual = np.minimum(np.median(cosines, axis=0), 1 - _SURE)
    excess = np.clip((cosines - usual) / (1 - usual), 0.0, 1.0)
    nothing[is_known] = excess.max(axis=1)
    return nothing

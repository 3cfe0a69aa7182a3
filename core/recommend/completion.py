"""How the papers cited in a sentence already move the others: what completes the group comes up.

A candidate's log-odds of being cited and how well it fits to the papers given are weighed by a
conditional logit (McFadden, 1974), fitted by ``tools/lab/fitting/sets.py``: of a
sentence's group one paper is hidden, and the weights are those under which it is chosen among the
candidates with most certainty. What is said of all candidates alike moves none.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.base.odds import convert_chances_to_odds
from core.base.records import PaperNumber
from core.recommend.affinity import Rows, affinity, counts, joint_counts
from core.recommend.citation_graph import CitationGraph

FEATURES = (
    "affinity.mean",
    "affinity.best",
    "lift.mean",
    "cosine.mean",
    "cosine.best",
    "years.mean",
)
CHANCE = "chance"
"""The weight of the log-odds among the others'."""
FACTS = "sets.json"
_FARTHEST = 20
"""Years apart that count; more say no more."""

Years = Mapping[PaperNumber, int | None]
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Completion:
    """The fitted weights of ``FEATURES``, and that of the log-odds."""

    chance: float
    weights: tuple[float, ...]

    def odds(self, chances: NDArray[np.float64], features: Features) -> NDArray[np.float64]:
        """Return (papers,): what candidates with these chances are ordered by, best highest."""
        fitted_odds: NDArray[np.float64] = (
            self.chance * convert_chances_to_odds(chances) + features @ self.weights
        )
        return fitted_odds


@cache
def shipped_completion() -> Completion:
    """Return the weights that come with Cocite; read once."""
    text = (importlib.resources.files("resources") / "ranking" / FACTS).read_text("utf-8")
    facts = json.loads(text)
    return Completion(facts[CHANCE], tuple(facts[name] for name in FEATURES))


def completing(
    candidates: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    rows: Rows,
    years: Years,
    *,
    without: PaperNumber | None,
) -> Features:
    """Return (candidates, ``FEATURES``): how each fits to ``cited_papers``, at least one.

    What is not known of a candidate is 0, of its year as if it were as far off as the others.
    """
    joint = joint_counts(candidates, cited_papers, graph, without=without)
    one, other = (
        counts(paper_group, graph, without=without) for paper_group in (candidates, cited_papers)
    )
    cosine = np.nan_to_num(rows(candidates) @ rows(cited_papers).T)
    close = affinity(joint, one, other, cosine)
    lift = _lift(candidates, cited_papers, graph, without)
    columns = (
        close.mean(axis=1),
        close.max(axis=1),
        lift.mean(axis=1),
        cosine.mean(axis=1),
        cosine.max(axis=1),
        _apart(candidates, cited_papers, years),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _lift(
    candidates: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    without: PaperNumber | None,
) -> NDArray[np.float64]:
    """Return how much oftener each two are cited by one paper than chance would have it, as log."""
    joint = np.nan_to_num(graph.co_cited(candidates, cited_papers, without=without))
    one, other = (
        np.nan_to_num(graph.count_citing_papers(paper_group, without=without))
        for paper_group in (candidates, cited_papers)
    )
    expected = np.maximum(np.outer(one, other), 1) / max(graph.citing_papers(without=without), 1)
    lifted: NDArray[np.float64] = np.log1p(joint / expected)
    return lifted


def _apart(
    candidates: Sequence[PaperNumber], cited_papers: Sequence[PaperNumber], years: Years
) -> NDArray[np.float64]:
    """Return how many years each appeared before or after those given, in the mean."""
    known_years = [year for paper in cited_papers if (year := years.get(paper)) is not None]
    theirs = np.array([years.get(paper) or np.nan for paper in candidates], np.float64)
    if not known_years or np.isnan(theirs).all():
        return np.zeros(len(candidates))
    apart = (
        np.abs(theirs[:, None] - np.array(known_years, np.float64)).clip(0, _FARTHEST).mean(axis=1)
    )
    filled: NDArray[np.float64] = np.where(np.isnan(apart), np.nanmean(apart), apart)
    return filled

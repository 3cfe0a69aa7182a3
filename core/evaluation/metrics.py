"""Ranking metrics: trec_eval's own numbers through ir-measures, and Nogueira's F1@20.

trec_eval breaks ties by document id, so scores handed to it here are the ranks: the order of the
answer counts, nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import ir_measures
from ir_measures import AP, RR, P, R, nDCG

_MEASURES = {
    "recall@10": R @ 10,
    "map@10": AP @ 10,
    "mrr": RR,
    "ndcg@10": nDCG @ 10,
    "recall@100": R @ 100,
    "recall@1000": R @ 1000,
    "p@20": P @ 20,
    "r@20": R @ 20,
}


def per_query(
    relevant: Mapping[str, Collection[str]], rankings: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """Return every metric of every query; a query without an answer scores 0.

    ``relevant`` and ``rankings`` are keyed by query; a ranking is best first. Queries without a
    relevant paper are left out. A paper that a ranking names twice counts at its first rank.
    """
    judged = {query: dict.fromkeys(papers, 1) for query, papers in relevant.items() if papers}
    runs = {query: _scores(rankings.get(query, ())) for query in judged}
    results = {query: dict.fromkeys(_MEASURES, 0.0) for query in judged}
    names = {measure: name for name, measure in _MEASURES.items()}
    for metric in ir_measures.iter_calc(list(_MEASURES.values()), judged, runs):
        results[metric.query_id][names[metric.measure]] = float(metric.value)
    return results


def mean(results: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each metric over the queries, all 0 without a query.

    ``f1@20`` is the harmonic mean of mean P@20 and mean R@20 (Nogueira et al., 2020), which is
    not the mean of the queries' own F1.
    """
    count = max(len(results), 1)
    means = {name: sum(result[name] for result in results.values()) / count for name in _MEASURES}
    precision, recall = means.pop("p@20"), means.pop("r@20")
    return means | {"f1@20": harmonic_mean(precision, recall)}


def harmonic_mean(precision: float, recall: float) -> float:
    """Return 2PR / (P + R), and 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _scores(ranking: Sequence[str]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for index, paper in enumerate(ranking):
        scores.setdefault(paper, float(len(ranking) - index))
    return scores

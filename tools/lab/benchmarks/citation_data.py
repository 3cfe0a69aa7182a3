"""What citations bring to the ranking of new papers: each question asked with and without them.

``python -m tools.lab.benchmarks.citation_data LIBRARY --queries FILE --pool IDS.txt --every 4``
The library has citation data from elsewhere (``cocite enrich``) and none of the papers asked about
may cite in it. Prints the means as it goes, so it can be stopped at any time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.commands import common
from core.evaluation.harness import build_question
from core.evaluation.metrics import mean, per_query
from core.evaluation.queries import Query, read_queries, rename_papers
from core.library.store.citations import CitedInSentences
from core.manuscript.text.sentences import split_quickly
from core.recommend.citation_graph import CitationGraph
from core.recommend.engine import Engine
from core.recommend.signals import Sources
from core.workspace import Workspace

_DEPTH = 300
_MEASURES = ("recall@10", "ndcg@10", "mrr", "recall@100")
_SHOWN = 10


def engines(workspace: Workspace) -> dict[str, Engine]:
    """Return the engine as it is, and one that knows no citation."""
    answering = workspace._runtime.answering
    answering.follow()
    none = np.zeros(0, np.int64)
    empty = CitationGraph(np.zeros((0, 2), np.int64), CitedInSentences(none, none, none))
    contexts = workspace._runtime.indexes.contexts
    return {
        name: Engine(
            Sources.of(workspace.library, answering.retriever, graph=graph, contexts=contexts),
            split_quickly,
            ranker=answering._ranker,
        )
        for name, graph in (("before", empty), ("after", answering.graph))
    }


def compare(workspace: Workspace, queries: Sequence[Query], pool: Path) -> None:
    """Ask each question of both engines, and print how new papers are ranked."""
    papers = workspace.library.papers
    allowed = frozenset(papers.resolve_many(pool.read_text().split()).values())
    asked = engines(workspace)
    rankings: dict[str, dict[str, list[str]]] = {name: {} for name in asked}
    for done, query in enumerate(queries, start=1):
        question = build_question(query, papers)
        for name, engine in asked.items():
            ranked = engine.rank(question, allowed=allowed).papers[:_DEPTH]
            ids = papers.ids(list(ranked))
            named = (ids[paper] for paper in ranked if paper in ids)
            rankings[name][query.id] = [each for each in named if each not in query.already_cited]
        if done % _SHOWN == 0 or done == len(queries):
            report({each.id: each.new for each in queries[:done]}, rankings)


def report(relevant: dict[str, tuple[str, ...]], rankings: dict[str, dict[str, list[str]]]) -> None:
    """Print the means of both, and the gains with intervals of 95 % by bootstrap over queries."""
    found = {name: per_query(relevant, ranked) for name, ranked in rankings.items()}
    means = {name: mean(each) for name, each in found.items()}
    rng = np.random.default_rng(20251120)
    parts = []
    for measure in _MEASURES:
        after, before = found["after"], found["before"]
        gains = np.array([after[query][measure] - before[query][measure] for query in relevant])
        drawn = gains[rng.integers(0, len(gains), (2_000, len(gains)))].mean(axis=1)
        low, high = np.percentile(drawn, (2.5, 97.5))
        parts.append(
            f"{measure} {means['before'][measure]:.3f} → {means['after'][measure]:.3f}"
            f" [{low:+.3f}, {high:+.3f}]"
        )
    print(f"{len(relevant)} queries: " + ", ".join(parts), flush=True)


def main() -> None:
    """Compare on a query set, in a random order."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("library", type=Path)
    options.add_argument("--queries", type=Path, required=True)
    options.add_argument("--pool", type=Path, required=True)
    options.add_argument("--every", type=int, default=1)
    given = options.parse_args()
    with common.open_workspace(given.library) as workspace:
        queries = rename_papers(workspace.library.papers, read_queries(given.queries))
        queries = [query for query in queries if query.new]
        random.Random(20251120).shuffle(queries)
        common.load_if_useful(workspace, "")
        compare(workspace, queries[:: given.every], given.pool)


if __name__ == "__main__":
    main()

"""Fit the weights of ``core.recommend.reranking``.

``python -m tools.lab.fitting.reranking``

Asks a library the sentences of a held-out query set, has a reranker read the first papers of each
ranking, and learns how the chance of the first stage and the reranker's word go together: two
logistic regressions, one for papers that were read and one for papers that were not. Fits on the
manuscripts whose sha1(id) is even, prints how the odd ones are ranked before and after, and
writes ``resources/ranking/reranking.json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from core.base.errors import UsageError
from core.base.files import data_folder
from core.evaluation.harness import build_question
from core.evaluation.metrics import mean, per_query
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from core.recommend.reranking import (
    DEPTH,
    Effort,
    Reading,
    RerankWeights,
    Weights,
    combined,
    log_odds,
    standard,
)
from core.workspace import Workspace
from tools.lab.fitting.queries import even

_TARGET = Path(__file__).parents[3] / "resources" / "ranking" / "reranking.json"
_METRICS = ("recall@10", "ndcg@10", "mrr")


@dataclass(frozen=True, slots=True)
class AnsweredQuery:
    """A query's candidates, best first: their chances, what the reranker said, the cited ones."""

    query: str
    chances: NDArray[np.float64]
    reading: Reading
    cited: NDArray[np.bool_]
    missed: int

    def judged(self, order: NDArray[np.int64]) -> tuple[list[str], list[str]]:
        """Return the relevant papers and the ranking in some order, both as made-up names."""
        relevant = [str(index) for index in np.flatnonzero(self.cited)]
        lost = [f"missed {number}" for number in range(self.missed)]
        return relevant + lost, [str(index) for index in order]


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--queries", type=click.Path(path_type=Path), required=True)
@click.option("--reranker", required=True, help="A name on the shelf, or a model folder.")
@click.option("--depth", default=DEPTH, show_default=True, help="Papers that are read.")
@click.option("--limit", default=0, help="Queries that are asked, spread evenly; 0: all.")
def main(folder: Path, queries: Path, reranker: str, *, depth: int, limit: int) -> None:
    """Fit, measure, write."""
    all_queries = read_queries(queries)
    drawn_queries = all_queries[:: max(len(all_queries) // limit, 1)] if limit else all_queries
    with closing(Workspace(folder, Shelf(data_folder() / "models"), write=False)) as workspace:
        workspace.indexing.words()
        workspace.indexing.load_model(in_process=True)
        workspace.recommending.second_stage.load(reranker, in_process=True)
        rows = list(answers(workspace, drawn_queries, depth))
    scale = fitted([row for row in rows if even(row.query)])
    report([row for row in rows if not even(row.query)], scale)
    _TARGET.write_text(scale.model_dump_json(indent=2) + "\n", encoding="utf-8")


def answers(workspace: Workspace, queries: Sequence[Query], depth: int) -> Iterator[AnsweredQuery]:
    """Ask each query and have its first papers read."""
    papers = workspace.library.papers
    effort = Effort(depth=depth, seconds=float("inf"))
    for query in queries:
        question = build_question(query, papers)
        ranked = workspace.recommending.engine.rank(question)
        relevant = set(papers.resolve_many(query.relevant).values())
        cited = np.array([paper in relevant for paper in ranked.papers], bool)
        yield AnsweredQuery(
            query.id,
            ranked.chances,
            workspace.recommending.second_stage.reading(ranked, question, effort),
            cited,
            len(query.relevant) - int(cited.sum()),
        )


def fitted(rows: Sequence[AnsweredQuery]) -> RerankWeights:
    """Fit both regressions on the papers that were read.

    Raises:
        UsageError: none of them, or every one, is cited.
    """
    first = np.concatenate([log_odds(row.chances[row.reading.read_rows]) for row in rows])
    second = np.concatenate(
        [standard(row.reading.scores) for row in rows if len(row.reading.scores)]
    )
    cited = np.concatenate([row.cited[row.reading.read_rows] for row in rows])
    if cited.all() or not cited.any():
        raise UsageError(
            "The queries tell no cited paper from another one.",
            remedy="Use more queries, or a library that holds what they cite.",
        )
    return RerankWeights(
        read=_weights(np.column_stack([first, second]), cited),
        unread=_weights(first[:, None], cited),
    )


def _weights(inputs: NDArray[np.float64], cited: NDArray[np.bool_]) -> Weights:
    model = LogisticRegression(C=1e6, max_iter=1_000).fit(inputs, cited)
    first, *reranker = model.coef_[0].tolist()
    return Weights(
        bias=float(model.intercept_[0]), first=first, reranker=reranker[0] if reranker else 0.0
    )


def report(rows: Sequence[AnsweredQuery], scale: RerankWeights) -> None:
    """Print how held-out queries are ranked before and after."""
    before = [np.arange(len(row.chances)) for row in rows]
    after = [np.argsort(-combined(row.chances, row.reading, scale), kind="stable") for row in rows]
    for name, orders in (("first stage", before), ("reranked", after)):
        judged = [row.judged(order) for row, order in zip(rows, orders, strict=True)]
        relevant = {row.query: judged_row[0] for row, judged_row in zip(rows, judged, strict=True)}
        ranking = {row.query: judged_row[1] for row, judged_row in zip(rows, judged, strict=True)}
        means = mean(per_query(relevant, ranking))
        metric_text = ", ".join(f"{metric} {means[metric]:.3f}" for metric in _METRICS)
        print(f"{name} on {len(rows)} held-out queries: {metric_text}")


if __name__ == "__main__":
    main()

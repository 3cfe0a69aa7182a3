"""Fit the curves of ``core.recommend.confidence``.

``python -m tools.lab.fitting.confidence``

Asks a library the sentences of a held-out query set and learns from the first 20 answers of each
how often an author cited a paper with that score at that rank. Fits on the manuscripts whose
sha1(id) is even, prints calibration error and AUC on the odd ones, and writes
``resources/ranking/confidence.json``.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from core.base.files import data_folder
from core.base.odds import convert_odds_to_chances
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from core.recommend.candidates import Candidates, Retriever
from core.workspace import Workspace

_ANSWERS = 20
_BINS = 10
_TARGET = Path(__file__).parents[3] / "resources" / "ranking" / "confidence.json"

Row = tuple[float, float, bool]
"""Fused score, logarithm of the rank, whether an author cited the paper."""


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--queries", type=click.Path(path_type=Path), required=True)
def main(folder: Path, queries: Path) -> None:
    """Fit, measure, write."""
    query_list = read_queries(queries)
    with closing(Workspace(folder, Shelf(data_folder() / "models"), write=False)) as workspace:
        workspace.indexing.load_model(in_process=True)
        both = _rows(workspace, workspace.recommending.retriever, query_list)
        words = _rows(workspace, Retriever(workspace.recommending.retriever.words), query_list)
    curves = {name: _curve(*rows) for name, rows in (("words+vectors", both), ("words", words))}
    _TARGET.write_text(json.dumps(curves, indent=2) + "\n", encoding="utf-8")


def _rows(
    workspace: Workspace, retriever: Retriever, queries: Sequence[Query]
) -> tuple[list[Row], list[Row]]:
    """Return the rows of the even and of the odd manuscripts."""
    even: list[Row] = []
    odd: list[Row] = []
    papers = workspace.library.papers
    for query in queries:
        relevant = set(papers.resolve_many(query.relevant).values())
        itself = papers.resolve(query.self_id) if query.self_id else None
        candidates = retriever.candidates(query.passage, breadth=DEFAULT_BREADTH, depth=200)
        manuscript = query.id.rsplit("#", 1)[0]
        rows = even if hashlib.sha1(manuscript.encode()).digest()[-1] % 2 == 0 else odd
        rows.extend(_answers(candidates, relevant, itself))
    return even, odd


def _answers(
    candidates: Candidates, relevant: set[PaperNumber], itself: PaperNumber | None
) -> Iterator[Row]:
    ranked = [(paper, score) for paper, score in candidates.fused() if paper != itself]
    for rank, (paper, score) in enumerate(ranked[:_ANSWERS], start=1):
        yield score, math.log(rank), paper in relevant


def _curve(even: Sequence[Row], odd: Sequence[Row]) -> dict[str, float]:
    """Fit a logistic curve to the even rows and print how it does on the odd ones."""
    inputs, cited = _arrays(even)
    weights = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        logits = torch.tensor(inputs) @ weights
        value = functional.binary_cross_entropy_with_logits(logits, torch.tensor(cited))
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    bias, score, rank = weights.tolist()
    _report(*_arrays(odd), np.array([bias, score, rank]))
    return {"bias": bias, "score": score, "rank": rank}


def _arrays(rows: Sequence[Row]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    inputs = np.array([(1.0, score, rank) for score, rank, _ in rows])
    return inputs, np.array([float(cited) for *_, cited in rows])


def _report(
    inputs: NDArray[np.float64], cited: NDArray[np.float64], weights: NDArray[np.float64]
) -> None:
    chances = convert_odds_to_chances(inputs @ weights)
    bins = np.array_split(np.argsort(chances), _BINS)
    error = sum(len(b) * abs(chances[b].mean() - cited[b].mean()) for b in bins) / len(cited)
    order = chances.argsort().argsort() + 1
    hits = cited.sum()
    area = (order[cited > 0].sum() - hits * (hits + 1) / 2) / (hits * (len(cited) - hits))
    print(f"{len(cited)} held-out answers, {cited.mean():.3f} of them cited:")
    print(f"calibration error {error:.4f}, AUC {area:.3f}")


if __name__ == "__main__":
    main()

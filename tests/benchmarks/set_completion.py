"""What sets bring: ``python -m tests.benchmarks.set_completion LIBRARY``.

Hides one paper after the other of each dev sentence that cites several, gives the rest as cited
there, and looks for the hidden one in the first ten. The weight of the sets is chosen on the
manuscripts whose sha1 is even; the table is that of the odd ones, with paired 95 % intervals of
the gain over the ranking without sets. The library must be indexed with the model in use.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from core.base.logs import log_file
from core.base.records import PaperNumber
from core.evaluation.queries import read_queries
from core.models.shelf import Shelf
from core.recommend.citation_graph import CitationGraph
from core.recommend.question import Question
from core.workspace import Workspace
from tests.benchmarks.data import data_folder
from tests.benchmarks.query_forms import half_of
from training.judging.significance import paired_difference
from training.research.completion import ARMS, Answered, answer, best_weight, cases_of, completion

GRID = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--every", default=1, show_default=True, help="Ask only each nth query.")
@click.option("--pool", type=click.Path(exists=True, path_type=Path), help="Only these ids answer.")
@click.option("--model", default="", help="The encoder; else the one in use.")
def main(folder: Path, every: int, pool: Path | None, model: str) -> None:
    """Ask, choose the weights on one half, print the other."""
    queries = [
        query
        for query in read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")
        if len(query.relevant) > 1
    ][::every]
    halves = {query.id: half_of(query) for query in queries}
    with closing(Workspace(folder, Shelf(log_file().parent), write=False)) as workspace:
        workspace.indexing.load_model(name=model, in_process=True)
        allowed = _pool(workspace, pool)
        papers, vectors = workspace.library.papers, workspace.recommending.retriever.vectors
        graph = workspace.recommending.engine.sources.graph or CitationGraph.of(workspace.library)

        def rank(question: Question) -> list[tuple[PaperNumber, float]]:
            found = workspace.recommending.engine.rank(question, allowed=allowed)
            return list(zip(found.papers, found.chances.tolist(), strict=True))

        def rows(numbers: Sequence[PaperNumber]) -> NDArray[np.float32]:
            return (
                np.zeros((len(numbers), 0), np.float32)
                if vectors is None
                else vectors.rows(numbers)
            )

        answers: dict[str, list[Answered]] = {"even": [], "odd": []}
        for case in cases_of(queries, papers):
            answers[halves[case.query]].append(answer(case, rank, graph, rows))
    weight = best_weight(answers["even"], GRID)
    print(f"weight chosen on {len(answers['even'])} cases of even manuscripts: {weight}")
    _print(answers["odd"], weight)


def _pool(workspace: Workspace, file: Path | None) -> frozenset[PaperNumber] | None:
    if file is None:
        return None
    ids = file.read_text(encoding="utf-8").split()
    return frozenset(workspace.library.papers.resolve_many(ids).values())


def _print(answers: Sequence[Answered], weight: float) -> None:
    found = {arm: completion(answers, arm, weight) for arm in ARMS}
    reached = np.mean([np.isin(each.case.hidden, each.papers) for each in answers])
    baseline = found[ARMS[0]]
    print(
        f"{len(answers)} cases of {len(baseline.queries)} sentences of odd manuscripts; the hidden "
        f"paper is a candidate in {reached:.1%}\n"
        f"{'':14} {'R@10':>6} {'ratio':>6} {'gain (95 %)':>24} {'MAP':>6} {'gain (95 %)':>24}"
    )
    for arm, one in found.items():
        recall = paired_difference(baseline.recall, one.recall)
        precision = paired_difference(baseline.precision, one.precision)
        ratio = one.recall.mean() / max(baseline.recall.mean(), 1e-9)
        print(
            f"{arm:14} {one.recall.mean():6.4f} {ratio:6.2f} "
            f"{recall.mean:+8.4f} [{recall.low:+.4f}, {recall.high:+.4f}] "
            f"{one.precision.mean():6.4f} "
            f"{precision.mean:+8.4f} [{precision.low:+.4f}, {precision.high:+.4f}]"
        )


if __name__ == "__main__":
    main()

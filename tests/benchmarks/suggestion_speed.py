"""How fast the first suggestions come: ``python -m tests.benchmarks.suggestion_speed LIBRARY``.

Asks a library the dev sentences as the window does, the model in a process of its own, and prints
the time of one suggestion list (p50, p95), of its parts, and the memory of both processes. The
baseline is one plain scan: BM25 on the sentence alone, without vectors, marks or reasons.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import click
import numpy as np
import psutil

from core.base.logs import log_file
from core.evaluation.harness import question_of
from core.evaluation.queries import Query, read_queries
from core.manuscript.text.sentences import split_quickly
from core.models.shelf import Shelf
from core.recommend.engine import Engine
from core.workspace import Workspace
from tests.benchmarks.data import data_folder

QUERIES = 300
WARM_UP = 10


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--index", is_flag=True, help="Encode what is missing first.")
def main(folder: Path, *, index: bool) -> None:
    """Ask, measure, print."""
    queries = read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")
    asked = queries[:QUERIES]  # sentence after sentence of one manuscript, as a person asks
    with closing(Workspace(folder, Shelf(log_file().parent), write=index)) as workspace:
        started = time.perf_counter()
        workspace.indexing.words()
        workspace.indexing.load_model()
        print(f"model ready after {time.perf_counter() - started:.1f} s")
        if index:
            workspace.indexing.vectors()
        status = workspace.indexing.status()
        print(f"{status.papers} papers, vectors {status.vectors}, asking {len(asked)} sentences")
        words = workspace.recommending.retriever.words
        baseline = _times(
            asked,
            lambda query: words.search(
                {t: float(n) for t, n in words.terms(query.passage.sentence).items()}, limit=20
            ),
        )
        papers = workspace.library.papers
        questions = {query.id: question_of(query, papers) for query in asked}
        engine = workspace.recommending.engine
        plain = Engine(engine.sources, split_quickly)
        fused = _times(asked, lambda query: plain.recommend(questions[query.id], limit=20))
        full = _times(asked, lambda query: engine.recommend(questions[query.id], limit=20))
        _print("BM25, sentence alone", baseline, baseline)
        _print("fused, with sets", fused, baseline)
        _print("ranked, with sets", full, baseline)
        _print_memory()


def _times(queries: Sequence[Query], ask: Callable[[Query], object]) -> list[float]:
    for query in queries[:WARM_UP]:
        ask(query)
    times = []
    for query in queries[WARM_UP:]:
        started = time.perf_counter()
        ask(query)
        times.append(1000 * (time.perf_counter() - started))
    return times


def _print(name: str, times: Sequence[float], baseline: Sequence[float]) -> None:
    p50, p95 = np.percentile(times, [50, 95])
    ratio = p50 / np.percentile(baseline, 50)
    print(f"{name:24} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  {ratio:5.1f} ×")


def _print_memory() -> None:
    """Count what only we hold (USS): shared pages of libraries count once."""
    here = psutil.Process()
    sizes = [process.memory_full_info().uss / 2**20 for process in (here, *here.children(True))]
    print(f"memory: {sizes[0]:.0f} MB here, {sum(sizes[1:]):.0f} MB in child processes")


if __name__ == "__main__":
    main()

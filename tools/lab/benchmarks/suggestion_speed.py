"""How fast the first suggestions come: ``python -m tools.lab.benchmarks.suggestion_speed LIBRARY``.

Asks a library the dev sentences as the window does, the model in a process of its own, and prints
the time of one suggestion list (p50, p95) and the memory of both processes: by the clock, and of
the processor (that of the model's process not counted), which other work on the machine moves
less. The *first list* has the reasons that a screen shows, and is asked for as the window does,
which keeps a longer one for other filters; *few years* is the same under a filter. *Ahead* is what
an open manuscript's sentences are answered with before anyone looks. The baseline is one plain
scan: BM25 on the sentence alone, without vectors, marks or reasons. ``--words`` asks words alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import psutil

from core.base.logs import log_file
from core.base.records import PaperFilter, Recommendation
from core.evaluation.harness import build_question
from core.evaluation.queries import Query, read_queries
from core.manuscript.text.sentences import split_quickly
from core.models.shelf import Shelf
from core.recommend.answers import Answers
from core.recommend.engine import Engine
from core.recommend.question import Question
from core.workspace import Workspace
from tools.lab.benchmarks.data import data_folder

QUERIES = 300
FEW_YEARS = PaperFilter(first_year=2023)
WARM_UP = 10


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--index", is_flag=True, help="Encode what is missing first.")
@click.option("--words", "words_alone", is_flag=True, help="Load no model.")
@click.option("--queries", "count", default=QUERIES, show_default=True)
def main(folder: Path, *, index: bool, words_alone: bool, count: int) -> None:
    """Ask, measure, print."""
    queries = read_queries(data_folder() / "queries" / "neurips-dev.jsonl.gz")
    asked = queries[:count]  # sentence after sentence of one manuscript, as a person asks
    with closing(Workspace(folder, Shelf(log_file().parent), write=index)) as workspace:
        started = time.perf_counter()
        workspace.indexing.words()
        if not words_alone:
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
        questions = {query.id: build_question(query, papers) for query in asked}
        engine = workspace.recommending.engine
        plain = Engine(engine.sources, split_quickly)
        fused = _times(asked, lambda query: plain.recommend(questions[query.id], limit=20))
        first = _times(asked, lambda query: _first(engine, questions[query.id]))
        few = {key: replace(one, paper_filter=FEW_YEARS) for key, one in questions.items()}
        narrow = _times(asked, lambda query: _first(engine, few[query.id]))
        ahead = _times(asked, lambda query: engine.shortlist(questions[query.id], limit=20))
        full = _times(asked, lambda query: engine.recommend(questions[query.id], limit=20))
        _print("BM25, sentence alone", baseline, baseline)
        _print("fused, with sets", fused, baseline)
        _print("ranked, ahead", ahead, baseline)
        _print("ranked, first list", first, baseline)
        _print("first list, few years", narrow, baseline)
        _print("ranked, with sets", full, baseline)
        _print_memory()


def _first(engine: Engine, question: Question) -> Recommendation:
    """Ask for the first time: nothing is kept of the questions before."""
    return Answers(lambda: engine, lambda _: None, lambda: 0).first(question, 20)


def _times(queries: Sequence[Query], ask: Callable[[Query], object]) -> list[tuple[float, float]]:
    """Return the milliseconds of each question: by the clock, and of the processor."""
    for query in queries[:WARM_UP]:
        ask(query)
    times = []
    for query in queries[WARM_UP:]:
        started, used = time.perf_counter(), time.process_time()
        ask(query)
        times.append((1000 * (time.perf_counter() - started), 1000 * (time.process_time() - used)))
    return times


def _print(
    name: str, times: Sequence[tuple[float, float]], baseline: Sequence[tuple[float, float]]
) -> None:
    clock, processor = (np.percentile(each, [50, 95]) for each in zip(*times, strict=True))
    ratio = processor[0] / np.percentile([used for _, used in baseline], 50)
    print(
        f"{name:24} p50 {clock[0]:6.1f} ms  p95 {clock[1]:6.1f} ms  "
        f"processor p50 {processor[0]:6.1f} ms  p95 {processor[1]:6.1f} ms  {ratio:5.1f} ×"
    )


def _print_memory() -> None:
    """Count what only we hold (USS): shared pages of libraries count once."""
    here = psutil.Process()
    sizes = [process.memory_full_info().uss / 2**20 for process in (here, *here.children(True))]
    print(f"memory: {sizes[0]:.0f} MB here, {sum(sizes[1:]):.0f} MB in child processes")


if __name__ == "__main__":
    main()

"""The table of models and tasks."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from numpy.typing import NDArray

from tools.lab.baselines.catalogue import Baselines
from tools.lab.judging.table import COLUMNS, Benchmark, BenchmarkSettings, Entry, markdown
from training.corpus.corpus import Corpus
from training.sampling.bm25 import Bm25
from training.sampling.questions import best_columns


@pytest.fixture(scope="module")
def benchmark(corpus: Corpus) -> Benchmark:
    return Benchmark.of(corpus, BenchmarkSettings(contexts=30, pool=60, per_class=10, semantic=20))


def test_a_row_has_every_task_of_the_corpus(benchmark: Benchmark, made: Baselines) -> None:
    row = benchmark.row(made.make("sif").encoder)
    assert set(row) >= {"contexts", "manuscripts", "cite", "co-cite", "probe"}
    for task, metrics in COLUMNS:
        assert set(row.get(task, {})) <= set(metrics)
    floor = benchmark.row(made.make("random").encoder)
    for task, metric in (("contexts", "mrr"), ("cite", "map"), ("probe", "macro-f1")):
        assert row[task][metric] > floor[task][metric]


def test_a_row_encodes_each_paper_once(benchmark: Benchmark) -> None:
    seen: list[tuple[str, str]] = []

    class Counting:
        def encode_papers(self, papers: list[tuple[str, str]]) -> NDArray[np.float16]:
            seen.extend(papers)
            return np.ones((len(papers), 3), np.float16)

        def encode_queries(self, texts: list[str]) -> NDArray[np.float32]:
            return np.ones((len(texts), 3), np.float32)

    without_texts = copy.copy(benchmark)
    object.__setattr__(without_texts, "semantic", copy.copy(benchmark.semantic))
    for field in ("papers", "queries", "answers"):
        object.__setattr__(without_texts.semantic, field, ())
    object.__setattr__(without_texts.semantic, "labels", np.zeros(0, np.int64))
    without_texts.row(Counting())
    # The manuscripts ask with title and abstract, and may be in the pool as well.
    assert len(seen) == len(benchmark.papers) + len(benchmark.manuscripts)
    assert {benchmark.corpus.text(int(paper)) for paper in benchmark.papers} <= set(seen)


def test_bm25_ranks_contexts_as_its_own_scores_do(corpus: Corpus, benchmark: Benchmark) -> None:
    row = benchmark.words_row()
    assert set(row) == {"contexts", "manuscripts", "cite", "co-cite"}
    index = Bm25([" ".join(corpus.text(int(paper))) for paper in benchmark.papers])
    place = {int(paper): at for at, paper in enumerate(benchmark.papers)}
    questions = benchmark.contexts
    columns = [place[int(paper)] for paper in questions.pool]
    found = 0.0
    for text, right in zip(questions.texts, questions.relevant, strict=True):
        best = best_columns(index.scores(text)[columns][None], 10)[0]
        names = {corpus.ids[questions.pool[column]] for column in best}
        found += len(names & set(right)) / len(right)
    assert row["contexts"]["recall@10"] == pytest.approx(found / len(questions))


def test_the_table_shows_a_dash_where_there_is_no_score() -> None:
    text = markdown(
        [
            Entry("one", {"contexts": {"mrr": 0.25}, "probe": {"macro-f1": 61.26}}),
            Entry("two", {}, "no"),
        ]
    )
    lines = text.splitlines()
    assert lines[2].startswith("| one | – | – | 0.250 | – |")
    assert "61.3" in lines[2]
    assert len({line.count("|") for line in lines[:4]}) == 1
    assert lines[-1] == "two: no"

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from core.recommend.context import Passage
from tools.lab.baselines.catalogue import NAMES, Baselines, BaselineSettings
from tools.lab.baselines.held_back import encoded
from tools.lab.judging.commands import baselines
from tools.lab.judging.table import COLUMNS, Benchmark, BenchmarkSettings, Entry, markdown
from training.corpus.corpus import CitingSentence, Contexts, Corpus
from training.corpus.splits import Split
from training.sampling.bm25 import Bm25
from training.sampling.questions import best_columns

SMALL = BaselineSettings(texts=100, dimension=16, steps=5)


class Guarded(Corpus):
    """A corpus that refuses whatever belongs to a held-out paper."""

    def title(self, n: int) -> str:
        assert self.split_of[n] == 0
        return super().title(n)

    def abstract(self, n: int) -> str:
        assert self.split_of[n] == 0
        return super().abstract(n)

    def edges(self, split: Split = "train") -> NDArray[np.int32]:
        assert split == "train"
        return super().edges(split)

    def contexts(self, split: Split = "train") -> Contexts:
        assert split == "train"
        return super().contexts(split)

    def passage(self, context: CitingSentence) -> Passage:
        assert self.split_of[context.citing] == 0
        return super().passage(context)


@pytest.fixture(scope="module")
def guarded(corpus: Corpus) -> Corpus:
    twin = copy.copy(corpus)
    twin.__class__ = Guarded
    return twin


@pytest.fixture(scope="module")
def made(guarded: Corpus) -> Baselines:
    return Baselines(guarded, SMALL)


@pytest.fixture(scope="module")
def benchmark(corpus: Corpus) -> Benchmark:
    return Benchmark.of(corpus, BenchmarkSettings(contexts=30, pool=60, per_class=10, semantic=20))


def test_the_guard_guards(guarded: Corpus) -> None:
    held_out = int(np.flatnonzero(guarded.split_of)[0])
    with pytest.raises(AssertionError):
        guarded.text(held_out)


@pytest.mark.parametrize("name", NAMES)
def test_no_baseline_reads_a_held_out_paper(name: str, made: Baselines, guarded: Corpus) -> None:
    encoder = made.make(name).encoder
    papers = np.flatnonzero(guarded.trainable)[:5]
    rows = encoded(encoder, guarded, papers)
    assert len(rows) == 5
    assert rows.dtype == np.float16
    assert rows.any(axis=1).all()
    assert encoder.encode_queries(["The yeast of bread"]).dtype == np.float32


def test_choices_are_noted(made: Baselines) -> None:
    assert made.make("sif").note.startswith("a = ")
    assert made.make("sgc").note.startswith("k = ")


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


def test_one_command_prints_the_table(tiny_corpus: Path, tiny_base: Path) -> None:
    arguments = [str(tiny_corpus), "--pool", "60", "--contexts", "20", "--only", "random"]
    models = ["--model", str(tiny_base)]
    shown = CliRunner().invoke(baselines, [*arguments, *models], catch_exceptions=False)
    rows = [line.split("|")[1].strip() for line in shown.stdout.splitlines() if "|" in line]
    assert rows == ["model", "---", "random", "tiny"]
    said = CliRunner().invoke(
        baselines, [*arguments, "--only", "bm25", "--json"], catch_exceptions=False
    )
    first, second = json.loads(said.stdout)
    assert (first["name"], second["name"]) == ("bm25", "random")
    assert first["row"]["contexts"]["recall@10"] > second["row"]["contexts"]["recall@10"]


def test_without_gensim_its_rows_say_so(tiny_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim", None)
    only = [part for name in ("word2vec", "sgc", "random") for part in ("--only", name)]
    shown = CliRunner().invoke(
        baselines, [str(tiny_corpus), "--pool", "60", *only], catch_exceptions=False
    )
    assert shown.exit_code == 0
    for name in ("word2vec", "sgc"):
        assert f"{name}: gensim is not installed." in shown.stdout
    assert "random:" not in shown.stdout

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.evaluation.queries import read_queries
from tools.lab.judging.models import opened
from tools.lab.judging.query_sets import QuerySet, asked_questions, read_pool
from training.corpus.corpus import Corpus
from training.sampling.questions import context_questions


def test_a_query_set_asks_as_the_contexts_do(corpus: Corpus, query_file: Path) -> None:
    asked = asked_questions(corpus, read_queries(query_file), form="title sentence")
    drawn = context_questions(corpus, most=1000, pool=len(corpus))
    assert asked.texts == drawn.texts
    assert asked.own == drawn.own
    assert np.array_equal(asked.pool, np.flatnonzero(corpus.has_abstract))


def test_a_pool_is_read_by_ids_and_unknown_ones_are_passed_over(
    corpus: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "pool.txt"
    path.write_text("p:3\nnobody\np:1\np:3\n", encoding="utf-8")
    assert [corpus.ids[paper] for paper in read_pool(corpus, path)] == ["p:1", "p:3"]
    path.write_text("nobody\n", encoding="utf-8")
    with pytest.raises(UsageError, match="names no paper"):
        read_pool(corpus, path)
    with pytest.raises(UsageError, match="cannot be read"):
        read_pool(corpus, tmp_path)


def test_a_query_sets_summary_is_that_of_the_harness(
    corpus: Corpus, query_file: Path, tiny_base: Path
) -> None:
    queries = read_queries(query_file)
    asked = QuerySet.of(corpus, queries, form="sentence", pool=None)
    answers = asked.answers(opened(str(tiny_base)), SilentJob())
    result = asked.summary(answers)
    assert result["queries"] == len(queries)
    assert set(result) > {"recall@10", "f1@20", "new", "again", "several", "seconds_p50"}
    assert all(
        queries[0].self_id not in [paper for paper, _ in answers["q0"].ranking] for _ in (0,)
    )

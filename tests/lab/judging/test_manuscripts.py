"""Manuscripts that ask for what they cite."""

from __future__ import annotations

import numpy as np
import pytest

from core.evaluation import metrics
from core.evaluation.metrics import mean
from tests.training.judging.test_evaluation import Oracle
from tools.lab.judging.manuscripts import manuscript_questions, manuscript_rows
from training.corpus.corpus import Corpus
from training.judging.evaluation import cosines, judge
from training.models.encoders import TextEncoder


def test_manuscripts_ask_for_what_dev_papers_cite(corpus: Corpus) -> None:
    questions = manuscript_questions(corpus)
    asked = {corpus.number(name): set(right) for name, right in questions.judged().items()}
    expected: dict[int, set[str]] = {}
    for citing, cited in corpus.edges("dev"):
        if corpus.has_abstract[cited]:
            expected.setdefault(int(citing), set()).add(corpus.ids[cited])
    assert asked == expected
    assert questions.own == tuple(asked)
    title, abstract = corpus.text(questions.own[0])
    assert questions.texts[0] == f"{title}. {abstract}"
    oracle = Oracle(corpus, questions)
    papers = oracle.encode_papers([corpus.text(int(paper)) for paper in questions.pool])
    rows = manuscript_rows(corpus, questions, oracle)
    scores = mean(judge(questions, cosines(rows, papers)))
    right = [len(found) / 20 for found in expected.values()]
    assert scores["mrr"] == 1
    assert scores["f1@20"] == pytest.approx(metrics.harmonic_mean(float(np.mean(right)), 1))


def test_an_ordinary_encoder_reads_a_manuscript_as_a_paper(
    corpus: Corpus, tiny_encoder: TextEncoder
) -> None:
    questions = manuscript_questions(corpus)
    rows = manuscript_rows(corpus, questions, tiny_encoder)
    papers = tiny_encoder.encode_papers([corpus.text(paper) for paper in questions.own])
    assert np.array_equal(rows, papers.astype(np.float32))

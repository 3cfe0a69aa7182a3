"""Questions of held-out papers, and the columns that answer them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.training.judging.judged_corpora import _questions
from training.corpus.corpus import Corpus
from training.sampling.questions import (
    FORMS,
    best_columns,
    context_questions,
    of_half,
)


def test_the_questions_of_a_single_paper_choose_and_judge() -> None:
    for half in ("choosing", "judging"):
        assert of_half([1, 2], ["a", "a"], half) == [1, 2]


def test_held_out_contexts_are_drawn_by_the_seed(corpus: Corpus) -> None:
    drawn = [context_questions(corpus, most=9, pool=30, seed=seed) for seed in (1, 1, 2)]
    assert len(drawn[0]) == 9
    assert drawn[0].ids == drawn[1].ids != drawn[2].ids
    assert np.array_equal(drawn[0].pool, drawn[1].pool)


def test_the_asking_paper_never_answers() -> None:
    questions = _questions(own=(2,), relevant=(("p0",),), papers=4)
    ((_, ranking),) = questions.rankings(lambda _: np.array([[0.1, 0.2, 0.9, 0.3]], np.float32))
    assert [paper for paper, _ in ranking] == ["p3", "p1", "p0"]


@pytest.mark.parametrize("depth", [1, 7, 40, 90])
def test_best_columns_are_those_of_a_stable_sort(depth: int) -> None:
    scores = np.random.default_rng(2).random((20, 40)).astype(np.float32)
    expected = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    assert np.array_equal(best_columns(scores, depth), expected)


def test_every_form_puts_a_passage_into_words(corpus: Corpus) -> None:
    passage = corpus.passage(corpus.contexts("dev")[3])
    texts = {name: form(passage) for name, form in FORMS.items()}
    assert texts["sentence"] == passage.sentence
    assert texts["title abstract"] == f"{passage.title}. {passage.abstract}"
    assert texts["neighbours"].startswith(passage.before[-1])
    assert len(set(texts.values())) == len(FORMS)

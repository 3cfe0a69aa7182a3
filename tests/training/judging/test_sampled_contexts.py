"""Held-out contexts that judge a training."""

from __future__ import annotations

import numpy as np
import pytest

from tests.training.drawn_contexts import SIZES
from training.corpus.corpus import Corpus
from training.judging.sampled_contexts import SAMPLED_CHOOSING, SampledContexts, by_number
from training.models.encoders import TextEncoder
from training.models.mp_architectures import AsTexts
from training.sampling.questions import of_half


def test_held_out_contexts_are_judged_as_trec_eval_does_and_the_mean_is_weighted(
    corpus: Corpus, tiny_encoder: TextEncoder
) -> None:
    sampled = SampledContexts.of(corpus, SIZES, queries=20, pool=30)
    results = sampled.per_context(AsTexts(tiny_encoder))
    judged = sampled.questions.judged()
    assert len(results) == len(sampled.contexts) <= 20
    scores = by_number(results, judged)
    one = [row["recall@10"] for name, row in results.items() if len(judged[name]) == 1]
    several = [row["recall@10"] for name, row in results.items() if len(judged[name]) > 1]
    assert one
    assert several
    assert scores["sampled_recall@10_one"] == pytest.approx(np.mean(one))
    assert scores["sampled_recall@10_several"] == pytest.approx(np.mean(several))
    weighted = (sum(one) + sum(several)) / len(results)
    assert scores["sampled_recall@10"] == pytest.approx(weighted)


def test_one_half_of_the_papers_chooses_and_the_other_judges(
    corpus: Corpus, tiny_encoder: TextEncoder
) -> None:
    sampled = SampledContexts.of(corpus, SIZES, queries=200, pool=30)
    results = sampled.per_context(AsTexts(tiny_encoder))
    papers = [name.rpartition("#")[0] for name in results]
    judging, choosing = (
        dict(of_half([*results.items()], papers, "judging")),
        dict(of_half([*results.items()], papers, "choosing")),
    )
    assert judging
    assert choosing
    assert {*judging} | {*choosing} == {*results}
    assert not {*judging} & {*choosing}
    scores = sampled.scores(AsTexts(tiny_encoder))
    chosen = np.mean([row["recall@10"] for row in choosing.values()])
    assert scores.pop(SAMPLED_CHOOSING) == pytest.approx(chosen)
    assert scores == by_number(judging, sampled.questions.judged())


def test_recall_is_the_share_of_the_right_papers_found() -> None:
    rows = {
        "a": {"recall@10": 1.0, "map@10": 0.5},
        "b": {"recall@10": 0.5, "map@10": 0.25},
        "c": {"recall@10": 0.0, "map@10": 0.0},
    }
    means = by_number(rows, {"a": ("x",), "b": ("x", "y"), "c": ("z",)})
    assert means == {
        "sampled_recall@10": 0.5,
        "sampled_map@10": 0.25,
        "sampled_recall@10_one": 0.5,
        "sampled_map@10_one": 0.25,
        "sampled_recall@10_several": 0.5,
        "sampled_map@10_several": 0.25,
    }
    assert by_number({}, {}) == {}


def test_held_out_contexts_are_of_dev_papers_and_drawn_once(corpus: Corpus) -> None:
    one, other = (SampledContexts.of(corpus, SIZES, queries=5, pool=20) for _ in range(2))
    assert (one.contexts, one.contents) == (other.contexts, other.contents)
    assert {corpus.split_of[paper] for paper in one.questions.own} == {1}
    assert len(one.contents) == 20
    none = SampledContexts.of(corpus, SIZES, queries=0, pool=20)
    assert none.scores(None) == {}  # type: ignore[arg-type]

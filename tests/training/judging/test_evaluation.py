"""Held-out contexts that judge a training."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest
import pytrec_eval
from numpy.typing import NDArray

from tests.training.drawn_contexts import SIZES
from tests.training.judging.judged_corpora import _questions
from training.corpus.corpus import Corpus
from training.judging.evaluation import (
    SAMPLED_CHOOSING,
    HeldOutContexts,
    SampledContexts,
    by_number,
    judge,
    ranks,
)
from training.models.encoders import TextEncoder
from training.models.mp_architectures import AsTexts
from training.sampling.questions import Questions, of_half

# --- encoders: rankings by exact cosine -------------------------------------------------------


class Oracle:
    """Gives a question the sum of the rows of what it should find; papers have one-hot rows."""

    manifest = SimpleNamespace(kind="hierarchical")  # manuscripts are asked as texts

    def __init__(self, corpus: Corpus, questions: Questions) -> None:
        self._place = {corpus.text(int(paper)): at for at, paper in enumerate(questions.pool)}
        self._right = {
            text: [self._place[corpus.text(corpus.number(paper) or 0)] for paper in relevant]
            for text, relevant in zip(questions.texts, questions.relevant, strict=True)
        }

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return np.eye(len(self._place), dtype=np.float16)[[self._place[each] for each in papers]]

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), len(self._place)), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[self._right[text]] = 1 / np.sqrt(len(self._right[text]))
        return rows


def test_other_papers_judge_a_model_than_chose_its_state(corpus: Corpus) -> None:
    halves = [
        HeldOutContexts.of(corpus, queries=1000, half=half).questions
        for half in ("choosing", "judging")
    ]
    asked = [{name.partition("#")[0] for name in half.ids} for half in halves]
    assert asked[0]
    assert asked[1]
    assert not asked[0] & asked[1]
    everything = HeldOutContexts.of(corpus, queries=1000).questions
    assert {*halves[0].ids, *halves[1].ids} == {*everything.ids}


def test_held_out_contexts_ask_with_title_and_sentence_of_dev_papers(corpus: Corpus) -> None:
    questions = HeldOutContexts.of(corpus, queries=1000, pool=40).questions
    contexts = corpus.contexts("dev")
    assert len(questions) == len(contexts) > 10
    first = corpus.passage(contexts[0])
    assert questions.texts[0] == f"{first.title}. {first.sentence}"
    assert {corpus.split_of[own] for own in questions.own} == {1}
    names = {corpus.ids[paper] for paper in questions.pool}
    assert all(set(relevant) <= names for relevant in questions.relevant)
    assert len(questions.pool) == 40
    assert corpus.has_abstract[questions.pool].all()


def test_an_encoder_that_knows_the_answers_scores_one(corpus: Corpus) -> None:
    held_out = HeldOutContexts.of(corpus, queries=1000, pool=50)
    scores = held_out.scores(Oracle(corpus, held_out.questions))
    assert scores == pytest.approx({"recall@10": 1, "map@10": 1, "mrr": 1, "ndcg@10": 1})


def test_without_dev_papers_there_is_no_score(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, tiny_encoder: TextEncoder
) -> None:
    monkeypatch.setattr(Corpus, "contexts", lambda *_: ())
    assert HeldOutContexts.of(corpus).scores(tiny_encoder) == {}


def test_judged_scores_are_those_of_trec_eval() -> None:
    random = np.random.default_rng(5)
    # Few different scores, so that most papers tie; the first question has no right answer.
    scores = np.round(random.random((30, 60)).astype(np.float32), 1)
    relevant = [tuple(f"p{p}" for p in random.permutation(60)[:4]) for _ in range(29)]
    questions = _questions(own=(-1,) * 30, relevant=(("nowhere",), *relevant), papers=60)
    judged = judge(questions, lambda chunk: scores[chunk])
    gold = {name: dict.fromkeys(right, 1) for name, right in questions.judged().items()}
    # trec_eval orders ties by name; ours are in the order of the pool, so it is given the ranks.
    order = np.lexsort((np.broadcast_to(np.arange(60), scores.shape), -scores))
    runs = {
        f"q{q}": {f"p{p}": float(60 - place) for place, p in enumerate(row)}
        for q, row in enumerate(order)
    }
    wanted = {"recall.10", "map_cut.10", "recip_rank", "ndcg_cut.10", "P.20"}
    expected = pytrec_eval.RelevanceEvaluator(gold, wanted).evaluate(runs)
    assert judged["q0"]["recall@10"] == 0
    for query, values in expected.items():
        found = judged[query]
        pairs = {
            "recall_10": "recall@10",
            "map_cut_10": "map@10",
            "recip_rank": "mrr",
            "ndcg_cut_10": "ndcg@10",
            "P_20": "p@20",
        }
        for theirs, ours in pairs.items():
            assert found[ours] == pytest.approx(values[theirs], abs=1e-8)


# --- MP-BERT4CR's own test: sampled contexts of held-out manuscripts --------------------------


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


# --- rankings whose first papers a cross-encoder puts in order --------------------------------


def test_ranks_count_what_is_nearer() -> None:
    documents = [[0.0, 0], [1, 0], [3, 0], [10, 0]]
    assert ranks([[0.9, 0], [0, 0], [9, 0]], documents).tolist() == [2, 2, 2]


def test_papers_as_near_as_the_right_one_share_the_mean_of_their_ranks() -> None:
    documents = [[1.0, 0], [1, 0], [1, 0], [0, 0]]
    assert ranks([[0.0, 0]], documents).tolist() == [3]  # places 2, 3 and 4
    assert ranks(np.zeros((3, 2)), np.ones((3, 2))).tolist() == [2, 2, 2]


def test_a_model_that_gives_every_text_the_same_row_is_as_good_as_chance() -> None:
    rows = np.full((999, 7), 0.1, np.float32)
    assert ranks(rows, rows).mean() == 500


def test_ranks_agree_with_sorting_paper_by_paper() -> None:
    random = np.random.default_rng(1)
    queries, documents = random.normal(size=(1500, 6)), random.normal(size=(1600, 6))
    distances = (np.linalg.norm(documents - query, axis=1) for query in queries)
    expected = [1 + int((each < each[own]).sum()) for own, each in enumerate(distances)]
    assert ranks(queries, documents).tolist() == expected

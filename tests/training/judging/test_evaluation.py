from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from ir_measures import RR, P, R
from numpy.typing import NDArray

from core.evaluation import metrics
from tools.lab.judging.models import opened
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts, judge
from training.models.encoders import TextEncoder
from training.sampling.questions import (
    FORMS,
    Questions,
    best_columns,
    context_questions,
    of_half,
)


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


def test_the_questions_of_a_single_paper_choose_and_judge() -> None:
    for half in ("choosing", "judging"):
        assert of_half([1, 2], ["a", "a"], half) == [1, 2]


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


def test_held_out_contexts_are_drawn_by_the_seed(corpus: Corpus) -> None:
    drawn = [context_questions(corpus, most=9, pool=30, seed=seed) for seed in (1, 1, 2)]
    assert len(drawn[0]) == 9
    assert drawn[0].ids == drawn[1].ids != drawn[2].ids
    assert np.array_equal(drawn[0].pool, drawn[1].pool)


def test_an_encoder_that_knows_the_answers_scores_one(corpus: Corpus) -> None:
    held_out = HeldOutContexts.of(corpus, queries=1000, pool=50)
    scores = held_out.scores(Oracle(corpus, held_out.questions))
    assert scores == pytest.approx({"recall@10": 1, "map@10": 1, "mrr": 1, "ndcg@10": 1})


def test_training_encoders_and_opened_models_are_judged_alike(
    corpus: Corpus, tiny_base: Path, tiny_encoder: TextEncoder
) -> None:
    held_out = HeldOutContexts.of(corpus, queries=40, pool=50)
    assert held_out.scores(tiny_encoder) == pytest.approx(
        held_out.scores(opened(str(tiny_base))), abs=0.02
    )


def test_without_dev_papers_there_is_no_score(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, tiny_encoder: TextEncoder
) -> None:
    monkeypatch.setattr(Corpus, "contexts", lambda *_: ())
    assert HeldOutContexts.of(corpus).scores(tiny_encoder) == {}


def test_the_asking_paper_never_answers() -> None:
    questions = _questions(own=(2,), relevant=(("p0",),), papers=4)
    ((_, ranking),) = questions.rankings(lambda _: np.array([[0.1, 0.2, 0.9, 0.3]], np.float32))
    assert [paper for paper, _ in ranking] == ["p3", "p1", "p0"]


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


def test_empty_rankings_and_papers_named_twice_count_as_trec_eval_counts_them() -> None:
    relevant = {"none": ("a",), "twice": ("b", "c")}
    found = metrics.per_query(relevant, {"twice": ["b", "a", "b", "c"]})
    gold = {"twice": {"b": 1, "c": 1}}
    expected = pytrec_eval.RelevanceEvaluator(gold, {"map_cut.10", "ndcg_cut.10"}).evaluate(
        {"twice": {"b": 3.0, "a": 2.0, "c": 1.0}}
    )
    assert found["twice"]["map@10"] == pytest.approx(expected["twice"]["map_cut_10"], abs=1e-8)
    assert found["twice"]["ndcg@10"] == pytest.approx(expected["twice"]["ndcg_cut_10"], abs=1e-8)
    assert set(found["none"].values()) == {0.0}


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [(0.0811, 0.1132, 0.0945), (0.1586, 0.2511, 0.194), (0.2726, 0.2632, 0.268)],
    ids=["Open Research", "DBLP", "PubMed"],
)
def test_f1_of_the_published_rows_is_the_harmonic_mean(
    precision: float, recall: float, f1: float
) -> None:
    assert metrics.harmonic_mean(precision, recall) == pytest.approx(f1, abs=6e-4)


def test_citeomatics_own_test_vector() -> None:
    gold = {"q": {"1": 1, "2": 1, "3": 1}}
    runs = {"q": metrics._scores(["1", "4", "3"])}
    measures = [P @ 1, P @ 2, P @ 3, R @ 1, R @ 2, R @ 3, RR]
    values = ir_measures.calc_aggregate(measures, gold, runs)
    precisions, recalls = ([values[m @ k] for k in (1, 2, 3)] for m in (P, R))
    assert precisions == pytest.approx([1, 1 / 2, 2 / 3])
    assert recalls == pytest.approx([1 / 3, 1 / 3, 2 / 3])
    f1 = [metrics.harmonic_mean(p, r) for p, r in zip(precisions, recalls, strict=True)]
    assert f1 == pytest.approx([1 / 2, 2 / 5, 2 / 3])
    assert values[RR] == 1


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


def _questions(
    *, own: tuple[int, ...], relevant: Sequence[tuple[str, ...]], papers: int
) -> Questions:
    return Questions(
        ids=tuple(f"q{place}" for place in range(len(own))),
        texts=("",) * len(own),
        relevant=tuple(relevant),
        own=own,
        pool=np.arange(papers),
        names=[f"p{paper}" for paper in range(papers)],
    )

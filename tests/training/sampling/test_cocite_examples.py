"""Mining hard negatives, against a search that looks at every pair.

Examples of cited sentences and papers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.training.cited_sentences import Pairs
from training.corpus.corpus import Corpus
from training.sampling import cocite_examples
from training.sampling.cocite_examples import (
    NONE,
    AbstractExamples,
    CociteExample,
    ContextExamples,
    MiningPool,
    MiningQuery,
    Mixture,
    PaperExamples,
    draw_cloze,
    mine,
)

# --- hard negatives mined with the current model (NV-Retriever, Moreira et al. 2024) ----------


def unit(count: int, seed: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, 6)).astype(np.float32)
    found: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found


def pool_of(count: int = 40) -> MiningPool:
    numbers = np.random.default_rng(1).permutation(500)[:count].astype(np.int64)
    return MiningPool(numbers, unit(count, 2).astype(np.float16))


def by_hand(
    row: NDArray[np.float32],
    query: MiningQuery,
    pool: MiningPool,
    *,
    depth: int,
    limit: float,
    skip: int,
) -> list[int]:
    scores = {
        int(number): float(row @ paper.astype(np.float32))
        for number, paper in zip(pool.numbers, pool.rows, strict=True)
    }
    known = [scores[paper] for paper in query.positives if paper in scores]
    most = min((score * limit if score > 0 else score for score in known), default=np.inf)
    barred = {*query.positives, *query.excluded}
    fair = [(-s, n) for n, s in scores.items() if s <= most and n not in barred]
    return [number for _, number in sorted(fair)][skip : skip + depth]


@given(
    positives=st.sets(st.integers(0, 39), max_size=3),
    excluded=st.sets(st.integers(0, 39), max_size=10),
    limit=st.floats(0.3, 1.0),
    skip=st.integers(0, 3),
)
def test_the_negatives_are_those_that_looking_at_every_paper_finds(
    positives: set[int], excluded: set[int], limit: float, skip: int
) -> None:
    pool = pool_of()
    numbers = [int(number) for number in pool.numbers]
    query = MiningQuery([numbers[at] for at in positives], [numbers[at] for at in excluded])
    row = unit(1, 3)
    found = mine(row, [query], pool, depth=5, limit=limit, skip=skip)[0]
    expected = by_hand(row[0], query, pool, depth=5, limit=limit, skip=skip)
    assert [int(number) for number in found if number != NONE] == expected


def test_a_query_with_too_few_fair_papers_gets_fewer_and_the_rest_is_marked() -> None:
    pool = pool_of(6)
    numbers = [int(number) for number in pool.numbers]
    found = mine(unit(1, 3), [MiningQuery([], numbers[:4])], pool, depth=8)[0]
    assert sorted(found[found != NONE]) == sorted(numbers[4:])
    assert (found == NONE).sum() == 6


def test_papers_outside_the_pool_are_passed_over() -> None:
    pool = pool_of()
    found = mine(unit(2, 3), [MiningQuery([9_999], [-5]), MiningQuery([])], pool, depth=3)
    assert found.shape == (2, 3)
    assert (found != NONE).all()


def test_many_queries_are_answered_as_each_alone() -> None:
    pool, rows = pool_of(), unit(600, 4)
    queries = [MiningQuery([int(pool.numbers[at % 40])]) for at in range(600)]
    together = mine(rows, queries, pool, depth=4)
    for at in (0, 255, 256, 599):
        alone = mine(rows[at : at + 1], [queries[at]], pool, depth=4)
        assert (together[at] == alone[0]).all()


def test_a_pool_too_large_for_the_device_is_mined_on_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, query, row = pool_of(), MiningQuery(set()), unit(1, 3)
    mined, tried = cocite_examples._mined, []

    def short_of_memory(*args: Any, **options: Any) -> NDArray[np.int64]:  # noqa: ANN401
        tried.append(args[-1])
        if args[-1] != "cpu":
            raise torch.OutOfMemoryError
        return mined(*args, **options)

    expected = mine(row, [query], pool, depth=5)
    monkeypatch.setattr(cocite_examples, "_mined", short_of_memory)
    assert (mine(row, [query], pool, depth=5, device="cuda:0") == expected).all()
    assert tried == ["cuda:0", "cpu"]


# --- the examples -----------------------------------------------------------------------------


FORMS = {"title sentence": 1.0, "sentence": 1.0, "neighbours": 1.0, "sampled": 1.0}


def contexts_of(corpus: Corpus, *, positives: int = 2, most: int = 0) -> ContextExamples:
    return ContextExamples(corpus, forms=FORMS, positives=positives, negatives=1, most=most, seed=5)


def test_an_example_is_the_same_however_often_it_is_drawn_and_another_in_another_epoch(
    corpus: Corpus,
) -> None:
    one, other = contexts_of(corpus), contexts_of(corpus)
    assert [one.example(0, at) for at in range(len(one))] == [
        other.example(0, at) for at in reversed(range(len(one)))
    ][::-1]
    assert [one.example(0, at) for at in range(len(one))] != [
        one.example(1, at) for at in range(len(one))
    ]


def test_the_papers_shown_are_cited_in_the_sentence_and_the_rest_of_the_list_is_unfair(
    corpus: Corpus,
) -> None:
    examples = contexts_of(corpus)
    several = 0
    for at in range(len(examples)):
        context, example = examples.contexts[at], examples.example(0, at)
        assert set(example.positives) <= set(context.cited)
        assert len(set(example.positives)) == min(2, len(example.right))
        assert context.citing in example.unfair
        assert set(context.cited) <= set(example.unfair)
        several += len(example.positives) > 1
    assert several


def test_no_held_out_paper_is_ever_asked_with_or_shown(corpus: Corpus) -> None:
    examples = contexts_of(corpus)
    for at in range(len(examples)):
        assert corpus.split_of[examples.contexts[at].citing] == 0
        assert corpus.trainable[list(examples.example(0, at).positives)].all()


def test_every_form_of_the_query_is_drawn_and_holds_the_sentence(corpus: Corpus) -> None:
    examples = contexts_of(corpus)
    passage = corpus.passage(examples.contexts[3])
    queries = {examples.example(epoch, 3).query for epoch in range(40)}
    assert all(passage.sentence in query for query in queries)
    assert passage.sentence in queries
    assert f"{passage.title}. {passage.sentence}" in queries
    assert len(queries) > 4  # "sampled" differs from epoch to epoch


def test_a_limit_on_the_sentences_keeps_the_same_ones(corpus: Corpus) -> None:
    kept = contexts_of(corpus, most=7).contexts
    assert list(kept) == list(contexts_of(corpus, most=7).contexts)
    assert len(kept) == 7


def test_a_mixture_has_the_examples_of_all_kinds_once(corpus: Corpus) -> None:
    sentences, papers = contexts_of(corpus), PaperExamples(corpus, Pairs(), count=4, seed=1)
    mixture = Mixture([sentences, papers])
    drawn = [mixture.example(0, at) for at in range(len(mixture))]
    assert len(drawn) == len(sentences) + 4
    (positive,), (negative,) = drawn[-1].positives, drawn[-1].negatives
    assert negative == positive + 1


def test_papers_go_on_in_the_next_epoch_where_the_last_one_ended(corpus: Corpus) -> None:
    papers = PaperExamples(corpus, Pairs(), count=2, seed=1)
    positives = [papers.example(epoch, at).positives[0] for epoch in range(3) for at in range(2)]
    assert sorted(positives[:5]) == [1, 2, 3, 4, 5]
    assert positives[5] == positives[0]


# --- questions made of abstracts ----------------------------------------------------------------

SENTENCES = (
    "Peat stores more carbon than any other soil.",
    "We measured its acidity at forty sites in spring.",
    "Acidity falls where the water table is near the surface.",
    "Short.",
)


def test_sentences_of_an_abstract_ask_and_are_missing_in_the_paper() -> None:
    kept_whole, shared_words = 0, 0
    for seed in range(400):
        question, rest = draw_cloze("Acid soils", " ".join(SENTENCES), np.random.default_rng(seed))
        assert set(question.split()) <= set(" ".join(SENTENCES).split())
        if rest == " ".join(SENTENCES):
            kept_whole += 1
            continue
        left = [sentence for sentence in SENTENCES if sentence in rest]
        assert rest == " ".join(left)
        assert 1 <= len(left) < len(SENTENCES)
        asking = " ".join(sentence for sentence in SENTENCES if sentence not in left)
        lost = [word for word in asking.split() if word not in question.split()]
        assert {word.lower() for word in lost} <= set(f"acid soils {rest}".lower().split())
        shared_words += bool(lost)
    assert 50 < kept_whole < 110
    assert shared_words > 20


def test_an_abstract_that_cannot_be_parted_is_asked_for_by_its_title() -> None:
    assert draw_cloze("Bogs", "One sentence alone.", np.random.default_rng(0)) == (
        "Bogs",
        "One sentence alone.",
    )


def test_other_abstracts_ask_in_the_next_epoch_and_nothing_held_out_does(corpus: Corpus) -> None:
    examples = AbstractExamples(corpus, count=12, seed=3)
    first, second = ([examples.example(epoch, at) for at in range(12)] for epoch in range(2))
    assert not {one.positives for one in first} & {one.positives for one in second}
    assert examples.example(1, 4) == second[4]
    for example in first + second:
        (paper,) = example.positives
        assert corpus.trainable[paper]
        assert (example.right, example.unfair) == ((), (paper,))
        assert list(example.paper_texts(corpus)) == [(paper, corpus.title(paper), example.rest)]


def test_papers_that_are_bare_are_shown_by_their_titles(corpus: Corpus) -> None:
    one, other = np.flatnonzero(corpus.trainable)[:2].tolist()
    example = CociteExample("peat", (one,), (other,), (one,), (), bare=(True, False))
    assert list(example.paper_texts(corpus)) == [
        (one, corpus.title(one), ""),
        (other, *corpus.text(other)),
    ]

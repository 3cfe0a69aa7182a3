"""Examples of cited sentences and papers."""

from __future__ import annotations

from tests.training.cited_sentences import Pairs
from training.corpus.corpus import Corpus
from training.sampling.cocite_examples import ContextExamples, Mixture, PaperExamples

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

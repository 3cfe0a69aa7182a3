"""What is drawn of manuscripts and papers, and which papers, against brute force."""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from core.models.hierarchical import paper_sentences
from core.recommend.context import Passage
from tests.training.drawn_contexts import SIZES
from training.base.fields import Sizes
from training.corpus.corpus import Corpus
from training.recipes.mp_bert4cr import RECIPE, MpSettings
from training.sampling.contexts import (
    CitationExample,
    CitationExamples,
    Contents,
    Draws,
    ManuscriptContext,
    sample_manuscript,
    sample_paper,
)
from training.sampling.draws import generator

texts = st.lists(st.text("abc", min_size=1, max_size=3), max_size=12)


def every(examples: CitationExamples, epoch: int = 0) -> list[CitationExample]:
    return [examples.example(epoch, index) for index in range(len(examples))]


def is_subsequence(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    rest = iter(whole)
    return all(sentence in rest for sentence in part)


@given(before=texts, after=texts, supplemental=st.integers(0, 8), seed=st.integers(0, 99))
def test_a_manuscript_is_its_citing_sentence_two_neighbours_and_some_from_before_in_order(
    before: list[str], after: list[str], supplemental: int, seed: int
) -> None:
    numbered = tuple(f"{at} {text}" for at, text in enumerate(before))
    passage = Passage(sentence="here", title="T", before=numbered, after=tuple(after))
    sizes = Sizes(supplemental=supplemental, title=True)
    drawn = sample_manuscript(passage, generator(seed, 0, 0), sizes)
    assert drawn.sentence == "here"
    assert drawn.before == (numbered[-1] if numbered else "")
    assert drawn.after == (after[0] if after else "")
    earlier = numbered[:-1]
    assert len(drawn.supplemental) == min(supplemental, len(earlier))
    assert is_subsequence(drawn.supplemental, earlier)
    assert drawn.before not in drawn.supplemental
    expected = ("T", *drawn.supplemental, *numbered[-1:], "here", *after[:1])
    assert drawn.sentences() == expected
    assert drawn == sample_manuscript(passage, generator(seed, 0, 0), sizes)


@given(opening=texts, body=texts, seed=st.integers(0, 99))
def test_a_paper_is_its_title_the_first_sentences_of_its_abstract_and_some_of_its_body_in_order(
    opening: list[str], body: list[str], seed: int
) -> None:
    numbered = tuple(f"{at} {text}" for at, text in enumerate(body))
    drawn = sample_paper(opening, numbered, generator(seed, 0, 0), SIZES)
    first, rest = drawn[: len(opening[:4])], drawn[len(opening[:4]) :]
    assert list(first) == opening[:4]
    assert len(rest) == min(2, len(body))
    assert is_subsequence(rest, numbered)


def test_the_default_sizes_are_those_of_the_paper() -> None:
    passage = Passage(sentence="s", before=tuple(map(str, range(100))), after=("a", "b"))
    assert len(sample_manuscript(passage, generator(0, 0, 0), Sizes()).sentences()) == 30
    many = tuple(map(str, range(300)))
    assert len(sample_paper(many, many, generator(0, 0, 0), Sizes())) == 1 + 40  # with its title
    assert MpSettings().sizes == Sizes(title=True)
    assert MpSettings.model_validate(RECIPE.presets["paper"]).sizes == Sizes()


def test_each_sentence_from_before_is_drawn_equally_often() -> None:
    passage = Passage(sentence="s", before=tuple(map(str, range(9))))
    sizes = Sizes(supplemental=3)
    drawn = Counter(
        sentence
        for seed in range(800)
        for sentence in sample_manuscript(passage, generator(seed, 0, 0), sizes).supplemental
    )
    assert set(drawn) == set(map(str, range(8)))
    assert chisquare(list(drawn.values())).pvalue > 0.001


def test_one_text_has_what_tells_most_at_its_beginning() -> None:
    context = ManuscriptContext(
        sentence="Here.", title="Title", before="Before.", after="", supplemental=("Far.",)
    )
    assert context.text() == "Title. Here. Before. Far."
    assert ManuscriptContext(sentence="").sentences() == ("",)


def test_an_example_is_the_same_however_often_it_is_drawn(
    corpus: Corpus, examples: CitationExamples
) -> None:
    again = CitationExamples(corpus, SIZES, Draws(seed=4))
    backwards = [again.example(0, index) for index in reversed(range(len(again)))][::-1]
    assert backwards == every(examples)
    other = CitationExamples(corpus, SIZES, Draws(seed=5))
    assert every(other) != every(examples)


def test_sentences_are_drawn_anew_each_epoch_only_if_dynamic(corpus: Corpus) -> None:
    for dynamic in (True, False):
        examples = CitationExamples(corpus, SIZES, Draws(dynamic=dynamic))
        first, second = every(examples, 0), every(examples, 1)
        same = [one.manuscript == two.manuscript for one, two in zip(first, second, strict=True)]
        assert all(same) is not dynamic
        assert any(one.negatives != two.negatives for one, two in zip(first, second, strict=True))
        assert {example.epoch for example in second} == {1 if dynamic else 0}


def test_so_many_contexts_as_asked_for_are_drawn_once(
    corpus: Corpus, examples: CitationExamples
) -> None:
    few = CitationExamples(corpus, SIZES, Draws(seed=4, contexts=5))
    assert every(few) == every(CitationExamples(corpus, SIZES, Draws(seed=4, contexts=5)))
    places = {tuple(pair) for pair in few._pairs.tolist()}
    assert places < {tuple(pair) for pair in examples._pairs.tolist()}
    assert len({context for context, _ in places}) == 5


def test_there_is_an_example_for_each_paper_with_text_that_a_training_sentence_cites(
    corpus: Corpus, examples: CitationExamples
) -> None:
    expected = [
        (context.citing, context.position, paper)
        for context in corpus.contexts()
        for paper in context.cited
        if corpus.trainable[paper]
    ]
    drawn = every(examples)
    assert len(drawn) == len(expected)
    assert [example.target for example in drawn] == [paper for _, _, paper in expected]
    assert [example.manuscript.title for example in drawn] == [
        corpus.title(citing) for citing, _, _ in expected
    ]


def test_nothing_of_a_held_out_paper_is_drawn(corpus: Corpus, examples: CitationExamples) -> None:
    held_out = set(np.flatnonzero(corpus.split_of > 0).tolist())
    drawn = [example for epoch in range(3) for example in every(examples, epoch)]
    assert not held_out & {paper for example in drawn for paper in example.papers}
    secret = {sentence for paper in held_out for sentence in corpus.sentences(paper)}
    secret -= {s for paper in corpus.fulltexts() for s in corpus.sentences(int(paper))}
    read = {sentence for example in drawn for sentence in example.manuscript.sentences()}
    assert secret
    assert not secret & read
    for paper in held_out:
        assert not secret & set(examples.contents.of(0, paper).sentences)


def test_co_cited_papers_are_cited_with_the_target_somewhere_and_never_missing_ones(
    corpus: Corpus, examples: CitationExamples
) -> None:
    together = Counter(
        frozenset(pair)
        for context in corpus.contexts()
        for pair in combinations(sorted(set(context.cited)), 2)
    )
    for example in every(examples):
        real = [p for p, real in zip(example.co_cited, example.real, strict=True) if real]
        assert len(example.co_cited) == len(example.real) == 3
        assert len(set(real)) == len(real)
        assert all(together[frozenset((example.target, paper))] for paper in real)
        assert all(
            paper == example.target
            for paper, real in zip(example.co_cited, example.real, strict=True)
            if not real
        )
        if len(real) < 3:
            partners = [pair for pair in together if example.target in pair]
            assert len(real) == len(partners)


def test_negatives_are_different_papers_that_the_sentence_does_not_cite(
    corpus: Corpus, examples: CitationExamples
) -> None:
    cited = {}
    for context in corpus.contexts():
        for paper in context.cited:
            if corpus.trainable[paper]:
                cited[len(cited)] = (context.citing, *context.cited)
    for index, example in enumerate(every(examples)):
        real = {p for p, real in zip(example.co_cited, example.real, strict=True) if real}
        assert len(set(example.negatives)) == 4
        assert not set(example.negatives) & ({*cited[index]} | real)


def test_the_body_is_read_only_where_there_is_a_full_text(corpus: Corpus) -> None:
    contents = Contents(corpus, dataclasses.replace(SIZES, abstract=99), seed=0)
    with_text = {int(paper) for paper in corpus.fulltexts()}
    for paper in np.flatnonzero(corpus.trainable).tolist():
        opening = paper_sentences(*corpus.text(paper))
        read = contents.of(1, paper).sentences
        assert read[: len(opening)] == opening
        body = read[len(opening) :]
        assert len(body) == (2 if paper in with_text else 0)
        assert set(body) <= set(corpus.sentences(paper))

"""Names in sentences and titles, and the keys they are compared by."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recommend.method_names import (
    find_introduction,
    find_name,
    find_names,
    is_written_as_title,
    make_key,
    parse_title,
    tokens,
)


@pytest.mark.parametrize(
    ("title", "own"),
    [
        ("BERT: Pre-training of Deep Bidirectional Transformers", ["BERT"]),
        ("Adam: A Method for Stochastic Optimization", ["Adam"]),
        ("Deep Network Learning by Exponential Linear Units (ELUs)", ["ELU"]),
        ("XGBoost - A Scalable Tree Boosting System", ["XGBoost"]),
        ("glove: global vectors", ["glove"]),
        ("Mining hard negatives", []),
        ("Of: what only begins with a stop word", []),
        ("A title that ends in a colon:", []),
        ("", []),
    ],
)
def test_a_title_names_its_paper_before_a_colon_or_in_brackets(title: str, own: list[str]) -> None:
    taken = parse_title(title)
    assert [name.name_text for name in taken.own] == own
    assert all(title[name.start : name.end].startswith(name.name_text) for name in taken.own)


def test_two_or_three_words_before_a_colon_name_a_paper_too() -> None:
    assert parse_title("Faster R-CNN: Towards Real-Time Detection").head == "faster r cnn"
    assert parse_title("What a very long head: of a title").head == ""


def test_the_initials_of_a_title_leave_stop_words_out() -> None:
    taken = parse_title("Attention Is All You Need")
    assert (taken.initials, taken.main_initials) == ("aiayn", "aayn")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-3", "GPT3"),
        ("word2vec", "Word2Vec"),
        ("ImageNet", "Imagenet".replace("n", "N")),
        ("GANs", "GAN"),
        ("L-BFGS", "LBFGS"),
    ],
)
def test_names_written_in_two_ways_have_one_key(one: str, other: str) -> None:
    assert make_key(one) == make_key(other)


@pytest.mark.parametrize(("one", "other"), [("Adam", "adam"), ("CLIP", "clip"), ("GPT-2", "GPT-3")])
def test_names_that_differ_have_keys_that_differ(one: str, other: str) -> None:
    assert make_key(one) != make_key(other)


def test_the_names_of_a_sentence_are_those_written_as_names() -> None:
    sentence = (
        "Models such as BERT-based ones and GANs are trained with Adam on CIFAR-100. "
        "Others use word2vec, the 2nd best, or R-CNN on 3 GPUs."
    )
    written = [name.name_text for name in find_names(sentence)]
    assert written == [
        "BERT",
        "GAN",
        "Adam",
        "CIFAR-100",
        "CIFAR",
        "word2vec",
        "R-CNN",
        "CNN",
        "GPU",
    ]


@pytest.mark.parametrize(
    ("before", "title", "after", "is_written"),
    [
        ("We follow ", "Deep Bogs", " and others.", True),
        ("We follow “", "deep bogs", "”.", True),
        ("We follow « ", "deep bogs", " ».", True),
        ("We follow 'Old Bogs' and the authors' ", "deep bogs", " here.", False),
        ('We follow „old bogs“ and "old" ', "deep bogs", " here.", False),
        ("We follow ", "Deep bogs", " and others.", False),
        ("We follow ", "Deep Bogs", " Methods.", False),
        ("", "Deep Bogs", " are wet.", False),
        ("We follow ", "Bogs", " and others.", False),
    ],
)
def test_a_title_is_told_by_its_quotes_or_capitals(
    before: str, title: str, after: str, is_written: bool
) -> None:
    start = len(before)
    sentence = f"{before}{title}{after}"
    assert is_written_as_title(sentence, start, start + len(title)) == is_written


@pytest.mark.parametrize(
    ("sentence", "unversioned"),
    [("We use ResNet-50.", "~resnet"), ("We use GPT-3.5.", "GPT"), ("We use BERT.", "")],
)
def test_a_version_can_be_left_out(sentence: str, unversioned: str) -> None:
    assert find_names(sentence)[0].unversioned == unversioned


@pytest.mark.parametrize(
    ("abstract", "introduced"),
    [
        ("We propose Zap for this.", True),
        ("We introduce a new method, Zap.", False),
        ("This paper presents the network Zap, which is fast.", True),
        ("We describe a method called “Zap”.", True),
        ("Zap, a new optimiser, is fast.", True),
        ("We evaluate on Zap and others.", False),
        ("We propose Zapping.", False),
        ("We develop and propose a fast Zap, for short.", True),
        ("We propose to present Zap in full.", True),
        ("We propose a faster Zap than others.", False),
        ("After Zap came a method termed the “Zap”.", True),
    ],
)
def test_an_abstract_tells_its_own_invention_from_others(abstract: str, introduced: bool) -> None:
    at = find_introduction("Zap", abstract)
    assert (at >= 0) == introduced
    assert not introduced or abstract[at : at + 3] == "Zap"


def test_a_name_is_found_as_a_word_of_its_own() -> None:
    assert find_name("Zap", "Unzapped Zapping and Zaps, and Zap's") == len("Unzapped Zapping and ")
    assert find_name("Zap", "ZapNet, deZap, 3Zap") == -1
    assert find_name("C++", "We use C++.") == len("We use ")


@given(st.text(max_size=200))
def test_any_text_can_be_taken_apart(text: str) -> None:
    for name in find_names(text):
        assert text[name.start : name.end].startswith(name.name_text)
    assert all(re.sub(r"\W", "", written) for written, _, _ in tokens(text))
    assert len(parse_title(text).words) == len(parse_title(text).telling)

"""Sentences about the manuscript itself are no gaps; reasons quote what says something."""

from __future__ import annotations

import pytest

from core.base.records import Manuscript, Section, Sentence
from core.recommend import gaps
from core.recommend.gaps import _describe_phrase, announces_own_text, gap_sentences, needs_citation

OWN = [
    "Here we focus on transformers for the forecasting of floods.",
    "To summarize, neural networks have been widely used for the forecasting of floods.",
    "In summary, deep learning has been shown to improve forecasts.",
    "In this section, we describe recurrent networks and their use for time series.",
    "This paper presents a recurrent network for the forecasting of floods.",
    "The remainder of this paper is organized as follows.",
    "We conclude with a discussion of language models.",
    "The main contributions of this work are a dataset and a model.",
    "Our goal is to train language models on long documents.",
]
OF_OTHERS = [
    "Recurrent networks have been widely used for the forecasting of floods.",
    "This paper extends the model of Smith et al. for the forecasting of floods.",
    "Here the model was trained on the data of earlier studies.",
    "In this section of the river, floods are known to be frequent.",
    "We use the Adam optimizer.",
]


@pytest.mark.parametrize("text", OWN)
def test_what_the_text_itself_does_is_no_gap(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert announces_own_text(text)
    sentences = tuple(
        Sentence(index=at, section=0, page=0, text=one, rects=(), markers=())
        for at, one in enumerate((OF_OTHERS[0], text))
    )
    manuscript = Manuscript(
        title="Floods", sections=(Section("1", "Introduction", 1, "introduction"),),
        sentences=sentences,
    )  # fmt: skip
    chances = needs_citation(manuscript)
    assert 1 not in gap_sentences(manuscript, chances)
    monkeypatch.setattr(gaps, "ANNOUNCEMENT_ODDS", 0.0)
    as_any_sentence = needs_citation(manuscript)
    assert chances[0] == as_any_sentence[0]
    assert chances[1] < as_any_sentence[1] / 10


@pytest.mark.parametrize("text", OF_OTHERS)
def test_what_others_did_is_not_taken_for_own_text(text: str) -> None:
    assert not announces_own_text(text)


@pytest.mark.parametrize(
    ("phrase", "quoted"),
    [
        ("basic building blocks and extensions", False),
        ("has been shown", True),
        ("widely used in practice", True),
        ("forests and meadows", False),
    ],
)
def test_only_a_phrase_that_claims_something_is_quoted(phrase: str, *, quoted: bool) -> None:
    assert (phrase in _describe_phrase(phrase, phrase.split())) == quoted

"""Questions made of abstracts, and what of the base they keep."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from training.research.scale.arrays import CLS, DOT, SEP, Ints, Pack, Padded, ragged, stacked
from training.research.scale.both import Both, Kept
from training.research.scale.cloze import Cloze, Clozes
from training.research.scale.network import Network
from training.research.scale.scoring import encoded
from training.research.scale.texts import Papers, Questions
from training.research.scale.trained import Trained, trainable

TEXTS = {
    "two sentences": [*range(2000, 2010), DOT, *range(3000, 3012), DOT],
    "one sentence": [*range(4000, 4012), DOT],
    "one of two too short": [*range(5000, 5010), DOT, 5100, DOT],
    "three": [*range(6000, 6010), DOT, *range(6100, 6110), DOT, *range(6200, 6210)],
}
TITLE = [7000, 7001]


@pytest.fixture
def abstracts() -> Papers:
    """Papers whose abstracts are those of ``TEXTS``."""
    count = len(TEXTS)
    pack: Pack = {
        **ragged("title", [TITLE] * count, np.uint16),
        **ragged("abstract", list(TEXTS.values()), np.uint16),
        "train_pool": np.arange(count, dtype=np.int32),
        "dev_pool": np.arange(count, dtype=np.int32),
    }
    return Papers(pack, "cpu")


def clozes(papers: Papers, times: int = 40) -> list[tuple[int, list[int], list[int]]]:
    """Many draws: the row of a paper, the tokens of the question, and those of the paper."""
    cloze = Cloze.of(papers, np.arange(len(papers)), "cpu")
    found = []
    for _ in range(times):
        drawn = cloze.drawn(9)
        sides = zip(rows_of(drawn.questions), rows_of(drawn.papers), strict=True)
        found += [(row, *pair) for row, pair in zip(drawn.rows.tolist(), sides, strict=True)]
    return found


def rows_of(texts: Padded) -> list[list[int]]:
    return [
        ids[:length].tolist() for ids, length in zip(texts.ids, texts.lengths.tolist(), strict=True)
    ]


def test_abstracts_of_two_sentences_or_more_ask_once_in_a_draw(abstracts: Papers) -> None:
    drawn = Cloze.of(abstracts, np.arange(len(abstracts)), "cpu").drawn(9)
    assert sorted(drawn.rows.tolist()) == [0, 3]


def test_a_question_is_sentences_of_the_abstract_and_the_paper_mostly_lacks_them(
    abstracts: Papers,
) -> None:
    lacking = 0
    drawn = clozes(abstracts)
    for row, question, paper in drawn:
        abstract = list(TEXTS.values())[row]
        assert (question[0], question[-1], paper[0], paper[-1]) == (CLS, SEP, CLS, SEP)
        assert paper[1:4] == [*TITLE, DOT]
        asked = [each for each in question[1:-1] if each != DOT]
        assert set(asked) <= set(abstract)
        assert set(paper[4:-1]) <= set(abstract)
        lacking += not set(asked) & set(paper)
    assert 0.6 * len(drawn) < lacking < 0.95 * len(drawn)


def test_some_words_that_the_paper_has_too_are_taken_out_of_the_question(
    abstracts: Papers,
) -> None:
    shared = [
        sum(each != DOT for each in question[1:-1])
        for row, question, paper in clozes(abstracts)
        if row == 0 and len(paper) == len(TEXTS["two sentences"]) + len(TITLE) + 3
    ]
    assert shared
    assert min(shared) < 10
    assert max(shared) > 4


@pytest.fixture
def network(weights: dict[str, Tensor]) -> Network:
    return Network.of(weights, 4)


def scores_of(
    network: Network, weights: dict[str, Tensor], of: Clozes, bank: Padded
) -> tuple[Tensor, Tensor]:
    with torch.no_grad():
        asked, papers = encoded(network, weights, of.questions), encoded(network, weights, bank)
    return asked, papers


def test_nothing_is_to_be_kept_where_the_base_is_as_it_was(
    abstracts: Papers,
    network: Network,
    weights: dict[str, Tensor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("training.research.scale.both.in_half", lambda weights: weights)
    cloze = Cloze.of(abstracts, np.arange(len(abstracts)), "cpu")
    of = cloze.drawn(2)
    held: Ints = np.concatenate([np.arange(4), of.rows])
    bank = stacked([abstracts.alone, of.papers])
    kept = Kept(cloze, weights, 2)
    asked, papers = scores_of(network, weights, of, bank)
    same = kept.loss(network, asked @ papers.T / 0.05, of, bank, held)
    assert same.item() == pytest.approx(0, abs=1e-5)
    other = kept.loss(network, asked @ papers.T / 0.05 * torch.arange(1.0, 7.0), of, bank, held)
    assert other.item() > 1e-3


def test_the_whole_paper_of_a_question_does_not_count(
    abstracts: Papers,
    network: Network,
    weights: dict[str, Tensor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("training.research.scale.both.in_half", lambda weights: weights)
    cloze = Cloze.of(abstracts, np.arange(len(abstracts)), "cpu")
    of = cloze.drawn(1)
    held: Ints = np.concatenate([np.arange(4), of.rows])
    bank = stacked([abstracts.alone, of.papers])
    kept = Kept(cloze, weights, 1)
    asked, papers = scores_of(network, weights, of, bank)
    scores = asked @ papers.T / 0.05
    scores[0, of.rows[0]] += 9
    assert kept.loss(network, scores, of, bank, held).item() == pytest.approx(0, abs=1e-5)


def test_both_losses_are_added(
    train: Questions, papers: Papers, weights: dict[str, Tensor], network: Network
) -> None:
    lists = np.tile(np.arange(60) % len(papers), (len(train), 1))
    rows = train.usable()[:4]
    plain = Both(network, train, papers.alone, lists)
    cloze = Cloze.of(papers, np.arange(len(papers)), "cpu")
    kept = replace(plain, kept=Kept(cloze, weights, 3), random=np.random.default_rng(1))
    start = Trained(weights, trainable(weights, pooler=False))
    plain.random = np.random.default_rng(1)
    assert kept.loss(start, rows).item() > plain.loss(start, rows).item()

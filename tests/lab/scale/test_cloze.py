"""Questions made of abstracts, and what of the base they keep."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from tools.lab.scale.arrays import CLS, DOT, SEP, Ints, Pack, Padded, ragged, stacked
from tools.lab.scale.both import Both, Kept
from tools.lab.scale.cloze import Cloze
from tools.lab.scale.network import Network
from tools.lab.scale.scoring import encoded
from tools.lab.scale.texts import Papers, Questions
from tools.lab.scale.trained import Trained, trainable

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
        drawn = cloze.draw_clozes(9)
        sides = zip(rows_of(drawn.questions), rows_of(drawn.papers), strict=True)
        found += [(row, *pair) for row, pair in zip(drawn.rows.tolist(), sides, strict=True)]
    return found


def rows_of(texts: Padded) -> list[list[int]]:
    return [
        ids[:length].tolist() for ids, length in zip(texts.ids, texts.lengths.tolist(), strict=True)
    ]


def test_abstracts_of_two_sentences_or_more_ask_once_in_a_draw(abstracts: Papers) -> None:
    drawn = Cloze.of(abstracts, np.arange(len(abstracts)), "cpu").draw_clozes(9)
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


class Asking:
    """Clozes of ``TEXTS`` among its papers, and the scores that the base itself gives them."""

    def __init__(self, papers: Papers, network: Network, weights: dict[str, Tensor]) -> None:
        cloze = Cloze.of(papers, np.arange(len(papers)), "cpu")
        self.of = cloze.draw_clozes(2)
        self._network, self._kept = network, Kept(cloze, weights, 2)
        self._held: Ints = np.concatenate([np.arange(len(papers)), self.of.rows])
        self._bank = stacked([papers.alone, self.of.papers])
        with torch.no_grad():
            asked = encoded(network, weights, self.of.questions)
            self.scores = asked @ encoded(network, weights, self._bank).T / 0.05

    def loss(self) -> float:
        return self._kept.loss(self._network, self.scores, self.of, self._bank, self._held).item()


@pytest.fixture
def asking_base(
    abstracts: Papers,
    network: Network,
    weights: dict[str, Tensor],
    monkeypatch: pytest.MonkeyPatch,
) -> Asking:
    monkeypatch.setattr("tools.lab.scale.both.in_half", lambda weights: weights)
    return Asking(abstracts, network, weights)


def test_nothing_is_to_be_kept_where_the_base_is_as_it_was(asking_base: Asking) -> None:
    assert asking_base.loss() == pytest.approx(0, abs=1e-5)
    asking_base.scores *= torch.arange(1.0, 7.0)
    assert asking_base.loss() > 1e-3


def test_the_whole_paper_of_a_question_does_not_count(asking_base: Asking) -> None:
    for at, row in enumerate(asking_base.of.rows):
        asking_base.scores[at, row] += 9
    assert asking_base.loss() == pytest.approx(0, abs=1e-5)


def test_both_losses_are_added(
    train: Questions, papers: Papers, weights: dict[str, Tensor], network: Network
) -> None:
    lists = np.tile(np.arange(60) % len(papers), (len(train), 1))
    rows = train.usable()[:4]
    plain = Both(network, train, papers.alone, lists)
    cloze = Cloze.of(papers, np.arange(len(papers)), "cpu")
    kept = replace(plain, kept_part=Kept(cloze, weights, 3), random=np.random.default_rng(1))
    start = Trained(weights, trainable(weights, pooler=False))
    plain.random = np.random.default_rng(1)
    assert kept.loss(start, rows).item() > plain.loss(start, rows).item()

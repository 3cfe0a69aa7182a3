"""Both losses at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from tools.lab.scale.arrays import Ints, stacked
from tools.lab.scale.both import Both, Kept
from tools.lab.scale.cloze import Cloze
from tools.lab.scale.network import Network
from tools.lab.scale.scoring import encoded
from tools.lab.scale.texts import Papers, Questions
from tools.lab.scale.trained import Trained, trainable


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

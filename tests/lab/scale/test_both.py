"""Both losses at once."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from tests.lab.scale.small_runs import Learning
from tools.lab.scale.arrays import stacked
from tools.lab.scale.both import Both, Kept
from tools.lab.scale.cloze import Cloze
from tools.lab.scale.network import Network
from tools.lab.scale.scoring import encoded
from tools.lab.scale.texts import Papers, Questions
from tools.lab.scale.trained import Trained, trainable


@pytest.fixture
def network(weights: dict[str, Tensor]) -> Network:
    return Network.of(weights, 4)


def kept_of(papers: Papers, network: Network, weights: dict[str, Tensor], count: int) -> Kept:
    """What the base finds for clozes of papers, to be kept."""
    clozes = Cloze.of(papers, np.arange(len(papers)), "cpu").draw_clozes(40)
    with torch.no_grad():
        bank = [encoded(network, weights, texts) for texts in (papers.alone, papers.titles_alone)]
        questions, own = (encoded(network, weights, part) for part in clozes[:2])
    owners = torch.from_numpy(clozes.rows)
    return Kept(clozes.questions, questions, torch.stack(bank), count, clozes.papers, own, owners)


class Asking:
    """Clozes of ``TEXTS`` among its papers, and the scores that the base itself gives them."""

    def __init__(self, papers: Papers, network: Network, weights: dict[str, Tensor]) -> None:
        self.kept = kept_of(papers, network, weights, 2)
        self._chosen = torch.arange(len(self.kept.questions))[:2]
        self.owners = (
            self.kept.owners[self._chosen].tolist() if self.kept.owners is not None else []
        )
        self._papers = torch.arange(len(papers))
        self._bare = torch.tensor([at % 2 for at in range(len(papers))])
        texts = stacked([papers.alone, papers.titles_alone])
        assert self.kept.papers is not None
        bank = stacked(
            [texts[self._papers + self._bare * len(papers)], self.kept.papers[self._chosen]]
        )
        with torch.no_grad():
            asked = encoded(network, weights, self.kept.questions[self._chosen])
            self.scores = asked @ encoded(network, weights, bank).T / 0.05

    def loss(self) -> float:
        return self.kept.loss(self.scores, self._chosen, self._papers, self._bare).item()


@pytest.fixture
def asking_base(abstracts: Papers, network: Network, weights: dict[str, Tensor]) -> Asking:
    return Asking(abstracts, network, weights)


def test_nothing_is_to_be_kept_where_the_base_is_as_it_was(asking_base: Asking) -> None:
    assert asking_base.loss() == pytest.approx(0, abs=1e-5)
    asking_base.scores *= torch.arange(1.0, asking_base.scores.shape[1] + 1)
    assert asking_base.loss() > 1e-3


def test_the_whole_paper_of_a_question_does_not_count(asking_base: Asking) -> None:
    for at, row in enumerate(asking_base.owners):
        asking_base.scores[at, row] += 9
    assert asking_base.loss() == pytest.approx(0, abs=1e-5)


def test_sentences_without_a_paper_of_their_own_keep_what_the_base_finds(
    abstracts: Papers, network: Network, weights: dict[str, Tensor]
) -> None:
    own = kept_of(abstracts, network, weights, 2)
    kept = Kept(own.questions, own.by_base, own.bank, 2)
    chosen, papers = torch.tensor([1, 0]), torch.arange(len(abstracts))
    scores = own.by_base[chosen] @ own.bank[0].T / 0.05
    bare = torch.zeros(len(papers), dtype=torch.long)
    assert kept.loss(scores, chosen, papers, bare).item() == pytest.approx(0, abs=1e-5)
    assert kept.loss(scores.flip(1), chosen, papers, bare).item() > 1e-3


def test_both_losses_are_added(
    train: Questions, papers: Papers, weights: dict[str, Tensor], network: Network
) -> None:
    lists = np.tile(np.arange(60) % len(papers), (len(train), 1))
    rows = train.usable()[:4]
    kept = {side: kept_of(papers, network, weights, 3) for side in (False, True)}
    start = Trained(weights, trainable(weights, pooler=False))
    plain = Both(network, train, papers, lists).loss(start, rows).item()
    assert Both(network, train, papers, lists, kept=kept).loss(start, rows).item() > plain


def test_papers_are_shown_by_title_alone_all_some_or_none(learning: Learning) -> None:
    both = learning.both()
    shares = np.array([both._draw_bare(400).float().mean().item() for _ in range(300)])
    assert 0.12 < (shares == 1).mean() < 0.28
    assert 0.3 < (shares == 0).mean() < 0.5
    some = shares[(shares > 0) & (shares < 1)]
    assert 0.37 < some.mean() < 0.43


def test_what_a_manuscript_cites_elsewhere_is_neither_right_nor_wrong(learning: Learning) -> None:
    both, train = learning.both(), learning.train
    rows = train.usable()[:8]
    papers = torch.arange(len(learning.papers))
    scores = torch.zeros(len(rows), len(papers))
    for at, row in enumerate(rows.tolist()):
        known = train.known_papers[int(train.manuscript[row])]
        others = np.setdiff1d(known, train.cited[row])
        scores[at, torch.from_numpy(others)] = 50
        scores[at, torch.from_numpy(train.cited[row])] = 40
    assert both._by_citations(scores, torch.from_numpy(rows), papers).item() < 1e-3

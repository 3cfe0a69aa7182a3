"""One change of an encoder for questions and papers: both are encoded anew in each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints, Padded, stacked, to_device
from .cloze import Cloze, Clozes
from .losses import TEMPERATURE, WORST, divergence, info_nce
from .network import Network, Weights, in_half
from .scoring import encoded
from .texts import FORMS, Questions
from .trained import Trained

RATE, WHOLE = 1e-4, 0.7
SHARES = {
    "title sentence": 0.35,
    "sentence": 0.2,
    "neighbours": 0.15,
    "title neighbours": 0.2,
    "title abstract": 0.1,
}
"""How often a batch asks in which form: most in those that help most when forms are fused."""
_NEAR, _DRAWN, _HARD = 60, 6, 2
"""Of so many first papers so many are drawn, and of those not cited so many become negatives."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the base finds by meaning and training is to keep: ``count`` clozes in each step.

    Nothing says which paper is right for them but the base itself (Hinton et al. 2015). Without
    them, training on citing sentences forgets papers that hardly anybody cites.
    """

    cloze: Cloze
    base: Weights
    count: int

    def loss(
        self, network: Network, scores: Tensor, of: Clozes, bank: Padded, bank_papers: Ints
    ) -> Tensor:
        """Return how far a distribution over papers is from the base's: mean divergence, KL.

        ``scores`` (clozes, papers) are logits, ``bank`` the papers, of the rows ``bank_papers``;
        those without the question's sentences come last, one a question. The whole paper of a
        question does not count.
        """
        count = len(of.rows)
        whole = of.rows[:, None] == bank_papers[None]
        whole[:, -count:] &= ~np.eye(count, dtype=np.bool_)
        left_out = torch.from_numpy(whole).to(scores.device)
        with torch.no_grad():
            base = in_half(self.base)
            cosines = encoded(network, base, of.questions) @ encoded(network, base, bank).T
            taught = (cosines / TEMPERATURE).masked_fill(left_out, WORST).softmax(1)
        return divergence(taught, scores.masked_fill(left_out, WORST))


@dataclass(slots=True)
class Both:
    """Batches of questions with a cited paper each and hard negatives, drawn anew each time.

    ``papers`` are the texts of all papers, ``lists`` (questions, kept) the first of each question;
    ``renewed`` makes these anew with the weights as they are, before the steps ``renewals``
    (counted from 0, over all trainings), so that what is hard to tell apart stays hard (Xiong et
    al. 2021).
    """

    network: Network
    train: Questions
    papers: Padded
    lists: Ints
    kept_part: Kept | None = None
    renewed: Callable[[Weights], Ints] | None = None
    renewals: frozenset[int] = frozenset()
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    _steps: int = 0

    def loss(self, trained: Trained, rows: Ints) -> Tensor:
        """Return InfoNCE of questions against all papers of the batch, and what is to be kept.

        All papers that a question cites are right; others that its manuscript cites elsewhere are
        neither right nor wrong.
        """
        weights, device = in_half(trained.weights()), self.papers.ids.device
        if self.renewed is not None and self._steps in self.renewals:
            self.lists = self.renewed(trained.weights())
        self._steps += 1
        bank_papers = self._draw_papers(rows)
        form = list(FORMS)[self.random.choice(len(FORMS), p=[SHARES[form] for form in FORMS])]
        asked_texts = self.train.alone[form][to_device(rows, device)]
        bank = self.papers[to_device(bank_papers, device)]
        if self.kept_part is None:
            return self._by_citations(self._scores(weights, asked_texts, bank), rows, bank_papers)
        clozes = self.kept_part.cloze.draw_clozes(self.kept_part.count)
        asked_texts, bank = stacked([asked_texts, clozes.questions]), stacked([bank, clozes.papers])
        bank_papers = np.concatenate([bank_papers, clozes.rows])
        scores = self._scores(weights, asked_texts, bank)
        citing, other = scores[: len(rows)], scores[len(rows) :]
        by_base = self.kept_part.loss(self.network, other, clozes, bank, bank_papers)
        return self._by_citations(citing, rows, bank_papers) + by_base

    def _scores(self, weights: Weights, asked_texts: Padded, bank: Padded) -> Tensor:
        questions = encoded(self.network, weights, asked_texts)
        return questions @ encoded(self.network, weights, bank).T / TEMPERATURE

    def _by_citations(self, scores: Tensor, rows: Ints, bank_papers: Ints) -> Tensor:
        right = np.stack([np.isin(bank_papers, self.train.cited[row]) for row in rows])
        known_mask = np.stack([np.isin(bank_papers, self.train.known_papers[row]) for row in rows])
        marks = (torch.from_numpy(mask).to(scores.device) for mask in (right, known_mask & ~right))
        return info_nce(scores, *marks)

    def _draw_papers(self, rows: Ints) -> Ints:
        """Return the papers of a batch, each once."""
        shown_papers: list[int] = []
        for row in rows.tolist():
            shown_papers.append(self.random.choice(self.train.cited[row]))
            near = self.random.choice(self.lists[row, :_NEAR], _DRAWN, replace=False)
            shown_papers += near[~np.isin(near, self.train.known_papers[row])][:_HARD].tolist()
        return np.unique(np.array(shown_papers, np.int64))

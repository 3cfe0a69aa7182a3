"""One change of an encoder for questions and papers: both are encoded anew in each step."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints, Padded, to_device
from .losses import info_nce
from .network import Network, in_half
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
_TEMPERATURE = 0.05
_NEAR, _DRAWN, _HARD = 60, 6, 2
"""Of so many first papers so many are drawn, and of those not cited so many become negatives."""


@dataclass(slots=True)
class Both:
    """Batches of questions with a cited paper each and hard negatives, drawn anew each time.

    ``papers`` are the texts of all papers, ``lists`` (questions, kept) the first of each question.
    """

    network: Network
    train: Questions
    papers: Padded
    lists: Ints
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def loss(self, trained: Trained, rows: Ints) -> Tensor:
        """Return InfoNCE of questions against all papers of the batch.

        All papers that a question cites are right; others that its manuscript cites elsewhere are
        neither right nor wrong.
        """
        papers = self._drawn(rows)
        weights = in_half(trained.weights())
        form = list(FORMS)[self.random.choice(len(FORMS), p=[SHARES[form] for form in FORMS])]
        device = self.papers.ids.device
        asked = encoded(self.network, weights, self.train.alone[form], to_device(rows, device))
        bank = encoded(self.network, weights, self.papers, to_device(papers, device))
        right = np.stack([np.isin(papers, self.train.cited[row]) for row in rows])
        known = np.stack([np.isin(papers, self.train.known[row]) for row in rows])
        marks = (torch.from_numpy(each).to(device) for each in (right, known & ~right))
        return info_nce(asked @ bank.T / _TEMPERATURE, *marks)

    def _drawn(self, rows: Ints) -> Ints:
        """Return the papers of a batch, each once."""
        shown: list[int] = []
        for row in rows.tolist():
            shown.append(self.random.choice(self.train.cited[row]))
            near = self.random.choice(self.lists[row, :_NEAR], _DRAWN, replace=False)
            shown += near[~np.isin(near, self.train.known[row])][:_HARD].tolist()
        return np.unique(np.array(shown, np.int64))

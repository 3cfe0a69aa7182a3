"""One change of an encoder for questions and papers: both are encoded anew in each step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints, Padded, Rows, stacked, to_device
from .losses import TEMPERATURE, WORST, divergence, info_nce
from .network import Network, Weights, in_half
from .scoring import encoded
from .texts import FORMS, Papers, Questions
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
_ALL_BARE, _SOME_BARE, _BARE = 0.2, 0.4, 0.4
"""How often all papers of a step are shown by title alone, how often some, and how many then: most
libraries have papers without an abstract, many have no other."""
_MOST_CITED = 16
"""Papers of a question that count as right; what it cites beyond counts for nothing."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the base finds by meaning and training is to keep: ``count`` questions in each step.

    Nothing says which paper is right for them but the base itself (Hinton et al. 2015). Without
    them, training on citing sentences forgets papers that hardly anybody cites. ``by_base`` are the
    base's rows of ``questions``, ``bank`` those of all papers, by title and abstract and by title
    alone: (2, papers, width). A question may have a paper of its own, such as one without the
    sentences that ask: ``papers``, their rows by the base ``papers_by_base``, and ``owners``, the
    papers that they were made of.
    """

    questions: Padded
    by_base: Tensor
    bank: Tensor
    count: int
    papers: Padded | None = None
    papers_by_base: Tensor | None = None
    owners: Tensor | None = None

    def loss(self, scores: Tensor, chosen: Tensor, bank_papers: Tensor, bare: Tensor) -> Tensor:
        """Return how far a distribution over papers is from the base's: mean divergence, KL.

        ``scores`` (chosen questions, papers) are logits, ``bank_papers`` the papers and ``bare``
        which of them are shown by title alone; the questions' own papers come last in ``scores``.
        The whole paper of a question does not count.
        """
        bank = self.bank[bare, bank_papers]
        left_out = torch.zeros(scores.shape, dtype=torch.bool, device=scores.device)
        if self.papers_by_base is not None and self.owners is not None:
            owners = self.owners[chosen]
            bank = torch.cat([bank, self.papers_by_base[chosen]])
            left_out = owners[:, None] == torch.cat([bank_papers, owners])[None]
            left_out[:, len(bank_papers) :].fill_diagonal_(fill_value=False)
        cosines = self.by_base[chosen] @ bank.T
        taught = (cosines / TEMPERATURE).masked_fill(left_out, WORST).softmax(1)
        return divergence(taught, scores.masked_fill(left_out, WORST))


class Both:
    """Batches of questions of one field, with a cited paper each and hard negatives, drawn anew.

    ``lists`` (questions, kept) are the first papers of each question, and may be exchanged, so that
    what is hard to tell apart stays hard (Xiong et al. 2021).
    """

    def __init__(
        self,
        network: Network,
        train: Questions,
        papers: Papers,
        lists: Ints,
        *,
        kept: Mapping[bool, Kept] | None = None,
    ) -> None:
        """``kept`` is what to keep in each field; True is the second."""
        self._network, self._train, self._kept = network, train, kept or {}
        self._papers = stacked([papers.alone, papers.titles_alone])
        self._count = len(papers)
        device = self._device = papers.alone.ids.device
        self.lists = to_device(lists, device)
        self._cited, self._cited_counts = _side_by_side(train.cited, device)
        self._manuscript = to_device(train.manuscript, device)
        self._known = torch.zeros(
            len(train.known_papers), len(papers), dtype=torch.bool, device=device
        )
        for at, known_papers in enumerate(train.known_papers):
            self._known[at, to_device(known_papers, device)] = True
        self.random = np.random.default_rng(1)
        self._draws = torch.Generator(device).manual_seed(1)

    def loss(self, trained: Trained, rows: Ints) -> Tensor:
        """Return InfoNCE of questions against all papers of the batch, and what is to be kept.

        All papers that a question cites are right; others that its manuscript cites elsewhere are
        neither right nor wrong.
        """
        weights, asked_rows = in_half(trained.weights()), to_device(rows, self._device)
        bank_papers = self.draw_papers(asked_rows)
        form = list(FORMS)[self.random.choice(len(FORMS), p=[SHARES[form] for form in FORMS])]
        asked_texts = self._train.alone[form][asked_rows]
        bare = self._draw_bare(len(bank_papers))
        bank = self._papers[bank_papers + bare * self._count]
        kept_part = self._kept.get(bool(self._train.other[rows[0]]))
        if kept_part is None:
            scores = self._scores(weights, asked_texts, bank)
            return self._by_citations(scores, asked_rows, bank_papers)
        chosen = self._draw_kept(kept_part)
        asked_texts = stacked([asked_texts, kept_part.questions[chosen]])
        if kept_part.papers is not None:
            bank = stacked([bank, kept_part.papers[chosen]])
        scores = self._scores(weights, asked_texts, bank)
        citing, other = scores[: len(rows), : len(bank_papers)], scores[len(rows) :]
        by_base = kept_part.loss(other, chosen, bank_papers, bare)
        return self._by_citations(citing, asked_rows, bank_papers) + by_base

    def draw_papers(self, rows: Tensor) -> Tensor:
        """Return the papers of a batch, each once."""
        counts = self._cited_counts[rows]
        which = (self._drawn_numbers(len(rows)) * counts).long().clamp(max=counts - 1)
        cited = self._cited[rows, which]
        near = self.lists[rows, :_NEAR]
        order = self._drawn_numbers(*near.shape).topk(min(_DRAWN, near.shape[1]), dim=1).indices
        drawn = near.gather(1, order)
        free = ~self._known[self._manuscript[rows][:, None], drawn]
        hard = drawn[free & (free.cumsum(1) <= _HARD)]
        bank_papers: Tensor = torch.unique(torch.cat([cited, hard]))
        return bank_papers

    def _drawn_numbers(self, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self._draws, device=self._device)

    def _draw_bare(self, count: int) -> Tensor:
        """Return which papers of a bank are shown by title alone: 1, else 0."""
        draw = self.random.random()
        share = 1.0 if draw < _ALL_BARE else _BARE if draw < _ALL_BARE + _SOME_BARE else 0.0
        return (self._drawn_numbers(count) < share).long()

    def _draw_kept(self, kept_part: Kept) -> Tensor:
        order = self._drawn_numbers(len(kept_part.questions))
        return order.topk(min(kept_part.count, len(order))).indices

    def _scores(self, weights: Weights, asked_texts: Padded, bank: Padded) -> Tensor:
        questions = encoded(self._network, weights, asked_texts)
        return questions @ encoded(self._network, weights, bank).T / TEMPERATURE

    def _by_citations(self, scores: Tensor, rows: Tensor, bank_papers: Tensor) -> Tensor:
        right = torch.zeros(scores.shape, dtype=torch.bool, device=scores.device)
        for cited in self._cited[rows].T:
            right |= cited[:, None] == bank_papers[None]
        ignored = self._known[self._manuscript[rows]][:, bank_papers]
        return info_nce(scores, right, ignored & ~right)


def _side_by_side(cited: Rows, device: torch.device) -> tuple[Tensor, Tensor]:
    """Return the papers of questions, filled with -1: (questions, most), and how many they are."""
    widths = np.array([min(len(papers), _MOST_CITED) for papers in cited], np.int64)
    table = np.full((len(widths), max(1, int(widths.max(initial=0)))), -1, np.int64)
    for at, (papers, width) in enumerate(zip(cited, widths.tolist(), strict=True)):
        table[at, :width] = papers[:width]
    return to_device(table, device), to_device(widths, device)

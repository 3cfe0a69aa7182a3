"""What a cross-encoder learns of the base: questions made of abstracts, and papers near to them.

Citing sentences teach what authors cite: often a paper that shares the sentence's words and that
many cite. Which paper says the same in other words is what the base knows (Hinton et al. 2015).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from .arrays import Padded, stacked, to_device
from .cloze import Cloze, Clozes
from .losses import TEMPERATURE, divergence
from .network import Network, Weights, in_half
from .scoring import encoded, pair_scores
from .texts import QUERY_ROOM, first_part, second_part

_NEAR, _FAR = 24, 150
"""Half of a list comes from so many papers nearest by the base, the rest from those behind."""
_OWN = -9.0
"""Below any cosine."""


@dataclass(frozen=True, slots=True)
class Bank:
    """Papers: texts as second parts, rows by the base, and which of them can be near."""

    papers: Padded
    rows: Tensor
    usable: Tensor


@dataclass(frozen=True, slots=True)
class Taught:
    """``count`` lists of ``size`` papers in each step."""

    cloze: Cloze
    base: Weights
    bank: Bank
    count: int
    size: int

    def loss(self, network: Network, weights: Weights) -> Tensor:
        """Return how far the scores of lists are from the base's: mean divergence, KL."""
        clozes = self.cloze.draw_clozes(self.count)
        taught, papers = self._lists(network, clozes)
        count, size = taught.shape
        query = torch.arange(count, device=taught.device).repeat_interleave(size)
        paper = torch.arange(count * size, device=taught.device)
        questions = first_part(clozes.questions, QUERY_ROOM)
        scores = pair_scores(network, weights, questions, papers, query, paper)
        return divergence(taught, scores.view(count, size))

    @torch.no_grad()
    def _lists(self, network: Network, clozes: Clozes) -> tuple[Tensor, Padded]:
        """Return the base's chances (lists, size), and the papers of all lists.

        First in a list comes the paper that was asked for, without the question's sentences.
        """
        base, usable = in_half(self.base), self.bank.usable
        question_rows = encoded(network, base, clozes.questions)
        own = (question_rows * encoded(network, base, clozes.papers)).sum(1, keepdim=True)
        cosines = question_rows @ self.bank.rows[usable].T
        themselves = to_device(clozes.rows, usable.device)
        cosines.masked_fill_(usable[None] == themselves[:, None], _OWN)
        near = cosines.topk(min(_FAR, len(usable) - 1), dim=1)
        columns = self._draw_columns(near.indices.shape[1]).to(usable.device)
        columns = columns[None].expand(len(question_rows), -1)
        other_papers = usable[near.indices.gather(1, columns)]
        chances = torch.cat([own, near.values.gather(1, columns)], 1) / TEMPERATURE
        source = second_part(clozes.papers)
        together = stacked([source, self.bank.papers[other_papers.flatten()]])
        width = other_papers.shape[1]
        order = torch.arange(len(question_rows), device=usable.device)[:, None]
        rest = len(question_rows) + order * width + torch.arange(width, device=usable.device)[None]
        return chances.softmax(1), together[torch.cat([order, rest], 1).flatten()]

    def _draw_columns(self, found_count: int) -> Tensor:
        """Return which of the papers found come into the lists of a step."""
        wanted_count = min(self.size - 1, found_count)
        near = torch.from_numpy(self.cloze.random.permutation(min(_NEAR, found_count)))[
            : wanted_count // 2
        ]
        behind = (
            torch.from_numpy(self.cloze.random.permutation(max(found_count - _NEAR, 0))) + _NEAR
        )
        return torch.cat([near, behind[: wanted_count - len(near)]])

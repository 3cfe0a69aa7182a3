"""A cross-encoder: each question's cited papers against its other candidates, listwise.

A pair is read as [CLS] question [SEP] paper [SEP] and scored by one classifier over the pooled
[CLS] (Nogueira et al. 2020).
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .arrays import Ints, Padded, stacked, to_device
from .losses import WORST, info_nce
from .network import Network, Weights, in_half
from .scoring import pair_scores
from .taught import Taught
from .texts import Papers, Questions
from .trained import Trained

RATE, WHOLE = 1.5e-4, 0.75
SHARES = {"pair": 0.55, "title sentence": 0.2, "sentence": 0.1, "sentence neighbours": 0.15}
"""How often a question is asked in which form. "pair" is what the product asks; the others are for
manuscripts without a title, or with a sentence alone."""
_MOST_CITED = 3
"""Cited papers of a question in its list: some cite dozens."""
_NEAR = 24
"""Half of a list's other papers come from so many first candidates, the rest from those behind."""
_TITLES_ONLY, _SOME_TITLES, _BARE = 0.2, 0.3, 0.4
"""Share of lists of titles alone, beside those that must be, share of those in which some papers
are shown by title alone, and how many then: most libraries have papers without an abstract."""
_TOGETHER = 64
"""Lists scored at once."""


class Pairs:
    """Lists of candidates to learn from, drawn anew each time."""

    def __init__(
        self,
        network: Network,
        train: Questions,
        papers: Papers,
        lists: Ints,
        *,
        size: int,
        taught: Taught | None = None,
    ) -> None:
        """``lists`` (questions, kept) are first papers, ``size`` that of a list to learn from."""
        self._taught = taught
        self._network, self._train, self._lists, self._size = network, train, lists, size
        self._with_abstract = papers.with_abstract
        self._questions = stacked([train.in_pairs(form) for form in SHARES])
        self._papers = stacked([papers.in_pairs, papers.titles_in_pairs])
        self._draws = np.random.default_rng(2)
        self.random = np.random.default_rng(3)

    def loss(self, trained: Trained, rows: Ints) -> Tensor:
        """Return InfoNCE of cited papers against the others of a list, and what is taught."""
        lists = [self.draw_list(row) for row in rows.tolist()]
        bare = np.concatenate([self._draw_bare(papers, cited) for papers, cited in lists])
        weights = in_half(trained.weights())
        kinds = self.random.choice(len(SHARES), len(rows), p=list(SHARES.values()))
        widths = np.array([len(papers) for papers, _ in lists])
        query = np.repeat(kinds * len(self._train) + rows, widths)
        paper = np.concatenate([papers for papers, _ in lists])
        paper += bare * len(self._with_abstract)
        device = self._questions.ids.device
        pairs = (to_device(query, device), to_device(paper, device))
        scores = pair_scores(self._network, weights, self._questions, self._papers, *pairs)
        logits = self._side_by_side(scores, widths)
        cited = torch.tensor([cited for _, cited in lists], device=device)
        right = torch.arange(self._size, device=device)[None] < cited[:, None]
        by_citations = info_nce(logits, right, logits <= WORST)
        if self._taught is None:
            return by_citations
        return by_citations + self._taught.loss(self._network, weights)

    def draw_list(self, row: int) -> tuple[Ints, int]:
        """Return the papers of a list, the cited ones first, and how many these are.

        Papers that the manuscript cited before are left out: they are neither right nor wrong.
        """
        cited = self._draws.permutation(self._train.cited[row])[:_MOST_CITED]
        excluded_papers = np.concatenate([self._train.cited[row], self._train.earlier[row]])
        other_papers = self._lists[row][~np.isin(self._lists[row], excluded_papers)]
        wanted_count = self._size - len(cited)
        near = self._draws.permutation(other_papers[:_NEAR])[: wanted_count // 2]
        far = self._draws.permutation(other_papers[_NEAR:])[: wanted_count - len(near)]
        return np.concatenate([cited, near, far]), len(cited)

    def _draw_bare(self, papers: Ints, cited: int) -> NDArray[np.bool_]:
        """Return which to show by title alone: a missing abstract must not betray a cited one."""
        draw = self.random.random()
        if not self._with_abstract[papers[:cited]].all() or draw < _TITLES_ONLY:
            return np.ones(len(papers), np.bool_)
        share = _BARE if draw < _TITLES_ONLY + _SOME_TITLES else 0.0
        return self.random.random(len(papers)) < share

    def _side_by_side(self, scores: Tensor, widths: Ints) -> Tensor:
        """Return the scores of lists after each other as rows: (lists, size), filled with WORST."""
        slots = [at * self._size + np.arange(width) for at, width in enumerate(widths)]
        logits = torch.full((len(widths) * self._size,), WORST, device=scores.device)
        logits = logits.index_copy(0, to_device(np.concatenate(slots), scores.device), scores)
        return logits.view(len(widths), self._size)


@torch.no_grad()
def list_scores(
    network: Network, weights: Weights, questions: Padded, papers: Padded, lists: Ints
) -> Tensor:
    """Return the log-odds of all candidates: (lists, candidates), the list of a question each."""
    weights, width, device = in_half(weights), lists.shape[1], questions.ids.device
    score_parts = []
    for start in range(0, len(lists), _TOGETHER):
        some = lists[start : start + _TOGETHER]
        query = to_device(np.repeat(np.arange(start, start + len(some)), width), device)
        paper = to_device(some.flatten(), device)
        scores = pair_scores(network, weights, questions, papers, query, paper)
        score_parts.append(scores.view(len(some), width))
    return torch.cat(score_parts)

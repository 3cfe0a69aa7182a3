"""How well questions find what they cite: recall among the first ten, averaged over questions."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints
from .texts import Pool, Questions

_FIRST = 10
_EXCLUDED = -9.0
"""Below any cosine."""
_ORDER = 3.0
"""Log-odds of a candidate fall about as the log of its rank, from 1, and this less 1."""


class Judge:
    """Questions that are asked by vectors among a pool of papers."""

    def __init__(self, questions: Questions, rows: Ints, pool: Pool) -> None:
        """Judge some rows of the questions; those that cite nothing in the pool do not count."""
        self.questions, self.rows, self._pool = questions, rows, pool
        positions = pool.positions.cpu().numpy()

        def in_pool(papers: Ints) -> Tensor:
            pool_positions = positions[papers]
            return torch.from_numpy(pool_positions[pool_positions >= 0]).to(pool.rows.device)

        self._right = [in_pool(questions.cited[row]) for row in rows]
        self._earlier = [in_pool(questions.earlier[row]) for row in rows]
        self._itself = [in_pool(questions.itself[row]) for row in rows]

    def recall(self, queries: Tensor, papers: Tensor) -> dict[str, float]:
        """Return R@10 by cosine, and R@10 where papers cited before cannot be found.

        ``queries`` are (rows, width), ``papers`` rows of all papers: (papers, width).
        """
        scores = queries @ papers[self._pool.rows].T
        recall_parts: dict[str, list[Tensor]] = {"R@10": [], "without earlier": []}
        for at, right in enumerate(self._right):
            if not len(right):
                continue
            for name, excluded_papers in (
                ("R@10", self._itself[at]),
                ("without earlier", self._earlier[at]),
            ):
                scores[at, excluded_papers] = _EXCLUDED
                best = scores[at].topk(_FIRST).indices
                recall_parts[name].append(torch.isin(right, best).float().mean())
        return {
            name: round(torch.stack(values).mean().item(), 4)
            for name, values in recall_parts.items()
        }


def judged_lists(questions: Questions, lists: Ints, scores: Tensor) -> dict[str, float]:
    """Return R@10 of lists in the order they came in, by scores, and by both together.

    ``lists`` are papers, ``scores`` their log-odds: (questions, candidates) each, of the first
    questions. Papers cited before are left out.
    """
    shares_by_name: dict[str, list[float]] = {"first": [], "by pairs": [], "by both": []}
    for row, odds in enumerate(scores.float().cpu().numpy()):
        right = questions.cited[row]
        if not len(right):
            continue
        kept_mask = ~np.isin(lists[row], questions.earlier[row])
        papers, of_pairs = lists[row][kept_mask], odds[kept_mask]
        of_order = -np.log(np.arange(len(papers)) + _ORDER)
        for name, worth in zip(
            shares_by_name, (of_order, of_pairs, of_pairs + of_order), strict=True
        ):
            best = papers[np.argsort(-worth, kind="stable")[:_FIRST]]
            shares_by_name[name].append(float(np.isin(right, best).mean()))
    return {name: round(float(np.mean(shares)), 4) for name, shares in shares_by_name.items()}

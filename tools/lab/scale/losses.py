"""The losses of both trainings."""

from __future__ import annotations

import torch
from torch import Tensor

TEMPERATURE = 0.05
"""Of cosines, where they become logits."""
WORST = -1e4
"""A score that counts for nothing in a softmax, and is finite in all precisions."""


def info_nce(scores: Tensor, right: Tensor, ignored: Tensor) -> Tensor:
    """Return the mean surprise of each right paper against all wrong ones.

    ``scores`` are logits, ``right`` and ``ignored`` say which papers are right and which are
    neither right nor wrong: (queries, papers) each. A query's right papers do not compete with each
    other, and their mean is the query's loss; queries without a right one are left out. InfoNCE,
    van den Oord et al. 2018, with several positives.
    """
    wrong = torch.logsumexp(scores.masked_fill(right | ignored, WORST), dim=1, keepdim=True)
    surprise = torch.logaddexp(scores, wrong) - scores
    question_losses = (surprise * right).sum(1) / right.sum(1).clamp(min=1)
    return question_losses[right.any(1)].mean()


def divergence(taught: Tensor, logits: Tensor) -> Tensor:
    """Return how far what logits say is from what is taught: mean KL, one number.

    ``taught`` are chances that sum to 1 in each row: (queries, papers), as ``logits``.
    """
    log_chances = logits.log_softmax(1)
    return (torch.xlogy(taught, taught) - taught * log_chances).sum(1).mean()

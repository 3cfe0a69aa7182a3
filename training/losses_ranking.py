"""Losses of a reranker: of single pairs, and of a query with all its candidates.

Pure functions, batch first, mean over the batch, computed in float32 at least.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def pointwise(logits: Tensor, labels: Tensor) -> Tensor:
    """Return the cross-entropy of two classes (Nogueira et al., 2020, eq. 1, as a mean).

    ``logits`` are those of "not relevant" and "relevant" (b, 2), ``labels`` say which (b,).
    """
    return functional.cross_entropy(_exact(logits), labels.long())


def listwise(scores: Tensor, labels: Tensor, *, mask: Tensor) -> Tensor:
    """Return the softmax cross-entropy over the candidates of a query (ListNet's top one).

    ``scores`` and ``labels`` are (b, n), ``mask`` (b, n) is true for real candidates. The target
    spreads evenly over a query's relevant candidates; a query without one adds 0.
    """
    labels = labels.to(torch.bool) & mask
    exact = _exact(scores)
    target = labels.to(exact.dtype) / labels.sum(dim=1, keepdim=True).clamp(min=1)
    # The least finite number, not -inf: a row without candidates stays finite.
    real = exact.masked_fill(~mask, torch.finfo(exact.dtype).min)
    likelihood = functional.log_softmax(real, dim=1).masked_fill(~labels, 0.0)
    return -(target * likelihood).sum(dim=1).mean()


def _exact(rows: Tensor) -> Tensor:
    return rows if rows.dtype == torch.float64 else rows.float()

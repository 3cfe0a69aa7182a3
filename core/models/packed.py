"""Differences of weights in four bits: a quarter of what they take in half precision.

Neighbours of a row, 64 at most, share a step, of which a difference is -7 to 7. Two are in a byte,
the first in its lower half. What is lost is about a tenth of a difference, without direction; a
product of two thin matrices of the same size loses far more of what training found
(docs/training.md). Cf. Dettmers et al. 2023, who have weights in four bits, and differences whole.
"""

from __future__ import annotations

import torch
from torch import Tensor

_TOGETHER = 64
_MOST = 7
_SHRUNK = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65)
"""Shares of the largest difference that the largest step may stand for: the best one is taken."""


def packable(difference: Tensor) -> bool:
    """Tell whether a difference is a matrix of some rows, with two numbers for each byte."""
    return difference.ndim == 2 and len(difference) > 1 and difference.shape[1] % 2 == 0


def packed(difference: Tensor) -> tuple[Tensor, Tensor]:
    """Return bytes (rows, columns / 2), and steps in half precision (rows, groups)."""
    columns = difference.shape[1]
    together = max(size for size in range(1, _TOGETHER + 1) if columns % size == 0)
    groups = difference.float().reshape(len(difference), -1, together)
    largest = groups.abs().amax(2, keepdim=True)
    best, steps = _rounded(groups, largest), largest
    for share in _SHRUNK[1:]:
        tried = _rounded(groups, largest * share)
        better = _error(tried, groups) < _error(best, groups)
        best, steps = torch.where(better, tried, best), torch.where(better, largest * share, steps)
    sizes = (steps / _MOST).half()
    places = _places(groups, sizes.float()).reshape(difference.shape)
    return places[:, ::2] | (places[:, 1::2] << 4), sizes.squeeze(2)


def unpacked(places: Tensor, steps: Tensor) -> Tensor:
    """Return what ``packed`` was given, in float32, as far as it is kept.

    Raises:
        RuntimeError: the two do not fit each other.
    """
    both = torch.stack([places & 15, places >> 4], 2).float() - (_MOST + 1)
    groups = both.reshape(*steps.shape, -1) * steps.float()[:, :, None]
    return groups.reshape(len(places), -1)


def _rounded(groups: Tensor, largest: Tensor) -> Tensor:
    sizes = (largest / _MOST).half().float()
    return (_places(groups, sizes).float() - (_MOST + 1)) * sizes


def _places(groups: Tensor, sizes: Tensor) -> Tensor:
    counts = torch.nan_to_num(groups / sizes).round().clamp(-_MOST, _MOST)
    return (counts + _MOST + 1).to(torch.uint8)


def _error(tried: Tensor, groups: Tensor) -> Tensor:
    return (tried - groups).square().sum(2, keepdim=True)

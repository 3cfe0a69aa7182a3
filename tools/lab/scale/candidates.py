"""The first papers of each question, as the product finds them.

Words and vectors are fused by reciprocal ranks (Cormack et al. 2009).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints, to_device
from .texts import Pool

KEPT = 150
"""Papers in the list of a question, as many as the pool has if it is smaller."""
WEIGHTS = {"sentence": 0.5, "neighbours": 0.5, "title sentence": 0.5, "title abstract": 0.25}
"""Of the vectors of each form of a question."""
_WORDS = 1.7
_DAMPING = 60
_DEPTH = 200
"""Papers that each form of a question brings."""
_TOGETHER = 512
"""Questions computed at once: a score for each and each paper of the pool."""


def first_lists(
    words: Ints, vectors: Mapping[str, Tensor], papers: Tensor, pool: Pool, itself: Sequence[Ints]
) -> Ints:
    """Return the first papers of each question, best first: (questions, ``KEPT``).

    ``words`` (questions, depth) are positions in the pool, best first, ``vectors`` the rows of each
    form in ``WEIGHTS``: (questions, width). ``papers`` are rows of all papers: (papers, width). A
    manuscript, in ``itself``, is not in its own list.
    """
    rows, where = papers[pool.rows], pool.positions.cpu().numpy()
    list_length = min(KEPT, len(rows) - 1)
    gain = 1.0 / (_DAMPING + 1 + torch.arange(min(_DEPTH, len(rows)), device=rows.device).float())
    list_parts = []
    for start in range(0, len(words), _TOGETHER):
        span = slice(start, min(start + _TOGETHER, len(words)))
        total = torch.zeros(span.stop - start, len(rows), device=rows.device)
        for form, weight in WEIGHTS.items():
            best = (vectors[form][span] @ rows.T).topk(len(gain), dim=1).indices
            _add(total, best, weight * gain)
        by_words = to_device(words[span], rows.device)
        _add(total, by_words, _WORDS * gain[: by_words.shape[1]])
        total[_marked(itself[span], where, total)] = -1
        list_parts.append(pool.rows[total.topk(list_length, dim=1).indices].cpu().numpy())
    return np.concatenate(list_parts)


def _add(total: Tensor, columns: Tensor, gain: Tensor) -> None:
    total.scatter_add_(1, columns, gain.expand(len(columns), -1).contiguous())


def _marked(lists: Sequence[Ints], where: Ints, like: Tensor) -> Tensor:
    """Return which papers of the pool are in which list: (lists, pool)."""
    rows = np.repeat(np.arange(len(lists)), [len(row_list) for row_list in lists])
    columns = where[np.concatenate(lists)]
    marks = np.zeros(tuple(like.shape), np.bool_)
    marks[rows[columns >= 0], columns[columns >= 0]] = True
    return torch.from_numpy(marks).to(like.device)

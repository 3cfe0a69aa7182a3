"""The first papers of each question, much as the product finds them.

Words and vectors are fused by reciprocal ranks (Cormack et al. 2009). Words are those of the
vocabulary, parts of words among them, scored by BM25 (Robertson and Zaragoza 2009).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from .arrays import Ints, Padded, to_device
from .texts import Pool

KEPT = 150
"""Papers in the list of a question, as many as the pool has if it is smaller."""
WEIGHTS = {"sentence": 0.5, "neighbours": 0.5, "title sentence": 0.5, "title abstract": 0.25}
"""Of the vectors of each form of a question."""
_WORDS = 1.7
_DAMPING = 60
_K1, _B = 1.2, 0.75
"""BM25's, as ``training.sampling.bm25`` has them."""
_DEPTH = 200
"""Papers that each form of a question brings."""
_TOGETHER = 512
"""Questions computed at once: a score for each and each paper of the pool."""


class WordSearch:
    """BM25 over the tokens of a pool's texts."""

    def __init__(self, texts: Padded, vocabulary: int) -> None:
        """Count the tokens of texts that stand between [CLS] and [SEP]."""
        device, count = texts.ids.device, len(texts)
        at = torch.arange(texts.room, device=device)[None]
        inside = (at > 0) & (at < texts.lengths[:, None] - 1)
        rows = torch.arange(count, device=device)[:, None].expand_as(inside)[inside]
        keys, counts = torch.unique(rows * vocabulary + texts.ids[inside], return_counts=True)
        rows, tokens = keys // vocabulary, keys % vocabulary
        lengths = (texts.lengths - 2).float()
        shares = lengths / lengths.mean().clamp(min=1)
        often = counts.float()
        often = often * (_K1 + 1) / (often + _K1 * (1 - _B + _B * shares[rows]))
        texts_with = torch.bincount(tokens, minlength=vocabulary).float()
        rarity = torch.log1p((count - texts_with + 0.5) / (texts_with + 0.5))
        places, shape = torch.stack([rows, tokens]), (count, vocabulary)
        self._weights = torch.sparse_coo_tensor(
            places, often * rarity[tokens], shape, check_invariants=False
        ).coalesce()
        self._vocabulary = vocabulary

    def first(self, questions: Padded, depth: int) -> Ints:
        """Return positions in the pool, best first: (questions, depth)."""
        depth = min(depth, self._weights.shape[0])
        best_parts = []
        for start in range(0, len(questions), _TOGETHER):
            some = questions[start : start + _TOGETHER]
            at = torch.arange(some.room, device=some.ids.device)[None]
            inside = (at > 0) & (at < some.lengths[:, None] - 1)
            asked = torch.zeros(len(some), self._vocabulary, device=some.ids.device)
            asked.scatter_add_(1, some.ids.long(), inside.float())
            scores = torch.sparse.mm(self._weights, asked.T).T
            best_parts.append(scores.topk(depth, dim=1).indices.cpu().numpy())
        return np.concatenate(best_parts)


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

"""Texts to unit rows, and pairs of a question and a paper to log-odds; both differentiable.

Texts of about equal length are computed together, so that little is spent on filling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from torch import Tensor
from torch.nn import functional as nn

from .arrays import Padded
from .network import HEAD, POOLER, Network, Weights, dense

_TOKENS = 1 << 17
"""Tokens computed together, filling included: what fits a GPU of 80 GB with its gradients."""
_STEP = 16
"""Lengths are rounded up to its multiples: fewer shapes, and what tensor cores like."""


def encoded(
    network: Network, weights: Weights, texts: Padded, rows: Tensor | None = None
) -> Tensor:
    """Return the mean of each text's states as a unit row: (texts, width), float32.

    With ``rows``, of these texts alone, in this order.
    """
    some = texts if rows is None else texts[rows]

    def of(chosen: Tensor, longest: int) -> Tensor:
        longest = min(longest, some.room)
        mask = _places(longest, some.ids) < some.lengths[chosen][:, None]
        states = network.states(weights, some.ids[chosen, :longest].long(), None, mask)
        kept_tokens = mask[:, :, None].float()
        return nn.normalize((states.float() * kept_tokens).sum(1) / kept_tokens.sum(1), dim=1)

    return _in_chunks(some.lengths, of)


def pair_scores(
    network: Network,
    weights: Weights,
    questions: Padded,
    papers: Padded,
    query: Tensor,
    paper: Tensor,
) -> Tensor:
    """Return the log-odds of each pair: (pairs,), float32.

    ``query`` and ``paper`` (pairs,) are rows of ``questions``, which begin with [CLS] and end in
    [SEP], and of ``papers``, which end in [SEP].
    """
    first, second = questions.lengths[query], papers.lengths[paper]
    total = first + second

    def of(chosen: Tensor, longest: int) -> Tensor:
        at, cut = _places(longest, query), first[chosen][:, None]
        in_query, mask = at < cut, at < total[chosen][:, None]
        query_ids = questions.ids[query[chosen]].gather(
            1, at.clamp(max=questions.room - 1).expand(len(chosen), -1)
        )
        right = papers.ids[paper[chosen]].gather(1, (at - cut).clamp(0, papers.room - 1))
        ids = torch.where(in_query, query_ids, right).long()
        states = network.states(weights, ids, (~in_query & mask).long(), mask)
        pooled = torch.tanh(dense(weights, POOLER, states[:, 0]))
        return dense(weights, HEAD, pooled).float()[:, 0]

    return _in_chunks(total, of)


def _in_chunks(lengths: Tensor, of: Callable[[Tensor, int], Tensor]) -> Tensor:
    """Return what ``of`` gives for rows and the tokens of the longest, in the order of rows."""
    chunk_results, orders = [], []
    for chosen, longest in _chunks(lengths):
        chunk_results.append(of(chosen, longest))
        orders.append(chosen)
    back = torch.empty(len(lengths), dtype=torch.long, device=lengths.device)
    back[torch.cat(orders)] = torch.arange(len(lengths), device=lengths.device)
    return torch.cat(chunk_results)[back]


def _chunks(lengths: Tensor) -> Iterator[tuple[Tensor, int]]:
    """Yield rows of about equal length, the longest first, and their length rounded up."""
    order = torch.argsort(lengths, descending=True)
    sizes = lengths[order].tolist()
    start = 0
    while start < len(order):
        longest = -(-sizes[start] // _STEP) * _STEP
        stop = start + max(1, _TOKENS // longest)
        yield order[start:stop], longest
        start = stop


def _places(longest: int, like: Tensor) -> Tensor:
    return torch.arange(longest, device=like.device)[None]

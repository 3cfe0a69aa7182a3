"""The objectives of the recipes: pure functions, batch first, mean over it.

``d`` is the Euclidean distance, computed from differences: the shorter way over inner products
cancels where two vectors are near. Its gradient at distance 0 is taken as 0. Half precision is
raised to float32, so that a loss under autocast has the digits it needs.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def triplet(anchor: Tensor, positive: Tensor, negative: Tensor, *, margin: float = 1.0) -> Tensor:
    """Return max(d(a, p) − d(a, n) + margin, 0) (SPECTER, SciNCL); three times (b, d)."""
    anchor, positive, negative = _alike(anchor, positive, negative)
    gap = _distance(anchor, positive) - _distance(anchor, negative)
    return functional.relu(gap + margin).mean()


def mpt_src(
    manuscript: Tensor,
    target: Tensor,
    co_cited: Tensor,
    negatives: Tensor,
    *,
    mask: Tensor | None = None,
) -> Tensor:
    """Return MP-BERT4CR's loss with the manuscript as source.

    log(1 + Σⱼ exp(d(s,t) − d(s,nⱼ)) + Σⱼ Σᵢ exp(d(s,cᵢ) − d(s,nⱼ))). What the paper prints in
    the last term as dₛⁱ is read as dₛ.

    Args:
        manuscript: s, (b, d).
        target: t, the paper cited, (b, d).
        co_cited: c, papers cited together with it, (b, n, d); n may be 0.
        negatives: n, papers not cited there, (b, m, d).
        mask: (b, n), true for the rows of ``co_cited`` that are papers; all of them if not given.
    """
    manuscript, target, co_cited, negatives = _alike(manuscript, target, co_cited, negatives)
    co_cited, mask = _masked(co_cited, mask)
    return _log_one_plus(
        _from_target(manuscript, target, negatives), _ranked(manuscript, co_cited, negatives, mask)
    )


def mpt_tgt(
    manuscript: Tensor,
    target: Tensor,
    co_cited: Tensor,
    negatives: Tensor,
    *,
    mask: Tensor | None = None,
    as_printed: bool = False,
) -> Tensor:
    """Return MP-BERT4CR's loss with the target as second source.

    log(1 + Σⱼ exp(d(s,t) − d(s,nⱼ)) + Σᵢ Σⱼ exp(d(cᵢ,t) − d(cᵢ,nⱼ))); arguments as ``mpt_src``.
    As printed, the first term stands inside the sum over i and so counts n times; it counts once
    here, as in the two other losses, unless ``as_printed``. Without a co-cited paper it counts
    once in both, for the printed form would be constant there.
    """
    manuscript, target, co_cited, negatives = _alike(manuscript, target, co_cited, negatives)
    co_cited, mask = _masked(co_cited, mask)
    first = _from_target(manuscript, target, negatives)
    if as_printed:
        first = first + mask.sum(1, keepdim=True).clamp(min=1).to(first.dtype).log()
    to_target = _distance(co_cited, target.unsqueeze(1))
    to_negatives = _distance(co_cited.unsqueeze(2), negatives.unsqueeze(1))
    second = to_target.unsqueeze(2) - to_negatives
    return _log_one_plus(first, _without(second, mask))


def mpt_src_tgt(
    manuscript: Tensor,
    target: Tensor,
    co_cited: Tensor,
    negatives: Tensor,
    *,
    mask: Tensor | None = None,
) -> Tensor:
    """Return MP-BERT4CR's loss with manuscript and target as sources; its default.

    log(1 + Σⱼ exp(d(s,t) − d(s,nⱼ)) + Σⱼ Σᵢ exp(d(s,cᵢ) − d(s,nⱼ)) +
    Σⱼ Σᵢ exp(d(t,cᵢ) − d(t,nⱼ))); arguments as ``mpt_src``.
    """
    manuscript, target, co_cited, negatives = _alike(manuscript, target, co_cited, negatives)
    co_cited, mask = _masked(co_cited, mask)
    return _log_one_plus(
        _from_target(manuscript, target, negatives),
        _ranked(manuscript, co_cited, negatives, mask),
        _ranked(target, co_cited, negatives, mask),
    )


def semcse(
    anchors: Tensor, positives: Tensor, *, margin: float = 1.0, l2: float = 1 / 250
) -> Tensor:
    """Return SemCSE's loss: the positives of all others in the batch are an anchor's negatives.

    (1/B) Σᵢ (1/(B−1)) Σ_{j≠i} max(0, d(aᵢ,pᵢ) − d(aᵢ,pⱼ) + margin) + l2 · mean ‖aᵢ‖². The paper
    does not say whether the norm is squared; it is here.

    Args:
        anchors: summaries, (B, d).
        positives: other texts of the same papers, (B, d).
        margin: by which another paper's text must be farther away.
        l2: weight of the anchors' squared norms.
    """
    anchors, positives = _alike(anchors, positives)
    distances = _distance(anchors.unsqueeze(1), positives.unsqueeze(0))
    hinges = functional.relu(distances.diagonal().unsqueeze(1) - distances + margin)
    is_other = ~torch.eye(len(anchors), dtype=torch.bool, device=anchors.device)
    ranked = (hinges * is_other).sum() / max(is_other.sum().item(), 1)
    return ranked + l2 * anchors.square().sum(1).mean()


def info_nce(queries: Tensor, documents: Tensor, *, temperature: float) -> Tensor:
    """Return the cross-entropy of each query finding its own document, by cosine.

    ``queries`` are (b, d); ``documents`` (c, d) with c ≥ b, the first b in the queries' order,
    the others negatives for all.
    """
    similarities = _cosines(queries, documents) / temperature
    own = torch.arange(len(queries), device=similarities.device)
    return functional.cross_entropy(similarities, own)


def multi_positive_info_nce(
    queries: Tensor,
    documents: Tensor,
    *,
    positives: Tensor,
    temperature: float,
    ignored: Tensor | None = None,
) -> Tensor:
    """Return InfoNCE for queries with several right documents.

    Each positive is contrasted with the negatives alone, so that two right documents do not push
    each other away; a query's loss is the mean over its positives. With one positive a query and
    nothing ignored this is ``info_nce``.

    Args:
        queries: (b, d).
        documents: (c, d), of all queries together.
        positives: (b, c), true where a document is right; a row without any counts for nothing.
        temperature: by which cosines are divided.
        ignored: (b, c), true where a document is neither right nor a fair negative.
    """
    similarities = _cosines(queries, documents) / temperature
    unfair = positives if ignored is None else positives | ignored
    # Finite, so that the gradient of a row without negatives is 0 and not a number.
    least = torch.finfo(similarities.dtype).min / 4
    against = similarities.masked_fill(unfair, least).logsumexp(1, keepdim=True)
    # Only where there is a positive: of 50,000 documents a query has a few.
    query, right = positives.nonzero(as_tuple=True)
    losses = functional.softplus(against[query, 0] - similarities[query, right])
    counts = positives.sum(1)
    return (losses / counts[query]).sum() / counts.count_nonzero().clamp(min=1)


def divergence(taught: Tensor, logits: Tensor, *, ignored: Tensor) -> Tensor:
    """Return how far each query's distribution over papers is from a teacher's: KL, (b,).

    Distillation of Hinton et al. (2015). ``taught`` and ``logits`` are (b, c), the teacher's and
    the model's; ``ignored`` of that shape is true for papers that do not count.
    """
    # Finite: a distribution over nothing would not be a number, and neither would its gradient.
    least = torch.finfo(logits.dtype).min / 4
    target = taught.to(logits.dtype).masked_fill(ignored, least).log_softmax(1)
    learned = logits.masked_fill(ignored, least).log_softmax(1)
    return (target.exp() * (target - learned)).masked_fill(ignored, 0.0).sum(1)


def distillation(  # noqa: PLR0913 - two models, each with queries and documents
    queries: Tensor,
    documents: Tensor,
    *,
    taught_queries: Tensor,
    taught_documents: Tensor,
    temperature: float,
    distilled: Tensor,
    ignored: Tensor,
) -> Tensor:
    """Return the mean ``divergence`` from a teacher's similarities, 0 without distilled queries.

    ``distilled`` (b,) is true for the queries that keep what the teacher finds; all else is as for
    ``multi_positive_info_nce``.
    """
    if not distilled.any():
        return _cosines(queries[:1], documents[:1]).sum() * 0.0
    divergences = divergence(
        _cosines(taught_queries[distilled], taught_documents) / temperature,
        _cosines(queries[distilled], documents) / temperature,
        ignored=ignored[distilled],
    )
    return divergences.mean()


def _alike(*embeddings: Tensor) -> tuple[Tensor, ...]:
    """Raise half precision to float32, and check that batch and dimension agree.

    Raises:
        ValueError: they do not.
    """
    first = embeddings[0]
    for other in embeddings:
        if (len(other), other.shape[-1]) != (len(first), first.shape[-1]):
            shapes = ", ".join(str(tuple(embedding.shape)) for embedding in embeddings)
            raise ValueError(f"the embeddings differ in batch or dimension: {shapes}")
    return tuple(
        embedding if embedding.dtype == torch.float64 else embedding.float()
        for embedding in embeddings
    )


def _distance(a: Tensor, b: Tensor) -> Tensor:
    """Return the Euclidean distance over the last dimension, with gradient 0 at distance 0."""
    squared = (a - b).square().sum(-1)
    apart = squared > 0
    return torch.where(apart, torch.where(apart, squared, 1.0).sqrt(), 0.0)


def _cosines(queries: Tensor, documents: Tensor) -> Tensor:
    if queries.dtype != torch.float64:
        queries, documents = queries.float(), documents.float()
    # Under autocast the product would fall back to half precision.
    with torch.autocast(queries.device.type, enabled=False):
        return functional.normalize(queries, dim=-1) @ functional.normalize(documents, dim=-1).T


def _masked(co_cited: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    """Return the co-cited rows, 0 where masked, so that nothing of the others is felt."""
    if mask is None:
        mask = torch.ones(co_cited.shape[:2], dtype=torch.bool, device=co_cited.device)
    if mask.shape != co_cited.shape[:2]:
        shapes = f"{tuple(mask.shape)} and {tuple(co_cited.shape)}"
        raise ValueError(f"the mask does not fit the co-cited papers: {shapes}")
    return torch.where(mask.unsqueeze(-1), co_cited, 0.0), mask


def _from_target(source: Tensor, target: Tensor, negatives: Tensor) -> Tensor:
    """Return d(s,t) − d(s,nⱼ): (b, m)."""
    far = _distance(source.unsqueeze(1), negatives)
    return _distance(source, target).unsqueeze(1) - far


def _ranked(source: Tensor, co_cited: Tensor, negatives: Tensor, mask: Tensor) -> Tensor:
    """Return d(s,cᵢ) − d(s,nⱼ): (b, n, m), −∞ where there is no cᵢ."""
    near = _distance(source.unsqueeze(1), co_cited)
    far = _distance(source.unsqueeze(1), negatives)
    return _without(near.unsqueeze(2) - far.unsqueeze(1), mask)


def _without(differences: Tensor, mask: Tensor) -> Tensor:
    return differences.masked_fill(~mask.unsqueeze(2), -torch.inf)


def _log_one_plus(*exponents: Tensor) -> Tensor:
    """Return the mean over the batch of log(1 + Σ exp(x)), stable for large x."""
    columns = [exponent.flatten(1) for exponent in exponents]
    one = columns[0].new_zeros(len(columns[0]), 1)
    return torch.cat([one, *columns], dim=1).logsumexp(1).mean()


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

"""How well vectors tell citations they were not made from: MRR, Hits@1, Hits@10 and AUC."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from training.sampling.draws import generator

NEGATIVES = 1_000
"""Papers that each end of a held-out citation is ranked among, as BigGraph's evaluation has it."""
_ROWS = 64


@dataclass(frozen=True, slots=True)
class HeldOutLinks:
    """Citations for making vectors, and those for judging them."""

    kept_links: NDArray[np.int32]
    held_out: NDArray[np.int32]

    @classmethod
    def of(cls, edges: NDArray[np.int32], *, share: float = 0.01, seed: int = 0) -> HeldOutLinks:
        """Hold out a share of the citations, at least one."""
        order = generator(seed, 0, 0, "held-out links").permutation(len(edges))
        count = max(1, round(share * len(edges)))
        return cls(kept_links=edges[np.sort(order[count:])], held_out=edges[np.sort(order[:count])])


@dataclass(frozen=True, slots=True)
class LinkScores:
    """``unseen`` held-out citations have an end that no kept one has; they are not counted."""

    mrr: float
    hits_1: float
    hits_10: float
    auc: float
    links: int
    unseen: int


def judge_links(
    rows: NDArray[np.float32], links: HeldOutLinks, *, seed: int = 0, negatives: int = NEGATIVES
) -> LinkScores:
    """Rank each end of each held-out citation among sampled papers, by inner product.

    Sampled are papers of the graph, uniformly, but none that the other end is known to cite or be
    cited by. A tie counts half, so that vectors which are all the same rank in the middle.

    Args:
        rows: a vector per node, (nodes, d).
        links: what the vectors were made from, and what was held out.
        seed: of the sampled papers.
        negatives: how many, for each end.
    """
    seen_papers = np.unique(links.kept_links)
    tested = links.held_out[np.isin(links.held_out, seen_papers).all(axis=1)]
    unseen = len(links.held_out) - len(tested)
    if not len(tested):
        return LinkScores(mrr=0.0, hits_1=0.0, hits_10=0.0, auc=0.5, links=0, unseen=unseen)
    pairs = np.concatenate([tested, tested[:, ::-1]]).astype(np.int64)
    linked = _keys(np.concatenate([links.kept_links, links.held_out]), len(rows))
    random = generator(seed, 0, 0, "negatives of links")
    true, false = [], []
    for start in range(0, len(pairs), _ROWS):
        block = pairs[start : start + _ROWS]
        drawn_papers = random.choice(seen_papers, (len(block), negatives)).astype(np.int64)
        scores = np.matmul(rows[drawn_papers], rows[block[:, 0], :, None])[..., 0]
        bad = np.isin(block[:, :1] * len(rows) + drawn_papers, linked) | (
            drawn_papers == block[:, :1]
        )
        false.append(np.where(bad, np.nan, scores))
        true.append(np.einsum("bd,bd->b", rows[block[:, 0]], rows[block[:, 1]]))
    return _summary(np.concatenate(true), np.concatenate(false), unseen)


def _summary(true: NDArray[np.float32], false: NDArray[np.float32], unseen: int) -> LinkScores:
    ranks = fair_ranks(true, false)
    wrong = false[~np.isnan(false)]
    labels = np.repeat([1, 0], [len(true), len(wrong)])
    return LinkScores(
        mrr=float(np.mean(1 / ranks)),
        hits_1=float(np.mean(ranks <= 1)),
        hits_10=float(np.mean(ranks <= 10)),
        auc=float(roc_auc_score(labels, np.concatenate([true, wrong]))),
        links=len(true) // 2,
        unseen=unseen,
    )


def fair_ranks(true: NDArray[np.float32], false: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the rank of each right answer among the wrong ones, a tie counting half.

    Args:
        true: scores of the right answers, (b,).
        false: scores of the wrong ones, (b, n); NaN stands for none.
    """
    above: NDArray[np.int64] = (false > true[:, None]).sum(axis=1)
    level: NDArray[np.int64] = (false == true[:, None]).sum(axis=1)
    return 1 + above + level / 2


def _keys(edges: NDArray[np.int32], nodes: int) -> NDArray[np.int64]:
    """Return a number for each pair of linked nodes, in both directions."""
    pairs = edges.astype(np.int64)
    return np.unique(
        np.concatenate([pairs[:, 0] * nodes + pairs[:, 1], pairs[:, 1] * nodes + pairs[:, 0]])
    )

"""Training citations that a baseline chooses its settings by, so that dev papers stay unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from training.corpus.corpus import Corpus
from training.judging.related import RankingTask, cite_task
from training.models.protocols import PaperEncoder
from training.sampling.draws import generator

_SHARE, _MOST = 0.1, 200


@runtime_checkable
class NumberedEncoder(PaperEncoder, Protocol):
    """An encoder that knows the corpus' papers by number, as those that learn from a graph do."""

    def encode_numbers(self, papers: NDArray[np.int64]) -> NDArray[np.float16]:
        """Return one unit row per paper of the corpus: (papers, dimension)."""


def encoded(
    encoder: PaperEncoder, corpus: Corpus, papers: NDArray[np.int64]
) -> NDArray[np.float16]:
    """Return a row per paper of the corpus, by number where the encoder can."""
    if isinstance(encoder, NumberedEncoder):
        return encoder.encode_numbers(papers)
    return encoder.encode_papers([corpus.text(int(paper)) for paper in papers])


@dataclass(frozen=True)
class HeldBack:
    """Some training papers with the citations they make, and the citations of all others.

    ``citing`` are the papers held back, numbers of the corpus.
    """

    corpus: Corpus
    citing: NDArray[np.int64]
    task: RankingTask
    other_citations: sparse.csr_array

    @classmethod
    def of(cls, corpus: Corpus, *, seed: int = 0) -> HeldBack:
        """Hold one of ten citing papers back, at most 200; all candidates are trainable."""
        edges = corpus.edges()
        citing = np.unique(edges[:, 0])
        size = min(round(_SHARE * len(citing)), _MOST)
        drawn_papers = generator(seed, 0, 0, "held back").permutation(citing)[:size]
        inside = np.isin(edges[:, 0], drawn_papers)
        held_citations, other_citations = (
            _matrix(edges[inside], corpus),
            _matrix(edges[~inside], corpus),
        )
        pool = np.flatnonzero(corpus.trainable)
        task = cite_task(corpus, seed=seed, pool=pool, cites=held_citations)
        return cls(corpus, drawn_papers.astype(np.int64), task, other_citations)

    def compute_map(self, encoder: PaperEncoder) -> float:
        """Return MAP of the held-back citations among random papers; 0 if there are none."""
        papers = self.task.papers()
        rows = encoded(encoder, self.corpus, papers)
        return self.task.scores(dict(zip(map(int, papers), rows, strict=True))).map


def _matrix(edges: NDArray[np.int32], corpus: Corpus) -> sparse.csr_array:
    link_flags = np.ones(len(edges), bool)
    return sparse.csr_array((link_flags, tuple(edges.T)), shape=(len(corpus), len(corpus)))

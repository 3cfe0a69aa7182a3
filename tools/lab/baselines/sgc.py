"""SGC: features smoothed over the citation graph, k times and without a layer between.

Wu et al. (2019), on SIF features as in SPECTER's comparison. Papers that no training citation
touches keep their features: so do all held-out ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.sif import Sif
from tools.lab.baselines.words import unit
from training.corpus.corpus import Corpus

MOST_STEPS = 8


class Sgc:
    """SIF features, smoothed for the papers of the graph: ``rows`` (papers, dimension)."""

    def __init__(
        self, sif: Sif, corpus: Corpus, papers: NDArray[np.int64], rows: NDArray[np.float32]
    ) -> None:
        self._sif = sif
        self._corpus = corpus
        self._rows = unit(rows)
        self._row_of = np.full(len(corpus), -1, np.int64)
        self._row_of[papers] = np.arange(len(papers))

    def encode_numbers(self, papers: NDArray[np.int64]) -> NDArray[np.float16]:
        """Return one unit row per paper of the corpus: (papers, dimension)."""
        indices = self._row_of[papers]
        rows = self._rows[indices].astype(np.float16)
        outside = np.flatnonzero(indices < 0)
        rows[outside] = self.encode_papers([self._corpus.text(int(p)) for p in papers[outside]])
        return rows

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract), of its text alone: (papers, dimension)."""
        return self._sif.encode_papers(papers)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text, of the text alone: (texts, dimension)."""
        return self._sif.encode_queries(texts)


def chosen_sgc(sif: Sif, corpus: Corpus, held_back: HeldBack) -> tuple[Sgc, int]:
    """Return the SGC whose k ranks the held-back training citations best, and its k."""
    papers = np.unique(corpus.edges()).astype(np.int64)
    features = sif.features([" ".join(corpus.text(int(paper))) for paper in papers])
    map_scores = [
        held_back.compute_map(Sgc(sif, corpus, papers, rows))
        for rows in islice(
            smoothed(_among(held_back.other_citations, papers), features), MOST_STEPS
        )
    ]
    k = int(np.argmax(map_scores)) + 1
    rows = next(islice(smoothed(_among(corpus.cites(), papers), features), k - 1, None))
    return Sgc(sif, corpus, papers, rows), k


def smoothed(
    cites: sparse.csr_array, features: NDArray[np.float32]
) -> Iterator[NDArray[np.float32]]:
    """Yield the features (papers, dimension) smoothed once, twice and so on.

    Once: D^-½ (A + I) D^-½ X, with A the citations without direction and D its row sums with I.
    """
    links = cites.astype(np.float32)
    links = links.maximum(links.T) + sparse.eye_array(links.shape[0], dtype=np.float32)
    scale = sparse.diags_array(1 / np.sqrt(links.sum(axis=1)))
    operator = (scale @ links @ scale).tocsr()
    while True:
        features = np.asarray(operator @ features, np.float32)
        yield features


def _among(cites: sparse.csr_array, papers: NDArray[np.int64]) -> sparse.csr_array:
    return cites[papers][:, papers]

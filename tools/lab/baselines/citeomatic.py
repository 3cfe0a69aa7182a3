"""A bag-of-words encoder trained on citations, after Citeomatic (Bhagavatula et al., 2018).

A word has a direction and a magnitude of its own; a text is the normalised sum of its words, a
paper the weighted sum of title and abstract. Trained so that a paper is nearer to what it cites
than to others. Unlike the original there are no authors, venues or citation counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from scipy import sparse
from torch import Tensor, nn
from torch.nn import functional

from core.base.errors import UsageError
from tools.lab.baselines.words import Vocabulary, split_words
from training.corpus.corpus import Corpus
from training.sampling.draws import generator

_BATCH = 256
_MARGIN = 0.1
_CHUNK = 4_096
_LEAST, _MOST_WORDS = 5, 50_000


@dataclass(frozen=True, slots=True)
class CiteomaticSettings:
    """Size of the vectors, steps of 256 triplets, learning rate of Adam, and the seed."""

    dimension: int = 75
    steps: int = 600
    learning_rate: float = 1e-2
    seed: int = 0


class BagOfWords(nn.Module):
    """Word numbers → unit vectors."""

    def __init__(self, words: int, dimension: int, random: torch.Generator) -> None:
        super().__init__()
        self.directions = nn.Parameter(torch.randn(words, dimension, generator=random))
        self.magnitudes = nn.Parameter(torch.ones(words))
        self.fields = nn.Parameter(torch.ones(2))

    def texts(self, texts: Sequence[Sequence[int]]) -> Tensor:
        """Return a unit row per text: (texts, dimension); zeros for a text without words."""
        numbers = torch.tensor([word for text in texts for word in text], dtype=torch.long)
        lengths = torch.tensor([0, *map(len, texts)], dtype=torch.long)
        summed = functional.embedding_bag(
            numbers,
            functional.normalize(self.directions, dim=1),
            lengths.cumsum(0)[:-1],
            mode="sum",
            per_sample_weights=self.magnitudes[numbers],
        )
        return functional.normalize(summed, dim=1)

    def papers(self, titles: Sequence[Sequence[int]], abstracts: Sequence[Sequence[int]]) -> Tensor:
        """Return a unit row per paper: (papers, dimension)."""
        title_weight, abstract_weight = self.fields
        summed = title_weight * self.texts(titles) + abstract_weight * self.texts(abstracts)
        return functional.normalize(summed, dim=1)


class Citeomatic:
    """The encoder, trained when it is made."""

    def __init__(self, corpus: Corpus, settings: CiteomaticSettings | None = None) -> None:
        """Learn from the training citations between papers with abstracts.

        Raises:
            UsageError: there is no such citation, or no word occurs often enough.
        """
        settings = settings or CiteomaticSettings()
        triplets = Triplets(corpus, settings.seed)
        texts = [corpus.text(int(paper)) for paper in triplets.papers]
        words = [(split_words(title), split_words(abstract)) for title, abstract in texts]
        self._vocabulary = Vocabulary(
            (title + abstract for title, abstract in words), least=_LEAST, most=_MOST_WORDS
        )
        if not len(self._vocabulary):
            raise UsageError(
                "No word occurs often enough in the training papers to learn from.",
                remedy="Use a corpus with more titles and abstracts.",
            )
        numbers = self._vocabulary.numbers
        titles = [numbers(title) for title, _ in words]
        abstracts = [numbers(abstract) for _, abstract in words]
        random = torch.Generator().manual_seed(settings.seed)
        self.model = BagOfWords(len(self._vocabulary), settings.dimension, random)
        self.losses = tuple(_train(self.model, titles, abstracts, triplets, settings))

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        numbered = [(self._numbers(title), self._numbers(abstract)) for title, abstract in papers]
        rows = [np.zeros((0, self.model.directions.shape[1]), np.float32)]
        with torch.no_grad():
            for start in range(0, len(numbered), _CHUNK):
                titles, abstracts = zip(*numbered[start : start + _CHUNK], strict=True)
                rows.append(self.model.papers(titles, abstracts).numpy())
        return np.concatenate(rows).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""
        with torch.no_grad():
            return self.model.texts([self._numbers(text) for text in texts]).numpy()

    def _numbers(self, text: str) -> list[int]:
        return self._vocabulary.numbers(split_words(text))


class Triplets:
    """Citing, cited and other papers, as indices of ``papers``, drawn by the number of the step."""

    def __init__(self, corpus: Corpus, seed: int) -> None:
        """Take the training citations between trainable papers.

        Raises:
            UsageError: there is none.
        """
        edges = corpus.edges().astype(np.int64)
        edges = edges[corpus.trainable[edges].all(axis=1)]
        if not len(edges):
            raise UsageError(
                "No training paper of the corpus cites another, both with abstracts.",
                remedy="Add edges or full texts to the corpus.",
            )
        self._seed = seed
        self.papers, indices = np.unique(edges, return_inverse=True)
        self._edges = indices.reshape(edges.shape)
        size = len(self.papers)
        link_flags = np.ones(len(edges), bool)
        self._cites = sparse.csr_array((link_flags, tuple(self._edges.T)), shape=(size, size))
        self._known_pairs = self._edges @ [size, 1]

    def draw(self, step: int, size: int) -> NDArray[np.int64]:
        """Return (≤ size, 3) citing, cited, not cited.

        Half of the negatives are cited by the positive where it cites anything, the others any
        papers; triplets whose negative is cited after all, or is the citing paper, are left out.
        """
        random = generator(self._seed, 0, step, "citeomatic")
        chosen = self._edges[random.integers(len(self._edges), size=size)]
        negatives = random.integers(len(self.papers), size=size)
        starts, ends = self._cites.indptr[chosen[:, 1]], self._cites.indptr[chosen[:, 1] + 1]
        near = starts + (random.random(size) * (ends - starts)).astype(np.int64)
        hard = (random.random(size) < 0.5) & (ends > starts)
        negatives[hard] = self._cites.indices[near[hard]]
        cited = np.isin(chosen[:, 0] * len(self.papers) + negatives, self._known_pairs)
        kept_mask = ~cited & (negatives != chosen[:, 0])
        triplets: NDArray[np.int64] = np.column_stack([chosen, negatives])[kept_mask]
        return triplets


def _train(
    model: BagOfWords,
    titles: Sequence[Sequence[int]],
    abstracts: Sequence[Sequence[int]],
    triplets: Triplets,
    settings: CiteomaticSettings,
) -> list[float]:
    """Return the losses: the mean hinge of margin 0.1 on cosines."""
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.learning_rate)
    losses = []
    for step in range(settings.steps):
        drawn_papers = triplets.draw(step, _BATCH).T.ravel().tolist()
        rows = model.papers([titles[p] for p in drawn_papers], [abstracts[p] for p in drawn_papers])
        citing, cited, other = rows.view(3, -1, rows.shape[1])
        hinge = functional.relu(_MARGIN + (citing * other).sum(1) - (citing * cited).sum(1))
        # A step may be left with no triplet on a corpus where all papers cite each other.
        loss = hinge.sum() / max(len(hinge), 1)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        losses.append(float(loss.detach()))
    return losses

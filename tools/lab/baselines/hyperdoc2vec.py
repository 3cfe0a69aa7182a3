"""In and out vectors of papers, after HyperDoc2Vec (Han et al., 2018).

A paper has one vector for citing (in) and one for being cited (out). The mean of the words around
a citation and of the citing paper's in vector must find the cited paper's out vector among drawn
ones. Both begin as the mean of the paper's words, where the original begins with paragraph
vectors; a paper that training does not cite stays there, and so does any unknown text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from core.base.errors import UsageError
from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.word_vectors import WordVectors
from tools.lab.baselines.words import unit
from training.corpus.corpus import Corpus
from training.sampling.draws import PowerDraw, generator

RATES = (1e-3, 5e-3, 2e-2, 5e-2, 1e-1)
_BATCH = 256
_NEGATIVES = 10


@dataclass(frozen=True, slots=True)
class HyperDoc2VecSettings:
    """Passes over the citing sentences, most sentences, learning rate of Adam, and the seed."""

    epochs: int = 3
    sentences: int = 50_000
    learning_rate: float = 5e-2
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Citations:
    """Citing sentences: word numbers each, and the indices of citing and cited paper."""

    words: tuple[tuple[int, ...], ...]
    citing: NDArray[np.int64]
    cited: NDArray[np.int64]


class InOutVectors(nn.Module):
    """Vectors of words (in) and of papers (in and out)."""

    def __init__(self, words: NDArray[np.float32], papers: NDArray[np.float32]) -> None:
        super().__init__()
        self.words = nn.Parameter(torch.tensor(words))
        self.papers_in = nn.Parameter(torch.tensor(papers))
        self.papers_out = nn.Parameter(torch.tensor(papers))

    def contexts(self, words: Sequence[Sequence[int]], citing: Tensor) -> Tensor:
        """Return the mean of a sentence's words and its paper's in vector: (sentences, d)."""
        numbers = torch.tensor([word for text in words for word in text], dtype=torch.long)
        lengths = torch.tensor([0, *map(len, words)], dtype=torch.long)
        summed = functional.embedding_bag(
            numbers, self.words, lengths.cumsum(0)[:-1], mode="sum", sparse=True
        )
        own = functional.embedding(citing, self.papers_in, sparse=True)
        return (summed + own) / (1 + lengths[1:])[:, None]

    def forward(self, words: Sequence[Sequence[int]], citing: Tensor, papers: Tensor) -> Tensor:
        """Return how well papers (sentences, p) fit: inner products (sentences, p)."""
        out = functional.embedding(papers, self.papers_out, sparse=True)
        return torch.einsum("sd,spd->sp", self.contexts(words, citing), out)


class HyperDoc2Vec:
    """The encoder, trained when it is made. Papers are rows of out vectors, texts means of words.

    Unit rows: the lengths of out vectors, which grow with citations, do not count.
    """

    def __init__(
        self,
        words: WordVectors,
        corpus: Corpus,
        settings: HyperDoc2VecSettings | None = None,
        *,
        without: Collection[int] = (),
    ) -> None:
        """Learn from the training sentences that cite, but those of the papers ``without``.

        Raises:
            UsageError: there is none with a known word.
        """
        settings = settings or HyperDoc2VecSettings()
        self._corpus = corpus
        self._vocabulary = words
        citations, papers = _citations(words, corpus, settings, frozenset(without))
        rows = _centred(words.rows, words.counts)
        start = _means(rows, [words.find_numbers(" ".join(corpus.text(int(p)))) for p in papers])
        self.model = InOutVectors(rows, start)
        self.losses = tuple(_train(self.model, citations, settings))
        times = np.bincount(citations.cited, minlength=len(papers))
        out = self.model.papers_out.detach().numpy()
        self._out = unit(_centred(out, np.minimum(times, 1)))
        self._trained_words = _centred(self.model.words.detach().numpy(), words.counts)
        self._row_of = np.full(len(corpus), -1, np.int64)
        self._row_of[papers[times > 0]] = np.flatnonzero(times)

    def encode_numbers(self, papers: NDArray[np.int64]) -> NDArray[np.float16]:
        """Return one unit row per paper of the corpus: (papers, dimension)."""
        row_numbers = self._row_of[papers]
        rows = self._out[row_numbers].astype(np.float16)
        outside = np.flatnonzero(row_numbers < 0)
        rows[outside] = self.encode_papers([self._corpus.text(int(p)) for p in papers[outside]])
        return rows

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract), of its text alone: (papers, dimension)."""
        return self.encode_queries([" ".join(paper) for paper in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension); zeros if no word is known."""
        return unit(
            _means(self._trained_words, [self._vocabulary.find_numbers(text) for text in texts])
        )


def chosen_hyperdoc2vec(
    words: WordVectors,
    corpus: Corpus,
    held_back: HeldBack,
    settings: HyperDoc2VecSettings | None = None,
) -> tuple[HyperDoc2Vec, float]:
    """Return the one whose learning rate ranks held-back training citations best, and that rate.

    Each rate is tried without the sentences of the papers held back; the best learns from all.

    Raises:
        UsageError: no training paper has a sentence that cites.
    """
    settings = settings or HyperDoc2VecSettings()

    def quality(rate: float) -> float:
        tried = replace(settings, learning_rate=rate)
        without = held_back.citing.tolist()
        return held_back.compute_map(HyperDoc2Vec(words, corpus, tried, without=without))

    rate = max(RATES, key=quality)
    return HyperDoc2Vec(words, corpus, replace(settings, learning_rate=rate)), rate


def _citations(
    words: WordVectors, corpus: Corpus, settings: HyperDoc2VecSettings, without: frozenset[int]
) -> tuple[Citations, NDArray[np.int64]]:
    """Return the citing sentences and the papers whose indices they name, numbers rising."""
    contexts = corpus.contexts()
    random = generator(settings.seed, 0, 0, "hyperdoc2vec sentences")
    texts: list[tuple[int, ...]] = []
    pairs: list[tuple[int, int]] = []
    for index in random.permutation(len(contexts))[: settings.sentences]:
        context = contexts[int(index)]
        if context.citing in without:
            continue
        known_words = tuple(words.find_numbers(corpus.passage(context).sentence))
        for cited in context.cited if known_words else ():
            texts.append(known_words)
            pairs.append((context.citing, cited))
    if not pairs:
        raise UsageError(
            "No training paper of the corpus has a sentence that cites.",
            remedy="Add full texts to the corpus.",
        )
    papers, indices = np.unique(np.array(pairs, np.int64), return_inverse=True)
    citing, cited_indices = indices.reshape(-1, 2).T
    return Citations(tuple(texts), citing, cited_indices), papers


def _train(
    model: InOutVectors, citations: Citations, settings: HyperDoc2VecSettings
) -> list[float]:
    """Return the losses: negative sampling with the ¾ power of how often papers are cited."""
    optimiser = torch.optim.SparseAdam(list(model.parameters()), lr=settings.learning_rate)
    popular = PowerDraw(np.bincount(citations.cited))
    losses = []
    for epoch in range(settings.epochs):
        order = generator(settings.seed, epoch, 0, "hyperdoc2vec").permutation(len(citations.words))
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            random = generator(settings.seed, epoch, start, "hyperdoc2vec negatives")
            negative_papers = popular.several(random, len(chosen) * _NEGATIVES).reshape(
                -1, _NEGATIVES
            )
            cited = citations.cited[chosen][:, None]
            fits = model(
                [citations.words[index] for index in chosen],
                torch.tensor(citations.citing[chosen]),
                torch.tensor(np.hstack([cited, negative_papers])),
            )
            # A drawn paper that is the cited one is no negative.
            counted_mask = torch.tensor(
                np.hstack([np.ones_like(cited, bool), negative_papers != cited])
            )
            signs = torch.ones(_NEGATIVES + 1).index_fill_(0, torch.arange(1, _NEGATIVES + 1), -1)
            loss = -(functional.logsigmoid(fits * signs) * counted_mask).sum(1).mean()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()  # type: ignore[no-untyped-call]
            losses.append(float(loss.detach()))
    return losses


def _centred(rows: NDArray[np.float32], weights: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return rows without their weighted mean, of length 1 on average: (rows, dimension).

    As most papers shown to a sentence are drawn ones, learning turns all out vectors one way and
    all words the other. That is the same for all cited papers, but would put those that training
    never cites before them.
    """
    centred = rows - weights @ rows / weights.sum()
    scaled: NDArray[np.float64] = centred / np.linalg.norm(centred, axis=1).mean()
    return scaled.astype(np.float32)


def _means(rows: NDArray[np.float32], texts: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    means = np.zeros((len(texts), rows.shape[1]), np.float32)
    for index, numbers in enumerate(texts):
        if numbers:
            means[index] = rows[numbers].mean(axis=0)
    return means

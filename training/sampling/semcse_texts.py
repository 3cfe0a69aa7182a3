"""The texts SemCSE learns from: summaries of a paper, its title, and sentences of its abstract.

The summaries are those that a language model wrote (``training.commands.summaries``).
Where there are none, sentences of the abstract stand in for them. That stand-in is ours, called
``extractive``, and an ablation: the paper has no row for it.

Which papers SemCSE learns from, is stopped by, and is judged on. SemCSE learns from single papers,
not from citations, so the split by citing papers says nothing of it: a paper is put into a part by
a hash of its title, with all its versions. Three in a hundred choose the best state, seven in a
hundred are for the semantic tasks, the others are trained on.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.base.identity import title_key
from core.manuscript.text.sentences import split_sentences
from training.corpus.corpus import Corpus
from training.sampling.draws import generator
from training.sampling.settings import Pairing

_VALIDATION, _BENCHMARK = 0.03, 0.1


@dataclass(frozen=True, slots=True)
class PaperSplits:
    """Paper numbers, ascending; no two of the parts share a paper or a title."""

    train: NDArray[np.int64]
    validation: NDArray[np.int64]
    benchmark: NDArray[np.int64]


def split_papers(corpus: Corpus) -> PaperSplits:
    """Return the parts of the corpus' trainable papers.

    Left out are papers without a title, whose versions cannot be known for the same, and those
    whose abstract says no more than the title.
    """
    papers = np.flatnonzero(corpus.trainable)
    texts = map(corpus.text, papers.tolist())
    keys = ["" if title == abstract else title_key(title) for title, abstract in texts]
    papers = papers[np.array([bool(key) for key in keys], bool)]
    draws = np.array([_draw(key) for key in keys if key])
    return PaperSplits(
        train=papers[draws >= _BENCHMARK],
        validation=papers[draws < _VALIDATION],
        benchmark=papers[(draws >= _VALIDATION) & (draws < _BENCHMARK)],
    )


def draw_papers(
    papers: NDArray[np.int64], size: int, random: np.random.Generator
) -> NDArray[np.int64]:
    """Return up to ``size`` of the papers, at random and without repeats."""
    return random.permutation(papers)[:size]


def _draw(key: str) -> float:
    """Return where in [0, 1) a title falls."""
    digest = hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


Kind = Literal["summary", "title", "sentence"]

_WORD = re.compile(r"\w+")
_SAMPLE = 10_000
"""Abstracts that tell how rare a word is; more change no choice worth having."""


class SemcsePair(NamedTuple):
    """An anchor, always a summary, and another text of the same paper."""

    anchor: str
    positive: str


class Summaries(Protocol):
    """Where summaries come from. Asked in any process."""

    def papers(self) -> NDArray[np.int64]:
        """Return the numbers of the papers that have summaries, ascending."""

    def of(self, paper: int) -> tuple[str, ...]:
        """Return a paper's summaries."""


class Extractive:
    """Sentences of the abstract: the first, the last, and the one most like the whole (TF-IDF)."""

    def __init__(self, corpus: Corpus, papers: NDArray[np.int64], *, seed: int = 0) -> None:
        """Learn from some of the ``papers`` how rare words are; about a second."""
        self._corpus, self._papers = corpus, papers
        sample = generator(seed, 0, 0, "extractive").permutation(papers)[:_SAMPLE].tolist()
        counts = Counter(word for paper in sample for word in set(_words(corpus.abstract(paper))))
        self._rarity = {word: 1 + math.log(len(sample) / count) for word, count in counts.items()}
        self._rarest = 1 + math.log(max(len(sample), 1))

    def papers(self) -> NDArray[np.int64]:
        """Return all papers it was made for."""
        return self._papers

    def of(self, paper: int) -> tuple[str, ...]:
        """Return up to three different sentences, in the order of the abstract."""
        sentences = _sentences(self._corpus.abstract(paper))
        if len(sentences) > 2:
            positions = sorted({0, self._central(sentences), len(sentences) - 1})
            sentences = tuple(sentences[index] for index in positions)
        return tuple(dict.fromkeys(sentences))

    def _central(self, sentences: Sequence[str]) -> int:
        """Return the index of the sentence nearest to the mean of all, by cosine of TF-IDF."""
        rows = [self._weights(sentence) for sentence in sentences]
        whole: Counter[str] = Counter()
        for row in rows:
            whole.update(row)
        likeness = [sum(weight * whole[word] for word, weight in row.items()) for row in rows]
        return likeness.index(max(likeness))

    def _weights(self, sentence: str) -> dict[str, float]:
        """Return the weight of each word, the squares of which add up to 1."""
        weights = {
            word: count * self._rarity.get(word, self._rarest)
            for word, count in Counter(_words(sentence)).items()
        }
        length = math.hypot(*weights.values()) or 1.0
        return {word: weight / length for word, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class PositiveShares:
    """How often a positive is a title or a sentence; otherwise it is another summary."""

    title: float = 0.15
    sentence: float = 0.35

    def of(self, kinds: Sequence[Kind]) -> NDArray[np.float64]:
        """Return the shares of some kinds among each other."""
        by_kind: Mapping[Kind, float] = {
            "summary": 1 - self.title - self.sentence,
            "title": self.title,
            "sentence": self.sentence,
        }
        shares = np.array([by_kind[kind] for kind in kinds])
        return shares / shares.sum() if shares.sum() > 0 else np.full(len(kinds), 1 / len(kinds))


class Pairs:
    """The pair of a paper in an epoch: a function of (seed, epoch, paper) alone.

    A kind of text that a paper lacks, beside the anchor itself, leaves its share to the others;
    with the pairing "summaries" it is drawn only where there is no second summary.
    """

    def __init__(
        self,
        corpus: Corpus,
        summaries: Summaries,
        *,
        pairing: Pairing,
        shares: PositiveShares,
        seed: int,
    ) -> None:
        self._corpus, self._summaries = corpus, summaries
        self._pairing, self._shares, self._seed = pairing, shares, seed

    def draw(self, epoch: int, paper: int) -> SemcsePair:
        """Return anchor and positive; they are the same text for "same-input" alone."""
        random = generator(self._seed, epoch, paper, "semcse")
        summaries = self._summaries.of(paper)
        anchor = summaries[int(random.integers(len(summaries)))]
        if self._pairing == "same-input":
            return SemcsePair(anchor, anchor)
        texts = self._other_texts(paper, summaries, anchor)
        if self._pairing == "summaries" and texts["summary"]:
            return SemcsePair(anchor, _one(texts["summary"], random))
        kinds = [kind for kind in texts if texts[kind]]
        kind = kinds[int(random.choice(len(kinds), p=self._shares.of(kinds)))]
        return SemcsePair(anchor, _one(texts[kind], random))

    def _other_texts(
        self, paper: int, summaries: Sequence[str], anchor: str
    ) -> dict[Kind, list[str]]:
        title, abstract = self._corpus.text(paper)
        texts: dict[Kind, Sequence[str]] = {
            "summary": summaries,
            "title": [title],
            "sentence": _sentences(abstract),
        }
        return {
            kind: [text for text in candidates if text != anchor]
            for kind, candidates in texts.items()
        }


@functools.lru_cache(maxsize=64)  # one example asks twice
def _sentences(abstract: str) -> tuple[str, ...]:
    return tuple(split_sentences(abstract))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _one(texts: Sequence[str], random: np.random.Generator) -> str:
    return texts[int(random.integers(len(texts)))]

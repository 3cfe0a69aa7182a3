"""What MP-BERT4CR reads of a manuscript and of a paper, and which papers it compares (§4.1).

Of a manuscript: the citing sentence, the one before and the one after, and sentences drawn from
the text before these. Of a paper: title and abstract, and sentences drawn from its body where a
full text is known. Drawn anew each epoch, unless set otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.models.hierarchical import paper_sentences
from core.recommend.context import Passage, joined
from training.base.fields import Sizes
from training.corpus.corpus import Corpus
from training.sampling.draws import PowerDraw, generator

_REMEMBERED = 50_000
"""Abstracts kept as sentences; popular papers are drawn again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """How many papers are drawn for a target, by which power of their counts, and how often.

    Papers are drawn anew each epoch; the sentences only if ``dynamic``. ``contexts`` are the
    citing sentences that are learnt from, drawn once; 0 are all.
    """

    positives: int = 3
    negatives: int = 4
    power: float = 0.75
    dynamic: bool = True
    contexts: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ManuscriptContext:
    """What is read of a manuscript at a citing sentence; what is missing is ""."""

    sentence: str
    title: str = ""
    before: str = ""
    after: str = ""
    supplemental: tuple[str, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """Return the sentences in reading order, the title first."""
        parts = (self.title, *self.supplemental, self.before, self.sentence, self.after)
        return tuple(part for part in parts if part) or ("",)

    def text(self) -> str:
        """Return one text, the most telling part first: its end is what an encoder cuts off."""
        title = f"{self.title}." if self.title else ""
        return joined((title, self.sentence, self.before, self.after, *self.supplemental))


@dataclass(frozen=True, slots=True)
class PaperContent:
    """What is read of a paper: all that an ordinary encoder takes, and the sentences drawn."""

    title: str
    abstract: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitationExample:
    """A context with papers by number: the target, co-cited ones, negatives.

    ``co_cited`` has always the same length: where fewer were ever cited with the target, the
    target stands again and ``real`` is false. ``epoch`` is that of the sentences drawn.
    """

    epoch: int
    manuscript: ManuscriptContext
    target: int
    co_cited: tuple[int, ...]
    real: tuple[bool, ...]
    negatives: tuple[int, ...]

    @property
    def papers(self) -> tuple[int, ...]:
        """The target, the co-cited papers, the negatives."""
        return (self.target, *self.co_cited, *self.negatives)


def sample_manuscript(
    passage: Passage, random: np.random.Generator, sizes: Sizes
) -> ManuscriptContext:
    """Draw the context of a passage; a pure function of its arguments."""
    return ManuscriptContext(
        sentence=passage.sentence,
        title=passage.title if sizes.title else "",
        before=joined(passage.before[-1:]),
        after=joined(passage.after[:1]),
        supplemental=_draw_sentences(passage.before[:-1], sizes.supplemental, random),
    )


def sample_paper(
    opening: Sequence[str], body: Sequence[str], random: np.random.Generator, sizes: Sizes
) -> tuple[str, ...]:
    """Draw what is read of a paper, in reading order; ``opening`` is its title and abstract."""
    return (*opening[: 1 + sizes.abstract], *_draw_sentences(body, sizes.body, random))


def _draw_sentences(
    sentences: Sequence[str], count: int, random: np.random.Generator
) -> tuple[str, ...]:
    indices = random.choice(len(sentences), min(count, len(sentences)), replace=False)
    return tuple(sentences[index] for index in np.sort(indices))


LETTERS = 150
"""Of a sentence, about."""


class Contents:
    """The sentences of papers, drawn by (seed, epoch, paper): the same for a whole epoch."""

    def __init__(self, corpus: Corpus, sizes: Sizes, *, seed: int) -> None:
        self._corpus, self._sizes, self._seed = corpus, sizes, seed
        self._openings: dict[int, tuple[str, ...]] = {}

    def of(self, epoch: int, paper: int) -> PaperContent:
        """Return what is read of the paper; of a held-out one never its body."""
        body: tuple[str, ...] = ()
        if self._sizes.body and self._corpus.trainable[paper]:
            body = self._corpus.sentences(paper)
        random = generator(self._seed, epoch, paper, "body sentences")
        sentences = sample_paper(self._opening(paper), body, random, self._sizes)
        return PaperContent(*self._corpus.text(paper), sentences)

    def length(self, paper: int) -> int:
        """Return about how many sentences are read of a paper."""
        opening = min(2 + len(self._corpus.abstract(paper)) // LETTERS, 1 + self._sizes.abstract)
        body = self._corpus.sentence_count(paper) if self._corpus.trainable[paper] else 0
        return opening + min(body, self._sizes.body)

    def _opening(self, paper: int) -> tuple[str, ...]:
        if paper not in self._openings:
            if len(self._openings) >= _REMEMBERED:
                self._openings.clear()
            self._openings[paper] = paper_sentences(*self._corpus.text(paper))
        return self._openings[paper]


class CitationExamples:
    """Pairs of a training context and a paper it cites, with co-cited papers and negatives.

    Co-cited papers are drawn with probability ∝ (times cited with the target)^power, negatives
    with probability ∝ (times cited)^power among the papers the context does not cite.
    """

    def __init__(self, corpus: Corpus, sizes: Sizes, draws: Draws) -> None:
        """Count citations and co-citations of training papers.

        Raises:
            UsageError: no citing sentence leads to a paper with an abstract.
        """
        self._corpus, self._sizes, self._draws = corpus, sizes, draws
        self._contexts = corpus.contexts()
        self._pairs = _pairs(corpus, draws)
        if not len(self._pairs):
            raise UsageError(
                "No citing sentence of this corpus leads to a paper with an abstract.",
                remedy="Read the full texts of more papers, or train the recipe specter.",
            )
        self._together = corpus.co_citations()
        counts = np.where(corpus.trainable, corpus.citation_counts(), 0)
        self._noise = PowerDraw(counts, power=draws.power)
        self.contents = Contents(corpus, sizes, seed=draws.seed)

    def __len__(self) -> int:
        return len(self._pairs)

    def example(self, epoch: int, index: int) -> CitationExample:
        """Return the example of a pair: a function of (seed, epoch, index) alone."""
        position, target = self._pairs[index].tolist()
        context = self._contexts[position]
        content_epoch, seed = epoch if self._draws.dynamic else 0, self._draws.seed
        sentences = generator(seed, content_epoch, index, "manuscript sentences")
        papers = generator(seed, epoch, index, "papers")
        co_cited = self.co_cited(target, papers, without=context.citing)
        related = frozenset((context.citing, *context.cited, *co_cited))
        missing = self._draws.positives - len(co_cited)
        return CitationExample(
            epoch=content_epoch,
            manuscript=sample_manuscript(self._corpus.passage(context), sentences, self._sizes),
            target=target,
            co_cited=(*co_cited, *[target] * missing),
            real=(*[True] * len(co_cited), *[False] * missing),
            negatives=self.negatives(papers, without=related),
        )

    def length(self, index: int) -> int:
        """Return about how many sentences are read of the cited paper."""
        return self.contents.length(int(self._pairs[index, 1]))

    def co_cited(
        self, target: int, random: np.random.Generator, *, without: int = -1
    ) -> tuple[int, ...]:
        """Draw different papers that training papers cite together with the target."""
        start, end = self._together.indptr[target : target + 2]
        papers = self._together.indices[start:end]
        usable = self._corpus.trainable[papers] & (papers != without)
        draw = PowerDraw(self._together.data[start:end] * usable, power=self._draws.power)
        return tuple(int(papers[index]) for index in draw.distinct(random, self._draws.positives))

    def negatives(self, random: np.random.Generator, *, without: frozenset[int]) -> tuple[int, ...]:
        """Draw different papers, often cited ones more often, none of ``without``.

        Papers that nobody cites come in where the others do not suffice, then any again.

        Raises:
            UsageError: the corpus has no other paper.
        """
        negatives = self._noise.distinct(random, self._draws.negatives, without=without)
        if len(negatives) < self._draws.negatives:
            pool = np.flatnonzero(self._corpus.trainable)
            pool = np.setdiff1d(pool, [*without, *negatives])
            negatives += random.permutation(pool)[: self._draws.negatives - len(negatives)].tolist()
        if not negatives and self._draws.negatives:
            raise UsageError(
                "This corpus has no paper that could serve as a negative.",
                remedy="Add papers with abstracts that the manuscripts do not cite.",
            )
        return tuple(negatives[index % len(negatives)] for index in range(self._draws.negatives))


def _pairs(corpus: Corpus, draws: Draws) -> NDArray[np.int64]:
    """Return (pairs, 2): the index of a training context and a paper that it cites."""
    contexts = corpus.contexts()
    indices = np.repeat(np.arange(len(contexts)), np.diff(contexts.starts))
    readable = corpus.trainable[contexts.cited]
    pairs: NDArray[np.int64] = np.stack([indices, contexts.cited], axis=1)[readable]
    if draws.contexts:
        random = generator(draws.seed, 0, 0, "training contexts")
        rows = random.permutation(np.unique(pairs[:, 0]))[: draws.contexts]
        pairs = pairs[np.isin(pairs[:, 0], rows)]
    return pairs.astype(np.int64)

"""How good an encoder is on held-out papers: rankings by exact cosine, trec_eval's own numbers.

``HeldOutContexts`` is small enough to be asked again and again while a model is trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import mean, per_query
from training.corpus import Corpus
from training.judging.questions import (
    Half,
    Questions,
    Scores,
    context_questions,
    manuscript_questions,
)

TRAINING_METRICS = ("recall@10", "map@10", "mrr", "ndcg@10")
MANUSCRIPT_METRICS = ("f1@20", "mrr", "recall@1000")
PerQuery = dict[str, dict[str, float]]
"""Every metric of every query."""


class PaperEncoder(Protocol):
    """Whatever turns papers and queries into vectors whose inner product ranks."""

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""


def cosines(queries: NDArray[np.float32], papers: NDArray[np.float16]) -> Scores:
    """Return the scores of unit rows against unit rows: their exact inner products."""
    columns = papers.astype(np.float32).T
    return lambda chunk: queries[chunk] @ columns


def judge(questions: Questions, scores: Scores) -> PerQuery:
    """Return every metric of every question, by exact scores over the whole pool."""
    rankings = questions.rankings(scores)
    found = {name: [paper for paper, _ in ranking] for name, ranking in rankings}
    return per_query(questions.judged(), found)


@dataclass(frozen=True)
class HeldOutContexts:
    """Citing sentences of the corpus' dev papers against a pool of papers."""

    corpus: Corpus
    questions: Questions

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        *,
        queries: int = 300,
        pool: int = 1000,
        half: Half | None = None,
        seed: int = 0,
    ) -> HeldOutContexts:
        """Draw citing sentences, of all dev papers or a half, and a pool with what they cite."""
        drawn = context_questions(corpus, most=queries, pool=pool, half=half, seed=seed)
        return cls(corpus, drawn)

    def scores(self, encoder: PaperEncoder) -> dict[str, float]:
        """Return recall@10, map@10, mrr and ndcg@10; nothing without a dev context."""
        if not len(self.questions):
            return {}
        means = mean(self.per_query(encoder))
        return {name: means[name] for name in TRAINING_METRICS}

    def per_query(self, encoder: PaperEncoder) -> PerQuery:
        """Return every metric of every question, to compare two encoders with."""
        asked = encoder.encode_queries(self.questions.texts)
        return judge(self.questions, cosines(asked, _pool(self.corpus, self.questions, encoder)))


@dataclass(frozen=True)
class HeldOutManuscripts:
    """The corpus' dev papers, asked with title and abstract, against a pool of papers.

    What they cite is right: the protocol of Citeomatic and of Nogueira et al. (2020).
    """

    corpus: Corpus
    questions: Questions

    @classmethod
    def of(cls, corpus: Corpus, pool: NDArray[np.int64] | None = None) -> HeldOutManuscripts:
        """Take every dev paper that cites a paper of the pool; without one, all with abstract."""
        return cls(corpus, manuscript_questions(corpus, pool))

    def scores(self, encoder: PaperEncoder) -> dict[str, float]:
        """Return f1@20, mrr and recall@1000; nothing without a dev paper that cites."""
        if not len(self.questions):
            return {}
        means = mean(self.per_query(encoder))
        return {name: means[name] for name in MANUSCRIPT_METRICS}

    def per_query(self, encoder: PaperEncoder) -> PerQuery:
        """Return every metric of every manuscript, to compare two encoders with."""
        asked = manuscript_rows(self.corpus, self.questions, encoder)
        return judge(self.questions, cosines(asked, _pool(self.corpus, self.questions, encoder)))


def manuscript_rows(
    corpus: Corpus, questions: Questions, encoder: PaperEncoder
) -> NDArray[np.float32]:
    """Return a unit row per manuscript: (questions, dimension).

    It is encoded as a paper, by the model's own template; by a hierarchical model as a query,
    since that is what its manuscript encoder reads.
    """
    if getattr(getattr(encoder, "manifest", None), "kind", "") == "hierarchical":
        return encoder.encode_queries(questions.texts)
    papers = [corpus.text(paper) for paper in questions.own]
    return encoder.encode_papers(papers).astype(np.float32)


def _pool(corpus: Corpus, questions: Questions, encoder: PaperEncoder) -> NDArray[np.float16]:
    return encoder.encode_papers([corpus.text(int(paper)) for paper in questions.pool])

"""How good an arm is at its recipe's own task: a score of each paper that asks.

Where a paper asks several times, the mean of its questions is its score: questions of one paper
are alike, and an interval that took them for independent would be too narrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from core.models.hierarchical import SentenceTokens
from core.models.loading import open_encoder
from core.models.manifest import read_manifest
from core.models.reranker import Reranker
from tools.lab.judging.semantic_tasks import halves
from tools.lab.measuring.claims import Asked
from training.base.fields import Sizes
from training.corpus.corpus import Corpus
from training.judging.evaluation import METRICS, SampledContexts, judged, ranks, reranked
from training.judging.related import RankingTask, cite_task, co_cite_task
from training.models.encoders import TextEncoder, load_encoder
from training.models.mp_architectures import AsTexts, Hierarchical
from training.models.protocols import ContextEncoder
from training.sampling.draws import generator
from training.sampling.pairs import (
    RerankPool,
    RerankQuery,
    draw_queries,
    query_text,
    sentence_queries,
)
from training.sampling.semcse_texts import draw_papers as drawn_papers
from training.sampling.semcse_texts import split_papers

ByPaper = dict[str, float]
Scores = dict[str, ByPaper]
"""By metric, the score of each paper that asks."""

_DEPTH = 50
"""Hits of BM25 that a reranker puts in order."""
_MOST_LISTS = 300
_CO_CITED = 300
SIZES = Sizes(supplemental=4, abstract=5, body=2, title=True)
"""What is read of a manuscript and of a paper: that of MP-BERT4CR's small preset."""


@dataclass(frozen=True)
class Judges:
    """The questions of a corpus; ``query_count`` of them at most, among ``pool`` papers."""

    corpus: Corpus
    device: str
    query_count: int
    pool: int

    def scores(self, score_kind: Asked, folder: Path | None) -> Scores:
        """Return the scores of the model in a folder, of BM25 for ``None``.

        Raises:
            ModelError: the folder is incomplete or damaged.
        """
        if score_kind == "lists":
            return self._of_lists(folder)
        assert folder is not None
        by: Mapping[Asked, Callable[[Path], Scores]] = {
            "papers": self._of_papers,
            "contexts": self._of_contexts,
            "texts": self._of_texts,
        }
        return by[score_kind](folder)

    def _of_papers(self, folder: Path) -> Scores:
        encoder = self._encoder(folder)
        papers = np.unique(np.concatenate([task.papers() for task in self._related]))
        texts = [encoder.paper_text(*self.corpus.text(int(paper))) for paper in papers]
        rows = dict(zip(papers.tolist(), encoder.encode(texts), strict=True))
        precisions_by_task = {task.name: task.scores(rows).precisions for task in self._related}
        return {
            f"{task.name} MAP": {
                self.corpus.ids[query.query]: precision
                for query, precision in zip(
                    task.queries, precisions_by_task[task.name], strict=True
                )
            }
            for task in self._related
        }

    @cached_property
    def _related(self) -> list[RankingTask]:
        other_papers = generator(0, 0, 0, "others").permutation(
            np.flatnonzero(self.corpus.has_text)
        )
        pool = np.sort(other_papers[: self.pool])
        return [
            cite_task(self.corpus, queries=self.query_count, pool=pool),
            co_cite_task(self.corpus, queries=min(self.query_count, _CO_CITED), pool=pool),
        ]

    def _of_contexts(self, folder: Path) -> Scores:
        contexts = self._sampled
        relevant = contexts.questions.judged()
        results = contexts.per_context(self._context_encoder(folder))
        several = {name: row for name, row in results.items() if len(relevant[name]) > 1}
        return {
            f"{metric}{suffix}": _by_paper((name, row[metric]) for name, row in rows.items())
            for metric in METRICS
            for suffix, rows in (("", results), (", P ≥ 2", several))
        }

    @cached_property
    def _sampled(self) -> SampledContexts:
        return SampledContexts.of(self.corpus, SIZES, queries=self.query_count, pool=self.pool)

    def _context_encoder(self, folder: Path) -> ContextEncoder:
        from core.models.hierarchical import load_encoders

        manifest = read_manifest(folder)
        if manifest.kind != "hierarchical":
            return AsTexts(open_encoder(folder, manifest, device=self.device))
        encoders = load_encoders(folder, name=manifest.name).to(self.device)
        return Hierarchical(encoders, SentenceTokens(folder, encoders.shape), manifest)

    def _of_lists(self, folder: Path | None) -> Scores:
        queries, texts = self._lists
        papers = self._pool.search(texts, [query.citing for query in queries], _DEPTH)
        if folder is not None:
            reranker = Reranker(folder, read_manifest(folder), device=self.device)
            first = reranker.manifest.first_stage
            papers = reranked(self.corpus, texts, papers, reranker.score, _DEPTH, first=first)
        results = judged(self.corpus, queries, papers)
        return {
            metric: _by_paper((name, row[metric]) for name, row in results.items())
            for metric in ("mrr", "recall@10", "p@20", "r@20")
        }

    @cached_property
    def _lists(self) -> tuple[list[RerankQuery], list[str]]:
        all_queries = sentence_queries(self.corpus, "dev", answers=self.corpus.has_text)
        queries = draw_queries(all_queries, min(self.query_count, _MOST_LISTS), seed=0)
        return queries, [
            query_text(self.corpus, query, "title sentence", "dev") for query in queries
        ]

    @cached_property
    def _pool(self) -> RerankPool:
        inside = self.corpus.trainable.copy()
        inside[[paper for query in self._lists[0] for paper in query.cited]] = True
        return RerankPool.of(self.corpus, np.flatnonzero(inside))

    def _of_texts(self, folder: Path) -> Scores:
        encoder = self._encoder(folder)
        benchmark = split_papers(self.corpus).benchmark
        papers = drawn_papers(benchmark, self.pool, generator(0, 0, 0, "semantic tasks"))
        titles, abstracts = zip(*(self.corpus.text(int(paper)) for paper in papers), strict=True)
        first, second = zip(*map(halves, abstracts), strict=True)
        names = [self.corpus.ids[paper] for paper in papers]
        pairs = {"title": (titles, abstracts), "half": (first, second)}
        return {
            f"{name} reciprocal rank": dict(
                zip(names, 1 / ranks(*(encoder.encode(list(side)) for side in sides)), strict=True)
            )
            for name, sides in pairs.items()
        }

    def _encoder(self, folder: Path) -> TextEncoder:
        """Load a model whose rows are as long as training left them: distances are its own."""
        return load_encoder(str(folder)).to(self.device).eval()


def _by_paper(scored_names: Iterable[tuple[str, float]]) -> ByPaper:
    """Return the mean of each paper's questions, which are named "paper#sentence"."""
    papers: dict[str, list[float]] = defaultdict(list)
    for name, score in scored_names:
        papers[name.rpartition("#")[0]].append(score)
    return {paper: float(np.mean(scores)) for paper, scores in papers.items()}

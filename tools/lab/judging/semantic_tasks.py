"""SemCSE's benchmark of semantic embeddings: three matching tasks by average rank, and clusters.

The paper's tasks (section 5.2) on papers of one's own corpus. Ours, because a corpus has neither
queries by a language model nor topic labels: the query of a paper is a sentence of a held-out
manuscript that cites it, its label the venue, and neighbours are sought among all other labelled
papers. So compare models on the same corpus, not with the paper's figures.

Not said in the paper and chosen here: an abstract is halved between two sentences, as near to its
middle as can be (a single sentence between two words), and papers at the same distance share the
mean of their ranks.

An abstract cut in two: the one half asks for the other (Brinner and Zarrieß 2025).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.base.errors import FormatError
from core.formats.corpus import papers_files
from core.formats.entries import Problem
from core.formats.jsonl import json_objects
from core.manuscript.text.sentences import sentence_spans
from training.corpus.corpus import Corpus
from training.judging.evaluation import Rows, distances_by_chunk, ranks
from training.models.encoders import TextEncoder
from training.models.protocols import PaperEncoder
from training.sampling.draws import generator
from training.sampling.semcse_texts import draw_papers, split_papers


def halves(abstract: str) -> tuple[str, str]:
    """Return the two halves of an abstract, parted between sentences where it has several."""
    starts = [start for start, _ in sentence_spans(abstract)][1:]
    starts = starts or [match.end() for match in re.finditer(r"\s+(?=\S)", abstract)]
    middle = len(abstract) / 2
    cut = min(starts, key=lambda start: abs(start - middle), default=len(abstract))
    return abstract[:cut].rstrip(), abstract[cut:]


Paper = tuple[str, str]
"""Title and abstract."""

NEIGHBOURS = 5
LOWER_IS_BETTER: Mapping[str, bool] = {
    "title rank": True,
    "segment rank": True,
    "query rank": True,
    "cluster purity": False,
}
"""The scores by name, in the paper's order."""

_LEAST_PAPERS = 2 * NEIGHBOURS
"""Papers a label must have among those drawn: with fewer its purity cannot come near 1."""

_COUNTING = re.compile(r"(?:\b(?:19|20)?\d+(?:st|nd|rd|th)?\b|['’]\d\d\b|[^\w\s])")


@dataclass(frozen=True)
class SemanticTasks:
    """Texts of papers that SemCSE was not trained on.

    ``queries[i]`` is right for ``answers[i]``; the answers behind them are others. ``labels``
    has a number per paper of ``papers``, -1 for none.
    """

    papers: tuple[Paper, ...]
    queries: tuple[str, ...]
    answers: tuple[Paper, ...]
    labels: NDArray[np.int64]

    @classmethod
    def of(
        cls, corpus: Corpus, *, size: int = 2000, seed: int = 0, queries: Path | None = None
    ) -> SemanticTasks:
        """Draw up to ``size`` papers; the paper had 6,000.

        ``queries`` is a file of JSON Lines ``{"id": paper, "query": text}``, say by a language
        model; without one, held-out citing sentences are the queries.

        Raises:
            FormatError: the file of queries cannot be read.
        """
        random = generator(seed, 0, 0, "semantic tasks")
        chosen = draw_papers(split_papers(corpus).benchmark, size, random)
        queries_by_paper = _cited(corpus) if queries is None else _load_queries(corpus, queries)
        targets = draw_papers(np.array(sorted(queries_by_paper), np.int64), size, random)
        other_papers = chosen[~np.isin(chosen, targets)]
        return cls(
            papers=tuple(corpus.text(int(paper)) for paper in chosen),
            queries=tuple(queries_by_paper[int(paper)] for paper in targets),
            answers=tuple(corpus.text(int(p)) for p in np.append(targets, other_papers)[:size]),
            labels=_labels(corpus, chosen),
        )

    def scores(self, encoder: PaperEncoder) -> dict[str, float]:
        """Return the scores by cosine, as Cocite's searches rank.

        ``title rank``, ``segment rank``, ``query rank`` (1 is best) and ``cluster purity`` (1 is
        best); a task for which the corpus has too few texts is left out.
        """
        return self._scores(
            lambda texts: _unit(encoder.encode_queries(texts)),
            lambda papers: _unit(encoder.encode_papers(papers)),
        )

    def euclidean_scores(self, encoder: TextEncoder) -> dict[str, float]:
        """Return the scores by the distance of rows that are not normalised, as in the paper."""
        return self._scores(
            lambda texts: encoder.encode(texts).astype(np.float64),
            lambda papers: encoder.encode([encoder.paper_text(*paper) for paper in papers]).astype(
                np.float64
            ),
        )

    def _scores(
        self,
        of_texts: Callable[[Sequence[str]], Rows],
        of_papers: Callable[[Sequence[Paper]], Rows],
    ) -> dict[str, float]:
        scores: dict[str, float] = {}
        if len(self.papers) > 1:
            titles, abstracts = zip(*self.papers, strict=True)
            first, second = zip(*map(halves, abstracts), strict=True)
            scores["title rank"] = _mean_rank(of_texts(titles), of_texts(abstracts))
            scores["segment rank"] = _mean_rank(of_texts(first), of_texts(second))
        if self.queries and len(self.answers) > 1:
            scores["query rank"] = _mean_rank(of_texts(self.queries), of_papers(self.answers))
        labelled = np.flatnonzero(self.labels >= 0)
        if len(labelled):
            rows = of_papers([self.papers[index] for index in labelled])
            scores["cluster purity"] = cluster_purity(rows, self.labels[labelled])
        return scores


def cluster_purity(rows: ArrayLike, labels: ArrayLike) -> float:
    """Return the mean share of each row's nearest other rows that have its label.

    ``rows`` are (n, d), ``labels`` (n,). Of rows at the same distance the first count.
    """
    points, names = np.asarray(rows, np.float64), np.asarray(labels)
    count = min(NEIGHBOURS, len(points) - 1)
    same = 0
    for start, distances in distances_by_chunk(points, points):
        indices = np.arange(len(distances))
        distances[indices, start + indices] = np.inf
        nearest = np.argsort(distances, axis=1, kind="stable")[:, :count]
        same += int((names[nearest] == names[start + indices, None]).sum())
    return same / (len(points) * count) if count > 0 else 0.0


def performance(table: ArrayLike, lower_is_better: Sequence[bool]) -> Rows:
    """Return the paper's Perf of each model: (models,), from a table (models, tasks).

    The mean over the tasks of clip(½ + ½ (x − median) / (best − median), 0, 1). A task that the
    median model does best gives ½ to the best models and 0 to the others.
    """
    values = np.asarray(table, np.float64) * np.where(np.asarray(lower_is_better), -1, 1)
    above = values - np.median(values, axis=0)
    best = above.max(axis=0)
    scaled = np.divide(above, best, out=np.where(above < 0, -1.0, 0.0), where=best > 0)
    result: Rows = np.clip(0.5 + 0.5 * scaled, 0, 1).mean(axis=1)
    return result


def _mean_rank(queries: Rows, documents: Rows) -> float:
    return float(ranks(queries, documents).mean())


def _unit(rows: NDArray[np.float16] | NDArray[np.float32]) -> Rows:
    """Return rows of unit length: half precision left them a little off."""
    wide = rows.astype(np.float64)
    unit: Rows = wide / np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), 1e-12)
    return unit


def _cited(corpus: Corpus) -> dict[int, str]:
    """Return a held-out citing sentence of each paper that one cites alone."""
    queries_by_paper: dict[int, str] = {}
    for context in corpus.contexts("dev"):
        only = context.cited[0] if len(context.cited) == 1 else -1
        if only >= 0 and corpus.has_abstract[only] and only not in queries_by_paper:
            queries_by_paper[only] = corpus.passage(context).sentence
    return queries_by_paper


def _load_queries(corpus: Corpus, path: Path) -> dict[int, str]:
    queries_by_paper: dict[int, str] = {}
    for line in json_objects(path):
        if isinstance(line, Problem):
            raise FormatError(f"“{path.name}”, {line.location}: {line.reason}.")
        number, query = corpus.number(str(line[1].get("id", ""))), line[1].get("query")
        if number is not None and corpus.has_abstract[number] and isinstance(query, str) and query:
            queries_by_paper.setdefault(number, query)
    return queries_by_paper


def _labels(corpus: Corpus, papers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a label per paper: its venue without year and count, -1 where few share it."""
    wanted_ids = {corpus.ids[int(paper)]: index for index, paper in enumerate(papers)}
    venues = [""] * len(papers)
    for path in papers_files(corpus.folder):
        for line in json_objects(path):
            if not isinstance(line, Problem) and line[1].get("id") in wanted_ids:
                venues[wanted_ids[line[1]["id"]]] = _series(str(line[1].get("venue") or ""))
    counts = Counter(venue for venue in venues if venue)
    kept_venues = sorted(venue for venue, count in counts.items() if count >= _LEAST_PAPERS)
    number = {venue: at for at, venue in enumerate(kept_venues)}
    return np.array([number.get(venue, -1) for venue in venues], np.int64)


def _series(venue: str) -> str:
    """Return a venue without what tells its years apart: "ICRA 2021" and "ICRA 2019" are one."""
    return " ".join(_COUNTING.sub(" ", venue.casefold()).split())

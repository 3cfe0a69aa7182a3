"""BM25, then a cross-encoder on its first hits, judged on the dev papers of a corpus.

``python -m tools.lab rerank`` prints rows like Table 4 of Nogueira et al. (2020) for the
forms of a query, and one for the reranked hits.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

import click
import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.evaluation.metrics import mean
from core.models.reranker import Reranker
from training.corpus.corpus import Corpus
from training.judging.evaluation import Scorer, judged, reranked
from training.judging.significance import paired_difference
from training.sampling.bm25 import Bm25
from training.sampling.pairs import (
    Form,
    RerankPool,
    RerankQuery,
    draw_queries,
    manuscript_queries,
    query_text,
    sentence_queries,
)

Kind = Literal["manuscripts", "sentences"]

DEPTH = 1_000
KEY_TERMS = "key terms"
METRICS = {
    "manuscripts": ("f1@20", "mrr", "recall@1000"),
    "sentences": ("recall@10", "mrr", "recall@1000"),
}
FORMS: dict[str, tuple[str, ...]] = {
    "manuscripts": (KEY_TERMS, "title", "title abstract"),
    "sentences": ("sentence", "title sentence", "neighbours", "context"),
}
READ: dict[str, Form] = {"manuscripts": "title abstract", "sentences": "title sentence"}
"""The form that is reranked, and that a reranker reads."""


def dev_queries(corpus: Corpus, kind: str) -> list[RerankQuery]:
    """Return the dev papers, or their citing sentences; cited papers with abstract are right."""
    make = manuscript_queries if kind == "manuscripts" else sentence_queries
    return make(corpus, "dev", answers=corpus.has_abstract)


def dev_pool(corpus: Corpus, queries: Sequence[RerankQuery]) -> NDArray[np.int64]:
    """Return the papers that may answer: the trainable ones and those that are right."""
    inside = corpus.trainable.copy()
    inside[[paper for query in queries for paper in query.cited]] = True
    return np.flatnonzero(inside)


def query_texts(corpus: Corpus, queries: Sequence[RerankQuery], form: str, bm25: Bm25) -> list[str]:
    """Return the dev queries in words."""
    if form == KEY_TERMS:
        return [bm25.key_terms(*corpus.text(query.citing)) for query in queries]
    return [query_text(corpus, query, form, "dev") for query in queries]  # type: ignore[arg-type]


class TwoStages:
    """The dev queries of a corpus, what BM25 finds for them, and a reranker after it."""

    def __init__(self, corpus: Corpus, kind: str, *, limit: int = 0) -> None:
        """Index the papers that may answer; ``limit`` draws so many queries, 0 takes all.

        Raises:
            UsageError: no dev paper cites one with an abstract.
        """
        queries = dev_queries(corpus, kind)
        if not queries:
            raise UsageError(
                f"The corpus has no dev {kind} that cite a paper with an abstract.",
                remedy="Name dev papers in splits.json, or ask for the other kind of queries.",
            )
        self.corpus, self.kind = corpus, kind
        self.pool = RerankPool.of(corpus, dev_pool(corpus, queries))
        self.queries = draw_queries(queries, limit, seed=0)

    def candidates(self, form: str) -> tuple[list[str], NDArray[np.int32]]:
        """Return the queries in words and what BM25 finds: (queries, 1000)."""
        texts = query_texts(self.corpus, self.queries, form, self.pool.bm25)
        return texts, self.pool.search(texts, [query.citing for query in self.queries], DEPTH)

    def means(self, papers: NDArray[np.int32]) -> dict[str, float]:
        """Return how many queries there are and the mean of each metric of their kind."""
        results = judged(self.corpus, self.queries, papers)
        means = mean(results)
        return {"queries": len(results)} | {name: means[name] for name in METRICS[self.kind]}

    def table(
        self,
        forms: Sequence[str],
        score: Scorer | None = None,
        *,
        depth: int = 100,
        first: float = 0.0,
    ) -> dict[str, dict[str, float]]:
        """Return a row of means per form, and for the reranked hits; ``first`` as ``reranked`` has.

        These come with rows of the mean difference from what BM25 found, and of the bounds of its
        paired 95 % interval; F1@20 has none, being no mean over queries.
        """
        rows = {form: self.means(self.candidates(form)[1]) for form in forms}
        if score:
            texts, papers = self.candidates(READ[self.kind])
            better = reranked(self.corpus, texts, papers, score, depth, first=first)
            rows[f"{READ[self.kind]}, {depth} reranked"] = self.means(better)
            rows |= self._differences(papers, better)
        return rows

    def _differences(
        self, before: NDArray[np.int32], after: NDArray[np.int32]
    ) -> dict[str, dict[str, float]]:
        first, second = (judged(self.corpus, self.queries, papers) for papers in (before, after))
        differences = {
            name: paired_difference(
                [first[query][name] for query in first], [second[query][name] for query in first]
            )
            for name in METRICS[self.kind]
            if name in next(iter(first.values()))
        }
        return {
            row: {"queries": len(first)}
            | {name: getattr(differences[name], part) for name in differences}
            for row, part in (("difference", "mean"), ("from", "low"), ("to", "high"))
        }


@click.command(name="rerank")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    help="Folder of a reranker; without one, only BM25 is judged.",
)
@click.option("--queries", type=click.Choice(get_args(Kind)), default="manuscripts")
@click.option("--form", multiple=True, help="Form of the query, several times if need be.")
@click.option("--depth", type=click.IntRange(1, DEPTH), default=100, help="Hits to rerank.")
@click.option("--limit", type=click.IntRange(0), default=0, help="Queries drawn; 0: all.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def command(  # noqa: PLR0913 - one argument an option
    *,
    corpus: Path,
    model: Path | None,
    queries: str,
    form: tuple[str, ...],
    depth: int,
    limit: int,
    as_json: bool,
) -> None:
    """Judge BM25, and a reranker after it, on the dev papers of CORPUS.

    Manuscripts ask for all they cite, sentences for what they cite. The forms of a query are
    "key terms", "title" and "title abstract" for manuscripts, "sentence", "title sentence",
    "neighbours" and "context" for sentences; all of them if none is named.
    """
    unknown = [unknown_form for unknown_form in form if unknown_form not in FORMS[queries]]
    if unknown:
        raise UsageError(
            f"The form “{unknown[0]}” is not for {queries}.",
            remedy=f"Use one of: {', '.join(FORMS[queries])}.",
        )
    reranker = Reranker(model) if model else None
    stages = TwoStages(Corpus.open(corpus), queries, limit=limit)
    table = stages.table(
        form or FORMS[queries],
        reranker.score if reranker else None,
        depth=depth,
        first=reranker.manifest.first_stage if reranker else 0.0,
    )
    print(json.dumps(table) if as_json else _in_columns(table))


def _in_columns(table: dict[str, dict[str, float]]) -> str:
    width = max(map(len, table))
    columns = list(next(iter(table.values())))
    lines = ["".join([" " * width, *(f"{name:>13}" for name in columns)])]
    for name, row in table.items():
        cells = [_cell(key, row.get(key)) for key in columns]
        lines.append("".join([f"{name:{width}}", *cells]))
    return "\n".join(lines)


def _cell(key: str, value: float | None) -> str:
    if value is None:
        return f"{'–':>13}"
    return f"{value:>13.0f}" if key == "queries" else f"{value:>13.4f}"

"""What each recipe's own paper measures, for its model and for the untrained one.

SPECTER and SciNCL: SciDocs' "cite" and "co-cite", 5 related papers among 25 others of the pool, by
MAP. MP-BERT4CR: sampled contexts of held-out manuscripts, as its run measured them. SemCSE: the
average rank of an abstract among others when its title asks, and of one half when the other asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.jobs import SilentJob
from core.models.encoder import Encoder
from core.models.shelf import Model, base_model
from tools.lab.judging.models import encoded_papers
from tools.lab.judging.semantic_tasks import halves
from training.corpus.corpus import Corpus
from training.judging.evaluation import SampledContexts, ranks
from training.judging.related import RankingTask, cite_task, co_cite_task
from training.judging.significance import paired_difference
from training.models.mp_architectures import AsTexts
from training.recipes.mp_bert4cr import RECIPE
from training.sampling.draws import generator
from training.sampling.semcse_texts import draw_papers, split_papers

Measured = dict[str, NDArray[np.float64]]
"""A score of each query by task; a single one where the queries' are not known."""
_SEMANTIC = 300


class OwnTasks:
    """The tasks over a pool whose vectors are kept in a folder."""

    def __init__(self, corpus: Corpus, pool: NDArray[np.int64], vectors: Path) -> None:
        self._corpus, self._pool, self._vectors = corpus, pool, vectors
        self._untrained: dict[str, Measured] = {}

    def print(
        self, name: str, recipe: str, model: Model, *, opened: Callable[[Model], Encoder]
    ) -> None:
        """Print a line a task: the untrained model, the trained one, and the paired interval."""
        measures: dict[str, Callable[[Encoder], Measured]] = {
            "specter": self._scidocs,
            "scincl": self._scidocs,
            "semcse": self._semantic,
            "mp-bert4cr": self._sampled,
        }
        if recipe not in measures:
            return
        measure = measures[recipe]
        if measure.__name__ not in self._untrained:
            self._untrained[measure.__name__] = measure(opened(base_model()))
        before = self._untrained[measure.__name__]
        if recipe == "mp-bert4cr":
            after = {task: np.array([model.manifest.scores[task]]) for task in before}
        else:
            after = measure(opened(model))
        for task, old in before.items():
            print(f"| {name} | {task} | {_row(old, after[task])} |", flush=True)

    def _scidocs(self, encoder: Encoder) -> Measured:
        papers = [self._corpus.text(int(paper)) for paper in self._pool]
        rows = encoded_papers(encoder, papers, SilentJob(), keep_in=self._vectors)
        known = dict(zip(map(int, self._pool), rows, strict=True))
        asking = [query.query for query in self._tasks[0].queries]
        asked = encoder.encode_papers([self._corpus.text(paper) for paper in asking])
        known |= dict(zip(asking, asked, strict=True))
        return {f"{t.name}, MAP": np.array(t.scores(known).precisions) for t in self._tasks}

    @cached_property
    def _tasks(self) -> list[RankingTask]:
        cites = self._corpus.cites("dev").tocoo()
        kept = np.isin(cites.col, self._pool)
        inside = type(cites)(
            (cites.data[kept], (cites.row[kept], cites.col[kept])), shape=cites.shape
        ).tocsr()
        return [
            make(self._corpus, pool=self._pool, cites=inside) for make in (cite_task, co_cite_task)
        ]

    def _semantic(self, encoder: Encoder) -> Measured:
        benchmark = split_papers(self._corpus).benchmark
        papers = draw_papers(benchmark, _SEMANTIC, generator(0, 0, 0, "semantic tasks"))
        titles, abstracts = zip(*(self._corpus.text(int(paper)) for paper in papers), strict=True)
        first, second = zip(*map(halves, abstracts), strict=True)
        asked = {"title–abstract, rank": (titles, abstracts), "segments, rank": (first, second)}
        return {
            task: ranks(*(encoder.encode_queries(texts) for texts in sides))
            for task, sides in asked.items()
        }

    def _sampled(self, encoder: Encoder) -> Measured:
        """Return what a run of the small preset measures by itself."""
        settings = RECIPE.settings.model_validate(RECIPE.presets["small"])
        contexts = SampledContexts.of(
            self._corpus,
            settings.sizes,
            queries=settings.held_out_contexts,
            pool=settings.held_out_pool,
        )
        scores = contexts.scores(AsTexts(encoder))
        return {task: np.array([score]) for task, score in scores.items()}


def _row(before: NDArray[np.float64], after: NDArray[np.float64]) -> str:
    means = f"{len(before)} | {before.mean():.3f} | {after.mean():.3f}"
    if len(before) < 2:
        return f"{means} | "
    found = paired_difference(before, after)
    return f"{means} | {found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"

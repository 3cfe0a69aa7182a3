"""SciNCL's negative results as settings: other ways to draw from the citation graph.

Ostendorff et al. (2022), appendix F: a wider interval of ranks than there are draws (F.2), easy
negatives from a cluster at a distance (F.3), and a limit of similarity instead of a rank (F.4) for
hard negatives (F.5) or positives (F.6). The product has the bands of ranks alone, which were best.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field

from core.base.messages import Message
from training.base.recipe import Preparation, Recipe, Stage
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.recipes.scincl import RECIPE, ScinclSettings, band_triplets
from training.recipes.triplet_task import TripletTask
from training.sampling.draws import generator
from training.sampling.neighbours import BandTriplets
from training.sampling.triplets import Triplets, draw_outside

_SCORES = 64_000_000
"""Cosines held at once: 256 MB."""


class VariedSettings(ScinclSettings):
    """SciNCL's settings, and those of its appendix; 0 leaves the bands as they are."""

    wide: int = Field(0, ge=0)
    """Ranks of an interval, from which positives and hard negatives are drawn (F.2)."""
    clusters: int = Field(0, ge=0)
    """Clusters of the graph's vectors, from one of which easy negatives are drawn (F.3)."""
    cluster_distance: float = Field(0.5, ge=0, le=1)
    """How far that cluster is, as a share of all in the order of distance; 0 is the own one."""
    positive_similarity: float = Field(0.0, ge=0, lt=1)
    """Positives are the last papers whose cosine is above this (F.6)."""
    hard_similarity: float = Field(0.0, ge=0, lt=1)
    """Hard negatives are the last papers whose cosine is above this (F.5)."""


class VariedTriplets(Triplets):
    """Triplets from candidates of each query, which need not be bands of ranks."""

    def __init__(
        self, bands: BandTriplets, settings: VariedSettings, rows: NDArray[np.float32]
    ) -> None:
        """Choose the candidates; ``rows`` are the graph's vectors of all papers."""
        easy = settings.c_easy
        super().__init__(
            "varied triplets", settings.c_hard + easy, seed=settings.seed, redraw=settings.redraw
        )
        self._settings, self._bands = settings, bands
        self._positives: NDArray[np.integer] = bands.positives
        self._hard: NDArray[np.integer] = bands.hard
        unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        if settings.positive_similarity:
            self._positives = last_above(
                unit, bands, settings.positive_similarity, settings.c_positive
            )
            has_any = (self._positives >= 0).any(axis=1)
            self.without_positives = int((~has_any).sum())
        else:
            has_any = np.ones(len(bands.queries), bool)
            self.without_positives = 0
        if settings.hard_similarity:
            self._hard = last_above(unit, bands, settings.hard_similarity, settings.c_hard)
        self._far = _clusters_apart(unit, bands, settings) if settings.clusters else None
        self._kept = np.flatnonzero(has_any)
        self.queries = bands.queries[self._kept]

    def _draw_candidates(
        self, random: np.random.Generator, row: int
    ) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        place, settings = int(self._kept[row]), self._settings
        positives = random.permutation(_known(self._positives[place]))
        hard = random.permutation(_known(self._hard[place]))[: settings.c_hard]
        missing = self.per_query - len(hard)
        pool = self._bands.pool if self._far is None else self._far[place]
        near = self._bands.near[place] if self._far is None else self._positives[place]
        excluded = np.unique(np.append(near, [*hard, self.queries[row]])).astype(np.int64)
        easy = draw_outside(random, pool, excluded, missing)
        return positives[: settings.c_positive], random.permutation(np.concatenate([hard, easy]))


def last_above(
    unit: NDArray[np.float32], bands: BandTriplets, least: float, count: int
) -> NDArray[np.int64]:
    """Return the ``count`` papers of least cosine above a limit, -1 where fewer are: (queries, c).

    Of all papers that may be drawn, the query itself never.
    """
    pool = bands.pool
    found = np.full((len(bands.queries), count), -1, np.int64)
    columns = torch.from_numpy(unit[pool]).T
    block = max(1, _SCORES // max(1, len(pool)))
    for start in range(0, len(found), block):
        queries = bands.queries[start : start + block]
        scores = torch.from_numpy(unit[queries]) @ columns
        scores[(scores <= least) | torch.from_numpy(pool[None] == queries[:, None])] = torch.inf
        lowest = scores.topk(min(count, len(pool)), dim=1, largest=False)
        papers = np.where(np.isfinite(lowest.values.numpy()), pool[lowest.indices.numpy()], -1)
        found[start : start + block, : papers.shape[1]] = papers
    return found


def _clusters_apart(
    unit: NDArray[np.float32], bands: BandTriplets, settings: VariedSettings
) -> list[NDArray[np.int64]]:
    """Return for each query the papers of the cluster at the distance asked for."""
    from sklearn.cluster import KMeans

    seed = int(generator(settings.seed, 0, 0, "clusters").integers(2**31))
    means = KMeans(min(settings.clusters, len(bands.pool)), n_init=1, random_state=seed)
    cluster_of = means.fit_predict(unit[bands.pool])
    members = [bands.pool[cluster_of == cluster] for cluster in range(means.n_clusters)]
    centres = means.cluster_centers_
    order = np.argsort(np.linalg.norm(centres[:, None] - centres[None], axis=2), axis=1)
    rank = round(settings.cluster_distance * (len(centres) - 1))
    own = means.predict(unit[bands.queries])
    return [members[order[cluster, rank]] for cluster in own]


def _known(papers: NDArray[np.integer]) -> NDArray[np.integer]:
    return papers[papers >= 0]


def make(corpus: Corpus, settings: VariedSettings, preparation: Preparation) -> Task[Any]:
    """Return SciNCL's task with triplets that are drawn as the settings say."""
    intervals = {"c_positive": settings.wide, "c_hard": settings.wide} if settings.wide else {}
    bands = band_triplets(corpus, settings.model_copy(update=intervals), preparation)
    rows = np.load(preparation.folder / "graph.npy", mmap_mode="r", allow_pickle=False)
    triplets = VariedTriplets(bands, settings, rows)
    if triplets.without_positives:
        preparation.warn(
            Message(
                "{count} of {queries} papers have no neighbour above that similarity.",
                count=triplets.without_positives,
                queries=len(bands.queries),
            )
        )
    return TripletTask(corpus, settings, triplets, recipe="scincl")


VARIED = Recipe(
    name=RECIPE.name,
    summary=RECIPE.summary,
    source=RECIPE.source,
    settings=VariedSettings,
    stages=lambda _: (Stage("neighbours", make),),
    presets=RECIPE.presets,
    needs=RECIPE.needs,
)
"""The recipe with the appendix' settings."""

"""SciNCL's task: triplets of a paper, a near neighbour in the graph, and a farther one."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.messages import Message
from training.base.cached import cached
from training.base.recipe import Preparation
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.graph.embedding import graph_vectors
from training.recipes.scincl_settings import ScinclSettings
from training.recipes.triplet_task import TripletTask
from training.sampling.neighbours import BandDraws, Bands, BandTriplets, hard_rank, nearest

logger = logging.getLogger(__name__)

_MANY = 0.05
"""Share of hard negatives that the query cites from which on a person should know."""


def triplets_of(corpus: Corpus, settings: ScinclSettings, preparation: Preparation) -> BandTriplets:
    """Return the triplets of the corpus' training papers.

    The graph's vectors and the neighbours are kept in the stage's folder.

    Raises:
        UsageError: there are no citations, or too few papers among them.
    """
    edges = corpus.edges()
    index = np.flatnonzero(corpus.trainable & _in(edges, len(corpus)))
    queries = np.flatnonzero(np.isin(index, edges[:, 0]))
    if not len(queries):
        raise UsageError(
            "No training paper with an abstract cites any other.",
            remedy="Add citations or abstracts, or train the recipe semcse, which needs none.",
        )
    bands = _bands(settings, len(index), preparation)

    def vectors() -> NDArray[np.float32]:
        preparation.job.report(0, 0, "Graph embedding")
        graph = settings.graph_settings()
        return graph_vectors(edges, len(corpus), graph, job=preparation.job)

    def neighbours() -> NDArray[np.int32]:
        rows = cached(preparation.folder / "graph.npy", vectors)[index]
        return nearest(rows, queries, bands.k_hard, device=preparation.device, job=preparation.job)

    ranked = cached(preparation.folder / "neighbours.npy", neighbours)
    return BandTriplets(
        index[queries],
        index[ranked].astype(np.int32),
        bands,
        np.flatnonzero(corpus.trainable),
        BandDraws(
            easy=settings.c_easy,
            filtered=settings.filtered,
            redraw=settings.redraw,
            seed=settings.seed,
        ),
    )


def _in(edges: NDArray[np.int32], papers: int) -> NDArray[np.bool_]:
    linked = np.zeros(papers, bool)
    linked[edges.ravel()] = True
    return linked


def _bands(settings: ScinclSettings, papers: int, preparation: Preparation) -> Bands:
    least = settings.k_positive + settings.c_hard
    asked = Bands(
        k_positive=settings.k_positive,
        c_positive=settings.c_positive,
        k_hard=settings.k_hard or hard_rank(settings.k_share, papers, least=least),
        c_hard=settings.c_hard,
    )
    bands = asked.fitted(papers)
    if bands != asked or (not settings.k_hard and bands.k_hard == least):
        preparation.warn(
            Message(
                "Only {papers} papers are linked by citations: hard negatives are the"
                " neighbours of rank {first} to {last}, positives those up to rank"
                " {k_positive}, so some may not be what they should.",
                papers=papers,
                first=bands.k_hard - bands.c_hard + 1,
                last=bands.k_hard,
                k_positive=bands.k_positive,
            )
        )
    return bands


def make(corpus: Corpus, settings: ScinclSettings, preparation: Preparation) -> Task[Any]:
    """Return the task; a person is warned if many hard negatives are cited after all."""
    triplets = triplets_of(corpus, settings, preparation)
    found = triplets.collisions(corpus.cites())
    logger.info(
        "Of the positives %.1f %% are cited by the query, of the hard negatives %.1f %%",
        100 * found.positives,
        100 * found.hard,
    )
    if found.hard > _MANY:
        preparation.warn(
            Message(
                "{hard:.0%} of the hard negatives are cited by their query: raise k_share.",
                hard=found.hard,
            )
        )
    return TripletTask(corpus, settings, triplets, recipe="scincl")

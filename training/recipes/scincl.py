"""SciNCL (000): papers are to be near their neighbours in the citation graph.

The graph is embedded first; positives and hard negatives are bands of a paper's neighbours there.
The paper embeds with BigGraph; ProNE tells held-out citations better on the graph of a library,
which has thousands of times fewer edges, and is the default.
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from core.errors import UsageError
from training.corpus import Corpus
from training.graph.bigraph import BigGraphSettings
from training.graph.embedding import GraphSettings, Method, graph_vectors
from training.kept import kept
from training.recipe import SMALL, Preparation, Recipe, Stage
from training.recipes.triplet_task import TripletSettings, TripletTask
from training.sampling.neighbours import BandDraws, Bands, BandTriplets, hard_rank, nearest
from training.tasks import Task

logger = logging.getLogger(__name__)

_MANY = 0.05
"""Share of hard negatives that the query cites from which on a person should know."""


class ScinclSettings(TripletSettings):
    """What SciNCL can be told."""

    epochs: int = Field(2, ge=1, description="How often the examples are gone through.")
    k_positive: int = Field(25, ge=1, description="Farthest rank of a positive.")
    c_positive: int = Field(5, ge=1, description="Positives of a paper: the ranks up to there.")
    k_hard: int = Field(0, ge=0, description="Farthest rank of a hard negative; 0: by k_share.")
    k_share: float = Field(
        0.0128, gt=0, lt=1, description="That rank as a share of the papers in the graph."
    )
    c_hard: int = Field(2, ge=1, description="Hard negatives of a paper: the ranks up to there.")
    c_easy: int = Field(3, ge=0, description="Easy negatives of a paper in an epoch.")
    filtered: bool = Field(
        True, description="Easy negatives lie beyond the hard ones; else any paper (ablation)."
    )
    graph: Method = Field("prone", description="Graph embedding: prone, svd or bigraph.")
    dimension: int = Field(128, ge=1, description="Dimension of the graph embedding.")
    undirected: bool = Field(
        False, description="BigGraph learns a citation both ways (ablation); prone, svd always do."
    )
    graph_epochs: int = Field(20, ge=1, description="BigGraph: passes over the citations.")
    graph_batch: int = Field(1_000, ge=1, description="BigGraph: citations of a step.")
    graph_negatives: int = Field(
        0, ge=0, description="BigGraph: uniform negatives beside 50 of the batch."
    )
    graph_margin: float = Field(0.15, gt=0, description="BigGraph: margin of its ranking loss.")
    graph_learning_rate: float = Field(0.1, gt=0, description="BigGraph: rate of its Adagrad.")
    graph_init_scale: float = Field(1e-3, gt=0, description="BigGraph: size of first vectors.")
    graph_max_norm: float = Field(1.0, gt=0, description="BigGraph: greatest length of a vector.")

    def graph_settings(self) -> GraphSettings:
        """Return what the graph embedding is told."""
        return GraphSettings(
            method=self.graph,
            dimension=self.dimension,
            undirected=self.undirected,
            seed=self.seed,
            bigraph=BigGraphSettings(
                epochs=self.graph_epochs,
                batch=self.graph_batch,
                num_uniform_negs=self.graph_negatives,
                margin=self.graph_margin,
                lr=self.graph_learning_rate,
                init_scale=self.graph_init_scale,
                max_norm=self.graph_max_norm,
            ),
        )


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
        rows = kept(preparation.folder / "graph.npy", vectors)[index]
        return nearest(rows, queries, bands.k_hard, device=preparation.device, job=preparation.job)

    places = kept(preparation.folder / "neighbours.npy", neighbours)
    return BandTriplets(
        index[queries],
        index[places].astype(np.int32),
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
            f"Only {papers} papers are linked by citations: hard negatives are"
            f" the neighbours of rank {bands.k_hard - bands.c_hard + 1} to {bands.k_hard},"
            f" positives those up to rank {bands.k_positive}, so some may not be what they should."
        )
    return bands


def _task(corpus: Corpus, settings: ScinclSettings, preparation: Preparation) -> Task[Any]:
    triplets = triplets_of(corpus, settings, preparation)
    found = triplets.collisions(corpus.cites())
    logger.info(
        "Of the positives %.1f %% are cited by the query, of the hard negatives %.1f %%",
        100 * found.positives,
        100 * found.hard,
    )
    if found.hard > _MANY:
        preparation.warn(
            f"{found.hard:.0%} of the hard negatives are cited by their query: raise k_share."
        )
    return TripletTask(corpus, settings, triplets, recipe="scincl")


def _stages(settings: ScinclSettings) -> tuple[Stage[ScinclSettings], ...]:  # noqa: ARG001
    return (Stage("neighbours", _task),)


RECIPE = Recipe(
    name="scincl",
    summary="Learns from the citation graph: a paper is to be near its neighbours there.",
    source="Ostendorff et al. 2022, Neighborhood Contrastive Learning for Scientific Document "
    "Representations with Citation Embeddings",
    settings=ScinclSettings,
    stages=_stages,
    presets={
        "small": {**SMALL, "steps": 80, "learning_rate": 1e-5},
        "paper": {
            "epochs": 2,
            "batch": 32,
            "learning_rate": 2e-5,
            "schedule": "linear",
            "warmup": 0.0,
            "weight_decay": 0.0,
            "max_tokens": 512,
            "pooling": "cls",
            "k_hard": 4_000,
            "graph": "bigraph",
            "dimension": 768,
            "graph_batch": 10_000,
            "redraw": False,
        },
    },
)

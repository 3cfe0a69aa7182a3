"""SciNCL (000): papers are to be near their neighbours in the citation graph.

The graph is embedded first; positives and hard negatives are bands of a paper's neighbours there.
The paper embeds with BigGraph; ProNE predicts held-out citations better on the graph of a library,
which has thousands of times fewer edges, and is the default.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from pydantic import Field

from core.base.errors import UsageError
from core.base.messages import Message
from training.base import fields
from training.base.recipe import SMALL, Preparation, Purpose, Recipe, Stage, TripletSettings
from training.graph.settings import BigGraphSettings, GraphSettings, Method

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from training.base.tasks import Task
    from training.corpus.corpus import Corpus
    from training.sampling.neighbours import Bands, BandTriplets

logger = logging.getLogger(__name__)

_MANY = 0.05
"""Share of hard negatives that the query cites from which on a person should know."""


class ScinclSettings(TripletSettings):
    """Settings of SciNCL."""

    epochs: int = fields.epochs(2)
    k_positive: int = Field(
        25,
        ge=1,
        title="Last rank of positives",
        description="Positives are nearest neighbours in the citation graph up to this rank, 5–50."
        " Lower it for a small library.",
    )
    c_positive: int = Field(
        5,
        ge=1,
        title="Positives per paper",
        description="Positives of each paper per epoch, 1–10, taken from the last ranks before"
        " that limit. Raise it when there are few papers.",
    )
    k_hard: int = Field(
        0,
        ge=0,
        title="Last rank of hard negatives",
        description="Hard negatives are nearest neighbours up to this rank, which must be well"
        " above that of the positives. 0: computed from the share below. Raise it when hard"
        " negatives are often cited.",
    )
    k_share: float = Field(
        0.0128,
        gt=0,
        lt=1,
        title="Last rank of hard negatives, as a share",
        description="The same rank as a share of the papers in the graph, 0–1. Used only where the"
        " rank itself is 0. Raise it when hard negatives are often cited.",
    )
    c_hard: int = Field(
        2,
        ge=1,
        title="Hard negatives per paper",
        description="Hard negatives of each paper per epoch, 1–5, taken from the last ranks before"
        " that limit. More make the task harder.",
    )
    c_easy: int = Field(
        3,
        ge=0,
        title="Easy negatives per paper",
        description="Random negatives of each paper per epoch, 0–5. More make the task easier.",
    )
    filtered: bool = Field(
        True,
        title="Easy negatives exclude neighbours",
        description="Draw easy negatives only from papers beyond the rank of the hard ones; off:"
        " from all papers. Turn it off only to compare.",
    )
    graph: Method = Field(
        "prone",
        title="Graph embedding",
        description="Method that turns the citation graph into vectors. prone suits libraries; svd"
        " is simpler and less accurate; bigraph is that of the publication, for millions of"
        " papers.",
    )
    dimension: int = Field(
        128,
        ge=1,
        title="Graph embedding dimension",
        description="Dimension of the graph's vectors, 16–768. Raise it for a large citation"
        " graph.",
    )
    undirected: bool = Field(
        False,
        title="BigGraph: undirected",
        description="Train BigGraph on each citation in both directions, as prone and svd always"
        " are. Turn it on only to compare.",
    )
    graph_epochs: int = Field(
        20,
        ge=1,
        title="BigGraph: epochs",
        description="Number of passes of BigGraph over the citations, 5–50. Raise it for a small"
        " graph.",
    )
    graph_batch: int = Field(
        1_000,
        ge=1,
        title="BigGraph: batch size",
        description="Citations per step of BigGraph, 1,000–100,000. Raise it for a large graph.",
    )
    graph_negatives: int = Field(
        0,
        ge=0,
        title="BigGraph: random negatives",
        description="Random negatives of each citation, 0–1,000, in addition to 50 from the batch."
        " Raise it for a large graph.",
    )
    graph_margin: float = Field(
        0.15,
        gt=0,
        title="BigGraph: margin",
        description="How much better a citation must score than a negative, 0.05–0.5. Raise it"
        " when the loss reaches zero early.",
    )
    graph_learning_rate: float = Field(
        0.1,
        gt=0,
        title="BigGraph: learning rate",
        description="Learning rate of Adagrad, 0.01–0.5. Lower it when the loss jumps.",
    )
    graph_init_scale: float = Field(
        1e-3,
        gt=0,
        title="BigGraph: initial scale",
        description="Scale of the random initial vectors, 1e-4 to 0.1. Rarely changed.",
    )
    graph_max_norm: float = Field(
        1.0,
        gt=0,
        title="BigGraph: maximum norm",
        description="Largest norm of a vector; longer ones are shortened to it. 1 as published;"
        " rarely changed.",
    )

    def graph_settings(self) -> GraphSettings:
        """Return the settings of the graph embedding."""
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


def band_triplets(
    corpus: Corpus, settings: ScinclSettings, preparation: Preparation
) -> BandTriplets:
    """Return the triplets of the corpus' training papers.

    The graph's vectors and the neighbours are kept in the stage's folder.

    Raises:
        UsageError: there are no citations, or too few papers among them.
    """
    import numpy as np

    from training.base.cached import cached
    from training.graph.embedding import graph_vectors
    from training.sampling.neighbours import BandDraws, BandTriplets, nearest

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
    import numpy as np

    linked = np.zeros(papers, bool)
    linked[edges.ravel()] = True
    return linked


def _bands(settings: ScinclSettings, papers: int, preparation: Preparation) -> Bands:
    from training.sampling.neighbours import Bands, hard_rank

    least = settings.k_positive + settings.c_hard
    wished = Bands(
        k_positive=settings.k_positive,
        c_positive=settings.c_positive,
        k_hard=settings.k_hard or hard_rank(settings.k_share, papers, least=least),
        c_hard=settings.c_hard,
    )
    bands = wished.fitted(papers)
    if bands != wished or (not settings.k_hard and bands.k_hard == least):
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
    from training.recipes.triplet_task import TripletTask

    triplets = band_triplets(corpus, settings, preparation)
    collisions = triplets.collisions(corpus.cites())
    logger.info(
        "Of the positives %.1f %% are cited by the query, of the hard negatives %.1f %%",
        100 * collisions.positives,
        100 * collisions.hard,
    )
    if collisions.hard > _MANY:
        preparation.warn(
            Message(
                "{hard:.0%} of the hard negatives are cited by their query: raise k_share.",
                hard=collisions.hard,
            )
        )
    return TripletTask(corpus, settings, triplets, recipe="scincl")


def _stages(settings: ScinclSettings) -> tuple[Stage[ScinclSettings], ...]:  # noqa: ARG001
    return (Stage("neighbours", make),)


RECIPE = Recipe(
    name="scincl",
    summary="Learns from the citation graph: papers that are close in it become similar.",
    source="Ostendorff et al. 2022, Neighborhood Contrastive Learning for Scientific Document "
    "Representations with Citation Embeddings",
    settings=ScinclSettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="small",
            title="Similar papers, by the network of citations",
            choose=(
                "Choose this if you have many citations and a GPU, and look for similar papers "
                "rather than papers to cite."
            ),
            gain="Expect no gain from a short training: it found 50 instead of 55 of 100 cited"
            " papers. A long one, as published, was not measured.",
            minutes=18,
        ),
    ),
    needs=(("abstracts",), ("citations",)),
    presets={
        "small": {**SMALL, "steps": 80, "learning_rate": 1e-5},
        "paper": {
            "base": "scibert",
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

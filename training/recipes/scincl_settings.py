"""The settings of SciNCL."""

from __future__ import annotations

from pydantic import Field

from training import fields
from training.graph.settings import BigGraphSettings, GraphSettings, Method
from training.recipes.triplet_settings import TripletSettings


class ScinclSettings(TripletSettings):
    """What SciNCL can be told."""

    epochs: int = fields.epochs(2)
    k_positive: int = Field(
        25,
        ge=1,
        title="Last rank of positives",
        description="Positives are neighbours in the citation graph up to this rank, 5–50. Lower"
        " it in small libraries.",
    )
    c_positive: int = Field(
        5,
        ge=1,
        title="Positives per paper",
        description="Positives of a paper in an epoch, 1–10: the ranks that end with the last one.",
    )
    k_hard: int = Field(
        0,
        ge=0,
        title="Last rank of hard negatives",
        description="Hard negatives are neighbours up to this rank; 0: given by the share below."
        " It must be well beyond that of the positives.",
    )
    k_share: float = Field(
        0.0128,
        gt=0,
        lt=1,
        title="That rank as a share",
        description="Last rank of hard negatives as a share of the papers in the graph, 0–1. It"
        " counts where the rank itself is 0.",
    )
    c_hard: int = Field(
        2,
        ge=1,
        title="Hard negatives per paper",
        description="Hard negatives of a paper in an epoch, 1–5: the ranks that end with the last"
        " one.",
    )
    c_easy: int = Field(
        3,
        ge=0,
        title="Easy negatives per paper",
        description="Negatives of a paper in an epoch that are drawn at random, 0–5.",
    )
    filtered: bool = Field(
        True,
        title="Easy ones beyond hard ones",
        description="Draw easy negatives only from beyond the hard ones; off: from all papers."
        " Turn it off only to compare.",
    )
    graph: Method = Field(
        "prone",
        title="Graph embedding",
        description="How the citation graph is turned into vectors: prone or svd for a library,"
        " bigraph as published, for millions of papers.",
    )
    dimension: int = Field(
        128,
        ge=1,
        title="Dimension of the graph",
        description="Numbers in a vector of the graph embedding, 16–768. Raise it for a large"
        " citation graph.",
    )
    undirected: bool = Field(
        False,
        title="Citations count both ways",
        description="Let BigGraph learn each citation in both directions; prone and svd always"
        " do. Turn it on only to compare.",
    )
    graph_epochs: int = Field(
        20,
        ge=1,
        title="BigGraph: epochs",
        description="Passes of BigGraph over the citations, 5–50.",
    )
    graph_batch: int = Field(
        1_000,
        ge=1,
        title="BigGraph: batch size",
        description="Citations in one step of BigGraph, 1,000–100,000.",
    )
    graph_negatives: int = Field(
        0,
        ge=0,
        title="BigGraph: random negatives",
        description="Random negatives of BigGraph, beside 50 from the batch, 0–1,000.",
    )
    graph_margin: float = Field(
        0.15,
        gt=0,
        title="BigGraph: margin",
        description="Margin of BigGraph's ranking loss, 0.05–0.5.",
    )
    graph_learning_rate: float = Field(
        0.1,
        gt=0,
        title="BigGraph: learning rate",
        description="Learning rate of BigGraph's Adagrad, 0.01–0.5.",
    )
    graph_init_scale: float = Field(
        1e-3,
        gt=0,
        title="BigGraph: initial size",
        description="Size of BigGraph's random first vectors, 1e-4 to 0.1.",
    )
    graph_max_norm: float = Field(
        1.0,
        gt=0,
        title="BigGraph: longest vector",
        description="Largest length of a vector of BigGraph.",
    )

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

"""The settings of SciNCL."""

from __future__ import annotations

from pydantic import Field

from training.base import fields
from training.graph.settings import BigGraphSettings, GraphSettings, Method
from training.recipes.triplet_settings import TripletSettings


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
        title="Easy negatives are no neighbours",
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

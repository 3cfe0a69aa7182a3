"""SciNCL (000): papers are to be near their neighbours in the citation graph.

The graph is embedded first; positives and hard negatives are bands of a paper's neighbours there.
The paper embeds with BigGraph; ProNE tells held-out citations better on the graph of a library,
which has thousands of times fewer edges, and is the default.
"""

from __future__ import annotations

from pydantic import Field

from training.graph.settings import BigGraphSettings, GraphSettings, Method
from training.recipe import SMALL, Recipe, Stage
from training.recipes.triplet_settings import TripletSettings


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


def _stages(settings: ScinclSettings) -> tuple[Stage[ScinclSettings], ...]:  # noqa: ARG001
    from training.recipes.scincl_task import make

    return (Stage("neighbours", make),)


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

"""SciNCL (000): papers are to be near their neighbours in the citation graph.

The graph is embedded first; positives and hard negatives are bands of a paper's neighbours there.
The paper embeds with BigGraph; ProNE predicts held-out citations better on the graph of a library,
which has thousands of times fewer edges, and is the default.
"""

from __future__ import annotations

from training.base.recipe import SMALL, Recipe, Stage
from training.recipes.scincl_settings import ScinclSettings


def _stages(settings: ScinclSettings) -> tuple[Stage[ScinclSettings], ...]:  # noqa: ARG001
    from training.recipes.scincl_task import make

    return (Stage("neighbours", make),)


RECIPE = Recipe(
    name="scincl",
    summary="Learns from the citation graph: papers that are close in it become similar.",
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

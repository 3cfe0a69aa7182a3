"""BM25 and a cross-encoder after it (Nogueira et al., 2020), for manuscripts and for sentences.

The paper's loss is of single pairs. The listwise one sees a query's candidates together, as they
are compared in use, and so needs fewer queries. The paper's classifier begins with the order of
chance; ours is added to the likeness of the two texts and to what BM25 says (``rerank_start``).
"""

from __future__ import annotations

from training.base.recipe import Recipe, Stage
from training.recipes.reranker_settings import RerankerSettings


def _stages(settings: RerankerSettings) -> tuple[Stage[RerankerSettings], ...]:  # noqa: ARG001
    from training.recipes.reranker_task import make

    return (Stage("reranker", make),)


RECIPE = Recipe(
    name="reranker",
    summary="Reads a question and a paper together and reorders the first hits of BM25 (a"
    " cross-encoder).",
    source="Nogueira, Jiang, Cho and Lin (2020): Evaluating Pretrained Transformer Models for"
    " Citation Recommendation",
    settings=RerankerSettings,
    stages=_stages,
    vectors=False,
    presets={
        "small": {"limit": 1_000, "steps": 20},
        # The paper's best base model is SciBERT: a folder of it must be at hand, or be named.
        "paper": {
            "base": "scibert",
            "queries": "manuscripts",
            "objective": "pointwise",
            "start": "chance",
            "max_tokens": 512,
            "query_tokens": 256,
            "batch": 128,
            "learning_rate": 3e-6,
            "warmup": 10_000,
            "steps": 300_000,
            "epochs": 2,
        },
    },
)

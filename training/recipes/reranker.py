"""BM25 and a cross-encoder after it (Nogueira et al., 2020), for manuscripts and for sentences.

The paper's loss is of single pairs. The listwise one sees a query's candidates together, as they
are compared in use, and so needs fewer queries.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training.recipe import Recipe, Settings, Stage


class RerankerSettings(Settings):
    """What the reranker's recipe can be told."""

    max_tokens: int = Field(
        192, ge=0, description="Tokens of query and paper together; 0: as many as the base has."
    )
    query_tokens: int = Field(64, ge=8, description="Of these, the query's share.")
    batch: int = Field(8, ge=1, description="Examples of one step: lists, or pairs.")
    learning_rate: float = Field(5e-5, gt=0, description="Peak learning rate.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    weight_decay: float = Field(0.01, ge=0, description="Decay of weights, not of biases, norms.")
    queries: Literal["manuscripts", "sentences", "both"] = Field(
        "sentences", description="Who asks: whole manuscripts, citing sentences, or both."
    )
    sentence_form: Literal["sentence", "title sentence", "neighbours", "context"] = Field(
        "title sentence", description="How a sentence asks; more text needs more query_tokens."
    )
    limit: int = Field(0, ge=0, description="Training queries that are drawn; 0: all.")
    objective: Literal["pointwise", "listwise"] = Field(
        "listwise", description="Pairs one by one, as published, or a query's candidates together."
    )
    depth: int = Field(10, ge=2, description="Candidates of a query, the best of BM25.")
    missed: int = Field(
        0, ge=0, description="Cited papers that BM25 missed, added per query; ruinous in the paper."
    )
    random: int = Field(
        0, ge=0, description="Random papers added per query; ruinous in the paper too."
    )
    dev_queries: int = Field(100, ge=1, description="Held-out queries of an evaluation.")
    dev_depth: int = Field(20, ge=1, description="Hits of BM25 that are reranked in it.")


def _stages(settings: RerankerSettings) -> tuple[Stage[RerankerSettings], ...]:  # noqa: ARG001
    from training.recipes.reranker_task import make

    return (Stage("reranker", make),)


RECIPE = Recipe(
    name="reranker",
    summary="A cross-encoder that puts the first hits of BM25 in order.",
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

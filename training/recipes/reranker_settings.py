"""The settings of the reranker."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training import fields
from training.recipe import Settings


class RerankerSettings(Settings):
    """What the reranker's recipe can be told."""

    max_tokens: int = Field(
        192,
        ge=0,
        title="Text length",
        description="Tokens read of question and paper together; 0: as many as the base reads."
        " Lower it when memory is short.",
    )
    query_tokens: int = Field(
        64,
        ge=8,
        title="Question length",
        description="Tokens of these that the question may take, from 8. Raise it when questions"
        " are whole manuscripts.",
    )
    batch: int = Field(
        8,
        ge=1,
        title="Batch size",
        description="Lists, or pairs, in one step, 4–64. Larger is steadier and slower.",
    )
    learning_rate: float = fields.learning_rate(5e-5)
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    queries: Literal["manuscripts", "sentences", "both"] = Field(
        "sentences",
        title="Questions",
        description="What asks: whole manuscripts, citing sentences, or both. Choose what the"
        " model will be used for.",
    )
    sentence_form: Literal["sentence", "title sentence", "neighbours", "context"] = Field(
        "title sentence",
        title="Form of the question",
        description="What is read together with a citing sentence. More text needs a longer"
        " question.",
    )
    limit: int = Field(
        0,
        ge=0,
        title="Questions used",
        description="Questions to learn from, drawn at random; 0: all. Lower it to save time.",
    )
    objective: Literal["pointwise", "listwise"] = Field(
        "listwise",
        title="Loss",
        description="listwise compares the candidates of a question with each other; pointwise"
        " takes pairs one by one, as published.",
    )
    depth: int = Field(
        10,
        ge=2,
        title="Candidates",
        description="Candidates of each question, the best of BM25, 2–100. More is slower.",
    )
    missed: int = Field(
        0,
        ge=0,
        title="Missed papers added",
        description="Cited papers that BM25 missed, added to each question. 0 is best: in the"
        " publication they spoiled the model.",
    )
    random: int = Field(
        0,
        ge=0,
        title="Random papers added",
        description="Random papers added to each question. 0 is best: in the publication they"
        " spoiled the model.",
    )
    dev_queries: int = Field(
        100,
        ge=1,
        title="Questions of an evaluation",
        description="Held-out questions asked at each evaluation, 50–500. More is surer and"
        " slower.",
    )
    dev_depth: int = Field(
        20,
        ge=1,
        title="Candidates in an evaluation",
        description="Hits of BM25 that are put in order for each of them, 10–100. More is slower.",
    )

"""A reader of passages: which sentences of a cited paper say what a citing sentence says of it.

Nobody labels anything. A citing sentence and the paper that it cites give positives: the passages
that are nearest by several signals. The nearest passages of papers that are cited beside it are
hard negatives: about the same subject, but not what is meant.
"""

from __future__ import annotations

from pydantic import Field

from training.base import fields
from training.base.recipe import Purpose, Recipe, RecipeSettings, Stage, defer_import


class EvidenceSettings(RecipeSettings):
    """Settings of the reader of passages."""

    max_tokens: int = fields.pair_tokens(160)
    query_tokens: int = fields.question_tokens(64)
    batch: int = fields.questions_per_step(8)
    learning_rate: float = fields.learning_rate(5e-5)
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    limit: int = fields.questions(0)
    near: int = Field(
        2,
        ge=1,
        title="Passages that count",
        description="Nearest passages of the cited paper that are taken as right, 1–3.",
    )
    far: int = Field(
        5,
        ge=1,
        title="Other passages",
        description="Passages of papers cited beside it and far passages of the same paper, 2–20."
        " More are harder to tell apart and slower.",
    )
    dev_queries: int = fields.validation_questions(100)


def _stages(settings: EvidenceSettings) -> tuple[Stage[EvidenceSettings], ...]:  # noqa: ARG001
    return (Stage("evidence", defer_import("training.recipes.evidence_task:make")),)


RECIPE = Recipe(
    name="evidence",
    summary="Reads a citing sentence and a passage of the cited paper together and puts the"
    " passages in order (a cross-encoder).",
    source="Own work; the model is that of Nogueira, Jiang, Cho and Lin (2020)",
    settings=EvidenceSettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="small",
            title="A better order of the passages that are shown as evidence",
            choose="Choose this with the full texts of many papers that cite one another. It is"
            " used only for the evidence of citations.",
            gain="Expect no gain from a short training: the right passage came first for 34 instead"
            " of 42 of 92 citations. A long one was not measured.",
            minutes=15,
        ),
    ),
    needs=(("abstracts",), ("contexts",)),
    uses=("full texts",),
    vectors=False,
    presets={"small": {"limit": 1_000, "steps": 30}},
)

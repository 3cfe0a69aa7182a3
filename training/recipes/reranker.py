"""BM25 and a cross-encoder after it (Nogueira et al., 2020), for manuscripts and for sentences.

The paper's loss is of single pairs. The listwise one sees a query's candidates together, as they
are compared in use, and so needs fewer queries. The paper's classifier begins with the order of
chance; ours is added to the likeness of the two texts and to what BM25 says (``rerank_start``).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.base.errors import UsageError
from training.base import fields
from training.base.recipe import Purpose, Recipe, RecipeSettings, Stage, defer_import


class RerankerSettings(RecipeSettings):
    """Settings of the reranker."""

    max_tokens: int = fields.pair_tokens(192)
    query_tokens: int = fields.question_tokens(64)
    batch: int = fields.questions_per_step(8)
    learning_rate: float = fields.learning_rate(5e-5)
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    queries: Literal["manuscripts", "sentences", "both"] = Field(
        "sentences",
        title="Questions",
        description="What asks for papers: manuscripts, citing sentences, or both. Choose what the"
        " model will be used for.",
    )
    sentence_form: Literal["sentence", "title sentence", "neighbours", "context"] = Field(
        "title sentence",
        title="Text of a question",
        description="What a question is made of: the citing sentence alone, with the manuscript's"
        " title, with the sentences next to it, or with sentences from the whole context. Longer"
        " forms need a longer question.",
    )
    limit: int = fields.questions(0)
    objective: Literal["pointwise", "listwise"] = Field(
        "listwise",
        title="Loss",
        description="listwise compares the candidates of a question with one another and needs"
        " fewer questions; pointwise judges each pair by itself, as published, and its batches are"
        " of pairs.",
    )
    start: Literal["likeness", "chance"] = Field(
        "likeness",
        title="Begin with",
        description=(
            "likeness starts from the similarity of question and paper and the rank of BM25, and "
            "learns a correction; chance starts with a new classifier, as published, and needs "
            "many thousand questions. Choose chance if sentence-transformers should open the "
            "model. A reranker used as base keeps its own start."
        ),
    )
    depth: int = Field(
        10,
        ge=2,
        title="Candidates",
        description="Candidates of each question: the best hits of BM25, 2–100. Raise it when"
        " cited papers are rarely among them; more is slower.",
    )
    missed: int = Field(
        0,
        ge=0,
        title="Missed papers added",
        description="Cited papers that BM25 did not find, added to each question, 0–10. Keep it at"
        " 0: in the publication they made the model much worse.",
    )
    random: int = Field(
        0,
        ge=0,
        title="Random papers added",
        description="Random papers added to each question, 0–10. Keep it at 0: in the publication"
        " they made the model much worse.",
    )
    renew: int = fields.renew(0)
    mining_depth: int = Field(
        0,
        ge=0,
        title="Hits searched for hard negatives",
        description="Best hits of BM25 among which the candidates of a step are chosen: cited"
        " papers, and those that the model itself ranks highest, 0–200. 0: the first hits as they"
        " are. More are harder and take longer.",
    )
    distillation: float = fields.distillation(0.0)
    lists: str = Field(
        "",
        title="File of lists",
        description="File of questions with candidates and the scores that a teacher gives them,"
        " JSON lines, learned instead of the corpus' own. Empty: the hits of BM25 are learned.",
    )
    titles: float = fields.titles(0.0)
    dev_queries: int = fields.validation_questions(100)
    dev_depth: int = Field(
        20,
        ge=1,
        title="Validation candidates",
        description="Hits of BM25 that are reordered for each validation question, 10–100. Lower"
        " it to save time.",
    )


def _stages(settings: RerankerSettings) -> tuple[Stage[RerankerSettings], ...]:
    if settings.objective == "pointwise" and (
        settings.mining_depth or settings.distillation or settings.lists
    ):
        raise UsageError(
            "Hard negatives are chosen, and distilled, from lists of candidates.",
            remedy="Set objective=listwise, or mining_depth=0 and distillation=0, without lists.",
        )
    return (Stage("reranker", defer_import("training.recipes.reranker_task:make")),)


RECIPE = Recipe(
    name="reranker",
    summary="Reads a question and a paper together and reorders the first hits of BM25 (a"
    " cross-encoder).",
    source="Nogueira, Jiang, Cho and Lin (2020): Evaluating Pretrained Transformer Models for"
    " Citation Recommendation",
    settings=RerankerSettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="small",
            title="A better order of the first suggestions",
            choose="Choose this with thousands of citing sentences and a GPU. It is used beside"
            " the model of the library, and each question takes longer.",
            gain="Expect no gain from a short training: it found 24 instead of 28 of 100 cited"
            " papers. A long one, as published, was not measured.",
            minutes=15,
        ),
    ),
    needs=(("abstracts",), ("contexts", "citations")),
    vectors=False,
    presets={
        "small": {"limit": 1_000, "steps": 20},
        # The paper's best base.
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

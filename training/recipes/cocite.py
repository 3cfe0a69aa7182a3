"""The recommended combination, for a small encoder: contexts, citations and the citation graph.

Multi-positive InfoNCE over citing sentences and what they cite, with SPECTER's citation pairs and
SciNCL's bands mixed in, and hard negatives mined with the model as it is at the start of an
epoch. What each part brings is measured by ``tools/lab/benchmarks/training_arms.py``.

With ``sides=queries`` only an adapter for queries is trained, against the papers' vectors as the
base gives them; see ``training.recipes.cocite_task``:

    python -m training cocite --preset queries --corpus DIR --out RUN --set vectors=FOLDER
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.base.errors import UsageError
from training.base import fields
from training.base.fields import Schedule, Trainable
from training.base.recipe import SMALL, Purpose, Recipe, RecipeSettings, Stage, defer_import


class CociteSettings(RecipeSettings):
    """Settings of the recommended recipe."""

    sides: Literal["both", "queries"] = Field(
        "both",
        title="What is trained",
        description="both: one encoder for sentences and papers; the library has to be encoded"
        " again. queries: an adapter for sentences only; papers keep their vectors. Choose queries"
        " for a large library.",
    )
    epochs: int = fields.epochs(2)
    batch: int = fields.batch(256)
    learning_rate: float = fields.learning_rate(2e-4)
    schedule: Schedule = fields.schedule("linear")
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    trainable: Trainable = fields.trainable("lora")
    training_tokens: int = fields.training_tokens(192)
    temperature: float = Field(
        0.05,
        gt=0,
        title="Temperature",
        description="Temperature of the softmax over similarities, 0.01–0.2. Lower is sharper;"
        " raise it when sentences often cite papers that hardly match them.",
    )
    contexts: int = fields.contexts(0)
    added_only: bool = Field(
        False,
        title="Only new sentences",
        description="Learn from citing sentences and decisions that the base model has not learned"
        " from yet, and go through some known ones again. Turn it on to train a model of yours"
        " again.",
    )
    replay: float = Field(
        1.0,
        ge=0,
        title="Repeated known sentences",
        description=(
            "With “Only new sentences”: number of known sentences repeated for each new one, "
            "0–4. Raise it when the new model has forgotten what the old one knew."
        ),
    )
    positives: int = Field(
        2,
        ge=1,
        title="Cited papers per sentence",
        description="Cited papers used as positives of a sentence in one step, 1–5. Raise it when"
        " sentences cite many papers.",
    )
    negatives: int = Field(
        1,
        ge=0,
        title="Hard negatives per sentence",
        description="Papers per sentence that score high but are not cited, 0–8; 0: none. More"
        " make the task harder and slower.",
    )
    renew: int = fields.renew(0)
    distillation: float = fields.distillation(0.0)
    titles: float = fields.titles(0.0)
    bank: int = Field(
        8_192,
        ge=0,
        title="Random negatives",
        description="Random papers used as additional negatives where only queries are trained,"
        " 0–30,000. More make the task harder and cost little time.",
    )
    vectors: str = Field(
        "",
        title="Folder of vectors",
        description="Folder where the papers' vectors are kept for later runs, where only queries"
        " are trained. Empty: in the folder of the run. Set it to save time when you train several"
        " times.",
    )
    title_sentence: float = Field(
        0.4,
        ge=0,
        title="Share: title and sentence",
        description="Share of questions made of the manuscript's title and the sentence, 0–1."
        " Raise it if you mostly search like that.",
    )
    sentence: float = Field(
        0.3,
        ge=0,
        title="Share: sentence alone",
        description="Share of questions made of the sentence alone, 0–1. Raise it if you mostly"
        " search for single sentences.",
    )
    neighbours: float = Field(
        0.2,
        ge=0,
        title="Share: with neighbours",
        description="Share of questions made of the sentence and those next to it, 0–1. Raise it"
        " if sentences are hard to understand alone.",
    )
    title_neighbours: float = Field(
        0.0,
        ge=0,
        title="Share: title and neighbours",
        description="Share of questions made of the manuscript's title, the sentence and those"
        " next to it, 0–1. Raise it if your sentences are short.",
    )
    title_abstract: float = Field(
        0.0,
        ge=0,
        title="Share: title and abstract",
        description="Share of questions made of the manuscript's title and abstract, 0–1. Raise it"
        " if you mostly search for a whole manuscript.",
    )
    titles_only: bool = Field(
        False,
        title="Papers without an abstract",
        description="Learn also from citations of papers of which only the title is known. Choose"
        " it when many abstracts are missing.",
    )
    dropout: bool = Field(
        True,
        title="Dropout",
        description="Leave out parts of the model at random in each step, as its base was trained."
        " Without it a step on a CPU takes a quarter less time.",
    )
    sampled: float = Field(
        0.1,
        ge=0,
        title="Share: with earlier sentences",
        description="Share of questions made of the sentence and others drawn from before it, 0–1,"
        " as in MP-BERT4CR. Raise it if you mostly use a wide context.",
    )
    citations: float = Field(
        0.25,
        ge=0,
        title="Citation triplets",
        description="Triplets of citing and cited papers added per citing sentence, 0–1, as in"
        " SPECTER. Raise it when there are few full texts.",
    )
    bands: float = Field(
        0.0,
        ge=0,
        title="Graph neighbours",
        description="Triplets of neighbours in the citation graph added per citing sentence, 0–1,"
        " as in SciNCL. Above 0 the graph is embedded first. Raise it when there are few full"
        " texts.",
    )
    mining_pool: int = Field(
        30_000,
        ge=0,
        title="Papers searched for hard negatives",
        description="Papers, besides cited ones, among which hard negatives are searched. 0: all."
        " Lower it to save time.",
    )
    mining_depth: int = Field(
        20,
        ge=1,
        title="Hard negatives to draw from",
        description="Hard negatives found for each sentence, from which those of a step are drawn,"
        " 5–100. Raise it for more variety and easier negatives.",
    )
    mining_limit: float = Field(
        0.95,
        gt=0,
        title="Score limit of hard negatives",
        description="A hard negative must score below this share of a cited paper's score, 0.8–1."
        " Lower it when papers that are not cited are often relevant too.",
    )


def _stages(settings: CociteSettings) -> tuple[Stage[CociteSettings], ...]:
    if settings.sides == "queries" and settings.max_tokens:
        raise UsageError(
            "With sides=queries papers are read as the base reads them, so max_tokens must be 0.",
            remedy="Set training_tokens instead, or sides=both.",
        )
    return (Stage("contexts", defer_import("training.recipes.cocite_task:make")),)


RECIPE = Recipe(
    name="cocite",
    summary="Learns from citing sentences, from citations, and from papers that look relevant "
    "but are not cited.",
    source="Cocite's own combination: contexts (MP-BERT4CR), citations (SPECTER), neighbours in "
    "the citation graph (SciNCL), in-batch contrast (SemCSE), mined hard negatives (NV-Retriever)",
    settings=CociteSettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="queries",
            title="Better suggestions, and the library stays as it is",
            choose="Choose this first. It learns how sentences cite; papers keep their vectors,"
            " so nothing is encoded again.",
            gain=(
                "The page Models says how many more cited papers it finds, if libraries of this"
                " size were measured. It was never clearly worse."
            ),
            minutes=20,
        ),
        Purpose(
            preset="small",
            title="Better suggestions, with sentences and papers learned",
            choose="Choose this when the model is to learn the papers of your field too. The"
            " library is encoded again before it is used.",
            gain="With 1,500 citing sentences it finds 57 instead of 55 of 100 cited papers.",
            minutes=12,
        ),
    ),
    needs=(("contexts",),),
    uses=("abstracts", "citations", "co-citations"),
    presets={
        "small": {
            **SMALL,
            "epochs": 1,
            "contexts": 1_500,
            "batch": 64,
            "mining_pool": 500,
        },
        # Begun anew from MiniLM, libraries of 300 papers lost 13 points against cocite-small, see
        # docs/quality.md; with the adapter that it has, none lost.
        # 25,000 sentences that cite 10,000 papers are some 4 million tokens of papers, encoded
        # once (vectors=FOLDER keeps them for the next run), and 6 million of queries. A batch of
        # queries fits at once, which spares the first of GradCache's two passes.
        "queries": {
            **SMALL,
            "base": "cocite-small",
            "sides": "queries",
            "epochs": 1,
            "batch": 64,
            "micro_batch": 64,
            "training_tokens": 96,
            "negatives": 4,
            "bank": 8_192,
            "mining_pool": 8_000,
            "citations": 0.0,
        },
    },
)

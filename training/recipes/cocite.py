"""The recommended combination, for a small encoder: contexts, citations and the citation graph.

Multi-positive InfoNCE over citing sentences and what they cite, with SPECTER's citation pairs and
SciNCL's bands mixed in, and hard negatives mined with the model as it is at the start of an
epoch. What each part brings is measured by ``tools/lab/benchmarks/training_arms.py``.

With ``sides=queries`` only an adapter for queries is trained, against the papers' vectors as the
base gives them; see ``training.recipes.cocite_queries``:

    python -m training cocite --preset queries --corpus DIR --out RUN --set vectors=FOLDER
"""

from __future__ import annotations

from core.base.errors import UsageError
from training.base.recipe import SMALL, Recipe, Stage
from training.recipes.cocite_settings import CociteSettings


def _stages(settings: CociteSettings) -> tuple[Stage[CociteSettings], ...]:
    if settings.sides == "queries" and settings.max_tokens:
        raise UsageError(
            "With sides=queries papers are read as the base reads them, so max_tokens must be 0.",
            remedy="Set training_tokens instead, or sides=both.",
        )
    from training.recipes.cocite_stage import make

    return (Stage("contexts", make),)


RECIPE = Recipe(
    name="cocite",
    summary="Learns from citing sentences, from citations, and from papers that look relevant "
    "but are not cited.",
    source="Cocite's own combination: contexts (MP-BERT4CR), citations (SPECTER), neighbours in "
    "the citation graph (SciNCL), in-batch contrast (SemCSE), mined hard negatives (NV-Retriever)",
    settings=CociteSettings,
    stages=_stages,
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

"""SPECTER (003): papers are to be near those they cite.

The paper starts from SciBERT, which has to be at hand, and pools by its first token; here the
base's own pooling is kept unless set otherwise, for training and for use alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from core.base.errors import UsageError
from core.base.messages import Message
from training.base import fields
from training.base.fields import Schedule
from training.base.recipe import SMALL, Preparation, Purpose, Recipe, Stage, TripletSettings

if TYPE_CHECKING:
    from training.base.tasks import Task
    from training.corpus.corpus import Corpus
    from training.sampling.triplets import CitationTriplets

_MANY = 0.2
"""Share of queries without hard negatives from which on a person should know."""


class SpecterSettings(TripletSettings):
    """Settings of SPECTER."""

    epochs: int = fields.epochs(2)
    schedule: Schedule = fields.schedule("slanted")
    warmup: float = fields.warmup(0.1)
    per_query: int = Field(
        5,
        ge=1,
        title="Triplets per paper",
        description="Triplets drawn for each citing paper per epoch, 1–10. Raise it when there are"
        " few papers.",
    )
    hard_share: float = Field(
        0.3,
        ge=0,
        le=1,
        title="Share of hard negatives",
        description="Share of triplets, 0–1, with a hard negative: a paper that a cited paper"
        " cites but the paper itself does not. Lower it when such papers are often relevant.",
    )
    citing_related: bool = Field(
        True,
        title="No citing paper as negative",
        description="Never use a paper as a negative of one that it cites, as SciNCL recommends."
        " Turn it off only to reproduce SPECTER.",
    )


def citation_triplets(corpus: Corpus, settings: SpecterSettings) -> CitationTriplets:
    """Return the triplets of the corpus' training papers."""
    from training.sampling.triplets import CitationDraws, CitationTriplets, hard_count

    draws = CitationDraws(
        per_query=settings.per_query,
        hard=hard_count(settings.per_query, settings.hard_share),
        citing_related=settings.citing_related,
        redraw=settings.redraw,
        seed=settings.seed,
    )
    return CitationTriplets(corpus.cites(), corpus.trainable, draws)


def make(corpus: Corpus, settings: SpecterSettings, preparation: Preparation) -> Task[Any]:
    """Return the task; a person is warned if it has few hard negatives."""
    from training.recipes.triplet_task import TripletTask

    triplets = citation_triplets(corpus, settings)
    if not len(triplets):
        raise UsageError(
            "No training paper with an abstract cites another one with an abstract.",
            remedy="Add citations, or abstracts of the papers they lead to.",
        )
    queries, without = len(triplets.queries), triplets.without_hard()
    if without > _MANY * queries and settings.hard_share:
        preparation.warn(
            Message(
                "{without} of {queries} citing papers have no hard negatives, because the "
                "papers they cite cite none in this corpus; easy negatives are used instead.",
                without=without,
                queries=queries,
            )
        )
    return TripletTask(corpus, settings, triplets, recipe="specter")


def _stages(settings: SpecterSettings) -> tuple[Stage[SpecterSettings], ...]:  # noqa: ARG001
    return (Stage("citations", make),)


RECIPE = Recipe(
    name="specter",
    summary="Learns from citations: papers that cite one another become similar.",
    source="Cohan et al. 2020, SPECTER: Document-level Representation Learning using "
    "Citation-informed Transformers",
    settings=SpecterSettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="small",
            title="Similar papers, from citations",
            choose="Choose this to compare with a well-known method, with many citations and a"
            " GPU.",
            gain="Expect no gain from a short training: it found 49 instead of 55 of 100 cited"
            " papers. A long one, as published, was not measured.",
            minutes=16,
        ),
    ),
    needs=(("abstracts",), ("citations",)),
    presets={
        "small": {**SMALL, "steps": 80, "learning_rate": 1e-5},
        "paper": {
            "base": "scibert",
            "epochs": 2,
            "batch": 32,
            "learning_rate": 2e-5,
            "schedule": "slanted",
            "warmup": 0.1,
            "weight_decay": 0.0,
            "max_tokens": 512,
            "pooling": "cls",
            "citing_related": False,
            "redraw": False,
        },
    },
)

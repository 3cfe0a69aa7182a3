"""SPECTER (003): papers are to be near those they cite.

The paper starts from SciBERT and pools by its first token; here the base's own pooling is kept
unless told otherwise, for training and for use alike.
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from core.errors import UsageError
from training.corpus import Corpus
from training.recipe import SMALL, Preparation, Recipe, Schedule, Stage
from training.recipes.triplet_task import TripletSettings, TripletTask
from training.sampling.triplets import CitationDraws, CitationTriplets, hard_count
from training.tasks import Task

_MANY = 0.2
"""Share of queries without hard negatives from which on a person should know."""


class SpecterSettings(TripletSettings):
    """What SPECTER can be told."""

    epochs: int = Field(2, ge=1, description="How often the examples are gone through.")
    schedule: Schedule = Field("slanted", description="How the learning rate changes.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    per_query: int = Field(5, ge=1, description="Triplets of a citing paper in an epoch.")
    hard_share: float = Field(
        0.3, ge=0, le=1, description="Share of them, rounded up, with a hard negative."
    )
    citing_related: bool = Field(
        True, description="A paper that cites the query is no negative (SciNCL's finding)."
    )


def triplets_of(corpus: Corpus, settings: SpecterSettings) -> CitationTriplets:
    """Return the triplets of the corpus' training papers."""
    draws = CitationDraws(
        per_query=settings.per_query,
        hard=hard_count(settings.per_query, settings.hard_share),
        citing_related=settings.citing_related,
        redraw=settings.redraw,
        seed=settings.seed,
    )
    return CitationTriplets(corpus.cites(), corpus.trainable, draws)


def _task(corpus: Corpus, settings: SpecterSettings, preparation: Preparation) -> Task[Any]:
    triplets = triplets_of(corpus, settings)
    if not len(triplets):
        raise UsageError(
            "No training paper with an abstract cites another one with an abstract.",
            remedy="Add citations, or abstracts of the papers they lead to.",
        )
    queries, without = len(triplets.queries), triplets.without_hard()
    if without > _MANY * queries and settings.hard_share:
        preparation.warn(
            f"{without} of {queries} citing papers have no hard negatives, for what they cite"
            " cites nothing here; easy ones stand in."
        )
    return TripletTask(corpus, settings, triplets, recipe="specter")


def _stages(settings: SpecterSettings) -> tuple[Stage[SpecterSettings], ...]:  # noqa: ARG001
    return (Stage("citations", _task),)


RECIPE = Recipe(
    name="specter",
    summary="Learns from citations: a paper is to be near what it cites.",
    source="Cohan et al. 2020, SPECTER: Document-level Representation Learning using "
    "Citation-informed Transformers",
    settings=SpecterSettings,
    stages=_stages,
    presets={
        "small": {**SMALL, "steps": 80, "learning_rate": 1e-5},
        "paper": {
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

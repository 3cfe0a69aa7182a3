"""SPECTER's task: triplets of a paper, one that it cites, and one that it does not."""

from __future__ import annotations

from typing import Any

from core.base.errors import UsageError
from core.base.messages import Message
from training.base.recipe import Preparation
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.recipes.specter_settings import SpecterSettings
from training.recipes.triplet_task import TripletTask
from training.sampling.triplets import CitationDraws, CitationTriplets, hard_count

_MANY = 0.2
"""Share of queries without hard negatives from which on a person should know."""


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


def make(corpus: Corpus, settings: SpecterSettings, preparation: Preparation) -> Task[Any]:
    """Return the task; a person is warned if it has few hard negatives."""
    triplets = triplets_of(corpus, settings)
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

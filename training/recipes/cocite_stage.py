"""Which task the ``cocite`` recipe is carried out with, and the papers that are mixed in."""

from __future__ import annotations

from typing import Any

from training.base.recipe import Preparation
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.recipes.cocite_queries import QueryTask
from training.recipes.cocite_settings import CociteSettings
from training.recipes.cocite_task import CociteTask, Shared
from training.recipes.scincl_settings import ScinclSettings
from training.recipes.scincl_task import triplets_of
from training.sampling.triplets import CitationDraws, CitationTriplets


def make(corpus: Corpus, settings: CociteSettings, preparation: Preparation) -> Task[Any]:
    """Return the task of one encoder for both sides, or of an adapter for queries."""
    shared = _shared(corpus, settings, preparation)
    if settings.sides == "queries":
        return QueryTask(corpus, settings, preparation, shared)
    return CociteTask(corpus, settings, shared, preparation.job)


def _shared(
    corpus: Corpus, settings: CociteSettings, preparation: Preparation
) -> tuple[Shared, ...]:
    """Return the samplers of papers that are mixed in."""
    shared: list[Shared] = []
    if settings.citations:
        draws = CitationDraws(seed=settings.seed)
        triplets = CitationTriplets(corpus.cites(), corpus.trainable, draws)
        shared.append((triplets, settings.citations))
    if settings.bands:
        neighbours = ScinclSettings.model_validate({"seed": settings.seed})
        shared.append((triplets_of(corpus, neighbours, preparation), settings.bands))
    return tuple(shared)

"""What a corpus holds too little of to show whether a training helped, said before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.base.messages import Message
from training.base.corpus_checks import MATTERS, amounts
from training.base.recipe import Recipe, TripletSettings
from training.corpus.corpus import Corpus
from training.judging.related import LEAST_QUERIES, HeldOutCited

_SENTENCES = "dev contexts"


def shortfalls(corpus: Corpus, recipe: Recipe[Any]) -> Iterator[Message]:
    """Yield a sentence for each kind of held-out question that is too rare, with what is missing.

    A recipe of triplets is judged by papers that cite five others at least; where there are fewer
    than ten in either half of the dev papers, citing sentences choose its state.
    """
    if issubclass(recipe.settings, TripletSettings):
        cited = HeldOutCited.of(corpus)
        halves = [len(half.queries) for half in (cited.judging, cited.choosing)]
        missing = sum(max(LEAST_QUERIES - count, 0) for count in halves)
        if missing:
            yield Message(
                "Held-out papers that cite five or more papers with an abstract: {count:,}; to"
                " judge this training by what papers cite, at least {missing:,} more are needed."
                " Citing sentences judge it instead.",
                count=sum(halves),
                missing=missing,
            )
    count, enough = amounts(corpus)[_SENTENCES], MATTERS[_SENTENCES].enough
    if count < enough:
        yield Message(
            "Held-out sentences that cite a paper with an abstract: {count:,}; to tell a gain of a"
            " few points from chance, {missing:,} more are needed.",
            count=count,
            missing=enough - count,
        )

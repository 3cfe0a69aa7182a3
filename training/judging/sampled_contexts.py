"""The paper's own test: sampled contexts of held-out manuscripts, Recall and MAP at 10 (§5.3).

Contexts are drawn once. Numbers are means over contexts, so that what is measured for all of them
(P ≥ 1) is the mean of P = 1 and P ≥ 2, weighted by how many contexts each has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.judging.evaluation import PerQuery, cosines, judge
from training.models.protocols import ContextEncoder
from training.sampling.contexts import (
    Contents,
    ManuscriptContext,
    PaperContent,
    sample_manuscript,
)
from training.sampling.draws import generator
from training.sampling.questions import Half, Questions, drawn_pool, of_half
from training.sampling.settings import Sizes

METRICS = ("recall@10", "map@10")
SAMPLED_CHOOSING = "sampled_recall@10, choosing"
"""Recall on contexts of the half of the dev papers that chooses which state is kept."""


@dataclass(frozen=True)
class SampledContexts:
    """Citing sentences of held-out papers with sentences drawn from before them.

    The pool holds papers with an abstract. ``contexts`` and ``contents`` are in the order of the
    questions and of the pool.
    """

    questions: Questions
    contexts: tuple[ManuscriptContext, ...]
    contents: tuple[PaperContent, ...]

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        sizes: Sizes,
        *,
        queries: int = 300,
        pool: int = 2000,
        seed: int = 0,
        split: Split = "dev",
    ) -> SampledContexts:
        """Draw ``queries`` contexts and a pool that holds what they cite; a pool of 0 is all."""
        contexts = corpus.contexts(split)
        cited = [
            [p for p in usable_context.cited if corpus.has_abstract[p]]
            for usable_context in contexts
        ]
        usable = [index for index, papers in enumerate(cited) if papers]
        order = generator(seed, 0, 0, "sampled contexts").permutation(len(usable))[:queries]
        chosen = [usable[index] for index in np.sort(order)]
        relevant = [cited[index] for index in chosen]
        size = (pool or len(corpus)) if chosen else 0
        papers = drawn_pool(corpus, relevant, size=size, seed=seed)
        contents = Contents(corpus, sizes, seed=seed)
        sampled = tuple(
            sample_manuscript(
                corpus.passage(contexts[index]),
                generator(seed, 0, index, "held-out sentences"),
                sizes,
            )
            for index in chosen
        )
        questions = Questions(
            ids=tuple(f"{corpus.ids[contexts[p].citing]}#{contexts[p].position}" for p in chosen),
            texts=tuple(context.text() for context in sampled),
            relevant=tuple(tuple(corpus.ids[paper] for paper in row) for row in relevant),
            own=tuple(contexts[index].citing for index in chosen),
            pool=papers,
            names=corpus.ids,
        )
        return cls(questions, sampled, tuple(contents.of(0, int(paper)) for paper in papers))

    def per_context(self, encoder: ContextEncoder) -> PerQuery:
        """Return every metric of every context by cosine, to compare two models with."""
        if not self.contexts:
            return {}
        papers = encoder.of_contents(self.contents).astype(np.float16)
        return judge(self.questions, cosines(encoder.of_contexts(self.contexts), papers))

    def scores(self, encoder: ContextEncoder) -> dict[str, float]:
        """Return means of the half of the dev papers that judges, and ``SAMPLED_CHOOSING``.

        For the former see ``by_number``; nothing of a half without contexts.
        """
        results = self.per_context(encoder)
        papers = [name.rpartition("#")[0] for name in results]
        halves: tuple[Half, Half] = ("judging", "choosing")
        judging, choosing = (of_half([*results.items()], papers, half) for half in halves)
        means = by_number(dict(judging), self.questions.judged())
        if not choosing:
            return means
        chosen = sum(row["recall@10"] for _, row in choosing) / len(choosing)
        return means | {SAMPLED_CHOOSING: chosen}


def by_number(
    results: Mapping[str, Mapping[str, float]], relevant: Mapping[str, tuple[str, ...]]
) -> dict[str, float]:
    """Return means by how many papers are right: of all, of one, of several.

    The names are those of ``METRICS`` with "sampled_" before them, and "_one" or "_several"
    behind; what has no context is not there.
    """
    means = {}
    for suffix in ("", "_one", "_several"):
        rows = [row for name, row in results.items() if _is_member(suffix, len(relevant[name]))]
        for metric in METRICS if rows else ():
            means[f"sampled_{metric}{suffix}"] = sum(row[metric] for row in rows) / len(rows)
    return means


def _is_member(suffix: str, count: int) -> bool:
    return suffix == "" or (count == 1) == (suffix == "_one")

"""MP-BERT4CR's second stage, contexts and what is cited there, and how both stages are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

from training.base.recipe import Preparation
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutHalves, Watched
from training.judging.sampled_contexts import SAMPLED_CHOOSING, SampledContexts
from training.models import losses
from training.models.mp_architectures import Architecture
from training.recipes.masked_sentences import MaskedSentences
from training.recipes.mp_bert4cr_settings import MpSettings, Objective
from training.recipes.mp_models import hierarchical, texts
from training.sampling.contexts import CitationExample, CitationExamples, Draws


class CitationTask(Task[CitationExample]):
    """Contexts near what they cite and what is cited with it, away from what they do not.

    The state kept is the best at that, on sampled contexts of held-out papers.
    """

    couples = False
    metric = SAMPLED_CHOOSING

    def __init__(self, corpus: Corpus, settings: MpSettings, architecture: Architecture) -> None:
        """Count citations and draw the held-out contexts.

        Raises:
            UsageError: no citing sentence leads to a paper with an abstract.
        """
        self._settings, self._architecture = settings, architecture
        self.model = architecture.model
        self._examples = CitationExamples(
            corpus,
            settings.sizes,
            Draws(
                positives=settings.positives,
                negatives=settings.negatives,
                power=settings.power,
                dynamic=settings.dynamic,
                contexts=settings.contexts,
                seed=settings.seed,
            ),
        )
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        self._sampled = SampledContexts.of(
            corpus,
            settings.sizes,
            queries=2 * settings.held_out_contexts,  # about so many for each half
            pool=settings.held_out_pool,
        )

    def __len__(self) -> int:
        return len(self._examples)

    def example(self, epoch: int, index: int) -> CitationExample:
        """Return a context with its target, co-cited papers and negatives."""
        return self._examples.example(epoch, index)

    def cost(self, index: int) -> int:
        """Return how much of the cited paper can be read, by which papers differ most."""
        return self._examples.length(index)

    def batch(self, examples: Sequence[CitationExample]) -> Batch:
        """Put contexts and papers together; what occurs twice is encoded once."""
        papers = [
            [self._examples.contents.of(each.epoch, paper) for paper in each.papers]
            for each in examples
        ]
        contexts = [example.manuscript for example in examples]
        real = torch.tensor([example.real for example in examples], dtype=torch.bool)
        return Batch(self._architecture.inputs(contexts, papers), {"real": real})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Return the objective's mean over the examples."""
        positives = self._settings.positives
        papers = outputs["papers"]
        return _OBJECTIVES[self._settings.objective](
            outputs["manuscript"],
            papers[:, 0],
            papers[:, 1 : 1 + positives],
            papers[:, 1 + positives :],
            targets["real"],
        )

    def evaluate(self) -> dict[str, float]:
        """Return scores of held-out sentences as they are asked at use, and of the paper's test."""
        scores = self._held_out.scores(Watched(self._architecture, self.job))
        return scores | self._sampled.scores(self._architecture)

    def save(self, folder: Path) -> None:
        """Write a hierarchical model, or an ordinary one."""
        self._architecture.save(
            folder,
            name=self._settings.name or f"{Path(self._settings.base).name}-mp-bert4cr",
            description="Knows which papers citing sentences cite, and which are cited together.",
        )


def _triplet(
    manuscript: Tensor, target: Tensor, co_cited: Tensor, negatives: Tensor, real: Tensor
) -> Tensor:
    """Return the paper's baseline: each negative against the target, nothing co-cited."""
    del co_cited, real
    count = negatives.shape[1]
    anchors = manuscript.repeat_interleave(count, 0)
    return losses.triplet(anchors, target.repeat_interleave(count, 0), negatives.flatten(0, 1))


def _with_mask(objective: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda *embeddings: objective(*embeddings[:-1], mask=embeddings[-1])


_OBJECTIVES: Mapping[Objective, Callable[..., Tensor]] = {
    "triplet": _triplet,
    "mpt-src": _with_mask(losses.mpt_src),
    "mpt-tgt": _with_mask(losses.mpt_tgt),
    "mpt-src-tgt": _with_mask(losses.mpt_src_tgt),
}


def pretraining(corpus: Corpus, settings: MpSettings, preparation: Preparation) -> MaskedSentences:
    """Return the task of predicting masked sentences."""
    model = hierarchical(settings, previous=preparation.previous, separate=False)
    return MaskedSentences(corpus, settings, model)


def finetuning(corpus: Corpus, settings: MpSettings, preparation: Preparation) -> CitationTask:
    """Return the task of citing, for the model of the stage before where there was one."""
    if settings.architecture == "encoder":
        return CitationTask(corpus, settings, texts(settings))
    model = hierarchical(settings, previous=preparation.previous, separate=settings.separate)
    return CitationTask(corpus, settings, model)

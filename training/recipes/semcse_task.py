"""SemCSE's task: summaries against the texts of their own papers and of those beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from core.base.errors import UsageError
from training.base.recipe import Preparation
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.judging.evaluation import CHOOSING, HeldOutHalves, Watched, ranks
from training.models.encoders import TextEncoder, load_encoder
from training.models.losses import info_nce, semcse
from training.models.tuning import prepare
from training.recipes.semcse import SemCSESettings
from training.sampling.draws import generator
from training.sampling.semcse_texts import (
    Extractive,
    Pairs,
    PaperSplits,
    PositiveShares,
    SemcsePair,
    Summaries,
    SummaryFile,
    draw_papers,
    split_papers,
)

_LEAST = 10
"""Papers kept back that make a rank worth looking at."""


class SemcseModel(nn.Module):
    """An encoder that reads anchors and positives at once."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> dict[str, Tensor]:
        """Return "anchors" and "positives", (examples, dimension), of texts in that order."""
        anchors, positives = self.encoder(groups, order).chunk(2)
        return {"anchors": anchors, "positives": positives}


class SemCSETask(Task[SemcsePair]):
    """A summary and another text of its paper against those of the papers beside it.

    The state kept is the best in "matching mrr", over the paper's two tasks on the papers kept
    back: find the other summary, and find title and abstract by the mean of two summaries.
    "summary rank" and "paper rank" are their average ranks, of which 1 is the best. Where fewer
    than ten papers are kept back, citing sentences choose.
    """

    couples = True

    def __init__(
        self, corpus: Corpus, settings: SemCSESettings, summaries: Summaries, parts: PaperSplits
    ) -> None:
        """Load the base.

        Raises:
            UsageError: fewer than two papers have summaries, or there is no such base.
            ModelError: the base is damaged.
        """
        self._corpus, self._settings, self._summaries = corpus, settings, summaries
        self._papers = np.intersect1d(parts.train, summaries.papers())
        if len(self._papers) < 2:
            raise UsageError(
                "Fewer than two papers of this corpus have a title, an abstract and summaries.",
                remedy="Import papers with abstracts, or summarise more of them.",
            )
        self.encoder = load_encoder(
            settings.base, max_tokens=settings.max_tokens, pooling=settings.pooling
        )
        prepare(self.encoder.transformer, settings)
        self.model = SemcseModel(self.encoder)
        self._pairs = Pairs(
            corpus,
            summaries,
            pairing=settings.pairing,
            shares=PositiveShares(settings.title_share, settings.sentence_share),
            seed=settings.seed,
        )
        self._matching = self._kept_back(parts)
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        by_contexts = CHOOSING if len(self._held_out.choosing) else ""
        self.metric = "matching mrr" if len(self._matching) >= _LEAST else by_contexts

    def __len__(self) -> int:
        return len(self._papers)

    def example(self, epoch: int, index: int) -> SemcsePair:
        """Return the pair of a paper."""
        return self._pairs.draw(epoch, int(self._papers[index]))

    def batch(self, examples: Sequence[SemcsePair]) -> Batch:
        """Put all anchors before all positives."""
        texts = [pair.anchor for pair in examples] + [pair.positive for pair in examples]
        return Batch(self.encoder.tokens(texts, most=self._settings.training_tokens).inputs())

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
        """Return the objective asked for."""
        anchors, positives = outputs["anchors"], outputs["positives"]
        if self._settings.objective == "infonce":
            return info_nce(anchors, positives, temperature=self._settings.temperature)
        return semcse(anchors, positives, margin=self._settings.margin, l2=self._settings.l2)

    def cost(self, index: int) -> int:
        """Return the length of the abstract, which hardly a text of the paper surpasses."""
        return len(self._corpus.abstract(int(self._papers[index])))

    def evaluate(self) -> dict[str, float]:
        """Return the matching scores, and how well citing sentences find what they cite."""
        return self._matching_scores() | self._held_out.scores(Watched(self.encoder, self.job))

    def save(self, folder: Path) -> None:
        """Write the model."""
        name = self._settings.name or f"semcse-{self.encoder.manifest.name}"
        self.encoder.save(folder, name=name, recipe="semcse")

    def _kept_back(self, parts: PaperSplits) -> list[tuple[int, str, str]]:
        """Return papers with two summaries each."""
        random = generator(self._settings.seed, 0, 0, "semcse validation")
        candidates = np.intersect1d(parts.validation, self._summaries.papers())
        chosen: list[tuple[int, str, str]] = []
        for paper in draw_papers(candidates, len(candidates), random).tolist():
            summaries = self._summaries.of(paper)
            if len(summaries) > 1 and len(chosen) < self._settings.validation:
                one, other = random.permutation(len(summaries))[:2].tolist()
                chosen.append((paper, summaries[one], summaries[other]))
        return chosen

    def _matching_scores(self) -> dict[str, float]:
        if len(self._matching) < _LEAST:
            return {}
        papers, first_summaries, second_summaries = zip(*self._matching, strict=True)
        texts = [self.encoder.paper_text(*self._corpus.text(paper)) for paper in papers]
        one, other, whole = map(self._rows, (list(first_summaries), list(second_summaries), texts))
        rank_lists = ranks(one, other), ranks((one + other) / 2, whole)
        return {
            "matching mrr": float(np.mean([(1 / rank_list).mean() for rank_list in rank_lists])),
            "summary rank": float(rank_lists[0].mean()),
            "paper rank": float(rank_lists[1].mean()),
        }

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return rows whose Euclidean distance is that of the objective."""
        if self._settings.objective == "infonce":
            return self.encoder.encode_queries(texts)
        return self.encoder.encode(texts)


def make(corpus: Corpus, settings: SemCSESettings, preparation: Preparation) -> Task[Any]:
    """Return the task, with sentences of abstracts where there are no summaries."""
    preparation.job.report(0, 1, "summaries")
    parts = split_papers(corpus)
    summaries: Summaries
    if settings.summaries:
        preparation.folder.mkdir(parents=True, exist_ok=True)
        copy = preparation.folder / "summaries.utf8"
        summaries = SummaryFile(corpus, Path(settings.summaries), copy)
    else:
        preparation.warn(
            "There are no summaries by a language model, so sentences of the abstracts are used "
            "instead: this is a variant of Cocite, not the published method."
        )
        papers = np.sort(np.concatenate([parts.train, parts.validation]))
        summaries = Extractive(corpus, papers, seed=settings.seed)
    return SemCSETask(corpus, settings, summaries, parts)

"""The ``cocite`` recipe for queries alone: papers stay as the base encodes them.

Their rows are computed once and never change, so that a library keeps its vectors, and a step can
contrast a sentence with thousands of papers at the cost of one matrix product.
"""

from __future__ import annotations

import dataclasses
import hashlib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from core.base.jobs import Job
from core.models.encoder import has_bfloat16
from training.base.cached import cached
from training.base.recipe import Preparation
from training.base.tasks import Batch, Outputs
from training.corpus.corpus import Corpus
from training.models.encoders import TextEncoder
from training.models.losses import multi_positive_info_nce
from training.models.tuning import prepare, without_dropout
from training.recipes.cocite_settings import CociteSettings
from training.recipes.cocite_task import ABSENT, CociteTask, Shared
from training.sampling.cocite_examples import CociteExample
from training.sampling.draws import generator
from training.sampling.mining import MiningPool

_AT_ONCE = 256
"""Papers whose rows are kept together: what a stop may cost, some ten seconds on a slow CPU."""


class QueryModel(nn.Module):
    """An encoder of queries."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> dict[str, Tensor]:
        """Return "rows": (queries, dimension)."""
        return {"rows": self.encoder(groups, order)}


@dataclass(frozen=True, slots=True)
class HeldOutRows:
    """A model in training, asked for queries; its papers are those of the held-out pool."""

    queries: TextEncoder
    papers: NDArray[np.float16]

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return the pool's rows, for that is all that is ever asked for."""
        assert len(papers) == len(self.papers)
        return self.papers

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit row per text: (texts, dimension)."""
        return self.queries.encode_queries(texts)


class QueryTask(CociteTask):
    """Sentences against papers whose rows do not change."""

    def __init__(
        self,
        corpus: Corpus,
        settings: CociteSettings,
        preparation: Preparation,
        shared: Sequence[Shared] = (),
    ) -> None:
        """Load the base, choose the examples, and encode all papers that they may show.

        Raises:
            UsageError: no citing sentence leads to a paper with an abstract.
            JobCancelled: a stop was asked for; the rows that were made are kept.
        """
        self._preparation = preparation
        super().__init__(corpus, settings, shared, preparation.job)

    def _prepared(self) -> nn.Module:
        # The encoder is the base only here: on a resume it gets its trained weights later.
        numbers = np.union1d(self._drawn(0), self._shown())
        self._papers = MiningPool(numbers, self._encoded(numbers))
        self._held_out_rows = HeldOutRows(self.encoder, self._encoded(self._held_out.pool))
        self.encoder.read_queries()
        prepare(self.encoder.transformer, self._settings)
        if self._settings.trainable == "all":
            # Word vectors are half of the weights, and few words are seen often enough.
            self.encoder.transformer.get_input_embeddings().requires_grad_(False)
        if not self._settings.dropout:
            without_dropout(self.encoder)
        return QueryModel(self.encoder)

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return an example with its share of the bank."""
        example = super().example(epoch, index)
        share = -(-self._settings.bank // self._settings.batch)
        if not share or self._whole_bank:
            return example
        random = generator(self._settings.seed, epoch, index, "bank")
        drawn = random.choice(self._papers.numbers, share, replace=False)
        return dataclasses.replace(example, bank=tuple(drawn.tolist()))

    def batch(self, examples: Sequence[CociteExample]) -> Batch:
        """Turn queries into tokens, and papers into numbers."""
        texts = [self.encoder.query_text(example.query) for example in examples]
        inputs = self.encoder.tokens(texts, most=self._settings.training_tokens).inputs()
        papers = [example.positives + example.negatives + example.bank for example in examples]
        shown = torch.full((len(examples), self._most_shown), ABSENT)
        for row, numbers in enumerate(papers):
            shown[row, : len(numbers)] = torch.tensor(numbers)
        return Batch(inputs, {"papers": shown, **self._known(examples)})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Contrast each query's papers with those of the batch and the bank, each once."""
        rows = outputs["rows"]
        numbers = torch.from_numpy(self._papers.numbers).to(rows.device)
        if not self._whole_bank:
            numbers = torch.unique(targets["papers"])  # sorted
            numbers = numbers[numbers != ABSENT]
        return multi_positive_info_nce(
            rows,
            self._rows_of(numbers).to(rows.device, rows.dtype),
            positives=among(numbers, targets["right"]),
            temperature=self._settings.temperature,
            ignored=among(numbers, targets["unfair"]),
        )

    def begin_epoch(self, epoch: int, folder: Path) -> None:
        """Mine hard negatives, unless every paper is a negative anyway."""
        if not self._whole_bank:
            super().begin_epoch(epoch, folder)

    def evaluate(self) -> dict[str, float]:
        """Return how well held-out citing sentences find what they cite."""
        return self._held_out.scores(self._held_out_rows)

    def save(self, folder: Path) -> None:
        """Write the adapter for queries, and whatever of the base no package holds."""
        name = self._settings.name or f"cocite-{self.encoder.manifest.name}"
        self.encoder.save_adapter(
            folder, side="queries", name=name, recipe="cocite", rank=self._settings.lora_rank
        )

    @property
    def _whole_bank(self) -> bool:
        return self._settings.bank >= len(self._papers.numbers)

    @property
    def _most_shown(self) -> int:
        settings = self._settings
        return self._slots - 1 + (-(-settings.bank // settings.batch))

    def _rows_of(self, numbers: Tensor) -> Tensor:
        wanted = numbers.cpu().numpy()
        indices = np.searchsorted(self._papers.numbers, wanted)
        assert (self._papers.numbers[indices] == wanted).all(), "a paper without a row is shown"
        return torch.from_numpy(self._papers.rows[indices])

    def _pool(self, epoch: int) -> MiningPool:  # noqa: ARG002 - the same in each epoch
        return self._papers

    def _shown(self) -> NDArray[np.int64]:
        """Return all papers that examples other than citing sentences show, in any epoch."""
        first, last, settings = len(self._contexts), len(self), self._settings
        epochs = settings.epochs
        if settings.steps:
            epochs = -(-settings.steps // max(1, last // settings.batch))
        examples = (
            super(QueryTask, self).example(epoch, index)
            for epoch in range(epochs)
            for index in range(first, last)
        )
        shown = {
            paper for example in examples for paper in (*example.positives, *example.negatives)
        }
        return np.fromiter(shown, np.int64, len(shown))

    def _encoded(self, numbers: NDArray[np.int64]) -> NDArray[np.float16]:
        papers = [self._corpus.text(int(number)) for number in numbers]
        folder = Path(self._settings.vectors or self._preparation.folder)
        self.encoder.to(self._preparation.device)
        try:
            return paper_rows(self.encoder, papers, folder, self._preparation.job)
        finally:
            self.encoder.to("cpu")


def paper_rows(
    encoder: TextEncoder, papers: Sequence[tuple[str, str]], folder: Path, job: Job
) -> NDArray[np.float16]:
    """Return a unit row per (title, abstract), kept in a folder under model and papers.

    Raises:
        JobCancelled: a stop was asked for; what was encoded so far is kept.
    """
    precision = has_bfloat16(str(next(encoder.parameters()).device))
    key = hashlib.sha256(f"{encoder.manifest.fingerprint} {precision}".encode())
    for title, abstract in papers:
        key.update(f"{len(title)} {title}{abstract}\n".encode("utf-8", "replace"))
    whole = folder / f"papers-{key.hexdigest()[:16]}.npy"
    parts = whole.with_suffix("")
    rows = cached(whole, lambda: _encoded_in_parts(encoder, papers, parts, job))
    shutil.rmtree(parts, ignore_errors=True)
    return np.array(rows)


def _encoded_in_parts(
    encoder: TextEncoder, papers: Sequence[tuple[str, str]], folder: Path, job: Job
) -> NDArray[np.float16]:
    def rows_of(indices: NDArray[np.int64]) -> NDArray[np.float16]:
        return encoder.encode_papers([papers[index] for index in indices])

    rows = np.zeros((len(papers), encoder.manifest.dimension), np.float16)
    # Papers of about equal length together, the longest first: if memory fails, it fails at once.
    lengths = np.array([len(title) + len(abstract) for title, abstract in papers])
    order = np.argsort(-lengths, kind="stable")
    for start in range(0, len(order), _AT_ONCE):
        job.check()
        job.report(start, len(order), "Encoding papers")
        chosen = order[start : start + _AT_ONCE]
        rows[chosen] = cached(folder / f"{start}.npy", partial(rows_of, chosen))
    return rows


def among(papers: Tensor, lists: Tensor) -> Tensor:
    """Return which of the sorted papers are in which list: (lists, papers)."""
    found = torch.zeros(len(lists), len(papers), dtype=torch.bool, device=papers.device)
    if len(papers):
        indices = torch.searchsorted(papers, lists).clamp(max=len(papers) - 1)
        hits = papers[indices] == lists
        found[hits.nonzero(as_tuple=True)[0], indices[hits]] = True
    return found

"""The ``cocite`` recipe's task where queries and papers share the encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from core.base.errors import UsageError
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from training.base.cached import cached
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import CitingSentence, Corpus
from training.judging.evaluation import CHOOSING, HeldOutHalves, Watched
from training.models.encoders import TextEncoder, load_encoder
from training.models.losses import multi_positive_info_nce
from training.models.tuning import prepare, save_adapter, without_dropout
from training.recipes.cocite_settings import CociteSettings
from training.sampling.cocite_examples import CociteExample, ContextExamples, Mixture, PaperExamples
from training.sampling.draws import generator
from training.sampling.learned import Known
from training.sampling.mining import MiningPool, MiningQuery, mine
from training.sampling.triplets import Triplets

Shared = tuple[Triplets, float]
"""A sampler of papers, and how many of them are mixed in for each sentence."""

_MINING = Message("Mining hard negatives")
ABSENT, PADDING = -1, -2
"""Stand for no paper: in an example's own slots, and in the lists it is compared with."""


class CociteModel(nn.Module):
    """An encoder whose rows are put into slots: the query first, then its papers."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(
        self, groups: Sequence[dict[str, Tensor]], order: Tensor, indices: Tensor, slots: Tensor
    ) -> dict[str, Tensor]:
        """Return "rows": (examples, slots, dimension), 0 in slots without a text."""
        rows = self.encoder(groups, order)
        filled = rows.new_zeros(slots.numel(), rows.shape[-1]).index_copy(0, indices, rows)
        return {"rows": filled.view(*slots.shape, -1)}


class CociteTask(Task[CociteExample]):
    """Sentences and papers against the papers of the whole batch."""

    couples = True
    metric = CHOOSING

    def __init__(
        self,
        corpus: Corpus,
        settings: CociteSettings,
        shared: Sequence[Shared] = (),
        job: Job | None = None,
    ) -> None:
        """Load the base and choose the examples; ``job`` follows the mining.

        Raises:
            UsageError: no citing sentence leads to a paper with an abstract.
        """
        self._corpus, self._settings = corpus, settings
        self._mining_job = job or SilentJob()
        self.encoder = load_encoder(
            settings.base, max_tokens=settings.max_tokens, queries=settings.sides == "queries"
        )
        self._contexts = ContextExamples(
            corpus,
            forms=_forms(settings),
            positives=settings.positives,
            negatives=settings.negatives,
            most=settings.contexts,
            seed=settings.seed,
            titles_only=settings.titles_only and settings.sides == "queries",
            choose=self._with_replay if settings.added_only else None,
        )
        if not len(self._contexts):
            raise UsageError(
                "No citing sentence of this corpus leads to a paper with an abstract.",
                remedy="Read the full texts of more papers, or train the recipe specter.",
            )
        others = [
            PaperExamples(
                corpus, triplets, count=round(share * len(self._contexts)), seed=settings.seed
            )
            for triplets, share in shared
        ]
        # A paper's triplet brings a negative of its own, also where none is mined.
        self._negatives = max(settings.negatives, int(any(map(len, others))))
        self._mixture = Mixture([self._contexts, *others])
        self._longest = _longest(corpus, self._contexts)
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        self.model = self._prepared()

    def _with_replay(self, usable: Sequence[CitingSentence]) -> Sequence[CitingSentence]:
        settings, known = self._settings, Known.by(self.encoder.source)
        return known.with_replay(self._corpus, usable, replay=settings.replay, seed=settings.seed)

    def sentences(self) -> Sequence[CitingSentence]:
        """Return the citing sentences that are learned from."""
        return self._contexts.contexts

    def _prepared(self) -> nn.Module:
        """Choose what of the encoder is trained, and return what the loop calls."""
        prepare(self.encoder.transformer, self._settings)
        if not self._settings.dropout:
            without_dropout(self.encoder)
        return CociteModel(self.encoder)

    def __len__(self) -> int:
        return len(self._mixture)

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return an example of one of the kinds."""
        return self._mixture.example(epoch, index)

    def cost(self, index: int) -> int:
        """Return about how many letters an example has."""
        return self._mixture.length(index)

    def batch(self, examples: Sequence[CociteExample]) -> Batch:
        """Put texts into slots: query, ``positives`` papers, ``negatives`` papers."""
        papers = torch.full((len(examples), self._slots - 1), ABSENT)
        texts, indices = [], []
        for row, example in enumerate(examples):
            texts.append(self.encoder.query_text(example.query))
            indices.append(row * self._slots)
            slots = [*enumerate(example.positives)]
            slots += enumerate(example.negatives, start=self._settings.positives)
            for slot, paper in slots:
                papers[row, slot] = paper
                texts.append(self.encoder.paper_text(*self._corpus.text(paper)))
                indices.append(row * self._slots + 1 + slot)
        inputs = self.encoder.tokens(texts, most=self._settings.training_tokens).inputs()
        inputs |= {
            "indices": torch.tensor(indices),
            "slots": torch.empty(len(examples), self._slots, dtype=torch.bool),
        }
        return Batch(inputs, {"papers": papers, **self._known(examples)})

    def _known(self, examples: Sequence[CociteExample]) -> dict[str, Tensor]:
        """Return which papers answer each example, and which are no fair negatives."""
        return {
            "right": _padded([example.right for example in examples], self._longest),
            "unfair": _padded([example.unfair for example in examples], self._longest),
        }

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Contrast each query's papers with those of the batch that it is not known to cite."""
        rows, papers = outputs["rows"], targets["papers"].flatten()
        positives = _among(papers, targets["right"])
        ignored = _among(papers, targets["unfair"]) | (papers == ABSENT)
        return multi_positive_info_nce(
            rows[:, 0],
            rows[:, 1:].flatten(0, 1),
            positives=positives,
            temperature=self._settings.temperature,
            ignored=ignored,
        )

    def begin_epoch(self, epoch: int, folder: Path) -> None:
        """Mine hard negatives with the model as it is, or find those mined before a resume."""
        if not self._settings.negatives:
            return
        path = folder / f"negatives-{epoch}.npy"
        self._contexts.mined = cached(path, lambda: self._mined(epoch))

    def evaluate(self) -> dict[str, float]:
        """Return how well held-out citing sentences find what they cite."""
        return self._held_out.scores(Watched(self.encoder, self.job))

    def save(self, folder: Path) -> None:
        """Write the whole model, and beside it LoRA's matrices alone in ``adapter/``."""
        name = self._settings.name or f"cocite-{self.encoder.manifest.name}"
        self.encoder.save(folder, name=name, recipe="cocite")
        if self._settings.trainable == "lora":
            save_adapter(
                self.encoder.transformer, folder / "adapter", base=self.encoder.manifest.name
            )

    @property
    def _slots(self) -> int:
        return 1 + self._settings.positives + self._negatives

    def _mined(self, epoch: int) -> NDArray[np.int64]:
        contexts = self._contexts
        answers = [contexts.answers(each) for each in contexts.contexts]
        questions = [self.encoder.query_text(contexts.question(each)) for each in contexts.contexts]
        queries = [
            MiningQuery(right, contexts.unfair(each))
            for right, each in zip(answers, contexts.contexts, strict=True)
        ]
        return mine(
            self._unit_rows(questions),
            queries,
            self._pool(epoch),
            depth=self._settings.mining_depth,
            limit=self._settings.mining_limit,
        )

    def _unit_rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit row per text, as many tokens of it as training reads."""
        rows = self.encoder.encode(
            texts, most=self._settings.training_tokens, job=self._mining_job, note=_MINING
        )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: NDArray[np.float32] = rows / np.maximum(lengths, 1e-12)
        return unit

    def _pool(self, epoch: int) -> MiningPool:
        """Return the papers that may be mined in an epoch, by the present model."""
        numbers = self._drawn(epoch)
        papers = [self.encoder.paper_text(*self._corpus.text(number)) for number in numbers]
        return MiningPool(numbers, self._unit_rows(papers).astype(np.float16))

    def _drawn(self, epoch: int) -> NDArray[np.int64]:
        """Return ``mining_pool`` papers, other ones in each epoch, and all that a query shows."""
        contexts = self._contexts
        shown = {
            paper
            for each in contexts.contexts
            for paper in (*contexts.answers(each), *contexts.refused(each))
        }
        others = np.flatnonzero(self._corpus.trainable)
        most = self._settings.mining_pool
        if most and most < len(others):
            others = generator(self._settings.seed, epoch, 0, "pool").choice(
                others, most, replace=False
            )
        return np.union1d(others, np.fromiter(shown, np.int64, len(shown)))


def _forms(settings: CociteSettings) -> dict[str, float]:
    shares = {
        "title sentence": settings.title_sentence,
        "sentence": settings.sentence,
        "neighbours": settings.neighbours,
        "title neighbours": settings.title_neighbours,
        "title abstract": settings.title_abstract,
        "sampled": settings.sampled,
    }
    if not sum(shares.values()):
        raise UsageError(
            "All forms of the query have the share 0.", remedy="Give one of them a share above 0."
        )
    return shares


def _longest(corpus: Corpus, contexts: ContextExamples) -> int:
    """Return the length of the longest list of papers that an example is compared with."""
    cites = corpus.cites()
    most = int(np.diff(cites.indptr).max(initial=0)) + int(
        np.diff(cites.T.tocsr().indptr).max(initial=0)
    )
    return max(most, *(len(each.cited) for each in contexts.contexts)) + 1


def _padded(rows: Sequence[Sequence[int]], length: int) -> Tensor:
    padded = torch.full((len(rows), length), PADDING)
    for index, row in enumerate(rows):
        padded[index, : len(row)] = torch.tensor(row)
    return padded


def _among(papers: Tensor, lists: Tensor) -> Tensor:
    """Return which papers are in which list: (lists, papers)."""
    return torch.stack([torch.isin(papers, row) for row in lists])

"""The ``cocite`` recipe's task where queries and papers share the encoder.

``QueryTask`` trains queries alone: papers stay as the base encodes them. Their rows are
computed once and never change, so that a library keeps its vectors, and a step can contrast a
sentence with thousands of papers at the cost of one matrix product.
"""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from core.base.errors import UsageError
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.models.devices import free_bytes, has_bfloat16
from training.base.cached import cached, cached_of_epoch
from training.base.recipe import Preparation
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import CitingSentence, Corpus
from training.judging.evaluation import CHOOSING, HeldOutHalves, Watched
from training.models.encoders import TextEncoder, load_encoder
from training.models.losses import distillation, multi_positive_info_nce
from training.models.tuning import prepare, save_adapter, without_dropout
from training.recipes.cocite import CociteSettings
from training.recipes.scincl import ScinclSettings, band_triplets
from training.sampling.cocite_examples import (
    NONE,
    AbstractExamples,
    CociteExample,
    ContextExamples,
    MiningPool,
    MiningQuery,
    Mixture,
    PaperExamples,
    mine,
)
from training.sampling.draws import Parts, generator
from training.sampling.learned import Known
from training.sampling.triplets import CitationDraws, CitationTriplets, Triplets

Shared = tuple[Triplets, float]
"""A sampler of papers, and how many of them are mixed in for each sentence."""

_MINING = Message("Mining hard negatives")
ABSENT, PADDING = -1, -2
"""Stand for no paper: in an example's own slots, and in the lists it is compared with."""


class QueryModel(nn.Module):
    """An encoder of queries, and the base as it was if the model is to keep what that finds."""

    def __init__(self, encoder: TextEncoder, *, taught: bool = False) -> None:
        super().__init__()
        self.encoder = encoder
        # Hidden from torch: what does not change is in no checkpoint.
        self._teacher = (_frozen(encoder),) if taught else ()

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> dict[str, Tensor]:
        """Return "rows", and "taught" by the base: (texts, dimension)."""
        outputs = {"rows": self.encoder(groups, order)}
        for teacher in self._teacher:
            with torch.no_grad():
                outputs["taught"] = teacher.to(order.device)(groups, order)
        return outputs


class CociteModel(QueryModel):
    """An encoder whose rows are put into slots: the query first, then its papers."""

    def forward(  # type: ignore[override]
        self, groups: Sequence[dict[str, Tensor]], order: Tensor, indices: Tensor, slots: Tensor
    ) -> dict[str, Tensor]:
        """Return the same in slots, 0 where there is no text: (examples, slots, dimension)."""
        outputs = super().forward(groups, order)
        return {name: _in_slots(rows, indices, slots) for name, rows in outputs.items()}


def _in_slots(rows: Tensor, indices: Tensor, slots: Tensor) -> Tensor:
    filled = rows.new_zeros(slots.numel(), rows.shape[-1]).index_copy(0, indices, rows)
    return filled.view(*slots.shape, -1)


def _frozen(encoder: TextEncoder) -> TextEncoder:
    """Return a copy of an encoder that answers, and never learns."""
    return copy.deepcopy(encoder).eval().requires_grad_(requires_grad=False)


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
            titles_only=settings.titles_only,
            choose=self._with_replay if settings.added_only else None,
        )
        if not len(self._contexts):
            raise UsageError(
                "No citing sentence of this corpus leads to a paper with an abstract.",
                remedy="Read the full texts of more papers, or train the recipe specter.",
            )
        triplet_sources = [
            PaperExamples(
                corpus, triplets, count=round(share * len(self._contexts)), seed=settings.seed
            )
            for triplets, share in shared
        ]
        # A paper's triplet brings a negative of its own, also where none is mined.
        self._negatives = max(settings.negatives, int(any(map(len, triplet_sources))))
        count = round(settings.distillation * len(self._contexts))
        abstracts = AbstractExamples(corpus, count=count, seed=settings.seed)
        self._mixture = Mixture([self._contexts, *triplet_sources, abstracts])
        part = settings.renew * settings.batch
        self._parts = Parts.of(len(self._mixture), part, settings.seed)
        self.parts = self._parts.count
        self._longest = _longest(corpus, self._contexts)
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        self.model = self._prepared()

    def _with_replay(self, usable: Sequence[CitingSentence]) -> Sequence[CitingSentence]:
        settings, lessons = self._settings, Known.by(self.encoder.source)
        return lessons.with_replay(self._corpus, usable, replay=settings.replay, seed=settings.seed)

    def sentences(self) -> Sequence[CitingSentence]:
        """Return the citing sentences that are learned from."""
        return self._contexts.contexts

    def _prepared(self) -> nn.Module:
        """Choose what of the encoder is trained, and return what the loop calls."""
        model = CociteModel(self.encoder, taught=self._settings.distillation > 0)
        prepare(self.encoder.transformer, self._settings)
        if not self._settings.dropout:
            without_dropout(self.encoder)
        return model

    def __len__(self) -> int:
        return self._parts.size

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return an example of one of the kinds, some of its papers by title alone."""
        example = self._mixture.example(*self._parts.locate(epoch, index))
        share = self._settings.titles
        if not share:
            return example
        random = generator(self._settings.seed, epoch, index, "titles")
        count = len(example.positives) + len(example.negatives)
        return dataclasses.replace(example, bare=tuple((random.random(count) < share).tolist()))

    def cost(self, index: int) -> int:
        """Return about how many letters an example of the first part has."""
        return self._mixture.length(self._parts.locate(0, index)[1])

    def batch(self, examples: Sequence[CociteExample]) -> Batch:
        """Put texts into slots: query, ``positives`` papers, ``negatives`` papers."""
        papers = np.full((len(examples), self._slots - 1), ABSENT, np.int64)
        texts, indices = [], []
        for row, example in enumerate(examples):
            texts.append(self.encoder.query_text(example.query))
            indices.append(row * self._slots)
            slots = [*range(len(example.positives))]
            slots += range(
                self._settings.positives, self._settings.positives + len(example.negatives)
            )
            for slot, (paper, title, abstract) in zip(
                slots, example.paper_texts(self._corpus), strict=True
            ):
                papers[row, slot] = paper
                texts.append(self.encoder.paper_text(title, abstract))
                indices.append(row * self._slots + 1 + slot)
        inputs = self.encoder.tokens(texts, most=self._settings.training_tokens).inputs()
        inputs |= {
            "indices": torch.tensor(indices),
            "slots": torch.empty(len(examples), self._slots, dtype=torch.bool),
        }
        known_papers = self._known_papers(examples)
        return Batch(inputs, {"papers": torch.from_numpy(papers), **known_papers})

    def _known_papers(self, examples: Sequence[CociteExample]) -> dict[str, Tensor]:
        """Return which papers answer each example, and which are no fair negatives."""
        return {
            "right": _padded([example.right for example in examples], self._longest),
            "unfair": _padded([example.unfair for example in examples], self._longest),
            "distilled": torch.tensor([example.rest is not None for example in examples]),
        }

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Contrast each query's papers with those of the batch that it is not known to cite."""
        rows, papers = outputs["rows"], targets["papers"].flatten()
        positives = among_any(papers, targets["right"])
        ignored = among_any(papers, targets["unfair"]) | (papers == ABSENT)
        loss = multi_positive_info_nce(
            rows[:, 0],
            rows[:, 1:].flatten(0, 1),
            positives=positives,
            temperature=self._settings.temperature,
            ignored=ignored,
        )
        if "taught" not in outputs:
            return loss
        taught, order = outputs["taught"], torch.arange(len(rows), device=rows.device)
        # Of an abstract that asks, the paper counts without what asks, and not as a whole.
        ignored.view(len(rows), len(rows), -1)[order, order, 0] &= ~targets["distilled"]
        return loss + distillation(
            rows[:, 0],
            rows[:, 1:].flatten(0, 1),
            taught_queries=taught[:, 0],
            taught_documents=taught[:, 1:].flatten(0, 1),
            temperature=self._settings.temperature,
            distilled=targets["distilled"],
            ignored=ignored,
        )

    def begin_epoch(self, epoch: int, folder: Path) -> None:
        """Mine hard negatives with the model as it is, or find those mined before a resume."""
        if not self._settings.negatives:
            return
        self._contexts.mined = cached_of_epoch(
            folder, "negatives", epoch, lambda: self._mined(epoch)
        )

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
        """Return hard negatives of the sentences that the epoch shows: (sentences, depth)."""
        settings, contexts = self._settings, self._contexts
        negatives = np.full((len(contexts), settings.mining_depth), NONE, np.int64)
        places = self._sentence_places(epoch)
        if not places:
            return negatives
        sentences = [contexts.contexts[place] for place in places]
        questions = [self.encoder.query_text(contexts.question(one)) for one in sentences]
        queries = [MiningQuery(contexts.answers(one), contexts.unfair(one)) for one in sentences]
        negatives[places] = mine(
            self._unit_rows(questions),
            queries,
            self._pool(epoch, sentences),
            depth=settings.mining_depth,
            limit=settings.mining_limit,
            device=str(next(self.encoder.parameters()).device),
        )
        return negatives

    def _sentence_places(self, epoch: int) -> list[int]:
        """Return which of the citing sentences an epoch of the loop shows, rising."""
        examples = {self._parts.locate(epoch, index)[1] for index in range(len(self))}
        return sorted(example for example in examples if example < len(self._contexts))

    def _unit_rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit row per text, as many tokens of it as training reads."""
        rows = self.encoder.encode(
            texts, most=self._settings.training_tokens, job=self._mining_job, note=_MINING
        )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: NDArray[np.float32] = rows / np.maximum(lengths, 1e-12)
        return unit

    def _pool(self, epoch: int, sentences: Sequence[CitingSentence]) -> MiningPool:
        """Return the papers that may be mined in an epoch, by the present model."""
        numbers = self._draw_papers(epoch, sentences)
        papers = [self.encoder.paper_text(*self._corpus.text(number)) for number in numbers]
        return MiningPool(numbers, self._unit_rows(papers).astype(np.float16))

    def _draw_papers(self, epoch: int, sentences: Sequence[CitingSentence]) -> NDArray[np.int64]:
        """Return ``mining_pool`` papers, other ones in each epoch, and all of the sentences."""
        contexts = self._contexts
        papers = {
            paper
            for sentence in sentences
            for paper in (*contexts.answers(sentence), *contexts.refused(sentence))
        }
        pool = np.flatnonzero(self._corpus.trainable)
        most = self._settings.mining_pool
        if most and most < len(pool):
            pool = generator(self._settings.seed, epoch, 0, "pool").choice(
                pool, most, replace=False
            )
        return np.union1d(pool, np.fromiter(papers, np.int64, len(papers)))


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
            "All forms of the query have a share of 0.", remedy="Give one of them a share above 0."
        )
    return shares


def _longest(corpus: Corpus, contexts: ContextExamples) -> int:
    """Return the length of the longest list of papers that an example is compared with."""
    cites = corpus.cites()
    most = int(np.diff(cites.indptr).max(initial=0)) + int(
        np.diff(cites.T.tocsr().indptr).max(initial=0)
    )
    return max(most, *(len(context.cited) for context in contexts.contexts)) + 1


def _padded(rows: Sequence[Sequence[int]], length: int) -> Tensor:
    padded = np.full((len(rows), length), PADDING, np.int64)
    for index, row in enumerate(rows):
        padded[index, : len(row)] = row
    return torch.from_numpy(padded)


_BANK_SHARE = 0.1
"""Of a device's free memory, what the rows of papers may take."""
_AT_ONCE = 256
"""Papers whose rows are kept together: what a stop may cost, some ten seconds on a slow CPU."""


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
        numbers = np.union1d(self._draw_papers(0, self.sentences()), self._papers_in_examples())
        self._papers = MiningPool(numbers, self._encoded(numbers))
        self._bank: tuple[Tensor, Tensor] | None = None
        self._held_out_rows = HeldOutRows(self.encoder, self._encoded(self._held_out.pool))
        self.encoder.read_queries()
        model = QueryModel(self.encoder, taught=self._settings.distillation > 0)
        prepare(self.encoder.transformer, self._settings)
        if self._settings.trainable == "all":
            # Word vectors are half of the weights, and few words are seen often enough.
            self.encoder.transformer.get_input_embeddings().requires_grad_(False)
        if not self._settings.dropout:
            without_dropout(self.encoder)
        return model

    def example(self, epoch: int, index: int) -> CociteExample:
        """Return an example with its share of the bank.

        An abstract asks for nothing of its own: papers have one row, that of the whole.
        """
        example = super().example(epoch, index)
        if example.rest is not None:
            example = dataclasses.replace(example, positives=())
        share = -(-self._settings.bank // self._settings.batch)
        if not share or self._whole_bank:
            return example
        random = generator(self._settings.seed, epoch, index, "bank")
        bank = random.choice(self._papers.numbers, share, replace=False)
        return dataclasses.replace(example, bank=tuple(bank.tolist()))

    def batch(self, examples: Sequence[CociteExample]) -> Batch:
        """Turn queries into tokens, and papers into numbers."""
        texts = [self.encoder.query_text(example.query) for example in examples]
        inputs = self.encoder.tokens(texts, most=self._settings.training_tokens).inputs()
        papers = [example.positives + example.negatives + example.bank for example in examples]
        papers_shown = np.full((len(examples), self._most_shown), ABSENT, np.int64)
        for row, numbers in enumerate(papers):
            papers_shown[row, : len(numbers)] = numbers
        self._require_rows(papers_shown[papers_shown != ABSENT])
        targets = {"papers": torch.from_numpy(papers_shown), **self._known_papers(examples)}
        return Batch(inputs, targets)

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Contrast each query's papers with those of the batch and the bank, each once."""
        rows = outputs["rows"]
        numbers, bank = self._load_bank(rows.device)
        if not self._whole_bank:
            different = torch.unique(targets["papers"])  # sorted
            different = different[different != ABSENT]
            bank = bank[torch.searchsorted(numbers, different).to(bank.device)]
            numbers = different
        bank, ignored = bank.to(rows.device, rows.dtype), among(numbers, targets["unfair"])
        loss = multi_positive_info_nce(
            rows,
            bank,
            positives=among(numbers, targets["right"]),
            temperature=self._settings.temperature,
            ignored=ignored,
        )
        if "taught" not in outputs:
            return loss
        return loss + distillation(
            rows,
            bank,
            taught_queries=outputs["taught"],
            taught_documents=bank,
            temperature=self._settings.temperature,
            distilled=targets["distilled"],
            ignored=ignored,
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

    def _require_rows(self, papers: NDArray[np.int64]) -> None:
        indices = np.searchsorted(self._papers.numbers, papers)
        indices = indices.clip(max=len(self._papers.numbers) - 1)
        assert (self._papers.numbers[indices] == papers).all(), "a paper without a row is shown"

    def _load_bank(self, device: torch.device) -> tuple[Tensor, Tensor]:
        """Return the papers' numbers, sorted, and their rows, which stay on the device they fit.

        A bank that is large for the device lies in the computer's memory.
        """
        if self._bank is None or self._bank[0].device != device:
            numbers = torch.from_numpy(self._papers.numbers).to(device)
            rows = torch.from_numpy(self._papers.rows)
            if rows.nbytes <= _BANK_SHARE * free_bytes(device):
                rows = rows.to(device)
            self._bank = numbers, rows
        return self._bank

    def _pool(self, epoch: int, sentences: Sequence[CitingSentence]) -> MiningPool:  # noqa: ARG002
        return self._papers

    def _papers_in_examples(self) -> NDArray[np.int64]:
        """Return all papers that examples other than citing sentences show, in any epoch."""
        first, last, settings = len(self._contexts), len(self._mixture), self._settings
        rounds = settings.epochs * self.parts
        if settings.steps:
            rounds = -(-settings.steps // max(1, len(self) // settings.batch))
        examples = (
            self._mixture.example(epoch, index)
            for epoch in range(-(-rounds * len(self) // last))
            for index in range(first, last)
        )
        papers = {
            paper
            for example in examples
            if example.rest is None
            for paper in (*example.positives, *example.negatives)
        }
        return np.fromiter(papers, np.int64, len(papers))

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
    membership = torch.zeros(len(lists), len(papers), dtype=torch.bool, device=papers.device)
    if len(papers):
        indices = torch.searchsorted(papers, lists).clamp(max=len(papers) - 1)
        hits = papers[indices] == lists
        membership[hits.nonzero(as_tuple=True)[0], indices[hits]] = True
    return membership


def among_any(papers: Tensor, lists: Tensor) -> Tensor:
    """Return which papers, in any order and also twice, are in which list: (lists, papers)."""
    distinct, places = torch.unique(papers, return_inverse=True)
    return among(distinct, lists)[:, places]


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
        shared.append((band_triplets(corpus, neighbours, preparation), settings.bands))
    return tuple(shared)

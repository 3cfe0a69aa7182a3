"""The two trainers that ``tools.lab.measuring.peer`` compares, on the same texts."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import torch
from sentence_transformers import (
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.sentence_transformer import losses
from torch import Tensor, nn
from transformers import TrainerCallback
from transformers.trainer_callback import PrinterCallback
from typing_extensions import override

from core.base.wire import Event
from core.models.encoder import load_model
from core.models.shelf import Model
from training.base.recipe import RecipeSettings
from training.base.tasks import Batch, Outputs, Task
from training.loop.batches import Batches, costs
from training.loop.optimisation import choose_format
from training.loop.train import train
from training.models.encoders import TextEncoder
from training.models.losses import info_nce, triplet

_TEMPERATURE = 0.05
_MARGIN = 1.0


class Encoded(nn.Module):
    """An encoder for each column of a batch."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    @override
    def forward(self, **columns: dict[str, Any]) -> dict[str, Tensor]:
        return {name: self.encoder(**tokens) for name, tokens in columns.items()}


class Triplets(Task[tuple[str, ...]]):
    """Papers in threes, learned by the triplet loss."""

    columns: ClassVar[tuple[str, ...]] = ("anchor", "positive", "negative")

    def __init__(self, rows: Sequence[tuple[str, ...]], base: Model, tokens: int) -> None:
        self.rows, self.base, self.tokens = rows, base, tokens
        self._encoder = TextEncoder(base.folder, base.manifest, max_tokens=tokens)
        self.model = Encoded(self._encoder)

    def __len__(self) -> int:
        return len(self.rows)

    @override
    def cost(self, index: int) -> int:
        return max(map(len, self.example(0, index)))

    @override
    def example(self, epoch: int, index: int) -> tuple[str, ...]:
        return self.rows[index][: len(self.columns)]

    @override
    def batch(self, examples: Sequence[tuple[str, ...]]) -> Batch:
        texts = zip(*examples, strict=True)
        tokens = [self._encoder.tokens(column).inputs() for column in texts]
        return Batch(dict(zip(self.columns, tokens, strict=True)))

    @override
    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        return triplet(*(outputs[column] for column in self.columns))

    @override
    def save(self, folder: Path) -> None:
        """Keep nothing."""


class Pairs(Triplets):
    """The first two of them, learned by InfoNCE."""

    couples = True
    columns = ("anchor", "positive")

    @override
    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        return info_nce(outputs["anchor"], outputs["positive"], temperature=_TEMPERATURE)


class Clock:
    """Notes when each step of our loop ends; it asks for a stop after each."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def report(self, event: Event) -> None:
        """Keep nothing."""

    def stop_asked(self) -> bool:
        """Take the time: it is asked after each step."""
        self.times.append(time.perf_counter())
        return False


class TheirClock(TrainerCallback):
    """Notes when each step of the other trainer ends."""

    def __init__(self) -> None:
        self.times: list[float] = []

    @override
    def on_step_end(self, *_: object, **__: object) -> None:
        self.times.append(time.perf_counter())


class Theirs(SentenceTransformerTrainer):
    """The other trainer, which may be given our batches."""

    def __init__(self, *args: Any, batches: Batches | None, **kwargs: Any) -> None:  # noqa: ANN401
        self._batches = batches
        super().__init__(*args, **kwargs)

    @override
    def get_batch_sampler(self, *args: Any, **kwargs: Any) -> Any:
        """Return our batches, or its own."""
        if self._batches is None:
            return super().get_batch_sampler(*args, **kwargs)
        return Indices(self._batches)


class Indices(torch.utils.data.BatchSampler):
    """Our batches as lists of numbers."""

    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    def __iter__(self) -> Iterator[list[int]]:
        return (list(draw.indices) for draw in self._batches)

    def __len__(self) -> int:
        return len(self._batches)


def ours(task: Triplets, settings: RecipeSettings) -> float:
    """Return our examples a second."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        train(task, settings, folder=Path(folder), watcher=clock, resume=False, identity={})
    return speed(clock.times, settings)


def theirs(task: Triplets, settings: RecipeSettings, *, same: bool) -> float:
    """Return the other trainer's examples a second, with our batches or as it draws them."""
    from datasets import Dataset

    base, clock = task.base, TheirClock()
    manifest = base.manifest.model_copy(update={"max_tokens": task.tokens})
    encoder = load_model(base.folder, manifest, device=settings.device, precision="float32")
    loss: nn.Module = losses.TripletLoss(encoder, triplet_margin=_MARGIN)
    if task.couples:
        loss = losses.MultipleNegativesRankingLoss(encoder, scale=1 / _TEMPERATURE)
    columns = {name: [row[at] for row in task.rows] for at, name in enumerate(task.columns)}
    with tempfile.TemporaryDirectory() as folder:
        trainer = Theirs(
            encoder,
            _arguments(folder, settings),
            train_dataset=Dataset.from_dict(columns),
            loss=loss,
            batches=_batches(task, settings) if same else None,
        )
        trainer.remove_callback(PrinterCallback)
        trainer.add_callback(clock)
        trainer.train()
    return speed(clock.times, settings)


def _batches(task: Triplets, settings: RecipeSettings) -> Batches:
    lengths = None if task.couples else costs(task)
    return Batches(
        len(task), settings.batch, seed=settings.seed, couples=task.couples, costs=lengths
    )


def _arguments(folder: str, settings: RecipeSettings) -> SentenceTransformerTrainingArguments:
    return SentenceTransformerTrainingArguments(
        output_dir=folder,
        per_device_train_batch_size=settings.batch,
        max_steps=settings.steps,
        learning_rate=settings.learning_rate,
        bf16=choose_format(settings.precision, torch.device(settings.device)) == "bfloat16",
        use_cpu=settings.device == "cpu",
        save_strategy="no",
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )


def speed(times: Sequence[float], settings: RecipeSettings) -> float:
    """Return examples a second from the end of the first step to that of the last."""
    return (len(times) - 1) * settings.batch / (times[-1] - times[0])


TASKS: Mapping[str, type[Triplets]] = {"triplets": Triplets, "pairs": Pairs}

"""How fast the loop trains: ``python -m tests.benchmarks.training_speed [--steps N] [--device D]``.

Against sentence-transformers' own trainer with its own losses: the same model, papers, batch,
length and precision, in turns in one run. "Same batches" gives the other trainer our batches, which
for triplets are grouped by length; "its defaults" lets it shuffle. Prints the median of examples
per second between the first and the last step, and the ratio. It reads its data through the
package ``datasets``: pip install -e ".[benchmarks]".
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from sentence_transformers import (
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.sentence_transformer import losses
from torch import Tensor, nn
from transformers import TrainerCallback
from transformers.trainer_callback import PrinterCallback

from core.base.wire import Event
from core.models.encoder import best_device, load_model
from core.models.shelf import base_model
from tests.benchmarks.data import data_folder
from training.encoders import TextEncoder
from training.loop.batches import Batches, costs
from training.loop.optimisation import uses_bfloat16
from training.loop.train import train
from training.losses import info_nce, triplet
from training.recipe import RecipeSettings
from training.tasks import Batch, Outputs, Task

REPETITIONS = 5
MAX_TOKENS = 256
TEMPERATURE = 0.05


class Encoded(nn.Module):
    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, **columns: dict[str, Any]) -> dict[str, Tensor]:
        return {name: self.encoder(**tokens) for name, tokens in columns.items()}


class Triplets(Task[tuple[str, ...]]):
    columns: tuple[str, ...] = ("anchor", "positive", "negative")

    def __init__(self, rows: Sequence[tuple[str, ...]]) -> None:
        model = base_model()
        self.model = Encoded(TextEncoder(model.folder, model.manifest, max_tokens=MAX_TOKENS))
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def cost(self, index: int) -> int:
        return max(map(len, self.example(0, index)))

    def example(self, epoch: int, index: int) -> tuple[str, ...]:  # noqa: ARG002
        return self.rows[index][: len(self.columns)]

    def batch(self, examples: Sequence[tuple[str, ...]]) -> Batch:
        texts = zip(*examples, strict=True)
        tokens = [self.model.encoder.tokens(column).inputs() for column in texts]
        return Batch(dict(zip(self.columns, tokens, strict=True)))

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
        return triplet(*(outputs[column] for column in self.columns))

    def save(self, folder: Path) -> None:
        """Keep nothing."""


class Pairs(Triplets):
    couples = True
    columns = ("anchor", "positive")

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
        return info_nce(outputs["anchor"], outputs["positive"], temperature=TEMPERATURE)


class Clock:
    """Notes when each step of our loop ends; it asks for a stop after each."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def report(self, event: Event) -> None:
        """Keep nothing."""

    def stop_asked(self) -> bool:
        self.times.append(time.perf_counter())
        return False


class TheirClock(TrainerCallback):
    """Notes when each step of the other trainer ends."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def on_step_end(self, *_: object, **__: object) -> None:
        self.times.append(time.perf_counter())


class SameBatches(SentenceTransformerTrainer):
    """The other trainer, given our batches."""

    def __init__(self, *, batches: Batches, **kwargs: Any) -> None:  # noqa: ANN401
        self._batches = batches
        super().__init__(**kwargs)

    def get_batch_sampler(self, *_: object, **__: object) -> Indices:
        return Indices(self._batches)


class Indices(torch.utils.data.BatchSampler):
    """Our batches as lists of numbers."""

    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    def __iter__(self) -> Iterator[list[int]]:
        return (list(draw.indices) for draw in self._batches)

    def __len__(self) -> int:
        return len(self._batches)


def ours(kind: type[Triplets], rows: Sequence[tuple[str, ...]], settings: RecipeSettings) -> float:
    """Return our examples per second."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        train(
            kind(rows),
            settings,
            folder=Path(folder),
            watcher=clock,
            resume=False,
            identity={},
        )
    return speed(clock.times, settings)


def theirs(
    kind: type[Triplets], rows: Sequence[tuple[str, ...]], settings: RecipeSettings, *, same: bool
) -> float:
    """Return the other trainer's examples per second."""
    from datasets import Dataset

    model = base_model()
    manifest = model.manifest.model_copy(update={"max_tokens": MAX_TOKENS})
    encoder = load_model(model.folder, manifest, device=settings.device, precision="float32")
    loss: nn.Module = losses.TripletLoss(encoder, triplet_margin=1.0)
    if kind.couples:
        loss = losses.MultipleNegativesRankingLoss(encoder, scale=1 / TEMPERATURE)
    task, clock = kind(rows), TheirClock()
    columns = {name: [row[at] for row in rows] for at, name in enumerate(kind.columns)}
    with tempfile.TemporaryDirectory() as folder:
        arguments = SentenceTransformerTrainingArguments(
            output_dir=folder,
            per_device_train_batch_size=settings.batch,
            max_steps=settings.steps,
            learning_rate=settings.learning_rate,
            bf16=uses_bfloat16(settings.precision, torch.device(settings.device)),
            use_cpu=settings.device == "cpu",
            save_strategy="no",
            logging_strategy="no",
            report_to="none",
            disable_tqdm=True,
        )
        made = {"model": encoder, "args": arguments, "loss": loss}
        made["train_dataset"] = Dataset.from_dict(columns)
        if same:
            lengths = None if kind.couples else costs(task)
            batches = Batches(
                len(rows), settings.batch, seed=settings.seed, couples=kind.couples, costs=lengths
            )
            trainer: Any = SameBatches(**made, batches=batches)
        else:
            trainer = SentenceTransformerTrainer(**made)
        trainer.remove_callback(PrinterCallback)
        trainer.add_callback(clock)
        trainer.train()
    return speed(clock.times, settings)


def speed(times: Sequence[float], settings: RecipeSettings) -> float:
    """Return examples per second from the end of the first step to that of the last."""
    return (len(times) - 1) * settings.batch / (times[-1] - times[0])


def papers(count: int) -> list[tuple[str, ...]]:
    """Return neighbouring papers in threes, as "title. abstract"."""
    with gzip.open(data_folder() / "papers" / "acm.jsonl.gz", "rt", encoding="utf-8") as file:
        records = (json.loads(line) for line in file)
        texts = [f"{r['title']}. {r['abstract']}" for r in records if r["abstract"]]
    step = len(texts) // count
    return [tuple(texts[at * step + turn] for turn in range(3)) for at in range(count)]


def main() -> None:
    """Compare the two, in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    parser.add_argument("--device", default=best_device())
    parser.add_argument("--only", choices=("triplets", "pairs"))
    asked = parser.parse_args()
    settings = RecipeSettings(
        batch=asked.batch,
        steps=asked.steps,
        device=asked.device,
        micro_batch=asked.batch,
        max_tokens=MAX_TOKENS,
        evaluate_every=1_000_000,
    )
    rows = papers(asked.batch * max(asked.steps, 200))
    for kind, unit in ((Triplets, "triplets"), (Pairs, "pairs")):
        if asked.only not in (None, unit):
            continue
        runs: dict[str, Callable[[], float]] = {
            "ours": lambda kind=kind: ours(kind, rows, settings),
            "same batches": lambda kind=kind: theirs(kind, rows, settings, same=True),
            "its defaults": lambda kind=kind: theirs(kind, rows, settings, same=False),
        }
        found: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(asked.repetitions):
            for name, run in runs.items():
                found[name].append(run())
        medians = {name: statistics.median(values) for name, values in found.items()}
        print(f"{unit}/s: ours {medians['ours']:.1f}", flush=True)
        for name in ("same batches", "its defaults"):
            ratios = [a / b for a, b in zip(found["ours"], found[name], strict=True)]
            print(
                f"  sentence-transformers, {name}: {medians[name]:.1f}, ours is "
                f"{medians['ours'] / medians[name]:.2f} × ({min(ratios):.2f} to {max(ratios):.2f})",
                flush=True,
            )


if __name__ == "__main__":
    main()

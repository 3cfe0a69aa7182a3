"""Two real tasks over the tiny BERT: one that couples the examples of a batch, one that does not.

An example depends on the epoch, as dynamic sampling has it, and dropout is on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from core.base.wire import Event, Started
from core.models.manifest import read_manifest
from training.base.recipe import RecipeSettings
from training.base.tasks import Batch, Outputs, Task
from training.loop.checkpoints import OPTIMIZER, read_tensors
from training.loop.train import TrainOutcome, train
from training.models.encoders import TextEncoder
from training.sampling.draws import generator

IDENTITY = {"recipe": "small", "stage": "only", "settings": "a", "corpus": "b"}
PLAIN = {"device": "cpu", "precision": "float32", "learning_rate": 1e-2, "batch": 8}
WORDS = ("graph", "paper", "cell", "star", "law", "tree", "gene", "bank", "wave", "soil")


class Texts(nn.Module):
    """One encoder over texts of several kinds, each an output of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.encoder = TextEncoder(folder, read_manifest(folder))

    def forward(self, **kinds: dict[str, Any]) -> dict[str, Tensor]:
        return {kind: self.encoder(**tokens) for kind, tokens in kinds.items()}


class SmallTask(Task[tuple[str, ...]]):
    """What the two have in common. ``losses`` and ``drawn`` are those of this process."""

    kinds: tuple[str, ...] = ()

    def __init__(self, folder: Path, *, size: int = 20, dropout: float = 0.1) -> None:
        torch.manual_seed(1)
        self.model = Texts(folder)
        for module in self.model.modules():
            if isinstance(module, nn.Dropout):
                module.p = dropout
        self.size = size
        self.losses: list[float] = []
        self.drawn: list[tuple[int, int]] = []
        self.epochs: list[int] = []
        self.score: Callable[[int], float] = lambda turn: -float(turn)
        self.evaluated = 0

    def __len__(self) -> int:
        return self.size

    def cost(self, index: int) -> int:
        return 1 + index % 7

    def example(self, epoch: int, index: int) -> tuple[str, ...]:
        self.drawn.append((epoch, index))
        random = generator(0, epoch, index, "words")
        chosen = [random.choice(WORDS, size=self.cost(index)) for _ in self.kinds]
        chosen[1] = chosen[0][::-1]
        return tuple(" ".join(words) for words in chosen)

    def batch(self, examples: Sequence[tuple[str, ...]]) -> Batch:
        texts = zip(*examples, strict=True)
        tokens = [self.model.encoder.tokens(column).inputs() for column in texts]
        own = torch.tensor([sum(map(len, example)) for example in examples], dtype=torch.float32)
        return Batch(dict(zip(self.kinds, tokens, strict=True)), {"weight": own % 3 + 1})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        loss = self._loss(outputs, targets)
        self.losses.append(float(loss.detach()))
        return loss

    def _loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        raise NotImplementedError

    def begin_epoch(self, epoch: int, folder: Path) -> None:  # noqa: ARG002
        self.epochs.append(epoch)

    def evaluate(self) -> dict[str, float]:
        assert not self.model.training
        self.evaluated += 1
        return {"score": self.score(self.evaluated)} if self.metric else {}

    def save(self, folder: Path) -> None:  # noqa: ARG002
        raise AssertionError("the loop does not save")


class Pairs(SmallTask):
    """In-batch negatives."""

    couples = True
    kinds = ("query", "document")

    def _loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        query, document = (functional.normalize(outputs[kind]) for kind in self.kinds)
        each = functional.cross_entropy(
            query @ document.T / 0.1, torch.arange(len(query)), reduction="none"
        )
        return (each * targets["weight"]).mean()


class Triplets(SmallTask):
    """A loss of each example alone."""

    kinds = ("anchor", "positive", "negative")

    def _loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        anchor, positive, negative = (outputs[kind] for kind in self.kinds)
        near = (anchor - positive).norm(dim=1)
        far = (anchor - negative).norm(dim=1)
        return (functional.relu(near - far + 1) * targets["weight"]).mean()


class Follower:
    """Keeps the events; asks for a stop once ``stop_after`` steps are done in this process."""

    def __init__(self, stop_after: int = 0) -> None:
        self.events: list[Event] = []
        self._stop_after = stop_after
        self._asked = 0

    def report(self, event: Event) -> None:
        self.events.append(event)

    def stop_asked(self) -> bool:
        self._asked += bool(self.of(Started))
        return 0 < self._asked == self._stop_after

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def run(
    task: SmallTask,
    folder: Path,
    follower: Follower,
    *,
    resume: bool = False,
    **settings: Any,  # noqa: ANN401
) -> TrainOutcome:
    """Train on the CPU with a learning rate that moves the tiny model."""
    return train(
        task,
        RecipeSettings.model_validate(PLAIN | settings),
        folder=folder,
        watcher=follower,
        resume=resume,
        identity=IDENTITY,
    )


def weights(task: SmallTask) -> dict[str, Tensor]:
    """Return a copy of the model's weights."""
    return {name: value.clone() for name, value in task.model.state_dict().items()}


def moments(folder: Path) -> dict[str, Tensor]:
    """Return what the optimiser's last checkpoint holds: the gradients' running means.

    Comparable where weights are not: where a gradient is 0 but for rounding, Adam makes a step of
    its sign. For the same reason the learning rate must be next to nothing.
    """
    last = sorted((folder / "checkpoints").iterdir())[-1]
    return read_tensors(last / OPTIMIZER)


def same(first: Mapping[str, Tensor], second: Mapping[str, Tensor]) -> bool:
    """Tell whether weights are equal bit for bit."""
    return first.keys() == second.keys() and all(
        torch.equal(first[name], second[name]) for name in first
    )

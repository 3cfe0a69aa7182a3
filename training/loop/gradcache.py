"""The exact gradient of a batch that is too large for the device, by GradCache.

Where the loss of an example depends on it alone, micro-batches are added up. Where it depends on
the others, GradCache (Gao et al. 2021) runs twice: once to know all outputs and the gradient of
the loss on them, once more by micro-batch to carry that gradient to the weights. Both runs drop
the same units.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from training.base.tasks import Batch, Task
from training.loop.batches import Share, to_device
from training.loop.distribution import Processes


@dataclass(frozen=True, slots=True)
class RandomState:
    """Where the random numbers of the processor, and of the device, stand."""

    cpu: Tensor
    device: Tensor | None

    @classmethod
    def now(cls, device: torch.device) -> RandomState:
        """Take the state down."""
        own = None
        if device.type == "cuda":
            own = torch.cuda.get_rng_state(device)
        elif device.type == "mps":
            own = torch.mps.get_rng_state()
        return cls(torch.get_rng_state(), own)

    def restore(self, device: torch.device) -> None:
        """Make the next random numbers those that came next then."""
        torch.set_rng_state(self.cpu)
        if self.device is not None and device.type == "cuda":
            torch.cuda.set_rng_state(self.device, device)
        elif self.device is not None and device.type == "mps":
            torch.mps.set_rng_state(self.device)


@contextlib.contextmanager
def undisturbed(device: torch.device) -> Iterator[None]:
    """Leave the random numbers as if what runs within had not."""
    state = RandomState.now(device)
    try:
        yield
    finally:
        state.restore(device)


@dataclass(frozen=True, slots=True)
class Gradients:
    """Adds the gradient of a batch's loss to the weights.

    ``model`` is ``task.model`` or what exchanges its gradients; that takes the mean over the
    processes, so a share's gradient is multiplied by their number first.
    """

    task: Task[Any]
    model: nn.Module
    processes: Processes
    bfloat16: bool = False

    def add(self, share: Share) -> Tensor:
        """Run forward and backward; return the loss of the whole batch, without gradient."""
        return self._coupled(share) if self.task.couples else self._separate(share)

    def _separate(self, share: Share) -> Tensor:
        total = torch.zeros((), device=self.processes.device)
        for index, (batch, size) in enumerate(zip(share.batches, share.sizes(), strict=True)):
            with self._exchange(last=index == len(share.batches) - 1):
                loss = self.task.loss(self._outputs(self.model, batch), self._targets(batch))
                loss = loss * (size / share.size if share.counts else 0.0)
                (loss * self.processes.count).backward()  # type: ignore[no-untyped-call]
            total += loss.detach()
        return self.processes.total(total)

    def _coupled(self, share: Share) -> Tensor:
        if len(share.batches) == 1:
            outputs = self._outputs(self.model, share.batches[0])
            loss, gradients = self._loss([outputs], share)
            _carry(outputs, gradients, 0)
            return loss
        states, targets = [], []
        with torch.no_grad():
            for batch in share.batches:
                states.append(RandomState.now(self.processes.device))
                targets.append(self._outputs(self.task.model, batch))
        loss, gradients = self._loss(targets, share)
        start = 0
        for index, (batch, size) in enumerate(zip(share.batches, share.sizes(), strict=True)):
            states[index].restore(self.processes.device)
            with self._exchange(last=index == len(share.batches) - 1):
                _carry(self._outputs(self.model, batch), gradients, start)
            start += size
        return loss

    def _loss(
        self, outputs: Sequence[Mapping[str, Tensor]], share: Share
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss of the whole batch, and its gradient on this process's outputs."""
        leaves = {
            name: torch.cat([part[name] for part in outputs]).detach().requires_grad_()
            for name in outputs[0]
        }
        targets = [self._targets(batch) for batch in share.batches]
        whole_targets = {name: torch.cat([part[name] for part in targets]) for name in targets[0]}
        rows = slice(None if share.counts else 0)
        whole = self.processes.whole(
            {name: leaf[rows] for name, leaf in leaves.items()}, share.size
        )
        whole_targets = self.processes.whole(
            {name: row[rows] for name, row in whole_targets.items()}, share.size
        )
        loss = self.task.loss(whole, whole_targets)
        (loss * self.processes.count).backward()  # type: ignore[no-untyped-call]
        return loss.detach(), {
            name: torch.zeros_like(leaf) if leaf.grad is None else leaf.grad
            for name, leaf in leaves.items()
        }

    def _outputs(self, model: nn.Module, batch: Batch) -> dict[str, Tensor]:
        device = self.processes.device
        with torch.autocast(device.type, torch.bfloat16, enabled=self.bfloat16):
            outputs = model(**to_device(batch.inputs, device))
        return {name: rows.float() for name, rows in outputs.items()}

    def _targets(self, batch: Batch) -> dict[str, Tensor]:
        targets: dict[str, Tensor] = to_device(batch.targets, self.processes.device)
        return targets

    def _exchange(self, *, last: bool) -> contextlib.AbstractContextManager[None]:
        """Let gradients travel between the processes with the last micro-batch only."""
        if last or not isinstance(self.model, DistributedDataParallel):
            return contextlib.nullcontext()
        return self.model.no_sync()


def _carry(outputs: Mapping[str, Tensor], gradients: Mapping[str, Tensor], start: int) -> None:
    reached = {name: rows for name, rows in outputs.items() if rows.requires_grad}
    torch.autograd.backward(
        list(reached.values()),
        [gradients[name][start : start + len(rows)] for name, rows in reached.items()],
    )

"""Finds out how many examples fit on the device, by trying the most costly ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from core.base.jobs import JobCancelled
from training.loop import memory
from training.loop.batches import Draw, Shares
from training.loop.distribution import Processes
from training.loop.gradcache import Gradients, undisturbed

_MOST_ON_CPU = 32
_FEW = 4
"""Examples enough to learn what one takes on a CPU, where a first try must not fill memory."""

_ASKED_EVERY_S = 0.2

T = TypeVar("T")


class WorstBatch:
    """The most costly examples, tried in one process; nothing of a trial remains."""

    def __init__(
        self,
        shares: Shares,
        costs: NDArray[np.int64],
        gradients: Gradients,
        *,
        reserved: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare trials; ``reserved`` bytes are kept free for what the optimiser will need.

        ``stop`` is asked a few times a second while a trial runs.
        """
        self._shares, self._costs, self._reserved = shares, costs, reserved
        self._stop = stop
        self._device = gradients.processes.device
        self._gradients = Gradients(
            gradients.task,
            gradients.task.model,
            Processes(device=self._device),
            gradients.bfloat16,
        )

    def fit(self, epoch: int, *, share: int, free: bool) -> int:
        """Halve the micro-batch until it fits; return the most bytes that it takes.

        ``share`` is how many examples of a batch are this process's. A micro-batch that is
        ``free`` to choose has a limit on a CPU, which does not say in time that it is full.

        Raises:
            TrainingError: one example does not fit.
            JobCancelled: a stop was asked for.
        """
        cpu = self._device.type == "cpu"
        if cpu and free:
            few = min(_FEW, share)
            example_bytes = (
                shrinking(lambda: self._try(epoch, few), self._shares, self._gradients) // few
            )
            most = min(_MOST_ON_CPU, self._shares.micro_batch)
            available = memory.available_bytes() - self._reserved
            self._shares.micro_batch = memory.fitting(
                most, example_bytes=example_bytes, available=available
            )

        def whole() -> int:
            # On a CPU a whole batch takes long, and its second micro-batch shows the same.
            return self._try(epoch, min(share, 2 * self._shares.micro_batch) if cpu else share)

        return shrinking(whole, self._shares, self._gradients)

    def _try(self, epoch: int, count: int) -> int:
        worst = np.argsort(-self._costs, kind="stable")[:count]
        share = self._shares.__getitems__(Draw(epoch, tuple(map(int, worst)), len(worst)))
        model = self._gradients.task.model
        model.train()
        empty = torch.empty(self._reserved, dtype=torch.uint8, device=self._device)
        try:
            with undisturbed(self._device), _stoppable(model, self._stop):
                return memory.peak(lambda: self._gradients.add(share), self._device)
        finally:
            del empty
            model.zero_grad()


@contextmanager
def _stoppable(model: nn.Module, stop: Callable[[], bool]) -> Iterator[None]:
    """Let a stop end what the model is doing between two of its parts, forward and backward.

    The most costly examples take a processor a minute at once, which nobody waits for.

    Raises:
        JobCancelled: a stop was asked for.
    """
    asked_at = -_ASKED_EVERY_S

    def check(*_: object) -> None:
        nonlocal asked_at
        now = time.monotonic()
        if now - asked_at >= _ASKED_EVERY_S:
            asked_at = now
            if stop():
                raise JobCancelled

    def after(_module: nn.Module, _inputs: Any, output: Any) -> None:  # noqa: ANN401 - torch's
        check()
        if isinstance(output, Tensor) and output.requires_grad:
            output.register_hook(check)  # type: ignore[no-untyped-call]

    check()
    with ExitStack() as hooks:
        # What is compiled would be compiled anew for the trial, and again without it.
        if model._compiled_call_impl is None:  # noqa: SLF001 - torch tells in no other way
            for part in model.modules():
                hooks.callback(part.register_forward_hook(after).remove)
        yield


def shrinking(work: Callable[[], T], shares: Shares, gradients: Gradients) -> T:
    """Return what ``work`` returns, done again with half the micro-batch while memory is short.

    Raises:
        TrainingError: one example does not fit.
    """
    while True:
        try:
            return work()
        except (RuntimeError, MemoryError) as error:
            if not memory.out_of_memory(error):
                raise
        # Only here are the tensors free that the error's traceback held.
        gradients.task.model.zero_grad()
        memory.release(gradients.processes.device)
        if shares.micro_batch == 1:
            raise memory.too_large()
        shares.micro_batch = memory.halved(shares.micro_batch)

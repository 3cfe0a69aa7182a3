"""What a training says of its steps, about once a second, and whether its loss is a number."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator

import torch
from torch import Tensor

from core.base.errors import TrainingError
from core.base.wire import Progress

_EVERY_SECONDS = 1.0


class Meter:
    """Takes down the loss of each step without making the device wait for it.

    On a GPU a loss is looked at when the next step begins; it is known by then.
    """

    def __init__(self, *, stage: str, examples: int) -> None:
        self._stage = stage
        self._batch = examples
        self._losses: Tensor | None = None
        self._rate = 0.0
        self._counted = self._since = 0
        self._last: _Looked | None = None
        self._began = self._line = time.monotonic()
        self._first = True
        self._measured = 0
        self._measuring_s = 0.0

    def begin(self) -> None:
        """Start the clock."""
        self._began = self._line = time.monotonic()

    def add(self, loss: Tensor, *, step: int, rate: float) -> None:
        """Take down the loss of a step, counted from 1, and the learning rate it used.

        Raises:
            TrainingError: the loss is not a number.
        """
        self._losses = loss.clone() if self._losses is None else self._losses + loss
        self._rate = rate
        self._counted += 1
        self._since += 1
        self._last = _Looked(loss, step)
        if loss.device.type == "cpu":
            self.check()

    def check(self) -> None:
        """Look at the last loss.

        Raises:
            TrainingError: it is not a number.
        """
        if self._last is not None and not math.isfinite(self._last.value()):
            raise TrainingError(
                "The loss is no longer a number at step {step}.",
                step=self._last.step,
                remedy="Lower the learning rate, or use float32; the last checkpoint is kept.",
            )
        self._last = None

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out of the speed what runs within."""
        start = time.monotonic()
        yield
        # The clock may have been started within.
        away = time.monotonic() - max(start, self._began)
        self._began += away
        self._line += away

    @contextlib.contextmanager
    def measuring(self) -> Iterator[None]:
        """Leave an evaluation out of the speed; those to come are taken to last as long."""
        start = time.monotonic()
        with self.paused():
            yield
        self._measured += 1
        self._measuring_s += time.monotonic() - start

    def due(self) -> bool:
        """Tell whether it is time for a line."""
        return self._first or time.monotonic() - self._line >= _EVERY_SECONDS

    def progress(self, *, step: int, steps: int, epoch: float, evaluations: int = 0) -> Progress:
        """Return a line on the steps since the last one; so many ``evaluations`` are to come."""
        now = time.monotonic()
        loss = float(self._losses) / self._since if self._losses is not None else None
        line = Progress(
            stage=self._stage,
            step=step,
            steps=steps,
            epoch=epoch,
            loss=loss,
            learning_rate=self._rate,
            examples_per_second=self._since * self._batch / max(now - self._line, 1e-9),
            seconds_left=(steps - step) * (now - self._began) / max(self._counted, 1)
            + evaluations * self._measuring_s / max(self._measured, 1),
        )
        self._losses, self._since, self._line, self._first = None, 0, now, False
        return line


class _Looked:
    """A loss on its way from the device to the processor."""

    def __init__(self, loss: Tensor, step: int) -> None:
        self.step = step
        self._event: torch.cuda.Event | None = None
        self._value = loss
        if loss.device.type == "cuda":
            self._value = torch.empty((), dtype=loss.dtype, pin_memory=True)
            self._value.copy_(loss, non_blocking=True)
            self._event = torch.cuda.Event()  # type: ignore[no-untyped-call]
            self._event.record()

    def value(self) -> float:
        if self._event is not None:
            self._event.synchronize()
        return float(self._value)

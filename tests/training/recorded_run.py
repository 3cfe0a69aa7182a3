"""``python -m training``, with the loss of each step written down and checkpoints often.

``record([LOSSES, KILLED_AT, ARGUMENT...])``: a line of the file LOSSES is a step and its loss, bit
for bit. The process kills itself after the step ``KILLED_AT``; 0: it does not.
A checkpoint is due by time after each tenth of the steps.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

from torch import Tensor
from typing_extensions import override

from training.__main__ import main
from training.loop import course
from training.loop.course import Meter

SHARE = 0.1


class _Recorder(Meter):
    """Writes down each loss as it is taken."""

    path: Path
    killed_at = 0

    @override
    def add(self, loss: Tensor, *, step: int, rate: float) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{step} {float(loss).hex()}\n")
        super().add(loss, step=step, rate=rate)
        if step == self.killed_at:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def record(arguments: list[str]) -> object:
    """Train as the arguments say, see above."""
    _Recorder.path, _Recorder.killed_at = Path(arguments[0]), int(arguments[1])
    course.Meter = _Recorder  # type: ignore[misc]
    course._LEAST_APART_S, course._LEAST_APART_SHARE = 0.0, SHARE  # type: ignore[misc]
    course._MOST_COST = float("inf")  # type: ignore[misc]
    return main(arguments[2:])

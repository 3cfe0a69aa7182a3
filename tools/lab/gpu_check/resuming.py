"""Kills a run and goes on with it, on the device and from the processor to it.

The weights after the last step are compared with those of a run that was left alone. Two such runs
tell how far one run is from itself.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from safetensors.numpy import load_file

from core.base.children import module_environment
from core.base.errors import TrainingError
from core.base.files import replace_text
from core.base.wire import EVENTS, Checkpoint, Ended, tail
from tools.lab.gpu_check import forking
from tools.lab.gpu_check.forking import Process

_PATH = click.Path(path_type=Path)
_LOOK_S = 0.05
_LABELS = {"killed": "killed and resumed", "moved": "from the processor to the device"}


class Run:
    """A run of SPECTER over a corpus, of few small steps."""

    def __init__(self, corpus: Path, base: Path, folder: Path, steps: int) -> None:
        self._folder = folder
        every = max(1, steps // 6)
        settings = {
            "base": base,
            "steps": steps,
            "batch": 8,
            "micro_batch": 8,
            "training_tokens": 64,
            "precision": "float32",
            "checkpoint_every": every,
            "evaluate_every": steps,
            "held_out_contexts": 10,
            "held_out_pool": 40,
        }
        self._options = [
            text for name, value in settings.items() for text in ("--set", f"{name}={value}")
        ]
        self._corpus, self._steps = corpus, steps

    def begin(self, device: str, *more: str) -> Process:
        """Start it, or go on with it."""
        options = [*self._options, "--set", f"device={device}", *more]
        place = ["--corpus", str(self._corpus), "--out", str(self._folder)]
        arguments = ["-m", "training", "specter", *place, *options]
        log = self._folder.with_suffix(".log")
        return forking.start(arguments, module_environment(), log)

    def require_end(self, process: Process) -> None:
        """Wait for its end.

        Raises:
            TrainingError: it failed.
        """
        code = process.wait()
        last = self._events(Ended)
        if code or not last or last[-1].outcome != "finished":
            reason = last[-1].message if last else ""
            raise TrainingError(
                "The run “{run}” failed: {reason}", run=self._folder.name, reason=reason
            )

    def is_to_be_killed(self, process: Process) -> bool:
        """Tell whether a third of its steps is done, or nothing is to be waited for."""
        return process.poll() is not None or self.step() >= self._steps // 3

    def step(self) -> int:
        """Return the step of the newest checkpoint."""
        return max((event.step for event in self._events(Checkpoint)), default=0)

    def weights(self) -> dict[str, Any]:
        """Return the weights after the last step."""
        (path,) = self._folder.glob(f"checkpoints/*/checkpoints/step-{self._steps:08}")
        return load_file(next(path.glob("*model*.safetensors")))

    def _events(self, kind: type[Any]) -> list[Any]:
        if not (self._folder / EVENTS).is_file():
            return []
        return [event for event in tail(self._folder / EVENTS)[0] if isinstance(event, kind)]


@click.command()
@click.option("--corpus", type=_PATH, required=True)
@click.option("--base", type=_PATH, required=True)
@click.option("--device", required=True)
@click.option("--steps", default=24)
@click.option("--work", type=_PATH, required=True)
@click.option("--out", type=_PATH, required=True)
def command(corpus: Path, base: Path, device: str, steps: int, work: Path, out: Path) -> None:
    """Write how far the weights are from those of a run that was left alone."""
    shutil.rmtree(work, ignore_errors=True)  # of a call that was killed
    work.mkdir(parents=True)
    devices = {"whole": device, "again": device, "killed": device, "moved": "cpu"}
    # Runs beside each other in one folder would wait for each other.
    runs = {name: Run(corpus, base, work / name / name, steps) for name in devices}
    for name in devices:
        (work / name).mkdir(exist_ok=True)
    processes = {name: runs[name].begin(first) for name, first in devices.items()}
    values: dict[str, Any] = {"steps": steps}
    waiting = [*_LABELS]
    while waiting:
        time.sleep(_LOOK_S)
        for name in [name for name in waiting if runs[name].is_to_be_killed(processes[name])]:
            waiting.remove(name)
            forking.kill(processes[name])
            values[f"{_LABELS[name]}, at step"] = runs[name].step()
            processes[name] = runs[name].begin(device, "--resume")
    runs["whole"].require_end(processes["whole"])
    weights = runs["whole"].weights()
    for name, label in {"again": "the same run again", **_LABELS}.items():
        runs[name].require_end(processes[name])
        values[label] = distance(weights, runs[name].weights())
        replace_text(out, json.dumps(values))


def distance(one: dict[str, Any], other: dict[str, Any]) -> float:
    """Return the largest difference of two sets of weights, 0 if they are the same."""
    return max(_largest([one[name], other[name]]) for name in one)


def _largest(weights: Sequence[Any]) -> float:
    first, second = (np.asarray(array, np.float64) for array in weights)
    return float(np.abs(first - second).max(initial=0.0))


if __name__ == "__main__":
    command()

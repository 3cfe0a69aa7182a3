"""Kills a run and goes on with it, on the device and from the processor to it.

The weights after the last step are compared with those of a run that was left alone. Two such runs
tell how far one run is from itself.
"""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click
import numpy as np
from safetensors.numpy import load_file

from core.base.children import module_command, module_environment
from core.base.errors import TrainingError
from core.base.files import replace_text
from core.base.wire import EVENTS, Checkpoint, Ended, tail

_PATH = click.Path(path_type=Path)
_LOOK_S = 0.05


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

    def begin(self, device: str, *more: str) -> subprocess.Popen[bytes]:
        """Start it, or go on with it."""
        options = [*self._options, "--set", f"device={device}", *more]
        place = ["--corpus", str(self._corpus), "--out", str(self._folder)]
        return subprocess.Popen(
            module_command("training", "specter", *place, *options),
            env=module_environment(),
            stdout=subprocess.DEVNULL,
        )

    def carry(self, device: str, *more: str) -> None:
        """Carry it to its end.

        Raises:
            TrainingError: it failed.
        """
        code = self.begin(device, *more).wait()
        last = self._events(Ended)
        if code or not last or last[-1].outcome != "finished":
            reason = last[-1].message if last else ""
            raise TrainingError(
                "The run “{run}” failed: {reason}", run=self._folder.name, reason=reason
            )

    def kill(self, device: str) -> int:
        """Start it and kill it after a third of its steps; return the step it was killed at."""
        process = self.begin(device)
        while process.poll() is None and self.step() < self._steps // 3:
            time.sleep(_LOOK_S)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return self.step()

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
    runs = {
        name: Run(corpus, base, work / name, steps)
        for name in ("whole", "again", "killed", "moved")
    }

    def resume_run(name: str, first: str) -> int:
        step = runs[name].kill(first)
        runs[name].carry(device, "--resume")
        return step

    with ThreadPoolExecutor() as pool:
        whole = [pool.submit(runs[name].carry, device) for name in ("whole", "again")]
        steps_at = {
            "killed": pool.submit(resume_run, "killed", device),
            "moved": pool.submit(resume_run, "moved", "cpu"),
        }
        for future in whole:
            future.result()
        values: dict[str, Any] = {"steps": steps}
        weights = runs["whole"].weights()
        values["the same run again"] = distance(weights, runs["again"].weights())
        replace_text(out, json.dumps(values))
        for name, label in (
            ("killed", "killed and resumed"),
            ("moved", "from the processor to the device"),
        ):
            values[f"{label}, at step"] = steps_at[name].result()
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

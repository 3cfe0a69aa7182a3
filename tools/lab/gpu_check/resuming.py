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
        self._given = [
            each for name, value in settings.items() for each in ("--set", f"{name}={value}")
        ]
        self._corpus, self._steps = corpus, steps

    def begin(self, device: str, *more: str) -> subprocess.Popen[bytes]:
        """Start it, or go on with it."""
        given = [*self._given, "--set", f"device={device}", *more]
        place = ["--corpus", str(self._corpus), "--out", str(self._folder)]
        return subprocess.Popen(
            module_command("training", "specter", *place, *given),
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
            said = last[-1].message if last else ""
            raise TrainingError("The run “{run}” failed: {said}", run=self._folder.name, said=said)

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
        return max((each.step for each in self._events(Checkpoint)), default=0)

    def weights(self) -> dict[str, Any]:
        """Return the weights after the last step."""
        (path,) = self._folder.glob(f"checkpoints/*/checkpoints/step-{self._steps:08}")
        return load_file(next(path.glob("*model*.safetensors")))

    def _events(self, kind: type[Any]) -> list[Any]:
        if not (self._folder / EVENTS).is_file():
            return []
        return [each for each in tail(self._folder / EVENTS)[0] if isinstance(each, kind)]


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

    def killed(name: str, first: str) -> int:
        at = runs[name].kill(first)
        runs[name].carry(device, "--resume")
        return at

    with ThreadPoolExecutor() as pool:
        whole = [pool.submit(runs[name].carry, device) for name in ("whole", "again")]
        steps_at = {
            "killed": pool.submit(killed, "killed", device),
            "moved": pool.submit(killed, "moved", "cpu"),
        }
        for each in whole:
            each.result()
        values: dict[str, Any] = {"steps": steps}
        kept = runs["whole"].weights()
        values["the same run again"] = distance(kept, runs["again"].weights())
        replace_text(out, json.dumps(values))
        for name, named in (
            ("killed", "killed and resumed"),
            ("moved", "from the processor to the device"),
        ):
            values[f"{named}, at step"] = steps_at[name].result()
            values[named] = distance(kept, runs[name].weights())
            replace_text(out, json.dumps(values))


def distance(one: dict[str, Any], other: dict[str, Any]) -> float:
    """Return the largest difference of two sets of weights, 0 if they are the same."""
    return max(_largest([one[name], other[name]]) for name in one)


def _largest(weights: Sequence[Any]) -> float:
    first, second = (np.asarray(each, np.float64) for each in weights)
    return float(np.abs(first - second).max(initial=0.0))


if __name__ == "__main__":
    command()

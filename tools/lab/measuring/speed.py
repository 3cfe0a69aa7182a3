"""``python -m tools.lab speed``: how fast a recipe trains on this machine, and in what memory.

Nothing is kept, and nothing judged: some steps of the recipe's last stage, after which it stops.
"""

from __future__ import annotations

import json
import math
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.base.wire import Event, Progress, Started
from training.base.registry import recipe_named
from training.runs.settings_cli import make_settings

if TYPE_CHECKING:
    from torch import nn

_PATH = click.Path(path_type=Path)
_WARM = 3
"""The first share of the steps, one in so many, is left out: kernels are chosen or compiled."""


@click.command("speed")
@click.argument("recipe")
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--preset", default="", help="A set of values of the recipe.")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="Set a value.")
@click.option("--steps", default=20, show_default=True, type=click.IntRange(2), help="Steps.")
@click.option("--seconds", default=0.0, help="Stop after so many, where that comes first.")
@click.option(
    "--attention", default="", help="eager, sdpa or flash_attention_2; empty: as the base has it."
)
@click.option("--profile", type=_PATH, help="File for what some more steps are made of, a text.")
@click.option("--out", type=_PATH, help="File to write as well, JSON.")
def command(recipe: str, given: Sequence[str], out: Path | None, **options: Any) -> None:  # noqa: ANN401 - of click
    """Train some steps of RECIPE and print examples a second and memory as JSON."""
    from core.base.files import replace_text
    from training.runs.surroundings import log_libraries

    log_libraries()
    speed_text = json.dumps(measured(recipe, overrides=given, **options))
    if out is not None:
        replace_text(out, speed_text)
    click.echo(speed_text)


def measured(  # noqa: PLR0913 - the command's options
    name: str,
    *,
    corpus: Path,
    overrides: Sequence[str],
    preset: str,
    steps: int,
    attention: str,
    seconds: float = 0.0,
    profile: Path | None = None,
) -> dict[str, Any]:
    """Return speed, memory, how the batch was cut and in which precision; bytes and seconds.

    ``estimate`` is the most that the process had held once the worst batch was tried, which is
    how a micro-batch is chosen; ``memory`` the most that it held in the end.

    Raises:
        EngineError: the recipe cannot train on the corpus, or not in this way on this machine.
    """
    from training.base.corpus_checks import require
    from training.base.recipe import Preparation
    from training.corpus.corpus import Corpus
    from training.loop.train import train
    from training.runs.surroundings import chosen_device

    recipe = recipe_named(name)
    settings = make_settings(
        recipe,
        preset=preset,
        assignments=[*overrides, f"steps={steps}", "evaluate_every=100000000"],
    )
    opened = Corpus.open(corpus)
    require(opened, recipe, settings)
    stage = recipe.stages(settings)[-1]
    settings = stage.settings(settings)
    steady = _Steady(steps, seconds, profile)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        preparation = Preparation(
            folder=folder,
            device=chosen_device(settings.device),
            job=SilentJob(),
            warn=lambda _: None,
        )
        task = stage.make(opened, settings, preparation)
        _set_attention(task.model, attention)
        train(task, settings, folder=folder, watcher=steady, resume=False, identity={})
    return steady.collect_results()


class _Steady:
    """Follows a training, and stops it one step before its end, so that nothing is judged.

    Where ``seconds`` are given it is stopped after so many of them, counted from its beginning.
    With a file for the ``profile`` some more steps are taken then, and written there by operations.
    """

    def __init__(self, steps: int, seconds: float = 0.0, profile: Path | None = None) -> None:
        self._last, self._steps_done = steps - 1, 0
        self._profile = StepProfile(profile) if profile else None
        self._seconds, self._end = seconds or math.inf, math.inf
        self._started: Started | None = None
        self._lines: list[Progress] = []

    def report(self, event: Event) -> None:
        """Keep what tells the speed."""
        if isinstance(event, Started):
            self._started = event
            self._end = time.monotonic() + self._seconds
        elif isinstance(event, Progress):
            self._lines.append(event)

    def stop_asked(self) -> bool:
        """Count a step, for it is asked after each one, and while the worst batch is tried."""
        self._steps_done += self._started is not None
        steps_left = self._last - self._steps_done
        over = self._steps_done > 1 and time.monotonic() >= self._end
        if self._profile is None:
            return over or steps_left <= 0
        if over or steps_left <= PROFILED_STEPS:
            self._profile.count_step()
        return self._profile.is_over

    def collect_results(self) -> dict[str, Any]:
        """Return what was measured."""
        started, lines = self._started, self._lines
        assert started is not None
        warm = [line for line in lines if line.step > lines[-1].step // _WARM] or lines
        return {
            "examples_per_second": statistics.median(line.examples_per_second for line in warm),
            "memory": lines[-1].memory,
            "estimate": started.memory,
            "batch": started.batch,
            "micro_batch": started.micro_batch,
            "precision": started.precision,
            "steps": lines[-1].step,
        }


PROFILED_STEPS = 4
_ROWS, _WIDTH = 25, 60


class StepProfile:
    """What some steps are made of: operations, kernels, and how long the device worked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._profiler: Any = None
        self._steps_done, self._start = 0, 0.0
        self.is_over = False

    def count_step(self) -> None:
        """Begin before the first step, and write the text after the last."""
        import torch

        if self._profiler is None:
            self._profiler = torch.profiler.profile()
            self._profiler.__enter__()
            self._start = time.perf_counter()
            return
        self._steps_done += 1
        if self._steps_done == PROFILED_STEPS and not self.is_over:
            if torch.cuda.is_available():
                torch.cuda.synchronize()
            seconds = time.perf_counter() - self._start
            self._profiler.__exit__(None, None, None)
            self.is_over = True
            self._path.write_text(self._text(seconds), "utf-8")

    def _text(self, seconds: float) -> str:
        averages = self._profiler.key_averages()
        by_device = sum(row.self_device_time_total for row in averages) / 1e6
        operations = sum(row.count for row in averages if row.key.startswith("aten::"))
        kernels = sum(row.count for row in averages if "LaunchKernel" in row.key)
        lines = [
            f"{PROFILED_STEPS} steps, while they are profiled: {seconds:.3f} s",
            f"time of kernels on the device: {by_device:.3f} s",
            f"operations a step: {operations / PROFILED_STEPS:.0f}",
            f"kernels a step: {kernels / PROFILED_STEPS:.0f}",
        ]
        tables = [
            averages.table(sort_by=key, row_limit=_ROWS, max_name_column_width=_WIDTH)
            for key in ("self_cpu_time_total", "self_device_time_total")
        ]
        return "\n".join([*lines, *tables])


def _set_attention(model: nn.Module, attention: str) -> None:
    """Let every transformer of the model compute attention in that way.

    Raises:
        UsageError: it cannot, as a library is missing or the architecture does not know it.
    """
    from transformers import PreTrainedModel

    for part in model.modules():
        if attention and isinstance(part, PreTrainedModel):
            try:
                part.set_attn_implementation(attention)
            except (ImportError, ValueError) as error:
                raise UsageError(
                    "Attention cannot be computed as “{attention}” here.",
                    attention=attention,
                    remedy="Leave it out, or install what it needs.",
                ) from error

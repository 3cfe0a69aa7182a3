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
    require(opened, recipe)
    stage = recipe.stages(settings)[-1]
    settings = stage.settings(settings)
    steady = _Steady(steps, seconds)
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
    """

    def __init__(self, steps: int, seconds: float = 0.0) -> None:
        self._last, self._steps_done = steps - 1, 0
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
        over = self._steps_done > 1 and time.monotonic() >= self._end
        return over or self._steps_done >= self._last

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

"""``cocite train``: starts a training in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import click

from core.base.children import module_command, module_environment

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("recipe")
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--out", type=_PATH, required=True, help="Folder of the run.")
@click.option("--preset", default="", help="A set of values: small, or as the paper has it.")
@click.option("--resume", is_flag=True, help="Go on with the run in --out.")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="Set a value.")
def train(
    recipe: str, corpus: Path, out: Path, preset: str, resume: bool, given: tuple[str, ...]
) -> None:
    """Train a model by a recipe: cocite, or another that python -m training recipes lists.

    "again" trains the model in use with what was added since it learned.

    Ctrl+C stops within a step and keeps what was done. The finished model is in the folder
    "model" of the run: cocite models add RUN/model. See also: python -m training --help.
    """
    arguments = [recipe, "--corpus", str(corpus), "--out", str(out)]
    arguments += ["--preset", preset] if preset else []
    arguments += ["--resume"] if resume else []
    for setting in given:
        arguments += ["--set", setting]
    raise SystemExit(run_training(arguments))


def run_training(arguments: Sequence[str]) -> int:
    """Run ``python -m training`` with its own input and output, and return its exit code.

    Signals that end or interrupt this process go to that one, which ends when it has saved.
    """
    received_signals: list[int] = []
    child: subprocess.Popen[bytes] | None = None

    def forward(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if child is None:
            received_signals.append(number)
        elif sys.platform != "win32":  # a Windows console tells both itself
            child.send_signal(number)

    before = {
        signal_number: signal.signal(signal_number, forward)
        for signal_number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        child = subprocess.Popen(module_command("training", *arguments), env=module_environment())
        for number in received_signals:
            forward(number, None)
        code = child.wait()
    finally:
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)
    return 128 - code if code < 0 else code

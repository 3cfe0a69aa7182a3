"""Finds the device as the product does, in a child process that computes, and names it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from core.base.files import replace_text
from core.models.devices import best_device, has_bfloat16
from training.loop.optimisation import choose_format
from training.runs.surroundings import chosen_device, devices, versions


@click.command()
@click.option("--device", default="")
@click.option("--out", type=click.Path(path_type=Path), required=True)
def command(device: str, out: Path) -> None:
    """Write the device, how long the trial took, and what is installed."""
    import torch

    start = time.perf_counter()
    best = best_device()
    seconds = round(time.perf_counter() - start, 2)
    name = chosen_device(device)
    about = {"device": ", ".join(devices(name)), **versions()}
    values = {
        "name": name,
        "best device": best,
        "seconds of the trial": seconds,
        "bfloat16": has_bfloat16(name),
        "format": choose_format("auto", torch.device(name)),
        "about": about,
    }
    replace_text(out, json.dumps(values))


if __name__ == "__main__":
    command()

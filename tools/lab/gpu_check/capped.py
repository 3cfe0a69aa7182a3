"""Trains where the device has little memory: the run has to go on with a smaller micro-batch."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import click

from core.base.files import replace_text
from core.base.wire import EVENTS, Ended, Progress, Started, Warned, tail
from training.__main__ import main

_PATH = click.Path(path_type=Path)


@click.command()
@click.option("--corpus", type=_PATH, required=True)
@click.option("--base", type=_PATH, required=True)
@click.option("--device", required=True)
@click.option("--gibibytes", default=2.0)
@click.option("--batch", default=256)
@click.option("--micro-batch", default=0)
@click.option("--steps", default=3)
@click.option("--tokens", default=0)
@click.option("--run", type=_PATH, required=True)
@click.option("--out", type=_PATH, required=True)
def command(corpus: Path, base: Path, device: str, gibibytes: float, **sizes: Any) -> None:  # noqa: ANN401 - of click
    """Train some steps of SPECTER under a limit of memory, and write how they went."""
    values: dict[str, Any] = {"limit": "none: not a CUDA device"}
    if device.startswith("cuda"):
        import torch

        whole = torch.cuda.get_device_properties(device).total_memory
        torch.cuda.set_per_process_memory_fraction(gibibytes * 2**30 / whole, device)
        values["limit"] = f"{gibibytes} GiB"
    settings = {
        "base": base,
        "device": device,
        "batch": sizes["batch"],
        "micro_batch": sizes["micro_batch"],
        "steps": sizes["steps"],
        "training_tokens": sizes["tokens"],
        "evaluate_every": sizes["steps"],
        "held_out_contexts": 10,
        "held_out_pool": 40,
    }
    options = [text for name, value in settings.items() for text in ("--set", f"{name}={value}")]
    run, out = sizes["run"], sizes["out"]
    shutil.rmtree(run, ignore_errors=True)  # of a call that was killed
    code = main(["specter", "--corpus", str(corpus), "--out", str(run), *options])
    for event in tail(run / EVENTS)[0]:
        if isinstance(event, Started):
            values |= {"batch": event.batch, "micro-batch": event.micro_batch}
        elif isinstance(event, Progress):
            values |= {"steps": event.step, "memory, MiB": event.memory // 2**20}
        elif isinstance(event, Warned):
            values["warned"] = [*values.get("warned", []), event.message]
        elif isinstance(event, Ended):
            values |= {"outcome": event.outcome, "message": str(event.message)}
    replace_text(out, json.dumps(values))
    raise SystemExit(code)


if __name__ == "__main__":
    command()

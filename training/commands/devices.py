"""``python -m training devices``: what this machine can train on, and how much memory is free.

The window asks this of a process of its own: only torch knows, and the window never imports it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from typing import TypedDict

import click
import psutil

from core.commands.printing import say_json


class Device(TypedDict):
    """A device as the setting ``device`` names it; ``free`` and ``total`` are bytes, 0: unknown."""

    name: str
    kind: str
    title: str
    free: int
    total: int


@click.command("devices")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(as_json: bool) -> None:
    """List the devices that a model can be trained on, the fastest first."""
    rows = list(devices())
    if as_json:
        say_json(rows)
        return
    for row in rows:
        memory = f"{row['free'] / 2**30:.1f} of {row['total'] / 2**30:.1f} GiB free"
        click.echo(f"{row['name']:8} {row['title']}{', ' + memory if row['total'] else ''}")


def devices() -> Iterator[Device]:
    """Yield the devices of this machine, the fastest first; the processor is always there."""
    import torch

    for at in range(torch.cuda.device_count()):
        free, total = torch.cuda.mem_get_info(at)
        title = torch.cuda.get_device_name(at)
        yield Device(name=f"cuda:{at}", kind="cuda", title=title, free=free, total=total)
    memory = psutil.virtual_memory()
    if torch.backends.mps.is_available():
        # It has the computer's own memory.
        yield Device(
            name="mps", kind="mps", title="Apple GPU", free=memory.available, total=memory.total
        )
    processor = platform.processor() or platform.machine() or "processor"
    title = f"{processor}, {len(_usable_cores())} cores"
    yield Device(name="cpu", kind="cpu", title=title, free=memory.available, total=memory.total)


def _usable_cores() -> list[int]:
    """Return the cores this process may run on, which a container or a job system may limit."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))

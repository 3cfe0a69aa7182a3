"""``python -m training devices``: what this machine can train on, and how much memory is free.

The window asks this of a process of its own: only torch knows, and the window never imports it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from typing import Any, TypedDict

import click
import psutil

from core.base.messages import packed, unpacked
from core.commands.printing import say_json
from core.models.devices import TorchDevice, torch_devices, unseen_cards


class Device(TypedDict):
    """A device as the setting ``device`` names it; ``free`` and ``total`` are bytes, 0: unknown.

    ``problem`` says why it cannot be used, "" if it can; it and ``remedy`` are packed messages.
    """

    name: str
    kind: str
    title: str
    free: int
    total: int
    problem: Any
    remedy: Any


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
        for text in filter(None, (row["problem"], row["remedy"])):
            click.echo(f"{'':8} {unpacked(text)}")


def devices() -> Iterator[Device]:
    """Yield the devices of this machine, the fastest first; then the processor.

    Cards that cannot be used come last, with the reason.
    """
    tried = list(torch_devices())
    for device in tried:
        if not device.problem:
            yield _described(device, *_memory(device))
    memory = psutil.virtual_memory()
    processor = platform.processor() or platform.machine() or "processor"
    title = f"{processor}, {len(_usable_cores())} cores"
    yield _described(TorchDevice("cpu", "cpu", title), memory.available, memory.total)
    for device in (*(device for device in tried if device.problem), *unseen_cards()):
        yield _described(device, 0, 0)


def _described(device: TorchDevice, free: int, total: int) -> Device:
    return Device(
        name=device.name,
        kind=device.kind,
        title=device.title,
        free=free,
        total=total,
        problem=packed(device.problem),
        remedy=packed(device.remedy),
    )


def _memory(device: TorchDevice) -> tuple[int, int]:
    """Return how many bytes of memory a device has free, and in all."""
    import torch

    if device.kind == "cuda":
        return torch.cuda.mem_get_info(device.name)
    if device.kind == "xpu":
        return torch.xpu.mem_get_info(device.name)
    memory = psutil.virtual_memory()  # Apple's GPU has the computer's own
    return memory.available, memory.total


def _usable_cores() -> list[int]:
    """Return the cores this process may run on, which a container or a job system may limit."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))

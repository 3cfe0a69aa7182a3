"""How much memory a step takes, and how many examples fit on the device at once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import psutil
import torch
from accelerate.utils.memory import (  # type: ignore[import-untyped]
    should_reduce_batch_size,
)

from core.base.errors import TrainingError
from core.base.graphics_cards import read_display_cards
from core.models.devices import is_out_of_memory

_EVERY_SECONDS = 0.005
_SPARED_BYTES = 1 << 30
_LEAST_SHARE = 0.25


def out_of_memory(error: BaseException) -> bool:
    """Tell whether a failure means that the device, or the computer, has too little memory."""
    return is_out_of_memory(error) or (
        isinstance(error, RuntimeError) and bool(should_reduce_batch_size(error))
    )


def spare_display(device: torch.device) -> None:
    """Leave 1 GB or a tenth of a card that draws the screen to the other programs."""
    if device.type != "cuda" or torch.cuda.get_device_name(device) not in read_display_cards():
        return
    total = int(torch.cuda.get_device_properties(device).total_memory)
    spared = max(_SPARED_BYTES, total // 10)
    torch.cuda.set_per_process_memory_fraction(max(1 - spared / total, _LEAST_SHARE), device)


def too_large() -> TrainingError:
    """Return the failure for a device that cannot hold a single example."""
    return TrainingError(
        "Not even one example at a time fits into the memory of the device.",
        remedy="Lower max_tokens, turn on gradient_checkpointing, or take a smaller base model.",
    )


def peak(work: Callable[[], object], device: torch.device) -> int:
    """Return the most memory taken while ``work`` runs, in bytes.

    On a GPU that is all the process holds there; on a CPU, by how much the process grew.
    """
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats(device)
        work()
        return int(torch.cuda.max_memory_allocated(device))
    with _Growth() as growth:
        work()
    return growth.bytes


def used_bytes(device: torch.device) -> int:
    """Return the most memory that this process took so far, in bytes: on a GPU, there."""
    if device.type == "cuda":
        return int(torch.cuda.max_memory_reserved(device))
    process = psutil.Process().memory_info()
    return max(int(getattr(process, "peak_wset", 0)), _peak_resident(), int(process.rss))


def expected(device: torch.device, *, optimiser: int) -> int:
    """Return how much a training will take, once the worst batch was tried, in bytes.

    On a GPU the trial set aside what the optimiser will need. On a CPU what is only set aside
    takes no memory, so its bytes are added here.
    """
    return used_bytes(device) + (0 if device.type == "cuda" else optimiser)


def _peak_resident() -> int:
    """Return the most that this process had in memory, 0 where the system does not count it."""
    try:
        import resource
    except ImportError:  # Windows, whose own figure psutil has
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * unit


def fitting(size: int, *, example_bytes: int, available: int) -> int:
    """Return how many examples fit, halving ``size``; at least 1."""
    while size > 1 and size * example_bytes > available:
        size = halved(size)
    return size


def halved(micro_batch: int) -> int:
    """Return the next smaller micro-batch to try."""
    return -(-micro_batch // 2)


def available_bytes() -> int:
    """Return how much of the computer's memory may be taken without pushing others out."""
    return int(0.7 * psutil.virtual_memory().available)


class _Growth:
    """Watches how far the process grows: its resident size, looked at every few milliseconds."""

    def __enter__(self) -> _Growth:
        self._process = psutil.Process()
        self._start = self._most = self._process.memory_info().rss
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._look()

    @property
    def bytes(self) -> int:
        return int(self._most - self._start)

    def _watch(self) -> None:
        while not self._done.wait(_EVERY_SECONDS):
            self._look()

    def _look(self) -> None:
        self._most = max(self._most, self._process.memory_info().rss)

"""The processes of one run: what the main one does before the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from core.base.jobs import JobCancelled

T = TypeVar("T")
_LONGEST = timedelta(days=1)


def main_first(work: Callable[[], T], *, device: str) -> T:
    """Return what ``work`` returns, called on the main process first.

    With one process that is a plain call. Where the work fails on the main process or is stopped
    there, the others stop as well, with ``JobCancelled``, instead of waiting for it.
    """
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        return work()
    import torch
    from accelerate import PartialState  # type: ignore[import-untyped]

    state = PartialState(cpu=device == "cpu", timeout=_LONGEST)
    is_done = torch.zeros((), device=state.device)
    try:
        if state.is_main_process:
            result = work()
            is_done.fill_(1)
    finally:
        torch.distributed.broadcast(is_done, 0)
    if state.is_main_process:
        return result
    if not is_done:
        raise JobCancelled
    return work()


def leave_processes() -> None:
    """Take leave of the other processes of a run; without it, the first to end may abort."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and "torch" in sys.modules:
        from torch import distributed

        if distributed.is_initialized():
            distributed.destroy_process_group()

"""Starts our modules as processes of their own, installed or frozen.

A frozen program (PyInstaller) has no Python beside it that knows ``-m``. It starts itself again
with ``--module`` and becomes that module; nothing else of ours or of a library can be started so.
"""

from __future__ import annotations

import contextlib
import os
import runpy
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path

MODULES = frozenset(
    (
        "core.formats.child",
        "core.formats.dumps.child",
        "core.library_map.drawing",
        "core.manuscript.child",
        "core.models.child",
        "core.models.device_check",
        "training",
    )
)
"""What may be started."""

_SLEEPING = {
    "OMP_WAIT_POLICY": "PASSIVE",  # vcomp of Microsoft, libgomp of GCC
    # Some microseconds, as long as it takes to wake a thread: without them, encoding takes a sixth
    # longer on an idle machine; with ten times as many, twice the processor time on a busy one.
    "GOMP_SPINCOUNT": "2000",
    "KMP_BLOCKTIME": "0",  # libomp of LLVM and libiomp5 of Intel, which spin 200 ms else
}
_ASKED = "--module"
_HOME = Path(__file__).resolve().parents[2]


def is_frozen() -> bool:
    """Tell whether this program was frozen into a folder of its own."""
    return bool(getattr(sys, "frozen", False))


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command line that runs one of ``MODULES`` with arguments."""
    assert module in MODULES
    if is_frozen():
        return [sys.executable, _ASKED, module, *arguments]
    # -P: a folder of the same name where the person works is not the one that is meant.
    return [sys.executable, "-P", "-m", module, *arguments]


def let_threads_sleep(environment: MutableMapping[str, str] = os.environ) -> None:
    """Let the threads of a model that wait for each other sleep instead of spinning.

    On a busy machine, spinning took several times the processor time of encoding itself. Whatever
    runs OpenMP reads this when it is loaded, so every program calls this before it imports
    torch, faiss or scikit-learn. Where the person set any of it, that alone counts.
    """
    if environment.keys().isdisjoint(_SLEEPING):
        environment.update(_SLEEPING)


def module_environment() -> dict[str, str]:
    """Return the environment in which a child finds our modules where this process found them.

    From a checkout that is not installed, a child would not find them by itself.
    """
    environment = dict(os.environ)
    # glibc gives each thread a heap of its own: 100 MB more in a child that encodes papers.
    environment.setdefault("MALLOC_ARENA_MAX", "2")
    let_threads_sleep(environment)
    if not is_frozen():
        existing_path = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(_HOME), existing_path] if existing_path else [str(_HOME)]
        )
    return environment


def step_back(pid: int | None = None, *, idle: bool = False) -> None:
    """Let a process, or this one, have the processor after those that a person waits for.

    One that is ``idle`` has it only when nobody else wants it, where the system knows such a class
    (Linux): beside a training at nice 10, a click on a sentence waited 1.6 s instead of 1.0.
    """
    import psutil

    with contextlib.suppress(psutil.Error, OSError):  # it may have ended already
        if idle and hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(pid or 0, os.SCHED_IDLE, os.sched_param(0))
        psutil.Process(pid).nice(psutil.BELOW_NORMAL_PRIORITY_CLASS if os.name == "nt" else 10)


def become_module(arguments: Sequence[str]) -> None:
    """Run the module that a frozen program was started again for; else return.

    Processes of the standard library's ``multiprocessing`` begin here as well.

    Raises:
        SystemExit: the module has ended.
    """
    if not is_frozen():
        return
    import multiprocessing

    multiprocessing.freeze_support()
    if len(arguments) > 1 and arguments[0] == _ASKED and arguments[1] in MODULES:
        sys.argv = list(arguments[1:])
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        raise SystemExit(0)

"""Processes that begin with everything imported: imports took 14 s of each part on one machine.

This process imports what the parts need, without touching the device, and forks itself for each
part. Where that cannot be done, each part is a new process that imports by itself.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import runpy
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

from tools.lab.gpu_check import imports

ENVIRONMENT = {
    "JAX_PLATFORMS": "cpu",
    "USE_JAX": "0",
    "USE_TF": "0",
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "true",
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
}
"""Other frameworks take no memory of the device, and counting devices does not open CUDA, which
could then be used by no child."""
MODULES = (
    *("tools.lab.measuring.speed", "tools.lab.measuring.two_trainers", "tools.lab.measuring.plan"),
    *("tools.lab.measuring.report", "tools.lab.gpu_check.encoding", "tools.lab.gpu_check.capped"),
    *("tools.lab.gpu_check.resuming", "sentence_transformers", "datasets", "sklearn.neighbors"),
)
"""What the parts import beside the modules of ``training``."""
_LOOK_S = 0.05
_FAILED = 1


class Process(Protocol):
    """What is asked of a process."""

    pid: int

    @property
    def returncode(self) -> int | None:
        """Its exit code, negative where a signal ended it; ``None`` while it runs."""

    def poll(self) -> int | None:
        """Return the exit code, if it is over."""

    def wait(self) -> int:
        """Wait for its end and return the exit code."""


class Forked:
    """A copy of this process that runs a module."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, if it is over."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self) -> int:
        """Wait for its end and return the exit code."""
        while (code := self.poll()) is None:
            time.sleep(_LOOK_S)
        return code


class _Warm:
    """Whether this process imported everything and may be forked."""

    is_warm = False


def warm_up() -> list[str]:
    """Import everything, so that what is started begins with it; return what was missing."""
    os.environ.update(ENVIRONMENT)
    missing = imports.missing()
    for name in MODULES:
        try:
            importlib.import_module(name)
        except ImportError as error:
            missing.append(f"{name}: {error}")
    gc.collect()
    gc.freeze()
    _Warm.is_warm = hasattr(os, "fork")
    return missing


def cool_down() -> None:
    """Start new processes from now on."""
    _Warm.is_warm = False


def is_warm() -> bool:
    """Tell whether processes begin with everything imported."""
    return _Warm.is_warm


def start(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """Start ``python ARGUMENTS`` in a process group of its own, with its output in a file."""
    if is_warm() and arguments[0] == "-m":
        return Forked(_fork(arguments[1], arguments[2:], environment, log))
    with log.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, *arguments],
            env=dict(environment),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def kill(process: Process) -> None:
    """End a process and those that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _fork(module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which none has here
        pid = os.fork()
    if not pid:
        _become(module, arguments, environment, log)
    # Whoever of both comes first: the group has to be there before it can be ended.
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)
    return pid


def _become(
    module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path
) -> NoReturn:
    """Run a module as ``python -m`` does, in the child, and end."""
    code = _FAILED
    try:
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        for stream in (1, 2):
            os.dup2(out, stream)
        # What this process had may write elsewhere.
        sys.stdout, sys.stderr = (os.fdopen(os.dup(out), "w", buffering=1) for _ in range(2))
        os.environ.clear()
        os.environ.update(environment)
        if threads := environment.get("OMP_NUM_THREADS"):
            import torch

            torch.set_num_threads(int(threads))
        sys.argv = [module, *arguments]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - what a process of its own prints
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)

"""Starts our modules as processes of their own, and talks with them in lines of JSON."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import queue
import runpy
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import IO, Any

# --- processes of our modules, installed or frozen --------------------------------------------
#
# A frozen program (PyInstaller) has no Python beside it that knows ``-m``. It starts itself again
# with ``--module`` and becomes that module; nothing else of ours or of a library can be started so.


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


def bound_memory(environment: MutableMapping[str, str] = os.environ) -> None:
    """Let a model keep few heaps and few compiled operations, unless the person set otherwise.

    glibc gives each thread a heap of its own: 100 MB more in a process that encodes papers. oneDNN
    compiles each operation for each shape of batch and keeps 1,024: 100 MB more after 100 batches,
    of which no time was saved. Whatever loads models calls this before it imports torch.
    """
    environment.setdefault("MALLOC_ARENA_MAX", "2")
    environment.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "16")


def module_environment() -> dict[str, str]:
    """Return the environment in which a child finds our modules where this process found them.

    From a checkout that is not installed, a child would not find them by itself.
    """
    environment = dict(os.environ)
    bound_memory(environment)
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


# --- a child process that answers in lines of JSON --------------------------------------------
#
# The parent keeps watch over time and memory and kills the child at its limits; where the system
# can, the child forbids itself the memory as well. It ends when its parent does.


_PAUSE_S, _BUSY_S = 1.0, 10.0
"""When a child gives memory back, which takes some 30 ms: in a pause, and while it is busy."""

_TICK = 0.05
"""Seconds between two looks at what else there is to do while an answer is awaited."""


def piped(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a command whose input and output are pipes to this process."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=module_environment(),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


class ChildProcess:
    """The child process, its answers as they arrive, and how many files it has read."""

    def __init__(self, command: Sequence[str], name: str, *, behind: bool = False) -> None:
        """Start the command; ``name`` is for the thread that listens.

        One that works ``behind`` has the processor after those that a person waits for.
        """
        self.process = piped(command)
        if behind:
            step_back(self.process.pid)
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.ready = False
        self.files = 0
        self.base_mb = 0.0
        self._listener = threading.Thread(target=self._listen, name=name, daemon=True)
        self._listener.start()

    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return self.process.poll() is None

    def memory_mb(self) -> float:
        """Return the memory in use; 0 when the process has ended."""
        import psutil

        try:
            return float(psutil.Process(self.process.pid).memory_info().rss) / 1e6
        except psutil.Error:
            return 0.0

    def cpu_seconds(self) -> float:
        """Return the processor time used so far; 0 when the process has ended."""
        import psutil

        try:
            used = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(used.user + used.system)

    def send(self, request: dict[str, Any]) -> None:
        """Hand a request over; a child that is gone shows when its answer is awaited."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()

    def answer(self, meanwhile: Callable[[], None]) -> dict[str, Any] | None:
        """Return the next answer, ``None`` once the child has ended.

        ``meanwhile`` is called again and again until then; what it raises ends the waiting.
        """
        while True:
            try:
                return self._answers.get(timeout=_TICK)
            except queue.Empty:
                meanwhile()

    def kill(self) -> None:
        """End the process at once and take back what it held."""
        self.process.kill()
        self.process.wait()
        self._listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with contextlib.suppress(ValueError):  # half a line of a dying process
                self._answers.put(json.loads(line))
        self._answers.put(None)


# --- for the child process: requests, answers, limits ---------------------------------------------


def private_stdout() -> IO[str]:
    """Return the pipe to the parent; what libraries print afterwards goes nowhere."""
    private = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return os.fdopen(private, "w", encoding="utf-8", errors="surrogatepass", newline="\n")


def requests() -> queue.Queue[dict[str, Any]]:
    """Return the queue of requests; a closed standard input ends the process at once."""
    arrived: queue.Queue[dict[str, Any]] = queue.Queue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            arrived.put(json.loads(line))
        os._exit(0)

    threading.Thread(target=listen, name="requests", daemon=True).start()
    return arrived


def each_request(arrived: queue.Queue[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the requests as they arrive; give free memory back in pauses and now and then."""
    last_time = time.monotonic()
    while True:
        try:
            request = arrived.get(timeout=_PAUSE_S)
        except queue.Empty:
            give_memory_back()
            request = arrived.get()
        yield request
        if time.monotonic() - last_time > _BUSY_S:
            give_memory_back()
            last_time = time.monotonic()


def give_memory_back() -> None:
    """Give the system what this process has freed; glibc keeps up to half of a model's memory."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # no glibc
        ctypes.CDLL(None).malloc_trim(0)


def limit_memory(memory_mb: int) -> None:
    """Forbid the process more address space than it has now and ``memory_mb`` on top.

    Where the system has no such limit the parent watches the memory in use.
    """
    try:
        import resource
    except ImportError:
        return
    import psutil

    most = psutil.Process().memory_info().vms + memory_mb * 1024 * 1024
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ValueError, OSError):
        return


def say(answers: IO[str], answer: dict[str, Any]) -> None:
    """Write an answer as one line."""
    answers.write(json.dumps(answer, ensure_ascii=False) + "\n")
    answers.flush()

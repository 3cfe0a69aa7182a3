"""A child process that answers in lines of JSON, as its parent holds it and as it sees itself.

The parent keeps watch over time and memory and kills the child at its limits; where the system can,
the child forbids itself the memory as well. It ends when its parent does.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import IO, Any

from core.base.children import module_environment, step_back

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

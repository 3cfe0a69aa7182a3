"""Processes of tests that begin with the trainer imported, which takes seconds otherwise.

They are forked from a server that trained nothing, so each is as new as one that imported all by
itself. What it is given and returns is pickled, as with processes that are spawned. Only the order
of their sets is that of the server: of two that must agree, let one be fresh.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO

from typing_extensions import override

Main = Callable[[list[str]], object]


def context() -> BaseContext:
    """Return what makes warm processes; new ones where the system cannot fork."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    warm = multiprocessing.get_context("forkserver")
    warm.set_forkserver_preload(["tests.training.warm_server"])
    return warm


def start(
    main: Main,
    arguments: Sequence[str],
    log: Path,
    environment: Mapping[str, str] | None = None,
    *,
    fresh: bool = False,
) -> BaseProcess:
    """Start a main function with arguments; what it prints goes to a file, errors beside it.

    A fresh process imports all by itself.
    """
    words = {**os.environ, **(environment or {})}
    maker = multiprocessing.get_context("spawn") if fresh else context()
    process: BaseProcess = maker.Process(  # type: ignore[attr-defined]
        target=_become, args=(main, list(arguments), log, words)
    )
    process.start()
    return process


def wait(process: BaseProcess, seconds: float) -> int:
    """Return how a process ended; one that does not is killed, and fails the test."""
    process.join(seconds)
    code = process.exitcode
    if code is None:
        process.kill()
        process.join()
    assert code is not None, f"no end within {seconds:.0f} seconds"
    return code


def errors(log: Path) -> Path:
    """Return where the errors are written beside what is printed."""
    return log.with_name(f"{log.name}.errors")


def _become(main: Main, arguments: list[str], log: Path, environment: dict[str, str]) -> None:
    names = ("stdout", "stderr")
    for stream, (name, path) in enumerate(zip(names, (log, errors(log)), strict=True), start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), stream)
        setattr(sys, name, os.fdopen(os.dup(stream), "w", buffering=1))
    os.environ.clear()
    os.environ.update(environment)
    sys.exit(main(arguments))  # type: ignore[arg-type]


def run_module(arguments: list[str]) -> None:
    """Run a module as ``python -m`` does: its name, and its arguments."""
    sys.argv = arguments
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


class Started(subprocess.Popen[bytes]):
    """A warm process in place of ``python -m MODULE ARGUMENT...``, for code that starts those."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], stdout: int, stderr: IO[bytes]
    ) -> None:
        assert stdout == subprocess.DEVNULL
        self.args, self.returncode, self._stderr = command, None, stderr
        self._folder = tempfile.TemporaryDirectory()
        self._log = Path(self._folder.name) / "log.txt"
        module = command[command.index("-m") + 1 :]
        self._process = start(run_module, module, self._log, env)
        self.pid = self._process.pid or 0

    @override
    def poll(self) -> int | None:
        return self._end() if self._process.exitcode is not None else None

    @override
    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
        return self._end()

    @override
    def kill(self) -> None:
        self._process.kill()

    def __del__(self) -> None:
        """Nothing is left to be waited for."""

    def _end(self) -> int:
        code = self._process.exitcode
        assert code is not None
        if self.returncode is None and errors(self._log).exists():
            self._stderr.write(errors(self._log).read_bytes())
        self.returncode = code
        self._folder.cleanup()
        return code

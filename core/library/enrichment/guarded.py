"""What dumps say of the library's papers, read in a child process that is killed at its limits."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.base.child_process import ChildProcess
from core.base.children import module_command
from core.base.errors import FormatError
from core.base.jobs import Job
from core.base.messages import Message

logger = logging.getLogger(__name__)

_START_SECONDS = 120.0
_WAITING = 10  # times its processor time an answer may take, while others have the processor

Json = dict[str, Any]  # Any: JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What reading may take: ``seconds`` of the processor an answer, and ``memory_mb``."""

    seconds: float = 120.0
    memory_mb: int = 1536


LIMITS = Limits()


class DumpReader:
    """Reads dumps one after the other; a child that was killed is replaced for the next one."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._keys: dict[str, int] = {}
        self._untold: dict[str, int] = {}
        self._with_abstract: list[int] = []
        self._child: ChildProcess | None = None
        self._used = 0.0
        self._name = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def want(self, keys: Mapping[str, int], with_abstract: Iterable[int] = ()) -> None:
        """Ask about more papers, in the dumps that are read from now on."""
        self._keys |= keys
        self._untold |= keys
        self._with_abstract += with_abstract

    def steps(self, path: Path, *, part: int = 0, position: int = 0) -> Iterator[Json]:
        """Yield the steps of ``core.formats.dumps.scanning`` as JSON.

        Raises:
            FormatError: the dump cannot be read, or takes more than ``LIMITS``.
            JobCancelled: a stop was asked for.
        """
        self._name = path.name
        child = self._child or self._started()
        self._tell(child, self._untold, ())
        self._untold = {}
        begin = {"path": str(path.absolute()), "part": part, "position": position}
        child.send(begin)
        self._answer(child)
        try:
            child.send({})
            while "step" in (answer := self._answer(child)):
                child.send({})  # it reads on while this is kept
                yield answer["step"]
        except BaseException:
            self._end()
            raise
        if "error" in answer:
            raise FormatError.unpacked(answer["error"])
        if "bug" in answer or "exhausted" in answer:
            logger.error("Reading “%s” failed\n%s", path.name, answer.get("bug", "out of memory"))
            self._end()
            raise self._beyond(
                self._too_much_memory() if "exhausted" in answer else Message("is damaged")
            )

    def _started(self) -> ChildProcess:
        command = module_command("core.formats.dumps.child", "--memory-mb", str(LIMITS.memory_mb))
        self._child = child = ChildProcess(command, "dump reader", behind=True)
        until = time.monotonic() + _START_SECONDS
        if child.answer(lambda: self._until(until)) is None:
            raise RuntimeError("the reader of citation data could not start")
        self._tell(child, self._keys, self._with_abstract)
        self._untold = {}
        child.base_mb = child.memory_mb()
        return child

    def _tell(self, child: ChildProcess, keys: Mapping[str, int], more: Iterable[int]) -> None:
        child.send({"keys": dict(keys), "with_abstract": list(more)})
        self._answer(child)

    def _until(self, until: float) -> None:
        self._job.check()
        if time.monotonic() > until:
            raise RuntimeError("the reader of citation data could not start")

    def _answer(self, child: ChildProcess) -> Json:
        self._used = child.cpu_seconds()
        until = time.monotonic() + LIMITS.seconds * _WAITING
        answer = child.answer(lambda: self._watch(child, until))
        if answer is None:
            self._end()
            raise self._beyond(Message("is damaged and crashed the reader"))
        return answer

    def _watch(self, child: ChildProcess, until: float) -> None:
        self._job.check()
        if child.cpu_seconds() - self._used > LIMITS.seconds or time.monotonic() > until:
            raise self._beyond(
                Message("took longer than {seconds:g} seconds to read", seconds=LIMITS.seconds)
            )
        if child.base_mb and child.memory_mb() > LIMITS.memory_mb + child.base_mb:
            raise self._beyond(self._too_much_memory())

    def _too_much_memory(self) -> Message:
        return Message("needs more than {mb:,} MB of memory to read", mb=LIMITS.memory_mb)

    def _beyond(self, limit: Message) -> FormatError:
        return FormatError(
            "“{file}” {what}.",
            file=self._name,
            what=limit,
            remedy="Split the file, or download it again.",
        )

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

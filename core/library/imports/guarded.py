"""Entries of a reference file, parsed in a child process that is killed at its limits.

What it gave until then stays. Formats that are read line by line (paper records) are read here: a
line is bounded in length, and its parser in time and depth. So is Zotero's database (see
``zotero_database``).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.child_process import ChildProcess
from core.base.children import module_command
from core.base.errors import FormatError
from core.base.files import get_file_size
from core.base.jobs import Job
from core.base.messages import Message
from core.formats.child import unpack
from core.formats.entries import Entry
from core.formats.registry import get_format

logger = logging.getLogger(__name__)

_START_SECONDS = 120.0
_MB = 1024 * 1024
_WAITING = 10  # times its processor time a file may take, while other programs have the processor


class ParserUnavailable(RuntimeError):
    """The parser does not even start: whatever file it is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What parsing may take: ``seconds`` of the processor and ``memory_mb`` for a file.

    Both grow with each MB of the file, which is read as a whole.
    """

    seconds: float = 60.0
    seconds_per_mb: float = 10.0
    memory_mb: int = 1024
    memory_per_mb: int = 24


LIMITS = Limits()


def read_entries(kind: str, path: Path, job: Job) -> Iterator[Entry]:
    """Yield the entries of a reference file in the format of a name.

    Raises:
        FormatError: it cannot be opened or read on, or takes more than ``LIMITS``.
        JobCancelled: a stop was asked for.
    """
    if get_format(kind).reader:
        yield from get_format(kind).read_entries(path)
        return
    parser = _Parser(kind, path, job)
    try:
        yield from parser.entries()
    finally:
        parser.child.kill()


class _Parser:
    """A child that parses one file, always a batch ahead of what is asked for."""

    def __init__(self, kind: str, path: Path, job: Job) -> None:
        self._path, self._job = path, job
        size = get_file_size(path) / _MB
        self._seconds = LIMITS.seconds + LIMITS.seconds_per_mb * size
        self._memory_mb = int(LIMITS.memory_mb + LIMITS.memory_per_mb * size)
        arguments = ("--memory-mb", str(self._memory_mb), kind, str(path.absolute()))
        self._used: float | None = None
        self.child = ChildProcess(
            module_command("core.formats.child", *arguments), "reference parser"
        )

    def entries(self) -> Iterator[Entry]:
        self._answer(time.monotonic() + _START_SECONDS)
        self.child.base_mb = self.child.memory_mb()
        self._used = self.child.cpu_seconds()
        self.child.send({})
        while "entries" in (answer := self._answer(self._until())):
            self.child.send({})
            yield from map(unpack, answer["entries"])
        if "error" in answer:
            raise FormatError.unpacked(answer["error"])
        if "bug" in answer:
            logger.error("The parser failed on “%s”\n%s", self._path.name, answer["bug"])
            raise self._beyond(Message("is damaged"))
        if "exhausted" in answer:
            raise self._beyond(self._too_much_memory())

    def _until(self) -> float:
        """Return when to wait no longer, also for a child that other programs keep waiting."""
        return time.monotonic() + self._seconds * _WAITING

    def _answer(self, until: float) -> dict[str, Any]:  # Any: JSON
        answer = self.child.answer(lambda: self._watch(until))
        if answer is None and self._used is None:
            raise ParserUnavailable("the parser of reference files could not start")
        if answer is None:
            raise self._beyond(Message("is damaged and crashed the reader"))
        return answer

    def _watch(self, until: float) -> None:
        self._job.check()
        started = self._used is not None
        over = started and self.child.cpu_seconds() - (self._used or 0.0) > self._seconds
        if over or time.monotonic() > until:
            raise self._beyond(
                Message("took longer than {seconds:g} seconds to read", seconds=self._seconds)
            )
        if self.child.base_mb and self.child.memory_mb() > self._memory_mb + self.child.base_mb:
            raise self._beyond(self._too_much_memory())

    def _too_much_memory(self) -> Message:
        return Message("needs more than {mb:,} MB of memory to read", mb=self._memory_mb)

    def _beyond(self, limit: Message) -> FormatError:
        return FormatError(
            "“{file}” {what}.",
            file=self._path.name,
            what=limit,
            remedy="Split the file, or export it again.",
        )

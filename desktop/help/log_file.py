"""Reads the log that ``core.base.logs`` writes: its last entries with time, level and text."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 500_000
"""Read from the end of the log; some thousand entries."""

_HEAD = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:,\d+)? ([A-Z]+) ([\w.]+): (.*)")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry; ``text`` may have several lines. ``level`` is one of ``logging``'s numbers."""

    at: str
    level: int
    source: str
    text: str

    @property
    def level_name(self) -> str:
        """The level as it stands in the file."""
        return logging.getLevelName(self.level)

    def line(self) -> str:
        """Return the entry as it stands in the file."""
        return f"{self.at} {self.level_name} {self.source}: {self.text}"


def last_entries(path: Path) -> list[LogEntry]:
    """Return the last entries of the log, oldest first; none if there is no log."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - MOST_BYTES))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return parsed(text.splitlines())


def parsed(lines: Iterable[str]) -> list[LogEntry]:
    """Return the entries of some lines; what stands before the first whole one is left out."""
    entries: list[tuple[str, int, str, list[str]]] = []
    levels = logging.getLevelNamesMapping()
    for line in lines:
        head = _HEAD.fullmatch(line)
        if head is not None:
            at, level, source, text = head.groups()
            entries.append((at, levels.get(level, logging.INFO), source, [text]))
        elif entries:
            entries[-1][3].append(line)
    return [LogEntry(at, level, source, "\n".join(text)) for at, level, source, text in entries]


def clear(path: Path) -> None:
    """Empty the log in place, for it is open, and remove the older ones that rolled over."""
    try:
        with path.open("r+b") as file:
            file.truncate(0)
        for older in path.parent.glob(f"{path.name}.*"):
            older.unlink(missing_ok=True)
    except OSError as error:
        logging.getLogger(__name__).warning("The log could not be cleared: %s", error.strerror)

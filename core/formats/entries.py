"""What every reader yields: an entry of a file, as a record or as the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.messages import Message
from core.base.records import PaperRecord


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a source file; a reader yields one for each entry it meets, read or refused.

    ``location`` says where to look ("line 12 (smith2020)"). Without a record, ``problem`` is the
    reason, a clause without a full stop. ``attachments`` are paths as the file gives them, often
    relative to it or to a folder of another machine; ``collections`` and ``tags`` are the names
    of the groups it puts the paper into. ``note`` is a clause to say if the paper is a new one.
    """

    location: str
    record: PaperRecord | None
    problem: str = ""
    attachments: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a file that could not be read, and why."""

    location: str
    reason: str


def at_entry(number: int, line: int) -> Message:
    """Return where an entry is that may share its line with others: "entry 3, line 1"."""
    return Message("entry {number}, line {line}", number=number, line=line)


def at_line(number: int, name: str = "") -> Message:
    """Return where an entry is: "line 12", or "line 12 (smith2020)" if it has a name."""
    if name:
        return Message("line {line} ({name})", line=number, name=name)
    return Message("line {line}", line=number)

"""Lines of "tag, value", as EndNote and PubMed write their records, cut into records."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.formats.fields import without_tags


@dataclass(slots=True)
class Record:
    """The tags and values of one record, in order; ``lost`` for lines ahead of the first one."""

    line: int
    fields: list[tuple[str, str]] = field(default_factory=list)
    lost: bool = False

    def has(self, tag: str) -> bool:
        """Tell whether the tag occurs."""
        return any(held == tag for held, _ in self.fields)


def records(
    text: str,
    tagged: re.Pattern[str],
    begins: Callable[[Record, str, bool], bool],
    *,
    indented: bool = False,
) -> Iterator[Record]:
    """Yield the records of a text.

    ``tagged`` has the groups ``tag`` and ``value``; a line it does not match goes on the value
    before, if it is ``indented`` where lines that go on must be; else it belongs to no record.
    ``begins`` is told the record so far, the tag of a line, and whether a blank line
    stands before it, and says whether a record begins there.
    """
    record: Record | None = None
    held: list[str] = []
    blank = True
    for number, line in enumerate(text.split("\n"), start=1):
        match = tagged.fullmatch(line)
        if match is None:
            blank = not line.strip()
            goes_on = blank or not indented or line[:1].isspace()
            if record is not None and (goes_on or record.lost):
                held.append(line)
            elif not blank:
                _store(record, held)
                if record is not None:
                    yield record
                record = Record(number, lost=True)
            continue
        _store(record, held)
        if record is None or record.lost or begins(record, match["tag"], blank):
            if record is not None:
                yield record
            record = Record(number)
        held[:] = [match["tag"], match["value"] or ""]
        blank = False
    _store(record, held)
    if record is not None:
        yield record


def _store(record: Record | None, held: list[str]) -> None:
    """Move the tag and the lines in ``held`` to the record they belong to."""
    if record is not None and not record.lost and held:
        tag, *lines = held
        record.fields.append((tag, "\n".join(lines).strip()))
    held.clear()


class Values:
    """The values of one record by name, taken one after the other; the rest becomes ``extra``."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: defaultdict[str, list[str]] = defaultdict(list)
        for name, value in pairs:
            if text := without_tags(value):
                self._values[name].append(text)

    def look(self, *keys: str) -> list[str]:
        """Return the values under all of ``keys`` without taking them."""
        return [value for key in keys for value in self._values.get(key, ())]

    def take(self, *keys: str) -> list[str]:
        """Take the values under all of ``keys``."""
        return [value for key in keys for value in self._values.pop(key, ())]

    def first(self, *keys: str) -> str:
        """Take the first value under the first of ``keys`` that has one; more stay for later."""
        for key in keys:
            if self._values.get(key):
                return self._values[key].pop(0)
        return ""

    def drop(self, value: str, *keys: str) -> None:
        """Forget what only repeats a value that was taken."""
        for key in keys:
            self._values[key] = [other for other in self._values[key] if other != value]

    def rest(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return what was not taken, under its name in ``names``: a text, or a list of several."""
        left: defaultdict[str, list[str]] = defaultdict(list)
        for key, values in self._values.items():
            left[names.get(key, key)] += values
        return {
            name: values[0] if len(values) == 1 else values
            for name, values in left.items()
            if values
        }

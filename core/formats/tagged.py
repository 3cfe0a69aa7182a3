"""Lines of "tag, value", as RIS, EndNote and PubMed write their records, cut into records."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.base.messages import Message
from core.formats.entries import Entry
from core.formats.fields import extract_doi, lines_without_tags, without_tags


@dataclass(slots=True)
class Record:
    """The tags and values of one record, in order; ``lost`` for lines ahead of the first one."""

    line: int
    fields: list[tuple[str, str]] = field(default_factory=list)
    lost: bool = False

    def has(self, tag: str) -> bool:
        """Tell whether the tag occurs."""
        return any(field_tag == tag for field_tag, _ in self.fields)


def check_entries(parsed_entries: Iterable[Entry | None], text: str, title: str) -> Iterator[Entry]:
    """Yield the entries that were found; a text that has none, but is not empty, is a problem."""
    empty = True
    for entry in parsed_entries:
        if entry is not None:
            empty = False
            yield entry
    if empty and text.strip():
        problem = Message("the file has no {format} record", format=title)
        yield Entry("line 1", None, problem)


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
    cutter = _Cutter(begins, indented=indented)
    for number, line in enumerate(text.split("\n"), start=1):
        match = tagged.fullmatch(line)
        finished_record = (
            cutter.continue_field(number, line) if match is None else cutter.tagged(number, match)
        )
        if finished_record is not None:
            yield finished_record
    if (last := cutter.begin(None)) is not None:
        yield last


class _Cutter:
    """Holds the record that is being read; each call returns the one that it ends, if any."""

    def __init__(self, begins: Callable[[Record, str, bool], bool], *, indented: bool) -> None:
        self._begins = begins
        self._indented = indented
        self._record: Record | None = None
        self._field_parts: list[str] = []
        self._blank = True

    def continue_field(self, number: int, line: str) -> Record | None:
        """Take a line without a tag."""
        self._blank = not line.strip()
        belongs = self._blank or not self._indented or line[:1].isspace()
        if self._record is not None and (belongs or self._record.lost):
            self._field_parts.append(line)
            return None
        return None if self._blank else self.begin(Record(number, lost=True))

    def tagged(self, number: int, match: re.Match[str]) -> Record | None:
        """Take a line with a tag."""
        self._store()
        record, finished_record = self._record, None
        if record is None or record.lost or self._begins(record, match["tag"], self._blank):
            finished_record = self.begin(Record(number))
        self._field_parts = [match["tag"], match["value"] or ""]
        self._blank = False
        return finished_record

    def begin(self, record: Record | None) -> Record | None:
        """Go on with another record, or with none."""
        self._store()
        before, self._record = self._record, record
        return before

    def _store(self) -> None:
        """Move the tag and the lines held to the record they belong to."""
        if self._record is not None and not self._record.lost and self._field_parts:
            tag, *lines = self._field_parts
            self._record.fields.append((tag, "\n".join(lines).strip()))
        self._field_parts = []


class Values:
    """The values of one record by name, taken one after the other; the rest becomes ``extra``.

    Those of ``lined`` names keep their lines.
    """

    def __init__(
        self, pairs: Iterable[tuple[str, str]], lined: Collection[str] = frozenset()
    ) -> None:
        self._values: defaultdict[str, list[str]] = defaultdict(list)
        for name, value in pairs:
            if text := lines_without_tags(value) if name in lined else without_tags(value):
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

    def take_doi(self, key: str) -> str:
        """Take the first DOI under a key; anything else there stays."""
        for value in self.look(key):
            if doi := extract_doi(value):
                self.drop(value, key)
                return doi
        return ""

    def rest(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return what was not taken, under its name in ``names``: a text, or a list of several."""
        remaining_values: defaultdict[str, list[str]] = defaultdict(list)
        for key, values in self._values.items():
            remaining_values[names.get(key, key)] += values
        return {
            name: values[0] if len(values) == 1 else values
            for name, values in remaining_values.items()
            if values
        }

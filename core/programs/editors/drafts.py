"""The text of a document as an editor has it, and its positions: lines, and units in a line.

A line ends at a line feed, a carriage return or both, as the protocol says; a form feed or a line
separator of Unicode, which Python's ``splitlines`` takes for an end too, stands inside of one.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Literal

Unit = Literal["utf-8", "utf-16", "utf-32"]
Position = tuple[int, int]
"""A line and a place in it, both from 0; the place counts units of the encoding."""

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class Draft:
    """A text that does not change; an edit makes another one."""

    text: str
    unit: Unit = "utf-16"
    _starts: list[int] = field(default_factory=list, repr=False, compare=False)

    def to_offset(self, position: Position) -> int:
        """Return the code points before a position; what lies beyond a line is its end."""
        line, place = position
        starts = self._line_starts()
        if line >= len(starts):
            return len(self.text)
        start, end = starts[line], self._line_end(line)
        content = self.text[start:end]
        if self.unit == "utf-32" or content.isascii():
            return min(start + max(place, 0), end)
        units = [0, *itertools.accumulate(map(self._units, content))]
        return start + bisect_left(units, min(place, units[-1]))

    def to_position(self, offset: int) -> Position:
        """Return the position of an offset in code points."""
        starts = self._line_starts()
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(starts, offset) - 1
        before = self.text[starts[line] : offset]
        if self.unit == "utf-32" or before.isascii():
            return line, len(before)
        return line, sum(map(self._units, before))

    def edited(self, start: Position, end: Position, text: str) -> Draft:
        """Return the draft with the text between two positions replaced."""
        first = self.to_offset(start)
        last = max(first, self.to_offset(end))
        edited = Draft(self.text[:first] + text + self.text[last:], self.unit)
        if "\r" not in self.text and "\r" not in text:  # else what ends a line may be torn apart
            starts, shift = self._line_starts(), first - last + len(text)
            edited._starts.extend(starts[: bisect_right(starts, first)])
            edited._starts.extend(first + match.end() for match in re.finditer("\n", text))
            edited._starts.extend(at + shift for at in starts[bisect_right(starts, last) :])
        return edited

    def _line_starts(self) -> list[int]:
        if not self._starts:
            if "\r" in self.text:
                self._starts[:] = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
            else:
                lengths = (len(line) + 1 for line in self.text.split("\n"))
                self._starts[:] = [0, *itertools.accumulate(lengths)][:-1]
        return self._starts

    def _line_end(self, line: int) -> int:
        """Return where the content of a line ends, before what ends the line."""
        starts = self._line_starts()
        if line + 1 >= len(starts):
            return len(self.text)
        end = starts[line + 1] - 1
        return end - 1 if self.text[end - 1 : end + 1] == "\r\n" else end

    def _units(self, character: str) -> int:
        code = ord(character)
        if self.unit == "utf-8":
            return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
        return 2 if code > 0xFFFF else 1

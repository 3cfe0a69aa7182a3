"""Rows of comma-separated tables, of which a damaged line costs only itself."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

_MOST_LINES = 40  # that one row may go over


def parse_row(text: bytes) -> list[str] | None:
    """Return the fields of one row, which may go over several lines; ``None`` if it is none."""
    try:
        rows = list(csv.reader(io.StringIO(text.decode("utf-8", "replace"), ""), strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None


def parse_rows(lines: Iterable[bytes], width: int) -> Iterator[tuple[int, list[str] | None]]:
    """Yield each row with the number of lines it takes; ``None`` for one that cannot be read.

    Where several lines together make no whole row either, only the first of them is given up. A
    row may have one field more than there are names: an empty last one.
    """
    source = iter(lines)
    waiting: list[bytes] = []  # lines that were looked at and belong to no row yet
    while True:
        if not waiting:
            line = next(source, None)
            if line is None:
                return
            waiting = [line]
        row, line_count = _first_row(waiting, source)
        if row is not None and not width <= len(row) <= width + 1:
            row = None
        if row is not None or any(line.strip() for line in waiting[:line_count]):
            yield line_count, row
        waiting = waiting[line_count:]


def _first_row(waiting: list[bytes], source: Iterator[bytes]) -> tuple[list[str] | None, int]:
    """Return the row that begins with the first line, and how many lines it takes.

    What had to be read for it is added to ``waiting``.
    """
    for line_count in range(1, _MOST_LINES):
        if line_count > len(waiting):
            line = next(source, None)
            if line is None:
                break
            waiting.append(line)
        row = parse_row(b"\n".join(waiting[:line_count]).removesuffix(b"\r"))
        if row is not None:
            return row, line_count
    return None, 1

"""What stands beside the running text, by cells and columns of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set

from core.manuscript.pdf.flow import Paragraph
from core.manuscript.pdf.layout import Row
from core.manuscript.pdf.lines import Line, Page
from core.manuscript.text.hyphens import Joiner

_LONGEST_CELL = 3000  # characters; more is a drawing's lettering


def cells(
    rows: Sequence[Row],
    pages: Sequence[Page],
    beside: Sequence[int],
    listed: Set[int],
    joiner: Joiner,
) -> list[Paragraph]:
    """Return what the rows ``beside`` hold, and what no row holds, by cells and by columns.

    One cell may go over several rows. A wide table may reach out of the text block; what of it
    lies there is in no row. Labels beside the rows of reference lists, ``listed``, cite nothing.
    ``at`` of a paragraph is the index of a row near it.
    """
    cells_by_place: dict[tuple[int, str, int], Paragraph] = {}
    for at, line in [*_list_drawn_lines(rows, pages, beside), *_unread(rows, pages, listed)]:
        for of in (("cell", line.block), ("column", round(line.x0))):
            cell = cells_by_place.setdefault((line.page, *of), Paragraph(None, at=at))
            if len(cell.text) < _LONGEST_CELL:
                cell.append(line, joiner)
    return list(cells_by_place.values())


def _list_drawn_lines(
    rows: Sequence[Row], pages: Sequence[Page], beside: Sequence[int]
) -> Iterator[tuple[int, Line]]:
    """Yield the lines that the rows ``beside`` were joined from, each with its row."""
    heights: defaultdict[tuple[int, int], list[Line]] = defaultdict(list)
    for number in {rows[at].line.page for at in beside}:
        for line in pages[number].lines:
            heights[number, round(line.baseline)].append(line)
    taken_lines: set[tuple[int, int]] = set()
    for at in beside:
        row = rows[at].line
        for line in heights[row.page, round(row.baseline)]:
            if _holds(row, line) and (row.page, line.order) not in taken_lines:
                taken_lines.add((row.page, line.order))
                yield at, line


def _unread(
    rows: Sequence[Row], pages: Sequence[Page], listed: Set[int]
) -> Iterator[tuple[int, Line]]:
    """Yield the lines in no row that lie between the first and the last row of their page."""
    rows_by_page: defaultdict[int, list[tuple[int, Line]]] = defaultdict(list)
    for at, row in enumerate(rows):
        rows_by_page[row.line.page].append((at, row.line))
    for number, own in rows_by_page.items():
        heights: defaultdict[int, list[tuple[int, Line]]] = defaultdict(list)
        for at, line in own:
            for height in (round(line.baseline) + step for step in (-1, 0, 1)):
                heights[height].append((at, line))
        top, bottom = min(row.baseline for _, row in own), max(row.baseline for _, row in own)
        for line in pages[number].lines:
            level = heights[round(line.baseline)]
            is_held = any(at in listed or _holds(row, line) for at, row in level)
            if top < line.baseline < bottom and not is_held:
                yield own[0][0], line


def _holds(row: Line, line: Line) -> bool:
    """Say whether a line at a row's height is a piece of it."""
    return row.x0 - 1 <= line.x0 and line.x1 <= row.x1 + 1

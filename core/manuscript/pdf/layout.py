"""Reading order: from the lines of a page in any order to lines as a person reads them.

Columns are found from where long lines begin and end, never from fixed positions. A line that
reaches over the gutter ends the columns above it and begins new ones below. What stands outside
the text block (line numbers, side notes) or comes again on page after page (running heads,
footers, page numbers) is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from core.manuscript.pdf.columns import FULL, Column, Split, page_columns, split_pages
from core.manuscript.pdf.lines import Line, Page, join
from core.manuscript.pdf.margins import without_margins
from core.manuscript.text.common_titles import is_references_title

_LONG_LETTERS = 18
_LONGEST_LABEL = 8
_ENTRY_LABEL = re.compile(r"[\[(]?\d{1,3}[\]).]")
_LEAST_LABELS = 3
_LEAST_TEXT = 0.15  # of a document's letters; what stands before a heading and is less is no text


@dataclass(slots=True)
class Row:
    """A line in its column. ``cells`` counts the pieces with wide gaps between that it was."""

    line: Line
    column: Column
    cells: int = 1

    @property
    def indent(self) -> float:
        """Distance from the column's left edge, in points."""
        return self.line.x0 - self.column.x0

    @property
    def slack(self) -> float:
        """Room between the line's end and the column's right edge, in points."""
        return self.column.x1 - self.line.x1


@dataclass(frozen=True, slots=True)
class Body:
    """The running text's look: size and fonts of most letters, and the usual line distance."""

    size: float
    fonts: frozenset[str]
    leading: float


def body_style(pages: Sequence[Page]) -> Body:
    """Return how most letters before the reference list are set; it may be longer than they."""
    sizes: Counter[float] = Counter()
    for line in _before_list(pages) or [line for page in pages for line in page.lines]:
        sizes[line.size] += line.letters
    size = sizes.most_common(1)[0][0]
    fonts: Counter[str] = Counter()
    steps: list[float] = []
    for page in pages:
        lines = [line for line in page.lines if abs(line.size - size) < 0.3]
        for line in lines:
            fonts[line.font] += line.letters if line.letters >= _LONG_LETTERS else 0
        steps += [
            after.baseline - before.baseline
            for before, after in pairwise(lines)
            if before.block == after.block
            and 0.8 * size < after.baseline - before.baseline < 2.6 * size
        ]
    most = max(fonts.values())
    usual = frozenset(font for font, letters in fonts.items() if letters > 0.01 * most)
    return Body(size, usual, median(steps) if steps else 1.2 * size)


def _before_list(pages: Sequence[Page]) -> list[Line]:
    """Return the lines that are drawn before the last heading of a reference list."""
    preceding_lines: list[Line] = []
    seen_lines: list[Line] = []
    for page in pages:
        for line in page.lines:
            if is_references_title(line.text):
                preceding_lines = list(seen_lines)
            seen_lines.append(line)
    letters = sum(line.letters for line in seen_lines)
    return (
        preceding_lines
        if sum(line.letters for line in preceding_lines) > _LEAST_TEXT * letters
        else []
    )


def reading_order(pages: Sequence[Page], body: Body) -> list[Row]:
    """Return the lines of all pages in reading order, without running heads and margins."""
    kept_lines = [
        with_drop_capitals(lines, body.size) for lines in without_margins(pages, body.size)
    ]
    splits = split_pages(pages, kept_lines, body.size)
    result: list[Row] = []
    for split, columns in zip(splits, page_columns(pages, splits, body.size), strict=True):
        result += _page_rows(split, columns, body)
    return result


def with_drop_capitals(lines: list[Line], size: float) -> list[Line]:
    """Return the lines, a capital that hangs over several of them set before the first."""
    capitals = [line for line in lines if len(line.text) == 1 and line.size > 1.8 * size]
    for capital in capitals:
        beside = [
            line
            for line in lines
            if line.letters > 5
            and line.y0 < capital.y1 - 0.3 * capital.size
            and line.baseline > capital.y0
            and line.baseline < capital.baseline - 0.4 * size
            and -2 < line.x0 - capital.x1 < size
        ]
        if capital.text.isupper() and beside:
            first = min(beside, key=lambda line: line.baseline)
            lines = [line for line in lines if line is not capital and line is not first]
            lines.append(_glued(capital, first))
    return lines


def _glued(capital: Line, line: Line) -> Line:
    style = replace(line.runs[0], start=0, end=1)
    runs = [replace(run, start=run.start + 1, end=run.end + 1) for run in line.runs]
    return Line(
        line.page,
        capital.text + line.text,
        [capital.x0, *line.lefts],
        [capital.x1, *line.rights],
        [style, *runs],
        line.order,
        line.block,
    )


def _page_rows(split: Split, columns: dict[int, Column], body: Body) -> list[Row]:
    """Return the rows of a page from top to bottom, column by column."""
    if not columns:
        return []
    x0 = min(column.x0 for column in columns.values())
    x1 = max(column.x1 for column in columns.values())
    rows = [
        row
        for position, column in columns.items()
        for row in join_rows(_inside(split.sides[position], x0, x1, body), column)
    ]
    return _bands(rows)


def _inside(lines: Sequence[Line], x0: float, x1: float, body: Body) -> list[Line]:
    """Return the lines that reach into the page's columns, with the labels hung out before them."""
    slack = 0.5 * body.size
    inside = [line for line in lines if line.x1 > x0 + slack and line.x0 < x1 - slack]
    hung = [
        line
        for line in lines
        if line.x1 <= x0 + slack and any(_is_hanging_label(line, other) for other in inside)
    ]
    return inside + hung


def _is_hanging_label(label: Line, line: Line) -> bool:
    """Say whether a short piece begins the row of a line, as the label of an entry does."""
    return (
        abs(label.baseline - line.baseline) < 0.15 * line.size
        and abs(label.size - line.size) < 0.3
        and len(label.text) <= _LONGEST_LABEL
        and -0.5 * line.size < line.x0 - label.x1 < 2.5 * line.size
    )


def join_rows(lines: Sequence[Line], column: Column) -> list[Row]:
    """Join what stands on one baseline and order the rows from top to bottom."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.x0)):
        for row in reversed(rows[-4:]):
            if _on_one_row(row, line):
                row.append(line)
                break
        else:
            rows.append([line])
    return [_row(row, column) for row in rows]


def _on_one_row(row: list[Line], line: Line) -> bool:
    main = max(row, key=lambda other: other.letters)
    small, big = sorted((main.size, line.size))
    if abs(main.baseline - line.baseline) < 0.15 * big:
        slack = 0.8 * small
        return not any(other.x0 < line.x1 - slack and line.x0 < other.x1 - slack for other in row)
    if small > 0.85 * big or abs(main.baseline - line.baseline) > 0.5 * big:
        return False
    gap = min(min(abs(other.x1 - line.x0), abs(line.x1 - other.x0)) for other in row)
    return gap < 0.35 * big


def _row(pieces: list[Line], column: Column) -> Row:
    if len(pieces) == 1:
        return Row(pieces[0], column)
    ordered = sorted(pieces, key=lambda line: line.x0)
    wide = sum(
        after.x0 - before.x1 > 1.2 * max(before.size, after.size)
        for before, after in pairwise(ordered)
    )
    return Row(join(ordered), column, cells=1 if _is_stretched(ordered, column) else 1 + wide)


def _is_stretched(pieces: Sequence[Line], column: Column) -> bool:
    """Say whether the gaps only fill a narrow column: all alike, a word between each."""
    size = pieces[0].size
    gaps = [after.x0 - before.x1 for before, after in pairwise(pieces)]
    fills = pieces[0].x0 - column.x0 < size and column.x1 - pieces[-1].x1 < 0.5 * size
    alike = max(gaps) - min(gaps) < 0.3 * size and max(gaps) < 4 * size
    return fills and alike and len(pieces) > 2 and all(" " not in piece.text for piece in pieces)


def _bands(rows: list[Row]) -> list[Row]:
    """Order the rows of a page: full-width rows separate bands, read column by column."""
    result: list[Row] = []
    band: list[Row] = []
    for row in sorted(rows, key=lambda row: row.line.baseline):
        if row.column.position == FULL:
            result += _band(band)
            band = []
            result.append(row)
        else:
            band.append(row)
    return result + _band(band)


def _band(rows: list[Row]) -> list[Row]:
    """Order the rows of a band; a list below the text of all columns makes one of its own."""
    ordered = sorted(rows, key=lambda row: row.column.position)
    for at, row in enumerate(ordered):
        if is_references_title(row.line.text):
            top = row.line.y0
            above = [other for other in ordered if other.line.baseline <= top or other is row]
            if _has_larger_type_above(ordered[at + 1 :], row, top):
                below = [other for other in ordered if other.line.baseline > top]
                return [other for other in above if other is not row] + below
    top = _list_below(ordered)
    return sorted(ordered, key=lambda row: row.line.baseline > top) if top else ordered


def _list_below(rows: Sequence[Row]) -> float:
    """Return the height at which all columns go over to a list in small type, 0 if they do not.

    There the text above has an end and a list without a heading begins, in the first column with
    its first label or the next one, and about as high in the others.
    """
    columns: dict[int, list[Row]] = {}
    for row in rows:
        columns.setdefault(row.column.position, []).append(row)
    if len(columns) < 2:
        return 0.0
    tops = [_small_part(part) for part in columns.values()]
    if not all(tops):
        return 0.0
    first = min(columns)
    labels = [
        _ENTRY_LABEL.match(row.line.text) for row in columns[first] if row.line.baseline > tops[0]
    ]
    if sum(label is not None for label in labels) < _LEAST_LABELS or labels[0] is None:
        return 0.0
    size = columns[first][-1].line.size
    return min(tops) if max(tops) - min(tops) < 2.5 * size else 0.0


def _small_part(rows: Sequence[Row]) -> float:
    """Return the height from which on a column's rows are smaller than all above, 0 if never.

    ``rows`` are in their order from top to bottom.
    """
    size = rows[-1].line.size
    at = len(rows)
    while at and abs(rows[at - 1].line.size - size) < 0.3:
        at -= 1
    if at == 0 or at == len(rows):
        return 0.0
    gap = rows[at].line.baseline - rows[at - 1].line.baseline
    larger = rows[at - 1].line.size > size + 0.4
    return rows[at].line.y0 if larger and gap > 1.5 * size else 0.0


def _has_larger_type_above(after: Sequence[Row], heading: Row, top: float) -> bool:
    """Say whether each later column has larger type above a list's heading than beside it.

    ``after`` are the rows that follow it. The text is then set to its end in all columns above.
    """
    own = [row.line.size for row in after if row.column == heading.column]
    later = [row for row in after if row.column != heading.column]
    above = [row.line.size for row in later if row.line.baseline <= top]
    beside = [row.line.size for row in later if row.line.baseline > top]
    if not (own and above and beside):
        return False
    size = median(own)
    return median(above) > size + 0.4 and abs(median(beside) - size) < 0.3

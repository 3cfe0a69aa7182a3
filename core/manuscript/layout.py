"""Reading order: from lines strewn over pages to lines as a person reads them.

Columns are found from where long lines begin and end, never from fixed places. A line that
reaches over the gutter ends the columns above it and begins new ones below. What stands outside
the text block (line numbers, side notes) or comes again on page after page (running heads,
footers, page numbers) is left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.manuscript.lines import Line, Page, join

LEFT, RIGHT, FULL = 0, 1, 2

_EDGE_ZONE = 0.13  # running heads and footers lie within this share of the page's height
_LONG_LETTERS = 18
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:(?:page|p\.)\s*)?[-–—]?\s*(?:\d{1,5}|[ivxlc]{1,6})\s*[-–—]?(?:\s*(?:/|of)\s*\d{1,4})?",
    re.IGNORECASE,
)
_LINE_NUMBER = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class Column:
    """Where the lines of a column begin and end; ``place`` is LEFT, RIGHT or FULL."""

    page: int
    place: int
    x0: float
    x1: float


@dataclass(slots=True)
class Placed:
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
    """Return how most letters of the document are set."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
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


def reading_order(pages: Sequence[Page], body: Body) -> list[Placed]:
    """Return the lines of all pages in reading order, without running heads and margins."""
    repeated = _repeated_edges(pages)
    kept = [
        [line for line in _without_line_numbers(page) if not _is_edge(line, page, repeated)]
        for page in pages
    ]
    usual = _document_gutter(pages, kept, body)
    gutters = [
        _page_gutter(page, lines, body, usual) for page, lines in zip(pages, kept, strict=True)
    ]
    sides = [_split(lines, gutter, body) for lines, gutter in zip(kept, gutters, strict=True)]
    edges = _usual_edges(pages, sides, body)
    result: list[Placed] = []
    for page, parts in zip(pages, sides, strict=True):
        result += _place(page, parts, body, edges)
    return result


# --- what is left out ---------------------------------------------------------------------------


def _edge_key(line: Line, page: Page) -> tuple[str, int] | None:
    top = line.y1 < _EDGE_ZONE * page.height
    if not top and line.y0 < (1 - _EDGE_ZONE) * page.height:
        return None
    return _DIGITS.sub("#", line.text.casefold()), round(line.baseline / 6)


def _repeated_edges(pages: Sequence[Page]) -> set[tuple[str, int]]:
    counts: Counter[tuple[str, int]] = Counter()
    for page in pages:
        keys = {key for line in page.lines if (key := _edge_key(line, page)) is not None}
        for text, row in keys:
            counts.update(((text, row - 1), (text, row), (text, row + 1)))
    least = 2 if len(pages) < 8 else 3
    return {key for key, count in counts.items() if count >= least}


def _is_edge(line: Line, page: Page, repeated: set[tuple[str, int]]) -> bool:
    key = _edge_key(line, page)
    if key is None:
        return False
    if key in repeated and not (len(key[0]) < 4 and line.letters == 0 and "#" not in key[0]):
        return True
    return bool(_PAGE_NUMBER.fullmatch(line.text)) and _stands_alone(line, page)


def _stands_alone(line: Line, page: Page) -> bool:
    """Say whether nothing but other edge matter lies between the line and the page's edge."""
    above = line.y1 < page.height / 2
    for other in page.lines:
        if other.letters < _LONG_LETTERS or other is line:
            continue
        if abs(other.baseline - line.baseline) < 2:
            continue
        beyond = other.y1 < line.y0 if above else other.y0 > line.y1
        if beyond and _edge_key(other, page) is None:
            return False
    return True


def _without_line_numbers(page: Page) -> list[Line]:
    """Return the page's lines without the line numbers of a review copy.

    Numbers at one place of the margin that count upwards, at least ten of them.
    """
    numbers = [line for line in page.lines if _LINE_NUMBER.fullmatch(line.text)]
    drop: set[int] = set()
    for edge in ("x0", "x1"):
        places: defaultdict[int, list[Line]] = defaultdict(list)
        for line in numbers:
            places[round(getattr(line, edge) / 4)].append(line)
        for place in places:
            group = sorted(places[place] + places.get(place + 1, []), key=lambda line: line.y0)
            values = [int(line.text) for line in group]
            rising = sum(after - before in (1, 5) for before, after in pairwise(values))
            if rising >= 9 and rising >= 0.7 * len(values) and _evenly_spaced(group):
                drop.update(line.order for line in group)
    return [line for line in page.lines if line.order not in drop]


def _evenly_spaced(group: Sequence[Line]) -> bool:
    """Say whether most steps are alike, which those between a list's entries are not."""
    steps = [after.baseline - before.baseline for before, after in pairwise(group)]
    usual = median(steps)
    return sum(abs(step - usual) < 1.5 for step in steps) >= 0.6 * len(steps)


# --- columns ------------------------------------------------------------------------------------


def _long_lines(lines: Iterable[Line], page: Page, body: Body) -> list[Line]:
    return [
        line
        for line in lines
        if line.letters >= _LONG_LETTERS
        and line.width > 0.2 * page.width
        and 0.75 * body.size <= line.size <= 1.1 * body.size
    ]


def _sides(lines: list[Line], middle: float) -> tuple[list[Line], list[Line], list[Line]]:
    left = [line for line in lines if line.x1 <= middle + 8]
    right = [line for line in lines if line.x0 >= middle - 8]
    over = [line for line in lines if line.x0 < middle - 8 and line.x1 > middle + 8]
    return left, right, over


def _share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _gutter_of(long_lines: list[Line], middle: float, *, most_over: float) -> float | None:
    left, right, over = _sides(long_lines, middle)
    if len(left) < 4 or len(right) < 4:
        return None
    if len(over) > most_over * (len(left) + len(right)):
        return None
    end = _share([line.x1 for line in left], 0.9)
    begin = _share([line.x0 for line in right], 0.1)
    return (end + begin) / 2 if begin - end > 4 else None


def _document_gutter(pages: Sequence[Page], kept: Sequence[list[Line]], body: Body) -> float | None:
    if not pages:
        return None
    every = [
        line
        for page, lines in zip(pages, kept, strict=True)
        for line in _long_lines(lines, page, body)
    ]
    middle = median(page.width for page in pages) / 2
    return _gutter_of(every, middle, most_over=0.7)


def _page_gutter(page: Page, lines: list[Line], body: Body, usual: float | None) -> float | None:
    long_lines = _long_lines(lines, page, body)
    if usual is None:
        return _gutter_of(long_lines, page.width / 2, most_over=0.25)
    return _gutter_of(long_lines, page.width / 2, most_over=3.0) or usual


def _split(lines: list[Line], gutter: float | None, body: Body) -> dict[int, list[Line]]:
    """Return the lines by the column they stand in; all are FULL on a page of one column."""
    if gutter is None:
        return {FULL: lines}
    sides: dict[int, list[Line]] = {LEFT: [], RIGHT: [], FULL: []}
    for line in lines:
        sides[_side(line, gutter)].append(line)
    _draw_in_last_lines(sides, body)
    return sides


def _usual_edges(
    pages: Sequence[Page], sides: Sequence[dict[int, list[Line]]], body: Body
) -> dict[int, tuple[float, float]]:
    """Return where the lines of each column begin and end in most of the document."""
    every: defaultdict[int, list[Line]] = defaultdict(list)
    for page, parts in zip(pages, sides, strict=True):
        for place, lines in parts.items():
            if place != FULL or LEFT not in parts:
                every[place] += _long_lines(lines, page, body)
    return {place: _edges(lines, 0.1) for place, lines in every.items() if len(lines) >= 8}


def _edges(lines: Sequence[Line], share: float) -> tuple[float, float]:
    """Return the outermost edges that at least this share of the lines have in common."""
    x0 = _common([line.x0 for line in lines], share, first=True)
    return x0, max(_common([line.x1 for line in lines], share, first=False), x0 + 1)


def _common(values: list[float], share: float, *, first: bool) -> float:
    rows = Counter(round(value / 2) for value in values)
    shared = {row: rows[row] + rows[row - 1] + rows[row + 1] for row in rows}
    often = [row for row, count in shared.items() if count >= max(2, share * len(values))]
    chosen = (min if first else max)(often or list(rows))
    near = [value for value in values if abs(round(value / 2) - chosen) <= 1]
    return min(near) if first else max(near)


def _column(
    page: Page, place: int, lines: list[Line], body: Body, usual: tuple[float, float] | None
) -> Column | None:
    """Return a column's extent on a page: the document's, unless the page is set elsewhere."""
    long_lines = _long_lines(lines, page, body)
    if usual is not None:
        begins = sum(abs(line.x0 - usual[0]) < 2 for line in long_lines)
        ends = sum(abs(line.x1 - usual[1]) < 0.5 * body.size for line in long_lines)
        if len(long_lines) < 8 or begins >= 2 or ends >= 2:
            return Column(page.number, place, *usual)
    chosen = long_lines or [line for line in lines if line.letters > 3] or lines
    return Column(page.number, place, *_edges(chosen, 0.2)) if chosen else None


def _place(
    page: Page, sides: dict[int, list[Line]], body: Body, usual: dict[int, tuple[float, float]]
) -> list[Placed]:
    columns = {
        place: column
        for place in sides
        if (column := _column(page, place, sides[place], body, usual.get(place))) is not None
    }
    outer = [columns[place] for place in (LEFT, RIGHT) if place in columns]
    if outer:
        x0, x1 = min(column.x0 for column in outer), max(column.x1 for column in outer)
        columns[FULL] = Column(page.number, FULL, x0, x1)
    elif FULL in columns:
        x0, x1 = columns[FULL].x0, columns[FULL].x1
    placed = [
        row
        for place, column in columns.items()
        for row in _rows([line for line in sides[place] if _is_inside(line, x0, x1, body)], column)
    ]
    return _bands(placed)


def _side(line: Line, gutter: float) -> int:
    if line.x0 < gutter - 6 and line.x1 > gutter + 6:
        return FULL
    return LEFT if (line.x0 + line.x1) / 2 < gutter else RIGHT


def _is_inside(line: Line, x0: float, x1: float, body: Body) -> bool:
    slack = 0.5 * body.size
    return line.x1 > x0 + slack and line.x0 < x1 - slack


def _draw_in_last_lines(sides: dict[int, list[Line]], body: Body) -> None:
    """Move the short last line of a full-width paragraph from its column to the full width."""
    for place in (LEFT, RIGHT):
        stay: list[Line] = []
        for line in sorted(sides[place], key=lambda line: line.y0):
            above = [
                full
                for full in sides[FULL]
                if full.block == line.block
                and abs(full.size - line.size) < 0.3
                and 0 < line.baseline - full.baseline < 1.8 * body.size
            ]
            (sides[FULL] if above else stay).append(line)
        sides[place] = stay


def _rows(lines: list[Line], column: Column) -> list[Placed]:
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


def _row(pieces: list[Line], column: Column) -> Placed:
    if len(pieces) == 1:
        return Placed(pieces[0], column)
    ordered = sorted(pieces, key=lambda line: line.x0)
    wide = sum(
        after.x0 - before.x1 > 1.2 * max(before.size, after.size)
        for before, after in pairwise(ordered)
    )
    return Placed(join(ordered), column, cells=1 + wide)


def _bands(placed: list[Placed]) -> list[Placed]:
    """Order rows of a two-column page: full-width rows separate bands of left, then right."""
    result: list[Placed] = []
    band: list[Placed] = []
    for row in sorted(placed, key=lambda row: row.line.baseline):
        if row.column.place == FULL:
            result += sorted(band, key=lambda item: item.column.place)
            band = []
            result.append(row)
        else:
            band.append(row)
    return result + sorted(band, key=lambda item: item.column.place)

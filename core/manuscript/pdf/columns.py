"""Columns: where the lines of a page begin and end, found from the long lines alone.

A page has as many columns as its long lines agree on. What reaches over a gutter is set over the
columns (titles, wide floats) and is nobody's line.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from statistics import median

from core.manuscript.pdf.lines import Line, Page
from core.manuscript.text.common_titles import is_references_title

FULL = -1  # the position of what stands over all columns
_LONG_LETTERS = 18
_LEAST_WIDE = 8
_LEAST_BESIDE = 5  # lines of side matter
_WIDE = 0.4  # of the page's width, as an abstract beside notes has
_UNEVEN = 0.1  # of the page's width, by which a gutter stands elsewhere than usual
_NUMBER = re.compile(r"\A[\dIVX]{1,4}\.?\s+")
_Gutters = tuple[float, ...]
_Sides = dict[int, list[Line]]
_Extent = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Column:
    """Where the lines of a column begin and end; ``position`` counts from the left, or is FULL."""

    page: int
    position: int
    x0: float
    x1: float


@dataclass(frozen=True, slots=True)
class Split:
    """Lines of a page by the column they stand in; ``gutters`` are the middles between columns.

    ``beside`` says that the page is set in one column with a narrow one of notes on its left.
    """

    page: Page
    gutters: _Gutters
    sides: _Sides
    beside: bool = False


def split_pages(
    pages: Sequence[Page], kept_lines: Sequence[list[Line]], size: float
) -> list[Split]:
    """Return the kept lines of each page by column; all are FULL on a page of one column.

    A page on which a list in more columns begins below the text is split twice.
    """
    usual = _document_gutters(pages, kept_lines, size)
    listed: _Gutters = ()
    result: list[Split] = []
    for number, (page, lines) in enumerate(zip(pages, kept_lines, strict=True)):
        heading = _list_heading(lines)
        if heading is not None:
            below = [line for line in lines if line.y0 > heading.baseline]
            listed = _list_gutters(page, below, kept_lines[number + 1 : number + 3], len(usual))
            if listed:
                below.append(heading)  # the right column above it is text
                below_ids = set(map(id, below))
                above = [line for line in lines if id(line) not in below_ids]
                result += [_split_page(page, above, size, usual), _split(page, below, listed, size)]
                continue
        if listed and _fits(lines, listed):
            result.append(_split(page, lines, listed, size))
        else:
            result += _split_at_text(
                page, _split_page(page, lines, size, usual), lines, size, usual
            )
    return result


def page_columns(splits: Sequence[Split], size: float) -> list[dict[int, Column]]:
    """Return the columns of each split by position, set alike where pages are set alike."""
    usual = _usual_edges(splits, size)
    result: list[dict[int, Column]] = []
    for split in splits:
        page = split.page
        many = len(split.gutters)
        edges = {} if split.beside else usual
        columns = {
            position: column
            for position, lines in split.sides.items()
            if (column := _column(page, position, lines, size, edges.get((many, position))))
            is not None
        }
        outer = [column for position, column in columns.items() if position != FULL]
        if outer:
            x0, x1 = min(column.x0 for column in outer), max(column.x1 for column in outer)
            columns[FULL] = Column(page.number, FULL, x0, x1)
        result.append(columns)
    return result


def _split_page(page: Page, lines: list[Line], size: float, usual: _Gutters) -> Split:
    side = _side_gutter(page, lines, size) if len(usual) < 2 else None
    gutters = _page_gutters(page, lines, size, usual) if side is None else (side,)
    return replace(_split(page, lines, gutters, size), beside=side is not None)


def _split_at_text(
    page: Page, split: Split, lines: Sequence[Line], size: float, usual: _Gutters
) -> list[Split]:
    """Return a page of uneven columns in two parts, if text in the usual ones stands below them.

    Such are first pages with notes beside an abstract, and the text in two columns below both.
    """
    if len(usual) != 1 or len(split.gutters) != 1:
        return [split]
    long_lines = [line for line in lines if is_long(line, page, size, share=0.13)]
    wide = [line for line in long_lines if line.width > _WIDE * page.width]
    over = [line for line in wide if _reach_over([line], usual)]
    if abs(split.gutters[0] - usual[0]) < _UNEVEN * page.width or not over:
        return [split]
    last = max(over, key=lambda line: line.baseline)
    cut = max(  # the paragraph may end in a short row
        line.baseline
        for line in lines
        if abs(line.x0 - last.x0) < 2 and 0 <= line.baseline - last.baseline < 1.5 * last.size
    )
    below = [line for line in lines if line.y0 > cut]
    if _find_gutter([line for line in long_lines if line.y0 > cut], usual[0], most_over=0) is None:
        return [split]
    above = [line for line in lines if line.y0 <= cut]
    first = replace(_split(page, above, split.gutters, size), beside=True)
    return [first, _split(page, below, usual, size)]


# --- lists in more columns than the text ---------------------------------------------------------


def _list_heading(lines: Sequence[Line]) -> Line | None:
    """Return the heading of a reference list that has nothing at its side."""
    for heading in lines:
        if is_references_title(_NUMBER.sub("", heading.text)) and not any(
            line is not heading and line.y0 < heading.baseline and line.baseline > heading.y0
            for line in lines
        ):
            return heading
    return None


def _list_gutters(
    page: Page, below: Sequence[Line], behind: Sequence[Sequence[Line]], usual: int
) -> _Gutters:
    """Return the gutters of the list below a heading, if it has more columns than is usual.

    Where few rows of it stand there, the pages ``behind`` say how it is set.
    """
    later_gutters = _own_gutters(page, [*below, *chain.from_iterable(behind)])
    gutters = max(
        _own_gutters(page, below), later_gutters if _fits(below, later_gutters) else (), key=len
    )
    return gutters if len(gutters) > usual else ()


def _own_gutters(page: Page, lines: Sequence[Line]) -> _Gutters:
    """Return the gutters between columns of one width that lines in one size stand in."""
    long_lines = [
        line for line in lines if line.letters >= _LONG_LETTERS and line.width > 0.13 * page.width
    ]
    if not long_lines:
        return ()
    size = median(line.size for line in long_lines)
    long_lines = [line for line in long_lines if abs(line.size - size) < 0.1 * size]
    gutters = _edge_gutters(long_lines, page.width)
    return gutters if gutters and _are_alike(long_lines, gutters) else ()


def _fits(lines: Sequence[Line], gutters: _Gutters) -> bool:
    """Say whether lines stand in the columns between gutters, in two of them or more."""
    long_lines = [line for line in lines if line.letters >= _LONG_LETTERS]
    columns = {_side(line, gutters) for line in long_lines}
    over = _reach_over(long_lines, gutters)
    return bool(gutters) and len(columns - {FULL}) > 1 and over <= 0.05 * len(long_lines)


def is_long(line: Line, page: Page, size: float, *, share: float = 0.2) -> bool:
    """Say whether the line is long enough, and of a size, to show where a column lies."""
    return (
        line.letters >= _LONG_LETTERS
        and line.width > share * page.width
        and 0.75 * size <= line.size <= 1.1 * size
    )


def _long_lines(lines: Iterable[Line], page: Page, size: float) -> list[Line]:
    return [line for line in lines if is_long(line, page, size)]


def _sides(lines: list[Line], middle: float) -> tuple[list[Line], list[Line], list[Line]]:
    left_lines = [line for line in lines if line.x1 <= middle + 8]
    right = [line for line in lines if line.x0 >= middle - 8]
    over = [line for line in lines if line.x0 < middle - 8 and line.x1 > middle + 8]
    return left_lines, right, over


def _share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _find_gutter(long_lines: list[Line], middle: float, *, most_over: float) -> float | None:
    left_lines, right, over = _sides(long_lines, middle)
    if len(left_lines) < 4 or len(right) < 4:
        return None
    if len(over) > most_over * (len(left_lines) + len(right)):
        return None
    end = _share([line.x1 for line in left_lines], 0.9)
    begin = _share([line.x0 for line in right], 0.1)
    return (end + begin) / 2 if begin - end > 4 else None


def _document_gutters(
    pages: Sequence[Page], kept_lines: Sequence[list[Line]], size: float
) -> _Gutters:
    if not pages:
        return ()
    width = median(page.width for page in pages)
    every = [
        (line, page)
        for page, lines in zip(pages, kept_lines, strict=True)
        for line in lines
        if is_long(line, page, size, share=0.13)
    ]
    many = _many_gutters([line for line, _ in every], width)
    if many:
        return many
    wide = [line for line, page in every if line.width > 0.2 * page.width]
    gutter = _find_gutter(wide, width / 2, most_over=0.7)
    return () if gutter is None else (gutter,)


def _page_gutters(page: Page, lines: list[Line], size: float, usual: _Gutters) -> _Gutters:
    narrow = [line for line in lines if is_long(line, page, size, share=0.13)]
    many = _many_gutters(narrow, page.width)
    if many or len(usual) > 1:
        return many or usual
    long_lines = [line for line in narrow if line.width > 0.2 * page.width]
    if usual:
        own = _find_gutter(long_lines, page.width / 2, most_over=3.0)
        even = usual if own is None else (own,)
        return _uneven_gutters(page, lines, size, even) or even
    own = _find_gutter(long_lines, page.width / 2, most_over=0.25)
    if own is None:
        own = _part_gutter(long_lines, page)
    if own is None:
        own = _side_matter_gutter(page, lines, size)
    return () if own is None else (own,)


def _uneven_gutters(page: Page, lines: list[Line], size: float, even: _Gutters) -> _Gutters:
    """Return the gutters of a page set otherwise than the others, which ``even`` ones cut.

    Such are first pages with side matter beside one or two columns of text.
    """
    narrow = [line for line in lines if is_long(line, page, size, share=0.13)]
    cut = _reach_over(narrow, even)
    if cut < max(_LEAST_WIDE, 0.15 * len(narrow)):
        return ()
    side = _side_matter_gutter(page, lines, size)
    for gutters in (_edge_gutters(narrow, page.width), () if side is None else (side,)):
        if gutters and _reach_over(narrow, gutters) < 0.3 * cut:
            return gutters
    return ()


def _reach_over(lines: Sequence[Line], gutters: _Gutters) -> int:
    return sum(
        any(line.x0 < gutter - 8 and line.x1 > gutter + 8 for gutter in gutters) for line in lines
    )


def _side_matter_gutter(page: Page, lines: list[Line], size: float) -> float | None:
    """Return the gutter between a wide column and a narrow one of side matter, if so set.

    Such are the first pages of many journals: the text on the left, what the press, the authors
    and the editors say of it on the right, in smaller type, on lines of their own. The wide
    column has long lines of text, and hardly one of them reaches over to the narrow one beside it.
    """
    wide = [line for line in lines if is_long(line, page, size, share=0.4)]
    if len(wide) < _LEAST_WIDE:
        return None
    right = _common([line.x1 for line in wide], 0.3, first=False)
    x0 = _common([line.x0 for line in wide], 0.3, first=True)
    beside = [
        line
        for line in lines
        if line.x0 > right + 3 and line.letters > 2 and line.size < 1.1 * size
    ]
    if len(beside) < _LEAST_BESIDE or x0 > 0.3 * page.width:
        return None
    top, bottom = min(line.y0 for line in beside), max(line.y1 for line in beside)
    near = [line for line in lines if line.y1 > top and line.y0 < bottom]
    edge = min(line.x0 for line in beside)
    over = sum(line.x0 < right - size and line.x1 > edge + size for line in near)
    left_lines = [line for line in near if line.x1 <= right + 3 and line.letters >= _LONG_LETTERS]
    if over > 0.1 * len(near) or len(left_lines) < _LEAST_WIDE:
        return None
    return (right + edge) / 2


def _side_gutter(page: Page, lines: list[Line], size: float) -> float | None:
    """Return the gutter between notes on the left and the page's one column of text, if so set.

    The numbers of a reference list that stand left of its entries are no notes.
    """
    wide = [line for line in lines if is_long(line, page, size, share=0.45)]
    if len(wide) < _LEAST_WIDE:
        return None
    edge = _share([line.x0 for line in wide], 0.1)
    notes = [line for line in lines if line.x1 < edge - 4]
    begins = sum(abs(line.x0 - edge) < size for line in wide)  # an abstract may be set in
    font = Counter(line.font for line in wide).most_common(1)[0][0]
    small = sum(line.size < 0.9 * size and line.letters >= 2 for line in notes)
    other = sum(line.font != font and line.letters >= 2 for line in notes)
    plain = sum(not line.bold for line in notes)  # bold headings may stand there, too
    if edge < 0.2 * page.width or begins < 0.8 * len(wide) or len(notes) < _LEAST_BESIDE:
        return None
    are_notes = small > 0.8 * len(notes) or (other > 0.8 * len(notes) and plain > len(notes) / 2)
    return edge - 4 if are_notes else None


def _many_gutters(long_lines: list[Line], width: float) -> _Gutters:
    """Return the gutters between three columns and more, all about as wide; () for fewer."""
    gutters = _edge_gutters(long_lines, width)
    return gutters if len(gutters) > 1 and _are_alike(long_lines, gutters) else ()


def _are_alike(long_lines: Sequence[Line], gutters: _Gutters) -> bool:
    """Say whether the columns between gutters are about as wide as each other."""
    sides = [min(line.x0 for line in long_lines), *gutters, max(line.x1 for line in long_lines)]
    widths = [after - before for before, after in pairwise(sides)]
    return max(widths) < 1.5 * min(widths)


def _edge_gutters(long_lines: list[Line], width: float) -> _Gutters:
    """Return the gutters before the left edges that many lines share.

    Whether there is a gutter before such an edge, the lines on both sides must say.
    """
    rows = Counter(round(line.x0 / 3) for line in long_lines)
    least = max(5, 0.08 * len(long_lines))
    edges = [row * 3.0 for row in sorted(rows) if rows[row] + rows[row + 1] >= least]
    gutters: list[float] = []
    for edge in edges[1:]:
        gutter = _find_gutter(long_lines, edge - 3, most_over=0.25)
        if gutter is not None and (not gutters or gutter - gutters[-1] > 0.12 * width):
            gutters.append(gutter)
    return tuple(gutters)


def _part_gutter(long_lines: list[Line], page: Page) -> float | None:
    """Return the gutter of a part of the page that is set in two columns, the rest in one."""
    part: list[Line] = []
    for line in [*sorted(long_lines, key=lambda line: line.baseline), None]:
        middle = page.width / 2
        if line is not None and not (line.x0 < middle - 8 and line.x1 > middle + 8):
            part.append(line)
            continue
        wide = [other for other in part if other.width > 0.28 * page.width]
        left_count = sum(other.x1 <= middle + 8 for other in wide)
        if left_count >= 6 and len(wide) - left_count >= 6:
            return _find_gutter(wide, middle, most_over=0.0)
        part = []
    return None


def _split(page: Page, lines: list[Line], gutters: _Gutters, size: float) -> Split:
    if not gutters:
        return Split(page, (), {FULL: lines})
    sides: _Sides = {position: [] for position in range(len(gutters) + 1)}
    sides[FULL] = []
    for line in lines:
        sides[_side(line, gutters)].append(line)
    _draw_in_last_lines(sides, size)
    return Split(page, gutters, sides)


def _side(line: Line, gutters: _Gutters) -> int:
    """Return the column of the line: its first if it covers some, FULL if it covers all."""
    begins = sum(line.x0 >= gutter - 6 for gutter in gutters)
    ends = sum(line.x1 > gutter + 6 for gutter in gutters)
    if begins < ends:
        return FULL if ends - begins == len(gutters) else begins
    return sum((line.x0 + line.x1) / 2 >= gutter for gutter in gutters)


def _draw_in_last_lines(sides: _Sides, size: float) -> None:
    """Move the short last line of a full-width paragraph from its column to the full width."""
    for position in [position for position in sides if position != FULL]:
        stay: list[Line] = []
        for line in sorted(sides[position], key=lambda line: line.y0):
            above = [
                full
                for full in sides[FULL]
                if full.block == line.block
                and abs(full.size - line.size) < 0.3
                and 0 < line.baseline - full.baseline < 1.8 * size
            ]
            (sides[FULL] if above else stay).append(line)
        sides[position] = stay


def _usual_edges(splits: Sequence[Split], size: float) -> dict[tuple[int, int], _Extent]:
    """Return where the lines of each column begin and end in most of the document."""
    every: defaultdict[tuple[int, int], list[Line]] = defaultdict(list)
    for split in splits:
        for position, lines in split.sides.items():
            if not split.beside and (position != FULL or not split.gutters):
                every[len(split.gutters), position] += _long_lines(lines, split.page, size)
    return {key: _edges(lines, 0.1) for key, lines in every.items() if len(lines) >= 8}


def _edges(lines: Sequence[Line], share: float) -> _Extent:
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


def _is_moved(long_lines: Sequence[Line], usual: _Extent, share: float = 0.5) -> bool:
    """Say whether a page's lines begin elsewhere than usual, as on every other page of a book."""
    begins = sum(abs(line.x0 - usual[0]) < 2 for line in long_lines)
    if begins >= 2 or not long_lines:
        return False
    own = _edges(long_lines, 0.2)[0]
    return sum(abs(line.x0 - own) < 2 for line in long_lines) >= share * len(long_lines)


def _find_shifted_lines(
    page: Page, lines: Sequence[Line], size: float, usual: _Extent
) -> list[Line]:
    """Return the lines of a page that holds but a list in small type, if they are moved."""
    small = [
        line
        for line in lines
        if line.letters >= _LONG_LETTERS
        and line.width > 0.2 * page.width
        and line.size < 0.75 * size
    ]
    is_page_of_list = len(small) >= max(_LEAST_WIDE, 0.5 * len(lines))
    return small if is_page_of_list and _is_moved(small, usual, share=0.3) else []


def _column(
    page: Page, position: int, lines: list[Line], size: float, usual: _Extent | None
) -> Column | None:
    """Return a column's extent on a page: the document's, unless the page is set elsewhere."""
    long_lines = _long_lines(lines, page, size)
    shifted_lines = (
        _find_shifted_lines(page, lines, size, usual) if usual and len(long_lines) < 8 else []
    )
    if usual is not None and not shifted_lines:
        begins = sum(abs(line.x0 - usual[0]) < 2 for line in long_lines)
        ends = sum(abs(line.x1 - usual[1]) < 0.5 * size for line in long_lines)
        if len(long_lines) < 8 or begins >= 2 or (ends >= 2 and not _is_moved(long_lines, usual)):
            return Column(page.number, position, *usual)
    chosen = shifted_lines or long_lines or [line for line in lines if line.letters > 3] or lines
    return Column(page.number, position, *_edges(chosen, 0.2)) if chosen else None

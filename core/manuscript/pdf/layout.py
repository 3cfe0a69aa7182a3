"""Reading order: from the lines of a page in any order to lines as a person reads them.

Columns are found from where long lines begin and end, never from fixed positions. A line that
reaches over the gutter ends the columns above it and begins new ones below. What stands outside
the text block (line numbers, side notes) or comes again on page after page (running heads,
footers, page numbers) is left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from core.manuscript.pdf.columns import FULL, Column, Split, page_columns, split_pages
from core.manuscript.pdf.lines import Line, Page, join
from core.manuscript.text.common_titles import is_references_title

# --- margins ----------------------------------------------------------------------------
#
# What a page shows beside its text: running heads, page and line numbers, stamps, watermarks.
#
# Each is told by coming again from page to page, by standing alone at the page's edge, or by
# lying across the text; never by a fixed position.

_EDGE_ZONE = 0.13  # running heads and footers lie within this share of the page's height
_NEAR = 2.5  # times the size; pieces of one baseline nearer than this are one row
_MOST_ROWS_A_NUMBER = 1.5
_LONGEST_BRACKETED = 12
_FAR = 6.0  # times the size, from "[KV10]" to its entry
_BRACKETED = re.compile(r"\[[^\[\]]+\]")
_DATED_LABEL = re.compile(r"\[[^\W\d_][^\[\]]{1,40}\d\d[a-z]?\]")
_FARTHEST = 15.0  # times the size, from "[Oak et al. 98]" to its entry
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:(?:page|p\.)\s*)?[-–—]?\s*(?:\d{1,5}|[ivxlc]{1,6})\s*[-–—]?(?:\s*(?:/|of)\s*\d{1,4})?",
    re.IGNORECASE,
)
_LINE_NUMBER = re.compile(r"\d{1,4}")
_STAMP = re.compile(
    r"(?:under review|confidential|do not (?:distribute|circulate|cite)|anonymous (?:submission|"
    r"\w+ submission)|(?:draft|preprint|working paper|author(?:'s|’s)? (?:manuscript|version))\b|"
    r"manuscript (?:submitted|under|for review)|submitted to|accepted (?:for|at|manuscript)|"
    r"authorized licensed use|downloaded from|this article is protected|for peer review|"
    r"review copy|published (?:as|in)\b)",
    re.IGNORECASE,
)

_LEAST_HEAD = 4  # letters
_Edge = tuple[str, int]
_Place = tuple[int, int]
_Texts = dict[int, str]


def without_margins(pages: Sequence[Page], size: float) -> list[list[Line]]:
    """Return the lines of each page that are neither edge matter nor laid across the text.

    ``size`` is that of the running text.
    """
    row_texts = [_row_texts(page) for page in pages]
    repeated = _repeated_edges(pages, row_texts)
    heads = _head_places(pages, row_texts, repeated)
    marks = _watermarks(pages, size)
    numbers = _numbered_edges(pages)
    result: list[list[Line]] = []
    for page, texts in zip(pages, row_texts, strict=True):
        span = _text_span(page)
        result.append(
            [
                line
                for line in _without_line_numbers(page, numbers)
                if not _is_edge(line, texts[line.order], page, repeated, span)
                and not _is_head(line, page, heads)
                and not _is_watermark(line, page, size, marks)
            ]
        )
    return result


def _row_texts(page: Page) -> _Texts:
    """Return, for each line by its order, the text of the whole row that it is a piece of.

    A label and its entry, or a sentence and the link in it, may be several pieces; what is far
    away on the same height, such as a page number beside a running head, is no part of the row.
    """
    rows: list[list[Line]] = []
    for line in sorted(page.lines, key=lambda line: (line.baseline, line.x0)):
        for row in reversed(rows[-6:]):
            last = row[-1]
            near = -0.5 * line.size < line.x0 - last.x1 < _NEAR * line.size
            if near and abs(last.baseline - line.baseline) < 0.15 * line.size:
                row.append(line)
                break
        else:
            rows.append([line])
    return {line.order: " ".join(piece.text for piece in row) for row in rows for line in row}


def is_in_edge(line: Line, page: Page) -> bool:
    """Tell whether a line stands where running heads and page numbers do."""
    top = line.y1 < _EDGE_ZONE * page.height
    return top or line.y0 >= (1 - _EDGE_ZONE) * page.height


def _edge_key(line: Line, text: str) -> _Edge:
    return _DIGITS.sub("#", text.casefold()), round(line.baseline / 6)


def _repeated_edges(pages: Sequence[Page], row_texts: Sequence[_Texts]) -> set[_Edge]:
    counts: Counter[_Edge] = Counter()
    for page, texts in zip(pages, row_texts, strict=True):
        keys = {_edge_key(line, texts[line.order]) for line in page.lines if is_in_edge(line, page)}
        for text, row in keys:
            counts.update(((text, row - 1), (text, row), (text, row + 1)))
    least = 2 if len(pages) < 8 else 3
    return {key for key, count in counts.items() if count >= least}


def _head_places(
    pages: Sequence[Page], row_texts: Sequence[_Texts], repeated: set[_Edge]
) -> set[_Place]:
    """Return where running heads stand, whose words change: a third of the pages have one there."""
    places: Counter[_Place] = Counter()
    for page, texts in zip(pages, row_texts, strict=True):
        heads = {
            _place(line)
            for line in page.lines
            if line.y1 < _EDGE_ZONE * page.height
            and line.letters >= _LEAST_HEAD
            and _edge_key(line, texts[line.order]) in repeated
        }
        places.update(heads)
    return {place for place, count in places.items() if count > max(2, len(pages) / 3)}


def _place(line: Line) -> _Place:
    return round(line.baseline), round(2 * line.size)


def _is_head(line: Line, page: Page, heads: set[_Place]) -> bool:
    """Say whether a line is the first of its page, on the height of running heads and as large."""
    return (
        _place(line) in heads
        and not _continues_prose(line, page)
        and all(other.baseline >= line.baseline - 1 for other in page.lines)
    )


def _is_edge(
    line: Line, text: str, page: Page, repeated: set[_Edge], span: tuple[float, float]
) -> bool:
    """Say whether a line, a piece of the row that reads ``text``, is edge matter."""
    if not is_in_edge(line, page):
        return False
    key = _edge_key(line, text)
    if key in repeated and not (len(key[0]) < 4 and line.letters == 0 and "#" not in key[0]):
        return True
    if _STAMP.match(line.text) and not _continues_prose(line, page):
        return _stands_alone(line, page, span)
    return bool(_PAGE_NUMBER.fullmatch(text)) and _stands_alone(line, page, span)


def _continues_prose(line: Line, page: Page) -> bool:
    """Say whether a line of the same size stands close, as in a paragraph."""
    return any(
        0 < abs(other.baseline - line.baseline) < 1.6 * line.size
        and abs(other.size - line.size) < 0.3
        and other.letters >= _LONG_LETTERS
        and other.x0 < line.x1
        and other.x1 > line.x0
        for other in page.lines
    )


def _text_span(page: Page) -> tuple[float, float]:
    """Return the lowest edge of the first and the highest edge of the last line of text."""
    text = [
        line for line in page.lines if line.letters >= _LONG_LETTERS and not is_in_edge(line, page)
    ]
    return min((line.y1 for line in text), default=1e9), max((line.y0 for line in text), default=-1)


def _stands_alone(line: Line, page: Page, span: tuple[float, float]) -> bool:
    """Say whether nothing but other edge matter lies between the line and the page's edge."""
    return span[0] >= line.y0 if line.y1 < page.height / 2 else span[1] <= line.y1


# --- removing line numbers of review copies -----------------------------------------------------


def _line_numbers(page: Page) -> list[Line]:
    return [line for line in page.lines if _LINE_NUMBER.fullmatch(line.text)]


def _numbered_edges(pages: Iterable[Page]) -> set[_Edge]:
    """Return where line numbers of a review copy stand, as sides and positions.

    Numbers that share an edge and count upwards, at least ten of them on some page.
    """
    edges: set[_Edge] = set()
    for page in pages:
        numbers = _line_numbers(page)
        for side in ("x0", "x1"):
            by_edge: defaultdict[int, list[Line]] = defaultdict(list)
            for line in numbers:
                by_edge[round(getattr(line, side) / 4)].append(line)
            for edge in by_edge:
                near = by_edge[edge] + by_edge.get(edge + 1, [])
                group = sorted(near, key=lambda line: line.y0)
                values = [int(line.text) for line in group]
                rising = sum(after - before in (1, 5) for before, after in pairwise(values))
                if (
                    rising >= 9
                    and rising >= 0.7 * len(values)
                    and _evenly_spaced(group)
                    and not _number_entries(group, page)
                ):
                    edges.update({(side, edge), (side, edge + 1)})
    return edges


def _number_entries(group: Sequence[Line], page: Page) -> bool:
    """Say whether the numbers are labels of entries: most have further rows below theirs.

    Lines are numbered one by one, or every fifth.
    """
    numbers = [line.baseline for line in group]
    first, last = numbers[0], numbers[-1]
    step = 5 if int(group[1].text) - int(group[0].text) == 5 else 1
    rows = {
        round(line.baseline / (0.4 * line.size))
        for line in page.lines
        if line.letters >= _LONG_LETTERS and first <= line.baseline < last
    }
    return len(rows) > _MOST_ROWS_A_NUMBER * step * (len(group) - 1)


def without_line_numbers(page: Page) -> Page:
    """Return a page without the numbers of its lines, as review copies have them."""
    return replace(page, lines=_without_line_numbers(page, _numbered_edges([page])))


def _without_line_numbers(page: Page, edges: set[_Edge]) -> list[Line]:
    """Return the page's lines but the numbers at those edges, be they few on this page."""
    if not edges:
        return page.lines
    drop = {
        line.order
        for line in _line_numbers(page)
        if any((side, round(getattr(line, side) / 4)) in edges for side in ("x0", "x1"))
    }
    return [line for line in page.lines if line.order not in drop]


def _evenly_spaced(group: Sequence[Line]) -> bool:
    """Say whether most steps are alike, which those between a list's entries are not."""
    steps = [after.baseline - before.baseline for before, after in pairwise(group)]
    usual = median(steps)
    return sum(abs(step - usual) < 1.5 for step in steps) >= 0.6 * len(steps)


# --- recognizing watermarks ---------------------------------------------------------------------


def _watermarks(pages: Sequence[Page], size: float) -> set[tuple[str, int, int]]:
    """Return what comes again on most pages at one position, paler or larger than the text."""
    counts = Counter(
        key
        for page in pages
        for key in {_mark_key(line) for line in page.lines if line.pale or line.size > 1.6 * size}
    )
    return {key for key, count in counts.items() if count >= max(2, 0.5 * len(pages))}


def _mark_key(line: Line) -> tuple[str, int, int]:
    return line.text.casefold(), round(line.x0 / 8), round(line.baseline / 8)


def _is_watermark(line: Line, page: Page, size: float, marks: set[tuple[str, int, int]]) -> bool:
    if (line.pale or line.size > 1.6 * size) and _mark_key(line) in marks:
        return True
    if line.size < 1.8 * size or line.letters < 3:
        return False
    return (line.pale and not _stands_on_box(line, page)) or _lies_across(line, page)


def _stands_on_box(line: Line, page: Page) -> bool:
    """Say whether a box smaller than half a page is drawn behind a line, as behind white titles."""
    half_page = 0.5 * page.width * page.height
    return any(
        x0 < line.x0 + 1
        and x1 > line.x1 - 1
        and y0 < line.baseline - 0.7 * line.size
        and y1 > line.baseline
        and (x1 - x0) * (y1 - y0) < half_page
        for x0, y0, x1, y1 in page.drawings
    )


def _lies_across(line: Line, page: Page) -> bool:
    """Say whether other lines run through the lettering, as nothing printed for itself allows.

    Some fonts claim boxes of five times their size, so that only what stands near the baseline
    counts, and not the box.
    """
    through = 0
    top = max(line.y0, line.baseline - 1.1 * line.size) + 0.2 * line.size
    bottom = min(line.y1, line.baseline + 0.4 * line.size) - 0.2 * line.size
    for other in page.lines:
        inside = top < min((other.y0 + other.y1) / 2, other.baseline) < bottom
        over = min(other.x1, line.x1) - max(other.x0, line.x0)
        if other is not line and inside and over > 2 * other.size and other.letters > 5:
            through += other.size < 0.6 * line.size
    return through >= 2


_LONG_LETTERS = 18
_LONGEST_LABEL = 8
_LONGEST_MARK = 3  # letters
_ENTRY_LABEL = re.compile(r"[\[(]?\d{1,3}[\]).]")
_LEAST_LABELS = 3
_LARGER, _LARGEST_TEXT = 1.07, 1.5  # times the size of notes is the text above them
_TEXT_SHARE = 0.35  # of the notes' letters are in the text, at least
_NOTES_BELOW = 0.95  # of the notes' rows stand below the text of their column
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


_LEAST_OF_CHAPTERS = 0.15  # of all letters, set in one size
_LITTLE_LARGER = 1.15
_LEAST_IN_BLOCKS = 0.3


@dataclass(frozen=True, slots=True)
class Body:
    """The running text's look: size and fonts of most letters, and the usual line distance.

    ``largest`` is the size of other chapters, where it is a little larger than that of most.
    """

    size: float
    fonts: frozenset[str]
    leading: float
    largest: float


def body_style(pages: Sequence[Page]) -> Body:
    """Return how most letters before the reference list are set; it may be longer than they."""
    sizes: Counter[float] = Counter()
    for line in _before_list(pages) or [line for page in pages for line in page.lines]:
        sizes[line.size] += line.letters
    size = _size_above_notes(pages, sizes)
    fonts: Counter[str] = Counter()
    steps: list[float] = []
    steps_between: list[float] = []
    for page in pages:
        lines = [line for line in page.lines if abs(line.size - size) < 0.3]
        for line in lines:
            fonts[line.font] += line.letters if line.letters >= _LONG_LETTERS else 0
        for before, after in pairwise(lines):
            step = after.baseline - before.baseline
            if 0.8 * size < step < 2.6 * size:
                steps += [step] * (before.block == after.block)
                steps_between += [step] * (min(before.letters, after.letters) >= _LONG_LETTERS)
    if len(steps) < _LEAST_IN_BLOCKS * len(steps_between):
        steps = steps_between  # of double spacing, whose lines are blocks of their own
    most = max(fonts.values())
    usual = frozenset(font for font, letters in fonts.items() if letters > 0.01 * most)
    letters = sizes.total()
    common = [other for other, count in sizes.items() if count > _LEAST_OF_CHAPTERS * letters]
    largest = max([size, *(other for other in common if other < _LITTLE_LARGER * size)])
    return Body(size, usual, median(steps) if steps else 1.2 * size, largest)


def _size_above_notes(pages: Sequence[Page], sizes: Counter[float]) -> float:
    """Return the size of most letters, or that of the text where most are in notes below it."""
    size, most = sizes.most_common(1)[0]
    for other, count in sizes.most_common():
        if not (_LARGER * size < other < _LARGEST_TEXT * size and count > _TEXT_SHARE * most):
            continue
        below = above = 0
        for page in pages:
            lines = [line for line in page.lines if line.letters >= _LONG_LETTERS]
            text = [line for line in lines if abs(line.size - other) < 0.3]
            for line in lines:
                if abs(line.size - size) < 0.3:
                    near = [one for one in text if one.x0 < line.x1 and line.x0 < one.x1]
                    last = max((one.baseline for one in near), default=0.0)
                    below, above = below + (last < line.baseline), above + (last > line.baseline)
        if below > _NOTES_BELOW * (below + above):
            return other
    return size


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
    for split, columns in zip(splits, page_columns(splits, body.size), strict=True):
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
    """Return the lines that reach into the page's columns, with what is hung out of them.

    Those are labels before a line, or below such labels at the foot of a column, and headings with
    nothing at their side.
    """
    slack = 0.5 * body.size
    inside = [line for line in lines if line.x1 > x0 + slack and line.x0 < x1 - slack]
    hung = [
        line
        for line in lines
        if line.x1 <= x0 + slack
        and (
            any(_is_hanging_label(line, other) for other in inside)
            or _is_hanging_heading(line, inside, body)
        )
    ]
    lefts = {round(label.x0) for label in hung}
    parted = [
        line
        for line in lines
        if line.x1 <= x0 + slack and round(line.x0) in lefts and _ENTRY_LABEL.fullmatch(line.text)
    ]
    return inside + list({id(line): line for line in hung + parted}.values())


def _is_hanging_heading(heading: Line, inside: Sequence[Line], body: Body) -> bool:
    """Say whether a line left of the text looks like a heading and has nothing at its side."""
    return (
        heading.letters > _LONGEST_MARK
        and (heading.bold or heading.size > 1.1 * body.size)
        and not any(line.y0 < heading.baseline and line.baseline > heading.y0 for line in inside)
    )


def _is_hanging_label(label: Line, line: Line) -> bool:
    """Say whether a short piece begins the row of a line, as the label of an entry does."""
    text = label.text
    bracketed = _BRACKETED.fullmatch(text) is not None
    longest, reach = (_LONGEST_BRACKETED, _FAR) if bracketed else (_LONGEST_LABEL, _NEAR)
    if _DATED_LABEL.fullmatch(text):
        longest, reach = len(text), _FARTHEST
    return (
        abs(label.baseline - line.baseline) < 0.15 * line.size
        and abs(label.size - line.size) < 0.3
        and len(text) <= longest
        and -0.5 * line.size < line.x0 - label.x1 < reach * line.size
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
        if row.line.letters:  # no bar from the foot of the page
            columns.setdefault(row.column.position, []).append(row)
    if len(columns) < 2:
        return 0.0
    tops = [_small_part(part) for part in columns.values()]
    if not all(tops):
        return 0.0
    first = min(columns)
    labels = [
        _ENTRY_LABEL.match(row.line.text)
        for part, top in zip(columns.values(), tops, strict=True)
        for row in part
        if row.line.baseline > top
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

"""What a page shows beside its text: running heads, page and line numbers, stamps, watermarks.

Each is told by coming again from page to page, by standing alone at the page's edge, or by
lying across the text; never by a fixed position.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from core.manuscript.pdf.lines import Line, Page

_EDGE_ZONE = 0.13  # running heads and footers lie within this share of the page's height
_LONG_LETTERS = 18
_NEAR = 2.5  # times the size; pieces of one baseline nearer than this are one row
_MOST_ROWS_A_NUMBER = 1.5
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

_Edge = tuple[str, int]


def without_margins(pages: Sequence[Page], size: float) -> list[list[Line]]:
    """Return the lines of each page that are neither edge matter nor laid across the text.

    ``size`` is that of the running text.
    """
    repeated = _repeated_edges(pages)
    marks = _watermarks(pages, size)
    numbers = _numbered_edges(pages)
    result: list[list[Line]] = []
    for page in pages:
        span = _text_span(page)
        texts = _row_texts(page)
        result.append(
            [
                line
                for line in _without_line_numbers(page, numbers)
                if not _is_edge(line, texts[line.order], page, repeated, span)
                and not _is_watermark(line, page, size, marks)
            ]
        )
    return result


def _row_texts(page: Page) -> dict[int, str]:
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


def _is_in_edge(line: Line, page: Page) -> bool:
    top = line.y1 < _EDGE_ZONE * page.height
    return top or line.y0 >= (1 - _EDGE_ZONE) * page.height


def _edge_key(line: Line, text: str) -> _Edge:
    return _DIGITS.sub("#", text.casefold()), round(line.baseline / 6)


def _repeated_edges(pages: Sequence[Page]) -> set[_Edge]:
    counts: Counter[_Edge] = Counter()
    for page in pages:
        texts = _row_texts(page)
        keys = {
            _edge_key(line, texts[line.order]) for line in page.lines if _is_in_edge(line, page)
        }
        for text, row in keys:
            counts.update(((text, row - 1), (text, row), (text, row + 1)))
    least = 2 if len(pages) < 8 else 3
    return {key for key, count in counts.items() if count >= least}


def _is_edge(
    line: Line, text: str, page: Page, repeated: set[_Edge], span: tuple[float, float]
) -> bool:
    """Say whether a line, a piece of the row that reads ``text``, is edge matter."""
    if not _is_in_edge(line, page):
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
        line for line in page.lines if line.letters >= _LONG_LETTERS and not _is_in_edge(line, page)
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
    return line.pale or _lies_across(line, page)


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

"""Regions that are no running text, found by what is drawn around them: tables, figures.

Rules (thin horizontal lines) fence tables and algorithms, strokes and fills make figures, glyphs of
one width make code. What stands inside is told from prose that happens to lie between two lines.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Box, Line, Page
from core.manuscript.text.common_titles import is_references_title
from core.manuscript.text.scripts import is_east_asian

_WORD = re.compile(r"[^\W\d_]{3,}")
_ALGORITHM = re.compile(r"(?:Algorithm|ALGORITHM|Alg\.|Procedure|Listing|Code)\s*\d{0,3}\b")
_STEP = re.compile(
    r"(?:\d{1,2}:|\d{1,2}\.?\s+(?=[a-z])|(?:for|while|if|else|elif|end|return|repeat|until|inputs?"
    r"|outputs?|require|ensure|initiali[sz]e|initiali[sz]ation|procedure|function|parameters?|do|then)"
    r"\b|//|▷)",
    re.IGNORECASE,
)
_STEP_SIGN = re.compile(r"←|:=|▷|\b(?:then|do)\s*\Z|\bend (?:for|if|while)\b")
_CELL = 10.0  # points; strokes nearer than this belong to one figure
_MOST_STROKES = 20_000
_LEAST_STROKES = 8
_WIDE = 60.0
_PROSE, _LEAST_LISTED = 25, 5  # letters of a row, and such rows below the heading of a list
_CLOSE = 3.0

_Rule = tuple[float, float, float]  # left, height, right


def floats(rows: Sequence[Row], pages: Sequence[Page], body: Body) -> frozenset[int]:
    """Return the rows inside fenced tables, algorithms, figures and code listings."""
    by_page: defaultdict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        by_page[row.line.page].append(at)
    float_rows: set[int] = set()
    for number, indices in by_page.items():
        page = pages[number]
        float_rows |= _fenced(rows, indices, page, body)
        float_rows |= _in_figures(rows, indices, page, body)
    float_rows |= _listed_code(rows, body)
    float_rows |= _algorithms(rows, float_rows, body)
    return frozenset(float_rows)


def is_prose(row: Row, body: Body) -> bool:
    """Say whether the row looks like one of a paragraph's full lines."""
    line = row.line
    if line.letters <= 25 or abs(line.size - body.size) > 0.08 * body.size or row.cells > 2:
        return False
    if row.indent > 4 * body.size:
        return False
    dense = len(line.text.replace(" ", ""))
    words = sum(map(len, _WORD.findall(line.text)))
    return row.slack < 2 * body.size and words > 0.6 * dense


# --- tables and algorithms between rules --------------------------------------------------------


def _fenced(rows: Sequence[Row], indices: Sequence[int], page: Page, body: Body) -> set[int]:
    """Return the rows between rules of one width that are a table's or an algorithm's."""
    wide = [rule for rule in page.rules if rule[2] - rule[0] > max(_WIDE, 0.15 * page.width)]
    fenced_rows: set[int] = set()
    for group in _alike(wide):
        after_title = False
        ordered = sorted(set(group), key=lambda rule: rule[1])
        for (x0, top, x1), (_, bottom, _) in pairwise(ordered):
            inside = [at for at in indices if _is_between(rows[at].line, (x0, top, x1, bottom))]
            is_title = bool(inside) and bool(_ALGORITHM.match(rows[inside[0]].line.text))
            short = bottom - top < 0.7 * page.height
            is_float = after_title or is_title or _is_table(rows, inside, body)
            if inside and short and is_float and not _begins_list(rows, inside):
                fenced_rows.update(inside)
            after_title = is_title and len(inside) <= 3
    return fenced_rows


def _alike(rules: Sequence[_Rule]) -> list[list[_Rule]]:
    """Return the rules in groups that begin and end at the same positions."""
    groups: list[list[_Rule]] = []
    for rule in rules:
        for group in groups:
            if abs(group[0][0] - rule[0]) < _CLOSE and abs(group[0][2] - rule[2]) < _CLOSE:
                group.append(rule)
                break
        else:
            groups.append([rule])
    return groups


def _is_between(line: Line, box: Box) -> bool:
    x0, top, x1, bottom = box
    return (
        top < (line.y0 + line.y1) / 2 < bottom
        and x0 - 1.5 * line.size < line.x0
        and line.x1 < x1 + 4
    )


def _is_table(rows: Sequence[Row], inside: Sequence[int], body: Body) -> bool:
    prose = sum(is_prose(rows[at], body) for at in inside)
    cells = sum(rows[at].cells > 1 or _has_neighbour(rows, at, inside) for at in inside)
    if prose < 0.1 * len(inside):
        return cells >= 0.2 * len(inside)  # cells of several lines
    return prose < 0.3 * len(inside) and cells >= 0.4 * len(inside)


def _begins_list(rows: Sequence[Row], inside: Sequence[int]) -> bool:
    """Say whether the heading of a reference list stands there with long rows below it."""
    for place, at in enumerate(inside):
        below = [rows[to] for to in inside[place + 1 : place + _LEAST_LISTED + 3]]
        long_rows = sum(row.line.letters > _PROSE and row.cells == 1 for row in below)
        if is_references_title(rows[at].line.text) and long_rows >= _LEAST_LISTED:
            return True
    return False


def _has_neighbour(rows: Sequence[Row], at: int, inside: Sequence[int]) -> bool:
    """Say whether another column holds a row at the same height, as if both were cells."""
    row = rows[at]
    return any(
        rows[to].column != row.column
        and abs(rows[to].line.baseline - row.line.baseline) < 0.3 * row.line.size
        for to in inside
    )


# --- rows inside figures ------------------------------------------------------------------------


def _in_figures(rows: Sequence[Row], indices: Sequence[int], page: Page, body: Body) -> set[int]:
    boxes = drawn_boxes(page)
    return {
        at
        for at in indices
        if any(_touches(rows[at].line, box, body) for box in boxes)
        and not is_prose(rows[at], body)
        and not _ends_paragraph(rows, at, body)
    }


def _ends_paragraph(rows: Sequence[Row], at: int, body: Body) -> bool:
    """Say whether the row is the short last line below full ones."""
    if at == 0 or rows[at - 1].column != rows[at].column or rows[at].line.font not in body.fonts:
        return False
    step = rows[at].line.baseline - rows[at - 1].line.baseline
    return 0 < step < 1.25 * body.leading and is_prose(rows[at - 1], body)


def _touches(line: Line, box: Box, body: Body) -> bool:
    x0, y0, x1, y1 = box
    across, down = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    if x0 < across < x1 and y0 < down < y1:
        return True
    near = body.size if line.font not in body.fonts else 0.0
    return x0 - near < across < x1 + near and y0 - near < down < y1 + near


def drawn_boxes(page: Page) -> list[Box]:
    """Return where strokes lie close together in some number: the page's figures."""
    area = page.width * page.height
    cells: defaultdict[tuple[int, int], int] = defaultdict(int)
    strokes = [
        box
        for box in page.drawings[:_MOST_STROKES]
        if (box[2] - box[0]) * (box[3] - box[1]) < 0.5 * area
    ]
    for x0, y0, x1, y1 in strokes:
        middle = int((x0 + x1) / 2 / _CELL), int((y0 + y1) / 2 / _CELL)
        cells[middle] += 1
        for cell in _list_cells((x0, y0, x1, y1)):
            cells[cell] += 0
    return [
        _bounds(part)
        for part in _parts(cells)
        if sum(cells[cell] for cell in part) >= _LEAST_STROKES
    ]


def _list_cells(box: Box) -> Iterable[tuple[int, int]]:
    x0, y0, x1, y1 = (int(edge / _CELL) for edge in box)
    return ((x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))


def _parts(cells: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the cells in groups that touch, also over a corner."""
    remaining_cells = set(cells)
    parts = []
    while remaining_cells:
        open_cells = [remaining_cells.pop()]
        part = []
        while open_cells:
            x, y = open_cells.pop()
            part.append((x, y))
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & remaining_cells
            remaining_cells -= near
            open_cells += near
        parts.append(part)
    return parts


def _bounds(part: Sequence[tuple[int, int]]) -> Box:
    xs, ys = [x for x, _ in part], [y for _, y in part]
    return min(xs) * _CELL, min(ys) * _CELL, (max(xs) + 1) * _CELL, (max(ys) + 1) * _CELL


# --- code and algorithms ------------------------------------------------------------------------


_SAME_WIDTH = 0.04  # of the type's size


def is_monospaced(line: Line) -> bool:
    """Say whether all glyphs of the line have one width, whatever the font is called.

    Those of Chinese, Japanese and Korean have one width in running text too and tell nothing.
    """
    narrowest, widest, count = line.width, 0.0, 0
    for char, left_edge, right in zip(line.text, line.lefts, line.rights, strict=True):
        if char == " " or is_east_asian(char):
            continue
        narrowest, widest = min(narrowest, right - left_edge), max(widest, right - left_edge)
        if widest - narrowest >= _SAME_WIDTH * line.size:
            return False
        count += 1
    return count > 5 and len(set(line.text)) > 4 and 2 * count > len(line.text.replace(" ", ""))


def _listed_code(rows: Sequence[Row], body: Body) -> set[int]:
    """Return the rows of listings: rows of code, two in a row or apart from the text.

    A single row of code inside a paragraph is a long name or an address that belongs to it.
    """
    mono = [is_monospaced(row.line) for row in rows]
    if sum(mono) > 0.4 * len(rows):
        return set()  # a typescript
    code_rows: set[int] = set()
    for at, row in enumerate(rows):
        if not mono[at]:
            continue
        beside = any(
            0 <= to < len(rows) and mono[to] and rows[to].column == row.column
            for to in (at - 1, at + 1)
        )
        apart = at == 0 or row.line.baseline - rows[at - 1].line.baseline > 1.3 * body.leading
        if beside or (apart and row.slack > 2 * body.size):
            code_rows.add(at)
    return code_rows


def _algorithms(rows: Sequence[Row], known_rows: set[int], body: Body) -> set[int]:
    """Return the rows of algorithms that no rule fences: steps that follow their title."""
    algorithm_rows: set[int] = set()
    for at in range(len(rows)):
        if at in known_rows or at in algorithm_rows or not _is_algorithm_title(rows, at, body):
            continue
        steps = _steps_below(rows, at, body)
        if len(steps) >= 2:
            algorithm_rows.update(steps)
    return algorithm_rows


def _is_algorithm_title(rows: Sequence[Row], at: int, body: Body) -> bool:
    line = rows[at].line
    if not _ALGORITHM.match(line.text):
        return False
    above = line.baseline - rows[at - 1].line.baseline if at else 0.0
    apart = not 0 < above < 1.25 * body.leading or rows[at - 1].column != rows[at].column
    return line.runs[0].bold or (apart and not is_prose(rows[at], body))


def _steps_below(rows: Sequence[Row], title: int, body: Body) -> list[int]:
    """Return the rows below an algorithm's title up to the last that reads like a step."""
    last, at = title, title + 1
    while at < len(rows) and at - last <= 2 and rows[at].column == rows[title].column:
        step = rows[at].line.baseline - rows[at - 1].line.baseline
        if step > 2.2 * body.leading:
            break
        if _is_step(rows[at]):
            last = at
        elif is_prose(rows[at], body) and not _STEP.match(rows[at - 1].line.text):
            break
        at += 1
    return list(range(title + 1, last + 1))


def _is_step(row: Row) -> bool:
    text = row.line.text
    return bool(_STEP.match(text) or _STEP_SIGN.search(text))


# --- leaving out the table of contents --------------------------------------------------
#
# Tables of contents, which theses have over several pages: their lines are no headings or text.
#
# A contents begins with its title. It goes on as long as most lines have what only such a list
# has on each of them: a section's number of several parts in front, or a page's number behind.

_CONTENTS_TITLE = re.compile(
    r"(?:table ?of ?)?contents|inhalt(?:sverzeichnis)?|table des mati[èe]res|sommaire"
    r"|índice(?: general)?|contenido|sumário|оглавление|содержание|目\s*[录錄次]|목\s*차|차\s*례",
    re.IGNORECASE,
)
_CONTENTS_SECTION = re.compile(r"(?:\d{1,2}|[A-Z])\.\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+[^\W\d_]")
_CONTENTS_CHAPTER = re.compile(
    r"(?:chapter|appendix|kapitel|anhang|chapitre|annexe|capítulo|глава|приложение)\s+\w{1,4}\b",
    re.IGNORECASE,
)
_CONTENTS_PAGE = re.compile(r"[^\W\d_].*(?:[\s.·…]+(?:\d{1,3}|[ivxl]{1,6})|(?:\.\s?){8,}|…{3,})")
"""A row that ends with its page, or with dots whose page stands apart."""
_CONTENTS_SHARE, _LEAST_CONTENTS = 0.6, 6


def contents_rows(rows: Sequence[Row]) -> frozenset[int]:
    """Return the rows of the table of contents, its title too; none where there is none."""
    pages = [list(group) for _, group in groupby(range(len(rows)), lambda at: rows[at].line.page)]
    for number, page in enumerate(pages):
        begin = next((at for at in page if _is_contents_title(rows[at].line.text.strip())), None)
        if begin is None:
            continue
        listed_rows = _listed(rows, [at for at in page if at > begin])
        if listed_rows:
            return frozenset({begin, *listed_rows, *_following(rows, pages[number + 1 :])})
    return frozenset()


def _is_contents_title(text: str) -> bool:
    """Say whether a row is the title of the contents: letters set apart have wide gaps as well."""
    closed = re.sub(r"\s", "", text) if re.fullmatch(r"(?:\S\s+){7,}\S", text) else text
    return _CONTENTS_TITLE.fullmatch(closed) is not None


def _following(rows: Sequence[Row], pages: Sequence[Sequence[int]]) -> set[int]:
    """Return the rows of the pages behind, as long as they belong to the contents."""
    following_rows: set[int] = set()
    for page in pages:
        more = _listed(rows, page)
        if not more:
            break
        following_rows.update(more)
        if more[-1] != page[-1]:
            break
    return following_rows


def _listed(rows: Sequence[Row], page: Sequence[int]) -> list[int]:
    """Return the rows of a page to the last that is a line of the contents, if most are such."""
    like = [at for at in page if _is_line(rows[at].line.text.strip())]
    if not like:
        return []
    within = [at for at in page if at <= like[-1]]
    return within if len(like) >= max(_LEAST_CONTENTS, _CONTENTS_SHARE * len(within)) else []


def _is_line(text: str) -> bool:
    return bool(
        _CONTENTS_SECTION.match(text)
        or _CONTENTS_CHAPTER.match(text)
        or _CONTENTS_PAGE.fullmatch(text)
    )

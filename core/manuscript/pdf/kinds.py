"""The kind of each row between headings: running text, or something beside it.

Captions, table rows, displayed formulas, footnotes and the lettering of figures are told by
size, font, gaps and position, so that a sentence that runs around them stays whole.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from enum import Enum

from core.manuscript.pdf.columns import FULL
from core.manuscript.pdf.flow import raised_characters
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Box, Page
from core.manuscript.pdf.regions import is_prose
from core.manuscript.text.common_titles import OTHER_CAPTION
from core.manuscript.text.scripts import is_east_asian

_CAPTION = re.compile(
    r"(?:Figure|Fig\.?|Table|Tab\.?|Algorithm|Alg\.|Listing|Scheme|Box|Chart|Plate|Exhibit"
    r"|FIGURE|FIG\.|TABLE|ALGORITHM)\s*(?:[A-Z]?\.?\d{1,3}|[IVX]{1,5})(?P<sign>\s*[.:|—–]|\s*\Z)?"
    r"(?P<rest>.*)"
)
_PANEL = re.compile(r"[A-Z](?:\s?[-–,]\s?[A-Z])*(?:,|\s+[a-z])")
"""A panel behind the number of a figure that a sentence names: "Figure 3A shows"."""
_MOST_TITLE_ROWS = 5
_LEAST_PROSE = 4  # rows of text that no figure has
_LEAST_SMALL = 12  # long rows in small type that are a section
_LONG, _SAME_SIZE = 25, 0.07
_LEAST_SMALL_SIZE = 0.75  # of the running text's; less is lettering
_WORDY = 0.5
_PARAGRAPH_STEP = 3  # times the leading
_STATEMENT = re.compile(
    r"(?:Theorem|Lemma|Proposition|Corollary|Definition|Remark|Example|Assumption|Claim|Conjecture"
    r"|Proof)\b(?:\s(?:of\s)?[\w.()]*\d[\w.()]*)?"
)
_NOTE_SIGN = re.compile(r"[*∗†‡§¶]|\d{1,2}\s?[A-Z]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_FUNCTIONS_TEXT = """
    log exp max min arg argmax argmin sup inf det lim cos sin tan tanh trace diag rank var cov sign
    softmax sigmoid relu const subject dom vec prox span ker dim Pr
    """
_FUNCTIONS = frozenset(_FUNCTIONS_TEXT.split())
_EQUATION_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}(?:\.\d{1,2})?[a-z]?\s*\)\s*[.,;]?\Z")
_MATH_FONT = re.compile(
    r"cmmi|cmsy|cmex|msbm|msam|math|symbol|cmbsy|lmmi|lmsy|mtmi|mtsy|stix", re.I
)
_CODE_FONT = re.compile(r"cmtt|mono|courier|consol|typewriter|cmsltt|nimbusmon|inconsolata", re.I)


class LineKind(Enum):
    """What a row is."""

    TEXT = "text"
    CAPTION = "caption"
    TABLE = "table"
    FORMULA = "formula"
    NOTE = "note"
    FIGURE = "figure"


def classify(
    rows: Sequence[Row],
    pages: Sequence[Page],
    body: Body,
    floats: Set[int],
    sections: Sequence[int] = (),
) -> list[LineKind]:
    """Return the kind of each row; headings and the reference list are not to be asked about.

    ``floats`` are the rows known to stand in a table, an algorithm or a figure; ``sections`` those
    directly below a heading.
    """
    pictures = [_find_figures(page) for page in pages]
    _leave_backgrounds(pictures, rows, body)
    kinds = [
        LineKind.TABLE if at in floats else _alone(row, pictures[row.line.page], body)
        for at, row in enumerate(rows)
    ]
    for at in sections:
        _follow_heading(rows, at, pictures, kinds, body)
    _take_small_paragraphs(rows, pictures, kinds, body)
    _follow_text(rows, pictures, kinds)
    _follow_captions(rows, kinds, body)
    _follow_tables(rows, kinds)
    _follow_formulas(rows, kinds, body)
    return kinds


def wordiness(text: str) -> float:
    """Return the share of characters that stand in words of three letters and more."""
    dense = len(text.replace(" ", ""))
    words = sum(len(word) for word in _WORD.findall(text) if word not in _FUNCTIONS)
    return words / dense if dense else 0.0


def _find_figures(page: Page) -> list[Box]:
    """Return the pictures of a page but those that lie behind most of it."""
    area = page.width * page.height
    return [box for box in page.pictures if (box[2] - box[0]) * (box[3] - box[1]) < 0.6 * area]


def _leave_backgrounds(pictures: list[list[Box]], rows: Sequence[Row], body: Body) -> None:
    """Take out the pictures that text runs over: their frames are larger than what they show."""
    prose: Counter[tuple[int, Box]] = Counter()
    for row in rows:
        for box in pictures[row.line.page]:
            prose[row.line.page, box] += _is_inside(row, box) and is_prose(row, body)
    for (page, box), count in prose.items():
        if count >= _LEAST_PROSE:
            pictures[page].remove(box)


def _is_inside(row: Row, box: Box) -> bool:
    across, down = (row.line.x0 + row.line.x1) / 2, (row.line.y0 + row.line.y1) / 2
    return box[0] < across < box[2] and box[1] < down < box[3]


def _alone(row: Row, pictures: Sequence[Box], body: Body) -> LineKind:
    return (
        LineKind.NOTE if row.line.size < 0.925 * body.size else _tell_content(row, pictures, body)
    )


def _tell_content(row: Row, pictures: Sequence[Box], body: Body) -> LineKind:
    """Return what a row in the size of running text is."""
    line = row.line
    if any(_is_inside(row, box) for box in pictures) or _is_lettering(row, body):
        return LineKind.FIGURE
    words = wordiness(line.text)
    if _is_formula(row, words, body):
        return LineKind.FORMULA
    cells = (
        row.cells >= 4 or (row.cells >= 2 and words < 0.55) or (row.cells == 3 and row.slack > 0)
    )
    return LineKind.TABLE if cells else LineKind.TEXT


def _follow_text(
    rows: Sequence[Row], pictures: Sequence[Sequence[Box]], kinds: list[LineKind]
) -> None:
    """Let short rows of a paragraph in a font of its own, such as its last, be text as well."""
    for at in range(1, len(rows)):
        row, before = rows[at], rows[at - 1]
        if (
            kinds[at] is LineKind.FIGURE
            and kinds[at - 1] is LineKind.TEXT
            and row.line.font == before.line.font
            and _continues_paragraph(rows, at)
            and not any(_is_inside(row, box) for box in pictures[row.line.page])
        ):
            kinds[at] = LineKind.TEXT


def _is_lettering(row: Row, body: Body) -> bool:
    """Say whether a short row in a font that running text never uses belongs to a drawing."""
    line = row.line
    if any(run.font in body.fonts for run in line.runs) or line.bold or line.italic:
        return False
    if line.size > body.size and is_east_asian(line.text):
        return False  # a heading, which has a font of its own there
    if _MATH_FONT.search(line.font):
        return False
    long_row = row.slack < 2 * body.size and line.letters > 25
    return not long_row or (bool(_CODE_FONT.search(line.font)) and wordiness(line.text) < 0.9)


def _is_formula(row: Row, words: float, body: Body) -> bool:
    line = row.line
    text = line.text
    indented = row.indent > 0.8 * body.size
    if _EQUATION_NUMBER.fullmatch(text) and row.indent < 0.1 * body.size:
        return False  # a citation "(18)." that is left over from the row before
    if _EQUATION_NUMBER.search(text) and words < 0.45:
        return indented or row.cells > 1 or words < 0.2
    if words < 0.3 and indented and (row.slack > 0.8 * body.size or row.cells > 1):
        return not re.fullmatch(r"[\w.,;]{1,12}", text) or bool(_MATH_FONT.search(line.font))
    return words < 0.15 and bool(_MATH_FONT.search(line.font))


def _follow_heading(
    rows: Sequence[Row],
    start: int,
    pictures: Sequence[Sequence[Box]],
    kinds: list[LineKind],
    body: Body,
) -> None:
    """Let small rows below a heading be text, as those of a journal's methods, if they are many.

    They reach to the next row in the running text's size, or to one in a size of its own.
    """
    size = rows[start].line.size if start < len(rows) else 0.0
    small: list[int] = []
    for at in range(start, len(rows)):
        is_other = abs(rows[at].line.size - size) > _SAME_SIZE * size
        if kinds[at] is LineKind.NOTE and not is_other:
            small.append(at)
        elif at == start or (is_other and rows[at].line.letters > _LONG):
            break
    long_rows = sum(rows[at].line.letters > _LONG for at in small)
    if long_rows >= _LEAST_SMALL and not _starts_caption(rows, start, body):
        for at in small:
            kinds[at] = _tell_content(rows[at], pictures[rows[at].line.page], body)


def _take_small_paragraphs(
    rows: Sequence[Row],
    pictures: Sequence[Sequence[Box]],
    kinds: list[LineKind],
    body: Body,
) -> None:
    """Let small rows between rows of text be text, as block quotations are, and theorems.

    Footnotes have no text below them. A theorem, or a proof, may end its page, and goes on then.
    """
    at, goes_on = 0, False
    while at < len(rows):
        if kinds[at] is not LineKind.NOTE:
            goes_on = goes_on and not _is_text(rows[at], kinds[at])
            at += 1
            continue
        end = at + 1
        while end < len(rows) and kinds[end] is LineKind.NOTE and _is_near(rows, end, body):
            end += 1
        block = rows[at:end]
        opens = _STATEMENT.match(block[0].line.text) is not None
        stands = opens or _is_between_text(rows, at, end, kinds, body)
        goes_on = (goes_on or stands) and _is_small_text(rows, at, end, body)
        if goes_on:
            for index in range(at, end):
                kinds[index] = _tell_content(rows[index], pictures[rows[index].line.page], body)
        goes_on = goes_on and opens
        at = end


def _is_small_text(rows: Sequence[Row], start: int, end: int, body: Body) -> bool:
    """Say whether small rows are words of one size, and neither a caption nor a note."""
    lines = [row.line for row in rows[start:end]]
    size = lines[0].size
    words = [line for line in lines if line.letters > _LONG and wordiness(line.text) > _WORDY]
    return (
        size > _LEAST_SMALL_SIZE * body.size
        and len(words) >= max(1, _WORDY * sum(line.letters > _LONG for line in lines))
        and all(abs(line.size - size) < _SAME_SIZE * size for line in words)
        and not any(_CODE_FONT.search(line.font) for line in words)
        and not _NOTE_SIGN.match(lines[0].text)
        and 0 not in raised_characters(lines[0])
        and not any(_starts_caption(rows, at, body) for at in range(start, end))
    )


def _is_between_text(
    rows: Sequence[Row], start: int, end: int, kinds: Sequence[LineKind], body: Body
) -> bool:
    """Say whether text stands above and below rows in their column, at a paragraph's distance."""
    if start == 0 or end >= len(rows):
        return False
    above, below = rows[start - 1], rows[end]
    near = _is_near(rows, start, body) and _is_near(rows, end, body)
    return near and _is_text(above, kinds[start - 1]) and _is_text(below, kinds[end])


def _is_text(row: Row, kind: LineKind) -> bool:
    return kind is LineKind.TEXT and row.line.letters > 0 and wordiness(row.line.text) > _WORDY


def _is_near(rows: Sequence[Row], at: int, body: Body) -> bool:
    """Say whether a row follows the one above in its column, with no room for a figure between."""
    step = rows[at].line.baseline - rows[at - 1].line.baseline
    same = rows[at].column == rows[at - 1].column and rows[at].line.page == rows[at - 1].line.page
    return same and 0 < step < _PARAGRAPH_STEP * body.leading


def _follow_captions(rows: Sequence[Row], kinds: list[LineKind], body: Body) -> None:
    at = 0
    while at < len(rows):
        if not _starts_caption(rows, at, body):
            at += 1
            continue
        kinds[at] = LineKind.CAPTION
        end = at + 1
        while end < len(rows) and _continues_paragraph(rows, end):
            kinds[end] = LineKind.CAPTION
            end += 1
        if end == at + 1 and _is_label_alone(rows[at].line.text):
            end = _mark_title(rows, end, kinds)
        at = end


def _is_label_alone(text: str) -> bool:
    """Say whether a caption is a name and a number alone, its title on the next row."""
    match = _CAPTION.match(text) or OTHER_CAPTION.match(text)
    return match is not None and not match["rest"].strip()


def _mark_title(rows: Sequence[Row], at: int, kinds: list[LineKind]) -> int:
    """Let the rows of one look below a caption's label be its title; return the row behind."""
    end = at
    while end < min(len(rows), at + _MOST_TITLE_ROWS):
        line, before = rows[end].line, rows[end - 1].line
        step = line.baseline - before.baseline
        look = rows[at].line
        same = line.font == look.font and abs(line.size - look.size) < 0.2
        if rows[end].column != rows[end - 1].column or not same or not 0 < step < 3 * line.size:
            break
        end += 1
    marked = rows[at].line if end > at else None
    if marked is None or not (marked.bold or marked.italic) or end == at + _MOST_TITLE_ROWS:
        return at
    kinds[at:end] = [LineKind.CAPTION] * (end - at)
    return end


def _starts_caption(rows: Sequence[Row], at: int, body: Body) -> bool:
    line = rows[at].line
    match = _CAPTION.match(line.text) or OTHER_CAPTION.match(line.text)
    if match is None:
        return False
    label_end = match.start("rest")
    first = line.runs[0]
    marked = first.bold or first.italic or first.font not in body.fonts
    other_look = (marked and first.end <= label_end + 2) or abs(line.size - body.size) > 0.4
    if match["sign"] is None and match.groupdict().get("wide") is None:
        rest = match["rest"]
        return other_look and rest.lstrip()[:1].isupper() and not _PANEL.match(rest)
    before = rows[at - 1] if at else None
    same = before is not None and before.column == rows[at].column
    near = same and line.baseline - rows[at - 1].line.baseline < 1.2 * body.leading
    return other_look or not near


def _continues_paragraph(rows: Sequence[Row], at: int) -> bool:
    """Say whether row ``at`` belongs to the paragraph of the row before."""
    line, before = rows[at].line, rows[at - 1].line
    step = line.baseline - before.baseline
    if rows[at].column != rows[at - 1].column or abs(line.size - before.size) > 0.4:
        return False
    return line.block == before.block and 0 < step < 1.5 * line.size


def _follow_tables(rows: Sequence[Row], kinds: list[LineKind]) -> None:
    """Let short rows beside table rows, and between them and their caption, be table rows too.

    A table over both columns falls to either of them, so rows are beside each other by their
    baselines, whatever column they are in.
    """
    by_page: defaultdict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        by_page[row.line.page].append(at)
    for indices in by_page.values():
        short = [at for at in indices if kinds[at] is LineKind.TEXT and _could_be_cell(rows[at])]
        grown = bool(short)
        while grown:
            table = [at for at in indices if kinds[at] in (LineKind.TABLE, LineKind.CAPTION)]
            adjacent_rows = [
                at for at in short if any(_are_beside(rows[at], rows[to]) for to in table)
            ]
            for at in adjacent_rows:
                kinds[at] = LineKind.TABLE
            short = [at for at in short if kinds[at] is LineKind.TEXT]
            grown = bool(adjacent_rows)


def _could_be_cell(row: Row) -> bool:
    if row.cells >= 2:
        return not _fills_with_words(row)
    width = row.column.x1 - row.column.x0
    short = row.line.width < 0.6 * width and row.indent > 0.02 * width
    return short and row.line.text[-1:] not in ".:,;-"


def _fills_with_words(row: Row) -> bool:
    """Say whether two stretches of words fill the column: a justified line of text."""
    size = row.line.size
    filled = row.indent < 0.5 * size and row.slack < 0.5 * size
    return row.cells == 2 and filled and wordiness(row.line.text) > 0.6


def _are_beside(row: Row, other: Row) -> bool:
    apart = abs(row.line.baseline - other.line.baseline)
    same = row.column == other.column or FULL in (row.column.position, other.column.position)
    return apart < (2 * row.line.size if same else 0.3 * row.line.size)


def _follow_formulas(rows: Sequence[Row], kinds: list[LineKind], body: Body) -> None:
    """Let scraps beside a displayed formula (limits, denominators) belong to it."""
    for order in (range(1, len(rows)), range(len(rows) - 2, -1, -1)):
        step = -1 if order.step == 1 else 1
        for at in order:
            if kinds[at] is not LineKind.TEXT or kinds[at + step] is not LineKind.FORMULA:
                continue
            row, beside = rows[at], rows[at + step]
            near = abs(row.line.baseline - beside.line.baseline) < 1.1 * body.leading
            scrap = row.indent > 0.8 * body.size or row.line.letters < 6
            wordless = wordiness(row.line.text) < 0.25
            if row.column == beside.column and near and scrap and wordless:
                kinds[at] = LineKind.FORMULA

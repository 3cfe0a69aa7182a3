"""How abstracts and keywords are set: labels, parts, columns, and the words that end them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.manuscript.pdf.author_lists import split_pieces
from core.manuscript.pdf.flow import Paragraph
from core.manuscript.pdf.front import ABSTRACT
from core.manuscript.pdf.headings import AFFILIATION, Heading
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import unspaced

BEHIND_ABSTRACT = re.compile(
    r"(?:abbreviations?(?:\s*used)?\s*[:：]|abbreviations?\Z|strengths and limitations"
    r"|highlights?\Z"
    r"|key (?:points?|messages?|findings)\Z|what (?:is|was) (?:already )?known|what this study adds"
    r"|graphic(?:al)? abstract"
    r"|electronic supplementary|supplementary (?:material|information|data)|significance statement"
    r"|(?:how )?to cite|cite this|please cite|edited by|reviewed by|academic editor|communicated by"
    r"|handling editor|(?:this is an )?open access|contents\Z|plain language summary|lay summary"
    r"|e-?mail\b|submitted\b|published\b|first published|funding\s*:|author summary"
    r"|editor.s? summary"
    r"|(?:©|\(c\))\s*\d{4}|available online|article history|r[ée]sum[ée]\Z|resumen\Z"
    r"|resumo\Z|zusammenfassung\Z|kurzfassung\Z|摘\s?要|要旨|초록)",
    re.IGNORECASE,
)
"""What begins where an abstract has ended."""
SERIAL_BELOW = re.compile(r"https?://|\(?[A-Z][A-Za-z. ]{3,60} (?:19|20)\d\d\s?;\s?\d+")
"""Where the article stands, printed below its abstract."""
CAPTION = re.compile(r"(?:fig(?:ure|\.)|table|box|plate|scheme|map)\s?\d", re.IGNORECASE)
FOOT_OF_PAGE = re.compile(
    r"\W{0,3}(?:corresponding author|e-?mail|https?://|doi\b|received\b|available online|©"
    r"|\(https?:|published by\b|this is an open access|\d{4}-\d{3}[\dX]/)",
    re.IGNORECASE,
)
IMPRINT = re.compile(
    r"(?:received|revised|accepted|published)\b.{0,24}\d{4}|copyright\b|©"
    r"|correspond(?:ence|ing author)"
    r"|(?:academic editor|edited by|reviewed by|citation|open access)\s*:|(?:how )?to cite"
    r"|cite this|please cite|conflicts? of interest|competing interests?|funding\b"
    r"|data availability",
    re.IGNORECASE,
)
DATED = re.compile(r"\((?:received|dated|submitted|accepted)\b.{4,90}\d{4}\)", re.IGNORECASE)
"""A row of dates in brackets, as physics has it between the places and the abstract."""
LICENCE = re.compile(
    r"creative commons|open[- ]access article|licen[sc]ed? under|all rights reserved", re.IGNORECASE
)
"""Both are printed between the names and the abstract; a line of an abstract may begin so too."""
_TAIL = re.compile(
    r"(?<=[.!?)\]])\s*(?:\(?(?:(?:[A-Z][\w&-]*\.?|of|the|and|in|for)\s){1,8}(?:19|20)\d\d[;,:]\s?\d"
    r"|(?:(?:[q#$ª\ue000-\uf8ff]|V\s?C)\s?)?(?:19|20)\d\d\s"
    r"(?=[A-Z].{0,80}\b(?:Ltd|Inc|LLC|GmbH|B\.\s?V|rights reserved)\b)"
    r"|©|\([cC]\)\s?(?:19|20)\d\d|(?i:copyright|key\s?words?\s?[:—–-]|(?:received|accepted)\s?:)"
    r").{0,240}\Z"
)
"""What is printed in the last row of an abstract: where it stands, or whose it is.

Fonts may have another letter where the sign of copyright is drawn: "q 2003 Pebble Ltd."
"""
MID_SENTENCE = re.compile(r"[a-zß-ÿ]{2,}(?![\w-])")
"""A word in small letters: "microRNA" and "cis-acting" begin sentences."""
FINISHED = re.compile(r"(?<!et al)[.!?。．！？][\"'”’»)\]]*\s*[\d,\s]{0,6}\Z")
BULLET = re.compile(r"[•‣▪◦●■►▶⇒]")
KEYWORDS = re.compile(
    r"(?:[■▪◆□j]\s)?(?P<label>(?:author\s+|freeform/)?key\s?-?\s?words?(?:\s+and\s+phrases)?"
    r"|index terms|ccs concepts|subject (?:areas|terms|headings)|general terms)"
    r"\b\s*(?:[:.—–-]+\s*)?"
    rf"|[【\[]?(?P<other>{common_titles.KEYWORDS})(?:\s*[】\]:：.—–-])+\s*",
    re.IGNORECASE,
)
PART = re.compile(
    r"(?:introduction|background|context|rationale|importance|hypothes[ie]s"
    r"|(?:aims?|objectives?|purpose)(?: of the study)?|(?:study )?population|problem definition"
    r"|(?:study )?design|settings?|participants|patients|subjects|interventions?|measurements?"
    r"|(?:patients|materials?|subjects|design) and methods?|main outcomes?(?: and)?(?: measures?)?"
    r"|method(?:s|ology)?(?:(?:\s?[/&]\s?| and )(?:principal )?(?:findings|results|analysis))?"
    r"|(?:main |principal )?(?:results?|findings)|case (?:report|presentation)|ethics.*"
    r"|search (?:methods?|strateg(?:y|ies))|data sources?|(?:study )?selection(?: criteria)?"
    r"|data (?:collection|extraction|synthesis)(?: and (?:analysis|synthesis))?|review methods"
    r"|eligibility criteria|authors.? conclusions?|exposures?"
    r"|interpretation|discussion|conclusions?(?:\s?[/&]\s?(?:significance|relevance))?"
    r"|significance|limitations|conclusions? and relevance|(?:trial|clinical trial) registration"
    r"(?: number)?)[.:]?",
    re.IGNORECASE,
)
"""A heading inside a structured abstract."""
LEAD = re.compile(
    r"(?:introduction|background|context|aims?|objectives?|purpose|importance|rationale|methods?"
    r"|aim and objectives?|background and (?:aims?|objectives?)|(?:aims?/)?background)"
    r"\s?(?:[:.—–]|\s{2})",
    re.IGNORECASE,
)
_PART_AHEAD = re.compile(rf"(?:{PART.pattern})\s?[:—–]\s", re.IGNORECASE)
_SQUEEZED_PART = re.compile(PART.pattern.replace(" ", ""), re.IGNORECASE)
BESIDE_KEYWORDS = re.compile(
    r"(?:categories and subject|jel\b|acm reference|additional key|pacs|msc\b|mathematics subject"
    r"|correspond|received|accepted|doi\b|citation|copyright|©|introduction\b|\d\.?\s+introduction)",
    re.IGNORECASE,
)
_SEPARATORS = (r"[;；·•|]|\s→\s", r"[,，、]", r"\s[–—-]\s")
_MOST_ABSTRACT_ROWS = 80
_ENGLISH = re.compile(r"\W*(?:a\s?bstract|summary)", re.IGNORECASE)
_MARKED_LABEL = re.compile(r"(?:[■▪•◆□]|j(?= ))\s?abstract\b\s*[:.]?\s*", re.IGNORECASE)
_SUMMARY = re.compile(r"(?:executive\s+)?summary\s*[.:]?", re.IGNORECASE)
_LISTED = re.compile(r"[^.·…\d]{4,30}(?:(?:\s?[.·…]){4,}.*|[\s.·…]+(?:\d{1,3}|[ivxl]{1,6}))")
"""A row of the table of contents, with the page."""
PROSE, SLACK = 20, 12.0  # letters, points
_LONG_NAME, _MOST_PAGES_OF_NAMES, _PROSE_ROWS = 45, 3, 12
_LEAST_PARTS, _LEAST_BESIDE, _LEAST_BELOW = 2, 20, 3
_STEP_OF_PARTS = 4.0  # times the size, from a part of an abstract to the next
_LEAST_SEMICOLONS, _LONGEST_HEADING = 3, 150
_LONGEST_TAIL, _LAST_PAGES, _MOST_TEXT_BEFORE = 260, 2, 40  # characters, pages, rows
_OTHER_TYPE = 1.3  # times the size, beside the smaller
_NEAR_TOP = 3.0  # times the size, between the tops of the columns of an abstract
_LEVEL, _SAME_EDGE, _STEP = 0.5, 3.0, 2.3  # times the size, points, times the size
_BREAK = 3.0
"""What must speak for another text below a finished one: distance, edges, look, a short line."""
_OTHER_SIZE, _OTHER_EDGE, _SHORT = 0.3, 1.5, 0.5  # points; signs of another text


@dataclass(frozen=True, slots=True)
class Label:
    """The row that says "Abstract": ``line`` is what stands there; the label ends at ``end``."""

    at: int
    line: Line
    end: int

    @property
    def is_english(self) -> bool:
        """Whether the label is an English word."""
        return _ENGLISH.match(unspaced(self.line.text)) is not None

    @property
    def has_rest(self) -> bool:
        """Whether words of the abstract stand behind the label, in its row."""
        return any(map(str.isalnum, self.line.text[self.end :]))


def find_labels(rows: Sequence[Row], after: int) -> list[Label]:
    """Return the labels of abstracts on the page of row ``after`` and the next, in reading order.

    A summary is one where nothing is called an abstract. Names, places and an author note may fill
    some pages: behind text, a label there stands at the top of its page.
    """
    labels: list[Label] = []
    summaries: list[Label] = []
    first_page = rows[after].line.page if after < len(rows) else 0
    edges = _count_edges(rows, first_page + _MOST_PAGES_OF_NAMES)
    prose = 0
    for at in range(after, len(rows)):
        line = rows[at].line
        if line.page > first_page + _MOST_PAGES_OF_NAMES:
            break
        is_low = prose > _PROSE_ROWS and rows[at - 1].line.page == line.page
        if line.page > first_page + 1 and (labels or is_low):
            continue
        prose += line.letters > _LONG_NAME and not AFFILIATION.search(line.text)
        for piece in (one for cell in cut_row(rows[at]) for one in _cut_at_label(cell, edges)):
            text = unspaced(piece.text)
            match = ABSTRACT.match(text) or _MARKED_LABEL.match(text)
            if match and not _LISTED.fullmatch(line.text.strip()):
                end = match.end() if text == piece.text else len(piece.text)
                labels.append(Label(at, piece, end))
                break
            if line.page == first_page and _SUMMARY.fullmatch(text):
                summaries.append(Label(at, piece, len(piece.text)))
    return labels or summaries[:1]


def find_last_labels(rows: Sequence[Row]) -> list[Label]:
    """Return the labels, alone in their rows, on the last pages: some journals close with them."""
    pages = rows[-1].line.page + 1 if rows else 0
    last = max(pages - _LAST_PAGES, _MOST_PAGES_OF_NAMES)
    return [
        Label(at, row.line, len(row.line.text))
        for at, row in enumerate(rows)
        if row.line.page >= last and row.cells == 1
        if (match := ABSTRACT.match(text := unspaced(row.line.text))) and match.end() == len(text)
    ]


def has_body_look(line: Line, body: Body) -> bool:
    """Say whether a line is set as the running text is."""
    return abs(line.size - body.size) < _OTHER_SIZE and line.font in body.fonts


def find_text_look(rows: Sequence[Row], at: int, first: Line) -> Line:
    """Return a line that is set as the abstract's text is, whose first row may be larger."""
    near = [row.line for row in rows[at : at + 8]]
    near = near[1:] if near[0].letters > first.letters else near  # a label stands before it
    long = [
        line
        for line in near
        if line.letters > PROSE and line.x0 < first.x1 + SLACK and line.x1 > first.x0
    ]
    if first.letters < PROSE:
        return long[0] if long else first
    below = [line for line in long if line.baseline > first.baseline][:2]
    is_larger = len(below) > 1 and alike(*below) and first.size > below[0].size + 0.3
    return below[0] if is_larger else first


def find_extent(rows: Sequence[Row], at: int, line: Line) -> tuple[float, float]:
    """Return the edges of the text, which may begin further left than behind its label."""
    near = [
        row.line
        for row in rows[at : at + 12]
        if row.line.page == line.page
        and row.cells == 1
        and row.line.x0 < line.x1
        and row.line.x1 > line.x0
        and abs(row.line.size - line.size) < 0.6
        and row.line.baseline >= line.baseline
    ]
    same = [one for one in near[:4] if one.x0 > line.x0 - 3 * line.size] or [line]
    full = [one for one in near[:4] if abs(one.x1 - line.x1) < line.size]
    return min(one.x0 for one in [line, *full]) - 1, max(line.x1, *(one.x1 for one in same))


def is_marked(lines: Sequence[Line], body: Sequence[Row]) -> bool:
    """Say whether lines are larger, bolder or slanted beside the text, from their first on."""
    usual = body[len(body) // 2].line if body else None
    return usual is not None and all(
        line.size > usual.size + 0.4 or line.bold > usual.bold or line.italic > usual.italic
        for line in lines
    )


def is_right_above(line: Line, below: Line) -> bool:
    """Say whether a line stands right above another, over it."""
    step = below.baseline - line.baseline
    over = line.x0 < below.x1 and below.x0 < line.x1
    return line.page == below.page and over and 0 < step < 1.6 * below.size


def find_text_end(rows: Sequence[Row], start: int, body: Body) -> int:
    """Return the row up to which so much running text has come that no abstract follows it."""
    prose = 0
    for at in range(start, len(rows)):
        line = rows[at].line
        prose += line.letters > PROSE and has_body_look(line, body)
        if prose > _MOST_TEXT_BEFORE:
            return at
    return len(rows)


def find_parts_beside_titles(rows: Sequence[Row], after: int) -> list[tuple[int, Line | None]]:
    """Return the rows of an abstract whose parts stand at the right of their titles, or ``[]``.

    "Aims", "Methods and results" and "Conclusion" stand one below the other, at the left of all
    that is said below each. What a row says is the line beside it, ``None`` for a title alone.
    """
    if after >= len(rows):
        return []
    page = rows[after].line.page
    own = [at for at in range(after, len(rows)) if rows[at].line.page == page]
    edges = _count_edges([rows[at] for at in own], page)
    pieces = [
        (at, piece)
        for at in own
        for one in cut_row(rows[at])
        for piece in _cut_behind_title(one, edges)
    ]
    titles = _find_titles(pieces)
    if len(titles) < _LEAST_PARTS:
        return []
    title, text = titles[0]
    titles_column = [(at, one) for at, one in pieces if abs(one.x0 - title.x0) < _SAME_EDGE]
    parts: list[tuple[int, Line | None]] = []
    last = text
    beside = [(at, one) for at, one in pieces if abs(one.x0 - text.x0) < _SAME_EDGE]
    for at, line in sorted(beside, key=lambda one: one[1].baseline):
        if line.baseline < text.baseline:
            continue
        label = next((one for _, one in titles_column if _is_level(one, line)), None)
        step = line.baseline - last.baseline
        alike = abs(line.size - text.size) < _LEVEL and line.bold == text.bold
        if step > _STEP * text.size * (2 if label else 1) or not alike:
            break
        if label and KEYWORDS.match(unspaced(label.text)):
            break
        parts.append((at, line))
        last = line
    low, high = text.baseline - text.size, last.baseline + 1.2 * last.size
    texts = {at for at, _ in parts}
    parts += [
        (at, None)
        for at, one in titles_column
        if at not in texts
        and low < one.baseline < high
        and (one.x1 < text.x0 or not one.letters)  # a row of dots
    ]
    inside = sum(low < one.baseline < high for one, _ in titles)
    return parts if inside >= _LEAST_PARTS else []


def has_lead(line: Line) -> bool:
    """Say whether a line begins with the title of a part, and goes on in other lettering."""
    if LEAD.match(line.text):
        return True
    first = line.runs[0]
    lead = line.text[: first.end].strip(" —–-")
    return first.end < len(line.text) and bool(PART.fullmatch(lead)) and first.bold


def begins_part(line: Line) -> bool:
    """Say whether a line begins with the title of any part: "Results – In all samples"."""
    return has_lead(line) or _PART_AHEAD.match(line.text) is not None


def is_of_text(heading: Heading, rows: Sequence[Row]) -> bool:
    """Say whether what is set as a heading is a part's title beside its text, or a sentence."""
    return _is_lead(heading, rows) or _is_sentence(heading, rows)


def _is_sentence(heading: Heading, rows: Sequence[Row]) -> bool:
    """Say whether what is set as a heading is a sentence, or the last row of a paragraph."""
    if heading.start and not heading.number:
        above, line = rows[heading.start - 1].line, rows[heading.start].line
        step = line.baseline - above.baseline
        if alike(line, above) and 0 < step < 1.5 * line.size and above.letters > PROSE:
            return abs(line.x0 - above.x0) < SLACK and FINISHED.search(above.text) is None
    title = heading.title
    return len(title) > _LONGEST_HEADING and FINISHED.search(title) is not None


def _is_lead(heading: Heading, rows: Sequence[Row]) -> bool:
    """Say whether a heading is the title of a part of an abstract, at the left of its first row."""
    own = rows[heading.start].line
    level = (row.line for row in rows[max(heading.start - 1, 0) : heading.end + 1])
    return PART.fullmatch(unspaced(heading.title)) is not None and any(
        0 < line.x0 - own.x1 < 3 * own.size
        and _is_level(own, line)
        and line.letters > _LEAST_BESIDE
        and line.page == own.page
        for line in level
    )


def count_full(lines: Sequence[Line]) -> int:
    """Return how many lines but the last are as wide as those of their column, or end a part."""
    columns: list[list[Line]] = []
    for line in lines:
        last = columns[-1][-1] if columns else None
        is_next = last and line.baseline < last.baseline and line.x0 > last.x1
        if last is None or is_next or last.page != line.page:
            columns.append([])
        columns[-1].append(line)
    widths = [max(one.x1 for one in own) - min(one.x0 for one in own) for own in columns]
    column_widths = [width for width, own in zip(widths, columns, strict=True) for _ in own]
    return sum(
        line.width > 0.85 * width or has_lead(after)
        for (line, after), width in zip(pairwise(lines), column_widths, strict=False)
    )


def strip_tail(paragraph: Paragraph) -> None:
    """Take the imprint behind the last sentence of an abstract out."""
    if tail := _TAIL.search(paragraph.text, max(len(paragraph.text) - _LONGEST_TAIL, _PROSE_ROWS)):
        paragraph.remove([(tail.start(), len(paragraph.text))])


def has_tail(lines: Sequence[Line]) -> bool:
    """Say whether the last lines are an imprint already."""
    return _TAIL.search(" ".join(line.text for line in lines)) is not None


def ends_open(last: Line, before: Line | None = None) -> bool:
    """Say whether a sentence goes on behind a line; brackets at its end leave that to the next."""
    text = last.text.rstrip()
    if text.endswith((")", "]")):
        return before is not None and MID_SENTENCE.match(before.text) is not None
    return FINISHED.search(text) is None


def is_break(block: Sequence[Line], line: Line) -> bool:
    """Say whether another text begins at a line below the finished lines of an abstract.

    No sign is enough alone: parts of an abstract stand apart, and a line may be a little longer.
    """
    last = block[-1]
    column = [last]
    for one in reversed(block[:-1]):
        if one.page != last.page or one.baseline > column[-1].baseline:
            break
        column.append(one)
    steps = [below.baseline - above.baseline for below, above in pairwise(column)]
    leading = median(steps) if steps else 1.2 * last.size
    step = line.baseline - last.baseline
    lines = step / max(leading, 0.5 * last.size)
    signs = 1.0 if step < 0 else sum(lines > times for times in (1.3, 1.8))
    signs += line.page == last.page and step > 4 * last.size
    signs += (line.font != last.font or line.bold != last.bold) and line.font not in {
        run.font for one in block for run in one.runs
    }
    signs += abs(line.size - last.size) >= _OTHER_SIZE
    x0, x1 = min(one.x0 for one in column), max(one.x1 for one in column)
    signs += _SHORT if x1 - last.x1 > 2 * last.size else 0
    if len(column) > _LEAST_PARTS and step > 0:
        signs += _SHORT if _LEVEL * last.size < line.x0 - x0 < 3 * last.size else 0
        signs += _OTHER_EDGE * (x0 - line.x0 > _LEVEL * last.size)
        signs += _OTHER_EDGE * (line.x1 - x1 > _LEVEL * last.size)
    return signs >= _BREAK


def is_other_paragraph(block: Sequence[tuple[int, Line]], line: Line) -> bool:
    """Say whether a line begins a paragraph in a font that no line of the block has."""
    before, first = block[-1][1], block[0][1]
    is_indented = line.x0 > first.x0 + 0.4 * line.size
    fonts = {one.font for _, one in block}
    return is_indented and line.font not in fonts and FINISHED.search(before.text) is not None


def ends_places(block: Sequence[tuple[int, Line]], line: Line) -> bool:
    """Say whether a line stands below the names and places of a block, and is none of them."""
    before = block[-1][1]
    is_place = AFFILIATION.search(before.text) and not FINISHED.search(before.text)
    if not is_place or AFFILIATION.search(line.text) or line.letters < _LONG_NAME:
        return False
    step = line.baseline - before.baseline
    usual = before.baseline - block[-2][1].baseline if len(block) > 1 else step
    return before.italic != line.italic or step > 1.2 * usual


def without_keywords(block: list[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """Return a block without the words between semicolons that follow its last sentence."""
    last = block[-1][1].text
    is_list = last.count(";") >= _LEAST_SEMICOLONS and not FINISHED.search(last.rstrip())
    return block[:-1] if is_list and len(block) > 1 else block


def is_part_above(last: Line, first: Line) -> bool:
    """Say whether a part of an abstract ends a little above the line that begins the next."""
    step = first.baseline - last.baseline
    near = first.page == last.page and 0 < step < _STEP_OF_PARTS * first.size
    return near and first.x0 < last.x1 and last.x0 < first.x1


def join_columns(
    blocks: Sequence[list[tuple[int, Line]]], end: int, body: Body
) -> Iterator[list[tuple[int, Line]]]:
    """Yield the blocks, an unfinished one before row ``end`` with its end in the next column."""
    for block in blocks:
        first, last = block[0][1], block[-1][1]
        unfinished = len(block) > 1 and FINISHED.search(last.text) is None and block[0][0] < end
        behind = (
            one
            for one in blocks
            if unfinished
            and (top := one[0][1]).page == last.page
            and last.x1 < top.x0
            and abs(top.baseline - first.baseline) < _NEAR_TOP * top.size
            and abs(top.size - last.size) < 0.3
            and top.font == last.font
            and (one[0][0] < end or not has_body_look(top, body))
        )
        yield [*block, *next(behind, [])]


def cut_row(row: Row) -> list[Line]:
    """Cut a row where it has wide gaps, behind a comma too, or a gap before other type."""
    line = row.line
    if row.cells > 1:
        return split_pieces(line, behind_commas=True)
    for before, run in pairwise(line.runs):
        at = run.start
        gap = line.lefts[at] - line.rights[len(line.text[:at].rstrip()) - 1]
        sizes = sorted((before.size, run.size))
        if (
            min(at, run.end - at) > PROSE / 2
            and sizes[1] > _OTHER_TYPE * sizes[0]
            and gap > sizes[0]
        ):
            return [line.cut(0, at), line.cut(at, len(line.text))]
    return [line]


def _count_edges(rows: Sequence[Row], last_page: int) -> Counter[int]:
    """Return how many lines begin at each distance from the left, up to a page."""
    return Counter(
        round(row.line.x0) for row in rows if row.cells == 1 and row.line.page <= last_page
    )


def _cut_at_label(line: Line, edges: Counter[int]) -> list[Line]:
    """Cut a line at a label with which the column of its abstract begins, beside another text."""
    for match in re.finditer(r"(?<=\s)[A-ZÀ-Ý]{6,10}\s?:(?=\s)", line.text):
        if edges[round(line.lefts[match.start()])] >= _LEAST_BELOW and ABSTRACT.match(match[0]):
            return [line.cut(0, match.start()), line.cut(match.start(), len(line.text))]
    return [line]


def _cut_behind_title(line: Line, edges: Counter[int]) -> list[Line]:
    """Cut a line where the title of a part ends and the column of the texts begins."""
    for at in range(4, min(len(line.text), _LONG_NAME)):
        is_edge = edges[round(line.lefts[at])] >= _LEAST_BELOW and line.text[at - 1] == " "
        if is_edge and _SQUEEZED_PART.fullmatch("".join(line.text[:at].split())):
            return [line.cut(0, at - 1), line.cut(at, len(line.text))]
    return [line]


def _find_titles(pieces: Sequence[tuple[int, Line]]) -> list[tuple[Line, Line]]:
    """Return the titles of parts of an abstract, each with the first line at its right."""
    titles: list[tuple[Line, Line]] = []
    short = [one for _, one in pieces if 0 < one.letters < _LONG_NAME]
    for title in short:
        below = (
            one
            for one in short
            if abs(one.x0 - title.x0) < _SAME_EDGE
            and one.font == title.font
            and 0 < one.baseline - title.baseline < 1.6 * title.size
        )
        words = [title.text, *(one.text for one in below)]
        texts = ["".join("".join(words[:count]).split()) for count in range(1, len(words) + 1)]
        if not any(map(_SQUEEZED_PART.fullmatch, texts)):
            continue
        line = next(
            (
                one
                for _, one in pieces
                if _is_level(title, one) and one.x0 > title.x1 and one.letters > _LEAST_BESIDE
            ),
            None,
        )
        is_same = line is not None and all(
            abs(text.x0 - line.x0) < _SAME_EDGE and abs(one.x0 - title.x0) < _SAME_EDGE
            for one, text in titles[:1]
        )
        if line is not None and is_same:
            titles.append((title, line))
    other = any((line.font, line.bold) != (title.font, title.bold) for title, line in titles)
    return titles if other or len(titles) > _LEAST_PARTS else []


def _is_level(one: Line, other: Line) -> bool:
    return abs(one.baseline - other.baseline) < _LEVEL * other.size


def across_pages(blocks: Sequence[list[tuple[int, Line]]]) -> Iterator[list[tuple[int, Line]]]:
    """Yield the blocks, an unfinished one with what goes on at the top of the next page."""
    following = {block[0][1].page: block for block in reversed(blocks)}
    for block in blocks:
        last = block[-1][1]
        behind = following.get(last.page + 1)
        goes_on = behind is not None and len(block) > 1 and alike(behind[0][1], last)
        is_open = goes_on and behind and ends_open(last, before=behind[0][1])
        yield [*block, *behind] if is_open and behind else block


def is_below(line: Line, label: Line) -> bool:
    """Say whether a line stands below a label, or on another page."""
    if line.page != label.page:
        return True
    over = line.x0 < label.x1 + SLACK and line.x1 > label.x0 - SLACK
    return over and line.baseline > label.baseline - 1


def is_above(line: Line, last: Line | None) -> bool:
    """Say whether a row stands over the last one: one of the front matter."""
    if last is None:
        return False
    over = line.x0 < last.x1 and line.x1 > last.x0
    return over and line.page == last.page and line.baseline < last.baseline


def is_small_print(line: Line, look: Line, last: Line | None) -> bool:
    """Say whether a row is one in smaller type at the foot of a column that is not finished."""
    if last is None:
        return False
    unfinished = FINISHED.search(last.text) is None and last.text.rstrip()[-1:] != ":"
    return line.size < look.size - 0.55 and (unfinished or line.letters < PROSE)


def is_foot(line: Line, last: Line | None) -> bool:
    """Say whether a row is at the foot of a page over whose end the abstract goes on."""
    if last is None or line.page != last.page or FINISHED.search(last.text):
        return False
    is_apart = line.baseline - last.baseline > 1.8 * last.size
    return is_apart and FOOT_OF_PAGE.match(line.text) is not None


def alike(line: Line, look: Line) -> bool:
    """Say whether a line has the font and size of another."""
    return abs(line.size - look.size) < 0.3 and line.font == look.font


def find_keywords(
    rows: Sequence[Row], headings: Sequence[Heading], after: int
) -> tuple[tuple[str, ...], set[int]]:
    """Return the keywords printed behind the abstract, or before it, and the rows they take."""
    pages = rows[after].line.page + 1 if after < len(rows) else 0
    starts = {heading.start: heading for heading in headings}
    for at, row in enumerate(rows):
        if row.line.page > pages or at > after + _MOST_ABSTRACT_ROWS:
            break
        text = unspaced(row.line.text)
        label = KEYWORDS.match(text)
        if label is None or (at > 0 and _continues_row(rows[at - 1], row)):
            continue
        rest = text[label.end() :]
        if not rest and at not in starts and text.strip() != label[0].strip():
            continue
        keyword_rows, text = _keyword_rows(
            rows, at, rest, {start for start in starts if start != at}
        )
        words = split_keywords(text)
        if words:
            return words, keyword_rows
    return (), set()


def _continues_row(before: Row, row: Row) -> bool:
    step = row.line.baseline - before.line.baseline
    prose = before.column == row.column and 0 < step < 1.3 * row.line.size
    unfinished = before.line.text.rstrip()[-1:] not in ".:;!?)"
    return prose and unfinished and before.slack < 2 * row.line.size and not row.line.runs[0].bold


def _keyword_rows(rows: Sequence[Row], at: int, rest: str, stops: set[int]) -> tuple[set[int], str]:
    used_rows, text = {at}, rest
    line = rows[at].line
    for index in range(at + 1, min(at + 6, len(rows))):
        row = rows[index]
        step = row.line.baseline - rows[index - 1].line.baseline
        near = rows[index - 1].column == row.column and 0 < step < 1.7 * line.size
        if index in stops or not (near or not text) or BESIDE_KEYWORDS.match(row.line.text):
            break
        if text and (text.rstrip().endswith(".") or abs(row.line.size - line.size) > 0.6):
            break
        joined = text.rstrip()
        divided = joined.endswith("-") and row.line.text[:1].islower()
        text = joined[:-1] + row.line.text if divided else f"{joined} {row.line.text}"
        used_rows.add(index)
    return used_rows, text


def split_keywords(text: str) -> tuple[str, ...]:
    """Return the keywords of a printed list, whatever parts them."""
    text = re.sub(r"\s+", " ", text).strip(" .:—–-")
    pattern = next((separator for separator in _SEPARATORS if re.search(separator, text)), None)
    parts = re.split(pattern, text) if pattern else [text]
    words = [re.sub(r"^and\s+", "", part.strip()).strip(" .,;:•·*∗") for part in parts]
    return tuple(dict.fromkeys(word for word in words if 1 < len(word) <= 60))

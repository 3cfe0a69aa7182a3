"""Headings: which rows are one, with number, title and level.

A heading is told by its number together with its look (bold, larger, small capitals, italic), or
by a name every paper uses, or by its look alone when it stands apart with running text below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from core.manuscript.pdf.author_lists import PLACES
from core.manuscript.pdf.flow import raised_characters
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line
from core.manuscript.references.author_names import opens_entry
from core.manuscript.text.common_titles import (
    is_caption,
    is_known_title,
    is_references_title,
    unspaced,
)
from core.manuscript.text.scripts import is_east_asian
from core.manuscript.text.thesis_covers import is_date_row

_NUMBERED = re.compile(
    r"(?P<number>(?:Appendix\s+|APPENDIX\s+)?"
    r"(?:\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,4}|[IVX]{1,5}))"
    r"(?P<dot>[.:)]?)\s+(?P<title>[^\W\d_].*)"
)
_MARKED = re.compile(r"(?P<mark>\d{1,2})(?:\s|[A-Z][a-z]{2})")  # but "13C" is an isotope
_CHAPTER = re.compile(
    r"(?P<number>第\s?[\d一二三四五六七八九十]{1,3}\s?[章節节部篇]|제?\s?\d{1,2}\s?[장절](?=\s|\Z)"
    r"|(?:Глава|ГЛАВА|Kapitel|Chapitre|CHAPITRE|Capítulo|CAPÍTULO|Chapter|CHAPTER)\s+"
    r"(?:\d{1,2}|[IVX]{1,5})(?:[.:]|\Z|(?=\s+[^\W\d_])))\s*(?P<dot>)(?P<title>.*)"
)
"""A chapter's heading as theses have it: "第一章 绪论", "Глава 2. Обзор"."""
_PAGE_BEHIND = re.compile(r"(?P<title>.*?)[\s.·…]+\d{1,3}")
_RUN_IN_DOT = re.compile(r"[.:]\s+\S")
_FULL_STOP = re.compile(r"\w\.\s+[A-Z]")
_DOTTED = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}\.\s")
_FIRST_LABEL = re.compile(r"\[?1[\].]?\s*[^\W\d_]")
_ROMAN = re.compile(r"[IVX]{1,5}")
_SINGULAR = re.compile(r"Reference", re.IGNORECASE)
_OPERATOR, _LONG_WORD = re.compile(r"\s[+=−·×]\s"), re.compile(r"\b[^\W\d_]{4,}\b")
_WORD = re.compile(r"[^\W\d_]{3}")  # a formula has none: "2 V W T"
AFFILIATION = re.compile(
    r"\b(?:univers\w+|departments?|institut\w+|hospital|faculty|e-?mail|laborator\w+)\b|@", re.I
)
_STATEMENT = re.compile(
    r"(?:H|RQ)\d{1,2}[a-z]?\s?:(?:\s\S+){6,}"
    r"|(?:theorem|lemma|proposition|corollary|definition|remark)\s\d+(?:\.\d+)*[.:](?:\s\S+){6,}"
    r"|(?:(?:theorem|lemma|proposition|corollary|definition|remark|example|proof|assumption|claim"
    r"|conjecture|hypothesis|property|fact|notation|exercise"
    r"|théorème|lemme|corollaire|définition|remarque|exemple|preuve|démonstration|hypothèse|propriété"
    r"|satz|korollar|folgerung|bemerkung|beispiel|beweis|behauptung|vermutung|annahme"
    r"|teorema|lema|corolario|corolário|definición|definição|definizione|observación|observação"
    r"|osservazione|ejemplo|exemplo|esempio|demostración|demonstração|dimostrazione|proposición"
    r"|proposição|proposizione)(?:\s*[-–/]\s*|\b)){1,2}\s*"
    r"(?:\(?[\dA-Z]{1,3}(?:\.\d+)*\)?(?:\s*[.:]?\s*[–—(].*|\s?:\s.*)?)?\W*",
    re.IGNORECASE,
)
"""What announces a theorem or its proof, with its number and perhaps a name, or a hypothesis."""
_FORMULA = re.compile(r"\s[=+−×]\Z|\A[^(]*\s[=≈≤≥]\s")  # but "Walks (n = 9)"
_SMALL_AHEAD = re.compile(r"[a-z]{1,5}-?[A-Z]")  # "circRNA", "mRNA"
_LARGE, _SMALL = 1.2, 0.925
_MOST_LETTERS = 110
_MOST_HEADING_ROWS = 4
_LEAST_ROWS_OF_BLOCK = 3
_DOUBLE_SPACED = 1.7  # times the size
_FULL_TITLE = 0.6  # of the column
_MOST_FRONT_PAGES = 3
_NEAR_DRAWING = 2.5  # times the size
_LEAST_RUNNING = 3  # pages
_WIDE_ROOM = 0.6  # times the size, twice a space
_DOUBLE = 2.2  # times the size is the step between two double-spaced rows


@dataclass(slots=True)
class Heading:
    """A heading found at rows ``start:end`` of the reading order.

    Where it runs into the text, only the first ``cut`` characters of its last row belong to it.
    """

    start: int
    end: int
    number: str
    title: str
    size: float
    bold: bool
    level: int = 1
    cut: int = 0
    italic: bool = False


def find_headings(
    rows: Sequence[Row],
    body: Body,
    *,
    skip: Set[int] = frozenset(),
    contents: Iterable[int] = (),
) -> list[Heading]:
    """Return the headings among the rows but ``skip``, in reading order, levels set.

    ``contents`` are the rows of the table of contents: a numbered row that stands there needs no
    look of its own.
    """
    headings: list[Heading] = []
    listed = frozenset(_listed(rows[at].line.text) for at in contents)
    at = 0
    while at < len(rows):
        heading = None if at in skip else _read_heading(rows, at, body, listed, skip)
        if heading is None:
            at += 1
            continue
        before = headings[-1] if headings else None
        if before is not None and before.end == at and before.title == before.number:
            before.title, before.end = heading.title, heading.end  # "第1章" on a line of its own
        elif before is not None and _continues_heading(before, heading, rows):
            before.title, before.end = f"{before.title} {heading.title}", heading.end
        else:
            headings.append(heading)
        at = heading.end
    headings = without_running_heads(_without_contents(headings), rows)
    set_levels(headings)
    return headings


def _continues_heading(before: Heading, heading: Heading, rows: Sequence[Row]) -> bool:
    """Say whether a heading in capitals is the next row of a double-spaced one."""
    if before.end != heading.start or heading.number or before.size != heading.size:
        return False
    has_known_title = is_known_title(before.title) or is_known_title(heading.title)
    step = _gap_above(rows, heading.start)
    alone = re.fullmatch(r"\w+ \w{1,4}", before.title)  # "APPENDIX A"
    capitals = _is_upper(before.title) and _is_upper(heading.title)
    return capitals and not has_known_title and not alone and step < _DOUBLE * heading.size


def _without_contents(headings: Sequence[Heading]) -> list[Heading]:
    """Leave out what stands in a table of contents: title and page, and later the title alone."""
    last = {
        _make_contents_key(listed_heading.number, listed_heading.title): at
        for at, listed_heading in enumerate(headings)
    }
    kept_headings = []
    for at, heading in enumerate(headings):
        entry = _PAGE_BEHIND.fullmatch(heading.title)
        if entry is None or last.get(_make_contents_key(heading.number, entry["title"]), -1) <= at:
            kept_headings.append(heading)
    return kept_headings


def without_running_heads(headings: Sequence[Heading], rows: Sequence[Row]) -> list[Heading]:
    """Leave out titles without a number that stand above all else on several pages.

    Slides repeat the title of what goes on.
    """
    if _are_slides(rows):
        return list(headings)
    on_top = [
        heading.title
        for heading in headings
        if not heading.number
        and (
            heading.start == 0 or rows[heading.start - 1].line.page < rows[heading.start].line.page
        )
    ]
    running = {title for title in on_top if on_top.count(title) >= _LEAST_RUNNING}
    return [one for one in headings if one.number or one.title not in running]


def _are_slides(rows: Sequence[Row]) -> bool:
    """Say whether what is printed reaches farther to the right than down."""
    right = max((row.line.x1 for row in rows), default=0.0)
    return right > max((row.line.baseline for row in rows), default=0.0)


def _make_contents_key(number: str, title: str) -> tuple[str, str]:
    """Return what a heading and its line in the contents share: "1장 서론" and "1. 서론"."""
    return re.sub(r"[^\d.]", "", number) or number, re.sub(r"\s", "", title).casefold()


def _listed(text: str) -> tuple[str, str]:
    """Return number and title of a line of the contents, or of a heading."""
    entry = _PAGE_BEHIND.fullmatch(text.strip())
    title = entry["title"] if entry else text.strip()
    numbered = _numbered(title)
    return (
        ("", "") if numbered is None else _make_contents_key(numbered["number"], numbered["title"])
    )


def _read_heading(
    rows: Sequence[Row], at: int, body: Body, listed: Set[tuple[str, str]], skip: Set[int]
) -> Heading | None:
    row = rows[at]
    text = unspaced(row.line.text)
    is_other = is_date_row(text) or _is_lettering(rows, at, skip) or begins_with_mark(row.line)
    if is_other or not (_could_be(row, text, body) or _announces_list(rows, at)):
        return None
    numbered = _numbered(text)
    in_contents = numbered is not None and _listed(text) in listed
    if not in_contents and not _has_heading_look(rows, at, body, numbered):
        return None
    end = at + 1 if in_contents else _last_row(rows, at, body)
    is_long = end - at >= _LEAST_ROWS_OF_BLOCK
    is_block = is_long and _continues_look(rows, at, end, body)  # a bold abstract
    is_lead = not is_known_title(text) and _runs_into_text(rows, end, body)
    if is_block or is_lead or (numbered is None and _is_in_block(rows, at, end)):
        return None
    title = " ".join(" ".join(unspaced(rows[index].line.text) for index in range(at, end)).split())
    number = ""
    if numbered is not None and (match := _numbered(title)):
        number, title = match["number"].rstrip(".:"), match["title"] or match["number"]
    return Heading(
        at, end, number, title.rstrip(" :"), row.line.size, row.line.bold, italic=row.line.italic
    )


def _is_lettering(rows: Sequence[Row], at: int, skip: Set[int]) -> bool:
    """Say whether a row is in the font of a drawing or table close to it: the name of an axis."""
    line = rows[at].line
    return any(
        near in skip
        and rows[near].line.page == line.page
        and rows[near].line.font == line.font
        and abs(rows[near].line.baseline - line.baseline) < _NEAR_DRAWING * line.size
        for near in (at - 1, at + 1)
    )


def _announces_list(rows: Sequence[Row], at: int) -> bool:
    """Say whether a row, however small, is the title of the reference list that begins below it.

    The head of a table's column may be called so too; what stands below that is no entry.
    """
    row = rows[at]
    text = row.line.text
    if row.cells > 1 or not (is_references_title(text) or _SINGULAR.fullmatch(text)):
        return False
    near = at + 1 < len(rows) and (
        rows[at + 1].column != row.column or _gap_above(rows, at + 1) < 3 * row.line.size
    )
    return near and begins_list(rows, at + 1)


def begins_list(rows: Sequence[Row], at: int) -> bool:
    """Say whether the first entry of a reference list begins at a row."""
    text = rows[at].line.text if at < len(rows) else ""
    return bool(_FIRST_LABEL.match(text)) or opens_entry(text)


def is_list_title(rows: Sequence[Row], heading: Heading) -> bool:
    """Say whether a heading is that of a reference list; "Reference" is, above an entry."""
    if _SINGULAR.fullmatch(heading.title):
        return begins_list(rows, heading.end)
    return is_references_title(heading.title)


def begins_with_mark(line: Line) -> bool:
    """Say whether a line begins with the raised number of a note: "¹ Shore Institute"."""
    match = _MARKED.match(line.text)
    return match is not None and match.end("mark") - 1 in raised_characters(line)


def is_formula(text: str) -> bool:
    """Say whether a row is a formula or a piece of one: "Reach =", "Nab + Nac"."""
    has_operator = _OPERATOR.search(text) is not None and not _LONG_WORD.search(text)
    return has_operator or _FORMULA.search(text) is not None


def begins_small(text: str) -> bool:
    """Say whether a text begins with a small letter that no name has: "circRNA" is one."""
    return text[:1].islower() and _SMALL_AHEAD.match(text) is None


def begins_with_article(text: str) -> bool:
    """Say whether the letter at a title's beginning is a word: "A walk", not "A Further Walks"."""
    return re.match(r"[A-Z]\s[a-zß-öø-ÿ]", text) is not None


def is_statement(text: str) -> bool:
    """Say whether a row announces a theorem, a definition, an example or a proof."""
    return _STATEMENT.fullmatch(text) is not None


def names_place(heading: Heading, rows: Sequence[Row], body: Body) -> bool:
    """Say whether a heading is a place of the names: "1 Shore Institute, Bay, Wales"."""
    line = rows[heading.start].line
    if not heading.number and line.page == 0 and "," in heading.title:
        return heading.title.split()[-1].casefold() in PLACES
    return (
        heading.number.isdigit()
        and line.page < _MOST_FRONT_PAGES
        and not line.bold
        and line.size < body.size + 0.1
        and not _DOTTED.match(line.text)
        and (bool(AFFILIATION.search(heading.title)) or heading.title.count(",") > 1)
    )


def _numbered(text: str) -> re.Match[str] | None:
    if begins_with_article(text):
        return None
    return _NUMBERED.fullmatch(text) or _CHAPTER.fullmatch(text)


def _has_heading_look(
    rows: Sequence[Row], at: int, body: Body, numbered: re.Match[str] | None
) -> bool:
    row = rows[at]
    text = unspaced(row.line.text)
    styled = _is_styled(row, body)
    apart = _has_gap_above(rows, at, body)
    if numbered is not None:
        apart = apart or _opens_section(rows, at, numbered)
        dotted = _DOTTED.match(text)  # addresses begin with a raised number, which has no dot
        is_small = row.line.size < _SMALL * body.size  # an item, the list in smaller type
        lettering = dotted and _has_own_lettering(row, body) and not is_small
        slanted = _is_slanted(row.line) and _WORD.search(numbered["title"])
        other = bool(slanted or _is_upper(numbered["title"]) or lettering)
        is_item = _is_in_italics(rows, at, body)
        is_number = _is_number_like(numbered) or (apart and _is_parted(row.line, numbered))
        return (styled or (other and apart)) and is_number and not is_item
    if is_known_title(text) or is_references_title(text):
        short = row.slack > 0.4 * _column_width(row) or _is_upper(text)
        return styled or ((apart or _follows_spaced_text(rows, at, body)) and short)
    if not (styled and apart and _has_text_below(rows, at, body)):
        return False
    large = row.line.bold and row.line.size > _LARGE * body.largest
    return _looks_like_title(text.replace(":", "", 1) if large else text)  # "Tip 1: Walk"


def _opens_section(rows: Sequence[Row], at: int, numbered: re.Match[str]) -> bool:
    """Say whether the row above is the title of the section whose first part begins here."""
    above = _NUMBERED.fullmatch(unspaced(rows[at - 1].line.text)) if at else None
    return above is not None and numbered["number"] == f"{above['number']}.1"


def _is_in_italics(rows: Sequence[Row], at: int, body: Body) -> bool:
    """Say whether a row is set in italics as those above and below: an item of a statement."""
    own = rows[at].line
    beside = [rows[near].line for near in (at - 1, at + 1) if 0 <= near < len(rows)]
    return (
        own.italic
        and not _is_styled(rows[at], body)
        and all(line.italic and abs(line.size - own.size) < 0.2 for line in beside)
    )


def _could_be(row: Row, text: str, body: Body) -> bool:
    least = 2 if is_east_asian(text) else 3
    if row.line.letters < least or len(text) > _MOST_LETTERS or row.cells > 2:
        return False
    largest = max(run.size for run in row.line.runs)  # "INTRODUCTION" in small capitals
    if largest < 0.88 * body.size or text.endswith((",", ";", "-")):
        return False
    is_listed = re.search(r"(?:\.\s?){4,}\s*\d*\Z|…{2,}\s*\d*\Z", text)  # in the contents
    if is_listed or is_formula(text) or (is_statement(text) and any(map(str.isdigit, text))):
        return False
    return not re.match(r"(?:Figure|Fig\.|Table|Algorithm|Listing)\s+\d", text) and not is_caption(
        text
    )


def _has_own_lettering(row: Row, body: Body) -> bool:
    """Say whether the row is in fonts that running text never uses; not all bold ones say so."""
    return not any(run.font in body.fonts for run in row.line.runs)


def _is_styled(row: Row, body: Body) -> bool:
    """Say whether the whole row is bold, larger than the running text, or in small capitals."""
    line = row.line
    if line.size > 1.07 * body.largest:
        return True
    plain = "".join(
        char if not run.bold and "csc" not in run.font.lower() else " "
        for run in line.runs
        for char in line.text[run.start : run.end]
    )
    letters = sum(map(str.isalpha, plain))
    if letters == 0 or (line.bold and not re.search(r"[A-Za-z]{2}", plain)):
        return True  # a formula's letters are never bold
    return _is_upper(line.text) and line.letters >= 6


def _is_slanted(line: Line) -> bool:
    """Say whether a line is in italics to its end; the text behind an item's lead is upright."""
    lettered = [run for run in line.runs if any(map(str.isalpha, line.text[run.start : run.end]))]
    return line.italic and lettered[-1].italic


def _is_upper(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 4 and all(char.isupper() for char in letters)


def _is_number_like(match: re.Match[str]) -> bool:
    number, title = match["number"], match["title"]
    if _OPERATOR.search(title) and not _LONG_WORD.search(title):
        return False  # an exponent's row above a formula: "2 F(k, v) + 4 sin kd"
    if len(number) == 1 and number.isalpha() and _FULL_STOP.search(title):
        return False  # "Y. Adams. A short walk" in a reference list
    if len(number) == 1 and number.isalpha() and not match["dot"]:
        return title[0].isupper() and not re.fullmatch(r"[A-Z]+", title.split()[0])
    begins = not begins_small(title)  # nor has every script capitals
    is_below = "." in number and not number.endswith(".0")  # "version 2.0 of the model"
    return begins or is_below or not number[0].isdigit()


def _is_parted(line: Line, match: re.Match[str]) -> bool:
    """Say whether wide room parts a letter from capitals: "A   FURTHER WAVES" is an appendix."""
    end, start = match.end("number"), match.start("title")
    is_letter = len(match["number"]) == 1 and match["number"].isalpha()
    has_words = len(_WORD.findall(match["title"])) > 0 and start < len(line.text)
    return (
        is_letter
        and has_words
        and line.lefts[start] - line.rights[end - 1] > _WIDE_ROOM * line.size
    )


def _column_width(row: Row) -> float:
    return row.column.x1 - row.column.x0


def _gap_above(rows: Sequence[Row], at: int) -> float:
    """Return the distance to the row above in the same column; endless at a column's top."""
    if at == 0 or rows[at - 1].column != rows[at].column:
        return 1e9
    gap = rows[at].line.baseline - rows[at - 1].line.baseline
    return gap if gap > 0 else 1e9


def _has_gap_above(rows: Sequence[Row], at: int, body: Body) -> bool:
    return _gap_above(rows, at) > 1.25 * body.leading


def _looks_like_title(text: str) -> bool:
    begins = text[0].isupper() or is_east_asian(text[0])
    if text.endswith((".", "。", "．", "，")) or not begins or _RUN_IN_DOT.search(text):
        return False
    letters = sum(map(str.isalpha, text))
    return letters > 0.6 * len(text.replace(" ", ""))


def _has_text_below(rows: Sequence[Row], at: int, body: Body) -> bool:
    below = rows[at + 1 : at + 5]
    prose = sum(
        other.line.letters > 25 and 0.92 * body.size < other.line.size < 1.08 * body.largest
        for other in below
    )
    return prose >= 2


def _last_row(rows: Sequence[Row], at: int, body: Body) -> int:
    """Return the row after the heading's last: following rows of the same look belong to it."""
    first = rows[at].line
    end = at + 1
    while end < min(len(rows), at + _MOST_HEADING_ROWS):
        line = rows[end].line
        same = _have_one_size(line, first) and line.font == first.font
        near = rows[end].column == rows[at].column and _is_near(rows, end, body)
        text = unspaced(line.text)
        styled = _is_styled(rows[end], body) or _has_own_lettering(rows[end], body)
        if not (same and near) or _numbered(text) or not styled or is_references_title(text):
            break
        end += 1
    return end


def _have_one_size(line: Line, other: Line) -> bool:
    is_alike = abs(line.size - other.size) < 0.2
    return is_alike or abs(_capitals_size(line) - _capitals_size(other)) < 0.2


def _capitals_size(line: Line) -> float:
    """Return the size of a row; that of small capitals is their largest."""
    return max(run.size for run in line.runs) if _is_upper(line.text) else line.size


def _is_near(rows: Sequence[Row], end: int, body: Body) -> bool:
    """Say whether a row may go on with the title above, which is full where it is double-spaced."""
    gap, above = _gap_above(rows, end), rows[end - 1]
    is_full = above.line.width > _FULL_TITLE * _column_width(above)
    return gap < 1.5 * _capitals_size(above.line) or (is_full and gap < 1.1 * body.leading)


def _follows_spaced_text(rows: Sequence[Row], at: int, body: Body) -> bool:
    """Say whether a title of double-spaced text, with no room above it, stands behind its end."""
    before = rows[at - 1].line.text.rstrip() if at else ""
    is_spaced = body.leading > _DOUBLE_SPACED * body.size
    return is_spaced and before.endswith((".", "?", "!", ")")) and rows[at].line.text[:1].isupper()


def _continues_look(rows: Sequence[Row], at: int, end: int, body: Body) -> bool:
    """Say whether the row behind a heading's last is set as the heading is, and follows closely."""
    if end >= len(rows) or rows[end].column != rows[at].column:
        return False
    first, line = rows[at].line, rows[end].line
    alike = line.font == first.font and abs(line.size - first.size) < 0.3
    alike = alike and _numbered(unspaced(line.text)) is None
    return alike and _gap_above(rows, end) < max(1.5 * first.size, 1.1 * body.leading)


def _is_in_block(rows: Sequence[Row], at: int, end: int) -> bool:
    """Say whether the rows are part of a longer block in one look, such as a bold abstract."""
    first = max(at - 1, 0)
    last = min(end + 1, len(rows))
    own = rows[at].line
    alike = [
        row.column == rows[at].column
        and row.line.font == own.font
        and abs(row.line.size - own.size) < 0.2
        and abs(row.line.baseline - own.baseline) < 1.5 * own.size * (last - first)
        for row in rows[first:last]
    ]
    return len(alike) >= 5 and all(alike)


def _runs_into_text(rows: Sequence[Row], end: int, body: Body) -> bool:
    """Say whether the bold words go on in the next row and end there: a paragraph's lead."""
    if end >= len(rows) or rows[end].column != rows[end - 1].column:
        return False
    before, line = rows[end - 1].line, rows[end].line
    step = line.baseline - before.baseline
    first = line.runs[0]
    goes_on = (
        first.font == before.font
        and first.end < len(line.text)
        and abs(first.size - before.size) < 0.2
    )
    plain = any(not run.bold and run.end - run.start > 3 for run in line.runs[1:])
    return 0 < step < 1.3 * body.leading and first.bold and goes_on and plain


def without_items(headings: Sequence[Heading]) -> list[Heading]:
    """Leave out the items of a list in whose midst a section with the same number goes on.

    Of two titles with one number, the section is the one behind which "2.1" follows "2".
    """
    plain = [at for at, heading in enumerate(headings) if heading.number.isdecimal()]
    sections = [
        at
        for at in plain
        if at + 1 < len(headings) and headings[at + 1].number == f"{headings[at].number}.1"
    ]
    opened = {headings[at].number for at in sections}
    items: set[int] = set()
    for at in plain:
        if at in sections or headings[at].number not in opened:
            continue
        before = [int(headings[one].number) for one in sections if one < at]
        behind = [int(headings[one].number) for one in sections if one > at]
        if before and behind and before[-1] < behind[0]:
            items.add(at)
    return [heading for at, heading in enumerate(headings) if at not in items]


def set_levels(headings: list[Heading]) -> None:
    """Take the level from the number; without one, from the size among the headings."""
    looks = {heading_look(heading): 0 for heading in headings}
    for heading in headings:
        if heading.number and not heading.number.islower():
            heading.level = heading.number.count(".") + 1
            look = heading_look(heading)
            looks[look] = looks[look] or heading.level
    sizes = sorted({heading.size for heading in headings}, reverse=True)
    steps = [size for at, size in enumerate(sizes) if at == 0 or sizes[at - 1] - size > 0.3]
    for heading in headings:
        if heading.number:
            continue
        known_level = looks[heading_look(heading)]
        by_size = 1 + sum(size > heading.size + 0.3 for size in steps)
        heading.level = 1 if is_known_title(heading.title) else known_level or min(by_size, 4)
    _lower_parts(headings)
    _lower_letters(headings)
    _raise_chapters(headings)


def _lower_letters(headings: Sequence[Heading]) -> None:
    """Put "a" and "b" below the section before them."""
    above = 0
    for heading in headings:
        if heading.number.islower():
            heading.level = above + 1
        else:
            above = heading.level


def _lower_parts(headings: Sequence[Heading]) -> None:
    """Put "A" and "B" below the Roman number before them, and "1" below those."""
    numerals = [heading.number for heading in headings if _ROMAN.fullmatch(heading.number)]
    if numerals[:2] != ["I", "II"]:
        return
    above = 0
    for heading in headings:
        if _ROMAN.fullmatch(heading.number) and heading.number in numerals[numerals.index("I") :]:
            is_letter = heading.number in "CD" or (above == 2 and len(heading.number) == 1)
            above = 2 if is_letter and heading.number != "I" else 1
        elif not heading.number:
            above = 0 if is_known_title(heading.title) else above
            continue
        elif len(heading.number) == 1 and above:
            above = 2 if heading.number.isalpha() else 3
        else:
            continue
        heading.level = above


def _raise_chapters(headings: Sequence[Heading]) -> None:
    """Put a title above the section "2.1" that follows it, where nothing is numbered "2"."""
    numbers = {heading.number for heading in headings}
    for heading, below in pairwise(headings):
        chapter, _, first = below.number.rpartition(".")
        if not heading.number and first == "1" and chapter and chapter not in numbers:
            heading.level = below.level - 1


def heading_look(heading: Heading) -> tuple[int, bool]:
    """Return what headings of one level have in common."""
    return round(heading.size * 2), heading.bold

"""The end of the front matter, and what is between it and the text: abstract and keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.manuscript.pdf.flow import Paragraph
from core.manuscript.pdf.front import ABSTRACT, find_authors
from core.manuscript.pdf.headings import Heading
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.text import title_words
from core.manuscript.text.common_titles import is_known_title
from core.manuscript.text.hyphens import Joiner

_KEYWORDS = re.compile(
    r"(?P<label>(?:author\s+)?key\s?-?\s?words?(?:\s+and\s+phrases)?|index terms"
    rf"|ccs concepts|subject (?:areas|terms)|general terms)\b\s*(?:[:.—–-]+\s*)?"
    rf"|[【\[]?(?P<other>{title_words.KEYWORDS})(?:\s*[】\]:：.—–-])+\s*",
    re.IGNORECASE,
)
_BESIDE_KEYWORDS = re.compile(
    r"(?:categories and subject|jel\b|acm reference|additional key|pacs|msc\b|mathematics subject"
    r"|correspond|received|accepted|doi\b|citation|copyright|©|introduction\b|\d\.?\s+introduction)",
    re.IGNORECASE,
)
_PART = re.compile(
    r"(?:introduction|background|context|rationale|(?:aims?|objectives?|purpose)(?: of the study)?"
    r"|(?:study )?design|setting|participants|patients|subjects|interventions?|measurements?"
    r"|(?:patients|materials?|subjects|design) and methods?|main outcome measures?"
    r"|method(?:s|ology)?(?:\s?[/&]\s?(?:principal )?findings)?"
    r"|(?:main |principal )?(?:results?|findings)"
    r"|interpretation|discussion|conclusions?(?:\s?[/&]\s?significance)?|significance|limitations"
    r"|(?:trial|clinical trial) registration)[.:]?",
    re.IGNORECASE,
)
"""A heading inside a structured abstract."""
_IMPRINT = re.compile(
    r"(?:received|revised|accepted|published)\b.{0,24}\d{4}|copyright\b|©"
    r"|correspond(?:ence|ing author)"
    r"|(?:academic editor|edited by|reviewed by|citation|open access)\s*:",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"creative commons|open access article", re.IGNORECASE)
"""Both are printed between the names and the abstract; a line of an abstract may begin so too."""
_SEPARATORS = (r"[;；·•|]|\s→\s", r"[,，、]", r"\s[–—-]\s")
_MOST_ABSTRACT_ROWS = 80
_LEAST_ABSTRACT = 250  # letters


@dataclass(slots=True)
class Opening:
    """The start of the document: ``end`` is the first row behind titles and names."""

    end: int
    front: set[int]
    abstract: Paragraph | None
    used: set[int]
    keywords: tuple[str, ...]
    has_title: bool = False


def find_end(
    rows: Sequence[Row], headings: Sequence[Heading], title_rows: frozenset[int], body: Body
) -> int:
    """Return the row at which the front matter ends: abstract, first section or first prose."""
    after = max(title_rows, default=-1) + 1
    first_pages = rows[after].line.page + 1 if after < len(rows) else 0
    for at in range(after, len(rows)):
        if rows[at].line.page > first_pages:
            break
        if ABSTRACT.match(rows[at].line.text):
            return at
    ends = [
        heading.start
        for heading in headings
        if heading.start >= after and _is_opening(heading, rows, body)
    ]
    return min([*ends, _first_prose(rows, after, body)])


def _is_opening(heading: Heading, rows: Sequence[Row], body: Body) -> bool:
    """Say whether the heading opens the text; "D. Sculley" is an author, not a section D."""
    if heading.number[:1].isdigit() or is_known_title(heading.title):
        return True
    if len(find_authors(rows[heading.start : heading.end], "")) > 1:
        return False
    below = rows[heading.end : heading.end + 3]
    return (
        not heading.number
        and sum(row.line.letters > 30 for row in below) >= 2
        and all(abs(row.line.size - body.size) < 0.5 for row in below)
    )


def _first_prose(rows: Sequence[Row], after: int, body: Body) -> int:
    """Return the first of four rows in a row that are long and set as the running text."""
    for at in range(after, len(rows) - 3):
        if all(
            row.line.letters > 25
            and abs(row.line.size - body.size) < 0.5
            and row.slack < 3 * body.size
            for row in rows[at : at + 3]
        ):
            return at
    return len(rows)


def read_opening(
    rows: Sequence[Row], headings: Sequence[Heading], end: int, joiner: Joiner
) -> Opening:
    """Return the abstract, the keywords and the rows both take up."""
    front = _front_rows(rows, end)
    openings = [heading for heading in headings if heading.start not in front]
    labelled = end < len(rows) and bool(ABSTRACT.match(rows[end].line.text))
    if labelled:
        abstract, used = _labelled_abstract(rows, openings, end, joiner)
    else:
        abstract, used = _plain_abstract(rows, openings, end, joiner, front)
    last = max(used, default=end)
    keywords, keyword_rows = _keywords(rows, openings, last)
    return Opening(end, front, abstract, used | keyword_rows, keywords, labelled)


def _front_rows(rows: Sequence[Row], end: int) -> set[int]:
    """Return the rows above the front matter's end on its page, in whatever column."""
    if end >= len(rows):
        return set(range(end))
    line = rows[end].line
    return {
        at
        for at, row in enumerate(rows)
        if row.line.page < line.page or (row.line.page == line.page and row.line.y1 <= line.y0 + 1)
    }


# --- the abstract -------------------------------------------------------------------------------


def _labelled_abstract(
    rows: Sequence[Row], headings: Sequence[Heading], start: int, joiner: Joiner
) -> tuple[Paragraph | None, set[int]]:
    label = ABSTRACT.match(rows[start].line.text)
    run_in = label is not None and label.end() < len(rows[start].line.text)
    first = start if run_in else start + 1
    parts = _parts(rows, headings, start)
    titles = {at for part in parts for at in range(part.start, part.end)}
    behind = parts[-1].start if parts else start
    ends = [heading.start for heading in headings if heading.start > behind]
    last = min([*ends, first + _MOST_ABSTRACT_ROWS, len(rows)])
    paragraph = Paragraph(None)
    used = {start, *titles}
    for at in range(first, last):
        if at in titles:
            continue
        line = rows[at].line
        if _KEYWORDS.match(line.text) or _BESIDE_KEYWORDS.match(line.text):
            break
        if paragraph.lines and abs(line.size - paragraph.lines[0].size) > 0.55:
            if line.size > paragraph.lines[0].size:
                break
            continue
        if at == start and label is not None:
            line = line.cut(label.end(), len(line.text))
        paragraph.append(line, joiner)
        used.add(at)
    return (paragraph if paragraph.text else None), used


def _parts(rows: Sequence[Row], headings: Sequence[Heading], label: int) -> list[Heading]:
    """Return the headings inside a structured abstract: "Background", "Methods", "Results".

    The first stands right below the label. They end at a title that is larger, numbered, none of
    such an abstract, or there a second time: the text has "Background" and "Methods" too.
    """
    following = [heading for heading in headings if heading.start > label]
    parts: list[Heading] = []
    for heading in following:
        title = heading.title.casefold().rstrip(".:s")
        if (
            (not parts and heading.start != label + 1)
            or heading.number
            or not _PART.fullmatch(heading.title)
            or title in (part.title.casefold().rstrip(".:s") for part in parts)
            or (parts and (heading.size > parts[0].size + 0.3 or title == "introduction"))
        ):
            break
        parts.append(heading)
    end = next((heading.start for heading in following[len(parts) :]), len(rows))
    return parts if len(parts) > 1 and end - label <= _MOST_ABSTRACT_ROWS else []


def _plain_abstract(
    rows: Sequence[Row],
    headings: Sequence[Heading],
    end: int,
    joiner: Joiner,
    front: set[int],
) -> tuple[Paragraph | None, set[int]]:
    """Return the longest block before the introduction that is set unlike the text.

    Many journals print no word above the abstract. The block must stand on the first pages,
    before a heading, and all of it share one look that the text behind the heading has not:
    bold, set in, or in a font of its own.
    """
    first = next((heading for heading in headings if heading.start >= end), None)
    if first is None or rows[first.start].line.page > 1:
        return None, set()
    body = [row for row in rows[first.end : first.end + 12] if row.line.letters > 25][:6]
    if len(body) < 3:
        return None, set()
    candidates = sorted({*front, *range(end, first.start)})
    best: tuple[Paragraph | None, set[int]] = None, set()
    longest = _LEAST_ABSTRACT
    for block in _blocks(rows, [at for at in candidates if at < first.start]):
        lines = [rows[at].line for at in block]
        letters = sum(line.letters for line in lines)
        if (
            letters < longest
            or not _looks_unlike([rows[at] for at in block], body)
            or _IMPRINT.match(lines[0].text)
            or any(_LICENCE.search(line.text) for line in lines)
        ):
            continue
        paragraph = Paragraph(None)
        for line in lines:
            paragraph.append(line, joiner)
        if paragraph.text.rstrip().endswith((".", "!", "?", ")", "]")):
            best, longest = (paragraph, set(block)), letters
    return best


def _blocks(rows: Sequence[Row], indices: Sequence[int]) -> list[list[int]]:
    """Return the rows in runs of one look and one line distance."""
    blocks: list[list[int]] = []
    for at in indices:
        line = rows[at].line
        before = rows[blocks[-1][-1]].line if blocks else None
        if (
            before is not None
            and blocks[-1][-1] == at - 1
            and before.bold == line.bold
            and before.italic == line.italic
            and abs(before.size - line.size) < 0.3
            and 0 < line.baseline - before.baseline < 2.2 * line.size
        ):
            blocks[-1].append(at)
        else:
            blocks.append([at])
    return blocks


def _looks_unlike(block: Sequence[Row], body: Sequence[Row]) -> bool:
    own, other = block[len(block) // 2], body[len(body) // 2]
    bold = own.line.bold and not other.line.bold
    italic = own.line.italic and not other.line.italic
    smaller = own.line.size < other.line.size - 0.4
    lettering = own.line.font not in {row.line.font for row in body}
    left_edge = min(row.line.x0 for row in block)
    set_in = (
        left_edge - min(row.line.x0 for row in body) > own.line.size and own.column == other.column
    )
    wide = sum(row.line.letters > 35 for row in block) >= 0.6 * len(block)
    return wide and len(block) >= 3 and (bold or italic or smaller or lettering or set_in)


# --- keywords -----------------------------------------------------------------------------------


def _keywords(
    rows: Sequence[Row], headings: Sequence[Heading], after: int
) -> tuple[tuple[str, ...], set[int]]:
    """Return the keywords printed behind the abstract, or before it, and the rows they take."""
    pages = rows[after].line.page + 1 if after < len(rows) else 0
    starts = {heading.start: heading for heading in headings}
    for at, row in enumerate(rows):
        if row.line.page > pages or at > after + _MOST_ABSTRACT_ROWS:
            break
        label = _KEYWORDS.match(row.line.text)
        if label is None or (at > 0 and _continues_row(rows[at - 1], row)):
            continue
        rest = row.line.text[label.end() :]
        if not rest and at not in starts and row.line.text.strip() != label[0].strip():
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
        if index in stops or not (near or not text) or _BESIDE_KEYWORDS.match(row.line.text):
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

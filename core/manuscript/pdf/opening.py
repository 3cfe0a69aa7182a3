"""The end of the front matter, and what is between it and the text: abstract and keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.manuscript.pdf.abstracts import (
    BESIDE_KEYWORDS,
    KEYWORDS,
    AbstractReader,
    find_labels,
)
from core.manuscript.pdf.flow import Paragraph
from core.manuscript.pdf.front import Title, find_authors
from core.manuscript.pdf.headings import Heading
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line
from core.manuscript.text.common_titles import is_known_title
from core.manuscript.text.hyphens import Joiner

_SEPARATORS = (r"[;；·•|]|\s→\s", r"[,，、]", r"\s[–—-]\s")
_MOST_ABSTRACT_ROWS = 80


@dataclass(slots=True)
class Opening:
    """The start of the document: ``end`` is the first row behind titles and names."""

    end: int
    front: set[int]
    abstract: Paragraph | None
    used: set[int]
    keywords: tuple[str, ...]
    has_title: bool = False
    end_line: Line | None = None


def find_end(
    rows: Sequence[Row], headings: Sequence[Heading], title_rows: frozenset[int], body: Body
) -> int:
    """Return the row at which the front matter ends: abstract, first section or first prose."""
    after = max(title_rows, default=-1) + 1
    first_pages = rows[after].line.page + 1 if after < len(rows) else 0
    labels = find_labels(rows, after)
    if labels and labels[0].line.page <= first_pages:
        return labels[0].at
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
    rows: Sequence[Row],
    headings: Sequence[Heading],
    joiner: Joiner,
    body: Body,
    title: Title,
) -> Opening:
    """Return the abstract, the keywords and the rows both take up."""
    end = find_end(rows, headings, title.rows, body)
    front = _front_rows(rows, end)
    openings = [heading for heading in headings if heading.start not in front]
    labels = find_labels(rows, max(title.rows, default=-1) + 1)
    reader = AbstractReader(rows, openings, body, joiner)
    names_end = max((rows[at].line.baseline for at in title.rows), default=0.0)
    abstract = reader.read_labelled(labels) if labels else reader.read_plain(end, front, names_end)
    last = max(abstract.used, default=end)
    keywords, keyword_rows = _keywords(rows, openings, last)
    end_line = rows[end].line if end < len(rows) else None
    if labels and labels[0].at == end:
        end_line = labels[0].line
    used = abstract.used | keyword_rows
    return Opening(end, front, abstract.paragraph, used, keywords, bool(labels), end_line)


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


# --- keywords beside the abstract ---------------------------------------------------------------


def _keywords(
    rows: Sequence[Row], headings: Sequence[Heading], after: int
) -> tuple[tuple[str, ...], set[int]]:
    """Return the keywords printed behind the abstract, or before it, and the rows they take."""
    pages = rows[after].line.page + 1 if after < len(rows) else 0
    starts = {heading.start: heading for heading in headings}
    for at, row in enumerate(rows):
        if row.line.page > pages or at > after + _MOST_ABSTRACT_ROWS:
            break
        label = KEYWORDS.match(row.line.text)
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

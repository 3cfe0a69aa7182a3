"""From the file to the manuscript: strings the steps of this package together."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.manuscript.bibliography import Zone, cut_entries, find_zone
from core.manuscript.extract import extract_pages
from core.manuscript.extractor import EXTRACTOR
from core.manuscript.flow import Paragraph, drop_footnote_signs, paragraphs, raised_spans
from core.manuscript.front import ABSTRACT, find_authors, find_identifiers, find_title, find_year
from core.manuscript.headings import Heading, find_headings, is_known_title
from core.manuscript.hyphens import Joiner
from core.manuscript.kinds import Kind, classify
from core.manuscript.layout import Body, Placed, body_style, reading_order
from core.manuscript.lines import Page
from core.manuscript.markers import ReferenceIndex, find_markers, raised_marker
from core.manuscript.sentences import sentence_spans
from core.records import Manuscript, Marker, Reference, Section, Sentence

_KEYWORDS = re.compile(
    r"(?:key\s?words?|index terms|ccs concepts|categories and subject|general terms|jel|"
    r"acm reference|additional key)\b",
    re.IGNORECASE,
)
_BRACKET_NUMBERS = re.compile(r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]")


@dataclass(slots=True)
class _Draft:
    """What is known of the document on the way."""

    pages: list[Page]
    body: Body
    rows: list[Placed]
    headings: list[Heading]
    joiner: Joiner


def parse(path: Path, *, max_pages: int = 500) -> Manuscript:
    """Read the PDF at ``path``. Raises a ``PdfError`` that says why it cannot be read."""
    began = time.perf_counter()
    pages, metadata = extract_pages(path, max_pages=max_pages)
    body = body_style(pages)
    rows = reading_order(pages, body)
    joiner = Joiner(row.line.text for row in rows)
    title = find_title(rows, joiner, metadata.get("title", ""))
    headings = [heading for heading in find_headings(rows, body) if heading.start not in title.rows]
    draft = _Draft(pages, body, rows, headings, joiner)
    front_end = _front_end(draft, title.rows)
    front = _front_rows(draft, front_end)
    draft.headings = [heading for heading in headings if heading.start not in front]
    abstract, abstract_rows = _abstract(draft, front_end)
    zone = find_zone(rows, draft.headings)
    references = cut_entries(_list_rows(draft, zone), joiner)
    skipped = set(title.rows) | front | abstract_rows
    text = _running_text(draft, zone, skipped)
    bottom = max((rows[at].line.y1 for at in title.rows), default=0.0)
    doi, arxiv = find_identifiers(pages[0], rows, front_end)
    sections, parts = _sections(draft, text, abstract)
    sentences = _sentences(parts, references)
    return Manuscript(
        title=title.text,
        authors=find_authors([rows[at] for at in sorted(front | title.rows)], title.text),
        abstract=abstract.text if abstract else "",
        year=find_year(pages[0], bottom),
        doi=doi,
        arxiv=arxiv,
        sections=tuple(sections),
        sentences=tuple(sentences),
        references=tuple(references),
        extractor=EXTRACTOR,
        seconds=round(time.perf_counter() - began, 4),
    )


# --- front matter -------------------------------------------------------------------------------


def _front_end(draft: _Draft, title_rows: frozenset[int]) -> int:
    """Return the row at which the front matter ends: abstract, first section or first prose."""
    rows = draft.rows
    after = max(title_rows, default=-1) + 1
    first_pages = rows[after].line.page + 1 if after < len(rows) else 0
    for at in range(after, len(rows)):
        if rows[at].line.page > first_pages:
            break
        if ABSTRACT.match(rows[at].line.text):
            return at
    ends = [
        heading.start
        for heading in draft.headings
        if heading.start >= after and _is_opening(heading, rows, draft.body)
    ]
    return min([*ends, _first_prose(rows, after, draft.body)])


def _is_opening(heading: Heading, rows: Sequence[Placed], body: Body) -> bool:
    """Say whether the heading opens the text; "D. Sculley" is an author, not a section D."""
    if heading.number[:1].isdigit() or is_known_title(heading.title):
        return True
    below = rows[heading.end : heading.end + 3]
    return (
        not heading.number
        and sum(row.line.letters > 30 for row in below) >= 2
        and all(abs(row.line.size - body.size) < 0.5 for row in below)
    )


def _first_prose(rows: Sequence[Placed], after: int, body: Body) -> int:
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


def _front_rows(draft: _Draft, front_end: int) -> set[int]:
    """Return the rows above the front matter's end on its page, in whatever column."""
    rows = draft.rows
    if front_end >= len(rows):
        return set(range(front_end))
    end = rows[front_end].line
    return {
        at
        for at, row in enumerate(rows)
        if row.line.page < end.page or (row.line.page == end.page and row.line.y1 <= end.y0 + 1)
    }


def _abstract(draft: _Draft, front_end: int) -> tuple[Paragraph | None, set[int]]:
    """Return the abstract and the rows it and its heading take up."""
    rows = draft.rows
    if front_end >= len(rows) or not ABSTRACT.match(rows[front_end].line.text):
        return None, set()
    label = ABSTRACT.match(rows[front_end].line.text)
    run_in = label is not None and label.end() < len(rows[front_end].line.text)
    first = front_end if run_in else front_end + 1
    ends = [heading.start for heading in draft.headings if heading.start > front_end]
    last = min([*ends, first + 80, len(rows)])
    paragraph = Paragraph(None)
    used = {front_end}
    for at in range(first, last):
        line = rows[at].line
        if _KEYWORDS.match(line.text):
            used.update(range(at, last))
            break
        if paragraph.lines and abs(line.size - paragraph.lines[0].size) > 0.55:
            if line.size > paragraph.lines[0].size:
                break
            continue
        if at == front_end and label is not None:
            line = line.cut(label.end(), len(line.text))
        paragraph.append(line, draft.joiner)
        used.add(at)
    draft.headings = [
        heading for heading in draft.headings if heading.start not in used or heading.start > last
    ]
    return (paragraph if paragraph.text else None), used


# --- running text -------------------------------------------------------------------------------


def _list_rows(draft: _Draft, zone: Zone | None) -> list[Placed]:
    """Return the reference list's rows without figures between them and footnotes below them."""
    rows = draft.rows[zone.start : zone.end] if zone is not None else []
    if not rows:
        return []
    sizes = sorted(row.line.size for row in rows)
    usual = sizes[len(sizes) // 2]
    bottoms = {row.column: row.line.baseline for row in rows if row.line.size > 0.95 * usual}
    return [
        row
        for row in rows
        if abs(row.line.size - usual) < 0.18 * usual
        and row.line.baseline < bottoms.get(row.column, 0.0) + 1
    ]


def _running_text(
    draft: _Draft, zone: Zone | None, skipped: set[int]
) -> list[tuple[Placed, int | None]]:
    """Return the rows of running text with the place of their heading in ``draft.headings``."""
    taken = set(skipped)
    if zone is not None:
        taken.update(range(zone.heading, zone.end))
    starts = {heading.start: number for number, heading in enumerate(draft.headings)}
    for heading in draft.headings:
        taken.update(range(heading.start, heading.end))
    kinds = classify(draft.rows, draft.pages, draft.body)
    section: int | None = None
    result: list[tuple[Placed, int | None]] = []
    for at, row in enumerate(draft.rows):
        section = starts.get(at, section)
        if at not in taken and kinds[at] is Kind.TEXT:
            result.append((row, section))
    return result


def _sections(
    draft: _Draft, text: list[tuple[Placed, int | None]], abstract: Paragraph | None
) -> tuple[list[Section], list[Paragraph]]:
    """Return the sections, the abstract's first, and the paragraphs that name them by place."""
    sections = [Section(heading.number, heading.title, heading.level) for heading in draft.headings]
    parts = paragraphs(text, draft.body, draft.joiner)
    if abstract is None:
        return sections, parts
    for part in parts:
        part.section = None if part.section is None else part.section + 1
    abstract.section = 0
    return [Section("", "Abstract", 1), *sections], [abstract, *parts]


def _sentences(parts: Sequence[Paragraph], references: Sequence[Reference]) -> list[Sentence]:
    index = ReferenceIndex.of(references)
    raised = _cites_by_superscript(parts, index)
    sentences: list[Sentence] = []
    for part in parts:
        if not raised:
            drop_footnote_signs(part)
        for start, end in _spans(part, index, raised=raised):
            text = part.text[start:end]
            if not any(map(str.isalpha, text)):
                continue
            rects = part.rects(start, end)
            sentences.append(
                Sentence(
                    index=len(sentences),
                    section=part.section,
                    page=rects[0].page,
                    text=text,
                    rects=rects,
                    markers=_markers(part, (start, end), index, raised=raised),
                )
            )
    return sentences


def _cites_by_superscript(parts: Sequence[Paragraph], index: ReferenceIndex) -> bool:
    if not index.is_numbered:
        return False
    brackets = sum(len(_BRACKET_NUMBERS.findall(part.text)) for part in parts)
    superscripts = sum(
        raised_marker(part.text, start, end, index) is not None
        for part in parts
        for start, end in raised_spans(part)
        if part.text[start - 1 : start].isalpha() or part.text[start - 1 : start] in ".,;:)"
    )
    return superscripts >= 3 and superscripts > 2 * brackets


def _spans(part: Paragraph, index: ReferenceIndex, *, raised: bool) -> list[tuple[int, int]]:
    """Return the sentences' spans; superscript citations behind a stop belong to what is before."""
    if not raised:
        return sentence_spans(part.text)
    text = list(part.text)
    for start, end in raised_spans(part):
        if raised_marker(part.text, start, end, index) is not None:
            text[start:end] = " " * (end - start)
    spans = sentence_spans("".join(text))
    starts = [start for start, _ in spans[1:]] + [len(part.text)]
    return [
        (start, max(end, start + len(part.text[start:following].rstrip())))
        for (start, end), following in zip(spans, starts, strict=True)
    ]


def _markers(
    part: Paragraph, span: tuple[int, int], index: ReferenceIndex, *, raised: bool
) -> tuple[Marker, ...]:
    start, end = span
    text = part.text[start:end]
    if not raised:
        return find_markers(text, index)
    found = [
        raised_marker(text, first - start, last - start, index)
        for first, last in raised_spans(part)
        if start <= first and last <= end
    ]
    return tuple(marker for marker in found if marker is not None)

"""From the file to the manuscript: calls the steps of this package one after the other."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.base.records import (
    Manuscript,
    Marker,
    Rect,
    Reference,
    Section,
    Sentence,
    UnreadPart,
)
from core.manuscript.pdf.author_lists import column_of_title, find_author_list
from core.manuscript.pdf.bare_numbers import (
    LinksByPage,
    cites_by_links,
    cites_by_superscript,
    count_bracket_numbers,
    drop_remark_marks,
    linked_by_page,
    linked_numbers,
    raise_superior_figures,
)
from core.manuscript.pdf.bibliography import cut_entries
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.flow import (
    Paragraph,
    TextRow,
    drop_footnote_signs,
    paragraphs,
    raised_spans,
)
from core.manuscript.pdf.front import (
    Title,
    find_authors,
    find_identifiers,
    find_title,
    find_year,
)
from core.manuscript.pdf.heading_looks import HeadingFinder
from core.manuscript.pdf.headings import Heading, find_headings, set_levels
from core.manuscript.pdf.imprint import (
    find_history,
    find_imprint,
    find_imprint_year,
    leave_out_lines,
)
from core.manuscript.pdf.kinds import LineKind, classify
from core.manuscript.pdf.layout import Body, Row, body_style, reading_order
from core.manuscript.pdf.lines import Line, Page
from core.manuscript.pdf.lists import Zone, find_zones, list_rows
from core.manuscript.pdf.lost_letters import put_back
from core.manuscript.pdf.notes import (
    NoteFinder,
    NoteMarks,
    PrintedNotes,
    add_note_marks,
    cite_works,
    without_notes,
)
from core.manuscript.pdf.opening import Opening, read_opening
from core.manuscript.pdf.page_labels import find_page_labels
from core.manuscript.pdf.regions import contents_rows, floats
from core.manuscript.pdf.scans import Report
from core.manuscript.pdf.unread import (
    left_out_lists,
    text_characters,
    unread_lists,
    unread_notes,
    unread_pages,
    unread_paragraphs,
)
from core.manuscript.references.markers import (
    ReferenceIndex,
    build_index,
    cited_by_notes,
    drop_overlaps,
    find_markers,
    named_markers,
    raised_marker,
    written_markers,
)
from core.manuscript.references.mentions import perhaps_cited
from core.manuscript.references.own_works import number_own_works
from core.manuscript.text.common_titles import is_references_title
from core.manuscript.text.extractor import (
    BEGINNING_EXTRACTOR,
    EXTRACTOR,
    RECOGNISING_EXTRACTOR,
)
from core.manuscript.text.hyphens import Joiner
from core.manuscript.text.section_kinds import section_kinds
from core.manuscript.text.sentences import cited_behind_stops, spans_without
from core.manuscript.text.thesis_covers import find_stated_authors

_IMPRINT_PAGES, _LEAST_MARKERS = 3, 3
_STOP_AND_BRACKET = re.compile(r"[.!?。][)”’\"']*\s?[(\[（]")
_BESIDE = (LineKind.CAPTION, LineKind.NOTE, LineKind.TABLE, LineKind.FIGURE)


@dataclass(slots=True)
class _Draft:
    """What is known of the document on the way; ``kinds`` and ``floats`` go by row."""

    pages: list[Page]
    body: Body
    rows: list[Row]
    headings: list[Heading]
    joiner: Joiner
    floats: frozenset[int]
    kinds: list[LineKind] = field(init=False)

    def __post_init__(self) -> None:
        below = [heading.end for heading in self.headings]
        self.kinds = classify(self.rows, self.pages, self.body, self.floats, below)


@dataclass(frozen=True, slots=True)
class _List:
    """A reference list as its text cites it; its entries count from ``first`` in the manuscript."""

    end: int
    first: int
    index: ReferenceIndex


def parse(
    path: Path,
    *,
    max_pages: int = 1500,
    report: Report | None = None,
    progress: Report | None = None,
    beginning: bool = False,
) -> Manuscript:
    """Read the PDF at ``path``. Raises a ``PdfError`` that says why it cannot be read.

    With ``report`` scanned pages are recognised; it is told how many are done, as ``progress`` is
    of the pages read. With ``beginning`` only the first pages of a long file are read.
    """
    start_time = time.perf_counter()
    pages, metadata = extract_pages(
        path, max_pages=max_pages, report=report, progress=progress, beginning=beginning
    )
    is_beginning = beginning and len(pages) < int(metadata["page_count"])
    put_back(pages)
    raise_superior_figures(pages)
    rows = reading_order(pages, body := body_style(pages))
    joiner = Joiner(row.line.text for row in rows)
    imprint = find_imprint(pages[:_IMPRINT_PAGES], metadata, None)
    title = find_title(
        rows, joiner, metadata.get("title", ""), imprint.get("venue", ""), body.leading
    )
    contents = contents_rows(rows)
    inside = (floats(rows, pages, body) | contents) - title.rows
    headings = _without(find_headings(rows, body, skip=inside, contents=contents), title.rows)
    opening = read_opening(rows, headings, joiner, body, title)
    headings = _without(headings, opening.front | opening.used)
    draft = _Draft(pages, body, rows, headings, joiner, inside)
    zones, references, lists, notes = _find_lists(draft, title, opening)
    draft.headings = _complete_headings(draft, zones, opening, title.rows | notes.rows)
    text = _running_text(draft, zones, title.rows | opening.front | opening.used | notes.rows)
    own_pages = without_notes(pages, rows, notes)
    other_lines = _other_lines(draft, zones, text)
    doi, arxiv = find_identifiers(own_pages, rows[: opening.end], other_lines, metadata)
    imprint_pages = leave_out_lines(
        own_pages[:_IMPRINT_PAGES],
        {rows[at].line.text for at in _listed_rows(zones)},
        other_lines,
    )
    year = _year(draft, own_pages, other_lines, title, find_imprint_year(imprint_pages, metadata))
    sections, parts = _sections(draft, text, opening)
    drop_remark_marks(parts, notes.remarks, linked_by_page(pages, references), lists[0].index)
    marks = _take_notes(notes, parts, references, lists)
    unread = _unread(draft, zones, references, parts, notes) if not is_beginning else ()
    sentences = _sentences(parts, lists, linked_by_page(pages, references), marks)
    beside = _cited_beside(draft, zones, lists, parts, marks.silent if marks else frozenset())
    return Manuscript(
        title=title.text,
        authors=_authors(draft, title, opening),
        abstract=opening.abstract.text if opening.abstract else "",
        keywords=opening.keywords,
        year=year,
        doi=doi,
        arxiv=arxiv,
        sections=tuple(sections),
        sentences=tuple(
            replace(sentence, rects=_displayed(sentence.rects, pages)) for sentence in sentences
        ),
        references=tuple(
            replace(reference, rects=_displayed(reference.rects, pages)) for reference in references
        ),
        imprint=find_history(own_pages) | find_imprint(imprint_pages, metadata, year),
        cited_beside=tuple(sorted(beside)),
        perhaps_cited=_perhaps_cited(draft, zones, lists, parts, _cited(sentences), beside),
        unread=unread,
        source_characters=text_characters(pages),
        extractor=_name_extractor(is_beginning=is_beginning, is_recognised=report is not None),
        seconds=round(time.perf_counter() - start_time, 4),
        page_labels=find_page_labels(pages),
    )


def _without(headings: Sequence[Heading], rows: Set[int]) -> list[Heading]:
    """Return the headings that do not begin in some rows."""
    return [heading for heading in headings if heading.start not in rows]


def _name_extractor(*, is_beginning: bool, is_recognised: bool) -> str:
    whole = RECOGNISING_EXTRACTOR if is_recognised else EXTRACTOR
    return BEGINNING_EXTRACTOR if is_beginning else whole


def _unread(
    draft: _Draft,
    zones: Sequence[Zone],
    references: Sequence[Reference],
    parts: Sequence[Paragraph],
    notes: PrintedNotes,
) -> tuple[UnreadPart, ...]:
    """Return what was not read, by page; ``parts`` still have their raised numbers."""
    listed = _listed_rows(zones)
    unread_parts = [
        *unread_pages(draft.pages, draft.rows, draft.kinds, draft.body),
        *unread_paragraphs(draft.rows, draft.kinds, listed, draft.body),
        *unread_lists(draft.rows, references, parts),
        *unread_notes(notes.notes if notes.are_read or not references else ()),
        *left_out_lists(draft.rows[zone.start] for zone in zones if zone.own_works),
    ]
    return tuple(sorted(unread_parts, key=lambda part: part.page or 0))


def _other_lines(draft: _Draft, zones: Sequence[Zone], text: Sequence[TextRow]) -> frozenset[str]:
    """Return the lines of the running text and of the lists, which tell of other papers."""
    listed = {at for zone in zones for at in range(zone.start, zone.end)}
    return frozenset(draft.rows[at].line.text for at in listed | {text_row.at for text_row in text})


def _year(
    draft: _Draft,
    own_pages: Sequence[Page],
    other_lines: frozenset[str],
    title: Title,
    imprint_year: int | None,
) -> int | None:
    """Return the year; ``own_pages`` are without the notes, whose years are those of others."""
    titled = [draft.rows[at] for at in title.rows]
    bottom = max((row.line.y1 for row in titled), default=0.0)
    other_lines |= {row.line.text for row in titled}
    starts = sorted({row.line.page for row in (*titled, *draft.rows[:1])}, reverse=True)
    own = (own_pages[first : first + _IMPRINT_PAGES] for first in starts)  # behind a cover, it
    years = (find_year(pages, bottom, other_lines, imprint_year) for pages in own)
    return next(filter(None, years), None)


def _authors(draft: _Draft, title: Title, opening: Opening) -> tuple[str, ...]:
    """Return the names below the title, as a list where there is one."""
    rows = [draft.rows[at] for at in sorted(opening.front | title.rows)]
    lines = [draft.rows[at].line for at in title.rows]
    names = find_stated_authors([row.line for row in rows if row.line.text not in title.text])
    if lines and not names:
        page = column_of_title(draft.pages[lines[0].page], [draft.rows[at] for at in title.rows])
        is_here = opening.end_line is not None and opening.end_line.page == page.number
        names = find_author_list(page, lines, opening.end_line if is_here else None)
    return names or find_authors(rows, title.text)


def _complete_headings(
    draft: _Draft, zones: Sequence[Zone], opening: Opening, other: Set[int]
) -> list[Heading]:
    """Return the headings outside the lists and ``other`` rows, with those that looks tell."""
    skip = opening.front | opening.used | other | draft.floats
    skip |= set(range(min(opening.end, len(draft.rows))))
    listed = _listed_rows(zones)
    headings = [heading for heading in draft.headings if not _is_listed(heading, zones)]
    finder = HeadingFinder(draft.rows, draft.body, draft.joiner, draft.kinds, skip | listed)
    headings = finder.find(headings)
    set_levels(headings)
    return headings


def _find_lists(
    draft: _Draft, title: Title, opening: Opening
) -> tuple[list[Zone], list[Reference], list[_List], PrintedNotes]:
    """Return the reference lists and the notes; endnotes may look like a list at first."""
    zones = find_zones(draft.rows, draft.headings, draft.floats)
    references, lists = _references(draft, zones)
    entries = {
        id(row) for zone in zones for row in list_rows(draft.rows, zone, draft.kinds, draft.floats)
    }
    listed = {at for at in _listed_rows(zones) if id(draft.rows[at]) in entries}
    titles = frozenset(heading.start for heading in draft.headings)
    finder = NoteFinder(draft.rows, draft.pages, draft.kinds, draft.body, draft.joiner, titles)
    no_notes = listed | opening.front | opening.used  # affiliations have raised numbers, too
    notes = finder.find(draft.floats | title.rows, no_notes, references)
    if notes.are_endnotes:
        draft.headings = _without(draft.headings, notes.rows)
        draft.floats |= notes.rows
        zones = find_zones(draft.rows, draft.headings, draft.floats)
        references, lists = _references(draft, zones)
    return zones, references, lists, notes


def _listed_rows(zones: Sequence[Zone]) -> set[int]:
    """Return the rows of reference lists, with their headings."""
    return {at for zone in zones for at in range(zone.heading, zone.end)}


def _is_listed(heading: Heading, zones: Sequence[Zone]) -> bool:
    """Say whether what looks like a heading stands in a reference list, as bold titles do."""
    return any(zone.start <= heading.start < zone.end for zone in zones)


def _displayed(rects: Sequence[Rect], pages: Sequence[Page]) -> tuple[Rect, ...]:
    return tuple(pages[rect.page].displayed(rect) for rect in rects)


# --- reference lists ----------------------------------------------------------------------------


def _references(draft: _Draft, zones: Sequence[Zone]) -> tuple[list[Reference], list[_List]]:
    """Return the entries of all lists, and the lists to look markers up in.

    Lists that count on, or go by names, are one to whoever cites them. Where the numbers begin
    anew, a sentence cites the list that comes next after it.
    """
    references: list[Reference] = []
    parts: list[list[Reference]] = []
    number = 0
    for zone in zones:
        rows = list_rows(draft.rows, zone, draft.kinds, draft.floats)
        part: list[Reference] = []
        if not zone.own_works:
            part = cut_entries(rows, draft.joiner, first=len(references), list_number=number)
            part = number_own_works(part)
            number = part[-1].list_number + 1 if part else number + 1
        references += part
        parts.append(part)
    texts = _texts(draft, zones)
    labels = [reference.label for reference in references if reference.label]
    if len(set(labels)) > 0.9 * len(labels) or not labels:
        return references, [_List(len(draft.rows), 0, build_index(references, texts))]
    lists = []
    for zone, part in zip(zones, parts, strict=True):
        if part:
            own = [replace(entry, index=at) for at, entry in enumerate(part)]
            lists.append(_List(zone.start, part[0].index, build_index(own, texts)))
    return references, lists


def _take_notes(
    notes: PrintedNotes,
    parts: Sequence[Paragraph],
    references: list[Reference],
    lists: Sequence[_List],
) -> NoteMarks | None:
    """Return the marks whose notes cite; ``None`` if the document cites otherwise.

    What only the notes cite becomes an entry of the references.
    """
    if not notes.notes or any(cites_by_superscript(parts, one.index) for one in lists):
        return None
    markers = sum(
        bool(marker.references)
        for part in parts
        for marker in find_markers(part.text, _find_list(part, lists).index)
    )
    if not cite_works(notes, references):
        return None
    citing_notes = sum(bool(note.works) for note in notes.notes)
    if markers >= _LEAST_MARKERS and markers > citing_notes:
        return None
    references += notes.references
    notes.are_read = True
    return NoteMarks(parts, notes)


def _texts(draft: _Draft, zones: Sequence[Zone]) -> list[str]:
    """Return the rows that may cite."""
    listed = _listed_rows(zones)
    return [
        row.line.text
        for at, row in enumerate(draft.rows)
        if at not in listed and draft.kinds[at] is LineKind.TEXT
    ]


def _find_list(part: Paragraph, lists: Sequence[_List]) -> _List:
    """Return the list that comes next after the paragraph, else the last."""
    return next((entry_list for entry_list in lists if part.at < entry_list.end), lists[-1])


# --- running text -------------------------------------------------------------------------------


def _running_text(draft: _Draft, zones: Sequence[Zone], skipped: Set[int]) -> list[TextRow]:
    """Return the rows of running text with the index of their heading in ``draft.headings``."""
    used_rows = set(skipped) | _listed_rows(zones)
    starts = {heading.start: number for number, heading in enumerate(draft.headings)}
    for heading in draft.headings:
        used_rows.update(range(heading.start, heading.end))
    cuts = {heading.end - 1: heading.cut for heading in draft.headings if heading.cut}
    section: int | None = None
    result: list[TextRow] = []
    for at, row in enumerate(draft.rows):
        section = starts.get(at, section)
        kind = draft.kinds[at]
        if at in cuts:
            rest = row.line.cut(cuts[at], len(row.line.text))
            result.append(TextRow(at, replace(row, line=rest), section))
            continue
        if at not in used_rows and kind in (LineKind.TEXT, LineKind.FORMULA):
            result.append(TextRow(at, row, section, formula=kind is LineKind.FORMULA))
    return result


def _sections(
    draft: _Draft, text: Sequence[TextRow], opening: Opening
) -> tuple[list[Section], list[Paragraph]]:
    """Return the sections, the abstract's first, and the paragraphs that name them by index."""
    sections = [Section(heading.number, heading.title, heading.level) for heading in draft.headings]
    parts = paragraphs(text, draft.body, draft.joiner)
    if opening.abstract is not None:
        for part in parts:
            part.section = None if part.section is None else part.section + 1
        opening.abstract.section = 0
        sections, parts = [Section("", "Abstract", 1), *sections], [opening.abstract, *parts]
    lists = [at for at, section in enumerate(sections) if is_references_title(section.title)]
    return section_kinds(sections, lists_before=min(lists, default=None)), parts


def _sentences(
    parts: Sequence[Paragraph],
    lists: Sequence[_List],
    links: LinksByPage,
    notes: NoteMarks | None,
) -> list[Sentence]:
    raised = {
        entry_list.first: cites_by_superscript(parts, entry_list.index) for entry_list in lists
    }
    linked = {
        entry_list.first: not raised[entry_list.first]
        and cites_by_links(parts, links, entry_list.index)
        for entry_list in lists
    }
    sentences: list[Sentence] = []
    number = -1
    for part in parts:
        cited = _find_list(part, lists)
        by_superscript = raised[cited.first]
        spans = raised_spans(part) if by_superscript else None
        if linked[cited.first]:
            spans = linked_numbers(part, links)
        elif not by_superscript:
            drop_footnote_signs(part, notes.markers(part) if notes else ())
        note_marks = notes.markers(part) if notes else ()
        citing_spans = [(mark.start, mark.end) for mark in note_marks]
        new = True
        for start, end in _with_words(part.text, _spans(part, cited.index, spans, citing_spans)):
            text = part.text[start:end]
            number, new = number + new, False
            rects = part.rects(start, end)
            sentences.append(
                Sentence(
                    index=len(sentences),
                    section=part.section,
                    page=rects[0].page,
                    text=text,
                    rects=rects,
                    markers=add_note_marks(
                        _markers(part, (start, end), cited, spans), note_marks, start, end
                    ),
                    paragraph=number,
                )
            )
    return sentences


def _cited_beside(
    draft: _Draft,
    zones: Sequence[Zone],
    lists: Sequence[_List],
    text: Sequence[Paragraph],
    noted: Set[int],
) -> set[int]:
    """Return the entries that captions, tables, notes and titles cite, by their positions.

    Those that only notes without a mark in the text name are ``noted``.
    """
    listed = _listed_rows(zones)
    titles = {at for one in draft.headings if not one.cut for at in range(one.start, one.end)}
    kinds = enumerate(draft.kinds)
    beside = [at for at, kind in kinds if (kind in _BESIDE or at in titles) and at not in listed]
    parts: list[Paragraph] = []
    for at in beside:
        if not parts or parts[-1].at + len(parts[-1].lines) != at:
            parts.append(Paragraph(None, at=at))
        parts[-1].append(draft.rows[at].line, draft.joiner)
    parts += cells(draft.rows, draft.pages, beside, listed, draft.joiner)
    raised = {
        entry_list.first: cites_by_superscript(text, entry_list.index) for entry_list in lists
    }
    cited_entries = set(noted)
    for part in parts:
        cited = _find_list(part, lists)
        bare = raised_spans(part) if raised[cited.first] else None
        for marker in _markers(part, (0, len(part.text)), cited, bare):
            cited_entries.update(marker.references)
    for entry_list in lists:
        cited_entries.update(entry_list.first + at for at in cited_by_notes(entry_list.index))
    return cited_entries


def _cited(sentences: Sequence[Sentence]) -> set[int]:
    return {at for sentence in sentences for marker in sentence.markers for at in marker.references}


def _perhaps_cited(
    draft: _Draft,
    zones: Sequence[Zone],
    lists: Sequence[_List],
    text: Sequence[Paragraph],
    cited: Set[int],
    beside: Set[int],
) -> tuple[int, ...]:
    """Return what something in the file, or of what is cited ``beside`` it the text, may mean."""
    mentioned_entries: set[int] = set()
    lines: list[str] = []
    for entry_list in lists:
        index, first = entry_list.index, entry_list.first
        open_entries = {*range(first, first + len(index.references))} - cited
        if not open_entries:
            continue
        lines = lines or _unlisted_lines(draft, zones)
        brackets = count_bracket_numbers(text)
        bare = not index.round_numbers and brackets < 0.1 * len(index.references)
        own = [at - first for at in open_entries - beside]
        mentioned = perhaps_cited(index, lines, own, bare=bare)
        if not index.is_numbered:
            own = [at - first for at in open_entries & beside]
            mentioned |= perhaps_cited(index, [part.text for part in text], own, bare=False)
        mentioned_entries.update(first + at for at in mentioned)
    return tuple(sorted(mentioned_entries))


def _unlisted_lines(draft: _Draft, zones: Sequence[Zone]) -> list[str]:
    """Return all lines of the file but those of its lists, margins and drawings with them."""
    listed: defaultdict[int, list[Line]] = defaultdict(list)
    for zone in zones:
        for row in list_rows(draft.rows, zone, draft.kinds, draft.floats):
            listed[row.line.page].append(row.line)
    return [
        line.text
        for page in draft.pages
        for line in page.lines
        if not any(
            abs(line.baseline - own.baseline) < 0.6 * own.size
            and own.x0 - own.size < line.x1
            and line.x0 < own.x1 + own.size
            for own in listed[page.number]
        )
    ]


def _spans(
    part: Paragraph,
    index: ReferenceIndex,
    bare: Sequence[tuple[int, int]] | None,
    notes: Sequence[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Return the sentences' spans; what is cited behind a stop belongs to what is before.

    So do the marks of ``notes``; ``bare`` are the numbers that cite without brackets.
    """
    if bare is not None:
        behind = [span for span in bare if raised_marker(part.text, *span, index) is not None]
    elif _STOP_AND_BRACKET.search(part.text):
        cited = find_markers(part.text, index)
        behind = cited_behind_stops(part.text, [(marker.start, marker.end) for marker in cited])
    else:
        behind = []
    return spans_without(part.text, [*notes, *behind])


def _with_words(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans, those without a letter joined to the one before: "… them. [87]."."""
    word_spans: list[tuple[int, int]] = []
    for start, end in spans:
        if any(map(str.isalpha, text[start:end])):
            word_spans.append((start, end))
        elif word_spans:
            word_spans[-1] = word_spans[-1][0], end
    return word_spans


def _markers(
    part: Paragraph,
    span: tuple[int, int],
    cited: _List,
    bare: Sequence[tuple[int, int]] | None,
) -> tuple[Marker, ...]:
    """Return the markers of a sentence; where numbers cite without brackets, ``bare`` are these."""
    start, end = span
    text = part.text[start:end]
    if bare is None:
        return tuple(
            _shift_references(marker, cited.first) for marker in find_markers(text, cited.index)
        )
    raised = (
        raised_marker(text, first - start, last - start, cited.index)
        for first, last in bare
        if start <= first and last <= end
    )
    in_words = (*named_markers(text, cited.index), *written_markers(text, cited.index))
    markers = drop_overlaps((*filter(None, raised), *in_words))
    return tuple(_shift_references(marker, cited.first) for marker in markers)


def _shift_references(marker: Marker, first: int) -> Marker:
    """Return the marker with positions in the manuscript's references, not its own list's."""
    if not first:
        return marker
    return replace(marker, references=tuple(at + first for at in marker.references))


# --- what stands beside the running text, by cells and columns of tables ----------------

_LONGEST_CELL = 3000  # characters; more is a drawing's lettering


def cells(
    rows: Sequence[Row],
    pages: Sequence[Page],
    beside: Sequence[int],
    listed: Set[int],
    joiner: Joiner,
) -> list[Paragraph]:
    """Return what the rows ``beside`` hold, and what no row holds, by cells and by columns.

    One cell may go over several rows. A wide table may reach out of the text block; what of it
    lies there is in no row. Labels beside the rows of reference lists, ``listed``, cite nothing.
    ``at`` of a paragraph is the index of a row near it.
    """
    cells_by_place: dict[tuple[int, str, int], Paragraph] = {}
    for at, line in [*_list_drawn_lines(rows, pages, beside), *_unread_lines(rows, pages, listed)]:
        for of in (("cell", line.block), ("column", round(line.x0))):
            cell = cells_by_place.setdefault((line.page, *of), Paragraph(None, at=at))
            if len(cell.text) < _LONGEST_CELL:
                cell.append(line, joiner)
    return list(cells_by_place.values())


def _list_drawn_lines(
    rows: Sequence[Row], pages: Sequence[Page], beside: Sequence[int]
) -> Iterator[tuple[int, Line]]:
    """Yield the lines that the rows ``beside`` were joined from, each with its row."""
    heights: defaultdict[tuple[int, int], list[Line]] = defaultdict(list)
    for number in {rows[at].line.page for at in beside}:
        for line in pages[number].lines:
            heights[number, round(line.baseline)].append(line)
    taken_lines: set[tuple[int, int]] = set()
    for at in beside:
        row = rows[at].line
        for line in heights[row.page, round(row.baseline)]:
            if _holds(row, line) and (row.page, line.order) not in taken_lines:
                taken_lines.add((row.page, line.order))
                yield at, line


def _unread_lines(
    rows: Sequence[Row], pages: Sequence[Page], listed: Set[int]
) -> Iterator[tuple[int, Line]]:
    """Yield the lines in no row that lie between the first and the last row of their page."""
    rows_by_page: defaultdict[int, list[tuple[int, Line]]] = defaultdict(list)
    for at, row in enumerate(rows):
        rows_by_page[row.line.page].append((at, row.line))
    for number, own in rows_by_page.items():
        heights: defaultdict[int, list[tuple[int, Line]]] = defaultdict(list)
        for at, line in own:
            for height in (round(line.baseline) + step for step in (-1, 0, 1)):
                heights[height].append((at, line))
        top, bottom = min(row.baseline for _, row in own), max(row.baseline for _, row in own)
        for line in pages[number].lines:
            level = heights[round(line.baseline)]
            is_held = any(at in listed or _holds(row, line) for at, row in level)
            if top < line.baseline < bottom and not is_held:
                yield own[0][0], line


def _holds(row: Line, line: Line) -> bool:
    """Say whether a line at a row's height is a piece of it."""
    return row.x0 - 1 <= line.x0 and line.x1 <= row.x1 + 1

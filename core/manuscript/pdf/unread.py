"""What a PDF holds that was not read: measured against the lines of its pages.

Margins, front matter, captions, tables, formulas, footnotes and lists are read, though not as
sentences. What is measured here is text that ended nowhere: pages that are pictures, columns that
were not told apart, paragraphs taken for figures, and reference lists that yielded no entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import pairwise
from statistics import median

from core.base.messages import Message
from core.base.records import Reference, UnreadPart
from core.manuscript.pdf.columns import FULL
from core.manuscript.pdf.flow import Paragraph, raised_spans
from core.manuscript.pdf.kinds import LineKind
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Page
from core.manuscript.pdf.notes import PrintedNote
from core.manuscript.pdf.regions import is_prose
from core.manuscript.pdf.scans import is_scan
from core.manuscript.references.typed_notes import seems_to_cite
from core.manuscript.references.unlisted import missing_list
from core.manuscript.text.common_titles import is_references_title

_MOST_TURNS = 6  # times that a page may change between its full width and a column, line by line
_LEAST_PROSE = 4  # full lines of text in a row that no figure and no table has
_MOST_ENTRY = 6  # times as long as the others of its list
_LONG_ENTRY = 900  # characters
_LEAST_TEXT_LETTERS = 18
_LEAST_ROWS = 5  # of text on a page that belongs to the text
_WHOLE = 0.85  # of a page
_EXCERPT = 60


def text_characters(pages: Sequence[Page]) -> int:
    """Return how many characters but spaces the pages print."""
    return sum(_characters(line.text) for page in pages for line in page.lines)


def unread_pages(
    pages: Sequence[Page], rows: Sequence[Row], kinds: Sequence[LineKind], body: Body
) -> Iterator[UnreadPart]:
    """Yield the pages that are pictures, and those whose columns were not told apart."""
    by_page: defaultdict[int, list[Row]] = defaultdict(list)
    captioned = set()
    for row, kind in zip(rows, kinds, strict=True):
        if kind is LineKind.TEXT:
            by_page[row.line.page].append(row)
        elif kind is LineKind.CAPTION:
            captioned.add(row.line.page)
    last = max((number for number, own in by_page.items() if len(own) >= _LEAST_ROWS), default=0)
    usual = int(median([sum(_characters(line.text) for line in page.lines) for page in pages]))
    for page in pages:
        if is_scan(page) and _is_covered(page) and page.number not in captioned:
            yield UnreadPart(
                kind="page",
                text=Message(
                    "Page {page} is a picture: its text was not recognised.", page=page.number + 1
                ),
                page=page.number + 1,
                characters=usual if page.number <= last else 0,  # behind the text: figures
            )
        elif _is_mixed(by_page[page.number], body):
            yield UnreadPart(
                kind="page",
                text=Message(
                    "The columns of page {page} could not be told apart, so its sentences may "
                    "be mixed up.",
                    page=page.number + 1,
                ),
                page=page.number + 1,
                characters=sum(_characters(row.line.text) for row in by_page[page.number]),
            )


def unread_paragraphs(
    rows: Sequence[Row], kinds: Sequence[LineKind], ignored: Set[int], body: Body
) -> Iterator[UnreadPart]:
    """Yield the paragraphs that were taken for a figure or a table; ``ignored`` rows are none."""
    start = 0
    for at in range(len(rows) + 1):
        goes_on = (
            at < len(rows)
            and at not in ignored
            and kinds[at] in (LineKind.FIGURE, LineKind.TABLE)
            and is_prose(rows[at], body)
            and (at == start or _follows(rows[at - 1], rows[at], body))
        )
        if goes_on:
            continue
        if at - start >= _LEAST_PROSE:
            page = rows[start].line.page + 1
            yield UnreadPart(
                kind="text",
                text=Message(
                    "{count} lines of text on page {page} were read as a figure or table.",
                    count=at - start,
                    page=page,
                ),
                page=page,
                characters=sum(_characters(row.line.text) for row in rows[start:at]),
            )
        start = at + 1


def unread_lists(
    rows: Sequence[Row], references: Sequence[Reference], paragraphs: Sequence[Paragraph]
) -> Iterator[UnreadPart]:
    """Yield what is missing of the reference list: all of it, some numbers, or a part's end."""
    if not references:
        yield from _missing_list(rows, paragraphs)
        return
    yield from _missing_numbers(references)
    lengths = [len(entry.text) for entry in references]
    longest = max(_LONG_ENTRY, _MOST_ENTRY * median(lengths))
    for entry in references:
        if len(entry.text) > longest and entry.rects:
            page = entry.rects[0].page + 1
            yield UnreadPart(
                kind="text",
                text=Message(
                    "Entry {entry} of the reference list, on page {page}, seems to contain "
                    "other text too.",
                    entry=entry.label or str(entry.index + 1),
                    page=page,
                ),
                page=page,
                characters=_characters(entry.text),
            )


def unread_notes(notes: Sequence[PrintedNote]) -> Iterator[UnreadPart]:
    """Yield one part for all notes that seem to cite, but of which no work was recognised."""
    lost = [note for note in notes if not note.works and seems_to_cite(note.text)]
    if lost:
        page = lost[0].lines[0].page + 1
        yield UnreadPart(
            kind="note",
            text=Message(
                "Notes that seem to cite, but in which no work was recognised: {count}; the first "
                "is on page {page}.",
                count=len(lost),
                page=page,
            ),
            page=page,
            characters=sum(_characters(note.text) for note in lost),
        )


def left_out_lists(first_rows: Iterable[Row]) -> Iterator[UnreadPart]:
    """Yield a part for each list of the authors' own works, by its first row: no text is lost."""
    for row in first_rows:
        yield UnreadPart(
            kind="text",
            text=Message(
                "A list after the reference list was not read as a part of it: “{first}…”.",
                first=" ".join(row.line.text.split())[:_EXCERPT],
            ),
            page=row.line.page + 1,
        )


def _missing_list(rows: Sequence[Row], paragraphs: Sequence[Paragraph]) -> Iterator[UnreadPart]:
    title = next((row for row in rows[::-1] if is_references_title(row.line.text)), None)
    if title is not None:
        yield UnreadPart(
            kind="list",
            text=Message(
                "The reference list on page {page} could not be read: no entry was recognised.",
                page=title.line.page + 1,
            ),
            page=title.line.page + 1,
        )
        return
    yield from missing_list(
        [part.text for part in paragraphs],
        [part.text[start:end] for part in paragraphs for start, end in raised_spans(part)],
    )


def _missing_numbers(references: Sequence[Reference]) -> Iterator[UnreadPart]:
    """Yield the numbers that a numbered list leaves out, as one part."""
    labels = [int(entry.label) for entry in references if entry.label.isdecimal()]
    if len(labels) < 0.9 * len(references) or len(set(labels)) < len(labels):
        return
    missing = sorted(set(range(1, max(labels) + 1)) - set(labels))
    if missing:
        yield UnreadPart(
            kind="list",
            text=Message(
                "The reference list was read without its entries {numbers}.",
                numbers=_ranges(missing),
            )
            if len(missing) > 1
            else Message(
                "The reference list was read without its entry {number}.", number=missing[0]
            ),
            characters=sum(len(entry.text) for entry in references) * len(missing) // len(labels),
        )


def _ranges(numbers: Sequence[int]) -> str:
    """Return sorted numbers as "1–11, 14"."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return ", ".join(
        str(group[0]) if len(group) == 1 else f"{group[0]}–{group[-1]}" for group in groups
    )


def _is_covered(page: Page) -> bool:
    """Say whether one picture takes up the page, margins too, which a figure does not."""
    area = page.width * page.height
    return any((x1 - x0) * (y1 - y0) > _WHOLE * area for x0, y0, x1, y1 in page.pictures)


def _is_mixed(rows: Sequence[Row], body: Body) -> bool:
    """Say whether lines over the full width and lines of a column take turns, one below another."""
    turns = 0
    for before, row in pairwise(rows):
        step = row.line.baseline - before.line.baseline
        prose = min(before.line.letters, row.line.letters) >= _LEAST_TEXT_LETTERS
        changed = (before.column.position == FULL) != (row.column.position == FULL)
        turns += changed and prose and 0 < step < 0.9 * body.leading
    return turns >= _MOST_TURNS


def _follows(before: Row, row: Row, body: Body) -> bool:
    step = row.line.baseline - before.line.baseline
    return row.column != before.column or 0 < step < 1.6 * body.leading


def _characters(text: str) -> int:
    return len(text.replace(" ", ""))

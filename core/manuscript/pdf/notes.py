"""Footnotes and endnotes: where they are printed, their marks in the text, and what they cite.

The notes of a page stand at the foot of its columns, in small type or below a short rule;
endnotes stand below a heading. A note belongs to the mark of its number or sign on its page; the
notes of chapters, which begin anew at 1, to the marks that begin anew as often.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace

from core.base.records import Marker, PaperRecord, Rect, Reference
from core.manuscript.pdf.flow import Paragraph, raised_characters, raised_spans
from core.manuscript.pdf.headings import AFFILIATION
from core.manuscript.pdf.kinds import LineKind
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line, Page
from core.manuscript.references.entry_details import formatted
from core.manuscript.references.typed_notes import NoteWorks
from core.manuscript.text.common_titles import is_references_title
from core.manuscript.text.hyphens import Joiner

_SIGNS = "*∗⁎†‡§¶#"
_ROMAN = r"(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}
_MARK = re.compile(rf"\d{{1,3}}|([{_SIGNS}])\1{{0,3}}|[ivxl]{{1,7}}")
_MARKS = re.compile(
    rf"(?:\d{{1,3}}|[{_SIGNS}]{{1,4}})(?:\s*[,;]\s*\d{{1,3}})*\.?|(?=[ivxl]){_ROMAN}"
)
_PLAIN_LABEL = re.compile(
    rf"\s*[\[(]?(?P<label>\d{{1,3}}|([{_SIGNS}])\2{{0,3}})(?:[\])]|\.(?!\d))?"
    r"(?:\s+(?=\S)|(?=[^\W\d_]{2}|[“\"‘«]))"
    r"|\s*(?P<roman>[ivxl]{1,7})[.)]?\s+(?=[^\W\da-zß-öø-ÿ]|[“\"‘«]|ibid)"
)
NO_POWER = re.compile(r"(?:[^\W\d_]{2}|[.,;:!?)\]”’\"'»…–—-]|\b(?:1[5-9]|20)\d\d)\s*\Z")
"""What may stand before the mark of a note, and not before a power."""
_TITLE = re.compile(
    r"(?:end)?notes?|notes? (?:and|&) references?|references? (?:and|&) notes?|footnotes?"
    r"|notes? to (?:the )?(?:text|chapter|pages?).*|anmerkungen|endnoten|fußnoten|notas"
    r"|notes? de (?:fin|bas de page)|note|примечания",
    re.IGNORECASE,
)
_SMALL = 0.95  # of the size of the running text
_WIDEST_RULE = 0.62  # of a column, above footnotes
_LOWEST_RULE = 0.3  # of the page's height, above which no rule of footnotes lies
_STEP = 2.2  # sizes between two rows of notes
_GAP = 1.5  # leadings above notes that are as large as the text
_LARGER = 1.07  # times the running text are headings
_LEAST_ENDNOTES = 2
SHORT_FORM = re.compile(
    r"\b(?:ibid(?:em)?|op\.?\s?cit|loc\.?\s?cit|supra|ebd|ebenda|a\.\s?a\.\s?o|\(n\.?\s?\d)",
    re.IGNORECASE,
)
_LEAST_SHORT_FORMS = 2


@dataclass(slots=True)
class PrintedNote:
    """A note; ``label`` is its number or sign, ``place`` its page, or a part of the endnotes."""

    label: str
    place: int
    rows: list[int]
    lines: list[Line]
    text: str = ""
    cites: bool = False
    works: list[int] = field(default_factory=list)
    """The works that it cites, by position among the references."""

    @property
    def number(self) -> int | None:
        """The number, ``None`` for a sign."""
        return _read_number(self.label)


@dataclass(slots=True)
class PrintedNotes:
    """The notes of a document in their order; of endnotes, ``places`` counts the parts."""

    notes: list[PrintedNote] = field(default_factory=list)
    are_endnotes: bool = False
    are_read: bool = False
    """Whether the document cites in its notes, so that they were read as citations."""
    references: list[Reference] = field(default_factory=list)
    """The works that no list of the document has."""
    remarks: list[PrintedNote] = field(default_factory=list)
    """The numbered footnotes of a document that cites otherwise."""
    _by_mark: dict[tuple[str, int], PrintedNote] = field(default_factory=dict)
    _elsewhere: dict[str, list[PrintedNote]] = field(default_factory=dict)

    @property
    def cited(self) -> set[int]:
        """All references that notes cite."""
        return {index for note in self.notes for index in note.works}

    @property
    def rows(self) -> set[int]:
        """All rows of notes with numbers, and of those with signs that cite."""
        return {
            at for note in self.notes if note.number is not None or note.cites for at in note.rows
        }

    def find(self, label: str, place: int) -> PrintedNote | None:
        """Return the note of a mark."""
        if not self._by_mark:
            self._by_mark = {(note.label, note.place): note for note in self.notes}
            for note in self.notes:  # printed on another page than its mark
                self._elsewhere.setdefault(note.label, []).append(note)
        own = self._by_mark.get((label, place))
        other_notes = [note for note in self._elsewhere.get(label, ()) if note.place > place]
        return own or (other_notes[0] if len(other_notes) == 1 and not self.are_endnotes else None)


# --- finding the notes --------------------------------------------------------------------------


@dataclass(slots=True)
class NoteFinder:
    """Finds the notes of a document."""

    rows: Sequence[Row]
    pages: Sequence[Page]
    kinds: Sequence[LineKind]
    body: Body
    joiner: Joiner
    titles: Set[int] = frozenset()
    """The rows where headings begin."""
    _marks: dict[int, set[str]] = field(default_factory=dict)
    """What is raised behind words, by page."""

    def find(
        self, ignored: Set[int], no_footnotes: Set[int], references: Sequence[Reference]
    ) -> PrintedNotes:
        """Return the endnotes, else the footnotes, that have marks in the text and cite works.

        ``ignored`` rows hold neither notes nor marks, the rows ``no_footnotes`` (those of the list
        and of the front matter) no footnotes. ``references`` are those of a list; endnotes may
        have been taken for one.
        """
        self._marks = _labels_by_page(self.rows, ignored)
        if not any(self._marks.values()):
            return PrintedNotes()
        endnotes = _find_endnotes(self.rows, ignored)
        if _read_as_notes(endnotes, self.joiner, (), are_endnotes=True):
            return PrintedNotes(endnotes, are_endnotes=True)
        footnotes = self._find_footnotes({*ignored, *no_footnotes})
        if _read_as_notes(footnotes, self.joiner, references, are_endnotes=False):
            return PrintedNotes(footnotes)
        return PrintedNotes(remarks=self._choose_remarks(footnotes))

    def _choose_remarks(self, notes: Sequence[PrintedNote]) -> list[PrintedNote]:
        """Return the footnotes that count on from 1 and have a raised number, but no places."""
        remarks: list[PrintedNote] = []
        for note in notes:
            line = self.rows[note.rows[0]].line
            is_raised = 0 in raised_characters(line) and line.text[0].isdigit()
            if is_raised and not AFFILIATION.search(note.text) and _follows(note.number, remarks):
                remarks.append(note)
        return remarks

    def _find_footnotes(self, ignored: Set[int]) -> list[PrintedNote]:
        notes: list[PrintedNote] = []
        all_labels = {label for labels in self._marks.values() for label in labels}
        for page, region in self._foot_regions(ignored):
            labels = self._marks.get(page, set())
            last = 0
            waiting: list[int] = []
            has_begun = False
            for at in region:
                label = _read_label(self.rows[at], plain=True)
                number = _read_number(label[0]) if label else None
                is_sure = bool(label) and (not labels or 0 in raised_characters(self.rows[at].line))
                of_page = [note.label for note in notes if note.place == page]
                is_new = (
                    label is not None
                    and label[0] not in of_page
                    and (
                        label[0] in labels
                        or (number is not None and has_begun and number == last + 1)
                        or (is_sure and label[0] in all_labels and _follows(number, notes))
                    )
                    and (
                        number is None
                        or not has_begun
                        or last == 0
                        or number in (last + 1, last + 2)
                    )
                )
                if not is_new:
                    if has_begun:
                        notes[-1].rows.append(at)
                        notes[-1].lines.append(self.rows[at].line)
                    else:
                        waiting.append(at)
                    continue
                assert label is not None
                if waiting and notes and notes[-1].place == page - 1:
                    _continue_note(notes[-1], self.rows, waiting, at)
                waiting, has_begun, last = [], True, number or last
                line = self.rows[at].line
                notes.append(
                    PrintedNote(label[0], page, [at], [line.cut(label[1], len(line.text))])
                )
            if waiting and notes and notes[-1].place == page - 1 and _is_unfinished(notes[-1]):
                _continue_note(notes[-1], self.rows, waiting, None)
        return notes

    def _foot_regions(self, ignored: Set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield page and rows of the foot of each column that may hold notes, in reading order."""
        columns: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for at, row in enumerate(self.rows):
            columns[row.line.page, row.column.position].append(at)
        for (page, _), indices in columns.items():
            ordered = sorted(indices, key=lambda at: self.rows[at].line.baseline)
            own = [self.rows[at] for at in ordered]
            start = _below_rule(own, self.pages[page])
            if start is None:
                start = len(ordered)
                while start and own[start - 1].line.size < _SMALL * self.body.size:
                    start -= 1
                if start == len(own):
                    places = [n for n, at in enumerate(ordered) if at in self.titles]
                    titled = max(places, default=0)
                    start = _below_gap(own, self.body, self._marks.get(page, set()), titled)
            region = [at for at in ordered[start:] if at not in ignored]
            region = [
                at
                for at in region
                if self.kinds[at] is not LineKind.CAPTION or _has_label(self.rows[at])
            ]
            if region:
                yield page, region


def _read_as_notes(
    notes: Sequence[PrintedNote],
    joiner: Joiner,
    references: Sequence[Reference],
    *,
    are_endnotes: bool,
) -> bool:
    """Read the notes; say whether they cite works, and are no numbered list of references."""
    works = NoteWorks([_record(reference) for reference in references])
    for note in notes:
        note.text = _join(note.lines, joiner)
        works.add_note(" ".join(note.text.split()), note.number)
        note.cites = bool(works.cited[-1])
    if _has_short_forms(notes):
        return True
    if not are_endnotes:
        return any(note.cites for note in notes)
    again = sum(map(len, works.cited)) > len(works.records)
    return bool(works.records) and (again or 2 * sum(map(bool, works.cited)) >= len(notes))


def _labels_by_page(rows: Sequence[Row], ignored: Set[int]) -> dict[int, set[str]]:
    """Return what is raised behind words on each page."""
    labels: defaultdict[int, set[str]] = defaultdict(set)
    for at, row in enumerate(rows):
        if at in ignored:
            continue
        for start, end in _raised_spans(row.line):
            if start and NO_POWER.search(row.line.text[:start]):
                for label in _split_mark(row.line.text[start:end]):
                    labels[row.line.page].update((label, *_split_pair(label)))
    return labels


def _raised_spans(line: Line) -> list[tuple[int, int]]:
    if len(line.runs) < 2:
        return []
    spans: list[tuple[int, int]] = []
    for at in sorted(raised_characters(line)):
        if spans and not line.text[spans[-1][1] : at].strip():
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
    return spans


def _split_mark(text: str) -> list[str]:
    """Return the labels that raised text names: "3", "3,4" or "†"; none for other text."""
    text = text.strip()
    if not _MARKS.fullmatch(text):
        return _split_pair(text)
    return [match[0].replace("∗", "*").replace("⁎", "*") for match in _MARK.finditer(text)]


def _split_pair(text: str) -> list[str]:
    """Return the numbers of two notes that follow each other without a comma: "910"."""
    for cut in range(1, len(text)) if text.isdecimal() and len(text) > 2 else ():
        if int(text[cut:]) == int(text[:cut]) + 1:
            return [text[:cut], text[cut:]]
    return []


def _read_label(row: Row, *, plain: bool) -> tuple[str, int] | None:
    """Return the label that a row begins with, and where its text begins."""
    line = row.line
    spans = _raised_spans(line)
    if spans and not line.text[: spans[0][0]].strip():
        labels = _split_mark(line.text[slice(*spans[0])])
        return (labels[0], spans[0][1]) if len(labels) == 1 else None
    match = _PLAIN_LABEL.match(line.text)
    label = (match["label"] or match["roman"]).replace("∗", "*") if match else ""
    if match is None or (not plain and not label.isdecimal()):
        return None
    return label, match.end()


def _read_number(label: str) -> int | None:
    """Return the number that a label is, Arabic or Roman; ``None`` for a sign."""
    if label.isdecimal():
        return int(label)
    if not re.fullmatch(rf"(?=.){_ROMAN}", label):
        return None
    values = [_ROMAN_VALUES[letter] for letter in label]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def _follows(number: int | None, notes: Sequence[PrintedNote]) -> bool:
    """Say whether a number is the first, or the next of notes far from their marks."""
    return number == 1 or bool(notes and number and notes[-1].number == number - 1)


def _continue_note(
    note: PrintedNote, rows: Sequence[Row], waiting: Sequence[int], following: int | None
) -> None:
    """Add the rows with which a note goes on over the page, directly above the next note."""
    size = note.lines[-1].size
    below = rows[following].line if following is not None else rows[waiting[-1]].line
    contiguous: list[int] = []
    for at in reversed(waiting):
        line = rows[at].line
        if abs(line.size - size) > 0.4 or below.baseline - line.baseline > _STEP * size:
            break
        contiguous.append(at)
        below = line
    for at in reversed(contiguous):
        note.rows.append(at)
        note.lines.append(rows[at].line)


def _is_unfinished(note: PrintedNote) -> bool:
    return not re.search(r"[.!?][”\"’)\]]*\s*\Z", note.lines[-1].text)


def _below_gap(rows: Sequence[Row], body: Body, labels: Set[str], titled: int) -> int:
    """Return where notes as large as the text begin: below a gap, with the page's first number.

    They stand below ``titled``, the last heading.
    """
    numbers = [number for label in labels if (number := _read_number(label)) is not None]
    for at in range(len(rows) - 1, titled, -1) if numbers else ():
        label = _read_label(rows[at], plain=False)
        line = rows[at].line
        gap = line.baseline - rows[at - 1].line.baseline
        is_heading = line.bold or line.size > _LARGER * body.largest
        if is_heading or not label or gap <= _GAP * body.leading:
            continue
        if _read_number(label[0]) == min(numbers):
            return at
    return len(rows)


def _has_label(row: Row) -> bool:
    return _read_label(row, plain=False) is not None


def _below_rule(rows: Sequence[Row], page: Page) -> int | None:
    """Return the first row below the short rule above footnotes, ``None`` if there is none."""
    if not rows:
        return None
    column = rows[-1].column
    width = column.x1 - column.x0
    heights = [
        y
        for x0, y, x1 in page.rules
        if y > _LOWEST_RULE * page.height
        and abs(x0 - column.x0) < 0.1 * width
        and x1 - x0 < _WIDEST_RULE * width
        and x1 <= column.x1 + 1
    ]
    for height in sorted(heights, reverse=True):
        start = next((n for n, row in enumerate(rows) if row.line.baseline > height), len(rows))
        below = rows[start:]
        if below and (_has_label(below[0]) or below[0].line.size < _SMALL * rows[0].line.size):
            return start
    return None


# --- endnotes -----------------------------------------------------------------------------------


def _find_endnotes(rows: Sequence[Row], ignored: Set[int]) -> list[PrintedNote]:
    """Return the notes below a heading such as "Notes", numbered from 1 on."""
    notes: list[PrintedNote] = []
    for at, row in enumerate(rows):
        if (
            at not in ignored
            and _TITLE.fullmatch(row.line.text.strip(" .:"))
            and at + 1 < len(rows)
            and any(_is_first(rows[below]) for below in range(at + 1, min(at + 3, len(rows))))
        ):
            part = _read_part(rows, at + 1, ignored, len({note.place for note in notes}))
            if is_references_title(row.line.text) and not _has_short_forms(part):
                continue
            if len(part) >= _LEAST_ENDNOTES and not {at for note in notes for at in note.rows} & {
                at for note in part for at in note.rows
            }:
                notes += part
    return notes


def _is_first(row: Row) -> bool:
    label = _read_label(row, plain=False)
    return label is not None and label[0] == "1"


def _read_part(rows: Sequence[Row], first: int, ignored: Set[int], place: int) -> list[PrintedNote]:
    """Return the notes from a row on whose numbers rise by one, or begin anew at 1.

    They end with the list, or with rows of another size that no number follows.
    """
    notes: list[PrintedNote] = []
    last, size = 0, rows[first].line.size
    for at in range(first, len(rows)):
        if at in ignored:
            break
        label = _read_label(rows[at], plain=False)
        number = _read_number(label[0]) if label else None
        line = rows[at].line
        if label and number is not None and (number == last + 1 or (number == 1 and last > 1)):
            if number == 1 and notes:
                place += 1
            last, size = number, line.size
            notes.append(PrintedNote(label[0], place, [at], [line.cut(label[1], len(line.text))]))
        elif notes and abs(line.size - size) < 0.3 and not (line.bold and len(line.text) < 60):
            notes[-1].rows.append(at)
            notes[-1].lines.append(line)
        elif notes and not _has_next_number(rows, at, last):
            break
    return notes


def _has_next_number(rows: Sequence[Row], at: int, last: int) -> bool:
    """Say whether the next number, or the 1 of another chapter, follows within a few rows."""
    following = (_read_label(row, plain=False) for row in rows[at + 1 : at + 5])
    return any(label is not None and label[0] in ("1", str(last + 1)) for label in following)


def _join(lines: Sequence[Line], joiner: Joiner) -> str:
    text = ""
    for line in lines:
        drop, between = joiner.between(text, line.text) if text else (0, "")
        text = (text[:-drop] if drop else text) + between + line.text
    return text.strip()


def _has_short_forms(notes: Sequence[PrintedNote]) -> bool:
    """Say whether several notes name works again, as no entries of a list do."""
    lines = (line.text for note in notes for line in note.lines)
    return sum(bool(SHORT_FORM.search(text)) for text in lines) >= _LEAST_SHORT_FORMS


# --- what the notes cite ------------------------------------------------------------------------


def cite_works(notes: PrintedNotes, references: Sequence[Reference]) -> bool:
    """Find the works of each note among the references, and those that no list has.

    The latter become references of their own. Says whether any note cites.
    """
    works = NoteWorks([_record(reference) for reference in references])
    first_note: dict[int, PrintedNote] = {}
    for note in notes.notes:
        works.add_note(" ".join(note.text.split()), note.number)
        note.works = list(works.cited[-1])
        for index in note.works:
            first_note.setdefault(index, note)
    list_length = len(references)
    notes.references = [
        _reference(index, record, first_note.get(index))
        for index, record in enumerate(works.records)
        if index >= list_length
    ]
    return any(note.works for note in notes.notes)


def _record(reference: Reference) -> PaperRecord:
    return PaperRecord(
        title=reference.title or reference.text[:200],
        authors=reference.authors,
        year=reference.year,
        venue=reference.venue,
        doi=reference.doi,
        arxiv=reference.arxiv,
        url=reference.url,
    )


def _reference(index: int, record: PaperRecord, note: PrintedNote | None) -> Reference:
    return Reference(
        index=index, label="", text=formatted(record), authors=record.authors,
        title=record.title, year=record.year, venue=record.venue, doi=record.doi.lower(),
        arxiv=record.arxiv, url=record.url,
        rects=tuple(_rect(line) for line in note.lines) if note else (),
    )  # fmt: skip


def _rect(line: Line) -> Rect:
    x0, y0, x1, y1 = (round(edge, 2) for edge in (line.x0, line.y0, line.x1, line.y1))
    return Rect(line.page, x0, y0, x1, y1)


# --- the marks in the text ----------------------------------------------------------------------


class NoteMarks:
    """The raised marks of the text that lead to notes."""

    def __init__(self, parts: Sequence[Paragraph], notes: PrintedNotes) -> None:
        """Find them, paragraph by paragraph; a mark that cites nothing is taken out."""
        self._notes = notes
        self._cited: dict[tuple[int, int], tuple[int, ...]] = {}
        self._place = 0
        self._last = 0
        self._many = len({note.place for note in notes.notes}) > 1
        for part in parts:
            self._read_marks(part)

    @property
    def silent(self) -> Set[int]:
        """The references that notes cite and no mark leads to."""
        return self._notes.cited - {index for cited in self._cited.values() for index in cited}

    def markers(self, part: Paragraph) -> list[Marker]:
        """Return the citing marks of a paragraph, as it is now."""
        markers = []
        for start, end in raised_spans(part) if part.raised else ():
            cited = self._cited.get(_key(part, start))
            if cited:
                markers.append(Marker(start, end, part.text[start:end], cited))
        return markers

    def _read_marks(self, part: Paragraph) -> None:
        silent: list[tuple[int, int]] = []
        for start, end in raised_spans(part) if part.raised else ():
            labels = _split_mark(part.text[start:end])
            if not labels or not NO_POWER.search(part.text[max(0, start - 8) : start]):
                continue
            page = part.lines[part.owners[start]].page
            notes = [note for label in labels for note in self._find_notes(label, page)]
            cited = tuple(dict.fromkeys(index for note in notes for index in note.works))
            if cited:
                self._cited[_key(part, start)] = cited
            elif notes:
                silent.append((len(part.text[:start].rstrip()), end))
        if silent:
            part.remove(silent)

    def _find_notes(self, label: str, page: int) -> list[PrintedNote]:
        """Return the note of a label, or the two that "910" names without a comma."""
        if note := self._find(label, page):
            return [note]
        pair = [note for half in _split_pair(label) if (note := self._find(half, page))]
        return pair if len(pair) > 1 else []

    def _find(self, label: str, page: int) -> PrintedNote | None:
        if not self._notes.are_endnotes:
            return self._notes.find(label, page)
        if self._many and label.isdecimal():
            if label == "1" and self._last > 1:
                self._place += 1
            self._last = int(label)
        return self._notes.find(label, self._place if self._many else 0)


def add_note_marks(
    markers: tuple[Marker, ...], notes: Sequence[Marker], start: int, end: int
) -> tuple[Marker, ...]:
    """Return the markers of the sentence ``start:end`` with the marks of notes in it."""
    own = [
        replace(mark, start=mark.start - start, end=mark.end - start)
        for mark in notes
        if start <= mark.start and mark.end <= end
    ]
    return tuple(sorted((*markers, *own), key=lambda marker: marker.start)) if own else markers


def _key(part: Paragraph, at: int) -> tuple[int, int]:
    """Return what stays the same of a character when others are taken out of its paragraph."""
    return id(part.lines[part.owners[at]]), part.offsets[at]


def without_notes(pages: Sequence[Page], rows: Sequence[Row], notes: PrintedNotes) -> list[Page]:
    """Return the pages without the lines of numbered notes, which tell of other papers."""
    boxes: defaultdict[int, list[Line]] = defaultdict(list)
    for at in notes.rows:
        boxes[rows[at].line.page].append(rows[at].line)
    return [
        replace(
            page, lines=[line for line in page.lines if not _is_among(line, boxes[page.number])]
        )
        if boxes.get(page.number)
        else page
        for page in pages
    ]


def _is_among(line: Line, other_notes: Sequence[Line]) -> bool:
    return any(
        abs(line.baseline - other.baseline) < 0.6 * other.size
        and other.x0 - 1 <= line.x0
        and line.x1 <= other.x1 + 1
        for other in other_notes
    )

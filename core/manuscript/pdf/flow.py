"""Running text: rows joined to paragraphs in which every character knows where it was printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from core.base.records import Marker, Rect
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line
from core.manuscript.text.hyphens import HYPHENS, Joiner

_CITING = re.compile(r"\([^()]{1,120}\d{4}[a-z]?[;,]\s*\Z")
_CITED = re.compile(r"[^()]{1,120}\d{4}[a-z]?(?:,[^()]{1,20})?\)")
"""A group of citations goes on in the next row: "(Roe, 2001;" "Li, 2002)"."""
_TERMINAL = re.compile(r"(?:[.!?:;][\"'”’»)\]]*|[。．！？：；][」』”’）]*)\s*\d{0,3}\Z")
_BULLET = re.compile(r"(?:[•‣▪◦●■]|(?:[–—∙·]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s)\s*\S")
_EQUATION_NUMBER = re.compile(r"\s*\(\s*[A-Z]?\.?\d{1,3}(?:\.\d{1,2})?[a-z]?\s*\)\s*\Z")
_MOST_FORMULA = 80
_TAIL = 200  # characters of a text in which its end is looked at
_SIGNS = re.compile(r"[^\d\s.,:%()±–-]")
_MOST_FORMULA_ROWS = 16
_ENDS_ITEM = re.compile(r"(?:(?<!\d),|[;,]\s*(?:and|or))\Z")
_ITEM = re.compile(r"\(?(?P<sign>\d{1,2}|[a-z])[.)]\s+\S")
_FOOTNOTE_SIGN = re.compile(r"[\d*∗†‡§¶]{1,2}")


@dataclass(slots=True)
class Paragraph:
    """Text with the line and the offset in it of every character; ``raised`` are superscripts.

    ``at`` is the index of its first row in the reading order.
    Characters that only join two lines have the offset -1.
    """

    section: int | None
    at: int = 0
    text: str = ""
    lines: list[Line] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    raised: set[int] = field(default_factory=set)

    def append(self, line: Line, joiner: Joiner) -> None:
        """Add a line at the end, mending a word divided between it and the last."""
        if self.text:
            drop, between = joiner.between(self.text, line.text)
            if drop:
                self.text = self.text[:-drop]
                del self.owners[-drop:], self.offsets[-drop:]
            self.text += between
            self.owners += [len(self.lines)] * len(between)
            self.offsets += [-1] * len(between)
        start = len(self.text)
        self.text += line.text
        self.owners += [len(self.lines)] * len(line.text)
        self.offsets += range(len(line.text))
        self.raised |= {start + at for at in raised_characters(line)}
        self.lines.append(line)

    def remove(self, spans: Sequence[tuple[int, int]]) -> None:
        """Take the characters of the spans out."""
        removed_positions = {at for start, end in spans for at in range(start, end)}
        kept_positions = [at for at in range(len(self.text)) if at not in removed_positions]
        new_index = {at: index for index, at in enumerate(kept_positions)}
        self.text = "".join(self.text[at] for at in kept_positions)
        self.owners = [self.owners[at] for at in kept_positions]
        self.offsets = [self.offsets[at] for at in kept_positions]
        self.raised = {new_index[at] for at in self.raised if at in new_index}

    def rects(self, start: int, end: int) -> tuple[Rect, ...]:
        """Return the rectangles of ``start:end``, one per line, in reading order."""
        rects: list[Rect] = []
        for owner, places in groupby(range(start, end), key=self.owners.__getitem__):
            offsets = [self.offsets[at] for at in places if self.offsets[at] >= 0]
            if not offsets:
                continue
            line = self.lines[owner]
            x0 = min([line.lefts[offset] for offset in offsets])
            x1 = max([line.rights[offset] for offset in offsets])
            if offsets[-1] == len(line.text) - 2 and line.text[-1] in HYPHENS:
                x1 = max(x1, line.rights[-1])  # the hyphen that the text leaves out
            edges = (round(edge, 2) for edge in (x0, line.y0, x1, line.y1))
            rects.append(Rect(line.page, *edges))
        return tuple(rects)


def raised_characters(line: Line) -> set[int]:
    """Return the offsets of the line's superscripts."""
    return {
        at
        for run in line.runs
        if run.size < 0.86 * line.size and run.baseline < line.baseline - 0.12 * line.size
        for at in range(run.start, run.end)
        if line.text[at] != " "
    }


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of running text, or of a displayed formula in it; ``at`` is its index in the order."""

    at: int
    row: Row
    section: int | None
    formula: bool = False


def paragraphs(rows: Sequence[TextRow], body: Body, joiner: Joiner) -> list[Paragraph]:
    """Join rows of running text to paragraphs.

    A paragraph runs on over columns, pages and whatever was left out between, unless the text
    before is finished or the row after begins a new one.
    """
    result: list[Paragraph] = []
    before: TextRow | None = None
    formula: list[TextRow] = []
    for text_row in rows:
        if text_row.formula:
            formula.append(text_row)
            continue
        same = before is not None and result[-1].section == text_row.section
        is_displayed = before is not None and _is_displayed(before, formula, text_row, body)
        if same and is_displayed and _takes_formula(result[-1].text, text_row.row.line):
            _append_formula(result[-1], [part.row.line for part in formula], joiner)
            new = text_row.row.line.text[0].isupper() and text_row.row.indent > 0.7 * body.size
        else:
            new = before is None or _begins_paragraph(
                before.row, text_row.row, result[-1].text, body
            )
        formula = []
        if new or not same:
            result.append(Paragraph(text_row.section, at=text_row.at))
        result[-1].append(text_row.row.line, joiner)
        before = text_row
    return result


def _is_displayed(before: TextRow, formula: Sequence[TextRow], after: TextRow, body: Body) -> bool:
    """Say whether formula rows stand between two rows of text, with room for them.

    A scrap of a formula in the line has no room; what a table or a float has left over does not
    follow the text at once.
    """
    near = after.at - before.at <= _MOST_FORMULA_ROWS
    if not near or not any(_SIGNS.search(part.row.line.text) for part in formula):
        return False  # none, or numbers of a table
    first, last = formula[0].row, formula[-1].row
    below = first.line.baseline - before.row.line.baseline
    above = after.row.line.baseline - last.line.baseline
    follows = first.column == before.row.column and 0 < below < 3.5 * body.leading
    if before.row.column == after.row.column:
        return follows and after.row.line.baseline - before.row.line.baseline > 1.6 * body.leading
    leads = last.column == after.row.column and 0 < above < 3.5 * body.leading
    return (follows or leads) and before.row.line.text[-1] not in HYPHENS


def _takes_formula(text: str, line: Line) -> bool:
    """Say whether the sentence before the formula is unfinished, or goes on behind it."""
    return not re.search(r"[.!?][\"'”’)\]]*\Z", text[-_TAIL:]) or line.text[0].islower()


def _append_formula(paragraph: Paragraph, lines: Sequence[Line], joiner: Joiner) -> None:
    """Add a displayed formula to the sentence that runs around it.

    Without it the two halves read as nonsense ("so that where d is"), and the stop that ends both
    formula and sentence would be lost. A short formula is put in as printed; the rows of a tall
    or long one come out of the PDF as shuffled signs, which help neither a reader nor an
    encoder, so "…" stands for it, with its last stop. Either way its place is highlighted.
    """
    first = lines[0]
    end = _EQUATION_NUMBER.search(first.text)
    formula_text = first.text[: end.start()].rstrip() if end else first.text
    readable = not re.search("[\ufffd\ue000-\uf8ff]", formula_text)
    if len(lines) == 1 and formula_text and len(formula_text) <= _MOST_FORMULA and readable:
        paragraph.append(first.cut(0, len(formula_text)), joiner)
        return
    last = _EQUATION_NUMBER.sub("", lines[-1].text).rstrip()[-1:]
    text = "…" + (last if last in ".,;" else "")
    x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
    y0, y1 = min(line.y0 for line in lines), max(line.y1 for line in lines)
    run = replace(first.runs[0], start=0, end=len(text), y0=y0, y1=y1)
    edges = [x0] * len(text), [x1] * len(text)
    paragraph.append(Line(first.page, text, *edges, [run], first.order, first.block), joiner)


def _begins_paragraph(before: Row, row: Row, text: str, body: Body) -> bool:
    tail = text[-_TAIL:]
    citing = _CITING.search(tail) and _CITED.match(row.line.text)
    finished = bool(_TERMINAL.search(tail)) and not citing
    itemized = _BULLET.match(row.line.text) and (finished or _ENDS_ITEM.search(tail))
    if itemized or _is_next_item(text, row.line.text):
        return True
    if not finished or row.line.text[0].islower():
        return False
    indented = row.indent > 0.7 * body.size and row.indent > before.indent + 0.5 * body.size
    if before.column != row.column:
        return indented or before.slack > 2 * body.size
    step = row.line.baseline - before.line.baseline
    return indented or step > 1.3 * body.leading or before.slack > 4 * body.size


def _is_next_item(text: str, row: str) -> bool:
    """Say whether a row carries the number or letter after the one its paragraph begins with."""
    item, following = _ITEM.match(text), _ITEM.match(row)
    if item is None or following is None:
        return False
    sign, after = item["sign"], following["sign"]
    if sign.isdigit() and after.isdigit():
        return int(after) == int(sign) + 1
    return sign.isalpha() and after.isalpha() and ord(after) == ord(sign) + 1


def drop_footnote_signs(paragraph: Paragraph, kept_marks: Sequence[Marker] = ()) -> None:
    """Take out raised numbers and signs that stand behind a word or a stop: footnote marks.

    The ``kept_marks`` stay, at their new positions.
    """
    spans: list[tuple[int, int]] = []
    kept_starts = {mark.start for mark in kept_marks}
    for start, end in raised_spans(paragraph):
        if start in kept_starts:
            continue
        before = paragraph.text[:start].rstrip()
        word = re.search(r"[^\W\d_]{3,}[.,;:!?)”’\"'\]]*\Z|[.,;:!?)”\]]\Z", before[-_TAIL:])
        if word and _FOOTNOTE_SIGN.fullmatch(paragraph.text[start:end]):
            spans.append((len(before), end))
    if spans:
        paragraph.remove(spans)


def raised_spans(paragraph: Paragraph) -> list[tuple[int, int]]:
    """Return the stretches of superscripts, each with the spaces and joints inside it.

    Behind a bracket another begins: "[15]" cites, the number after it is the mark of a note.
    """
    spans: list[tuple[int, int]] = []
    for at in sorted(paragraph.raised):
        is_next = spans and not paragraph.text[spans[-1][1] : at].strip()
        if is_next and paragraph.text[spans[-1][1] - 1] != "]":
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
    return spans

"""Running text: rows joined to paragraphs in which every character knows where it was printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.manuscript.hyphens import HYPHENS, Joiner
from core.manuscript.layout import Body, Placed
from core.manuscript.lines import Line
from core.records import Rect

_TERMINAL = re.compile(r"[.!?:;][\"'”’)\]]*\s*\d{0,3}\Z")
_BULLET = re.compile(r"(?:[•‣▪◦●■–—∙·]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+\S")
_FOOTNOTE_SIGN = re.compile(r"[\d*∗†‡§¶]{1,2}")


@dataclass(slots=True)
class Paragraph:
    """Text with the line and the place in it of every character; ``raised`` are superscripts.

    Characters that only join two lines have the place -1.
    """

    section: int | None
    text: str = ""
    lines: list[Line] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    raised: set[int] = field(default_factory=set)

    def append(self, line: Line, joiner: Joiner) -> None:
        """Add a line at the end, mending a word divided between it and the last."""
        if self.text:
            drop, between = joiner.between(self.text, line.text)
            if drop:
                self.text = self.text[:-drop]
                del self.owners[-drop:], self.places[-drop:]
            self.text += between
            self.owners += [len(self.lines)] * len(between)
            self.places += [-1] * len(between)
        start = len(self.text)
        self.text += line.text
        self.owners += [len(self.lines)] * len(line.text)
        self.places += range(len(line.text))
        self.raised |= {start + at for at in raised_characters(line)}
        self.lines.append(line)

    def remove(self, spans: Sequence[tuple[int, int]]) -> None:
        """Take the characters of the spans out."""
        gone = {at for start, end in spans for at in range(start, end)}
        kept = [at for at in range(len(self.text)) if at not in gone]
        new_place = {at: place for place, at in enumerate(kept)}
        self.text = "".join(self.text[at] for at in kept)
        self.owners = [self.owners[at] for at in kept]
        self.places = [self.places[at] for at in kept]
        self.raised = {new_place[at] for at in self.raised if at in new_place}

    def rects(self, start: int, end: int) -> tuple[Rect, ...]:
        """Return the rectangles of ``start:end``, one per line, in reading order."""
        spans: dict[int, tuple[float, float]] = {}
        for at in range(start, end):
            place = self.places[at]
            if place < 0:
                continue
            owner = self.owners[at]
            line = self.lines[owner]
            x0, x1 = spans.get(owner, (line.lefts[place], line.rights[place]))
            right = line.rights[-1] if _divides_here(line, place) else line.rights[place]
            spans[owner] = min(x0, line.lefts[place]), max(x1, right)
        return tuple(
            Rect(line.page, round(x0, 2), round(line.y0, 2), round(x1, 2), round(line.y1, 2))
            for owner, (x0, x1) in spans.items()
            for line in (self.lines[owner],)
        )


def _divides_here(line: Line, place: int) -> bool:
    """Say whether only the hyphen that divides a word follows, which the text leaves out."""
    return place == len(line.text) - 2 and line.text[-1] in HYPHENS


def raised_characters(line: Line) -> set[int]:
    """Return the places of the line's superscripts."""
    return {
        at
        for run in line.runs
        if run.size < 0.86 * line.size and run.baseline < line.baseline - 0.12 * line.size
        for at in range(run.start, run.end)
        if line.text[at] != " "
    }


def paragraphs(
    rows: Sequence[tuple[Placed, int | None]], body: Body, joiner: Joiner
) -> list[Paragraph]:
    """Join rows of running text, each with its section, to paragraphs.

    A paragraph runs on over columns, pages and whatever was left out between, unless the text
    before is finished or the row after begins a new one.
    """
    result: list[Paragraph] = []
    before: Placed | None = None
    for row, section in rows:
        new = (
            before is None
            or result[-1].section != section
            or _begins_paragraph(before, row, result[-1].text, body)
        )
        if new:
            result.append(Paragraph(section))
        result[-1].append(row.line, joiner)
        before = row
    return result


def _begins_paragraph(before: Placed, row: Placed, text: str, body: Body) -> bool:
    finished = bool(_TERMINAL.search(text))
    if _BULLET.match(row.line.text) and (finished or text.endswith(",")):
        return True
    if not finished or row.line.text[0].islower():
        return False
    indented = row.indent > 0.7 * body.size and row.indent > before.indent + 0.5 * body.size
    if before.column != row.column:
        return indented or before.slack > 2 * body.size
    step = row.line.baseline - before.line.baseline
    return indented or step > 1.3 * body.leading or before.slack > 4 * body.size


def drop_footnote_signs(paragraph: Paragraph) -> None:
    """Take out raised numbers and signs that stand behind a word or a stop: footnote marks."""
    spans: list[tuple[int, int]] = []
    for start, end in raised_spans(paragraph):
        before = paragraph.text[:start].rstrip()
        word = re.search(r"[^\W\d_]{3,}[.,;:!?)”’\"'\]]*\Z|[.,;:!?)”\]]\Z", before)
        if word and _FOOTNOTE_SIGN.fullmatch(paragraph.text[start:end]):
            spans.append((len(before), end))
    if spans:
        paragraph.remove(spans)


def raised_spans(paragraph: Paragraph) -> list[tuple[int, int]]:
    """Return the stretches of superscripts, each with the spaces and joints inside it."""
    spans: list[tuple[int, int]] = []
    for at in sorted(paragraph.raised):
        if spans and not paragraph.text[spans[-1][1] : at].strip():
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
    return spans

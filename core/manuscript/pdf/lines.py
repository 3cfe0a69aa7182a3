"""Lines of characters with their positions, as they are on a page before any interpretation.

Every character keeps its left and right edge, so that any stretch of text can be traced back to
a rectangle of the displayed page. A line is what one baseline holds between two wide gaps; the
cells of a table row are therefore several lines until :mod:`core.manuscript.pdf.layout` joins them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from statistics import median

from core.base.records import Rect

Box = tuple[float, float, float, float]
PageLink = tuple[Box, int]
"""Where on a page a link lies, and the page of the same document that it leads to."""
_LEAST_WORDS = 100
_LONG_LINE, _LEAST_NEIGHBOURS = 20, 12  # letters, pairs of lines
_LEAST_UNEVEN, _UNEVEN, _UNEVEN_LINES = 0.1, 0.25, 0.4  # points, times the size, of all pairs
_WIDEST_SPACE = 0.8  # times the size
LEAST_SPACED, _WIDER_THAN_LETTERS = 6, 1.4
_NO_SPACE = 0.1  # times the size
_SMALL_CAPITAL = 0.85  # times the size of capitals
_Style = tuple[str, float, bool, bool, float, float, float, bool]


@dataclass(slots=True)
class TextRun:
    """Characters ``start:end`` of a line that share font, size and baseline."""

    start: int
    end: int
    font: str
    size: float
    bold: bool
    italic: bool
    baseline: float
    y0: float
    y1: float
    pale: bool = False


@dataclass(slots=True)
class Line:
    """Characters on one baseline, with the edges of each; ``size`` and ``font`` are the main run's.

    Box, style and ``letters`` (how many) are measured from the characters and their runs;
    ``order`` is the position in the PDF's own drawing order, ``block`` the paragraph PyMuPDF saw.
    """

    page: int
    text: str
    lefts: list[float]
    rights: list[float]
    runs: list[TextRun]
    order: int = 0
    block: int = 0
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    size: float = 0.0
    font: str = ""
    bold: bool = False
    italic: bool = False
    pale: bool = False
    baseline: float = 0.0
    letters: int = 0

    def __post_init__(self) -> None:
        """Take the box from the characters and the style from the longest run."""
        self.measure()

    def measure(self) -> None:
        """Recompute box and main style after the characters changed."""
        main = max(self.runs, key=lambda run: (run.end - run.start) * run.size)
        self.size, self.font, self.baseline = main.size, main.font, main.baseline
        self.bold, self.italic, self.pale = main.bold, main.italic, main.pale
        self.y0, self.y1 = main.y0, main.y1
        self.x0, self.x1 = min(self.lefts), max(self.rights)
        self.letters = sum(map(str.isalpha, self.text))

    @property
    def width(self) -> float:
        """Distance from the first to the last edge, in points."""
        return self.x1 - self.x0

    def cut(self, start: int, end: int) -> Line:
        """Return characters ``start:end`` as a line of their own."""
        runs = [
            TextRun(max(run.start, start) - start, min(run.end, end) - start, *_style(run))
            for run in self.runs
            if run.start < end and run.end > start
        ]
        return Line(
            self.page,
            self.text[start:end],
            self.lefts[start:end],
            self.rights[start:end],
            runs,
            self.order,
            self.block,
        )


@dataclass(slots=True)
class Page:
    """One page: its lines in drawing order, its pictures and its drawn lines.

    ``stamps`` are the texts that do not run as most of the page does, such as arXiv's in the
    margin. A page whose text stands sideways is turned for reading: ``quarters`` says by how many
    clockwise quarter turns, and :meth:`displayed` leads back. ``rules`` are horizontal
    (left, height, right), ``drawings`` the boxes of all other strokes and fills, ``links`` those
    that lead to a place in the document.
    """

    number: int
    width: float
    height: float
    lines: list[Line] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    stamps: list[str] = field(default_factory=list)
    rules: list[tuple[float, float, float]] = field(default_factory=list)
    drawings: list[Box] = field(default_factory=list)
    links: list[PageLink] = field(default_factory=list)
    quarters: int = 0

    def displayed(self, rect: Rect) -> Rect:
        """Return where a rectangle of the page as read lies on the page as displayed."""
        page, x0, y0, x1, y1 = rect
        if self.quarters == 1:
            return Rect(page, y0, round(self.width - x1, 2), y1, round(self.width - x0, 2))
        if self.quarters == 2:
            x0, x1 = round(self.width - x1, 2), round(self.width - x0, 2)
            return Rect(page, x0, round(self.height - y1, 2), x1, round(self.height - y0, 2))
        if self.quarters == 3:
            return Rect(page, round(self.height - y1, 2), x0, round(self.height - y0, 2), x1)
        return rect


def join(pieces: Sequence[Line]) -> Line:
    """Return the pieces of one baseline as one line, from left to right, a space between each."""
    text = ""
    lefts: list[float] = []
    rights: list[float] = []
    runs: list[TextRun] = []
    for piece in sorted(pieces, key=lambda line: line.x0):
        if text and not text.endswith(" ") and piece.x0 - rights[-1] > 0.12 * piece.size:
            text += " "
            lefts.append(rights[-1])
            rights.append(max(piece.x0, rights[-1]))
            runs[-1].end += 1
        start = len(text)
        runs += [TextRun(run.start + start, run.end + start, *_style(run)) for run in piece.runs]
        text += piece.text
        lefts += piece.lefts
        rights += piece.rights
    first = min(pieces, key=lambda line: line.order)
    return Line(first.page, text, lefts, rights, runs, first.order, first.block)


def join_words(lines: list[Line]) -> list[Line]:
    """Return the lines of a page with their words together, where each word is set by itself."""
    if len(lines) < _LEAST_WORDS or sum(" " in line.text for line in lines) > 0.2 * len(lines):
        return lines
    groups: list[list[Line]] = []
    for line in lines:
        before = groups[-1][-1] if groups else line
        gap = line.x0 - before.x1
        is_next = -0.2 * line.size < gap < _WIDEST_SPACE * line.size
        if groups and is_next and abs(line.baseline - before.baseline) < 0.4 * line.size:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [join(group) if len(group) > 1 else group[0] for group in groups]


def level_sizes(lines: list[Line]) -> list[Line]:
    """Give the lines of each paragraph of text one size on pages where every line has its own.

    The text layer of a scan takes sizes from the boxes of lines: 8.2, 9.7 and 8.5 in a paragraph.
    """
    neighbours = [
        (above, below)
        for above, below in pairwise(lines)
        if above.block == below.block and min(above.letters, below.letters) > _LONG_LINE
    ]
    uneven = sum(
        _LEAST_UNEVEN < abs(above.size - below.size) < _UNEVEN * above.size
        for above, below in neighbours
    )
    if len(neighbours) < _LEAST_NEIGHBOURS or uneven < _UNEVEN_LINES * len(neighbours):
        return lines
    usual = median(line.size for line in lines if line.letters > _LONG_LINE)
    for _, group in groupby(lines, key=lambda line: line.block):
        paragraph = list(group)
        size = median(line.size for line in paragraph)
        if abs(size - usual) < _UNEVEN / 2 * usual:
            size = usual
        elif size > usual:
            continue  # a title and what stands below it may be one paragraph
        for line in paragraph:
            if abs(line.size - size) < _UNEVEN * size:
                times = size / line.size
                for run in line.runs:
                    run.size *= times
                line.measure()
    return lines


def _style(run: TextRun) -> _Style:
    return run.font, run.size, run.bold, run.italic, run.baseline, run.y0, run.y1, run.pale


def find_narrow_spaces(line: Line) -> set[int]:
    """Return the spaces that only part the letters of a word: "A D A  R E E D", "QU É".

    They are far narrower than a space, or as wide as most where nearly every letter stands alone.
    """
    gaps = {
        at: line.lefts[at + 1] - line.rights[at - 1]
        for at in range(1, len(line.text) - 1)
        if line.text[at] == " " and line.text[at - 1].isalpha() and line.text[at + 1].isalpha()
    }
    words = line.text.split()
    widest = _NO_SPACE * line.size
    if sum(len(word) == 1 for word in words) >= max(LEAST_SPACED, 0.7 * len(words)):
        widest = max(widest, _WIDER_THAN_LETTERS * median(gaps.values() or [0.0]))
    return {at for at, gap in gaps.items() if gap < widest}


def find_small_capital_words(line: Line) -> set[int]:
    """Return the capitals behind a gap after small capitals: "ADAREED", whose space is lost."""
    if " " not in line.text:
        return set()
    starts = (run.start for run in line.runs if run.start and run.size > 0.9 * line.size)
    sizes = {at: run.size for run in line.runs for at in range(run.start, run.end)}
    return {
        at
        for at in starts
        if line.text[at - 1 : at + 1].isalpha()
        and line.text[at - 1 : at + 1].isupper()
        and sizes.get(at - 1, 0.0) < _SMALL_CAPITAL * sizes[at]
        and line.lefts[at] - line.rights[at - 1] > _NO_SPACE * sizes[at]
    }


def size_spread(line: Line) -> float:
    """Return how much the type's size changes inside a line: a scan's words are all measured."""
    sizes = [run.size for run in line.runs if re.search(r"[a-z]", line.text[run.start : run.end])]
    fonts = {run.font for run in line.runs}
    return max(sizes) - min(sizes) if len(sizes) > 1 and len(fonts) == 1 else 0.0

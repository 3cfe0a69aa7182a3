"""What stands on a page before anything is understood: lines of characters with their places.

Every character keeps its left and right edge, so that any stretch of text can be traced back to
a rectangle of the displayed page. A line is what one baseline holds between two wide gaps; the
cells of a table row are therefore several lines until :mod:`core.manuscript.layout` joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Run:
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


@dataclass(slots=True)
class Line:
    """Characters on one baseline, with the edges of each; ``size`` and ``font`` are the main run's.

    Box, style and ``letters`` (how many) are measured from the characters and their runs;
    ``order`` is the place in the PDF's own drawing order, ``block`` the paragraph PyMuPDF saw.
    """

    page: int
    text: str
    lefts: list[float]
    rights: list[float]
    runs: list[Run]
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
    baseline: float = 0.0
    letters: int = 0

    def __post_init__(self) -> None:
        """Take the box from the characters and the style from the longest run."""
        self.measure()

    def measure(self) -> None:
        """Recompute box and main style after the characters changed."""
        main = max(self.runs, key=lambda run: (run.end - run.start) * run.size)
        self.size, self.font, self.baseline = main.size, main.font, main.baseline
        self.bold, self.italic = main.bold, main.italic
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
            Run(max(run.start, start) - start, min(run.end, end) - start, *_style(run))
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
    """One page: its lines in drawing order and its pictures, all in displayed points.

    ``stamps`` are the texts that do not run from left to right, such as arXiv's in the margin.
    """

    number: int
    width: float
    height: float
    lines: list[Line] = field(default_factory=list)
    pictures: list[tuple[float, float, float, float]] = field(default_factory=list)
    stamps: list[str] = field(default_factory=list)


def join(pieces: Sequence[Line]) -> Line:
    """Return the pieces of one baseline as one line, from left to right, a space between each."""
    text = ""
    lefts: list[float] = []
    rights: list[float] = []
    runs: list[Run] = []
    for piece in sorted(pieces, key=lambda line: line.x0):
        if text and not text.endswith(" ") and piece.x0 - rights[-1] > 0.12 * piece.size:
            text += " "
            lefts.append(rights[-1])
            rights.append(max(piece.x0, rights[-1]))
            runs[-1].end += 1
        start = len(text)
        runs += [Run(run.start + start, run.end + start, *_style(run)) for run in piece.runs]
        text += piece.text
        lefts += piece.lefts
        rights += piece.rights
    first = min(pieces, key=lambda line: line.order)
    return Line(first.page, text, lefts, rights, runs, first.order, first.block)


def _style(run: Run) -> tuple[str, float, bool, bool, float, float, float]:
    return run.font, run.size, run.bold, run.italic, run.baseline, run.y0, run.y1

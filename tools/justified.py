"""Justified paragraphs, broken into lines as TeX does it: over the paragraph as a whole.

ReportLab's own paragraph fills one line after the other and loses spaces where a word with soft
hyphens meets another font. This one chooses all breaks of a paragraph together, so that the
spaces are as even as the text allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

SOFT_HYPHEN = "\u00ad"
# At a soft hyphen, after a hyphen between letters, and after a slash.
BREAKS = f"({SOFT_HYPHEN})|(?<=[a-z]-)(?=[A-Za-z])|(?<=/)"
HYPHEN_COST = 60.0
LONELY_WORD_COST = 1e9
SHRINK, STRETCH = 0.22, 0.5  # by how much of a space a line may tighten, or loosen without cost


@dataclass(frozen=True, slots=True)
class Style:
    """How a paragraph is set; lengths in points."""

    font: str
    size: float
    leading: float
    first_indent: float = 0.0
    left_indent: float = 0.0
    right: float = 0.0
    before: float = 0.0
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class Piece:
    """Letters that stay together. A new word begins where ``space`` holds."""

    text: str
    font: str
    width: float
    space: bool
    hyphen: bool  # a break after it adds a hyphen
    breakable: bool  # a line may end after it


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces ``start`` to ``end`` of a paragraph; ``space`` is the width of its spaces."""

    start: int
    end: int
    space: float


def cut(text: str, style: Style) -> list[Piece]:
    """Cut ``text``, in which ``*`` switches italics, into pieces."""
    pieces: list[Piece] = []
    italic = False
    pending_space = False
    for token in re.findall(r"\*|[ ]|[^* ]+", text):
        if token == "*":
            italic = not italic
        elif token == " ":
            pending_space = True
        else:
            font = f"{style.font}-Italic" if italic else style.font
            pieces += _cut_word(token, font, style.size, space=pending_space and bool(pieces))
            pending_space = False
    return _mark_ends(pieces)


def _cut_word(word: str, font: str, size: float, *, space: bool) -> Iterator[Piece]:
    parts = [
        part for part in re.split(f"({SOFT_HYPHEN})|(?<=[a-z]-)(?=[A-Za-z])|(?<=/)", word) if part
    ]
    for position, part in enumerate(parts):
        if part == SOFT_HYPHEN:
            continue
        hyphen = parts[position + 1 : position + 2] == [SOFT_HYPHEN]
        last = position == len(parts) - 1
        yield Piece(
            part, font, stringWidth(part, font, size), space and not position, hyphen, not last
        )


def _mark_ends(pieces: list[Piece]) -> list[Piece]:
    """Let a line end before each space but that of a citation marker."""
    ends = [*(piece.space and not piece.text.startswith("[") for piece in pieces), True][1:]
    return [
        replace(piece, breakable=piece.breakable or end)
        for piece, end in zip(pieces, ends, strict=True)
    ]


class Breaker:
    """Finds the breaks of least total cost for pieces of given widths."""

    def __init__(self, pieces: Sequence[Piece], style: Style, width: float) -> None:
        self._pieces = pieces
        self._first = width - style.first_indent
        self._width = width
        self._space = stringWidth(" ", style.font, style.size)
        self._hyphen = stringWidth("-", style.font, style.size)

    def lines(self) -> list[Line]:
        """Return the lines; a paragraph that cannot be set well is set with wide spaces."""
        count = len(self._pieces)
        best: list[tuple[float, Line | None]] = [(0.0, None)]
        best += [(float("inf"), None)] * count
        for start in range(count):
            if best[start][0] == float("inf"):
                continue
            for line, cost in self._break_lines(start):
                total = best[start][0] + cost
                if total < best[line.end][0]:
                    best[line.end] = (total, line)
        return self._trace(best)

    def _trace(self, best: list[tuple[float, Line | None]]) -> list[Line]:
        lines: list[Line] = []
        end = len(self._pieces)
        while line := best[end][1]:
            lines.append(line)
            end = line.start
        return lines[::-1]

    def _break_lines(self, start: int) -> Iterator[tuple[Line, float]]:
        room = self._width if start else self._first
        natural, spaces = 0.0, 0
        for end in range(start, len(self._pieces)):
            piece = self._pieces[end]
            if piece.space and end > start:
                spaces += 1
            natural += piece.width
            if natural + spaces * self._space * (1 - SHRINK) > room:
                if end == start:  # wider than the column: it stands alone
                    yield Line(start, end + 1, self._space), LONELY_WORD_COST
                return
            if piece.breakable:
                yield self._rate(start, end + 1, spaces, room - natural)

    def _rate(self, start: int, end: int, spaces: int, rest: float) -> tuple[Line, float]:
        if end == len(self._pieces):
            space = min(self._space, rest / spaces) if spaces else self._space
            return Line(start, end, space), 0.0
        hyphen = self._pieces[end - 1].hyphen
        rest -= self._hyphen if hyphen else 0.0
        if not spaces:
            return Line(start, end, self._space), LONELY_WORD_COST
        space = rest / spaces
        ratio = (space / self._space - 1) / (STRETCH if space > self._space else SHRINK)
        overfull = 1e6 if ratio < -1 else 0.0
        cost = (10 + 100 * abs(ratio) ** 3 + (HYPHEN_COST if hyphen else 0.0)) ** 2
        return Line(start, end, space), cost + overfull


class Justified(Flowable):
    """A paragraph with even spaces. It may be split between columns, never after one line."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        style: Style,
        *,
        label: str = "",
        lines: Sequence[Line] | None = None,
    ) -> None:
        super().__init__()
        self._pieces = pieces
        self._style = style
        self._label = label
        self._lines = lines

    def wrap(self, width: float, height: float) -> tuple[float, float]:  # noqa: ARG002 - ReportLab's
        """Return the size in a column of ``width``."""
        self.width, self.height = width, len(self._broken(width)) * self._style.leading
        return self.width, self.height

    def _broken(self, width: float) -> Sequence[Line]:
        """Break the lines at the first call; all columns are equally wide."""
        if self._lines is None:
            room = width - self._style.left_indent - self._style.right
            self._lines = Breaker(self._pieces, self._style, room).lines()
        return self._lines

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the lines that fit and the rest, at least two lines on either side."""
        lines = self._broken(width)
        fit = min(int(height / self._style.leading), len(lines) - 2)
        if fit < 2:
            return []
        return [self._part(lines[:fit], self._label), self._part(lines[fit:], "")]

    def _part(self, lines: Sequence[Line], label: str) -> Justified:
        return Justified(self._pieces, self._style, label=label, lines=lines)

    def getSpaceBefore(self) -> float:  # noqa: N802 - ReportLab's name
        """Return the space above."""
        return self._style.before

    def getSpaceAfter(self) -> float:  # noqa: N802 - ReportLab's name
        """Return the space below."""
        return self._style.after

    def draw(self) -> None:
        """Draw the label and the lines."""
        style = self._style
        top = self.height - style.size * 0.93
        if self._label:
            self.canv.setFont(style.font, style.size)
            self.canv.drawString(0, top, self._label)
        for number, line in enumerate(self._broken(self.width)):
            indent = style.left_indent + (0.0 if line.start else style.first_indent)
            self._draw_line(line, indent, top - number * style.leading)

    def _draw_line(self, line: Line, left_edge: float, base: float) -> None:
        text = self.canv.beginText(left_edge, base)
        text.setWordSpace(line.space - stringWidth(" ", self._style.font, self._style.size))
        for font, letters in self._runs(line):
            text.setFont(font, self._style.size)
            text.textOut(letters)
        self.canv.drawText(text)

    def _runs(self, line: Line) -> Iterator[tuple[str, str]]:
        """Yield the line as stretches of one font; its spaces belong to the font before them."""
        font, letters = "", ""
        for number in range(line.start, line.end):
            piece = self._pieces[number]
            if piece.space and number > line.start:
                letters += " "
            if piece.font != font:
                if letters:
                    yield font, letters
                font, letters = piece.font, ""
            letters += piece.text
        yield font, letters + ("-" if self._pieces[line.end - 1].hyphen else "")

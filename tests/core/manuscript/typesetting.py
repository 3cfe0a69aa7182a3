"""A small press: sets text of our own in columns, justified and divided, as papers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

ROMAN, BOLD, ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"
BREAK = "|"  # where a word may be divided; never printed


@dataclass(frozen=True)
class Style:
    """How a block is set. ``hang`` indents all lines but the first, ``indent`` the first."""

    font: str = ROMAN
    size: float = 10.0
    leading: float = 12.0
    above: float = 0.0
    indent: float = 0.0
    hang: float = 0.0
    justify: bool = True


TEXT = Style(indent=12.0)
FIRST = Style()
HEADING = Style(font=BOLD, size=12.0, leading=14.0, above=12.0, justify=False)
SUBHEADING = Style(font=BOLD, size=10.0, leading=12.0, above=9.0, justify=False)
ABSTRACT = Style(size=9.0, leading=11.0)
CAPTION = Style(size=9.0, leading=11.0, above=10.0)
ENTRY = Style(size=9.0, leading=11.0, above=4.0, hang=12.0)


def wrap(text: str, style: Style, width: float) -> list[str]:
    """Return the lines of a paragraph, words divided where they say they may be."""
    lines: list[str] = []
    line = ""
    room = width - style.indent
    for word in text.split():
        pieces = word.split(BREAK)
        joined = f"{line} {''.join(pieces)}".strip()
        if stringWidth(joined, style.font, style.size) <= room:
            line = joined
            continue
        for cut in range(len(pieces) - 1, 0, -1):
            first = f"{line} {''.join(pieces[:cut])}".strip() + "-"
            if stringWidth(first, style.font, style.size) <= room:
                lines.append(first)
                line = "".join(pieces[cut:])
                break
        else:
            lines.append(line)
            line = "".join(pieces)
        room = width - style.hang
    return [*lines, line]


class Press:
    """Fills columns from left to right and page by page; distances count from the top."""

    def __init__(
        self,
        path: Path,
        columns: Sequence[tuple[float, float]] = ((54.0, 558.0),),
        *,
        top: float = 80.0,
        bottom: float = 720.0,
        size: tuple[float, float] = (612.0, 792.0),
    ) -> None:
        self.canvas = Canvas(str(path), pagesize=size)
        self.path = path
        self.height = size[1]
        self.columns = list(columns)
        self.top, self.bottom = top, bottom
        self.column, self.y = 0, top
        self.page = 1
        self.heads: list[tuple[float, float, str]] = []

    def put(self, x: float, y: float, text: str, font: str = ROMAN, size: float = 10.0) -> float:
        """Print text at a place and return where it ends."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.height - y, text)
        return x + stringWidth(text, font, size)

    def run(self, x: float, y: float, parts: Sequence[tuple[str, float, float]]) -> None:
        """Print pieces in one row, each with its size and how far it is raised."""
        for text, size, raised in parts:
            x = self.put(x, y - raised, text, ROMAN, size)

    def add(self, text: str, style: Style = TEXT) -> None:
        """Add a paragraph to the flow."""
        x0, x1 = self.columns[self.column]
        if self.y > self.top:
            self.y += style.above
        lines = wrap(text, style, x1 - x0)
        for number, line in enumerate(lines):
            if self.y > self.bottom:
                self.next_column()
                x0, x1 = self.columns[self.column]
            shift = style.indent if number == 0 else style.hang
            last = number == len(lines) - 1
            self._line(x0 + shift, x1, line, style, justify=style.justify and not last)
            self.y += style.leading

    def next_column(self) -> None:
        """Go on at the top of the next column, or of the next page."""
        self.column += 1
        if self.column == len(self.columns):
            self.next_page()
        self.y = self.top

    def next_page(self) -> None:
        """Finish a page."""
        self._print_heads()
        self.canvas.showPage()
        self.page += 1
        self.column, self.y = 0, self.top

    def save(self) -> Path:
        """Write the file."""
        self._print_heads()
        self.canvas.showPage()
        self.canvas.save()
        return self.path

    def _print_heads(self) -> None:
        for x, y, text in self.heads:
            self.put(x, y, text.replace("#", str(self.page)), ROMAN, 9.0)

    def _line(self, x: float, x1: float, text: str, style: Style, *, justify: bool) -> None:
        row = self.canvas.beginText(x, self.height - self.y)
        row.setFont(style.font, style.size)
        gaps = text.count(" ")
        room = x1 - x - stringWidth(text, style.font, style.size)
        row.setWordSpace(room / gaps if justify and gaps else 0.0)
        row.textOut(text)
        row.setWordSpace(0)
        self.canvas.drawText(row)

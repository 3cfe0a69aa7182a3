"""The figure, the table and the formula of the sample manuscript."""

from __future__ import annotations

from reportlab.lib.colors import black
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from tools.sample_style import COLUMN, RAGGED


class Pipeline(Flowable):
    """Figure 1: four boxes in a row, joined by arrows, each with what it works on below."""

    STEPS = (
        ("Read", "sentences,", "markers"),
        ("Ask", "sentence to", "manuscript"),
        ("Find", "words and", "vectors"),
        ("Rank", "papers, sets,", "gaps"),
    )
    BOX_WIDTH, BOX_HEIGHT, ROW = 44.0, 19.0, 46.0

    def __init__(self) -> None:
        super().__init__()
        self.width, self.height = COLUMN, self.ROW

    def draw(self) -> None:
        """Draw the boxes and the arrows between them."""
        gap = (COLUMN - len(self.STEPS) * self.BOX_WIDTH) / (len(self.STEPS) - 1)
        bottom = self.ROW - self.BOX_HEIGHT
        middle = bottom + self.BOX_HEIGHT / 2
        self.canv.setLineWidth(0.6)
        for position, (name, *below) in enumerate(self.STEPS):
            left_edge = position * (self.BOX_WIDTH + gap)
            centre = left_edge + self.BOX_WIDTH / 2
            self.canv.roundRect(left_edge, bottom, self.BOX_WIDTH, self.BOX_HEIGHT, 3)
            self.canv.setFont("Helvetica-Bold", 8)
            self.canv.drawCentredString(centre, middle - 3, name)
            self.canv.setFont("Helvetica", 6.8)
            for line, text in enumerate(below):
                self.canv.drawCentredString(centre, bottom - 9 - 8 * line, text)
            if position:
                self._arrow(left_edge - gap + 2, left_edge - 2, middle)

    def _arrow(self, start: float, end: float, height: float) -> None:
        self.canv.line(start, height, end - 3, height)
        head = self.canv.beginPath()
        head.moveTo(end, height)
        head.lineTo(end - 4.5, height + 2)
        head.lineTo(end - 4.5, height - 2)
        head.close()
        self.canv.drawPath(head, stroke=0, fill=1)


class Formula(Flowable):
    """The multi-positive triplet loss, centred, with its number at the right margin."""

    PIECES = (
        ("Serif-Italic", 10, 0, "L"),
        ("Serif", 10, 0, " = "),
        ("Symbol", 15, -2, "\u03a3"),
        ("Serif-Italic", 7, -5, " p"),
        ("Symbol", 7, -5, "\u2208"),
        ("Serif-Italic", 7, -5, "P"),
        ("Serif", 10, 0, "  max (0, "),
        ("Serif-Italic", 10, 0, "d"),
        ("Serif", 10, 0, "("),
        ("Serif-Italic", 10, 0, "q, p"),
        ("Serif", 10, 0, ") "),
        ("Symbol", 10, 0, "\u2212"),
        ("Serif-Italic", 10, 0, " d"),
        ("Serif", 10, 0, "("),
        ("Serif-Italic", 10, 0, "q, n"),
        ("Serif", 10, 0, ") + "),
        ("Serif-Italic", 10, 0, "m"),
        ("Serif", 10, 0, ")"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.width, self.height = COLUMN, 24.0

    def draw(self) -> None:
        """Draw the pieces one after the other."""
        widths = [pdfmetrics.stringWidth(text, font, size) for font, size, _, text in self.PIECES]
        left_edge, base = (COLUMN - sum(widths)) / 2, 9.0
        for (font, size, rise, text), width in zip(self.PIECES, widths, strict=True):
            self.canv.setFont(font, size)
            self.canv.drawString(left_edge, base + rise, text)
            left_edge += width
        self.canv.setFont("Serif", 10)
        self.canv.drawRightString(COLUMN, base, "(1)")


FIGURE_CAPTION = (
    "Figure 1: The four steps of the design. The manuscript is read once; the other steps are "
    "repeated for every sentence the author asks about."
)
TABLE_CAPTION = "Table 1: Signals that a local ranker can use, and where each of them is weak."
SIGNALS = (
    ("Signal", "What it shows", "Weak where"),
    ("Keyword score", "rare terms in common", "wording differs"),
    ("Sentence vector", "same claim", "sentence is short"),
    ("Context vector", "same topic", "topic is broad"),
    ("Co-citation", "usually cited together", "paper is new"),
    ("Citing contexts", "how others describe it", "library is small"),
)


def make_table() -> Table:
    """Return Table 1 with the three rules of a book table."""
    rows = [[Paragraph(cell, RAGGED["cell"]) for cell in row] for row in SIGNALS]
    rules = [("LINEABOVE", (0, 0), (-1, 0), 0.8), ("LINEBELOW", (0, 0), (-1, 0), 0.4)]
    rules.append(("LINEBELOW", (0, -1), (-1, -1), 0.8))
    table = Table(rows, colWidths=[COLUMN * share for share in (0.3, 0.38, 0.32)])
    table.setStyle(
        TableStyle(
            [(*rule, black) for rule in rules]
            + [("TOPPADDING", (0, 0), (-1, -1), 1.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
            + [("LEFTPADDING", (0, 0), (-1, -1), 2), ("RIGHTPADDING", (0, 0), (-1, -1), 2)]
        )
    )
    return table

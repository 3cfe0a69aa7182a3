"""Typeset ``resources/sample/manuscript.pdf`` from its source.

The result looks like a paper as authors have it: two columns, justified lines with hyphens at
their ends, ligatures, running heads, a figure, a table and a displayed formula, so that what the
reader recovers from it is what it must recover from any other paper. The fonts are the Times and
Helvetica that every PDF viewer brings. Equal sources give equal files: no time, no random id.

Run it with ``python -m tools.build_sample_manuscript``.
"""

from __future__ import annotations

import argparse
import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.colors import Color, black
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.rl_codecs import RL_Codecs
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

SAMPLE = Path(__file__).resolve().parents[1] / "resources" / "sample"
SOURCE = SAMPLE / "manuscript" / "manuscript.md"
HYPHENATION = SAMPLE / "manuscript" / "hyphenation.txt"
TARGET = SAMPLE / "manuscript.pdf"

PAGE_WIDTH, PAGE_HEIGHT = A4
SIDE, TOP, BOTTOM, GUTTER = 54.0, 60.0, 62.0, 18.0
COLUMN = (PAGE_WIDTH - 2 * SIDE - GUTTER) / 2
TITLE_HEIGHT = 104.0
GREY = Color(0.35, 0.35, 0.35)

LIGATURES = {"fi": "\ufb01", "fl": "\ufb02"}
# WinAnsi leaves these codes free; Times has the glyphs.
EXTRA_GLYPHS = {
    0x81: ("fi", "\ufb01"),
    0x8D: ("fl", "\ufb02"),
    0x8F: ("Lslash", "Ł"),
    0x90: ("lslash", "ł"),
}
ENCODING = "SampleEncoding"
FACES = {  # in the order of registerFontFamily: normal, bold, italic, both
    "Serif": "Times-Roman",
    "Serif-Bold": "Times-Bold",
    "Serif-Italic": "Times-Italic",
    "Serif-BoldItalic": "Times-BoldItalic",
}


# --- the source -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """One line of the source.

    ``kind`` is title, by, from, heading, subheading, directive, reference or paragraph.
    """

    kind: str
    text: str


PREFIXES = (
    ("# ", "title"),
    ("## ", "heading"),
    ("### ", "subheading"),
    ("By: ", "by"),
    ("From: ", "from"),
    ("!", "directive"),
)


def read_blocks(source: Path) -> list[Block]:
    """Return the blocks of a source in which each paragraph is one line."""
    blocks = []
    in_references = False
    for line in source.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        kind, text = next(
            (
                (kind, line.removeprefix(prefix))
                for prefix, kind in PREFIXES
                if line.startswith(prefix)
            ),
            ("reference" if in_references else "paragraph", line),
        )
        in_references = in_references or (kind == "heading" and text == "References")
        blocks.append(Block(kind, text))
    return blocks


def read_hyphenation(path: Path) -> dict[str, str]:
    """Return the words of a hyphenation list with soft hyphens where they may be broken."""
    words = path.read_text(encoding="utf-8").split()
    return {word.replace("-", "").lower(): word.replace("-", "\u00ad") for word in words}


class Markup:
    """Turns a line of the source into what a ``Paragraph`` reads."""

    def __init__(self, hyphenation: Mapping[str, str]) -> None:
        self._hyphenation = hyphenation

    def convert(self, text: str) -> str:
        """Return ``text`` with italics, soft hyphens and ligatures."""
        text = re.sub(r"[A-Za-z]{6,}", self._break_word, text)
        for letters, ligature in LIGATURES.items():
            text = text.replace(letters, ligature)
        text = html.escape(text, quote=False).replace("'", "\u2019")
        return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)

    def _break_word(self, match: re.Match[str]) -> str:
        word = match[0]
        broken = self._hyphenation.get(word.lower())
        if broken is None:
            return word
        letters = iter(word)
        return "".join(part if part == "\u00ad" else next(letters) for part in broken)


# --- styles -----------------------------------------------------------------------------------


def register_fonts() -> None:
    """Make the Times faces known under an encoding that has ligatures and Polish letters."""
    encoding = pdfmetrics.Encoding(ENCODING, "WinAnsiEncoding")
    # Latin-1 and the rest of WinAnsi as Python's codec has them, then the extra glyphs.
    to_unicode = {
        code: bytes([code]).decode("cp1252")
        for code in range(32, 256)
        if code not in EXTRA_GLYPHS and code != 0x9D
    }
    for code, (glyph, letter) in EXTRA_GLYPHS.items():
        encoding[code] = glyph
        to_unicode[code] = letter
    pdfmetrics.registerEncoding(encoding)
    RL_Codecs.add_dynamic_codec(
        ENCODING,
        {ord(letter): code for code, letter in to_unicode.items()},
        {code: ord(letter) for code, letter in to_unicode.items()},
    )
    for name, face in FACES.items():
        pdfmetrics.registerFont(pdfmetrics.Font(name, face, ENCODING))
    pdfmetrics.registerFontFamily("Serif", *FACES)


def make_styles() -> dict[str, ParagraphStyle]:
    """Return the paragraph styles by the kind of block they set."""
    body = ParagraphStyle(
        "body",
        fontName="Serif",
        fontSize=9.8,
        leading=11.7,
        alignment=TA_JUSTIFY,
        allowWidows=0,
        allowOrphans=0,
        embeddedHyphenation=1,
    )

    def style(name: str, **changes: str | float) -> ParagraphStyle:
        return ParagraphStyle(name, parent=body, **changes)

    centred = {"alignment": TA_CENTER}
    bold = {"fontName": "Serif-Bold", "alignment": 0}
    return {
        "first": body,
        "paragraph": style("paragraph", firstLineIndent=10),
        "title": style("title", fontName="Serif-Bold", fontSize=17, leading=21, **centred),
        "by": style("by", fontSize=12, leading=15, spaceBefore=10, **centred),
        "from": style("from", fontName="Serif-Italic", fontSize=10, leading=13, **centred),
        "heading": style("heading", fontSize=12, leading=14, spaceBefore=9, spaceAfter=4, **bold),
        "subheading": style(
            "subheading", fontSize=10.4, leading=12.5, spaceBefore=7, spaceAfter=3, **bold
        ),
        "abstract": style("abstract", fontSize=9, leading=10.8, leftIndent=12, rightIndent=12),
        "abstract heading": style(
            "abstract heading",
            fontName="Serif-Bold",
            fontSize=11,
            leading=13,
            spaceAfter=4,
            **centred,
        ),
        "caption": style("caption", fontSize=8.6, leading=10.2, spaceBefore=4),
        "cell": style("cell", fontSize=8.4, leading=9.8, alignment=0),
        "reference": style(
            "reference",
            fontSize=8.5,
            leading=9.9,
            leftIndent=18,
            spaceAfter=2,
            bulletFontName="Serif",
            bulletFontSize=8.5,
        ),
    }


# --- figure, table, formula -------------------------------------------------------------------


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
            left = position * (self.BOX_WIDTH + gap)
            centre = left + self.BOX_WIDTH / 2
            self.canv.roundRect(left, bottom, self.BOX_WIDTH, self.BOX_HEIGHT, 3)
            self.canv.setFont("Helvetica-Bold", 8)
            self.canv.drawCentredString(centre, middle - 3, name)
            self.canv.setFont("Helvetica", 6.8)
            for line, text in enumerate(below):
                self.canv.drawCentredString(centre, bottom - 9 - 8 * line, text)
            if position:
                self._arrow(left - gap + 2, left - 2, middle)

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
        left, base = (COLUMN - sum(widths)) / 2, 9.0
        for (font, size, rise, text), width in zip(self.PIECES, widths, strict=True):
            self.canv.setFont(font, size)
            self.canv.drawString(left, base + rise, text)
            left += width
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


def make_table(styles: Mapping[str, ParagraphStyle], markup: Markup) -> Table:
    """Return Table 1 with the three rules of a book table."""
    rows = [[Paragraph(markup.convert(cell), styles["cell"]) for cell in row] for row in SIGNALS]
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


# --- the document -----------------------------------------------------------------------------


class Typesetter:
    """Turns blocks into flowables."""

    def __init__(self, markup: Markup) -> None:
        self._markup = markup
        self._styles = make_styles()
        self._section = ""
        self._no_indent = False

    def flow(self, blocks: list[Block]) -> Iterator[Flowable]:
        """Yield the flowables of the whole paper in order."""
        yield NextPageTemplate("later")
        for block in blocks:
            if block.kind == "heading" and not self._section:
                yield FrameBreak()
            yield from self._set(block)
            if block.kind in {"heading", "subheading"}:
                self._section = block.text if block.kind == "heading" else self._section
                self._no_indent = True
            else:
                self._no_indent = block.text == "equation loss"

    def _set(self, block: Block) -> Iterator[Flowable]:
        if block.kind == "directive":
            yield from self._directive(block.text)
        elif block.kind == "reference":
            label, _, text = block.text.partition(" ")
            yield Paragraph(self._markup.convert(text), self._styles["reference"], bulletText=label)
        else:
            if block.kind in {"heading", "subheading"}:
                yield CondPageBreak(48)
            text = re.sub(r"^([\d.]+) ", "\\1\u00a0\u00a0", block.text)
            yield Paragraph(self._markup.convert(text), self._styles[self._style(block)])

    def _style(self, block: Block) -> str:
        if block.kind == "heading" and block.text == "Abstract":
            return "abstract heading"
        if block.kind == "paragraph" and self._section == "Abstract":
            return "abstract"
        if block.kind == "paragraph" and self._no_indent:
            return "first"
        return block.kind

    def _directive(self, name: str) -> Iterator[Flowable]:
        makers: dict[str, Callable[[], list[Flowable]]] = {
            "figure pipeline": lambda: [Spacer(0, 8), Pipeline(), self._caption(FIGURE_CAPTION)],
            "table signals": lambda: [
                Spacer(0, 8),
                make_table(self._styles, self._markup),
                self._caption(TABLE_CAPTION),
            ],
            "equation loss": lambda: [Formula()],
        }
        yield KeepTogether([*makers[name](), Spacer(0, 8 if name != "equation loss" else 2)])

    def _caption(self, text: str) -> Paragraph:
        return Paragraph(self._markup.convert(text), self._styles["caption"])


def column_frames(height: float, name: str) -> list[Frame]:
    """Return the two columns of a page whose text is ``height`` high."""
    none = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
    return [
        Frame(
            SIDE + number * (COLUMN + GUTTER), BOTTOM, COLUMN, height, id=f"{name}{number}", **none
        )
        for number in range(2)
    ]


def draw_foot(canvas: Canvas, document: BaseDocTemplate) -> None:
    """Draw the page number."""
    canvas.setFont("Serif", 9)
    canvas.drawCentredString(PAGE_WIDTH / 2, BOTTOM - 28, str(document.page))


def draw_running_head(canvas: Canvas, document: BaseDocTemplate) -> None:
    """Draw head and foot of the pages after the first."""
    canvas.saveState()
    canvas.setFillColor(GREY)
    canvas.setFont("Serif-Italic", 8.5)
    canvas.drawString(SIDE, PAGE_HEIGHT - TOP + 18, "The Cocite authors")
    canvas.drawRightString(
        PAGE_WIDTH - SIDE, PAGE_HEIGHT - TOP + 18, "What Should This Sentence Cite?"
    )
    canvas.restoreState()
    draw_foot(canvas, document)


def build(source: Path, hyphenation: Path, target: Path) -> None:
    """Write the PDF of ``source`` to ``target``."""
    register_fonts()
    blocks = read_blocks(source)
    text_height = PAGE_HEIGHT - TOP - BOTTOM
    title = Frame(
        SIDE, PAGE_HEIGHT - TOP - TITLE_HEIGHT, PAGE_WIDTH - 2 * SIDE, TITLE_HEIGHT, id="title"
    )
    document = BaseDocTemplate(
        str(target),
        pagesize=A4,
        title=next(block.text for block in blocks if block.kind == "title"),
        author=next(block.text for block in blocks if block.kind == "by"),
        invariant=1,
        pageCompression=1,
        pageTemplates=[
            PageTemplate(
                "first", [title, *column_frames(text_height - TITLE_HEIGHT, "a")], draw_foot
            ),
            PageTemplate("later", column_frames(text_height, "b"), draw_running_head),
        ],
    )
    document.build(list(Typesetter(Markup(read_hyphenation(hyphenation))).flow(blocks)))


def main() -> None:
    """Build the sample manuscript, or another source given by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=SOURCE)
    parser.add_argument("--target", type=Path, default=TARGET)
    arguments = parser.parse_args()
    build(arguments.source, HYPHENATION, arguments.target)


if __name__ == "__main__":
    main()

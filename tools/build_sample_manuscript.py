"""Typeset ``resources/sample/manuscript.pdf`` from its source.

The result looks like a paper as authors have it: two columns, justified lines with hyphens at
their ends, ligatures, running heads, a figure, a table and a displayed formula, so that what the
reader recovers from it is what it must recover from any other paper. The fonts are the Times and
Helvetica that every PDF viewer brings. Equal sources give equal files: no time, no random id.

Run it with ``python -m tools.build_sample_manuscript``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.pagesizes import A4
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
)

from tools.justified import Justified, cut
from tools.sample_figures import FIGURE_CAPTION, TABLE_CAPTION, Formula, Pipeline, make_table
from tools.sample_style import (
    BOTTOM,
    COLUMN,
    GREY,
    GUTTER,
    JUSTIFIED,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    RAGGED,
    SIDE,
    TITLE_HEIGHT,
    TOP,
    register_fonts,
)

SAMPLE = Path(__file__).resolve().parents[1] / "resources" / "sample"
SOURCE = SAMPLE / "manuscript" / "manuscript.md"
HYPHENATION = SAMPLE / "manuscript" / "hyphenation.txt"
TARGET = SAMPLE / "manuscript.pdf"

LIGATURES = {"fi": "\ufb01", "fl": "\ufb02"}

# --- reading the source of the manuscript -----------------------------------------------------


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
    """Return the words of a list with soft hyphens where a line may end.

    As in TeX at least two letters stay behind and three go to the next line.
    """
    words = path.read_text(encoding="utf-8").lower().split()
    allowed = (re.sub(r"(?<!\w\w)-|-(?=\w{1,2}$)", "", word) for word in words)
    return {word.replace("-", ""): word.replace("-", "\u00ad") for word in allowed}


class Markup:
    """Turns a line of the source into what a ``Justified`` reads."""

    def __init__(self, hyphenation: Mapping[str, str]) -> None:
        self._hyphenation = hyphenation

    def convert(self, text: str) -> str:
        """Return ``text`` with soft hyphens, ligatures and curly apostrophes."""
        text = re.sub(r"[A-Za-z]{6,}", self._break_word, text)
        for letters, ligature in LIGATURES.items():
            text = text.replace(letters, ligature)
        return text.replace("'", "\u2019")

    def _break_word(self, match: re.Match[str]) -> str:
        word = match[0]
        broken = self._hyphenation.get(word.lower())
        if broken is None:
            return word
        letters = iter(word)
        return "".join(part if part == "\u00ad" else next(letters) for part in broken)


# --- typesetting the document -----------------------------------------------------------------


class Typesetter:
    """Turns blocks into flowables."""

    def __init__(self, markup: Markup) -> None:
        self._markup = markup
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
            yield self._justified(text, "reference", label)
        elif block.kind == "paragraph":
            yield self._justified(block.text, self._style(block))
        else:
            if block.kind in {"heading", "subheading"}:
                yield CondPageBreak(48)
            text = re.sub(r"^([\d.]+) ", "\\1\u00a0\u00a0", block.text)
            yield Paragraph(text, RAGGED[self._style(block)])

    def _style(self, block: Block) -> str:
        if block.kind == "heading" and block.text == "Abstract":
            return "abstract heading"
        if block.kind == "paragraph" and self._section == "Abstract":
            return "abstract"
        if block.kind == "paragraph" and self._no_indent:
            return "first"
        return block.kind

    def _directive(self, name: str) -> Iterator[Flowable]:
        if name == "equation loss":
            parts = [Formula()]
        elif name == "figure pipeline":
            parts = [Spacer(0, 8), Pipeline(), self._justified(FIGURE_CAPTION, "caption")]
        else:
            parts = [Spacer(0, 8), make_table(), self._justified(TABLE_CAPTION, "caption")]
        yield KeepTogether([*parts, Spacer(0, 2 if name == "equation loss" else 8)])

    def _justified(self, text: str, name: str, label: str = "") -> Justified:
        style = JUSTIFIED[name]
        return Justified(cut(self._markup.convert(text), style), style, label=label)


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

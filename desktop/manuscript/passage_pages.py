"""A typed passage set as pages, so that it is read, clicked and marked like a manuscript."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextLine, QTextOption
from typing_extensions import override

from core.base.records import Rect, Sentence
from desktop.pages.source import PageSource
from desktop.ui.theme import LIGHT as INK
from desktop.ui.wrapping import utf16_length

WIDTH, HEIGHT, MARGIN = 460.0, 620.0, 44.0
LEADING = 1.45
SIZE = 12


@dataclass(frozen=True, slots=True)
class SetPassage:
    """Sentences with the rectangles they were set in, and the lines of each page."""

    sentences: tuple[Sentence, ...]
    layouts: tuple[QTextLayout, ...]  # they own the lines
    pages: tuple[tuple[SetLine, ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line where it is set: the page, and its upper edge there."""

    page: int
    top: float
    line: QTextLine


def set_passage(sentences: Sequence[Sentence]) -> SetPassage:
    """Set sentences one after another; positions are in points of the pages made.

    A long passage takes a while: call it on a worker thread.
    """
    text, starts = joined(sentences)
    length = utf16_length(text)
    layout = QTextLayout(text, text_font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines = _break(layout)
    rects: list[list[Rect]] = [[] for _ in sentences]
    for placed in lines:
        note_rects(placed, starts, rects, length)
    pages = max((placed.page for placed in lines), default=0) + 1
    bottom = max((p.top + _step(layout) for p in lines), default=0.0) + MARGIN
    height = HEIGHT if pages > 1 else min(HEIGHT, max(bottom, 160.0))
    placed_sentences = tuple(
        replace(
            sentence,
            rects=tuple(sentence_rects),
            page=sentence_rects[0].page if sentence_rects else 0,
        )
        for sentence, sentence_rects in zip(sentences, rects, strict=True)
    )
    by_page = tuple(tuple(p for p in lines if p.page == page) for page in range(pages))
    return SetPassage(placed_sentences, (layout,), by_page, height)


class PassagePages(PageSource):
    """Pages of text, painted afresh each time: a passage is short."""

    most_fitting_zoom = 1.4

    def __init__(self, passage: SetPassage) -> None:
        super().__init__([QSizeF(WIDTH, passage.height)] * len(passage.pages))
        self._passage = passage

    @override
    def paint(self, painter: QPainter, page: int, target: QRectF) -> None:
        painter.save()
        painter.translate(target.topLeft())
        scale = target.width() / WIDTH
        painter.scale(scale, scale)
        painter.setPen(INK.text)
        for placed in self._passage.pages[page]:
            placed.line.draw(painter, QPointF(MARGIN, placed.top))
        painter.restore()


def text_font() -> QFont:
    """Return the letters of running text."""
    font = QFont("Nimbus Roman")
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setPixelSize(SIZE)  # the page is measured in points, one pixel each before scaling
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def joined(sentences: Sequence[Sentence]) -> tuple[str, list[int]]:
    """Return sentences as one text, and where in it each begins as Qt counts."""
    starts: list[int] = []
    words: list[str] = []
    position = 0
    for sentence in sentences:
        words.append(" ".join(sentence.text.split()))
        starts.append(position)
        position += utf16_length(words[-1]) + 1
    return " ".join(words), starts


def _step(layout: QTextLayout) -> float:
    return layout.font().pixelSize() * LEADING


def _break(layout: QTextLayout) -> list[SetLine]:
    lines: list[SetLine] = []
    page, top = 0, MARGIN
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(WIDTH - 2 * MARGIN)
        if top + _step(layout) > HEIGHT - MARGIN:
            page, top = page + 1, MARGIN
        lines.append(SetLine(page, top, line))
        top += _step(layout)
    layout.endLayout()
    return lines


def note_rects(
    placed: SetLine, starts: Sequence[int], rects: list[list[Rect]], length: int
) -> None:
    """Add the rectangle of each sentence that has words on this line."""
    line = placed.line
    begin, end = line.textStart(), line.textStart() + line.textLength()
    first = max(bisect_right(starts, begin) - 1, 0)
    for index in range(first, bisect_left(starts, end)):
        start = starts[index]
        stop = starts[index + 1] - 1 if index + 1 < len(starts) else length
        if stop <= begin:
            continue
        left_x, right = _x(line, max(start, begin)), _x(line, min(stop, end))
        rects[index].append(
            Rect(
                placed.page,
                MARGIN + left_x,
                placed.top,
                MARGIN + right,
                placed.top + line.height(),
            )
        )


def _x(line: QTextLine, cursor: int) -> float:
    cursor_position = line.cursorToX(cursor)
    assert isinstance(cursor_position, tuple)  # x, and the cursor it belongs to
    return float(cursor_position[0])

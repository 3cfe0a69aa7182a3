"""One suggestion: what it is, how sure, why, and what can be done with it.

Text is painted, for twenty cards of word-wrapped labels take too long to lay out; the buttons are
real ones, so that keyboard and screen reader find them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QToolTip, QWidget
from typing_extensions import override

from core.records import Reason, Suggestion
from desktop.suggestion_model import byline, spoken, strength
from desktop.theme import GRID, Colors, colors, set_icon, set_look
from desktop.wrapping import wrapped

_LEFT, _TOP, _RANK = 12, 10, 22
_BAR_WIDTH, _BAR_HEIGHT = 56, 6
_MAX_REASONS = 3
_MARKS = {"here": "cited here", "elsewhere": "cited elsewhere", "no": ""}


def said(reason: Reason) -> str:
    """Return a reason as a short line."""
    text = reason.text.strip()
    if reason.kind == "abstract":  # the paper's own sentence; the others are sayings of the engine
        return f"“{text}”" + (f" ({reason.section})" if reason.section else "")
    return text[:1].upper() + text[1:]


def marked(suggestion: Suggestion, lines: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return where the title, broken into lines, holds what speaks for it: row, start, end."""
    spans = [
        (start, end)
        for reason in suggestion.reasons
        if reason.paper == suggestion.paper.number
        for field, start, end in reason.places
        if field == "title"
    ]
    found: list[tuple[int, int, int]] = []
    begin = 0
    for row, line in enumerate(lines):
        shown = line.removesuffix("…")
        begin = max(suggestion.paper.title.find(shown, begin), begin)
        for start, end in spans:
            first, last = max(start - begin, 0), min(end - begin, len(shown))
            if first < last:
                found.append((row, first, last))
        begin += len(shown)
    return found


@dataclass(frozen=True, slots=True)
class _Lines:
    """The text of a card, broken for its width, and where it goes."""

    title: list[str]
    marks: list[tuple[int, int, int]]
    byline: str
    reasons: list[str]
    title_top: int
    byline_top: int
    strength_top: int
    reasons_top: int
    buttons_top: int
    height: int


class SuggestionCard(QWidget):
    """Shows one suggestion. Return puts it on the list, Delete turns it down.

    Signals:
        cite_toggled(bool): the person wants it on the list to cite, or off it.
        rejected: the person does not want it for this sentence.
        similar_requested: the person wants to see papers like it.
        stepped(int): the person wants to go to the next (1) or previous (-1) card.
    """

    cite_toggled = Signal(bool)
    rejected = Signal()
    similar_requested = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.suggestion: Suggestion | None = None
        self._lines: _Lines | None = None
        self.cite_button = QPushButton("Cite", self)
        self.reject_button = QPushButton("Not this", self)
        self.similar_button = QPushButton("Similar", self)
        self._set_up()

    def _set_up(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.cite_button.setCheckable(True)
        set_icon(self.cite_button, "cite")
        for button in (self.reject_button, self.similar_button):
            set_look(button, "quiet")
        self.cite_button.setToolTip("Put it on the list to cite, or take it off (Return)")
        self.reject_button.setToolTip("Do not suggest it for this sentence again (Delete)")
        self.similar_button.setToolTip("Show papers like this one")
        self.cite_button.clicked.connect(self.cite_toggled)
        self.reject_button.clicked.connect(self.rejected)
        self.similar_button.clicked.connect(self.similar_requested)

    def show_suggestion(self, suggestion: Suggestion, *, chosen: bool) -> None:
        """Show another suggestion, or the same one in another state."""
        if suggestion is not self.suggestion:
            self.suggestion = suggestion
            self._lines = None
            self.setAccessibleName(spoken(suggestion))
            self.setAccessibleDescription(". ".join(said(r) for r in suggestion.reasons))
            for button in (self.cite_button, self.reject_button, self.similar_button):
                button.setAccessibleDescription(suggestion.paper.title)
        self.cite_button.setChecked(chosen)
        self.cite_button.setText("On the list" if chosen else "Cite")
        self.update()

    def lay_out(self, width: int) -> int:
        """Break the text for a width, place the buttons, return the height needed."""
        if self._lines is None or width != self.width():
            self._lines = self._broken(width)
        self._place_buttons(self._lines)
        return self._lines.height

    def _broken(self, width: int) -> _Lines:
        suggestion = self.suggestion
        assert suggestion is not None
        room = width - 2 * _LEFT - _RANK
        title = wrapped(suggestion.paper.title, _bold(self.font()), room, lines=2)
        metrics = self.fontMetrics()
        step = metrics.lineSpacing()
        small = QFontMetrics(_small(self.font()))
        elide = Qt.TextElideMode.ElideRight
        reasons = [
            small.elidedText(said(reason), elide, room)
            for reason in suggestion.reasons[:_MAX_REASONS]
        ]
        byline_top = _TOP + len(title) * step + 2
        strength_top = byline_top + step + 4
        reasons_top = strength_top + step + 4
        buttons_top = reasons_top + len(reasons) * small.lineSpacing() + (GRID if reasons else 2)
        height = buttons_top + self.cite_button.sizeHint().height() + GRID + 2
        line = metrics.elidedText(byline(suggestion.paper), elide, room)
        return _Lines(
            title,
            marked(suggestion, title),
            line,
            reasons,
            _TOP,
            byline_top,
            strength_top,
            reasons_top,
            buttons_top,
            height,
        )

    def _place_buttons(self, lines: _Lines) -> None:
        x = _LEFT + _RANK
        for button in (self.cite_button, self.reject_button, self.similar_button):
            size = button.sizeHint()
            button.setGeometry(QRect(QPoint(x, lines.buttons_top), size))
            x += size.width() + 4

    # --- painting -----------------------------------------------------------------------------

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.suggestion is None or self._lines is None:
            return
        with QPainter(self) as painter:
            self._paint(painter, self._lines, self.suggestion)

    def _paint(self, painter: QPainter, lines: _Lines, suggestion: Suggestion) -> None:
        tokens = colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.cite_button.isChecked()
        ground = tokens.accent_soft if chosen else tokens.surface
        painter.fillRect(self.rect(), tokens.hover if self.underMouse() and not chosen else ground)
        painter.setPen(tokens.border)
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        self._paint_text(painter, tokens, lines, suggestion)
        self._paint_strength(painter, tokens, lines.strength_top, suggestion)
        if self.hasFocus():
            painter.setPen(QPen(tokens.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -2))

    def _paint_text(
        self, painter: QPainter, tokens: Colors, lines: _Lines, suggestion: Suggestion
    ) -> None:
        x = _LEFT + _RANK
        step = self.fontMetrics().lineSpacing()
        ascent = self.fontMetrics().ascent()
        painter.setPen(tokens.muted)
        painter.drawText(_LEFT, lines.title_top + ascent, str(suggestion.rank))
        painter.drawText(x, lines.byline_top + ascent, lines.byline)
        painter.setFont(_bold(self.font()))
        painter.setPen(tokens.text)
        for row, text in enumerate(lines.title):
            painter.drawText(x, lines.title_top + row * step + ascent, text)
        self._paint_marks(painter, tokens, lines)
        painter.setFont(_small(self.font()))
        small = painter.fontMetrics()
        painter.setPen(tokens.muted)
        for row, text in enumerate(lines.reasons):
            y = lines.reasons_top + row * small.lineSpacing() + small.ascent()
            painter.drawText(x, y, text)
        painter.setFont(self.font())

    def _paint_marks(self, painter: QPainter, tokens: Colors, lines: _Lines) -> None:
        """Underline what of the title the reasons speak of."""
        metrics = painter.fontMetrics()
        painter.setPen(QPen(tokens.accent, 1))
        for row, start, end in lines.marks:
            text = lines.title[row]
            left, right = (metrics.horizontalAdvance(text[:place]) for place in (start, end))
            y = lines.title_top + row * self.fontMetrics().lineSpacing() + metrics.ascent() + 2
            painter.drawLine(_LEFT + _RANK + left, y, _LEFT + _RANK + right, y)

    def _paint_strength(
        self, painter: QPainter, tokens: Colors, top: int, suggestion: Suggestion
    ) -> None:
        word = strength(suggestion.confidence)
        tone = strength_tone(tokens, word)
        metrics = self.fontMetrics()
        middle = top + metrics.height() / 2
        bar = QRectF(_LEFT + _RANK, middle - _BAR_HEIGHT / 2, _BAR_WIDTH, _BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.border)
        painter.drawRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        # Chances are small numbers: the root keeps .1 and .3 apart to the eye.
        bar.setWidth(max(_BAR_HEIGHT, _BAR_WIDTH * min(suggestion.confidence, 1.0) ** 0.5))
        painter.setBrush(tone)
        painter.drawRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.setPen(tone)
        x = _LEFT + _RANK + _BAR_WIDTH + GRID
        painter.drawText(x, top + metrics.ascent(), word)
        x += metrics.horizontalAdvance(word) + 2 * GRID
        self._paint_mark(painter, tokens, x, top)

    def _paint_mark(self, painter: QPainter, tokens: Colors, x: int, top: int) -> None:
        mark = _MARKS[self.suggestion.cited] if self.suggestion is not None else ""
        if not mark:
            return
        metrics = self.fontMetrics()
        pill = QRectF(x, top - 1, metrics.horizontalAdvance(mark) + 2 * GRID, metrics.height() + 2)
        painter.setPen(QPen(tokens.cited, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, mark)

    # --- events -------------------------------------------------------------------------------

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tool_tip_at(event.pos().y()), self)
            return True
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lines = None
        return super().event(event)

    def tool_tip_at(self, y: int) -> str:
        """Return what the pointer explains at a height of the card."""
        if self.suggestion is None or self._lines is None:
            return ""
        if self._lines.strength_top <= y < self._lines.reasons_top:
            return self._strength_tip(self.suggestion)
        if self._lines.reasons_top <= y < self._lines.buttons_top:
            return "\n\n".join(said(reason) for reason in self.suggestion.reasons)
        paper = self.suggestion.paper
        authors = ", ".join(paper.authors)
        return "\n".join(part for part in (paper.title, authors, paper.venue) if part)

    def _strength_tip(self, suggestion: Suggestion) -> str:
        text = (
            f"{suggestion.confidence:.0%} of such suggestions are what an author cites "
            f"(score {suggestion.score:.3g})"
        )
        more = {
            "here": "\nThis sentence cites it already",
            "elsewhere": "\nCited elsewhere in the manuscript",
            "no": "",
        }
        return text + more[suggestion.cited]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.cite_button.click()
        elif key == Qt.Key.Key_Delete:
            self.reject_button.click()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)


def strength_tone(tokens: Colors, word: str) -> QColor:
    """Return the colour a strength is written in."""
    return {"strong": tokens.good, "plausible": tokens.accent, "weak": tokens.muted}[word]


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def _small(font: QFont) -> QFont:
    result = QFont(font)
    result.setPointSizeF(max(font.pointSizeF() * 0.93, 7.0))
    return result

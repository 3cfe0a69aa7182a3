"""One suggestion: what it is, how sure, why, and what can be done with it.

The reasons are lines cut at the right; a click on them, or Right, unfolds them.

Text is painted, for twenty cards of word-wrapped labels take too long to lay out; the buttons are
real ones, so that keyboard and screen reader find them.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QToolTip, QWidget
from typing_extensions import override

from core.base.findings import EvidencePassage
from core.base.records import Suggestion
from desktop.language.wording import percent
from desktop.suggestions.model import (
    mark_words,
    notice_words,
    spoken,
    strength,
    strength_words,
    version_words,
)
from desktop.suggestions.words import (
    TOP,
    CardText,
    bold,
    broken,
    reason_lines,
    reason_text,
    small,
)
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.focus import ButtonKeys
from desktop.ui.theme import GRID, Colors, colors, set_icon, set_look

_LEFT, _RANK = 12, 22
_BAR_WIDTH, _BAR_HEIGHT = 56, 6
_MENU_TEXT = 60


class SuggestionCard(QWidget):
    """Shows one suggestion. Return puts it on the list, Delete turns it down, Right tells why.

    Space shows the paper itself for a quick look. A button of it that has the focus gets Return and
    Space itself.

    Signals:
        cite_toggled(bool): the person wants it on the list to cite, or off it.
        rejected: the person does not want it for this sentence.
        similar_requested: the person wants to see papers like it.
        paper_requested(int): the person wants to see this paper in the library.
        passage_requested(EvidencePassage): the person wants to see where the paper says this.
        looked: the person wants a quick look at it.
        stepped(int): the person wants to go to the next (1) or previous (-1) card.
        resized: the card needs another height; see ``lay_out``.
    """

    cite_toggled = Signal(bool)
    rejected = Signal()
    similar_requested = Signal()
    paper_requested = Signal(int)
    passage_requested = Signal(object)
    looked = Signal()
    stepped = Signal(int)
    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.suggestion: Suggestion | None = None
        self.passage: EvidencePassage | None = None
        self._lines: CardText | None = None
        self._unfolded = False
        self.cite_button = QPushButton(self.tr("Cite"), self)
        self.reject_button = QPushButton(self.tr("Not this"), self)
        self.similar_button = QPushButton(self.tr("Similar"), self)
        self.look_button = QToolButton(self)
        self.more_button = QToolButton(self)
        self._set_up()

    def _set_up(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_accessible_role(self, Role.ListItem)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.cite_button.setCheckable(True)
        set_icon(self.cite_button, "cite")
        for button in (self.reject_button, self.similar_button):
            set_look(button, "quiet")
        self.cite_button.setToolTip(self.tr("Add it to the list to cite, or remove it (Return)"))
        self.reject_button.setToolTip(self.tr("Do not suggest it for this sentence again (Delete)"))
        self.similar_button.setToolTip(self.tr("Show papers like this one"))
        self.cite_button.clicked.connect(self.cite_toggled)
        self.reject_button.clicked.connect(self.rejected)
        self.similar_button.clicked.connect(self.similar_requested)
        set_icon(self.look_button, "look")
        self.look_button.setToolTip(self.tr("Quick look at the paper (Space)"))
        self.look_button.setAccessibleName(self.tr("Quick look"))
        self.look_button.clicked.connect(self.looked)
        set_icon(self.more_button, "more")
        self.more_button.setToolTip(self.tr("More actions for this paper"))
        self.more_button.setAccessibleName(self.tr("More"))
        self.more_button.clicked.connect(self._show_more)
        keys = ButtonKeys(self)
        for card_button in self._buttons():
            card_button.installEventFilter(keys)

    def show_suggestion(
        self, suggestion: Suggestion, passage: EvidencePassage | None = None, *, chosen: bool
    ) -> None:
        """Show another suggestion, or the same one in another state, with what the paper says."""
        if suggestion is not self.suggestion or passage is not self.passage:
            before = self.suggestion
            if before is None or before.paper.number != suggestion.paper.number:
                self._unfolded = False
            self.suggestion, self.passage = suggestion, passage
            self._lines = None
            self.setAccessibleName(spoken(suggestion))
            self.setAccessibleDescription(". ".join(self._reason_lines()))
            for button in self._buttons():
                button.setAccessibleDescription(suggestion.paper.title)
        self.cite_button.setChecked(chosen)
        self.cite_button.setText(self.tr("On the list") if chosen else self.tr("Cite"))
        self.update()

    def lay_out(self, width: int) -> int:
        """Break the text for a width, place the buttons, return the height needed."""
        assert self.suggestion is not None
        if self._lines is None or width != self.width():
            room = width - 2 * _LEFT - _RANK
            self._lines = broken(
                self.suggestion,
                self.font(),
                room,
                unfolded=self._unfolded,
                passage=self.passage,
            )
        self._place_buttons(self._lines)
        return self._lines.buttons_top + self.cite_button.sizeHint().height() + GRID + 2

    @property
    def unfolded(self) -> bool:
        """Whether the reasons are shown in full."""
        return self._unfolded

    def unfold(self, unfolded: bool) -> None:
        """Show the reasons in full, or as lines cut at the right."""
        if unfolded == self._unfolded or not self._reason_lines():
            return
        self._unfolded, self._lines = unfolded, None
        self.resized.emit()
        self.update()

    def _reason_lines(self) -> list[str]:
        return [] if self.suggestion is None else reason_lines(self.suggestion, self.passage)

    def _buttons(self) -> tuple[QPushButton | QToolButton, ...]:
        return (
            self.cite_button,
            self.reject_button,
            self.similar_button,
            self.look_button,
            self.more_button,
        )

    def _place_buttons(self, lines: CardText) -> None:
        x = _LEFT + _RANK
        height = self.cite_button.sizeHint().height()
        for button in self._buttons():
            width = button.sizeHint().width()
            button.setGeometry(QRect(x, lines.buttons_top, width, height))
            x += width + 4

    def menu(self) -> QMenu:
        """Return a menu of what else one can do; it goes once it was used."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        suggestion = self.suggestion
        if suggestion is None:
            return menu
        look = menu.addAction(self.tr("Quick look"))
        look.setShortcut(QKeySequence("Space"))  # shown beside it; the card answers to it
        look.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        look.triggered.connect(lambda *_: self.looked.emit())
        self._add_paper(menu, self.tr("Show in library"), suggestion.paper.number)
        passage = self.passage
        if passage is not None and passage.page >= 0:
            text = self.tr("Show what it says on p. {}").format(passage.page_name)
            menu.addAction(text).triggered.connect(lambda *_: self.passage_requested.emit(passage))
        if self._reason_lines():
            text = self.tr("Fold the reasons") if self._unfolded else self.tr("Unfold the reasons")
            menu.addAction(text).triggered.connect(lambda *_: self.unfold(not self._unfolded))
        other_reasons = [one for one in suggestion.reasons if one.paper != suggestion.paper.number]
        if other_reasons:
            menu.addSeparator()
        for reason in other_reasons:
            full_text = reason_text(reason).replace("&", "&&")
            short_text = (
                full_text
                if len(full_text) <= _MENU_TEXT
                else full_text[: _MENU_TEXT - 1].rstrip() + "…"
            )
            self._add_paper(
                menu, self.tr("Open the paper cited in: {}").format(short_text), reason.paper
            )
        return menu

    def _add_paper(self, menu: QMenu, text: str, number: int) -> None:
        menu.addAction(text).triggered.connect(lambda *_: self.paper_requested.emit(number))

    def _show_more(self) -> None:
        corner = self.more_button.rect().bottomLeft()
        self.menu().popup(self.more_button.mapToGlobal(corner))

    # --- painting the card --------------------------------------------------------------------

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.suggestion is None or self._lines is None:
            return
        with QPainter(self) as painter:
            self._paint(painter, self._lines, self.suggestion)

    def _paint(self, painter: QPainter, lines: CardText, suggestion: Suggestion) -> None:
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
        self, painter: QPainter, tokens: Colors, lines: CardText, suggestion: Suggestion
    ) -> None:
        x = _LEFT + _RANK
        step = self.fontMetrics().lineSpacing()
        ascent = self.fontMetrics().ascent()
        painter.setPen(tokens.muted)
        painter.drawText(_LEFT, TOP + ascent, str(suggestion.rank))
        painter.drawText(x, lines.byline_top + ascent, lines.byline)
        painter.setFont(bold(self.font()))
        painter.setPen(tokens.text)
        for row, text in enumerate(lines.title):
            painter.drawText(x, TOP + row * step + ascent, text)
        self._paint_marks(painter, tokens, lines)
        painter.setFont(small(self.font()))
        ascent = painter.fontMetrics().ascent()
        painter.setPen(tokens.muted)
        for below, text in lines.reasons:
            painter.drawText(x, lines.reasons_top + below + ascent, text)
        if lines.unfolds or self._unfolded:
            painter.drawText(_LEFT, lines.reasons_top + ascent, "▾" if self._unfolded else "▸")
        painter.setFont(self.font())

    def _paint_marks(self, painter: QPainter, tokens: Colors, lines: CardText) -> None:
        """Underline what of the title the reasons speak of."""
        metrics = painter.fontMetrics()
        painter.setPen(QPen(tokens.accent, 1))
        for row, start, end in lines.marks:
            text = lines.title[row]
            left_x, right = (
                metrics.horizontalAdvance(text[:position]) for position in (start, end)
            )
            y = TOP + row * self.fontMetrics().lineSpacing() + metrics.ascent() + 2
            painter.drawLine(_LEFT + _RANK + left_x, y, _LEFT + _RANK + right, y)

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
        word = strength_words(suggestion.confidence)
        painter.drawText(x, top + metrics.ascent(), word)
        x += metrics.horizontalAdvance(word) + 2 * GRID
        self._paint_mark(painter, tokens, x, top)

    def _paint_mark(self, painter: QPainter, tokens: Colors, x: int, top: int) -> None:
        mark = "" if self.suggestion is None else mark_words(self.suggestion)
        if self.suggestion is None or not mark:
            return
        tone = tokens.cited if self.suggestion.notice is None else tokens.bad
        metrics = self.fontMetrics()
        pill = QRectF(x, top - 1, metrics.horizontalAdvance(mark) + 2 * GRID, metrics.height() + 2)
        painter.setPen(QPen(tone, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, mark)

    # --- events of Qt -------------------------------------------------------------------------

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.get_tool_tip(event.pos().y()), self)
            return True
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lines = None
        elif event.type() == QEvent.Type.LayoutRequest and self._lines is not None:
            self._place_buttons(self._lines)  # one of them has its icon only now
            self.resized.emit()
        return super().event(event)

    def get_tool_tip(self, y: int) -> str:
        """Return what the pointer explains at a height of the card."""
        if self.suggestion is None or self._lines is None:
            return ""
        if self._lines.strength_top <= y < self._lines.reasons_top:
            return self._strength_tip(self.suggestion)
        if self._in_reasons(y):
            return "" if self._unfolded else "\n\n".join(self._reason_lines())
        paper = self.suggestion.paper
        authors = ", ".join(paper.signers)
        return "\n".join(part for part in (paper.title, authors, paper.venue) if part)

    def _in_reasons(self, y: float) -> bool:
        lines = self._lines
        return lines is not None and lines.reasons_top <= y < lines.buttons_top

    def _strength_tip(self, suggestion: Suggestion) -> str:
        text = self.tr(
            "Authors cite {confidence} of suggestions like this (score {score:.3g})"
        ).format(confidence=percent(suggestion.confidence), score=suggestion.score)
        more = (version_words(suggestion), notice_words(suggestion))
        lines = (text, *(line[:1].upper() + line[1:] for line in more))
        return "\n".join(line for line in lines if line)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_left_button = event.button() == Qt.MouseButton.LeftButton
        if is_left_button and self._in_reasons(event.position().y()):
            self.unfold(not self._unfolded)
        super().mouseReleaseEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.cite_button.click()
        elif key == Qt.Key.Key_Space:
            self.looked.emit()
        elif key == Qt.Key.Key_Delete:
            self.reject_button.click()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.unfold(key == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)


def strength_tone(tokens: Colors, word: str) -> QColor:
    """Return the colour a strength is written in."""
    return {"strong": tokens.good, "plausible": tokens.accent, "weak": tokens.muted}[word]

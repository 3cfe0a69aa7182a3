"""Highlights and notes beside the pages of a PDF: the list, the note, and what is painted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QToolButton,
)
from typing_extensions import override

from core.base.library_records import INKS, Annotation, Colour
from core.base.records import Rect
from desktop.language.wording import QT_TRANSLATE_NOOP, translate
from desktop.library.annotations import FileAnnotations
from desktop.library.paper_details import NoteEdit
from desktop.pages.canvas import PageCanvas
from desktop.ui.theme import (
    LIGHT as INK,  # paper is white in every theme, so is what is drawn on it
)
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import hbox, plain_tip, text_label, vbox

COLOURS: dict[Colour, str] = {
    "yellow": QT_TRANSLATE_NOOP("AnnotationPanel", "Yellow"),
    "green": QT_TRANSLATE_NOOP("AnnotationPanel", "Green"),
    "blue": QT_TRANSLATE_NOOP("AnnotationPanel", "Blue"),
    "red": QT_TRANSLATE_NOOP("AnnotationPanel", "Red"),
    "purple": QT_TRANSLATE_NOOP("AnnotationPanel", "Purple"),
}
_QUOTED = 160
_TINT = 110  # of 255
_MARK = 7.0  # points


class AnnotationPanel(QFrame):
    """The annotations of one file, and the note on the one that is chosen.

    Signals:
        chosen(Annotation): the person went to this one.
        export_wanted: a copy of the PDF with them is wanted.
        removed: one was deleted.
    """

    chosen = Signal(object)
    export_wanted = Signal()
    removed = Signal()

    def __init__(self, annotations: FileAnnotations, canvas: PageCanvas) -> None:
        super().__init__()
        self.annotations = annotations
        self.current: Annotation | None = None
        self._canvas = canvas
        self.list = _List()
        self.note = NoteEdit()
        self.empty = text_label(
            self.tr(
                "No highlights yet. Select text and click the highlighter, or right-click the text."
            )
        )
        self.colour_button = QToolButton()
        self.remove_button = QToolButton()
        self.export_button = QPushButton(self.tr("Save a copy with notes…"))
        self._lay_out()
        self.note.note_edited.connect(
            lambda number, text, goes_on: annotations.write(number, text, goes_on=goes_on)
        )
        self.list.currentRowChanged.connect(self._row_chosen)
        self.list.remove_wanted.connect(self.remove_current)
        self.list.itemActivated.connect(lambda _: self.note.setFocus())
        self.remove_button.clicked.connect(self.remove_current)
        self.export_button.clicked.connect(self.export_wanted)
        annotations.changed.connect(self.refresh)
        canvas.layers.insert(0, self._paint)
        self.refresh()

    def choose(self, annotation: Annotation | None) -> None:
        """Make an annotation the current one."""
        numbers = [listed_annotation.number for listed_annotation in self.annotations.all]
        is_listed = annotation is not None and annotation.number in numbers
        self.list.setCurrentRow(
            numbers.index(annotation.number) if is_listed and annotation else -1
        )

    def remove_current(self) -> None:
        """Delete the annotation that is chosen."""
        if self.current is not None and not self.annotations.read_only:
            self.note.show_note(None, "")
            self.annotations.remove(self.current)
            self.removed.emit()

    def refresh(self) -> None:
        """Show what is stored now."""
        current_number = self.current.number if self.current is not None else 0
        self.list.blockSignals(True)
        self.list.clear()
        for annotation in self.annotations.all:
            self.list.addItem(_item(annotation))
        numbers = [annotation.number for annotation in self.annotations.all]
        row = numbers.index(current_number) if current_number in numbers else -1
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self._show(self.annotations.all[row] if row >= 0 else None)
        some = bool(self.annotations.all)
        self.list.setVisible(some)
        self.empty.setVisible(not some)
        self.export_button.setEnabled(some)
        why = "" if some else self.tr("Highlight something or write a note first.")
        tip = self.tr("Save a PDF with highlights and notes for other programs")
        self.export_button.setToolTip(why or tip)
        self._canvas.viewport().update()

    def _row_chosen(self, row: int) -> None:
        annotation = self.annotations.all[row] if 0 <= row < len(self.annotations.all) else None
        self._show(annotation)
        if annotation is not None:
            self.chosen.emit(annotation)

    def _show(self, annotation: Annotation | None) -> None:
        self.current = annotation
        possible = annotation is not None and not self.annotations.read_only
        number = annotation.number if annotation is not None else None
        self.note.show_note(number, annotation.note if annotation is not None else "")  # type: ignore[arg-type]  # a number that names what the note is on
        self.note.setReadOnly(self.annotations.read_only)
        for button in (self.colour_button, self.remove_button):
            button.setEnabled(possible)
        self._canvas.viewport().update()

    # --- putting together -----------------------------------------------------------------

    def _lay_out(self) -> None:
        set_look(self, "surface")
        set_look(self.empty, "muted")
        self.empty.setWordWrap(True)
        self.list.setAccessibleName(self.tr("Highlights and notes"))
        self.note.setAccessibleName(self.tr("Note on the highlight"))
        self.note.setPlaceholderText(self.tr("Your note on this passage"))
        heading = text_label(self.tr("&Note"))
        heading.setBuddy(self.note)
        set_look(heading, "heading")
        self._dress(self.colour_button, "colour", self.tr("Another colour"))
        self._dress(self.remove_button, "trash", self.tr("Delete it (Delete)"))
        self.colour_button.setMenu(colour_menu(self, self._recolour))
        self.colour_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = hbox((heading, 1), self.colour_button, self.remove_button)
        column = vbox(of=self, margins=(12, 8, 8, 8), spacing=8)
        title = text_label(self.tr("Highlights and notes"), "heading")
        column.addWidget(title)
        column.addWidget(self.empty)
        column.addWidget(self.list, 3)
        column.addLayout(row)
        column.addWidget(self.note, 1)
        column.addWidget(self.export_button)
        self.setMinimumWidth(220)

    def _dress(self, button: QToolButton, icon: str, tip: str) -> None:
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        set_icon(button, icon)

    def _recolour(self, colour: Colour) -> None:
        if self.current is not None:
            self.annotations.recolour(self.current, colour)

    # --- painting -------------------------------------------------------------------------

    def _paint(self, painter: QPainter, page: int, corner: QPointF, scale: float) -> None:
        for annotation in self.annotations.all:
            here = [_area(rect, corner, scale) for rect in annotation.rects if rect.page == page]
            if here:
                last = annotation.rects[-1].page == page
                _paint_annotation(painter, annotation, here, _MARK * scale if last else 0)
                if self.current is not None and annotation.number == self.current.number:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(INK.accent, 1.5))
                    painter.drawRects([area.adjusted(-1, -1, 1, 1) for area in here])


class _List(QListWidget):
    """Highlights and notes, two lines each.

    Signals:
        remove_wanted: Delete was pressed.
    """

    remove_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSpacing(2)
        self.setIconSize(QSize(12, 12))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_wanted.emit()
        else:
            super().keyPressEvent(event)


def colour_menu(parent: AnnotationPanel, take: Callable[[Colour], None]) -> QMenu:
    """Return a menu of the colours."""
    menu = QMenu(parent)
    for colour, name in COLOURS.items():
        action = menu.addAction(swatch(colour), translate("AnnotationPanel", name))
        action.triggered.connect(lambda _=False, colour=colour: take(colour))
    return menu


def swatch(colour: Colour) -> QIcon:
    """Return a square of a colour."""
    picture = QPixmap(24, 24)
    picture.fill(QColor(*INKS[colour]))
    return QIcon(picture)


def copy_name(path: Path) -> str:
    """Return the name that a copy with notes is offered under."""
    return f"{path.stem} ({translate('AnnotationPanel', 'with notes')}){path.suffix}"


def _item(annotation: Annotation) -> QListWidgetItem:
    page = translate("AnnotationPanel", "Page {0}").format(annotation.rects[0].page + 1)
    quoted = annotation.text
    if len(quoted) > _QUOTED:
        quoted = f"{quoted[:_QUOTED].rstrip()}…"
    lines = [f"{page}  “{quoted}”" if quoted else page, annotation.note.strip()]
    item = QListWidgetItem(swatch(annotation.colour), "\n".join(filter(None, lines)))
    colour = translate("AnnotationPanel", COLOURS[annotation.colour])
    item.setToolTip(plain_tip(annotation.note or annotation.text))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{colour}. {item.text()}")
    return item


def _area(rect: Rect, corner: QPointF, scale: float) -> QRectF:
    area = QRectF(QPointF(rect.x0, rect.y0), QPointF(rect.x1, rect.y1))
    return QRectF(corner + area.topLeft() * scale, area.size() * scale)


def _paint_annotation(
    painter: QPainter, annotation: Annotation, areas: list[QRectF], mark: float
) -> None:
    """Paint what of an annotation is on a page; ``mark`` is the size of the sign of its note."""
    if annotation.kind == "note":
        _paint_note(painter, areas[0], annotation)
        return
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    for area in areas:
        painter.fillRect(area, QColor(*INKS[annotation.colour], _TINT))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    if annotation.note and mark:
        corner = areas[-1].topRight() - QPointF(mark / 2, mark / 2)
        _paint_note(painter, QRectF(corner, QSizeF(mark, mark)), annotation)


def _paint_note(painter: QPainter, area: QRectF, annotation: Annotation) -> None:
    """Paint a sheet with lines on it."""
    painter.setBrush(QColor(*INKS[annotation.colour]))
    painter.setPen(QPen(INK.muted, 1))
    painter.drawRect(area)
    for part in (0.35, 0.65):
        y = area.top() + part * area.height()
        inset = 0.22 * area.width()
        painter.drawLine(QPointF(area.left() + inset, y), QPointF(area.right() - inset, y))

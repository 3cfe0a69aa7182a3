"""Highlighting and writing notes in the tab of a paper's PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QToolButton,
)
from typing_extensions import override

from core.base.jobs import Job
from core.base.library_records import INKS, Annotation, Colour, PaperFile
from core.base.records import PaperNumber, Rect
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, figure, translate
from desktop.library.paper_details import NoteEdit
from desktop.pages.canvas import PageCanvas
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PagePoint, Selected
from desktop.ui.changes import LibraryUndo
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import LIGHT as INK
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import hbox, make_menu, plain_tip, text_label, vbox

if TYPE_CHECKING:
    from core.manuscript.reader import GuardedReader
    from core.workspace import Workspace


# --- the highlights and notes in one PDF of a paper; each change can be undone ----------------


_NOTE_SIZE = 18.0
"""How wide and high the sign of a note is, in points."""
_EDGE = 1.5


class FileAnnotations(QObject):
    """What is marked in one file. ``all`` is in the order of the pages.

    Signals:
        changed: ``all`` is another list now.
        made(Annotation): the person made this one.
    """

    changed = Signal()
    made = Signal(object)

    def __init__(
        self,
        paper: PaperNumber,
        file: PaperFile,
        workspace: Workspace,
        runner: TaskRunner,
        undo: LibraryUndo,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.file = file
        self.all: list[Annotation] = []
        self.read_only = workspace.library.read_only
        self._paper = paper
        self._store = workspace.papers.annotations
        self._reader = workspace.reader
        self._runner = runner
        self.undo = undo
        undo.rewritten.connect(self.load)
        self.load()

    def load(self) -> None:
        """Ask what is stored, behind what is being written."""
        self._runner.run(
            lambda: self._store.of_file(self._paper, self.file.sha256),
            self._show,
            owner=self,
            write=True,
        )

    def at(self, point: PagePoint) -> Annotation | None:
        """Return the annotation at a point, the last one made if there are several."""
        for each in reversed(self.all):
            for rect in each.rects:
                across = rect.x0 - _EDGE <= point.x <= rect.x1 + _EDGE
                down = rect.y0 - _EDGE <= point.y <= rect.y1 + _EDGE
                if rect.page == point.page and across and down:
                    return each
        return None

    def highlight(self, selected: Selected, colour: Colour) -> None:
        """Mark selected text."""
        if selected.rects:
            text, rects = selected.text, selected.rects
            self._add(Annotation(self._paper, self.file.sha256, "highlight", colour, rects, text))

    def add_note(self, point: PagePoint, colour: Colour) -> None:
        """Put a note beside the text."""
        page, x, y = point
        box = Rect(page, x, y, x + _NOTE_SIZE, y + _NOTE_SIZE)
        self._add(Annotation(self._paper, self.file.sha256, "note", colour, (box,)))

    def recolour(self, annotation: Annotation, colour: Colour) -> None:
        """Give an annotation another colour."""
        self._change(lambda: self._store.put(replace(annotation, colour=colour)))

    def write(self, number: int, note: str, *, goes_on: bool) -> None:
        """Write about an annotation; what ``goes_on`` from the last change is one with it."""

        def work() -> object:
            stored = self._store.many([number])
            return [self._store.put(replace(old, note=note), goes_on=goes_on) for old in stored]

        self._change(work)

    def remove(self, annotation: Annotation) -> None:
        """Delete an annotation."""
        self._change(lambda: self._store.remove(annotation.number))

    def _add(self, annotation: Annotation) -> None:
        self._change(lambda: self._store.put(annotation), self.made.emit)

    def _change(
        self, work: Callable[[], object], done: Callable[[object], None] | None = None
    ) -> None:
        """Change what is stored, in the order of the person's actions."""

        def changed(result: object) -> None:
            if done is not None:
                done(result)
            self.undo.refresh()

        self.undo.note_change()
        self._runner.run(work, changed, owner=self, write=True)
        self.load()

    def _show(self, found: list[Annotation]) -> None:
        if found != self.all:
            self.all = found
            self.changed.emit()


# --- the tab of a PDF -------------------------------------------------------------------------


class Annotating(QObject):
    """Joins a PDF's tab with its annotations: buttons, menu, panel, and the copy that has them."""

    def __init__(
        self,
        tab: PdfTab,
        annotations: FileAnnotations,
        copies: GuardedReader,
        runner: TaskRunner,
        notify: Notify,
    ) -> None:
        super().__init__(tab)
        self.annotations = annotations
        self.panel = AnnotationPanel(annotations, tab.canvas)
        self._tab, self._copies, self._runner, self._notify = tab, copies, runner, notify
        self._colour: Colour = "yellow"
        self._writes_next = False
        self.highlight_button = QToolButton()
        self.panel_button = QToolButton()
        self._add_buttons()
        tab.add_side(self.panel)
        tab.tools.add_to_menu = self._add_to_menu
        tab.tools.selection.changed.connect(self._judge)
        tab.tools.selection.clicked.connect(self._clicked)
        annotations.changed.connect(self._count)
        annotations.made.connect(self._handle_created_annotation)
        self.panel.chosen.connect(self._show_annotation)
        self.panel.export_wanted.connect(self.ask_where_to_save)
        self.panel.removed.connect(self._offer_undo)
        tab.pages_labelled.connect(self.panel.show_page_labels)
        self.panel.hide()
        self._judge()
        self._count()

    def highlight(self, colour: Colour | None = None) -> None:
        """Mark the selected text, in the colour used last unless one is given."""
        self._colour = colour or self._colour
        selection = self._tab.tools.selection
        self.annotations.highlight(selection.selected, self._colour)
        selection.clear()

    def highlight_and_write(self) -> None:
        """Mark the selected text and begin a note on it."""
        self._writes_next = True
        self.highlight()

    def ask_where_to_save(self) -> None:
        """Ask where a copy with the annotations shall be written."""
        self.panel.note.store()
        path = self.annotations.file.path
        dialog = file_dialog(self._tab, self.tr("Save a copy with notes"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("PDF files (*.pdf)"))
        dialog.setDefaultSuffix("pdf")
        dialog.selectFile(copy_name(path))
        dialog.fileSelected.connect(lambda name: self.save_copy(Path(name)))
        dialog.open()

    def save_copy(self, target: Path) -> None:
        """Write a copy of the PDF with what is marked in it."""
        path, marked = self.annotations.file.path, list(self.annotations.all)

        def work(job: Job) -> int:
            self._copies.annotate(path, target, marked, job)
            return len(marked)

        def report_copy(count: int) -> None:
            text = self.tr("Wrote “{name}” with %Ln highlight(s) or note(s).", "", count)
            self._notify(choose_plural(text, count).format(name=target.name))

        title = self.tr("Writing “{0}”").format(target.name)
        self._runner.start_job(title, work, report_copy, owner=self, write=False)

    # --- buttons and menu -----------------------------------------------------------------

    def _add_buttons(self) -> None:
        button = self.highlight_button
        set_icon(button, "highlight")
        button.setAccessibleName(self.tr("Highlight"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.setMenu(colour_menu(self.panel, self.highlight))
        button.clicked.connect(lambda *_: self.highlight())
        panel_button = self.panel_button
        set_icon(panel_button, "note")
        panel_button.setCheckable(True)
        panel_button.setAccessibleName(self.tr("Highlights and notes"))
        panel_button.toggled.connect(self.panel.setVisible)
        for tool_button in (button, panel_button):
            self._tab.add_tool(tool_button)

    def _judge(self) -> None:
        text = self._tab.tools.selection.selected.text
        why = "" if text else self.tr("Select some text first.")
        if self.annotations.read_only:
            why = self.tr("This library is open for reading only.")
        self.highlight_button.setEnabled(not why)
        self.highlight_button.setToolTip(why or self.tr("Highlight the selected text"))

    def _count(self) -> None:
        count = len(self.annotations.all)
        tip = self.tr("Show highlights and notes ({0})").format(figure(count))
        self.panel_button.setToolTip(tip)
        self.panel_button.setText(figure(count) if count else "")

    def _add_to_menu(self, menu: QMenu, point: PagePoint) -> None:
        menu.addSeparator()
        locked = self.tr("This library is open for reading only.")
        marks = make_menu(menu, self.tr("Highlight"))
        marks.setIcon(swatch(self._colour))
        for colour, name in COLOURS.items():
            action = marks.addAction(swatch(colour), translate("AnnotationPanel", name))
            action.triggered.connect(partial(self._apply_colour, colour))
        text = self._tab.tools.selection.selected.text
        writing = menu.addAction(self.tr("Highlight and write a note"))
        writing.triggered.connect(lambda *_: self.highlight_and_write())
        beside = menu.addAction(self.tr("Add a note here"))
        beside.triggered.connect(lambda *_: self._add_note(point))
        for action in (marks.menuAction(), writing):
            action.setEnabled(bool(text) and not self.annotations.read_only)
            action.setToolTip("" if text else self.tr("Select some text first."))
        beside.setEnabled(not self.annotations.read_only)
        if self.annotations.read_only:
            for action in (marks.menuAction(), writing, beside):
                action.setToolTip(locked)
        annotation = self.annotations.at(point)
        if annotation is not None:
            self._add_annotation_actions(menu, annotation)

    def _add_annotation_actions(self, menu: QMenu, annotation: Annotation) -> None:
        menu.addSeparator()
        self.panel.choose(annotation)
        edit = menu.addAction(self.tr("Edit the note"))
        edit.triggered.connect(lambda *_: self._edit_note(annotation))
        text = (
            self.tr("Delete the highlight")
            if annotation.kind == "highlight"
            else self.tr("Delete the note")
        )
        remove = menu.addAction(text)
        remove.triggered.connect(lambda *_: self.panel.remove_current())
        for action in (edit, remove):
            action.setEnabled(not self.annotations.read_only)

    def _apply_colour(self, colour: Colour, _checked: bool = False) -> None:
        self.highlight(colour)

    def _add_note(self, point: PagePoint) -> None:
        self._writes_next = True
        self.annotations.add_note(point, self._colour)

    # --- what clicks and new annotations do -----------------------------------------------

    def _handle_created_annotation(self, annotation: Annotation) -> None:
        """Go on with what was just made, once the list has it."""
        if self._writes_next:
            self._writes_next = False
            once = Qt.ConnectionType.SingleShotConnection
            self.annotations.changed.connect(lambda: self._edit_note(annotation), once)

    def _edit_note(self, annotation: Annotation) -> None:
        self.panel_button.setChecked(True)
        self.panel.choose(annotation)
        self.panel.note.setFocus()

    def _clicked(self, point: PagePoint) -> None:
        annotation = self.annotations.at(point)
        self.panel.choose(annotation)
        if annotation is not None:
            self.panel_button.setChecked(True)

    def _show_annotation(self, annotation: Annotation) -> None:
        rect = annotation.rects[0]
        area = QRectF(rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0)
        self._tab.canvas.bring_into_view(rect.page, area)

    def _offer_undo(self) -> None:
        self._notify(self.tr("Deleted."), undo=self.annotations.undo)


# --- the panel that lists annotations ---------------------------------------------------
#
# Highlights and notes beside the pages of a PDF: the list, the note, and what is painted.

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
        self._labels: tuple[str, ...] = ()
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

    def show_page_labels(self, labels: Sequence[str]) -> None:
        """Name the pages as they are printed."""
        self._labels = tuple(labels)
        self.refresh()

    def refresh(self) -> None:
        """Show what is stored now."""
        current_number = self.current.number if self.current is not None else 0
        self.list.blockSignals(True)
        self.list.clear()
        for annotation in self.annotations.all:
            self.list.addItem(_item(annotation, self._labels))
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

    # --- painting the annotations ---------------------------------------------------------

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


def _item(annotation: Annotation, labels: Sequence[str]) -> QListWidgetItem:
    position = annotation.rects[0].page
    label = labels[position] if position < len(labels) else ""
    page = translate("AnnotationPanel", "Page {0}").format(label or position + 1)
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

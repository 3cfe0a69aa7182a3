"""Highlighting and writing notes in the tab of a paper's PDF."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton

from core.base.jobs import Job
from core.base.library_records import Annotation, Colour
from desktop.language.wording import choose_plural, figure, translate
from desktop.library.annotation_panel import (
    COLOURS,
    AnnotationPanel,
    colour_menu,
    copy_name,
    swatch,
)
from desktop.library.annotations import FileAnnotations
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PagePoint
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.lifetime import make_menu
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_icon

if TYPE_CHECKING:
    from core.manuscript.reader import GuardedReader


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

    # --- following ------------------------------------------------------------------------

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

"""What can be done with the selected papers, as actions and a menu."""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu

from core.base.errors import EngineError
from core.base.records import Paper, PaperNumber
from desktop.duplicates.seen import Seen, load_compared_papers
from desktop.language.wording import choose_plural, figure
from desktop.library.file_formats import export_filters
from desktop.library.pdf_details import PdfDetails
from desktop.library.sidebar_actions import SidebarActions
from desktop.papers.quick_look import QuickLook
from desktop.ui.clipboard import copy_citation
from desktop.ui.confirm import confirm
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import enable, page_action

if TYPE_CHECKING:
    from core.formats.cite import Copied, CopyStyle
    from core.workspace import Workspace
    from desktop.library.browser import LibraryBrowser

_MERGED_AT_MOST = 12
_SAID_AT_MOST = 120  # characters of a notice


class LibraryActions(QObject):
    """The actions of a library page; disabled ones say why in their tool tip.

    Signals:
        lookup_wanted: a tuple of papers is to be looked up online.
    """

    lookup_wanted = Signal(tuple)

    def __init__(
        self, page: LibraryBrowser, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._details = PdfDetails(workspace.papers, page.changes, runner, notify, self)
        self._cite_style: CopyStyle = "latex"
        self._csl_style = ""
        self._make_actions()
        page.centre.look_button.setDefaultAction(self.quick_look)
        for action in (self.similar, self.cite, self.reference, self.export, self.edit):
            page.addAction(action)
        page.table.addActions([self.open, self.quick_look, self.merge, self.trash])
        self.update_enabled()
        self.sidebar = SidebarActions(page, self.new_collection, notify)

    def all(self) -> tuple[QAction, ...]:
        """Return the actions in the order of a menu."""
        return (
            self.open,
            self.quick_look,
            self.similar,
            self.cite,
            self.reference,
            self.export,
            self.edit,
            self.add_file,
            self.read_details,
            self.look_up,
            self.merge,
            self.new_collection,
            self.trash,
            self.restore,
            self.purge,
        )

    def use_styles(self, cite_style: CopyStyle, csl_style: str) -> None:
        """Copy cite commands and formatted references in these styles from now on."""
        self._cite_style, self._csl_style = cite_style, csl_style

    def update_enabled(self) -> None:
        """Follow the selection."""
        selected = self._page.table.selectionModel().hasSelection()
        trashed = self._page.query.section.kind == "trash"
        why = "" if selected else self.tr("Select a paper first.")
        fixed = self._workspace.library.read_only
        locked = self.tr("This library is open for reading only.") if fixed else ""
        only_trash = "" if trashed else self.tr("This works only for papers in the Trash.")
        in_trash = self.tr("This paper is in the Trash already.") if trashed else ""
        for action in (
            self.open,
            self.quick_look,
            self.similar,
            self.cite,
            self.reference,
            self.export,
        ):
            enable(action, why)
        for action in (self.edit, self.add_file, self.read_details, self.look_up):
            enable(action, locked or why)
        one = self.tr("Select two or more papers that are the same.")
        enable(self.merge, locked or ("" if self._page.table.selects_several() else one))
        enable(self.new_collection, locked)
        enable(self.trash, locked or why or in_trash)
        for action in (self.restore, self.purge):
            enable(action, locked or why or only_trash)

    def paper_menu(self, point: QPoint) -> None:
        """Open the menu of the selected papers."""
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions(
            [self.open, self.quick_look, self.similar, self.cite, self.reference, self.export]
        )
        menu.addSeparator()
        menu.addActions([self.edit, self.add_file, self.read_details, self.look_up, self.merge])
        menu.addSeparator()
        self.sidebar.add_group_menus(menu, enabled=self.edit.isEnabled())
        menu.addSeparator()
        trashed = self._page.query.section.kind == "trash"
        menu.addActions([self.restore, self.purge] if trashed else [self.trash])
        menu.popup(self._page.table.viewport().mapToGlobal(point))

    def export_papers(self, path: Path, kind: str) -> None:
        """Write the selected papers to a file."""
        numbers, style = self._page.selected_numbers(), self._csl_style

        def work() -> int:
            text = self._workspace.papers.export(numbers, kind, style)
            try:
                path.write_text(text, encoding="utf-8")
            except OSError as error:
                raise EngineError(
                    self.tr("“{0}” could not be written: {1}.").format(path, error.strerror),
                    remedy=self.tr("Choose another folder."),
                ) from error
            return len(numbers)

        def show_count(count: int) -> None:
            text = choose_plural(self.tr("Exported %Ln paper(s) to “{name}”.", "", count), count)
            self._notify(text.format(name=path.name))

        self._runner.run(work, show_count, owner=self)

    def edit_field(self, name: str) -> None:
        """Open the dialog that edits the selected paper, at one of its fields."""
        numbers = self._page.selected_numbers()
        if not numbers or not self.edit.isEnabled():
            return

        def show(paper: Paper) -> None:
            from desktop.library.edit_dialog import EditDialog

            dialog = EditDialog(paper, self._page, check=self._checker(paper.number))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.edited.connect(lambda fields: self._page.changes.edit(paper, fields))
            dialog.open()
            dialog.focus_field(name)

        self._runner.run(lambda: self._workspace.library.papers.get(numbers[0]), show, owner=self)

    def empty_trash(self) -> None:
        """Delete everything in the Trash, after asking."""
        papers = self._workspace.library.papers

        def ask(numbers: list[PaperNumber]) -> None:
            if numbers:
                self._ask_purge(numbers, self.tr("Empty Trash"))

        self._runner.run(
            lambda: papers.ordered(sort="added", descending=False, trashed=True), ask, owner=self
        )

    # --- building -------------------------------------------------------------------------

    def _make_actions(self) -> None:
        make = partial(page_action, self)
        self.open = make(self.tr("Open PDF"), "file", "Ctrl+Return", self._open)
        self.quick_look = make(self.tr("Quick look"), "look", "Space", self._look)
        self.similar = make(
            self.tr("Find similar papers"), "similar", "Ctrl+Shift+S", self._similar
        )
        self.cite = make(self.tr("Copy cite command"), "cite", "Ctrl+K", self._copy_cite)
        self.reference = make(
            self.tr("Copy formatted reference"), "text", "Ctrl+Shift+C", self._copy_references
        )
        self.export = make(self.tr("Export…"), "export", "Ctrl+Shift+E", self._choose_export)
        self.edit = make(
            self.tr("Edit details…"), "edit", "Ctrl+E", lambda: self.edit_field("title")
        )
        self.add_file = make(self.tr("Add a PDF…"), "add", "", self._add_file)
        self.read_details = make(
            self.tr("Read details from the PDF again"), "text", "", self._read_details
        )
        self.look_up = make(self.tr("Look up online…"), "search", "", self._look_up)
        self.merge = make(self.tr("Merge…"), "copy", "Ctrl+M", self._merge)
        self.trash = make(self.tr("Move to Trash"), "trash", "", self._trash)
        self.trash.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.restore = make(self.tr("Restore from Trash"), "restore", "", self._restore)
        self.purge = make(self.tr("Delete for good…"), "remove", "", self._purge)
        self.new_collection = make(self.tr("New collection…"), "collection", "", self._collect)

    def _checker(self, number: PaperNumber) -> Callable[..., None]:
        """Return what asks the library whether an edit can be made."""

        def check(fields: dict[str, Any], answer: Callable[[str], None], owner: QObject) -> None:
            self._runner.run(
                lambda: self._workspace.papers.check_edit(number, fields),
                lambda _: answer(""),
                failed=lambda error: answer(f"{error} {error.remedy}".strip()),
                owner=owner,
                write=True,
            )

        return check

    # --- doing ----------------------------------------------------------------------------

    def _open(self) -> None:
        for number in self._page.selected_numbers()[:1]:
            self._page.open_paper(number)

    def _look(self) -> None:
        for number in self._page.selected_numbers()[:1]:
            self._looker.look(number, self._page.table.step)

    @functools.cached_property
    def _looker(self) -> QuickLook:
        return QuickLook(
            self._workspace.library.papers,
            self._runner,
            self._page,
            action=self.tr("Open PDF"),
            open_paper=self._page.open_paper,
            needs_pdf=True,
        )

    def _similar(self) -> None:
        self._page.similar_requested.emit(self._page.selected_numbers())

    def _copy_cite(self) -> None:
        numbers = self._page.selected_numbers()
        style, csl_style = self._cite_style, self._csl_style

        def report_copied(copied: Copied) -> None:
            copy_citation(copied)
            self._say_copied(copied.text)

        self._runner.run(
            lambda: self._workspace.papers.copied(numbers, style, csl_style=csl_style),
            report_copied,
            owner=self,
        )

    def _copy_references(self) -> None:
        numbers = self._page.selected_numbers()
        style = self._csl_style
        self._runner.run(
            lambda: self._workspace.papers.export(numbers, "text", style), self._copy, owner=self
        )

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._say_copied(text)

    def _say_copied(self, text: str) -> None:
        short_text = " ".join(text.split())
        short_text = (
            short_text
            if len(short_text) <= _SAID_AT_MOST
            else f"{short_text[: _SAID_AT_MOST - 1]}…"
        )
        self._notify(self.tr("Copied {0}").format(short_text))

    def _choose_export(self) -> None:
        dialog = file_dialog(self._page, self.tr("Export the selected papers"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        filters = export_filters()
        dialog.setNameFilters(list(filters))
        dialog.setDefaultSuffix("bib")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filterSelected.connect(
            lambda name: dialog.setDefaultSuffix(name.partition("*.")[2].rstrip(")"))
        )

        def chosen(path: str) -> None:
            self.export_papers(Path(path), filters[dialog.selectedNameFilter()].name)

        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _add_file(self) -> None:
        for number in self._page.selected_numbers()[:1]:
            self._page.files.choose(number, self._page)

    def _read_details(self) -> None:
        self._details.read_pdfs(self._page.selected_numbers())

    def _look_up(self) -> None:
        self.lookup_wanted.emit(tuple(self._page.selected_numbers()))

    def _merge(self) -> None:
        numbers = self._page.selected_numbers()[:_MERGED_AT_MOST]

        def show(compared_papers: list[Seen]) -> None:
            from desktop.library.merge import MergeDialog

            if len(compared_papers) > 1:
                dialog = MergeDialog(
                    self._workspace, self._page.changes, compared_papers, self._page
                )
                dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
                dialog.open()

        self._runner.run(lambda: load_compared_papers(self._workspace, numbers), show, owner=self)

    def _collect(self) -> None:
        self.sidebar.collect_new(self._page.selected_numbers())

    def _trash(self) -> None:
        self._page.trash(self._page.selected_numbers())

    def _restore(self) -> None:
        self._page.changes.restore(self._page.selected_numbers())

    def _purge(self) -> None:
        numbers = list(self._page.selected_numbers())
        if numbers:
            self._ask_purge(numbers, self.tr("Delete for good"))

    def _ask_purge(self, numbers: list[PaperNumber], action: str) -> None:
        one = self.tr("Delete this paper for good?")
        several = self.tr("Delete {0} papers for good?").format(figure(len(numbers)))
        confirm(
            self._page,
            one if len(numbers) == 1 else several,
            self.tr(
                "Notes, tags and citations are deleted too. You can restore them from the "
                "history until 100 more actions have been made."
            ),
            action,
            lambda: self._page.changes.purge(numbers),
        )

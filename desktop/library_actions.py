"""What can be done with the selected papers and the places of the library, as actions and menus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu

from core.errors import EngineError
from core.records import Group, Paper
from desktop.edit_dialog import EditDialog
from desktop.paper_query import PlacesAnswer
from desktop.protocols import ExportFormat, Notify, Workspace
from desktop.tasks import TaskRunner
from desktop.theme import set_icon

if TYPE_CHECKING:
    from desktop.library_page import LibraryPage

_FILTERS: dict[str, ExportFormat] = {
    "BibTeX (*.bib)": "bibtex",
    "RIS (*.ris)": "ris",
    "CSL-JSON (*.json)": "csl",
}


class LibraryActions(QObject):
    """The actions of a library page; disabled ones say why in their tool tip."""

    def __init__(
        self, page: LibraryPage, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(page)
        self.groups = PlacesAnswer(0, (), (), 0)
        self._page = page
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self.similar = self._action("Find similar papers", "similar", "Ctrl+Shift+S", self._similar)
        self.cite = self._action("Copy cite command", "cite", "Ctrl+K", self._copy_cite)
        self.export = self._action("Export…", "export", "Ctrl+Shift+E", self._choose_export)
        self.edit = self._action("Edit details…", "edit", "Ctrl+E", self._edit)
        self.trash = self._action("Move to Trash", "trash", "", self._trash)
        self.trash.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.restore = self._action("Restore from Trash", "restore", "", self._restore)
        self.new_collection = self._action("New collection…", "collection", "", self._collect_new)
        for action in (self.similar, self.cite, self.export, self.edit):
            page.addAction(action)
        page.table.addAction(self.trash)
        self.update_enabled()

    def all(self) -> tuple[QAction, ...]:
        """Return the actions in the order of a menu."""
        return (
            self.similar,
            self.cite,
            self.export,
            self.edit,
            self.new_collection,
            self.trash,
            self.restore,
        )

    def update_enabled(self) -> None:
        """Follow the selection."""
        selected = self._page.table.selectionModel().hasSelection()
        trashed = self._page.place().kind == "trash"
        fixed = self._workspace.library.read_only
        why = "" if selected else "Select a paper first."
        locked = "This library is open for reading only." if fixed else ""
        _enable(self.similar, why)
        _enable(self.cite, why)
        _enable(self.export, why)
        _enable(self.edit, locked or why)
        _enable(self.new_collection, locked)
        _enable(self.trash, locked or why or ("It is in the Trash already." if trashed else ""))
        _enable(
            self.restore, locked or why or ("" if trashed else "Only papers in the Trash can be.")
        )

    def paper_menu(self, point: QPoint) -> None:
        """Open the menu of the selected papers."""
        menu = self._menu()
        menu.addActions([self.similar, self.cite, self.export, self.edit])
        menu.addSeparator()
        self._group_menu(menu, "Add to collection", "collection")
        self._group_menu(menu, "Tag", "tag")
        group = self._page.sidebar.group_at(self._page.sidebar.currentIndex())
        if group is not None:
            leave = menu.addAction(f"Remove from “{group.name}”")
            leave.setEnabled(self.trash.isEnabled())
            leave.triggered.connect(lambda: self._leave(group))
        menu.addSeparator()
        trashed = self._page.place().kind == "trash"
        menu.addAction(self.restore if trashed else self.trash)
        menu.popup(self._page.table.viewport().mapToGlobal(point))

    def place_menu(self, point: QPoint) -> None:
        """Open the menu of a place."""
        menu = self._menu()
        menu.addAction(self.new_collection)
        index = self._page.sidebar.indexAt(point)
        group, place = self._page.sidebar.group_at(index), self._page.sidebar.place_at(index)
        if group is not None and place is not None:
            rename = menu.addAction(f"Rename “{group.name}”…")
            rename.triggered.connect(lambda: self._rename(place.kind == "tag", group))
            remove = menu.addAction(f"Remove “{group.name}”")
            remove.triggered.connect(lambda: self._remove(place.kind == "tag", group))
            for action in (rename, remove):
                action.setEnabled(self.new_collection.isEnabled())
        menu.popup(self._page.sidebar.viewport().mapToGlobal(point))

    def export_to(self, path: Path, kind: ExportFormat) -> None:
        """Write the selected papers to a file."""
        numbers = self._page.selected_numbers()

        def work() -> int:
            text = self._workspace.export(numbers, kind)
            try:
                path.write_text(text, encoding="utf-8")
            except OSError as error:
                raise EngineError(
                    f"“{path}” could not be written: {error.strerror}.",
                    remedy="Choose another place.",
                ) from error
            return len(numbers)

        self._runner.run(
            work, lambda count: self._notify(f"Exported {count:,} papers to “{path.name}”.")
        )

    # --- building -------------------------------------------------------------------------

    def _action(self, text: str, icon: str, keys: str, call: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda *_: call())
        set_icon(action, icon)
        return action

    def _menu(self) -> QMenu:
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        return menu

    def _group_menu(self, menu: QMenu, title: str, kind: str) -> None:
        part = menu.addMenu(title)
        part.setEnabled(self.edit.isEnabled())
        tags = kind == "tag"
        changes = self._page.changes
        assign = changes.tag if tags else changes.collect
        for group in self.groups.tags if tags else self.groups.collections:
            action = part.addAction(group.name.replace("&", "&&"))
            action.triggered.connect(
                lambda _=False, group=group: assign(group, self._page.selected_numbers())
            )
        part.addSeparator()
        new = part.addAction("New tag…" if tags else "New collection…")
        new.triggered.connect(self._tag_new if tags else self._collect_new)

    # --- doing ----------------------------------------------------------------------------

    def _similar(self) -> None:
        self._page.similar_requested.emit(self._page.selected_numbers())

    def _copy_cite(self) -> None:
        numbers = self._page.selected_numbers()

        def copy(command: str) -> None:
            QGuiApplication.clipboard().setText(command)
            self._notify(f"Copied {command}")

        self._runner.run(lambda: self._workspace.cite_command(numbers), copy, owner=self)

    def _choose_export(self) -> None:
        dialog = QFileDialog(self._page, "Export the selected papers")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(_FILTERS))
        dialog.setDefaultSuffix("bib")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filterSelected.connect(
            lambda name: dialog.setDefaultSuffix(name.partition("*.")[2].rstrip(")"))
        )

        def chosen(path: str) -> None:
            self.export_to(Path(path), _FILTERS[dialog.selectedNameFilter()])

        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _edit(self) -> None:
        number = self._page.selected_numbers()[0]

        def show(paper: Paper) -> None:
            dialog = EditDialog(paper, self._page)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.edited.connect(lambda fields: self._page.changes.edit(paper, fields))
            dialog.open()

        self._runner.run(lambda: self._workspace.library.papers.get(number), show, owner=self)

    def _trash(self) -> None:
        numbers = self._page.selected_numbers()
        self._page.changes.trash(numbers)
        count = "1 paper" if len(numbers) == 1 else f"{len(numbers):,} papers"
        self._notify(
            f"Moved {count} to the Trash.", action="Undo", call=self._page.changes.stack.undo
        )

    def _restore(self) -> None:
        self._page.changes.restore(self._page.selected_numbers())

    def _leave(self, group: Group) -> None:
        changes = self._page.changes
        assign = changes.tag if self._page.place().kind == "tag" else changes.collect
        assign(group, self._page.selected_numbers(), member=False)

    def _collect_new(self) -> None:
        numbers = self._page.selected_numbers()
        self._ask_name(
            "New collection", "", lambda name: self._page.changes.add_collection(name, numbers)
        )

    def _tag_new(self) -> None:
        numbers = self._page.selected_numbers()
        self._ask_name("New tag", "", lambda name: self._page.changes.add_tag(name, numbers))

    def _rename(self, tag: bool, group: Group) -> None:
        changes = self._page.changes
        rename = changes.rename_tag if tag else changes.rename_collection
        self._ask_name("Rename", group.name, lambda name: rename(group, name))

    def _remove(self, tag: bool, group: Group) -> None:
        changes = self._page.changes
        remove = changes.remove_tag if tag else changes.remove_collection
        remove(group)

    def _ask_name(self, title: str, name: str, call: Callable[[str], None]) -> None:
        dialog = QInputDialog(self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText("Name:")
        dialog.setTextValue(name)
        dialog.setOkButtonText(title)

        def chosen(text: str) -> None:
            if text.strip():
                call(text.strip())

        dialog.textValueSelected.connect(chosen)
        dialog.open()


def _enable(action: QAction, why_not: str) -> None:
    action.setEnabled(not why_not)
    action.setToolTip(why_not or action.text())

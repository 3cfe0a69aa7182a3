"""Puts papers that were found into a collection, so that it can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from core.base.records import Group, PaperNumber
from desktop.language.wording import figure
from desktop.ui.changes import LibraryChanges
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


class Collector(QObject):
    """Asks for a collection and adds papers to it."""

    def __init__(
        self, page: QWidget, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._changes: LibraryChanges | None = None
        self.menu: QMenu | None = None
        self.dialog: QInputDialog | None = None

    def join(self, changes: LibraryChanges) -> None:
        """Make changes where others make theirs, so that they are undone in their order."""
        self._changes = changes

    def why_not(self) -> str:
        """Return why nothing can be added, "" if it can."""
        read_only = self._workspace.library.read_only
        return self.tr("This library is open for reading only.") if read_only else ""

    def ask(self, numbers: Sequence[PaperNumber]) -> None:
        """Offer the collections, and a new one, for papers."""
        collections = self._workspace.library.collections
        if numbers and not self.why_not():
            paper_numbers = tuple(numbers)
            self._runner.run(
                collections.all, lambda groups: self._offer(groups, paper_numbers), owner=self._page
            )

    def add(self, group: Group, numbers: Sequence[PaperNumber]) -> None:
        """Put papers into a collection."""
        self._get_changes().collect(group, numbers)
        self._say(group.name, len(numbers))

    def add_new(self, name: str, numbers: Sequence[PaperNumber]) -> None:
        """Make a collection of papers."""
        self._get_changes().add_collection(name, numbers)
        self._say(name, len(numbers))

    def _get_changes(self) -> LibraryChanges:
        if self._changes is None:
            self._changes = LibraryChanges(self._workspace, self._runner, self)
        return self._changes

    def _offer(self, groups: Sequence[Group], numbers: Sequence[PaperNumber]) -> None:
        menu = self.menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        new = menu.addAction(self.tr("New collection…"))
        new.triggered.connect(lambda: self._ask_name(numbers))
        if groups:
            menu.addSeparator()
        for group in groups:
            action = menu.addAction(group.name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, group=group: self.add(group, numbers))
        menu.popup(QCursor.pos())
        menu.setActiveAction(new)

    def _ask_name(self, numbers: Sequence[PaperNumber]) -> None:
        dialog = self.dialog = QInputDialog(self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("New collection"))
        dialog.setLabelText(
            self.tr("Name of a collection for {count} papers:").format(count=figure(len(numbers)))
            if len(numbers) > 1
            else self.tr("Name of a collection for this paper:")
        )
        dialog.setOkButtonText(self.tr("Create collection"))

        def chosen(name: str) -> None:
            if name.strip():
                self.add_new(name.strip(), numbers)

        dialog.textValueSelected.connect(chosen)
        dialog.open()

    def _say(self, name: str, count: int) -> None:
        text = (
            self.tr("Added 1 paper to “{name}”.")
            if count == 1
            else self.tr("Added {count} papers to “{name}”.")
        )
        self._notify(
            text.format(count=figure(count), name=name),
            undo=self._get_changes().undo,
        )

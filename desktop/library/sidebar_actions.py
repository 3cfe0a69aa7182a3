"""What can be done with the sections of the library: groups, saved searches, dropped papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from core.base.records import Group, PaperNumber
from desktop.ui.confirm import ask_name
from desktop.ui.lifetime import make_menu
from desktop.ui.notify import Notify

if TYPE_CHECKING:
    from desktop.library.browser import LibraryBrowser


class SidebarActions(QObject):
    """Makes, renames and removes collections, tags and saved searches. All of it can be undone."""

    def __init__(self, page: LibraryBrowser, new_collection: QAction, notify: Notify) -> None:
        super().__init__(page)
        self._page = page
        self._new_collection = new_collection
        self._notify = notify
        self.rename = self._action(self.tr("Rename…"), "F2", self._rename)
        self.remove = self._action(self.tr("Remove"), "Del", self._remove)
        page.sidebar.papers_dropped.connect(self._dropped)
        page.sidebar.customContextMenuRequested.connect(self._menu)
        page.sidebar.selectionModel().currentChanged.connect(self.update_enabled)
        self.update_enabled()

    def update_enabled(self) -> None:
        """Follow the chosen section."""
        has_name = self._page.query.section.kind in ("collection", "tag", "search")
        why = "" if has_name else self.tr("Choose a collection, a tag or a saved search first.")
        if not self._new_collection.isEnabled():  # nothing may change
            why = self._new_collection.toolTip()
        for action in (self.rename, self.remove):
            action.setEnabled(not why)
            action.setToolTip(why)

    def add_group_menus(self, menu: QMenu, *, enabled: bool) -> None:
        """Add what puts the selected papers into groups, and takes them out of the one shown."""
        for kind, title, new in (
            ("collection", self.tr("Add to collection"), self.tr("New collection…")),
            ("tag", self.tr("Tag"), self.tr("New tag…")),
        ):
            part = make_menu(menu, title)
            part.setEnabled(enabled)
            for group in self._groups(kind):
                action = part.addAction(group.name.replace("&", "&&"))
                action.triggered.connect(
                    lambda _=False, kind=kind, group=group: self.assign(
                        kind, group, self._page.selected_numbers()
                    )
                )
            part.addSeparator()
            make = self.tag_new if kind == "tag" else self.collect_new
            part.addAction(new).triggered.connect(
                lambda _=False, make=make: make(self._page.selected_numbers())
            )
        here = self._page.sidebar.get_group(self._page.sidebar.currentIndex())
        if here is not None:
            leave = menu.addAction(self.tr("Remove from “{0}”").format(here.name))
            leave.setEnabled(enabled)
            leave.triggered.connect(lambda: self._leave(here))

    def assign(
        self, kind: str, group: Group, numbers: tuple[PaperNumber, ...], *, member: bool = True
    ) -> None:
        """Put papers into a collection or tag, or take them out."""
        changes = self._page.changes
        (changes.tag if kind == "tag" else changes.collect)(group, numbers, member=member)

    def collect_new(self, numbers: tuple[PaperNumber, ...]) -> None:
        """Ask for the name of a new collection that holds some papers."""
        changes = self._page.changes
        ask_name(
            self._page,
            self.tr("New collection"),
            self.tr("Name:"),
            lambda name: changes.add_collection(name, numbers),
            action=self.tr("Create collection"),
        )

    def tag_new(self, numbers: tuple[PaperNumber, ...]) -> None:
        """Ask for the name of a new tag that some papers get."""
        changes = self._page.changes
        ask_name(
            self._page,
            self.tr("New tag"),
            self.tr("Name:"),
            lambda name: changes.add_tag(name, numbers),
            action=self.tr("Create tag"),
        )

    def save_search(self) -> None:
        """Ask under which name the search that is shown is to be kept."""
        query = self._page.query
        ask_name(
            self._page,
            self.tr("Save search"),
            self.tr("Name:"),
            lambda name: self._page.changes.save_search(name, query.mode, query.text),
            name=query.text.strip()[:60],
            action=self.tr("Save search"),
        )

    # --- private --------------------------------------------------------------------------

    def _action(self, text: str, keys: str, call: object) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        assert callable(call)
        action.triggered.connect(lambda *_: call())
        self._page.sidebar.addAction(action)
        return action

    def _menu(self, point: QPoint) -> None:
        sidebar = self._page.sidebar
        section = sidebar.get_section(sidebar.indexAt(point))
        if section is not None:
            sidebar.choose(section)
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addAction(self._new_collection)
        if section is not None and section.kind in ("collection", "tag", "search"):
            menu.addSeparator()
            menu.addActions([self.rename, self.remove])
        menu.popup(sidebar.viewport().mapToGlobal(point))

    def _rename(self) -> None:
        sidebar, changes = self._page.sidebar, self._page.changes
        index, kind = sidebar.currentIndex(), self._page.query.section.kind
        search, group = sidebar.get_search(index), sidebar.get_group(index)
        title = self.tr("Rename")
        if search is not None:
            ask_name(
                self._page,
                title,
                self.tr("Name:"),
                lambda name: changes.rename_search(search, name),
                name=search.name,
            )
        elif group is not None:
            rename = changes.rename_tag if kind == "tag" else changes.rename_collection
            ask_name(
                self._page,
                title,
                self.tr("Name:"),
                lambda name: rename(group, name),
                name=group.name,
            )

    def _remove(self) -> None:
        sidebar, changes = self._page.sidebar, self._page.changes
        index, kind = sidebar.currentIndex(), self._page.query.section.kind
        search, group = sidebar.get_search(index), sidebar.get_group(index)
        if search is not None:
            changes.remove_search(search)
            self._say_removed(search.name)
        elif group is not None:
            (changes.remove_tag if kind == "tag" else changes.remove_collection)(group)
            self._say_removed(group.name)

    def _say_removed(self, name: str) -> None:
        self._notify(
            self.tr("Removed “{0}”; its papers stay in the library.").format(name),
            undo=self._page.changes.undo,
        )

    def _groups(self, kind: str) -> tuple[Group, ...]:
        contents = self._page.contents
        return contents.tags if kind == "tag" else contents.collections

    def _leave(self, group: Group) -> None:
        numbers = self._page.selected_numbers()
        self.assign(self._page.query.section.kind, group, numbers, member=False)

    def _dropped(self, kind: str, number: int | None, papers: tuple[PaperNumber, ...]) -> None:
        if kind == "trash":
            self._page.trash(papers)
        elif number is None:
            (self.tag_new if kind == "tag" else self.collect_new)(papers)
        else:
            for group in self._groups(kind):
                if group.number == number:
                    self.assign(kind, group, papers)

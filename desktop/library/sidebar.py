"""The sections on the left of the library: all papers, groups, saved searches, Trash.

Papers that are dragged from the table can be dropped on a collection, a tag, the headings of
these (which makes a new one), and the Trash.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QStandardItem
from PySide6.QtGui import QStandardItemModel as ItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget
from typing_extensions import override

from core.base.library_records import SavedSearch
from core.base.records import Group
from desktop.language.wording import figure
from desktop.papers.model import dragged_papers
from desktop.papers.paper_query import LibrarySection, SectionKind, SidebarContents, found_figure
from desktop.ui.theme import theme
from desktop.ui.widgets import plain_tip

SectionRole = Qt.ItemDataRole.UserRole + 1
IconRole = Qt.ItemDataRole.UserRole + 2
KindRole = Qt.ItemDataRole.UserRole + 3
_DROPPABLE = ("collection", "tag", "trash")


class Sidebar(QTreeView):
    """A tree of sections.

    Signals:
        section_chosen: a ``LibrarySection``.
        papers_dropped: the kind of a section, its number (``None`` for a new one), and the papers.
    """

    section_chosen = Signal(object)
    papers_dropped = Signal(str, object, tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.accepts_papers = True
        self._shown_contents: SidebarContents | None = None
        self.items = ItemModel(0, 2, self)
        self.items.setHorizontalHeaderLabels([self.tr("Section"), "n"])
        self.setModel(self.items)
        self._set_up()
        self.show_contents(SidebarContents())
        self.choose(LibrarySection())
        self.selectionModel().currentChanged.connect(self._current_changed)
        theme().icons_changed.connect(self._repaint_icons)

    def section(self) -> LibrarySection:
        """Return the chosen section."""
        return self.get_section(self.currentIndex()) or LibrarySection()

    def get_section(self, index: QModelIndex) -> LibrarySection | None:
        """Return the section of a row, ``None`` for a heading."""
        section = index.siblingAtColumn(0).data(SectionRole)
        return section if isinstance(section, LibrarySection) else None

    def get_group(self, index: QModelIndex) -> Group | None:
        """Return the collection or tag of a row."""
        section = self.get_section(index)
        if section is None or self._shown_contents is None:
            return None
        groups = {"collection": self._shown_contents.collections, "tag": self._shown_contents.tags}
        section_groups = groups.get(section.kind, ())
        return next((group for group in section_groups if group.number == section.number), None)

    def get_search(self, index: QModelIndex) -> SavedSearch | None:
        """Return the saved search of a row."""
        section = self.get_section(index)
        if section is None or section.kind != "search" or self._shown_contents is None:
            return None
        searches = self._shown_contents.searches
        return next((search for search in searches if search.number == section.number), None)

    def get_section_name(self, section: LibrarySection) -> str:
        """Return what a section is called; "" if it is not shown."""
        matching_indexes = (
            index for index in self._indexes() if self.get_section(index) == section
        )
        return next((str(index.data()) for index in matching_indexes), "")

    def choose(self, section: LibrarySection) -> None:
        """Make ``section`` the chosen one, if it is shown."""
        for index in self._indexes():
            if self.get_section(index) == section:
                self.setCurrentIndex(index)
                return

    def show_contents(self, answer: SidebarContents) -> None:
        """Show the sections with their sizes; the chosen one stays, if it is still there."""
        if answer == self._shown_contents:
            return
        self._shown_contents = answer
        chosen = self.section()
        blocked = self.selectionModel().blockSignals(True)
        self.items.removeRows(0, self.items.rowCount())
        self._fill(answer)
        self.expandAll()
        self.choose(chosen)
        self.selectionModel().blockSignals(blocked)
        if self.section() != chosen or not self.currentIndex().isValid():
            self.choose(LibrarySection())
        self.viewport().update()

    # --- building the widgets -------------------------------------------------------------

    def _set_up(self) -> None:
        self.setAccessibleName(self.tr("Sections of the library"))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(12)
        self.setItemsExpandable(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def _fill(self, answer: SidebarContents) -> None:
        # Groups come last: of tags there may be hundreds, below which nothing else is found.
        sizes = answer.sizes
        self._add(LibrarySection("all"), self.tr("All papers"), sizes.papers, "all")
        self._add(LibrarySection("recent"), self.tr("Recently added"), None, "recent")
        self._add(LibrarySection("duplicates"), self.tr("Duplicates"), None, "copy")
        self._add(LibrarySection("unfiled"), self.tr("Unfiled"), sizes.unfiled, "file")
        tip = self.tr(
            "{0} not in the meaning index, {1} with a full text that could not be read"
        ).format(figure(sizes.without_vector), figure(sizes.failed_texts))
        self._add(LibrarySection("unindexed"), self.tr("Not indexed"), sizes.unindexed, "gap", tip)
        if sizes.without_abstract:
            name = self.tr("Without abstract")
            self._add(LibrarySection("no abstract"), name, sizes.without_abstract, "file")
        self._add(LibrarySection("trash"), self.tr("Trash"), sizes.trashed, "trash")
        collections = [(group.number, group.name, group.papers) for group in answer.collections]
        self._add_children("collection", self.tr("Collections"), collections)
        search_counts = answer.search_counts
        searches = [
            (search.number, search.name, search_counts.get(search.number))
            for search in answer.searches
        ]
        self._add_children("search", self.tr("Saved searches"), searches)
        tags = [(group.number, group.name, group.papers) for group in answer.tags]
        self._add_children("tag", self.tr("Tags"), tags)

    def _add(
        self, section: LibrarySection, name: str, size: int | None, icon: str, tip: str = ""
    ) -> None:
        self.items.appendRow(self._row(section, name, size, icon, tip))

    def _add_children(
        self, kind: SectionKind, heading: str, children: Sequence[tuple[int, str, int | None]]
    ) -> None:
        if not children:
            return
        parent, blank = QStandardItem(heading), QStandardItem()
        font = parent.font()
        font.setWeight(font.Weight.DemiBold)
        parent.setFont(font)
        for item in (parent, blank):
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setData(kind, KindRole)
        icon = "search" if kind == "search" else kind
        for number, name, size in children:
            parent.appendRow(self._row(LibrarySection(kind, number), name, size, icon))
        self.items.appendRow([parent, blank])

    def _row(
        self, section: LibrarySection, name: str, size: int | None, icon: str, tip: str = ""
    ) -> list[QStandardItem]:
        item = QStandardItem(name)
        item.setData(section, SectionRole)
        item.setData(icon, IconRole)
        item.setIcon(theme().ready_icon(icon))
        count_text = (found_figure if section.kind == "search" else figure)(size or 0)
        count = QStandardItem("" if size is None else count_text)
        count.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        count.setAccessibleText(self.tr("{0} papers").format(count_text))
        for row_item in (item, count):
            row_item.setToolTip(plain_tip(tip or name))
            row_item.setData(section.kind, KindRole)
        return [item, count]

    def _indexes(self) -> list[QModelIndex]:
        indexes = []
        for row in range(self.items.rowCount()):
            top = self.items.index(row, 0)
            indexes.append(top)
            indexes.extend(self.items.index(n, 0, top) for n in range(self.items.rowCount(top)))
        return indexes

    def _repaint_icons(self) -> None:
        for index in self._indexes():
            name = index.data(IconRole)
            if name:
                self.items.itemFromIndex(index).setIcon(theme().ready_icon(name))

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        section = self.get_section(current)
        if section is not None:
            self.section_chosen.emit(section)

    # --- dropping papers ------------------------------------------------------------------

    def _takes(self, event: QDropEvent) -> bool:
        kind = self.indexAt(event.position().toPoint()).data(KindRole)
        return self.accepts_papers and kind in _DROPPABLE and bool(dragged_papers(event.mimeData()))

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.accepts_papers and dragged_papers(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges
        if self._takes(event):
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        if not self._takes(event):
            event.ignore()
            return
        index = self.indexAt(event.position().toPoint())
        section = self.get_section(index)
        event.acceptProposedAction()
        self.papers_dropped.emit(
            str(index.data(KindRole)),
            None if section is None else section.number,
            dragged_papers(event.mimeData()),
        )

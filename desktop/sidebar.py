"""The places on the left of the library: all papers, the latest, collections, tags, Trash."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from core.records import Group
from desktop.paper_query import Place, PlaceKind, PlacesAnswer
from desktop.theme import theme

PlaceRole = Qt.ItemDataRole.UserRole + 1
IconRole = Qt.ItemDataRole.UserRole + 2


class Sidebar(QTreeView):
    """A tree of places.

    Signals:
        place_chosen: a ``Place``.
    """

    place_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Places in the library")
        self.places = QStandardItemModel(0, 2, self)
        self.places.setHorizontalHeaderLabels(["Place", "n"])
        self.setModel(self.places)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(12)
        self.setItemsExpandable(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._shown: PlacesAnswer | None = None
        self.show_places(PlacesAnswer(0, (), (), 0))
        self.choose(Place())
        self.selectionModel().currentChanged.connect(self._current_changed)
        theme().icons_changed.connect(self._repaint_icons)

    def place(self) -> Place:
        """Return the chosen place."""
        return self.place_at(self.currentIndex()) or Place()

    def place_at(self, index: QModelIndex) -> Place | None:
        """Return the place of a row, ``None`` for a heading."""
        place = index.siblingAtColumn(0).data(PlaceRole)
        return place if isinstance(place, Place) else None

    def group_at(self, index: QModelIndex) -> Group | None:
        """Return the collection or tag of a row."""
        place = self.place_at(index)
        if place is None or self._shown is None:
            return None
        groups = {"collection": self._shown.collections, "tag": self._shown.tags}
        named = groups.get(place.kind, ())
        return next((group for group in named if group.number == place.number), None)

    def choose(self, place: Place) -> None:
        """Make ``place`` the chosen one, if it is shown."""
        for index in self._indexes():
            if self.place_at(index) == place:
                self.setCurrentIndex(index)
                return

    def show_places(self, answer: PlacesAnswer) -> None:
        """Show the places with their sizes; the chosen one stays, if it is still there."""
        if answer == self._shown:
            return
        self._shown = answer
        chosen = self.place()
        blocked = self.selectionModel().blockSignals(True)
        self.places.removeRows(0, self.places.rowCount())
        self._add(Place("all"), "All papers", answer.papers, "all")
        self._add(Place("recent"), "Recently added", None, "recent")
        self._add_groups("collection", "Collections", answer.collections)
        self._add_groups("tag", "Tags", answer.tags)
        self._add(Place("trash"), "Trash", answer.trashed, "trash")
        self.expandAll()
        self.choose(chosen)
        self.selectionModel().blockSignals(blocked)
        if self.place() != chosen or not self.currentIndex().isValid():
            self.choose(Place())
        self.viewport().update()

    def _add(self, place: Place, name: str, size: int | None, icon: str) -> None:
        self.places.appendRow(_row(place, name, size, icon))

    def _add_groups(self, kind: PlaceKind, heading: str, groups: tuple[Group, ...]) -> None:
        parent = QStandardItem(heading)
        parent.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = parent.font()
        font.setWeight(font.Weight.DemiBold)
        parent.setFont(font)
        blank = QStandardItem()
        blank.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for group in groups:
            parent.appendRow(_row(Place(kind, group.number), group.name, group.papers, kind))
        if groups:
            self.places.appendRow([parent, blank])

    def _indexes(self) -> list[QModelIndex]:
        found = []
        for row in range(self.places.rowCount()):
            top = self.places.index(row, 0)
            found.append(top)
            found.extend(self.places.index(n, 0, top) for n in range(self.places.rowCount(top)))
        return found

    def _repaint_icons(self) -> None:
        for index in self._indexes():
            name = index.data(IconRole)
            if name:
                self.places.itemFromIndex(index).setIcon(theme().ready_icon(name))

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        place = self.place_at(current)
        if place is not None:
            self.place_chosen.emit(place)


def _row(place: Place, name: str, size: int | None, icon: str) -> list[QStandardItem]:
    item = QStandardItem(name)
    item.setData(place, PlaceRole)
    item.setToolTip(name)
    item.setData(icon, IconRole)
    item.setIcon(theme().ready_icon(icon))
    count = QStandardItem("" if size is None else f"{size:,}")
    count.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    count.setAccessibleText(f"{size or 0} papers")
    return [item, count]

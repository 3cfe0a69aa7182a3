"""Adds entries of a reference list that lead to no paper of the library, after a look at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.base.records import Paper, Reference
from desktop.language.wording import counted, translate
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.remembered import resize_with_text
from desktop.theme import set_look
from desktop.widgets import hbox, text_label, vbox

_TITLE, _BY, _DOUBT = range(3)
_SHORT, _LONG = 12, 220
_OTHERS = {"et", "al"}
_LIKE = 0.6
"""From this likeness on, a paper of the library is named: the entry may be that one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that leads to no paper, and what speaks against adding it as it was read."""

    entry: Reference
    doubts: tuple[str, ...]

    @property
    def possible(self) -> bool:
        """Whether it can be added at all."""
        return bool(self.entry.title)


class AddReferencesDialog(QDialog):
    """Lists the entries that lead to no paper; those without a doubt are chosen at first."""

    def __init__(self, links: ReferenceLinks, parent: QWidget) -> None:
        super().__init__(parent)
        self._links = links
        self.setWindowTitle(self.tr("Add references to the library"))
        self.heading = text_label(self.tr("Looking the references up…"), wrap=True)
        self.list = QTreeWidget()
        self.box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add_button = QPushButton(self.tr("Add"))
        self._lay_out()
        self._count()
        links.ask_unresolved(self._show)

    def chosen(self) -> list[int]:
        """Return the entries that are ticked."""
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [
            item.data(_TITLE, Qt.ItemDataRole.UserRole)
            for item in items
            if item is not None and item.checkState(_TITLE) is Qt.CheckState.Checked
        ]

    def _show(self, found: Sequence[tuple[Reference, tuple[Paper, float] | None]]) -> None:
        candidates = with_doubts(found)
        for candidate in candidates:
            self.list.addTopLevelItem(_item(candidate))
        text = self.tr("%Ln reference(s) lead to no paper of your library.", "", len(candidates))
        self.heading.setText(counted(text, len(candidates)))
        for column in (_TITLE, _BY):
            self.list.resizeColumnToContents(column)
        room = self.list.viewport().width()
        self.list.setColumnWidth(_TITLE, min(self.list.columnWidth(_TITLE), room // 2))
        self.list.setColumnWidth(_BY, min(self.list.columnWidth(_BY), room // 4))
        if candidates:
            self.list.setCurrentIndex(self.list.model().index(0, 0))
            self.list.setFocus()
        self._count()

    def _choose(self, *, all_of_them: bool) -> None:
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
                state = Qt.CheckState.Checked if all_of_them else Qt.CheckState.Unchecked
                item.setCheckState(_TITLE, state)

    def _count(self) -> None:
        count = len(self.chosen())
        text = counted(self.tr("Add %Ln paper(s)", "", count), count) if count else self.tr("Add")
        self.add_button.setText(text)
        self.add_button.setEnabled(bool(count))
        self.add_button.setToolTip("" if count else self.tr("Tick a reference first."))

    def _add(self) -> None:
        self._links.add(self.chosen())
        self.accept()

    def _lay_out(self) -> None:
        set_look(self.heading, "heading")
        self.list.setColumnCount(3)
        self.list.setHeaderLabels([self.tr("Title"), self.tr("Authors, year"), self.tr("Doubts")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAlternatingRowColors(False)
        self.list.setAccessibleName(self.tr("References that lead to no paper"))
        self.list.header().setSectionResizeMode(_DOUBT, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Interactive)
        self.list.itemChanged.connect(lambda *_: self._count())
        row = self._buttons()
        vbox(self.heading, (self.list, 1), row, of=self, margins=16, spacing=12)
        resize_with_text(self, 860, 480)

    def _buttons(self) -> QHBoxLayout:
        every, none = QPushButton(self.tr("All")), QPushButton(self.tr("None"))
        every.setToolTip(self.tr("Tick every reference"))
        none.setToolTip(self.tr("Tick no reference"))
        every.clicked.connect(lambda *_: self._choose(all_of_them=True))
        none.clicked.connect(lambda *_: self._choose(all_of_them=False))
        for button in (every, none):
            set_look(button, "quiet")
            button.setAutoDefault(False)
        set_look(self.add_button, "primary")
        self.add_button.setDefault(True)
        self.box.addButton(self.add_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.box.accepted.connect(self._add)
        self.box.rejected.connect(self.reject)
        return hbox(every, none, (self.box, 1))


def with_doubts(
    found: Sequence[tuple[Reference, tuple[Paper, float] | None]],
) -> list[Candidate]:
    """Say of each entry, with the paper of the library that is nearest to it, what is doubtful."""
    titles = Counter(entry.title.casefold() for entry, _ in found if entry.title)
    return [
        Candidate(entry, tuple(_doubts(entry, near, titles[entry.title.casefold()])))
        for entry, near in found
    ]


def _doubts(entry: Reference, near: tuple[Paper, float] | None, times: int) -> list[str]:
    if not entry.title:
        return [translate("AddReferences", "no title was recognised")]
    doubts = []
    if near is not None and near[1] >= _LIKE:
        like = translate("AddReferences", "perhaps “{title}” of your library")
        doubts.append(like.format(title=near[0].title[:60]))
    if times > 1:
        doubts.append(translate("AddReferences", "this title stands in the list more than once"))
    if not _SHORT <= len(entry.title) <= _LONG:
        doubts.append(translate("AddReferences", "this may not be the title"))
    if not entry.authors:
        doubts.append(translate("AddReferences", "no authors were recognised"))
    if entry.year is None:
        doubts.append(translate("AddReferences", "no year was recognised"))
    return doubts


def _item(candidate: Candidate) -> QTreeWidgetItem:
    entry = candidate.entry
    label = f"[{entry.label}] " if entry.label else ""
    by = ", ".join(filter(None, (_names(entry.authors), str(entry.year or ""))))
    doubts = "; ".join(candidate.doubts)
    item = QTreeWidgetItem([label + (entry.title or entry.text), by, doubts])
    item.setData(_TITLE, Qt.ItemDataRole.UserRole, entry.index)
    for column in (_TITLE, _BY, _DOUBT):
        item.setToolTip(column, entry.text)
    if doubts:
        item.setToolTip(_DOUBT, doubts)
    if candidate.possible:
        ticked = Qt.CheckState.Unchecked if candidate.doubts else Qt.CheckState.Checked
        item.setCheckState(_TITLE, ticked)
    else:
        item.setFlags(Qt.ItemFlag.ItemIsSelectable)
    return item


def _names(authors: Sequence[str]) -> str:
    """Return the last names of the first authors, and "et al." where it is printed."""
    words = [[word for word in name.split() if word.strip(".,") not in _OTHERS] for name in authors]
    names = ", ".join(found[-1] for found in words[:3] if found)
    others = any(set(name.replace(".", "").split()) & _OTHERS for name in authors)
    return f"{names} et al." if names and (others or len(words) > 3) else names

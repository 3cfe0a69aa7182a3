"""Adds entries of a reference list that lead to no paper of the library, after a look at them.

The list says what would be added and what speaks against it; below it stand all fields that were
read of the current entry, beside the entry as it is printed.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.base import items
from core.base.records import Paper, PaperRecord, Reference
from desktop.language.field_names import container_name, field_name, type_name
from desktop.language.wording import choose_plural, translate
from desktop.manuscript.reference_links import ReferenceLinks, Unresolved
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, plain_tip, text_label, vbox

_TITLE, _BY, _IN, _DOUBT = range(4)
_PREVIEW_LINES = 9
_SHORT, _LONG = 12, 220
_OTHERS = {"et", "al"}
_MORE = ("volume", "issue", "page", "publisher", "publisher-place")
_LIKE = 0.6
"""From this likeness on, a paper of the library is named: the entry may be that one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that leads to no paper, and what speaks against adding it as it was read."""

    entry: Reference
    record: PaperRecord
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
        self.fields = QTextBrowser()
        self._candidates: list[Candidate] = []
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

    def _show(self, references: Sequence[Unresolved]) -> None:
        self._candidates = with_doubts(references)
        for candidate in self._candidates:
            self.list.addTopLevelItem(_item(candidate))
        count = len(self._candidates)
        text = self.tr("%Ln reference(s) (is|are) not in your library.", "", count)
        self.heading.setText(choose_plural(text, count))
        room = self.list.viewport().width()
        for column, share in ((_TITLE, 0.4), (_BY, 0.2), (_IN, 0.2)):
            self.list.resizeColumnToContents(column)
            widest = round(share * room)
            self.list.setColumnWidth(column, min(self.list.columnWidth(column), widest))
        if self._candidates:
            self.list.setCurrentIndex(self.list.model().index(0, 0))
            self.list.setFocus()
        self._count()

    def _preview(self) -> None:
        row = self.list.currentIndex().row()
        has_candidate = 0 <= row < len(self._candidates)
        self.fields.setHtml(fields_as_html(self._candidates[row]) if has_candidate else "")

    def _choose(self, *, all_of_them: bool) -> None:
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
                state = Qt.CheckState.Checked if all_of_them else Qt.CheckState.Unchecked
                item.setCheckState(_TITLE, state)

    def _count(self) -> None:
        count = len(self.chosen())
        text = (
            choose_plural(self.tr("Add %Ln paper(s)", "", count), count)
            if count
            else self.tr("Add")
        )
        self.add_button.setText(text)
        self.add_button.setEnabled(bool(count))
        self.add_button.setToolTip("" if count else self.tr("Tick a reference first."))

    def _add(self) -> None:
        self._links.add(self.chosen())
        self.accept()

    def _lay_out(self) -> None:
        set_look(self.heading, "heading")
        self.list.setColumnCount(4)
        self.list.setHeaderLabels(
            [
                self.tr("Title"),
                self.tr("Authors, year"),
                self.tr("Appeared in"),
                self.tr("Doubts"),
            ]
        )
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAlternatingRowColors(False)
        self.list.setAccessibleName(self.tr("References not in your library"))
        self.list.header().setSectionResizeMode(_DOUBT, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Interactive)
        self.list.itemChanged.connect(lambda *_: self._count())
        self.list.currentItemChanged.connect(lambda *_: self._preview())
        self.fields.setAccessibleName(self.tr("Details recognised in the reference"))
        self.fields.setTabChangesFocus(True)
        self.fields.setFixedHeight(_PREVIEW_LINES * self.fontMetrics().lineSpacing())
        row = self._buttons()
        vbox(self.heading, (self.list, 1), self.fields, row, of=self, margins=16, spacing=12)
        resize_with_text(self, 920, 620)

    def _buttons(self) -> QHBoxLayout:
        every, none = QPushButton(self.tr("All")), QPushButton(self.tr("None"))
        every.setToolTip(self.tr("Select all references"))
        none.setToolTip(self.tr("Select no reference"))
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


def with_doubts(references: Sequence[Unresolved]) -> list[Candidate]:
    """Say of each entry what is doubtful about it."""
    titles = Counter(
        reference.entry.title.casefold() for reference in references if reference.entry.title
    )
    return [
        Candidate(
            reference.entry,
            reference.record,
            tuple(
                _doubts(reference.entry, reference.near, titles[reference.entry.title.casefold()])
            ),
        )
        for reference in references
    ]


def fields_as_html(candidate: Candidate) -> str:
    """Return the fields that were read of an entry, by their names, then the entry as printed."""
    rows = [*_fields(candidate.record)]
    rows.append((translate("AddReferences", "As printed"), candidate.entry.text))
    if candidate.doubts:
        rows.insert(0, (translate("AddReferences", "Doubts"), "; ".join(candidate.doubts)))
    lines = (
        f"<tr><td><b>{html.escape(name)}</b>&nbsp;&nbsp;</td><td>{html.escape(value)}</td></tr>"
        for name, value in rows
    )
    return f"<table cellspacing='2'>{''.join(lines)}</table>"


def _fields(record: PaperRecord) -> Iterator[tuple[str, str]]:
    """Yield name and value of each field that holds something."""
    kind = str(record.extra.get(items.TYPE, ""))
    stated = (
        (translate("AddReferences", "Type"), type_name(kind) if kind else ""),
        (translate("AddReferences", "Title"), record.title),
        (translate("AddReferences", "Authors"), ", ".join(record.authors)),
        (translate("AddReferences", "Year"), str(record.year or "")),
        (container_name(kind), record.venue),
        *((field_name(name, kind), _text(record, name)) for name in _MORE),
        ("DOI", record.doi),
        ("arXiv", record.arxiv),
        (translate("AddReferences", "Address"), record.url),
    )
    yield from ((name, value) for name, value in stated if value)


def _text(record: PaperRecord, name: str) -> str:
    return str(record.extra.get(name, ""))


def _appeared(record: PaperRecord) -> str:
    """Return where an entry appeared: "Journal of Clay 4(2), 11–19"."""
    volume, issue = _text(record, "volume"), _text(record, "issue")
    numbered = volume + (f"({issue})" if issue else "")
    venue_text = " ".join(filter(None, (record.venue, numbered)))
    return ", ".join(
        filter(None, (venue_text or _text(record, "publisher"), _text(record, "page")))
    )


def _doubts(entry: Reference, near: tuple[Paper, float] | None, times: int) -> list[str]:
    if not entry.title:
        return [translate("AddReferences", "no title was recognised")]
    doubts = []
    if near is not None and near[1] >= _LIKE:
        like = translate("AddReferences", "possibly “{title}” in your library")
        doubts.append(like.format(title=near[0].title[:60]))
    if times > 1:
        doubts.append(translate("AddReferences", "this title occurs more than once in the list"))
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
    where = _appeared(candidate.record)
    item = QTreeWidgetItem([label + (entry.title or entry.text), by, where, doubts])
    item.setData(_TITLE, Qt.ItemDataRole.UserRole, entry.index)
    for column in (_TITLE, _BY, _IN, _DOUBT):
        item.setToolTip(column, plain_tip(entry.text))
    if doubts:
        item.setToolTip(_DOUBT, plain_tip(doubts))
    if candidate.possible:
        ticked = Qt.CheckState.Unchecked if candidate.doubts else Qt.CheckState.Checked
        item.setCheckState(_TITLE, ticked)
    else:
        item.setFlags(Qt.ItemFlag.ItemIsSelectable)
    return item


def _names(authors: Sequence[str]) -> str:
    """Return the last names of the first authors, and "et al." where it is printed."""
    words = [[word for word in name.split() if word.strip(".,") not in _OTHERS] for name in authors]
    names = ", ".join(name_words[-1] for name_words in words[:3] if name_words)
    has_others = any(set(name.replace(".", "").split()) & _OTHERS for name in authors)
    return f"{names} et al." if names and (has_others or len(words) > 3) else names

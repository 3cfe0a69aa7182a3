"""Copies of a paper side by side, with a choice in every row, and the dialog that merges them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from typing_extensions import override

from core.base import items
from core.base.records import Paper, PaperNumber
from desktop.language.field_names import field_name, type_name
from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.ui.changes import LibraryChanges
from desktop.ui.dialogs import ExplainedDialog, add_accept_button
from desktop.ui.theme import colors, theme
from desktop.ui.widgets import push_button

if TYPE_CHECKING:
    from core.workspace import Workspace


# --- papers with what hangs on them -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """A paper with what hangs on it, as it is compared."""

    paper: Paper
    files: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    note: str = ""


def load_compared_papers(workspace: Workspace, numbers: Sequence[PaperNumber]) -> list[Seen]:
    """Return papers with what hangs on them; those that are gone are left out."""
    library, notes = workspace.library, workspace.papers.notes
    return [
        Seen(
            paper,
            tuple(file.path.name for file in library.papers.files(paper.number)),
            tuple(group.name for group in library.collections.of(paper.number)),
            tuple(group.name for group in library.tags.of(paper.number)),
            notes.get(paper.number),
        )
        for paper in library.papers.get_many(numbers)
    ]


# --- the papers of a group side by side -------------------------------------------------------
#
# The kept paper's value is chosen, or the first one where it has none; a click or Space chooses
# another. Rows in which the papers differ are marked. What a merge keeps of all is shown below.


_TALLEST_LINES = 7
_LEAST_LINES = 8
CHOSEN = "✓ "


FIELDS: tuple[tuple[str, str], ...] = (
    ("title", QT_TRANSLATE_NOOP("Duplicates", "Title")),
    ("authors", QT_TRANSLATE_NOOP("Duplicates", "Authors")),
    ("year", QT_TRANSLATE_NOOP("Duplicates", "Year")),
    ("venue", QT_TRANSLATE_NOOP("Duplicates", "Venue")),
    ("doi", "DOI"),
    ("arxiv", "arXiv"),
    ("url", QT_TRANSLATE_NOOP("Duplicates", "Address")),
    ("keywords", QT_TRANSLATE_NOOP("Duplicates", "Keywords")),
    ("abstract", QT_TRANSLATE_NOOP("Duplicates", "Abstract")),
)
_RECORDS_OWN = frozenset(name for name, _ in FIELDS)
_ALL_KEPT: tuple[tuple[str, Callable[[Seen], Sequence[str]]], ...] = (
    (QT_TRANSLATE_NOOP("Duplicates", "Files"), lambda listed_paper: listed_paper.files),
    (QT_TRANSLATE_NOOP("Duplicates", "Collections"), lambda listed_paper: listed_paper.collections),
    (QT_TRANSLATE_NOOP("Duplicates", "Tags"), lambda listed_paper: listed_paper.tags),
    (
        QT_TRANSLATE_NOOP("Duplicates", "Note"),
        lambda listed_paper: [listed_paper.note] if listed_paper.note else [],
    ),
    (
        QT_TRANSLATE_NOOP("Duplicates", "Known as"),
        lambda listed_paper: [
            listed_paper.paper.citation_key,
            *listed_paper.paper.aliases,
            *listed_paper.paper.ids,
        ],
    ),
)


def _filled_fields(compared_papers: Sequence[Seen]) -> list[str]:
    """Return the type and the fields of CSL that a paper says something in."""
    field_names = {
        name for compared_paper in compared_papers for name in compared_paper.paper.extra
    }
    return [items.TYPE, *sorted(field_names & items.VARIABLES)] if compared_papers else []


def _value(paper: Paper, name: str) -> Any:  # noqa: ANN401 - each field has its type
    return getattr(paper, name) if name in _RECORDS_OWN else paper.extra.get(name)


class Comparison(QTableWidget):
    """A table of fields by papers.

    Signals:
        left_out: the paper of the column that a person wants out of the group.
    """

    left_out = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Fields of the papers, side by side"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        self.setShowGrid(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(200)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self.keep)
        header.sectionResized.connect(lambda *_: self._fit_rows())
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for corner in self.findChildren(
            QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly
        ):
            corner.hide()  # it would select everything, which means nothing here
        self.cellClicked.connect(self.choose)
        theme().changed.connect(self._paint)
        self._compared_papers: Sequence[Seen] = ()
        self._kept_at = 0
        self._choices: list[int] = []
        self._fields = FIELDS

    @override
    def minimumSizeHint(self) -> QSize:
        least = _LEAST_LINES * self.fontMetrics().lineSpacing()
        return QSize(super().minimumSizeHint().width(), least)

    def show_papers(self, compared_papers: Sequence[Seen]) -> None:
        """Compare other papers; the first one is kept."""
        self._compared_papers = compared_papers
        self.clear()
        self.setColumnCount(len(compared_papers))
        self._fields = (*FIELDS, *((name, "") for name in _filled_fields(compared_papers)))
        self.setRowCount(len(self._fields) + len(_ALL_KEPT) if compared_papers else 0)
        for row in range(self.rowCount()):
            for column in range(len(compared_papers)):
                self.setItem(row, column, QTableWidgetItem())
        self.keep(0)
        if compared_papers:
            self.setCurrentCell(0, 0)

    def numbers(self) -> list[PaperNumber]:
        """Return the papers, the kept one first."""
        numbers = [compared_paper.paper.number for compared_paper in self._compared_papers]
        return [numbers.pop(self._kept_at), *numbers]

    def chosen_fields(self) -> dict[str, Any]:  # Any: each field has its type
        """Return the fields for which not the kept paper's value was chosen."""
        kept_paper = self._compared_papers[self._kept_at].paper
        chosen_values = {}
        for (name, _), column in zip(self._fields, self._choices, strict=True):
            value = _value(self._compared_papers[column].paper, name)
            if value != _value(kept_paper, name):
                chosen_values[name] = value
        return chosen_values

    def keep(self, column: int) -> None:
        """Let another paper be the one that is kept; what was chosen by hand starts anew."""
        self._kept_at = column
        self._choices = [self._usual(name) for name, _ in self._fields]
        self._paint()

    def choose(self, row: int, column: int) -> None:
        """Take the value of a field from a paper."""
        if row < len(self._choices) and self._format_cell(row, column):
            self._choices[row] = column
            self._paint()

    def leave_out(self) -> None:
        """Take the paper of the current column out of the group."""
        if self.currentColumn() >= 0 and len(self._compared_papers) > 2:
            self.left_out.emit(self._compared_papers[self.currentColumn()].paper.number)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose(self.currentRow(), self.currentColumn())
        elif event.key() == Qt.Key.Key_K:
            self.keep(self.currentColumn())
        else:
            super().keyPressEvent(event)

    def _usual(self, name: str) -> int:
        """Return the column whose value a merge takes if nobody chooses another."""
        if not self._compared_papers:
            return 0
        order = [self._kept_at, *range(len(self._compared_papers))]
        return next(
            (column for column in order if _value(self._compared_papers[column].paper, name)),
            self._kept_at,
        )

    def _format_cell(self, row: int, column: int) -> str:
        compared_paper = self._compared_papers[column]
        if row >= len(self._fields):
            return "\n".join(_ALL_KEPT[row - len(self._fields)][1](compared_paper))
        name = self._fields[row][0]
        value = _value(compared_paper.paper, name)
        if name == items.TYPE:
            return type_name(str(value)) if value else ""
        return ", ".join(value) if isinstance(value, list | tuple) else str(value or "")

    def _paint(self) -> None:
        if not self._compared_papers:
            return
        kept_label, merged = self.tr("Kept"), self.tr("Merged into this paper")
        self.setHorizontalHeaderLabels(
            [
                kept_label if column == self._kept_at else merged
                for column in range(len(self._compared_papers))
            ]
        )
        labels = []
        for row in range(self.rowCount()):
            values = [
                self._format_cell(row, column) for column in range(len(self._compared_papers))
            ]
            differs = row < len(self._fields) and len(set(values)) > 1
            labels.append(self._label(row, differs=differs))
            self.setRowHidden(row, not any(values))
            for column, value in enumerate(values):
                self._paint_cell(row, column, value, differs=differs)
        self.setVerticalHeaderLabels(labels)
        self._fit_rows()

    def _label(self, row: int, *, differs: bool) -> str:
        if row < len(self._fields):
            name, source_label = self._fields[row]
            text = (
                QCoreApplication.translate("Duplicates", source_label)
                if source_label
                else self._format_field_name(name)
            )
            return f"≠ {text}" if differs else f"   {text}"
        text = QCoreApplication.translate("Duplicates", _ALL_KEPT[row - len(self._fields)][0])
        return f"   {text}\n   " + self.tr("all kept")

    def _format_field_name(self, name: str) -> str:
        if name == items.TYPE:
            return self.tr("Type")
        if name == "issued":
            return self.tr("Date")
        return field_name(name, items.get_item_type(self._compared_papers[self._kept_at].paper))

    def _paint_cell(self, row: int, column: int, value: str, *, differs: bool) -> None:
        item = self.item(row, column)
        if item is None:
            return
        tones = colors()
        chosen = differs and self._choices[row] == column
        item.setText(f"{CHOSEN}{value}" if chosen else value)
        item.setToolTip(self.tr("Copied") if chosen else "")
        item.setBackground(QBrush(tones.accent_soft) if chosen else QBrush(tones.surface))
        item.setForeground(tones.muted if differs and not chosen else tones.text)
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if chosen else QFont.Weight.Normal)
        item.setFont(font)

    def _fit_rows(self) -> None:
        self.resizeRowsToContents()
        tallest = _TALLEST_LINES * self.fontMetrics().height() + 12
        for row in range(self.rowCount()):
            lowest = 2 * self.fontMetrics().height() + 12 if row >= len(self._fields) else 0
            if not self.isRowHidden(row):  # setting its height would show it
                self.setRowHeight(row, max(lowest, min(self.rowHeight(row) + 4, tallest)))


# --- the dialog that makes one paper of several that a person selected ------------------------


class MergeDialog(ExplainedDialog):
    """Shows papers side by side; a click takes a value over, the first column is kept."""

    def __init__(
        self,
        workspace: Workspace,
        changes: LibraryChanges,
        compared_papers: Sequence[Seen],
        parent: QWidget | None = None,
    ) -> None:
        explanation = self.tr(
            "Click a value, or press Space, to use it; click a heading to keep that paper. "
            "It gets the files, notes, tags and citations of the others."
        )
        title = self.tr("Merge papers")
        super().__init__(parent, title, explanation, size=(880, 560), is_reused=True)
        self._duplicates = workspace.library.duplicates
        self._changes = changes
        self.comparison = Comparison()
        self.comparison.show_papers(compared_papers)
        self.merge_button = push_button(
            self.tr("Merge {0} papers").format(len(compared_papers)), look="primary"
        )
        buttons = add_accept_button(self, self.merge_button, self._merge)
        self.lay_out((self.comparison, 1), buttons, spacing=16)

    def _merge(self) -> None:
        into, *other_numbers = self.comparison.numbers()
        fields = self.comparison.chosen_fields()
        self._changes.write(lambda: self._duplicates.merge(into, other_numbers, fields))
        self.accept()

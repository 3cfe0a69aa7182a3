"""What imports made one paper: each record beside its paper, to take it apart again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from desktop.language.engine_words import in_language
from desktop.language.wording import moment
from desktop.ui.empty_state import EmptyState
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import action_button, enable, hbox, page_action, text_label, vbox

if TYPE_CHECKING:
    from core.library.duplicates.taking_apart import MergedRecord
    from core.workspace import Workspace
    from desktop.duplicates.decisions import Decisions


class MergedRow(NamedTuple):
    """A record that was merged, and the paper that it is part of."""

    merged: MergedRecord
    paper: PaperRecord


class MergedModel(RowModel[MergedRow]):
    """A row for each record, the latest first."""

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("When"), self.tr("Paper"), self.tr("Merged entry"), self.tr("Why")

    @override
    def cell(self, row: MergedRow, column: int, role: int) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        when = moment(datetime.fromisoformat(row.merged.made_at).astimezone())
        why = _why_alone(row.merged.reason)
        texts = when, _line(row.paper), _line(row.merged.record), why
        return texts[column]


def _why_alone(reason: str) -> str:
    """Return why an entry was merged without the paper that it was merged with."""
    why = reason.values.get("why") if isinstance(reason, Message) else None
    return in_language(why if isinstance(why, str) else reason)


def _line(record: PaperRecord) -> str:
    """Return who, when, what and where, as far as it is known."""
    who = record.authors[0] if record.authors else ""
    extra = record.extra
    numbers = [str(extra[name]) for name in ("volume", "edition", "page") if extra.get(name)]
    year = "" if record.year is None else str(record.year)
    parts = [who, year, record.title, record.venue, *numbers, record.doi]
    return ". ".join(part for part in parts if part)


class MergedView(QWidget):
    """Lists what imports merged, and takes chosen entries apart.

    Signals:
        closed: the person goes back to the groups of duplicates.
    """

    closed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        decisions: Decisions,
        parent: QWidget | None = None,
    ) -> None:
        """Show nothing yet: ``refresh`` asks the library."""
        super().__init__(parent)
        self._workspace, self._runner, self._decisions = workspace, runner, decisions
        make = partial(page_action, self)
        self.take_apart = make(self.tr("Separate"), "restore", "Ctrl+T", self._split_chosen)
        self.back = make(self.tr("Possible duplicates"), "back", "Escape", self.closed.emit)
        self.model = MergedModel(self)
        self.table = RowTable(
            self.model, self.tr("Merged at import"), letters=(22, 50, 50), several=True
        )
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._follow())
        self.nothing = EmptyState(
            self.tr("Nothing was merged at import"),
            self.tr(
                "Entries that an import merged with a paper are listed here, with the reason. "
                "Each of them can become a paper of its own again."
            ),
        )
        explanation = text_label(
            self.tr(
                "Entries that imports merged with a paper. “Separate” turns an entry into a "
                "paper of its own again; the other paper loses the details it got from it."
            ),
            "muted",
            wrap=True,
        )
        top = hbox(
            (text_label(self.tr("Merged at import"), "heading"), 1),
            action_button(self.back),
            margins=(12, 8, 8, 8),
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(self.table)
        bottom = hbox(action_button(self.take_apart, "primary"), 1, margins=(12, 8, 8, 8))
        explanation_row = hbox((explanation, 1), margins=(12, 0, 12, 8))
        vbox(top, explanation_row, (self.stack, 1), bottom, of=self, margins=0, spacing=0)
        self._follow()

    def refresh(self) -> None:
        """Ask the library for what imports merged."""
        library = self._workspace.library

        def ask() -> list[MergedRow]:
            records = library.import_merges.all()
            papers = {
                paper.number: paper for paper in library.papers.get_many(_distinct_papers(records))
            }
            return [
                MergedRow(record, papers[record.paper])
                for record in records
                if record.paper in papers
            ]

        self._runner.run(ask, self._show, owner=self)

    def _show(self, rows: list[MergedRow]) -> None:
        row = max(self.table.currentIndex().row(), 0)
        self.model.show_rows(rows)
        self.stack.setCurrentWidget(self.table if rows else self.nothing)
        if rows:
            self.table.selectRow(min(row, len(rows) - 1))
        self._follow()

    def chosen(self) -> list[MergedRecord]:
        """Return the entries that are selected."""
        rows = self.table.selectionModel().selectedRows()
        return [self.model.rows[index.row()].merged for index in rows]

    def _follow(self) -> None:
        locked = self.tr("This library is open for reading only.")
        none = "" if self.chosen() else self.tr("Select an entry first.")
        enable(self.take_apart, locked if self._workspace.library.read_only else none)

    def _split_chosen(self) -> None:
        for merged in self.chosen():
            self._decisions.split_merged_record(merged)


def _distinct_papers(records: Sequence[MergedRecord]) -> list[PaperNumber]:
    return list(dict.fromkeys(record.paper for record in records))

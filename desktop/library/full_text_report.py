"""Where the reading of the full texts stands, file by file. Not modal."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QWidget,
)
from typing_extensions import override

from core.base.library_records import FullText, FullTextState
from core.base.records import PaperNumber
from desktop.language.engine_words import in_language
from desktop.language.wording import QT_TRANSLATE_NOOP, figure, translate
from desktop.library.full_texts import FullTexts
from desktop.ui.form_fields import DropDown
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.theme import colors, set_look
from desktop.ui.widgets import hbox, text_label, vbox

Titles = Mapping[PaperNumber, str]

_ROOT = QModelIndex()
_WORDS: dict[FullTextState, str] = {
    "failed": QT_TRANSLATE_NOOP("FullTextReport", "Failed"),
    "set aside": QT_TRANSLATE_NOOP("FullTextReport", "Set aside"),
    "waiting": QT_TRANSLATE_NOOP("FullTextReport", "Waiting"),
    "read": QT_TRANSLATE_NOOP("FullTextReport", "Indexed"),
}
_TROUBLED = frozenset({"failed", "set aside"})
_MEANING = QT_TRANSLATE_NOOP(
    "FullTextReport",
    "A failed file can be tried again, for instance after it was replaced. One that was set aside "
    "made the reader crash or took too long; it is left alone until you try it again.",
)


def _word(state: FullTextState) -> str:
    return translate("FullTextReport", _WORDS[state])


class FullTextModel(RowModel[FullText]):
    """The files: state, paper, file, reason."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: Titles = {}

    def name(self, titles: Titles) -> None:
        """Show the titles of the papers."""
        self._titles = titles
        if self.rows:
            self.dataChanged.emit(self.index(0, 1), self.index(len(self.rows) - 1, 1))

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("State"), self.tr("Paper"), self.tr("File"), self.tr("Reason")

    @override
    def cell(self, file: FullText, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            is_display = role == Qt.ItemDataRole.DisplayRole
            name = file.path.name if is_display else str(file.path)
            title = self._titles.get(file.paper, "")
            return (_word(file.state), title, name, in_language(file.reason))[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == 0:
            return colors().bad if file.state in _TROUBLED else colors().muted
        return None


class FullTextsDialog(QDialog):
    """A list of the files with a choice of what to see, and a way to try again.

    Signals:
        paper_chosen(int): show this paper in the library.
    """

    paper_chosen = Signal(int)

    def __init__(self, full_texts: FullTexts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Full texts"))
        resize_with_text(self, 880, 480)
        self._full_texts = full_texts
        self.model = FullTextModel(self)
        self.summary = text_label()
        self.choice = DropDown()
        self.choice.setAccessibleName(self.tr("Show"))
        self.table = self._make_table()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.retry_button = buttons.addButton(
            self.tr("Try again"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.retry_button.clicked.connect(self.retry)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._judge())
        full_texts.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Count and list the files as they stand now."""
        files, chosen = self._full_texts.files, self.choice.currentData()
        counts = {state: sum(file.state == state for file in files) for state in _WORDS}
        count_texts = [
            f"{figure(count)} {_word(state).lower()}" for state, count in counts.items() if count
        ]
        self.summary.setText(
            ", ".join(count_texts) or self.tr("No paper of the library has a PDF.")
        )
        blocked = self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItem(self.tr("All ({count})").format(count=figure(len(files))), None)
        for state, count in counts.items():
            if count:
                self.choice.addItem(f"{_word(state)} ({figure(count)})", state)
        self.choice.setCurrentIndex(max(0, self.choice.findData(chosen)))
        self.choice.blockSignals(blocked)
        self._show()

    def retry(self) -> None:
        """Let the selected files be read again, or all that could not be."""
        self._full_texts.retry([file.paper for file in self._to_retry()])

    def _to_retry(self) -> list[FullText]:
        rows = [index.row() for index in self.table.selectionModel().selectedRows()]
        selected = [self.model.rows[row] for row in rows]
        files = selected or self._full_texts.troubled()
        return [file for file in files if file.state in _TROUBLED]

    def _judge(self) -> None:
        files, some = self._to_retry(), self.table.selectionModel().hasSelection()
        self.retry_button.setEnabled(bool(files))
        self.retry_button.setText(
            self.tr("Try again") if some or not files else self.tr("Try all again")
        )
        self.retry_button.setToolTip(
            translate("FullTextReport", _MEANING)
            if files
            else self.tr("Only files that failed or were set aside can be tried again.")
        )

    def _show(self) -> None:
        state = self.choice.currentData()
        order = list(_WORDS)
        files = [file for file in self._full_texts.files if state in (None, file.state)]
        files.sort(key=lambda file: order.index(file.state))
        self.model.show_rows(files)
        self._judge()
        self._full_texts.titles([file.paper for file in files], self._name)

    def _name(self, titles: dict[PaperNumber, str]) -> None:
        self.model.name(titles)

    def _make_table(self) -> RowTable:
        name = self.tr("Full texts")
        table = RowTable(self.model, name, letters=(11, 43, 26), several=True)
        table.activated.connect(
            lambda index: self.paper_chosen.emit(self.model.rows[index.row()].paper)
        )
        return table

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        self.summary.setWordWrap(True)
        set_look(self.summary, "heading")
        meaning = text_label(translate("FullTextReport", _MEANING), "muted", wrap=True)
        top = hbox((self.summary, 1), self.choice)
        vbox(top, (self.table, 1), meaning, buttons, of=self, margins=16, spacing=16)

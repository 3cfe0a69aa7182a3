"""The panel of the list “To cite”: copy, export, remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QActionGroup, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QPushButton,
    QSplitter,
    QToolButton,
    QTreeView,
    QWidget,
)
from typing_extensions import override

from core.base.records import Paper, PaperNumber, ToCite
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, translate
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.to_cite_export import FORMATS, MARKED, OWN_BIB, ToCiteExport, name_export
from desktop.suggestions.model import byline
from desktop.ui.notify import Notify
from desktop.ui.opening import copy_citation
from desktop.ui.remembered_state import keep_length, kept_length
from desktop.ui.responsive import NarrowBar
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import GRID, set_icon, set_look
from desktop.ui.widgets import hbox, plain_tip, vbox
from desktop.ui.wrapping import ElidedLabel

if TYPE_CHECKING:
    from core.formats.cite import Copied, CopyStyle
    from core.workspace import Workspace

_LIST_HEIGHT, _LEAST_LIST = 180, 48
_NAME = "to cite"
_ANY_HEIGHT = 16_777_215
"""Qt's QWIDGETSIZE_MAX."""

STYLES: dict[CopyStyle, str] = {
    "latex": "LaTeX  \\cite{…}",
    "pandoc": "Markdown  [@…]",
    "typst": "Typst  @…",
    "word": QT_TRANSLATE_NOOP("ToCitePanel", "Word or Writer  (…)"),
    "plain": QT_TRANSLATE_NOOP("ToCitePanel", "Keys only"),
}

_SHORT_NAMES: dict[CopyStyle, str] = {"pandoc": "MD", "word": "Word", "plain": "…"}
"""What stands on the button where there is little room."""


class ToCitePanel(QFrame):
    """Shows what was chosen for the sentences of a session.

    Signals:
        sentence_chosen(int): go to this sentence.
        style_chosen(str): cite commands are to be copied in this style from now on.
    """

    sentence_chosen = Signal(int)
    style_chosen = Signal(str)

    def __init__(
        self, session: ManuscriptSession, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__()
        self._session = session
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self.cite_style: CopyStyle = "latex"
        self.csl_style = ""
        self.exports = ToCiteExport(session, workspace, runner, notify)
        self.model = ToCiteModel(self)
        self.view = ToCiteView(self.model)
        self.title = QToolButton()
        self.head = NarrowBar()
        self._hint, self.judgements = ElidedLabel(), ElidedLabel()
        self._hint.say(self.tr("The papers you cite are listed here, by sentence, and kept."))
        self._filled = False
        self._splitter: QSplitter | None = None
        self._shown_sentence: int | None = None
        self.copy_button = QPushButton()
        self.style_button = QToolButton()
        self.export_button = QPushButton()
        self.remove_button = QPushButton()
        self._styles = QActionGroup(self)
        self._exporting: dict[str, QAction] = {}
        self._lay_out()
        self._connect()
        self._unfold(False)
        self.refresh()

    # --- what one does ------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the list as the session has it."""
        self.model.show(self._session.to_cite())
        self.show_sentence(self._shown_sentence)
        count = len(self.model.numbers())
        self.title.setText(self.tr("To cite ({count})").format(count=count))
        self._hint.setVisible(count == 0)
        if (count > 0) != self._filled:  # the list opens with its first paper
            self._filled = count > 0
            self.title.setChecked(self._filled)
        self.title.setEnabled(self._filled)
        for button in (self.copy_button, self.style_button):
            button.setEnabled(count > 0)
        reason = "" if count else self.tr("The list is empty")
        self.copy_button.setToolTip(reason or self.tr("Copy the selected rows, or all (Ctrl+K)"))
        self._judge_exports()
        self._judge_selection()
        self._count_judgements()

    def _judge_exports(self) -> None:
        for kind, action in self._exporting.items():
            why_not = self.exports.why_not(kind)
            action.setEnabled(not why_not)
            action.setToolTip(why_not)

    def show_sentence(self, index: int | None) -> None:
        """Select the row of a sentence that was chosen elsewhere, if it has one."""
        self._shown_sentence = index
        if not self.view.hasFocus():
            self.view.select_sentence(index)

    def _count_judgements(self) -> None:
        counts = self._session.judgements()
        cited, refused, needless = counts
        total = sum(counts)
        self.judgements.setVisible(total > 0)
        count_text = self.tr("%Ln decision(s) saved for training", "", total)
        self.judgements.setText(choose_plural(count_text, total))
        self.judgements.setToolTip(
            self.tr(
                "{} cited, {} rejected, {} marked as not needing a citation. They are stored in "
                "the library and used by trainings."
            ).format(cited, refused, needless)
        )

    def use_style(self, style: CopyStyle) -> None:
        """Copy cite commands in this style from now on."""
        self.cite_style = style
        for action in self._styles.actions():
            action.setChecked(action.data() == style)
        name = self.tr(STYLES[style]).split("  ")[0]
        self.head.say(
            self.style_button,
            f"{name} ▾",
            f"{_SHORT_NAMES.get(style, name)} ▾",
            self.tr("Style of cite commands"),
        )

    def copy(self, sentence: int | None = None) -> None:
        """Copy the cite command of the selected rows, else of a sentence, else of all."""
        numbers = self._numbers_to_copy(sentence)
        if not numbers:
            self._notify(self.tr("Nothing to copy: the list to cite is empty."))
            return

        def report_copied(copied: Copied) -> None:
            copy_citation(copied)
            self._notify(self.tr("Copied {text}").format(text=copied.text))

        style, csl_style, document = self.cite_style, self.csl_style, self._session.opened.path
        papers = self._workspace.papers
        self._runner.run(
            lambda: papers.copied(numbers, style, document, csl_style), report_copied, owner=self
        )

    def _copy_picked(self) -> None:
        self.copy()

    def ask_where_to_export(self, kind: str) -> None:
        """Let the person choose a file, then write the list or a report to it."""
        self.exports.ask(kind, self)

    def remove_selected(self) -> None:
        """Take the selected rows off the list."""
        for picked in self.view.picked():
            self._session.decide_text(picked.text, picked.papers, None)

    def _numbers_to_copy(self, sentence: int | None) -> list[PaperNumber]:
        picked = [
            paper.number
            for picked_sentence in self.view.picked()
            for paper in picked_sentence.papers
        ]
        chosen = [] if sentence is None else list(self._session.chosen(sentence))
        return list(dict.fromkeys(picked)) or chosen or self.model.numbers()

    def _judge_selection(self) -> None:
        any_selected = self.view.selectionModel().hasSelection()
        self.remove_button.setEnabled(any_selected)
        self.remove_button.setToolTip(
            self.tr("Remove the selected rows from the list (Delete)")
            if any_selected
            else self.tr("Select a sentence or a paper of the list first")
        )

    # --- putting together ---------------------------------------------------------------------

    def _lay_out(self) -> None:
        set_look(self, "panel")
        column = vbox(of=self, margins=0, spacing=0)
        head = self.head
        self._fill_head(head)
        head.say(self.copy_button, self.tr("Copy cite command"))
        head.say(self.export_button, self.tr("Export"))
        head.say(self.remove_button, self.tr("Remove"))
        column.addWidget(head)
        column.addWidget(self.view, 1)

    def _fill_head(self, head: NarrowBar) -> None:
        row = hbox(of=head, margins=(4, 4, GRID, 4), spacing=4)
        self.title.setCheckable(True)
        self.title.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.title.setToolTip(self.tr("Hide or show the list"))
        set_icon(self.title, "expand")
        set_look(self._hint, "muted")
        row.addWidget(self.title)
        row.addWidget(self._hint)
        set_look(self.judgements, "muted")
        row.addWidget(self.judgements)
        row.addStretch(1)
        set_icon(self.copy_button, "copy")
        set_icon(self.export_button, "export")
        set_icon(self.remove_button, "remove")
        self.style_button.setMenu(self._style_menu())
        self.style_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.style_button.setToolTip(self.tr("How cite commands are written"))
        self.export_button.setMenu(self._export_menu())
        self.export_button.setToolTip(
            self.tr("Write the papers, a report for co-authors, or a marked copy to a file")
        )
        for button in (self.remove_button, self.copy_button, self.export_button):
            set_look(button, "quiet")
        row.addWidget(self.remove_button)
        row.addWidget(self.copy_button)
        row.addWidget(self.style_button)
        row.addWidget(self.export_button)
        self.use_style(self.cite_style)

    def _style_menu(self) -> QMenu:
        menu = QMenu(self)
        for style, name in STYLES.items():
            action = menu.addAction(self.tr(name))
            action.setCheckable(True)
            action.setData(style)
            self._styles.addAction(action)
        self._styles.triggered.connect(self._choose_style)
        return menu

    def _export_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for kind, (_, suffix) in FORMATS.items():
            if kind in (OWN_BIB, MARKED):
                menu.addSeparator()
            of = f" ({suffix})" if suffix else ""
            end = "" if kind == OWN_BIB else "…"
            action = menu.addAction(f"{name_export(kind)}{of}{end}")
            action.triggered.connect(partial(self._ask_to_export, kind))
            self._exporting[kind] = action
        return menu

    def _ask_to_export(self, kind: str, _checked: bool = False) -> None:
        self.ask_where_to_export(kind)

    def _choose_style(self, action: QAction) -> None:
        self.use_style(action.data())
        self.style_chosen.emit(self.cite_style)

    def _connect(self) -> None:
        self._session.decided.connect(self.refresh)
        self._session.marked.connect(self._count_judgements)
        self._session.marked.connect(self._judge_exports)
        self.view.sentence_chosen.connect(self.sentence_chosen)
        self.view.removal_requested.connect(self.remove_selected)
        self.view.selectionModel().selectionChanged.connect(self._judge_selection)
        self.model.modelReset.connect(self._judge_selection)
        self.copy_button.clicked.connect(self._copy_picked)
        self.remove_button.clicked.connect(self.remove_selected)
        self.title.toggled.connect(self._unfold)

    def _unfold(self, open_: bool) -> None:
        """Show the list below its head, or the head alone."""
        self.view.setVisible(open_)
        set_icon(self.title, "collapse" if open_ else "expand")
        head = self.layout()
        assert head is not None
        head.activate()
        closed = self.minimumSizeHint().height()
        self.setMaximumHeight(_ANY_HEIGHT if open_ else closed)
        self.setMinimumHeight(closed + _LEAST_LIST if open_ else closed)
        self.claim_height()

    def claim_height(self) -> None:
        """Take the height the list needs from the splitter it lies in."""
        splitter = self.parentWidget()
        if isinstance(splitter, QSplitter):
            if splitter is not self._splitter:
                self._splitter = splitter
                splitter.splitterMoved.connect(self._keep_height)
            stored_height, room = kept_length(_NAME), splitter.height()
            height = (
                min(stored_height, room * 2 // 3) if stored_height else min(_LIST_HEIGHT, room // 4)
            )
            height = max(height, self.minimumHeight())
            height = height if self.title.isChecked() else self.maximumHeight()
            splitter.setSizes([max(splitter.height() - height, 1), height])

    def _keep_height(self) -> None:
        if self.title.isChecked():
            keep_length(_NAME, self.height())


# --- the list of papers to cite: model and view -----------------------------------------
#
# The list “To cite”: sentences with the papers chosen for them, and its exports.

_ROOT = QModelIndex()
_TOP = 0
"""Internal id of sentence rows; a paper row has the row of its sentence plus one."""


@dataclass(frozen=True, slots=True)
class Picked:
    """Papers of one sentence."""

    text: str
    papers: tuple[Paper, ...]


class ToCiteModel(QAbstractItemModel):
    """Sentences in reading order, each with its papers below it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ToCite] = []

    def show(self, rows: Sequence[ToCite]) -> None:
        """Replace all rows, if they are others."""
        if list(rows) != self._rows:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()

    @property
    def rows(self) -> list[ToCite]:
        """The sentences and their papers."""
        return list(self._rows)

    def numbers(self) -> list[PaperNumber]:
        """Return every paper once, in the order of the sentences."""
        return list(dict.fromkeys(paper.number for row in self._rows for paper in row.papers))

    def get_row(self, index: QModelIndex | QPersistentModelIndex) -> ToCite:
        """Return the sentence an index is, or belongs to."""
        return self._rows[index.row() if index.internalId() == _TOP else index.internalId() - 1]

    def picked(self, indexes: Sequence[QModelIndex]) -> list[Picked]:
        """Return what some rows stand for, by sentence; a sentence stands for all its papers."""
        papers_by_text: dict[str, dict[PaperNumber, Paper]] = {}
        for index in sorted(indexes, key=self._order):
            row = self.get_row(index)
            papers = row.papers if index.internalId() == _TOP else (row.papers[index.row()],)
            papers_by_text.setdefault(row.text, {}).update(
                {paper.number: paper for paper in papers}
            )
        return [Picked(text, tuple(papers.values())) for text, papers in papers_by_text.items()]

    @staticmethod
    def _order(index: QModelIndex) -> tuple[int, int]:
        top = index.internalId() == _TOP
        return (index.row(), -1) if top else (index.internalId() - 1, index.row())

    # --- methods of Qt's item model -----------------------------------------------------------

    @override
    def index(
        self, row: int, column: int, parent: QModelIndex | QPersistentModelIndex = _ROOT
    ) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    @override
    def parent(self, index: QModelIndex | QPersistentModelIndex = _ROOT) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent()
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        if not parent.isValid():
            return len(self._rows)
        inner = parent.internalId() != _TOP or parent.column() > 0
        return 0 if inner else len(self._rows[parent.row()].papers)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 2

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's own
        if not index.isValid():
            return None
        row = self.get_row(index)
        if index.internalId() == _TOP:
            return _sentence_data(row, index.column(), role)
        return _paper_data(row.papers[index.row()], index.column(), role)


def _sentence_data(row: ToCite, column: int, role: int) -> object:
    if role == Qt.ItemDataRole.FontRole and column == 0:
        font = QFont()
        font.setWeight(QFont.Weight.DemiBold)
        return font
    if role == Qt.ItemDataRole.ToolTipRole:
        missing_text = translate("ToCite", "This sentence is no longer in the manuscript.")
        return plain_tip(row.text if row.index is not None else f"{row.text}\n\n{missing_text}")
    if role != Qt.ItemDataRole.DisplayRole:
        return None
    missing_text = translate("ToCite", "no longer in the manuscript") if row.index is None else ""
    return row.text if column == 0 else missing_text


def _paper_data(paper: Paper, column: int, role: int) -> object:
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(f"{paper.title}\n{byline(paper)}\n{paper.citation_key}")
    if role != Qt.ItemDataRole.DisplayRole:
        return None
    return paper.title if column == 0 else byline(paper)


class ToCiteView(QTreeView):
    """Shows the list. Delete takes rows off it, Return goes to the sentence.

    Signals:
        sentence_chosen(int): go to this sentence.
        removal_requested: take the selected rows off the list.
    """

    sentence_chosen = Signal(int)
    removal_requested = Signal()

    def __init__(self, model: ToCiteModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("To cite: sentences and the papers chosen for them"))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        model.modelReset.connect(self._unfold)
        self.clicked.connect(self._go)
        self.activated.connect(self._go)

    def picked(self) -> list[Picked]:
        """Return what is selected."""
        rows = [index for index in self.selectionModel().selectedIndexes() if index.column() == 0]
        return self._model.picked(rows)

    def select_sentence(self, sentence: int | None) -> None:
        """Select the row of a sentence; nothing if it has none or is selected in part already."""
        model = self.selectionModel()
        selected = {self._model.get_row(index).index for index in model.selectedIndexes()}
        if sentence is not None and selected == {sentence}:
            return
        model.clearSelection()
        rows = [n for n, row in enumerate(self._model.rows) if row.index == sentence]
        if sentence is not None and rows:
            index = self._model.index(rows[0], 0)
            model.setCurrentIndex(
                index, model.SelectionFlag.ClearAndSelect | model.SelectionFlag.Rows
            )
            self.scrollTo(index)

    def _unfold(self) -> None:
        self.expandAll()
        for row in range(self._model.rowCount()):
            self.setFirstColumnSpanned(row, QModelIndex(), self._model.rows[row].index is not None)

    def _go(self, index: QModelIndex) -> None:
        sentence = self._model.get_row(index).index
        if sentence is not None:
            self.sentence_chosen.emit(sentence)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.removal_requested.emit()
        else:
            super().keyPressEvent(event)

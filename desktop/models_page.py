"""The models page: the shelf, which model is in use, and how far the indexes are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.jobs import Job
from core.records import ShelfModel, Status
from desktop.protocols import Notify, Workspace
from desktop.tasks import Task, TaskRunner
from desktop.theme import set_look

WORDS_JOB = "Indexing words"
VECTORS_JOB = "Indexing meaning"

_ROOT = QModelIndex()
_MODEL_WORDS = {
    "none": "no model is loaded; words alone answer",
    "loading": "loading…",
    "ready": "ready",
    "failed": "could not be loaded; words alone answer",
}
_WORDS_WORDS = {"ready": "up to date", "building": "being built…", "missing": "not built yet"}


class ShelfTableModel(QAbstractTableModel):
    """The models of the shelf; numbers are right-aligned."""

    headings = ("Model", "In use", "Recipe", "Base", "Dimension", "Date", "Recall at 10")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._models: Sequence[ShelfModel] = ()

    def show_models(self, models: Sequence[ShelfModel]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._models = models
        self.endResetModel()

    def shelf_model(self, row: int) -> ShelfModel:
        """Return the model of a row."""
        return self._models[row]

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._models)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.headings)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        return _aligned(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(index.column())
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        model = self._models[index.row()]
        recall = model.quality.get("recall@10")
        return (
            model.name,
            "in use" if model.in_use else "",
            model.recipe,
            model.base,
            str(model.dimension or ""),
            model.date,
            "not measured" if recall is None else f"{recall:.3f}",
        )[index.column()]


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in (4, 6) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class ModelsPage(QWidget):
    """Shows the shelf and starts what belongs to it.

    Signals:
        state_changed: a model was taken into use, or an index was brought up to date.
    """

    state_changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self.shelf = ShelfTableModel(self)
        self._build()
        self._follow()

    def refresh(self) -> None:
        """Ask again for the shelf."""
        self._runner.run(self._workspace.models, self._show, owner=self)
        manuscripts = self._workspace.library.manuscripts
        self._runner.run(manuscripts.choices, self._show_choices, owner=self)

    def show_status(self, status: Status) -> None:
        """Say how far the indexes are."""
        self.model_state.setText(f"{status.model or 'none'} — {_MODEL_WORDS[status.model_state]}")
        self.words_state.setText(_WORDS_WORDS[status.words])
        have, of = status.vectors
        self.vectors_state.setText(
            f"up to date, {of:,} papers" if have >= of else f"{have:,} of {of:,} papers"
        )

    def index_words(self) -> Task:
        """Bring the word index up to date."""
        return self._job(WORDS_JOB, self._workspace.index_words)

    def index_vectors(self) -> Task:
        """Bring the vectors up to date."""
        return self._job(VECTORS_JOB, self._workspace.index_vectors)

    def indexing(self) -> Task | None:
        """Return the job that brings an index up to date, if one runs."""
        titles = (WORDS_JOB, VECTORS_JOB)
        return next((job for job in self._runner.jobs() if job.title in titles), None)

    def load_model(self) -> Task:
        """Load the model in use."""
        return self._job("Loading the model", self._workspace.load_model)

    def use_chosen(self) -> None:
        """Take the chosen model into use, then bring the vectors up to date with it."""
        index = self.table.currentIndex()
        if not index.isValid():
            return
        name = self.shelf.shelf_model(index.row()).name

        def done(_: None) -> None:
            self._notify(f"“{name}” is in use now.")
            self.refresh()
            self.state_changed.emit()
            self.index_vectors()

        self._runner.start_job(
            f"Taking “{name}” into use",
            lambda job: self._workspace.use_model(name, job),
            done,
            owner=self,
        )

    def _job(self, title: str, work: Any) -> Task:  # noqa: ANN401 - Callable[[Job], None]
        def carry_out(job: Job) -> None:
            work(job)

        return self._runner.start_job(
            title, carry_out, lambda _: self.state_changed.emit(), owner=self, write=False
        )

    def _build(self) -> None:
        title = QLabel("Models on the shelf")
        set_look(title, "heading")
        self.use_button = QPushButton("Use this model")
        set_look(self.use_button, "primary")
        self.use_button.clicked.connect(self.use_chosen)
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 8, 8)
        top.addWidget(title)
        top.addStretch(1)
        top.addWidget(self.use_button)
        self.table = self._make_table()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)
        layout.addLayout(self._states())

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setAccessibleName("Models")
        table.setModel(self.shelf)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        for section, width in enumerate((240, 80, 144, 176, 96, 112, 112)):
            header.resizeSection(section, width)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().selectionChanged.connect(lambda *_: self._follow())
        return table

    def _states(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(16, 16, 16, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        title = QLabel("What answers now")
        set_look(title, "heading")
        grid.addWidget(title, 0, 0, 1, 3)
        self.model_state, self.words_state, self.vectors_state = QLabel(), QLabel(), QLabel()
        rows = (
            ("Model", self.model_state, "Load the model", self.load_model),
            ("Words", self.words_state, "Bring words up to date", self.index_words),
            ("Meaning", self.vectors_state, "Bring vectors up to date", self.index_vectors),
        )
        for row, (name, label, text, call) in enumerate(rows, start=1):
            said = QLabel(name)
            set_look(said, "muted")
            button = QPushButton(text)
            button.clicked.connect(lambda *_, call=call: call())
            grid.addWidget(said, row, 0)
            grid.addWidget(label, row, 1)
            grid.addWidget(button, row, 2)
        said = QLabel("Training")
        set_look(said, "muted")
        self.choices_state = QLabel()
        self.choices_state.setToolTip("Papers you chose to cite for sentences of your manuscripts")
        grid.addWidget(said, 4, 0)
        grid.addWidget(self.choices_state, 4, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    def _show_choices(self, count: int) -> None:
        decisions = "1 of your decisions" if count == 1 else f"{count:,} of your decisions"
        self.choices_state.setText(f"{decisions} will be learned from")

    def _show(self, models: list[ShelfModel]) -> None:
        self.shelf.show_models(models)
        in_use = [row for row, model in enumerate(models) if model.in_use]
        if models:
            self.table.selectRow(in_use[0] if in_use else 0)
        self._follow()

    def _follow(self) -> None:
        index = self.table.currentIndex()
        chosen = self.shelf.shelf_model(index.row()) if index.isValid() else None
        why = "Select a model first." if chosen is None else ""
        if chosen is not None and chosen.in_use:
            why = "This model is in use already."
        self.use_button.setEnabled(not why)
        self.use_button.setToolTip(why or "Use it from now on; vectors are built again for it")

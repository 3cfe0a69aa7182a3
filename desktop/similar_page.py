"""The similar page: seed papers, and what is near them by meaning, words or citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.records import Neighbour, Paper, PaperNumber
from desktop.empty_state import EmptyState
from desktop.paper_model import authors_line
from desktop.protocols import Notify, Workspace
from desktop.share_bar import ShareBar, ShareRole, share_words
from desktop.tasks import Task, TaskRunner
from desktop.theme import colors, set_icon, set_look

NEIGHBOURS = 50
EVIDENCE = ("meaning", "words", "citations")
SortRole = Qt.ItemDataRole.UserRole + 1

_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Seeds:
    """What neighbours are asked for: papers to be like, and papers not to be like."""

    like: tuple[PaperNumber, ...] = ()
    unlike: tuple[PaperNumber, ...] = ()


class NeighbourModel(QAbstractTableModel):
    """Neighbours, nearest first. ``SortRole`` gives what a column is sorted by."""

    headings = ("Title", "Authors", "Year", "Meaning", "Words", "Citations")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._neighbours: Sequence[Neighbour] = ()

    def show_neighbours(self, neighbours: Sequence[Neighbour]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._neighbours = neighbours
        self.endResetModel()

    def paper(self, row: int) -> Paper:
        """Return the paper of a row."""
        return self._neighbours[row].paper

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._neighbours)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.headings)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == 2 else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        neighbour = self._neighbours[index.row()]
        if index.column() >= 3:
            return _evidence(neighbour.by.get(EVIDENCE[index.column() - 3], 0.0), role)
        paper = neighbour.paper
        texts = (paper.title, authors_line(paper.authors), str(paper.year or ""))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return texts[index.column()]
        if role == SortRole:
            return (paper.title.lower(), texts[1].lower(), paper.year or 0)[index.column()]
        right = role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2
        return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter if right else None


def _evidence(share: float, role: int) -> object:
    values = {
        ShareRole: share,
        SortRole: share,
        Qt.ItemDataRole.ToolTipRole: f"{share_words(share)} ({share:.2f})",
        Qt.ItemDataRole.AccessibleTextRole: share_words(share),
    }
    return values.get(role)


class SeedModel(QAbstractListModel):
    """The seeds by title: first those to be like, then those not to be like."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Paper, bool]] = []

    def show_seeds(self, like: Sequence[Paper], unlike: Sequence[Paper]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = [(paper, True) for paper in like] + [(paper, False) for paper in unlike]
        self.endResetModel()

    def number(self, row: int) -> PaperNumber:
        """Return the paper of a row."""
        return self._rows[row][0].number

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        paper, wanted = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return paper.title if wanted else f"Not: {paper.title}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{paper.title}\n{authors_line(paper.authors)} {paper.year or ''}"
        if role == Qt.ItemDataRole.ForegroundRole and not wanted:
            return colors().muted
        return None


class SimilarPage(QWidget):
    """Walks from papers to their neighbours and back.

    Signals:
        paper_wanted: the number of a paper to show in the library.
    """

    paper_wanted = Signal(int)

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
        self._history: list[Seeds] = []
        self._place = -1
        self._asked: Task | None = None
        self.seeds = SeedModel(self)
        self.neighbours = NeighbourModel(self)
        self.sorted = QSortFilterProxyModel(self)
        self.sorted.setSourceModel(self.neighbours)
        self.sorted.setSortRole(SortRole)
        self._make_actions()
        self._build()
        self._follow()

    def show_similar(self, numbers: Sequence[PaperNumber]) -> None:
        """Show the neighbours of papers, as a new step of the history."""
        if numbers:
            self._step(Seeds(tuple(numbers)))

    def refresh(self) -> None:
        """Ask again, for the library or the model is another."""
        if self._place >= 0:
            self._ask()

    def go_back(self) -> None:
        """Return to the seeds before these."""
        if self._place > 0:
            self._place -= 1
            self._ask()

    def go_forward(self) -> None:
        """Undo ``go_back``."""
        if self._place < len(self._history) - 1:
            self._place += 1
            self._ask()

    # --- building -------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self.back = self._action("Back", "back", "Alt+Left", self.go_back)
        self.forward = self._action("Forward", "forward", "Alt+Right", self.go_forward)
        self.more = self._action("Similar to this", "similar", "Return", self._more_like)
        self.less = self._action("Less like this", "reject", "Ctrl+Shift+L", self._less_like)
        self.drop = self._action("Remove seed", "remove", "Del", self._drop_seed)
        self.reveal = self._action("Show in library", "library", "Ctrl+L", self._reveal)

    def _action(self, text: str, icon: str, keys: str, call: Any) -> QAction:  # noqa: ANN401
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda *_: call())
        set_icon(action, icon)
        self.addAction(action)
        return action

    def _build(self) -> None:
        self.seed_list = QListView()
        self.seed_list.setAccessibleName("Seed papers")
        self.seed_list.setModel(self.seeds)
        self.seed_list.setWordWrap(True)
        self.seed_list.setSpacing(4)
        self.seed_list.setResizeMode(QListView.ResizeMode.Adjust)
        self.seed_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table = self._make_table()
        for view in (self.seed_list, self.table):
            view.selectionModel().selectionChanged.connect(lambda *_: self._follow())
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.addWidget(_titled("Similar to", self.seed_list, self._buttons(self.drop)))
        steps = self._buttons(self.back, self.forward, self.more, self.less, self.reveal)
        splitter.addWidget(_titled("Neighbours", self.table, steps))
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([288, 992])
        self.stack = QStackedWidget()
        self.stack.addWidget(
            EmptyState(
                "Papers like these",
                "Select papers in the library or a suggestion for a sentence, and choose “Find "
                "similar papers”. From each neighbour one can go on, and back.",
            )
        )
        self.stack.addWidget(splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)

    def _buttons(self, *actions: QAction) -> list[QPushButton]:
        buttons = []
        for action in actions:
            button = QPushButton(action.text())
            set_look(button, "quiet")
            button.clicked.connect(action.trigger)
            self._mirror(action, button)
            buttons.append(button)
        return buttons

    def _mirror(self, action: QAction, button: QPushButton) -> None:
        def follow() -> None:
            button.setEnabled(action.isEnabled())
            button.setIcon(action.icon())
            button.setToolTip(action.toolTip())

        action.changed.connect(follow)
        follow()

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setAccessibleName("Neighbours")
        table.setModel(self.sorted)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setItemDelegate(ShareBar(table))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        table.doubleClicked.connect(lambda _: self._more_like())
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)  # sorts at once, so only now: nearest first
        header.sortIndicatorChanged.connect(self._order_changed)
        for section, width in enumerate((320, 176, 64, 112, 112, 112)):
            header.resizeSection(section, width)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        return table

    def _order_changed(self, section: int, order: Qt.SortOrder) -> None:
        # A proxy without a column would turn the rows round if it stayed descending.
        if section < 0 and order == Qt.SortOrder.DescendingOrder:
            self.sorted.sort(-1, Qt.SortOrder.AscendingOrder)

    # --- walking --------------------------------------------------------------------------

    def _step(self, seeds: Seeds) -> None:
        self._history = [*self._history[: self._place + 1], seeds]
        self._place += 1
        self._ask()

    def _ask(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
        seeds = self._history[self._place]
        workspace = self._workspace

        def work() -> tuple[list[Paper], list[Paper], list[Neighbour]]:
            papers = workspace.library.papers
            found = workspace.similar(seeds.like, seeds.unlike, NEIGHBOURS)
            return papers.get_many(seeds.like), papers.get_many(seeds.unlike), found

        self._asked = self._runner.run(work, lambda answer: self._show(*answer), owner=self)
        self._follow()

    def _show(self, like: list[Paper], unlike: list[Paper], found: list[Neighbour]) -> None:
        self._asked = None
        self.stack.setCurrentIndex(1)
        self.seeds.show_seeds(like, unlike)
        self.neighbours.show_neighbours(found)
        if found:
            self.table.selectRow(0)
        else:
            self._notify("No neighbours: nothing in the library is near these papers yet.")
        self._follow()

    def _chosen(self) -> Paper | None:
        index = self.table.currentIndex()
        return (
            self.neighbours.paper(self.sorted.mapToSource(index).row()) if index.isValid() else None
        )

    def _more_like(self) -> None:
        paper = self._chosen()
        if paper is not None:
            self._step(Seeds((paper.number,)))

    def _less_like(self) -> None:
        paper = self._chosen()
        if paper is not None:
            seeds = self._history[self._place]
            self._step(Seeds(seeds.like, (*seeds.unlike, paper.number)))

    def _drop_seed(self) -> None:
        index = self.seed_list.currentIndex()
        seeds = self._history[self._place]
        number = self.seeds.number(index.row())
        like = tuple(n for n in seeds.like if n != number)
        if like:
            self._step(Seeds(like, tuple(n for n in seeds.unlike if n != number)))
        else:
            self._notify("The last seed stays: there would be nothing to be similar to.")

    def _reveal(self) -> None:
        paper = self._chosen()
        if paper is not None:
            self.paper_wanted.emit(paper.number)

    def _follow(self) -> None:
        self.back.setEnabled(self._place > 0)
        self.forward.setEnabled(self._place < len(self._history) - 1)
        chosen = self.table.currentIndex().isValid()
        for action in (self.more, self.less, self.reveal):
            action.setEnabled(chosen)
            action.setToolTip(action.text() if chosen else "Select a neighbour first.")
        seed = self.seed_list.currentIndex().isValid()
        self.drop.setEnabled(seed)
        self.drop.setToolTip("Remove seed" if seed else "Select a seed first.")


def _titled(title: str, view: QWidget, buttons: list[QPushButton]) -> QWidget:
    label = QLabel(title)
    set_look(label, "heading")
    top = QHBoxLayout()
    top.setContentsMargins(16, 8, 8, 8)
    top.addWidget(label)
    top.addStretch(1)
    for button in buttons:
        top.addWidget(button)
    box = QWidget()
    layout = QVBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(top)
    layout.addWidget(view)
    return box

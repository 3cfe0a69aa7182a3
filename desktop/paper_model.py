"""The rows of the library table: numbers at once, papers in blocks when they come into view.

``data`` never asks the engine. A row whose paper is not here yet is empty and asks for its block;
the block arrives from a worker thread and the rows repaint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from typing_extensions import override

from core.errors import EngineError
from core.records import Paper, PaperNumber, SortKey
from desktop.tasks import Task, TaskRunner

PaperRole = Qt.ItemDataRole.UserRole + 1

BLOCK = 100
BLOCKS_WAITING = 4
PAPERS_KEPT = 6_000

_ROOT = QModelIndex()
_TEXT_ROLES = frozenset((Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole))
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """A column of papers: its heading, what it shows, how it is sorted, how wide it is.

    ``share`` is the part of a wide table it takes until the person sets a width.
    """

    heading: str
    text: Callable[[Paper], str]
    sort: SortKey | None = None
    width: int = 160
    shown: bool = True
    numeric: bool = False
    share: float = 0.0


def authors_line(authors: Sequence[str], shown: int = 3) -> str:
    """Return the family names of the first authors, "et al." for the rest."""
    names = [author.rsplit(" ", 1)[-1] for author in authors[:shown]]
    return ", ".join(names) + (" et al." if len(authors) > shown else "")


COLUMNS = (
    Column("Title", lambda paper: paper.title or "(no title)", "title", 420),
    Column("Authors", lambda paper: authors_line(paper.authors), "authors", 160, share=0.2),
    Column("Year", lambda paper: str(paper.year or ""), "year", 64, numeric=True),
    Column("Venue", lambda paper: paper.venue, "venue", 144, share=0.22),
    Column("Citation key", lambda paper: paper.citation_key, width=144, shown=False),
    Column("DOI", lambda paper: paper.doi, width=176, shown=False),
    Column("Keywords", lambda paper: ", ".join(paper.keywords), width=176, shown=False),
    Column("Id", lambda paper: paper.id, width=144, shown=False),
)


class PaperModel(QAbstractTableModel):
    """Papers in a given order. ``PaperRole`` gives the ``Paper`` of a row, ``None`` until fetched.

    ``fetch`` returns papers by number and is called on worker threads.
    """

    def __init__(
        self,
        runner: TaskRunner,
        fetch: Callable[[Sequence[PaperNumber]], list[Paper]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._fetch = fetch
        self._numbers: list[PaperNumber] = []
        self._papers: dict[PaperNumber, Paper | None] = {}
        self._generation = 0
        self._waiting: dict[int, None] = {}
        self._fetching: dict[int, Task] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fetch_waiting)

    def show_numbers(self, numbers: list[PaperNumber]) -> None:
        """Replace all rows. Papers fetched before are kept."""
        self.beginResetModel()
        self._numbers = numbers
        self._generation += 1
        self._waiting.clear()
        self._fetching.clear()
        self.endResetModel()

    def forget_papers(self) -> None:
        """Fetch every paper again when it comes into view, for some of them were changed."""
        self._papers.clear()
        self._generation += 1
        self._waiting.clear()
        self._fetching.clear()
        if self._numbers:
            last = self.index(len(self._numbers) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def number(self, row: int) -> PaperNumber:
        """Return the number of the paper in a row."""
        return self._numbers[row]

    def row_of(self, number: PaperNumber) -> int | None:
        """Return the row that shows a paper."""
        try:
            return self._numbers.index(number)
        except ValueError:
            return None

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._numbers)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        if role in _TEXT_ROLES:
            paper = self._paper(index.row())
            return COLUMNS[index.column()].text(paper) if paper is not None else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if COLUMNS[index.column()].numeric else None
        if role == PaperRole:
            return self._paper(index.row())
        return self._spoken(index) if role == Qt.ItemDataRole.AccessibleTextRole else None

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            return _RIGHT if COLUMNS[section].numeric else left
        return None

    def _spoken(self, index: QModelIndex | QPersistentModelIndex) -> str:
        paper = self._paper(index.row())
        if paper is None:
            return "loading"
        column = COLUMNS[index.column()]
        return f"{column.heading}: {column.text(paper) or 'none'}"

    def _paper(self, row: int) -> Paper | None:
        number = self._numbers[row]
        if number in self._papers:
            return self._papers[number]
        block = row // BLOCK
        if block not in self._fetching:
            # The latest asked for are the ones in view: they go last and are fetched first.
            self._waiting.pop(block, None)
            self._waiting[block] = None
            if not self._timer.isActive():
                self._timer.start(0)
        return None

    def _fetch_waiting(self) -> None:
        while len(self._waiting) > BLOCKS_WAITING:
            del self._waiting[next(iter(self._waiting))]
        while self._waiting and len(self._fetching) < 2:
            block, _ = self._waiting.popitem()
            self._fetch_block(block)

    def _fetch_block(self, block: int) -> None:
        numbers = self._numbers[block * BLOCK : (block + 1) * BLOCK]
        generation = self._generation

        def arrived(papers: list[Paper]) -> None:
            self._keep(numbers, papers)
            if generation != self._generation:
                return
            self._fetching.pop(block, None)
            first = block * BLOCK
            last = self.index(first + len(numbers) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(first, 0), last)
            if self._waiting:
                self._fetch_waiting()

        def failed(error: EngineError) -> None:
            self._runner.failed.emit(error)
            arrived([])  # empty rows; asking again would fail again

        self._fetching[block] = self._runner.run(
            lambda: self._fetch(numbers), arrived, failed=failed, owner=self
        )

    def _keep(self, numbers: Sequence[PaperNumber], papers: Sequence[Paper]) -> None:
        if len(self._papers) > PAPERS_KEPT:
            for number in list(self._papers)[: PAPERS_KEPT // 2]:
                del self._papers[number]
        self._papers.update(dict.fromkeys(numbers))
        self._papers.update({paper.number: paper for paper in papers})

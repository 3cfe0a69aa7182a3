"""The table of papers: its columns and its rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from typing_extensions import override

from core.base.cited_names import cited_name
from core.base.errors import EngineError
from core.base.library_records import PaperRow
from core.base.records import PaperNumber, SortKey
from desktop.language.wording import QT_TRANSLATE_NOOP, figure, in_language, short_day, translate
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.widgets import plain_tip

# --- columns, and what every table model of papers does with them -----------------------------
#
# Headings, texts, what is spoken.
#
# A model says how many rows it has and what a row is; everything else follows from its columns.


Row = TypeVar("Row")

WarningRole = Qt.ItemDataRole.UserRole + 2
"""Whether the text of a cell is a warning; only columns that warn are asked."""

_ROOT = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column: its heading, what it shows, how it is sorted, how wide it is.

    ``share`` is the part of a wide table it takes until the person sets a width; ``tip`` is the
    tool tip of a cell, by default its text. ``heading`` is translated when it is shown. ``warns``
    says of which rows the text is a warning.
    """

    heading: str
    text: Callable[[Row], str]
    sort: SortKey | None = None
    width: int = 160
    is_shown: bool = True
    numeric: bool = False
    share: float = 0.0
    tip: Callable[[Row], str] | None = None
    warns: Callable[[Row], bool] | None = None

    def title(self) -> str:
        """Return the heading in the language of the program."""
        return QCoreApplication.translate("Columns", self.heading)


class ColumnModel(QAbstractTableModel, Generic[Row]):
    """A table of rows that columns turn into text.

    ``row_at`` returns what a row shows, ``None`` while it is not here yet.
    """

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        row_at: Callable[[int], Row | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.row_at = row_at
        self._saying: dict[int, Callable[[Column[Row], Row | None], object]] = {
            int(Qt.ItemDataRole.DisplayRole): _text,
            int(Qt.ItemDataRole.ToolTipRole): _tip,
            int(Qt.ItemDataRole.AccessibleTextRole): self._spoken,
            int(WarningRole): _warns,
        }

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        # Asked a thousand times for each painting, mostly for roles that nothing is said of.
        say = self._saying.get(role)
        if say is not None:
            return say(self.columns[index.column()], self.row_at(index.row()))
        if role == _ALIGNMENT:
            return _RIGHT if self.columns[index.column()].numeric else None
        return None

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
            return self.columns[section].title()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self.columns[section].numeric else _LEFT
        return None

    def _spoken(self, column: Column[Row], row: Row | None) -> str:
        if row is None:
            return self.tr("loading")
        none = self.tr("none")
        return f"{column.title()}: {column.text(row) or none}"


def _text(column: Column[Row], row: Row | None) -> str:
    return "" if row is None else column.text(row)


def _tip(column: Column[Row], row: Row | None) -> str:
    return "" if row is None else plain_tip((column.tip or column.text)(row))


def _warns(column: Column[Row], row: Row | None) -> bool:
    return row is not None and column.warns is not None and column.warns(row)


def _shown_name(author: str, extra: Mapping[str, Any]) -> str:
    """Return the name an author is cited by; the numbers of DBLP, as in "0001", are none."""
    name = cited_name(author, extra)
    return name if not name.isdecimal() else cited_name(author.rstrip("0123456789 ") or name, extra)


def authors_line(
    authors: Sequence[str], name_count: int = 3, extra: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """Return the family names of the first authors, organisations in full, "et al." for the rest.

    ``extra`` is that of their paper, which may say what is a family name.
    """
    names = [_shown_name(author, extra) for author in authors[:name_count]]
    return ", ".join(names) + (
        " " + translate("SuggestionModel", "et al.") if len(authors) > name_count else ""
    )


# --- the rows of the library table ------------------------------------------------------------
#
# Numbers at once, papers in blocks when they come into view.
#
# ``data`` never asks the engine. A row whose paper is not here yet is empty and asks for its block;
# the block arrives from a worker thread and the rows repaint. Rows that may have changed stay as
# they are until the new ones are here.


__all__ = ["COLUMNS", "PAPERS_MIME", "PROBLEM", "PaperModel", "PaperRole", "authors_line"]

PaperRole = Qt.ItemDataRole.UserRole + 1
PAPERS_MIME = "application/x-cocite-papers"

BLOCK = 100
BLOCKS_WAITING = 4
PAPERS_KEPT = 6_000

_FLAGS = (  # made once: each cell that is painted asks for them
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)


def _title(row: PaperRow) -> str:
    """Return the title, behind what was published about the paper later."""
    title = row.paper.title or QCoreApplication.translate("PaperModel", "(no title)")
    if row.notice is None:
        return title
    marked = (
        QCoreApplication.translate("PaperModel", "RETRACTED: {title}")
        if row.notice.kind == "retracted"
        else QCoreApplication.translate("PaperModel", "CONCERN: {title}")
    )
    return marked.format(title=title)


def _title_tip(row: PaperRow) -> str:
    about = "" if row.notice is None else in_language(row.notice.about())
    return "\n".join(filter(None, (_title(row), about)))


def _text_state(row: PaperRow) -> str:
    states = {
        "read": QCoreApplication.translate("PaperModel", "indexed"),
        "waiting": QCoreApplication.translate("PaperModel", "waiting"),
        "failed": QCoreApplication.translate("PaperModel", "failed"),
        "set aside": QCoreApplication.translate("PaperModel", "set aside"),
    }
    return states[row.text] if row.text is not None else ""


def _problem(row: PaperRow) -> str:
    """Say why a paper counts as not indexed."""
    problems = []
    if not row.has_vector:
        problems.append(QCoreApplication.translate("PaperModel", "not in the meaning index yet"))
    if row.text in ("failed", "set aside"):
        problems.append(QCoreApplication.translate("PaperModel", "full text could not be read"))
    return ", ".join(problems)


def _problem_tip(row: PaperRow) -> str:
    return "\n".join(filter(None, (_problem(row), in_language(row.text_problem))))


COLUMNS: tuple[Column[PaperRow], ...] = (
    Column(
        QT_TRANSLATE_NOOP("Columns", "Title"),
        _title,
        "title",
        420,
        tip=_title_tip,
        warns=lambda row: row.notice is not None,
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Authors"),
        lambda row: authors_line(row.paper.signers, extra=row.paper.extra),
        "authors",
        160,
        share=0.18,
        tip=lambda row: ", ".join(row.paper.signers[:30]),
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Year"),
        lambda row: str(row.paper.year or ""),
        "year",
        64,
        numeric=True,
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Venue"),
        lambda row: row.paper.venue,
        "venue",
        144,
        share=0.2,
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Citation key"),
        lambda row: row.paper.citation_key,
        "key",
        144,
        is_shown=False,
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "DOI"), lambda row: row.paper.doi, "doi", 176, is_shown=False
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Keywords"),
        lambda row: ", ".join(row.paper.keywords),
        "keywords",
        176,
        is_shown=False,
    ),
    Column(QT_TRANSLATE_NOOP("Columns", "Id"), lambda row: row.paper.id, "id", 144, is_shown=False),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Added"),
        lambda row: short_day(row.added_at),
        "added",
        112,
        is_shown=False,
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Full text"),
        _text_state,
        "full text",
        80,
        tip=lambda row: in_language(row.text_problem) or _text_state(row),
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Cited by"),
        lambda row: figure(row.cited_by) if row.cited_by else "",
        "cited",
        76,
        numeric=True,
        tip=lambda row: QCoreApplication.translate(
            "PaperModel", "Cited by {0} of your papers"
        ).format(figure(row.cited_by)),
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Note"),
        lambda row: QCoreApplication.translate("PaperModel", "note") if row.has_note else "",
        width=64,
        is_shown=False,
    ),
    Column(
        QT_TRANSLATE_NOOP("Columns", "Missing"),
        _problem,
        width=176,
        is_shown=False,
        share=0.2,
        tip=_problem_tip,
    ),
)
PROBLEM = len(COLUMNS) - 1
"""The column that only the section "Not indexed" shows."""


class PaperModel(ColumnModel[PaperRow]):
    """Papers in a given order. ``PaperRole`` gives the ``Paper`` of a row, ``None`` until fetched.

    ``fetch`` returns rows by number and is called on worker threads.
    """

    def __init__(
        self,
        runner: TaskRunner,
        fetch: Callable[[Sequence[PaperNumber]], list[PaperRow]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(COLUMNS, self._row, parent)
        self._saying[int(PaperRole)] = lambda _, row: None if row is None else row.paper
        self._runner = runner
        self._fetch = fetch
        self._numbers: list[PaperNumber] = []
        self._rows: dict[PaperNumber, PaperRow | None] = {}
        self._stale: set[PaperNumber] = set()
        self._generation = 0
        self._epoch = 0
        self._waiting: dict[int, None] = {}
        self._fetching: dict[int, Task] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fetch_waiting)

    def show_numbers(self, numbers: list[PaperNumber]) -> bool:
        """Replace all rows, and say so, unless they are the same. Papers fetched are kept."""
        if numbers == self._numbers:
            return False
        self.beginResetModel()
        self._numbers = numbers
        self._restart_fetching()
        self.endResetModel()
        return True

    @property
    def epoch(self) -> int:
        """Counts how often papers were forgotten."""
        return self._epoch

    def take(self, rows: Sequence[PaperRow], epoch: int) -> None:
        """Take rows that were fetched with their numbers, unless papers were changed since."""
        if epoch != self._epoch:
            return
        self._keep([row.paper.number for row in rows], rows)
        if self._numbers:
            last = min(BLOCK, len(self._numbers)) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(last, len(self.columns) - 1))

    def forget_papers(self) -> None:
        """Fetch every paper again when it comes into view, for some of them were changed."""
        self._stale = set(self._rows)
        self._epoch += 1
        self._restart_fetching()
        if self._numbers:
            last = self.index(len(self._numbers) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def number(self, row: int) -> PaperNumber:
        """Return the number of the paper in a row."""
        return self._numbers[row]

    def find_row(self, number: PaperNumber) -> int | None:
        """Return the row that shows a paper."""
        try:
            return self._numbers.index(number)
        except ValueError:
            return None

    def _row(self, row: int) -> PaperRow | None:
        number = self._numbers[row]
        if number not in self._rows or number in self._stale:
            self._want(row // BLOCK)
        return self._rows.get(number)

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._numbers)

    @override
    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def _want(self, block: int) -> None:
        if block in self._fetching:
            return
        # The latest asked for are the ones in view: they go last and are fetched first.
        self._waiting.pop(block, None)
        self._waiting[block] = None
        if not self._timer.isActive():
            self._timer.start(0)

    def _restart_fetching(self) -> None:
        self._generation += 1
        self._waiting.clear()
        self._fetching.clear()

    def _fetch_waiting(self) -> None:
        while len(self._waiting) > BLOCKS_WAITING:
            del self._waiting[next(iter(self._waiting))]
        while self._waiting and len(self._fetching) < 2:
            block, _ = self._waiting.popitem()
            self._fetch_block(block)

    def _fetch_block(self, block: int) -> None:
        numbers = self._numbers[block * BLOCK : (block + 1) * BLOCK]
        generation, epoch = self._generation, self._epoch

        def arrived(rows: list[PaperRow]) -> None:
            if epoch == self._epoch:
                self._keep(numbers, rows)
            if generation != self._generation:
                return
            self._fetching.pop(block, None)
            first = block * BLOCK
            last = self.index(first + len(numbers) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(first, 0), last)
            if self._waiting:
                self._fetch_waiting()

        def failed(error: EngineError) -> None:
            self._runner.failed.emit(error)
            arrived([])  # empty rows; asking again would fail again

        self._fetching[block] = self._runner.run(
            lambda: self._fetch(numbers), arrived, failed=failed, owner=self
        )

    def _keep(self, numbers: Sequence[PaperNumber], rows: Sequence[PaperRow]) -> None:
        if len(self._rows) > PAPERS_KEPT:
            for number in list(self._rows)[: PAPERS_KEPT // 2]:
                del self._rows[number]
        self._rows.update(dict.fromkeys(numbers))
        self._rows.update({row.paper.number: row for row in rows})
        self._stale.difference_update(numbers)


def as_dragged(numbers: Sequence[PaperNumber]) -> QMimeData:
    """Return papers as what is dragged."""
    data = QMimeData()
    data.setData(PAPERS_MIME, json.dumps(numbers).encode())
    return data


def dragged_papers(data: QMimeData) -> tuple[PaperNumber, ...]:
    """Return the papers that are dragged; none if something else is."""
    if not data.hasFormat(PAPERS_MIME):
        return ()
    numbers: list[int] = json.loads(bytes(data.data(PAPERS_MIME).data()))
    return tuple(PaperNumber(number) for number in numbers)

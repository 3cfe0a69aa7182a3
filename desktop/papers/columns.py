"""Columns, and what every table model of papers does with them: headings, texts, what is spoken.

A model says how many rows it has and what a row is; everything else follows from its columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from core.base.records import SortKey
from desktop.language.wording import translate
from desktop.ui.widgets import plain_tip

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


_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))


def _last_name(author: str) -> str:
    """Return the last word of a name; "Jr." and the numbers of DBLP, as in "0001", are none."""
    words = author.split()
    while len(words) > 1 and (
        words[-1].isdecimal() or words[-1].strip(".,").casefold() in _SUFFIXES
    ):
        words.pop()
    return words[-1].rstrip(",") if words else ""


def authors_line(authors: Sequence[str], name_count: int = 3) -> str:
    """Return the family names of the first authors, "et al." for the rest."""
    names = [_last_name(author) for author in authors[:name_count]]
    return ", ".join(names) + (
        " " + translate("SuggestionModel", "et al.") if len(authors) > name_count else ""
    )

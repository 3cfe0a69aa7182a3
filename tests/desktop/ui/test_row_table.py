"""Tables of plain rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from pytestqt.qtbot import QtBot

from core.base.records import Paper, PaperNumber
from desktop.papers.model import Column, ColumnModel
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.theme import theme
from tests.desktop.ui.foreign_markup import MARKUP, shown


def test_tables_show_markup_in_their_tool_tips(qtbot: QtBot) -> None:
    class Titles(RowModel[Paper]):
        def cell(self, row: Paper, column: int, role: int) -> object:
            del column
            return row.title if role == Qt.ItemDataRole.ToolTipRole else None

    paper = Paper(number=PaperNumber(1), ids=(), title=MARKUP)
    rows = Titles()
    rows.show_rows([paper])
    columns = ColumnModel[Paper]([Column("Title", lambda row: row.title)], lambda _: paper)
    tip = Qt.ItemDataRole.ToolTipRole
    assert shown(rows.data(rows.index(0, 0), tip)) == MARKUP
    assert shown(columns.data(columns.createIndex(0, 0), tip)) == MARKUP


@pytest.mark.usefixtures("large_texts")
def test_a_column_has_room_for_its_words(qtbot: QtBot) -> None:
    words = ("read", "Zusammengeführt, WWW")
    table = RowTable(QStandardItemModel(1, 3), "Rows", letters=(words, 60))
    qtbot.addWidget(table)
    table.resize(900, 300)
    table.show()
    assert table.horizontalHeader().sectionSize(0) >= 16 + max(
        map(table.fontMetrics().horizontalAdvance, words)
    )


@pytest.mark.usefixtures("large_texts")
def test_the_columns_of_a_table_grow_with_the_texts_and_leave_room_for_the_last(
    qtbot: QtBot,
) -> None:
    table = RowTable(QStandardItemModel(1, 3), "Rows", letters=(10, 10))
    qtbot.addWidget(table)
    table.resize(900, 300)
    table.show()
    header = table.horizontalHeader()
    large = header.sectionSize(0)
    assert large >= 10 * table.fontMetrics().averageCharWidth()
    header.resizeSection(0, 77)
    table.hide()
    table.show()
    assert header.sectionSize(0) == 77, "a person made it so"
    theme().scale_text(100)
    assert 0 < header.sectionSize(0) < large
    narrow = RowTable(QStandardItemModel(1, 3), "Rows", letters=(40, 60))
    qtbot.addWidget(narrow)
    narrow.resize(500, 300)
    narrow.show()
    least = RowTable.LEAST_LETTERS * narrow.fontMetrics().averageCharWidth()
    assert narrow.horizontalHeader().sectionSize(2) >= least - 1
    assert narrow.horizontalScrollBar().maximum() == 0

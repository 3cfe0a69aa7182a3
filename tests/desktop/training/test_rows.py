"""Tables of the training."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.training.rows import Row, Rows, RowsView, fitted

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_tables_keep_the_rules_of_qt(qapp: QApplication) -> None:
    del qapp
    rows = Rows(("Model", "R@10"), frozenset((1,)))
    tester = QAbstractItemModelTester(rows, Fatal)
    rows.show_rows([Row(("one", "0.1")), Row(("two", "0.2"), bold=True)])
    rows.show_rows([Row(("one", "0.3")), Row(("two", "0.2"), bold=True)])
    assert rows.index(0, 1).data() == "0.3"
    rows.show_rows([])
    assert tester.model() is rows


def test_columns_hold_what_is_in_them_and_the_first_takes_the_rest() -> None:
    assert fitted([(100, 50), (60, 60), (30, 40)], 500) == [400, 60, 40]
    assert fitted([(300, 50), (60, 60), (200, 50)], 400) == [170, 60, 170]  # the widest give way
    assert sum(fitted([(300, 50), (60, 60), (200, 50)], 300)) <= 300
    assert fitted([], 300) == []


def test_long_names_of_columns_give_way_before_what_the_columns_hold() -> None:
    assert fitted([(120, 50), (0, 60), (90, 220)], 300) == [120, 60, 120]
    assert fitted([(120, 50), (0, 60), (90, 220)], 255) == [120, 45, 90]
    assert fitted([(120, 50), (0, 60), (90, 220)], 220) == [90, 40, 90]


def test_columns_that_are_less_needed_are_hidden_while_there_is_little_room(qtbot: QtBot) -> None:
    rows = Rows(("Model", "Base", "Date", "Found"), frozenset())
    view = RowsView(rows, "Models", less_needed=(2, 1))
    qtbot.addWidget(view)
    rows.show_rows([Row(("A model of mine", "A base of some name", "28 Nov 2026", "not measured"))])

    def hidden(width: int) -> list[int]:
        view.resize(width, 200)
        view.show()
        return [column for column in range(4) if view.isColumnHidden(column)]

    assert hidden(1200) == []
    held = [view.sizeHintForColumn(column) + 8 for column in range(4)]
    assert hidden(sum(held) - held[2] + 20) == [2]
    assert hidden(held[0] + held[3] + 20) == [1, 2]
    assert view.columnWidth(3) >= view.sizeHintForColumn(3)
    assert hidden(1200) == []

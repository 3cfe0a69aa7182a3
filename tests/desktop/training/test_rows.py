"""Tables of the training."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from desktop.training.rows import Row, Rows, fitted

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
    assert fitted([100, 60, 40], 500) == [400, 60, 40]
    assert fitted([300, 60, 200], 400) == [170, 60, 170]  # the widest give way
    assert sum(fitted([300, 60, 200], 300)) <= 300
    assert fitted([], 300) == []

"""What a rehearsal sees: windows that nobody asked for, and how they are told of."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QDialog, QMainWindow, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

import desktop
from desktop.help.crash import CrashDialog
from desktop.ui.tasks import TaskRunner
from tests.rehearsal.asked import ANYTHING, ASKED, MENUS, OWN, asked_by
from tests.rehearsal.everyone import Everyone
from tests.rehearsal.plan import WEIGHTS
from tests.rehearsal.watch import Trouble, Watch, unasked


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.show()
    for left in unasked(made):  # by tests that ran before in this process
        left.close()
    yield made
    for left in unasked(made):
        left.close()


@pytest.fixture
def watch(window: QMainWindow) -> Iterator[Watch]:
    runner = TaskRunner()
    program: Any = SimpleNamespace(window=window, runner=runner)
    made = Watch(program)
    yield made
    made.end()
    runner.close()


def box(window: QMainWindow) -> QMessageBox:
    made = QMessageBox(window)
    made.setWindowTitle("Trouble")
    made.setText("It went wrong.")
    made.open()
    return made


def test_a_dialog_that_an_action_does_not_ask_for_is_told_of_once_with_its_title_and_text(
    window: QMainWindow, watch: Watch
) -> None:
    box(window)
    watch.see(asked_by("import_bib"))
    watch.see(asked_by("import_bib"))
    assert [kind for kind, _ in watch.findings] == ["unasked dialog"]
    assert "QMessageBox “Trouble”: It went wrong." in watch.findings[0][1]


def test_what_an_action_asks_for_is_no_finding_until_the_action_has_ended(
    window: QMainWindow, watch: Watch
) -> None:
    asked = box(window)
    watch.see(asked_by("use_models"))
    assert watch.findings == []
    watch.look()
    assert len(watch.findings) == 1
    assert not asked.isVisible()


def test_nobody_asks_for_a_crash_report(window: QMainWindow, watch: Watch) -> None:
    report = CrashDialog("Traceback: it broke")
    report.setParent(window, report.windowFlags())
    report.show()
    watch.see(ANYTHING)
    assert [kind for kind, _ in watch.findings] == ["crash report"]
    assert "it broke" in watch.findings[0][1]


def test_a_traceback_in_the_log_is_a_fault_also_in_a_warning() -> None:
    trouble = Trouble()
    try:
        raise ValueError
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    record = logging.LogRecord("core", logging.WARNING, "", 1, "odd", None, told)
    trouble.handle(record)
    assert trouble.entries == [(logging.ERROR, "core: odd (ValueError())")]


def test_all_actions_and_all_windows_that_are_named_exist() -> None:
    for module in pkgutil.walk_packages(desktop.__path__, "desktop."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    dialogs = {kind.__name__ for kind in below(QDialog) if kind.__module__.startswith("desktop.")}
    assert dialogs == OWN | {"CrashDialog", "ExplainedDialog"}  # the last is the base of others
    menus = {kind.__name__ for kind in below(QMenu) if kind.__module__.startswith("desktop.")}
    assert menus | {"QMenu"} == MENUS
    assert set(ASKED) <= set(WEIGHTS) | {"retitle"}
    assert all(hasattr(Everyone, name) for name in ASKED)


def below(kind: type[QWidget]) -> set[type[QWidget]]:
    found = set(kind.__subclasses__())
    return found | {deeper for one in found for deeper in below(one)}

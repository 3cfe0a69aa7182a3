"""The list of messages."""

from __future__ import annotations

import sys

import pytest
import shiboken6
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.workspace import Workspace
from desktop.ui.changes import LibraryChanges, LibraryUndo
from desktop.ui.notifications import MessageModel, NotificationBar
from desktop.ui.tasks import TaskRunner

# --- the last notifications, to read again and to copy ----------------------------------------


def test_only_the_last_messages_are_kept(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.ui.notifications.KEPT", 5)
    model = MessageModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for number in range(8):
        model.add(str(number), is_failure=False)
    assert [message.text for message in model.rows] == ["7", "6", "5", "4", "3"]
    assert tester.model() is model


# --- the notification bar: news and expected failures, never a dialog -------------------------


def test_what_was_said_is_kept_with_what_to_do(qtbot: QtBot) -> None:
    bar = NotificationBar()
    qtbot.addWidget(bar)
    bar.show_news("Moved 3 papers to the Trash.")
    bar.show_error(FormatError("“a.bib” could not be read.", remedy="Mend it."))
    first, second = bar.history.rows
    assert (first.text, first.remedy, first.is_failure) == (
        "“a.bib” could not be read.",
        "Mend it.",
        True,
    )
    assert (second.text, second.is_failure) == ("Moved 3 papers to the Trash.", False)


def test_good_news_goes_by_itself_and_what_was_not_done_waits(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.ui.notifications.NEWS_LASTS_MS", 20)
    bar = NotificationBar()
    qtbot.addWidget(bar)
    bar.show_news("Import finished: 6 added.")
    bar.show_news("Import finished: 1 refused, 6 added.", until_closed=True)
    qtbot.wait(60)
    assert not bar.isHidden()
    bar.show_news("Import finished: 6 added.")
    qtbot.waitUntil(lambda: "refused" in bar.message.text())
    qtbot.wait(60)
    assert not bar.isHidden()
    bar.close_button.click()
    assert bar.isHidden()


def test_what_waits_comes_back_behind_later_messages(qtbot: QtBot) -> None:
    bar, calls = NotificationBar(), list[str]()
    qtbot.addWidget(bar)

    def close() -> str:
        bar.close_button.click()
        return "" if bar.isHidden() else bar.message.text()

    bar.show_news("1 refused.", until_closed=True, action="Show", call=lambda: calls.append("1"))
    bar.show_news("2 not marked.", until_closed=True)
    bar.show_error(FormatError("“a.bib” could not be read.", remedy="Mend it."))
    bar.show_news("6 added.")
    assert close() == "2 not marked.", "a failure gives way to what happens next"
    bar.show_news("2 not marked.", until_closed=True)
    assert close() == "1 refused.", "nothing is told twice"
    assert (bar.action_button.text(), bar.action_button.isHidden()) == ("Show", False)
    bar.show_news("6 added.")
    close()
    bar.action_button.click()
    assert (calls, bar.isHidden()) == (["1"], True)
    for number in range(9):
        bar.show_news(f"{number} refused.", until_closed=True)
    assert [close() for _ in range(6)][-2:] == ["3 refused.", ""]
    bar.show_news("1 refused.", until_closed=True)
    bar.show_news("6 added.")
    bar.clear()
    assert bar.isHidden()
    bar.show_news("6 added.")
    assert close() == ""


def test_what_waits_goes_while_it_is_covered_if_its_action_is_undone(
    workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    bar, undo = NotificationBar(), LibraryUndo(workspace, runner)
    qtbot.addWidget(bar)
    bar.show_news("1 of 2 moved.", undo=undo, until_closed=True)
    bar.show_news("6 added.")
    undo.moved.emit(-1)
    assert bar.message.text() == "6 added."
    bar.close_button.click()
    assert bar.isHidden()


def test_an_offer_to_undo_may_outlive_the_bar(
    workspace: Workspace, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *failure: failures.append(failure))
    bar, undo = NotificationBar(), LibraryUndo(workspace, runner)
    bar.show_news("Deleted.", undo=undo)
    shiboken6.delete(bar)
    undo.moved.emit(1)
    shiboken6.delete(undo)
    assert failures == []


def test_an_offer_to_undo_goes_with_the_action_that_it_was_about(
    workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    papers, changes = workspace.library.papers, LibraryChanges(workspace, runner)
    bar, undo, numbers = NotificationBar(), changes.undo, papers.numbers()
    qtbot.addWidget(bar)
    for number in numbers[:2]:
        changes.trash([number])
    bar.show_news("Moved 1 paper to the Trash.", undo=undo)
    assert (bar.action_button.text(), bar.isHidden()) == ("Undo", False)
    undo.undo()  # by Ctrl+Z
    assert bar.isHidden()
    bar.show_news("Deleted.", undo=undo)
    changes.trash([numbers[2]])  # which the button would take back now
    assert bar.isHidden()
    bar.show_news("Deleted.", undo=undo)
    bar.show_news("Something else was said.")
    undo.undo()
    assert not bar.isHidden()
    bar.show_news("Deleted.", undo=undo)
    bar.action_button.click()
    assert bar.isHidden()
    qtbot.waitUntil(lambda: papers.numbers() == numbers)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    bar.show_news("Deleted.", undo=undo)
    changes.deleteLater()  # another library is opened
    qtbot.waitUntil(bar.isHidden)


@pytest.mark.parametrize("step_comes_first", [True, False])
def test_a_message_about_a_step_goes_once_it_is_undone(
    workspace: Workspace, runner: TaskRunner, qtbot: QtBot, *, step_comes_first: bool
) -> None:
    bar, undo = NotificationBar(), LibraryUndo(workspace, runner)
    qtbot.addWidget(bar)
    if step_comes_first:
        undo.note_change()
    bar.show_news("Import finished: 6 added.", action="Show report", call=bar.hide, undo=undo)
    if not step_comes_first:
        undo.note_change()
    assert (bar.action_button.text(), bar.isHidden()) == ("Show report", False)
    undo.note_change()
    undo.moved.emit(-1)
    assert not bar.isHidden(), "another action was undone"
    undo.moved.emit(-1)
    undo.moved.emit(-1)
    assert bar.isHidden()
    bar.show_news("Import finished: 1 added.", action="Show report", call=bar.hide, undo=undo)
    bar.show_news("Something else was said.")
    undo.moved.emit(-1)
    assert not bar.isHidden()


def test_a_question_stays_until_it_is_answered(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.ui.notifications.NEWS_LASTS_MS", 1)
    answers: list[str] = []
    bar = NotificationBar()
    qtbot.addWidget(bar)
    bar.show_question("Not finished.", "Continue", lambda: answers.append("yes"))
    qtbot.wait(50)
    assert bar.isVisibleTo(None)
    assert bar.action_button.text() == "Continue"
    bar.action_button.click()
    assert answers == ["yes"]
    assert bar.isHidden()

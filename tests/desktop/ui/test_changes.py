"""Changes that can be undone, also after a restart."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.ui.changes import LibraryChanges
from desktop.ui.tasks import TaskRunner


def test_undo_takes_back_what_was_done_before_the_start(
    qtbot: QtBot, workspace: Workspace, runner: TaskRunner
) -> None:
    papers = workspace.library.papers
    number = PaperNumber(papers.numbers()[0])
    papers.trash([number])
    changes = LibraryChanges(workspace, runner)
    changes.undo.refresh()
    qtbot.waitUntil(lambda: changes.undo.undo_text != "")
    with qtbot.waitSignal(changes.changed):
        changes.undo.undo()
    assert number in papers.numbers()
    with qtbot.waitSignal(changes.changed):
        changes.undo.redo()
    assert number not in papers.numbers()


def test_filling_in_details_of_several_papers_is_one_action(
    qtbot: QtBot, workspace: Workspace, runner: TaskRunner
) -> None:
    papers = workspace.library.papers
    found = [(paper, {"url": "https://example.org"}) for paper in papers.get_many(papers.numbers())]
    assert len(found) > 1
    done = len(workspace.library.history.all())
    changes = LibraryChanges(workspace, runner)
    with qtbot.waitSignal(changes.changed):
        changes.fill_in(found)
    assert {paper.url for paper in papers.get_many(papers.numbers())} == {"https://example.org"}
    assert len(workspace.library.history.all()) == done + 1
    with qtbot.waitSignal(changes.changed):
        changes.undo.undo()
    assert papers.get_many(papers.numbers()) == [paper for paper, _ in found]

"""Followed ``.bib`` files, from the window, with a real library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.library_records import BibOptions
from core.base.records import PaperNumber
from core.library.following import bib_follower
from core.workspace import Workspace
from desktop.library import bib_files
from desktop.library.bib_files import BibWatch, ConflictsDialog, FollowBibDialog
from desktop.library.page import LibraryPage
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.patience import PATIENCE_MS

Wait = Callable[[Callable[[], bool]], None]
ONE = PaperNumber(1)
MASTER = "".join(
    f"@misc{{{key}, title = {{{title}}}, year = 2016}}\n\n"
    for key, title in (("one", "Walks on graphs"), ("two", "Roses"), ("three", "Of moss"))
)


@pytest.fixture
def wait(qtbot: QtBot) -> Wait:
    return lambda ready: qtbot.waitUntil(ready, timeout=PATIENCE_MS)


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_text(MASTER, "utf-8")
    return path


@pytest.fixture
def page(
    empty_workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> LibraryPage:
    monkeypatch.setattr(bib_files, "LOOK_EVERY_MS", 50)
    monkeypatch.setattr(bib_follower, "SETTLE_SECONDS", 0.05)
    empty_workspace.library.collections.add("Thesis")
    page = LibraryPage(empty_workspace, runner, notices)
    qtbot.addWidget(page)
    page.show()
    page.import_actions.start_following_bibs(
        lambda: empty_workspace.bib_following, page.changes, runner
    )
    return page


@pytest.fixture
def dialog(page: LibraryPage, wait: Wait) -> FollowBibDialog:
    page.import_actions.follow_bib.trigger()
    dialog = page.findChild(FollowBibDialog)
    assert dialog is not None
    wait(lambda: dialog.source.count() == 2)
    return dialog


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


def test_a_file_and_the_window_follow_each_other(
    page: LibraryPage,
    dialog: FollowBibDialog,
    empty_workspace: Workspace,
    notices: Notices,
    bib: Path,
    wait: Wait,
) -> None:
    papers = empty_workspace.library.papers
    dialog.source.setCurrentIndex(1)
    dialog.follow(bib)
    wait(lambda: len(papers.numbers()) == 3)
    wait(lambda: dialog.list.count() == 1 and "3 entries" in dialog.list.item(0).text())
    assert (
        dialog.list.item(0)
        .text()
        .startswith(
            f"{bib}\nThesis · "
            + wording.fill("desktop.library.bib_files:describe_followed", "3", "")
        )
    )
    change(bib, "Walks on graphs", "Runs on graphs")
    wait(lambda: papers.get(ONE).title == "Runs on graphs")
    page.changes.edit(papers.get(ONE), {"year": 2020})
    wait(lambda: "2020" in bib.read_text("utf-8"))
    change(bib, "@misc{three, title = {Of moss}, year = 2016}\n", "")
    wait(lambda: len(papers.numbers()) == 2)
    wait(lambda: any("in the Trash" in text for text in notices))
    page.changes.undo.undo()
    wait(lambda: "Of moss" in bib.read_text("utf-8"))
    dialog.list.setCurrentRow(0)
    dialog.stop.click()
    wait(lambda: dialog.list.count() == 0)
    assert "Of moss" in bib.read_text("utf-8")


def test_what_both_changed_is_shown_side_by_side(
    page: LibraryPage,
    dialog: FollowBibDialog,
    empty_workspace: Workspace,
    bib: Path,
    wait: Wait,
) -> None:
    papers = empty_workspace.library.papers
    dialog.follow(bib)
    wait(lambda: len(papers.numbers()) == 3)
    watch = page.import_actions.bib_watch
    assert isinstance(watch, BibWatch)
    wait(lambda: watch._task is None)
    watch._timer.stop()
    papers.update(ONE, title="Here")
    change(bib, "Walks on graphs", "There")
    watch._timer.start()
    wait(dialog.conflicts.isEnabled)
    assert (
        wording.fill("desktop.library.bib_files:describe_followed", n=1)
        in dialog.list.item(0).text()
    )
    dialog.conflicts.click()
    choice = dialog.findChild(ConflictsDialog)
    assert choice is not None
    wait(lambda: choice.table.rowCount() == 1)
    texts = [choice._cell(0, column).text() for column in range(4)]
    assert texts == ["Here (one)", "title", "There", "Here"]
    assert not choice.apply.isEnabled()
    choice.choose(0, take_file=False)
    choice.choose(0, take_file=True)
    choice.apply.click()
    wait(lambda: papers.get(ONE).title == "There")
    wait(lambda: not dialog.conflicts.isEnabled())


def test_much_that_is_gone_is_asked_about(
    dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    papers = empty_workspace.library.papers
    dialog.follow(bib)
    wait(lambda: len(papers.numbers()) == 3)
    bib.write_text("% all gone\n", "utf-8")
    dialog.list.setCurrentRow(0)
    wait(lambda: dialog.confirm.isVisibleTo(dialog))
    assert len(papers.numbers()) == 3
    dialog.confirm.click()
    wait(lambda: papers.numbers() == [])
    wait(lambda: not dialog.confirm.isVisibleTo(dialog))


def test_a_missing_file_can_be_written_again(
    dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    dialog.follow(bib)
    wait(lambda: len(empty_workspace.library.papers.numbers()) == 3)
    bib.unlink()
    dialog.list.setCurrentRow(0)
    wait(lambda: dialog.rewrite.isVisibleTo(dialog))
    assert "is missing" in dialog.list.item(0).text()
    dialog.rewrite.click()
    wait(bib.exists)
    wait(lambda: not dialog.rewrite.isVisibleTo(dialog))


def test_options_of_a_followed_file_can_be_changed(
    page: LibraryPage, dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    dialog.leave_out.setText("abstract")
    dialog.follow(bib)
    wait(lambda: len(empty_workspace.library.papers.numbers()) == 3)
    wait(dialog.change_options.isEnabled)
    assert dialog.leave_out.text() == "abstract"
    dialog.leave_out.setText("abstract, year")
    page.changes.edit(empty_workspace.library.papers.get(ONE), {"title": "Runs"})
    wait(lambda: "Runs" in bib.read_text("utf-8"))
    assert dialog.leave_out.text() == "abstract, year"  # a look takes nothing back that was typed
    dialog.change_options.click()
    following = empty_workspace.bib_following
    wait(lambda: following.files()[0].options.leave_out == ("abstract", "year"))
    dialog.stop.click()
    wait(lambda: dialog.list.count() == 0)
    assert dialog.options() == BibOptions()


def test_options_are_those_that_were_chosen(dialog: FollowBibDialog) -> None:
    assert dialog.options() == BibOptions()
    dialog.leave_out.setText("abstract, keywords,")
    dialog.ascii.setChecked(True)
    dialog.short_journals.setChecked(True)
    dialog.sorted.setChecked(True)
    dialog.delimiters.setCurrentIndex(2)
    assert dialog.options() == BibOptions(
        leave_out=("abstract", "keywords"),
        ascii=True,
        delimiters="quotes",
        short_journals=True,
        sorted=True,
    )


def test_what_cannot_be_followed_is_said(
    dialog: FollowBibDialog, empty_workspace: Workspace, wait: Wait
) -> None:
    dialog.follow(empty_workspace.library.folder / "refs.bib")
    wait(dialog.problem.isVisible)
    assert wording.stem("core.library.exports.kept_files:keep folder") in dialog.problem.text()

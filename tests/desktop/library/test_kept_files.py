"""Files kept in step, from the window, with a real library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber, PaperRecord
from core.workspace import Workspace
from desktop.library import kept_files
from desktop.library.kept_files import FileKeeper, KeptFilesDialog
from desktop.library.page import LibraryPage
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.patience import PATIENCE_MS

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def wait(qtbot: QtBot) -> Wait:
    return lambda ready: qtbot.waitUntil(ready, timeout=PATIENCE_MS)


@pytest.fixture
def page(
    empty_workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> LibraryPage:
    monkeypatch.setattr(kept_files, "LOOK_EVERY_MS", 50)
    library = empty_workspace.library
    records = [PaperRecord(title="Walks on graphs"), PaperRecord(title="Roses in the wild")]
    list(library.papers.add(records, source="test"))
    library.collections.assign(library.collections.add("Thesis"), [PaperNumber(1)])
    page = LibraryPage(empty_workspace, runner, notices)
    qtbot.addWidget(page)
    page.show()
    page.import_actions.start_keeping(lambda: empty_workspace.kept_files, runner)
    return page


@pytest.fixture
def dialog(page: LibraryPage, wait: Wait) -> KeptFilesDialog:
    page.import_actions.kept.trigger()
    dialog = page.findChild(KeptFilesDialog)
    assert dialog is not None
    wait(dialog.add.isEnabled)
    return dialog


def entries(path: Path) -> int:
    return path.read_text("utf-8").count("@") if path.exists() else -1


def test_a_file_follows_what_happens_in_the_window(
    page: LibraryPage,
    dialog: KeptFilesDialog,
    empty_workspace: Workspace,
    tmp_path: Path,
    wait: Wait,
) -> None:
    path = tmp_path / "refs.bib"
    assert dialog.source.currentText() == "Thesis"
    assert dialog.nothing.isVisibleTo(dialog)
    assert not dialog.list.isVisibleTo(dialog)
    dialog.keep(path, "bibtex")
    wait(lambda: entries(path) == 1)
    wait(lambda: dialog.list.count() == 1)
    assert dialog.list.isVisibleTo(dialog)
    assert not dialog.nothing.isVisibleTo(dialog)
    assert dialog.list.item(0).text() == f"{path}\nThesis · in step"
    (group,) = empty_workspace.library.collections.all()
    page.changes.collect(group, [PaperNumber(2)])
    wait(lambda: entries(path) == 2)
    path.write_text("% of mine", "utf-8")
    page.changes.collect(group, [PaperNumber(2)], member=False)
    wait(
        lambda: (
            dialog.list.item(0)
            .text()
            .endswith(wording.stem("core.library.exports.kept_files:_bring_in_step {file"))
        )
    )
    assert path.read_text("utf-8") == "% of mine"
    assert not dialog.overwrite.isEnabled()
    dialog.list.setCurrentRow(0)
    assert dialog.overwrite.isEnabled()
    dialog.overwrite.click()
    wait(lambda: entries(path) == 1)
    (copy,) = tmp_path.glob("refs (edited*).bib")
    assert copy.read_text("utf-8") == "% of mine"
    wait(lambda: not dialog.overwrite.isEnabled())
    dialog.let_go.click()
    wait(lambda: dialog.list.count() == 0)
    assert entries(path) == 1


def test_what_cannot_be_kept_is_said(
    dialog: KeptFilesDialog, empty_workspace: Workspace, wait: Wait
) -> None:
    dialog.keep(empty_workspace.library.folder / "refs.bib", "bibtex")
    wait(dialog.problem.isVisible)
    assert wording.stem("core.library.exports.kept_files:keep folder") in dialog.problem.text()


def test_nothing_is_asked_of_the_library_while_no_file_is_kept(page: LibraryPage) -> None:
    keeper = page.import_actions.keeper
    assert isinstance(keeper, FileKeeper)
    assert not keeper._timer.isActive()

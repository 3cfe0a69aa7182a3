"""Following Zotero from the window: with a real library, and a database that is being written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.errors import DiskFullError
from core.base.reports import FollowState
from core.library.following.zotero import ZoteroFollower
from core.workspace import Workspace
from desktop.language.wording import locale
from desktop.library import import_actions
from desktop.library.import_actions import FollowDialog, ZoteroWatch, followed_words
from desktop.library.page import LibraryPage
from desktop.ui import file_dialogs
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.patience import PATIENCE_MS
from tests.zotero_library import ZoteroLibrary

Wait = Callable[[Callable[[], bool]], None]


@pytest.fixture
def zotero(tmp_path: Path) -> ZoteroLibrary:
    return ZoteroLibrary(tmp_path / "Zotero")


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
    wait: Wait,
) -> LibraryPage:
    monkeypatch.setattr(import_actions, "LOOK_EVERY_MS", 50)
    page = LibraryPage(empty_workspace, runner, notices)
    qtbot.addWidget(page)
    page.show()
    page.import_actions.start_following(lambda: empty_workspace.following, page.changes, runner)
    page.refresh()
    wait(lambda: runner.pending() == 0)
    return page


@pytest.fixture
def watch(page: LibraryPage) -> ZoteroWatch:
    assert page.import_actions.zotero is not None
    return page.import_actions.zotero


def shown(page: LibraryPage) -> int:
    return page.model.rowCount()


def test_what_happens_in_zotero_is_seen_here_and_undone(
    page: LibraryPage, watch: ZoteroWatch, zotero: ZoteroLibrary, wait: Wait
) -> None:
    walks = zotero.item("Walks on graphs")
    zotero.note(walks, "mangroves")
    watch.start(zotero.folder)
    wait(lambda: shown(page) == 1 and watch.state.added == 1)
    wait(page.centre.mode_buttons["full text"].isEnabled)  # the note is searched there
    with zotero.writer() as running:  # Zotero runs and has what is new in its log
        running.execute("UPDATE itemDataValues SET value = 'Runs' WHERE value = 'Walks on graphs'")
        running.execute("UPDATE items SET clientDateModified = '2021-01-01 00:00:00'")
        wait(lambda: watch.state.changed == 1)
        running.execute("INSERT INTO deletedItems (itemID) VALUES (?)", (walks,))
        wait(lambda: shown(page) == 0)
    wait(lambda: "Zotero" in page.changes.undo.undo_text)
    page.changes.undo.undo()
    wait(lambda: shown(page) == 1)
    zotero.item("Roses in the wild")
    wait(lambda: shown(page) == 2)  # and the one that was taken back stays


def test_the_dialog_begins_pauses_goes_on_and_stops(
    page: LibraryPage,
    watch: ZoteroWatch,
    zotero: ZoteroLibrary,
    wait: Wait,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    zotero.item("Walks on graphs")
    monkeypatch.setattr(file_dialogs, "zotero_database", lambda: zotero.path)
    page.import_actions.follow.trigger()
    dialog = page.findChild(FollowDialog)
    assert dialog is not None
    assert dialog.folder.text() == str(zotero.folder)
    assert dialog.status_label.text() == ""
    assert not dialog.keep.isChecked()
    assert not dialog.stop.isEnabled()
    assert not dialog.base.isEnabled()
    dialog.keep.click()
    wait(lambda: dialog.status_label.text().endswith("1 added."))
    assert dialog.keep.isChecked()
    dialog.keep.click()
    wait(lambda: dialog.status_label.text().startswith("Paused. Followed"))
    watch.use_base(tmp_path)
    wait(lambda: dialog.base.toolTip() == str(tmp_path))
    zotero.item("Roses in the wild")
    assert shown(page) == 1
    dialog.keep.click()
    wait(lambda: shown(page) == 2)
    dialog.stop.click()
    wait(lambda: watch.state.folder is None)
    assert not dialog.keep.isChecked()
    assert shown(page) == 2


def test_what_is_wrong_is_said_in_the_dialog_and_goes_when_it_is_mended(
    page: LibraryPage, watch: ZoteroWatch, zotero: ZoteroLibrary, wait: Wait, tmp_path: Path
) -> None:
    page.import_actions.show_followed()
    dialog = page.findChild(FollowDialog)
    assert dialog is not None
    assert dialog.folder.text().startswith(
        wording.stem("desktop.library.import_actions:_show usual")
    )
    assert not dialog.keep.isEnabled()
    dialog.choose(tmp_path)
    wait(lambda: dialog.problem.text().startswith(wording.stem("core.services.following:start")))
    zotero.items([f"Paper number {n} on peat" for n in range(30)])
    dialog.choose(zotero.folder)
    wait(lambda: dialog.status_label.text().endswith("30 added."))
    assert not dialog.problem.isVisible()
    away = zotero.path.rename(zotero.folder / "away")
    wait(
        lambda: wording.stem("desktop.library.full_texts:_say could") in dialog.status_label.text()
    )
    away.rename(zotero.path)
    wait(lambda: dialog.status_label.text().endswith("30 added."))
    zotero.delete(*range(1, 26))
    wait(dialog.confirm.isVisible)
    assert (
        wording.fill("core.library.following.zotero:_tell moved", count=25) in dialog.notes.text()
    )
    assert shown(page) == 30
    dialog.confirm.click()
    wait(lambda: shown(page) == 5)


def test_a_cancelled_look_pauses(
    page: LibraryPage, watch: ZoteroWatch, zotero: ZoteroLibrary, wait: Wait
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(900)])
    watch.start(zotero.folder)
    wait(lambda: watch.task is not None)
    assert watch.task is not None
    watch.task.cancel()
    wait(lambda: watch.state.paused and watch.task is None)
    watch.pause(paused=False)
    wait(lambda: shown(page) == 900)


def test_a_failure_is_said_once_and_tried_again_later(
    page: LibraryPage,
    watch: ZoteroWatch,
    zotero: ZoteroLibrary,
    runner: TaskRunner,
    wait: Wait,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    zotero.item("Walks on graphs")
    said: list[object] = []
    runner.failed.connect(said.append)

    def full(*_: object, **__: object) -> None:
        raise DiskFullError("Not enough disk space for the library “{library}”.", library="l")

    with monkeypatch.context() as patched:
        patched.setattr(ZoteroFollower, "look", full)
        watch.start(zotero.folder)
        wait(lambda: len(said) == 1 and watch.task is None and runner.pending() == 0)
        assert watch.is_following
        assert watch._timer.interval() == import_actions.AGAIN_AFTER_MS
    watch.look()
    wait(lambda: shown(page) == 1)
    wait(lambda: watch._timer.interval() == import_actions.LOOK_EVERY_MS)
    assert len(said) == 1


def test_when_it_was_is_said_shortly() -> None:
    state = FollowState(looked_at="2020-05-04T09:30:00+00:00", changed=3, kept=1)
    said = followed_words(state)
    assert said.endswith(
        ": 3 changed. " + wording.fill("desktop.library.import_actions:followed_words stayed", n=1)
    )
    assert locale() is not None

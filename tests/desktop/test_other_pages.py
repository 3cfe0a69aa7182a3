from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.library.safety import folder_risks
from core.workspace import Workspace
from desktop.app.welcome_page import WelcomePage
from desktop.similar.page import SimilarPage
from desktop.ui import file_dialogs
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.other_pages import Fatal
from tests.desktop.provoked import recorded


def seeds(page: SimilarPage) -> list[str]:
    return [str(page.seeds.index(row, 0).data()) for row in range(page.seeds.rowCount())]


def test_neighbours_can_be_walked_there_and_back(similar: SimilarPage, qtbot: QtBot) -> None:
    testers = [QAbstractItemModelTester(similar.seeds, Fatal)]
    testers += [QAbstractItemModelTester(similar.neighbours, Fatal)]
    assert not similar.back.isEnabled()
    similar.show_similar([PaperNumber(5)])
    qtbot.waitUntil(lambda: similar.neighbours.rowCount() > 0)
    first = seeds(similar)
    similar.table.setFocus()
    qtbot.keyClick(similar.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seeds(similar) != first)
    second = seeds(similar)
    qtbot.keyClick(similar.table, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: seeds(similar) == first)
    similar.forward.trigger()
    qtbot.waitUntil(lambda: seeds(similar) == second)
    assert not similar.forward.isEnabled()


def test_less_like_this_adds_a_seed_that_can_be_removed(
    similar: SimilarPage,
    workspace: Workspace,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    asked = recorded(monkeypatch, workspace.similar, "to")
    similar.show_similar([PaperNumber(5)])
    qtbot.waitUntil(lambda: similar.neighbours.rowCount() > 0)
    unwanted = similar.neighbours.paper(0)
    similar.less.trigger()
    qtbot.waitUntil(lambda: similar.seeds.rowCount() == 2)
    assert seeds(similar)[1] == f"Unlike: {unwanted.title}"
    assert asked[-1][:2] == ((5,), (unwanted.number,))
    similar.seed_list.setCurrentIndex(similar.seeds.index(1, 0))
    similar.drop.trigger()
    qtbot.waitUntil(lambda: similar.seeds.rowCount() == 1)
    similar.seed_list.setCurrentIndex(similar.seeds.index(0, 0))
    similar.drop.trigger()
    assert notices[-1].startswith(wording.stem("desktop.similar.page:_say_last_stays"))


def test_the_first_start_proposes_a_folder_and_warns_of_bad_ones(
    runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    page = WelcomePage(runner, folder_risks.warning_about, [tmp_path])
    qtbot.addWidget(page)
    page.show()
    assert page.folder() == file_dialogs.suggested_folder()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert not page.warning.isVisible()
    page.path.setFocus()
    page.path.selectAll()
    qtbot.keyClicks(page.path, str(tmp_path / "Dropbox" / "papers"))
    qtbot.waitUntil(page.warning.isVisible)
    assert "cloud service" in page.warning.text()
    (tmp_path / "library.db").touch()
    page.set_folder(tmp_path)
    qtbot.waitUntil(lambda: page.open_button.text() == "Open this library")
    assert not page.warning.isVisible()
    with qtbot.waitSignal(page.library_chosen) as blocker:
        qtbot.keyClick(page.path, Qt.Key.Key_Return)
    assert blocker.args == [tmp_path]

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.app.welcome_page import WelcomePage
from desktop.ui.tasks import TaskRunner
from tests import wording


class Clicks(QProxyStyle):
    """A desktop on which one click activates, or two do."""

    def __init__(self, clicks: int) -> None:
        super().__init__("Fusion")
        self._clicks = clicks

    @override
    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return int(self._clicks == 1)
        return super().styleHint(hint, option, widget, returnData)


@pytest.fixture
def page(runner: TaskRunner, tmp_path: Path, qtbot: QtBot) -> WelcomePage:
    page = WelcomePage(runner)
    qtbot.addWidget(page)
    page.set_folder(tmp_path / "papers")
    page.resize(1000, 700)
    page.show()
    return page


def answer_dialog(page: WelcomePage, *paths: Path) -> None:
    dialog = page.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    if dialog.fileMode() == QFileDialog.FileMode.ExistingFiles:
        dialog.filesSelected.emit([str(path) for path in paths])
    else:
        dialog.fileSelected.emit(str(paths[0]))
    dialog.close()
    QApplication.processEvents()


def test_files_folders_and_zotero_are_chosen_before_the_library_is_made(
    page: WelcomePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert page.open_button.text() == wording.fill("desktop.app.welcome_page:_name_button here")
    assert not page.files.isVisible()
    bib, pdf, folder = tmp_path / "a.bib", tmp_path / "b.pdf", tmp_path / "more"
    qtbot.mouseClick(page.add_files, Qt.MouseButton.LeftButton)
    answer_dialog(page, bib, pdf)
    qtbot.mouseClick(page.add_folder, Qt.MouseButton.LeftButton)
    answer_dialog(page, folder)
    zotero = tmp_path / "Zotero" / "zotero.sqlite"
    zotero.parent.mkdir()
    zotero.touch()
    qtbot.mouseClick(page.add_zotero, Qt.MouseButton.LeftButton)  # lies where Zotero puts it
    assert page.sources() == [bib, pdf, folder, zotero]
    assert page.files.isVisible()
    assert page.open_button.text() == wording.fill(
        "desktop.app.welcome_page:_name_button Create import"
    )


def test_zotero_is_asked_for_where_it_is_not_found(
    page: WelcomePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    qtbot.mouseClick(page.add_zotero, Qt.MouseButton.LeftButton)
    answer_dialog(page, tmp_path / "elsewhere" / "zotero.sqlite")
    assert page.sources() == [tmp_path / "elsewhere" / "zotero.sqlite"]


def test_what_was_chosen_can_be_taken_off_by_keyboard(page: WelcomePage, qtbot: QtBot) -> None:
    page.files.add([Path("a.bib"), Path("b.bib"), Path("a.bib")])
    page.files.list.setFocus()
    qtbot.keyClick(page.files.list, Qt.Key.Key_Home)
    qtbot.keyClick(page.files.list, Qt.Key.Key_Delete)
    assert page.sources() == [Path("b.bib")]
    page.files.list.selectAll()
    qtbot.mouseClick(page.files.remove_button, Qt.MouseButton.LeftButton)
    assert page.sources() == []
    assert page.open_button.text() == wording.fill("desktop.app.welcome_page:_name_button here")


def test_files_can_be_dropped(page: WelcomePage, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.bib")), QUrl("https://example.org")])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, left, none)
    page.dragEnterEvent(entered)
    assert entered.isAccepted()
    page.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, left, none))
    assert page.sources() == [tmp_path / "a.bib"]


def _drop(page: WelcomePage, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    page.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, left, none))


def test_a_manuscript_that_is_dropped_is_to_be_opened_and_not_imported(
    page: WelcomePage, tmp_path: Path
) -> None:
    _drop(page, tmp_path / "a.bib", tmp_path / "draft.docx", tmp_path / "b.pdf")
    assert page.manuscript == tmp_path / "draft.docx"
    assert page.sources() == [tmp_path / "a.bib", tmp_path / "b.pdf"]


def test_of_several_manuscripts_none_is_chosen(page: WelcomePage, tmp_path: Path) -> None:
    chapters = [tmp_path / "one.md", tmp_path / "two.md"]
    _drop(page, *chapters)
    assert page.manuscript is None
    assert page.sources() == chapters, "the report of the import says what they are"


def test_a_manuscript_can_be_chosen(page: WelcomePage, tmp_path: Path, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.manuscript_button, Qt.MouseButton.LeftButton)
    answer_dialog(page, tmp_path / "draft.pdf")
    assert page.manuscript == tmp_path / "draft.pdf"
    assert page.manuscript_name.text() == "draft.pdf"


def test_the_page_scrolls_where_it_does_not_fit(page: WelcomePage) -> None:
    page.files.add([Path(f"{number}.bib") for number in range(9)])
    page.resize(880, 400)
    QApplication.processEvents()
    assert page.verticalScrollBar().maximum() > 0
    assert page.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("clicks", [1, 2])
def test_a_click_or_enter_opens_a_recent_library_once(
    runner: TaskRunner, tmp_path: Path, clicks: int, qtbot: QtBot
) -> None:
    recent = [tmp_path / "one", tmp_path / "two"]
    page = WelcomePage(runner, recent=recent)
    qtbot.addWidget(page)
    style = Clicks(clicks)
    style.setParent(page)  # which must not outlive it
    page.recent.setStyle(style)
    page.resize(1000, 900)
    page.show()
    chosen: list[Path] = []
    page.recent_chosen.connect(chosen.append)
    second = page.recent.visualRect(page.recent.model().index(1, 0)).center()
    qtbot.mouseClick(page.recent.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert chosen == recent[1:]
    qtbot.keyClick(page.recent, Qt.Key.Key_Return)
    assert chosen == [recent[1], recent[1]]

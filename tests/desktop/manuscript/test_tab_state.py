"""Tabs, open again where one stood."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.base.records import PaperFilter
from desktop.manuscript.page import ManuscriptPage, OpenManuscripts
from desktop.manuscript.tab_state import TabState, packed, unpacked
from tests.desktop.manuscript_desk import GAP, Desk
from tests.desktop.sample_paper import write_paper


def test_what_was_open_is_open_again_and_read_when_it_is_looked_at(
    desk: Desk, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    second, gone = tmp_path / "second.pdf", tmp_path / "gone.pdf"
    write_paper(second)
    write_paper(gone)
    for path in (desk.file, second, gone):
        desk.page.open(path)
    desk.until(lambda: desk.tab.session is not None)
    desk.page.tabs.setCurrentIndex(1)
    desk.idle()
    desk.page.hide()
    desk.page.restore_state(settings)
    desk.page.show()
    desk.idle()
    desk.page.save_state(settings)
    desk.page.close_all()
    gone.unlink()
    page = desk.page = desk.new_page(settings)
    desk.until(lambda: page.tabs.count() == 2)
    desk.idle()
    assert [tab.path for tab in page._all_tabs()] == [desk.file, second]
    assert desk.tab.path == second
    assert desk.tab.session is not None
    first = page._all_tabs()[0]
    assert first.session is None
    desk.tab.view.setFocus()
    bar = page.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
    desk.until(lambda: first.session is not None)
    desk.idle()
    assert QApplication.focusWidget() is first.view  # so that keys go from gap to gap


def test_what_was_open_is_kept_while_the_page_is_not_looked_at(desk: Desk, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    kept = OpenManuscripts(desk.workspace.library.folder)
    kept.use(settings)
    kept.follow()
    kept.keep([TabState(path=str(desk.file))], 0)
    unseen = ManuscriptPage(desk.workspace, desk.runner, desk.notify)
    desk.qtbot.addWidget(unseen)
    unseen.restore_state(settings)
    unseen.save_state(settings)
    unseen.close_all()
    again = OpenManuscripts(desk.workspace.library.folder)
    again.use(settings)
    assert again.stored() == ([TabState(path=str(desk.file))], 0)
    assert again.stored() is None
    other = OpenManuscripts(tmp_path)
    other.use(settings)
    assert other.stored() == ([], -1)


def test_one_stands_after_a_start_where_one_stood_before(desk: Desk, tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    desk.open()
    desk.page.hide()
    desk.page.restore_state(settings)
    desk.page.show()
    desk.idle()
    desk.tab.view.set_zoom(1.6)
    desk.select(GAP)
    desk.tab.view.verticalScrollBar().setValue(777)
    desk.panel.slider.slider.setValue(8)
    desk.page.open_text("Reeds stand in water. Their birds have declined for forty years.")
    desk.until(lambda: desk.tab.panel is not None)
    desk.tab.view.select(1)
    desk.panel.slider.slider.setValue(2)
    desk.page.tabs.setCurrentIndex(0)
    desk.idle()
    place = desk.tab.view.top_point()
    desk.page.save_state(settings)
    desk.page.close_all()

    page = desk.page = desk.new_page(settings)
    desk.until(lambda: page.tabs.count() == 2)
    desk.until(lambda: desk.tab.panel is not None and desk.tab.view.pages > 0)
    desk.idle()
    assert desk.tab.view.zoom == 1.6
    assert desk.tab.view.selected_sentence == GAP
    assert desk.tab.view.top_point() == pytest.approx(place, abs=1.5)
    assert desk.panel.slider.breadth == 0.8
    page.tabs.setCurrentIndex(1)
    desk.until(lambda: desk.tab.panel is not None)
    desk.idle()
    assert desk.tab.view.selected_sentence == 1
    assert desk.panel.slider.breadth == 0.2
    assert [tab.typed for tab in page._all_tabs()][-1:] == [
        "Reeds stand in water. Their birds have declined for forty years."
    ]


@pytest.mark.parametrize("text", ["", "no JSON", "{}", '[{"path": 3}]', '[{"other": ""}]', "[4]"])
def test_what_is_no_state_of_tabs_opens_nothing(text: str) -> None:
    assert unpacked(text) == []


def test_a_filter_is_kept_and_one_of_another_version_is_left_out() -> None:
    kept = TabState(path="a", paper_filter=PaperFilter(first_year=1990, types=("book", "map")))
    assert unpacked(packed([kept])) == [kept]
    other = packed([kept]).replace("first_year", "first_day")
    assert unpacked(other) == [TabState(path="a")]

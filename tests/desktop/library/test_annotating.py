"""Highlights and notes in the PDF of a paper: made, changed, undone, shown again, exported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from PySide6.QtCore import QPointF, QSettings, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.library_records import Annotation
from core.base.records import PaperNumber
from desktop.library.annotating import Annotating
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PagePoint
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk

REEDS = PaperNumber(1)


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()


def opened(desk: LibraryDesk) -> tuple[PdfTab, Annotating]:
    desk.page.open_paper(REEDS)
    desk.until(lambda: desk.page.tabs.current_tab() is not None)
    tab = desk.page.tabs.current_tab()
    assert tab is not None
    desk.until(lambda: tab.canvas.pages)
    desk.idle()
    (annotating,) = tab.findChildren(Annotating)
    return tab, annotating


def select(desk: LibraryDesk, tab: PdfTab, words: str) -> None:
    """Select words of the first page, as the mouse does."""
    with pymupdf.open(tab.path) as document:
        found = document[0].search_for(words)[0]
    middle = (found.y0 + found.y1) / 2
    selection = tab.tools.selection
    selection.select_between(
        PagePoint(0, found.x0 + 0.5, middle), PagePoint(0, found.x1 - 0.5, middle)
    )
    desk.until(lambda: selection.selected.text == words)


def stored(desk: LibraryDesk, annotating: Annotating) -> list[Annotation]:
    desk.idle()
    file = annotating.annotations.file
    return desk.workspace.papers.annotations.of_file(REEDS, file.sha256)


def test_selected_text_is_highlighted_coloured_undone_and_shown_again(desk: LibraryDesk) -> None:
    tab, annotating = opened(desk)
    assert not annotating.highlight_button.isEnabled()
    assert annotating.highlight_button.toolTip() == "Select some text first."
    select(desk, tab, "Reed warblers nest")
    annotating.highlight_button.click()
    (made,) = stored(desk, annotating)
    assert (made.text, made.colour, made.kind) == ("Reed warblers nest", "yellow", "highlight")
    assert tab.tools.selection.selected.text == ""
    place = PagePoint(0, made.rects[0].x0 + 4, made.rects[0].y0 + 3)
    annotating.panel.choose(annotating.annotations.at(place))
    annotating.panel.colour_button.menu().actions()[1].trigger()
    assert [each.colour for each in stored(desk, annotating)] == ["green"]
    assert desk.page.changes.undo.undo_text.startswith("Marked the PDF of")
    desk.undo()
    desk.undo()
    assert stored(desk, annotating) == []
    assert annotating.panel.list.count() == 0
    desk.redo()
    assert stored(desk, annotating) == [made]
    tab.close_wanted.emit()
    _, again = opened(desk)
    assert again.annotations.all == [made]
    assert again.panel.list.count() == 1
    desk.undo()  # a step that was made in a tab that is closed
    assert stored(desk, again) == again.annotations.all == []


def test_a_note_is_written_as_one_step_and_stays(desk: LibraryDesk) -> None:
    tab, annotating = opened(desk)
    select(desk, tab, "shallow wetlands")
    menu = tab.tools.menu(PagePoint(0, 10, 10))
    named = {action.text(): action for action in menu.actions()}
    named["Highlight and write a note"].trigger()
    panel = annotating.panel
    desk.until(panel.note.hasFocus)
    assert panel.isVisible()
    QTest.keyClicks(panel.note, "How shallow?")
    panel.note.store()
    QTest.keyClicks(panel.note, " Ask Elin.")
    panel.note.store()
    assert [each.note for each in stored(desk, annotating)] == ["How shallow? Ask Elin."]
    assert "How shallow? Ask Elin." in panel.list.item(0).text()
    desk.undo()
    assert [each.note for each in stored(desk, annotating)] == [""]
    desk.undo()
    assert stored(desk, annotating) == []


def test_a_note_beside_the_text_and_delete_in_the_list(desk: LibraryDesk, notices: Notices) -> None:
    tab, annotating = opened(desk)
    named = {action.text(): action for action in tab.tools.menu(PagePoint(0, 20, 300)).actions()}
    assert not named["Highlight"].isEnabled()
    assert named["Highlight"].toolTip() == "Select some text first."
    named["Add a note here"].trigger()
    desk.until(annotating.panel.note.hasFocus)
    (made,) = stored(desk, annotating)
    assert (made.kind, made.rects[0].x0, made.rects[0].y0) == ("note", 20, 300)
    offered = {action.text() for action in tab.tools.menu(PagePoint(0, 25, 305)).actions()}
    assert {"Edit the note", "Delete the note"} <= offered
    annotating.panel.list.setFocus()
    desk.press(annotating.panel.list, Qt.Key.Key_Delete)
    assert stored(desk, annotating) == []
    assert notices.action == "Undo"
    notices.call()
    assert stored(desk, annotating) == [made]


def test_a_click_on_a_highlight_opens_its_note_and_the_list_leads_back(desk: LibraryDesk) -> None:
    tab, annotating = opened(desk)
    select(desk, tab, "Reed warblers")
    annotating.highlight()
    (made,) = stored(desk, annotating)
    rect = made.rects[0]
    point = tab.canvas._layout.to_content(0, QPointF(rect.x0 + 9, rect.y0 + 4))
    tab.tools.selection.clear()
    QTest.mouseClick(
        tab.canvas.viewport(),
        Qt.MouseButton.LeftButton,
        pos=(point - tab.canvas._offset()).toPoint(),
    )
    desk.until(lambda: annotating.panel.current == made)
    assert annotating.panel.isVisible()
    assert annotating.panel_button.isChecked()
    tab.canvas.reveal_page(2)
    annotating.panel.choose(None)
    annotating.panel.list.setCurrentRow(0)
    desk.until(lambda: tab.canvas.current_page == 0)


def test_a_highlight_is_painted_over_its_words(desk: LibraryDesk) -> None:
    tab, annotating = opened(desk)
    select(desk, tab, "Draining them")
    annotating.highlight("green")
    (made,) = stored(desk, annotating)
    desk.until(lambda: annotating.annotations.all)
    rect = made.rects[0]
    corner = tab.canvas.corner(rect)
    picture = tab.canvas.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    colour = QColor(picture.pixel(round((corner.x() + 1) * ratio), round((corner.y() - 2) * ratio)))
    assert colour.green() > colour.red() + 30
    assert colour.green() > colour.blue() + 30


def test_a_copy_with_the_highlights_is_written(
    desk: LibraryDesk, notices: Notices, tmp_path: Path
) -> None:
    tab, annotating = opened(desk)
    assert not annotating.panel.export_button.isEnabled()
    select(desk, tab, "Reed warblers")
    annotating.highlight()
    stored(desk, annotating)
    assert annotating.panel.export_button.isEnabled()
    annotating.save_copy(tmp_path / "copy.pdf")
    desk.until(lambda: notices and "copy.pdf" in notices[-1])
    with pymupdf.open(tmp_path / "copy.pdf") as document:
        page = document[0]
        assert [each.type[1] for each in page.annots()] == ["Highlight"]
    annotating.annotations.file.path.unlink()
    annotating.save_copy(tmp_path / "other.pdf")
    desk.idle()
    assert not (tmp_path / "other.pdf").exists()


def test_nothing_can_be_marked_in_a_library_open_for_reading(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot, write=False)
    tab, annotating = opened(desk)
    select(desk, tab, "Reed warblers")
    assert not annotating.highlight_button.isEnabled()
    assert "reading only" in annotating.highlight_button.toolTip()
    named = {action.text(): action for action in tab.tools.menu(PagePoint(0, 9, 9)).actions()}
    assert not any(named[each].isEnabled() for each in ("Highlight", "Add a note here"))
    assert named["Copy"].isEnabled()
    desk.close()


def test_the_place_in_a_pdf_is_kept_soon_after_one_stops_and_not_only_at_the_end(
    desk: LibraryDesk, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    key = desk.page.files._key
    desk.page.files._soon.setInterval(50)
    desk.page.restore_state(settings)
    tab, _ = opened(desk)
    tab.canvas.set_zoom(1.4)
    tab.canvas.verticalScrollBar().setValue(2100)
    place, zoom = tab.standing()

    def kept() -> Any:  # noqa: ANN401 - JSON
        return json.loads(str(settings.value(key, "[]")))

    desk.until(lambda: [each[1:5] for each in kept()] == [[0, place.page, place.x, place.y]])
    assert kept()[0][5:] == [zoom, True]
    desk.page.tabs.close_tab(1)
    desk.until(lambda: kept() == [])


def test_open_pdfs_are_open_again_where_one_stood(
    desk: LibraryDesk, tmp_path: Path, qtbot: QtBot, notices: Notices
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    tab, _ = opened(desk)
    tab.canvas.set_zoom(1.4)
    tab.canvas.verticalScrollBar().setValue(2100)
    place, zoom = tab.standing()
    assert place.page > 0
    desk.page.save_state(settings)
    assert desk.page.tabs.tabs() == []
    desk.page.restore_state(settings)
    desk.until(lambda: desk.page.tabs.current_tab() is not None)
    again = desk.page.tabs.current_tab()
    assert again is not None
    desk.until(lambda: again.canvas.pages)
    desk.idle()
    now, zoomed = again.standing()
    assert (now.page, zoomed) == (place.page, zoom)
    assert abs(now.y - place.y) < 2
    assert again.findChildren(Annotating)
    desk.page.save_state(settings)
    desk.workspace.library.papers.trash([REEDS])
    desk.workspace.papers.purge([REEDS])
    desk.page.restore_state(settings)
    desk.idle()
    assert desk.page.tabs.tabs() == []
    assert not notices


def test_a_tab_is_named_as_its_paper_is_now(desk: LibraryDesk) -> None:
    tab, _ = opened(desk)
    library, bar = desk.workspace.library, desk.page.tabs.bar
    before = bar.tabText(1)
    library.papers.update(REEDS, title="Reeds & rushes")
    desk.page.changes.changed.emit()
    desk.until(lambda: bar.tabText(1) == "Reeds && rushes")
    assert bar.tabToolTip(1).startswith("Reeds & rushes\n")
    desk.page.changes.undo.undo_action(library.history.all()[0].number)
    desk.until(lambda: bar.tabText(1) == before)
    assert tab.title == library.papers.get(REEDS).title

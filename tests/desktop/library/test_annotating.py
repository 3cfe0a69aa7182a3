"""The list of annotations.

Highlights and notes in the PDF of a paper: made, changed, undone, shown again, exported."""

from __future__ import annotations

from pathlib import Path

import pymupdf
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.pages.pdf_text import PagePoint
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library.annotated import opened, select, stored
from tests.desktop.library_desk import LibraryDesk

# --- the highlights and notes in one PDF of a paper, each change of which can be undone -------


def test_a_note_is_written_as_one_step_and_stays(annotating_desk: LibraryDesk) -> None:
    tab, annotating = opened(annotating_desk)
    select(annotating_desk, tab, "shallow wetlands")
    menu = tab.tools.menu(PagePoint(0, 10, 10))
    named = {action.text(): action for action in menu.actions()}
    named[wording.fill("desktop.library.annotating:_add_to_menu Highlight")].trigger()
    panel = annotating.panel
    annotating_desk.until(panel.note.hasFocus)
    assert panel.isVisible()
    QTest.keyClicks(panel.note, "How shallow?")
    panel.note.store()
    QTest.keyClicks(panel.note, " Ask Elin.")
    panel.note.store()
    assert [each.note for each in stored(annotating_desk, annotating)] == ["How shallow? Ask Elin."]
    assert "How shallow? Ask Elin." in panel.list.item(0).text()
    annotating_desk.undo()
    assert [each.note for each in stored(annotating_desk, annotating)] == [""]
    annotating_desk.undo()
    assert stored(annotating_desk, annotating) == []


def test_a_note_beside_the_text_and_delete_in_the_list(
    annotating_desk: LibraryDesk, notices: Notices
) -> None:
    tab, annotating = opened(annotating_desk)
    named = {action.text(): action for action in tab.tools.menu(PagePoint(0, 20, 300)).actions()}
    assert not named["Highlight"].isEnabled()
    assert named["Highlight"].toolTip() == wording.fill("desktop.library.annotating:_judge some")
    named[wording.fill("desktop.library.annotating:_add_to_menu Add")].trigger()
    annotating_desk.until(annotating.panel.note.hasFocus)
    (made,) = stored(annotating_desk, annotating)
    assert (made.kind, made.rects[0].x0, made.rects[0].y0) == ("note", 20, 300)
    offered = {action.text() for action in tab.tools.menu(PagePoint(0, 25, 305)).actions()}
    assert {"Edit the note", "Delete the note"} <= offered
    annotating.panel.list.setFocus()
    annotating_desk.press(annotating.panel.list, Qt.Key.Key_Delete)
    assert stored(annotating_desk, annotating) == []
    assert notices.action == "Undo"
    notices.call()
    assert stored(annotating_desk, annotating) == [made]


def test_a_click_on_a_highlight_opens_its_note_and_the_list_leads_back(
    annotating_desk: LibraryDesk,
) -> None:
    tab, annotating = opened(annotating_desk)
    select(annotating_desk, tab, "Reed warblers")
    annotating.highlight()
    (made,) = stored(annotating_desk, annotating)
    rect = made.rects[0]
    point = tab.canvas._layout.to_content(0, QPointF(rect.x0 + 9, rect.y0 + 4))
    tab.tools.selection.clear()
    QTest.mouseClick(
        tab.canvas.viewport(),
        Qt.MouseButton.LeftButton,
        pos=(point - tab.canvas._offset()).toPoint(),
    )
    annotating_desk.until(lambda: annotating.panel.current == made)
    assert annotating.panel.isVisible()
    assert annotating.panel_button.isChecked()
    tab.canvas.reveal_page(2)
    annotating.panel.choose(None)
    annotating.panel.list.setCurrentRow(0)
    annotating_desk.until(lambda: tab.canvas.current_page == 0)


# --- highlighting and writing notes in the tab of a paper's PDF -------------------------------


def test_selected_text_is_highlighted_coloured_undone_and_shown_again(
    annotating_desk: LibraryDesk,
) -> None:
    tab, annotating = opened(annotating_desk)
    assert not annotating.highlight_button.isEnabled()
    assert annotating.highlight_button.toolTip() == wording.fill(
        "desktop.library.annotating:_judge some"
    )
    select(annotating_desk, tab, "Reed warblers nest")
    annotating.highlight_button.click()
    (made,) = stored(annotating_desk, annotating)
    assert (made.text, made.colour, made.kind) == ("Reed warblers nest", "yellow", "highlight")
    assert tab.tools.selection.selected.text == ""
    place = PagePoint(0, made.rects[0].x0 + 4, made.rects[0].y0 + 3)
    annotating.panel.choose(annotating.annotations.at(place))
    annotating.panel.colour_button.menu().actions()[1].trigger()
    assert [each.colour for each in stored(annotating_desk, annotating)] == ["green"]
    assert annotating_desk.page.changes.undo.undo_text.startswith(
        wording.stem("core.library.store.annotations:put {papers")
    )
    annotating_desk.undo()
    annotating_desk.undo()
    assert stored(annotating_desk, annotating) == []
    assert annotating.panel.list.count() == 0
    annotating_desk.redo()
    assert stored(annotating_desk, annotating) == [made]
    tab.close_wanted.emit()
    _, again = opened(annotating_desk)
    assert again.annotations.all == [made]
    assert again.panel.list.count() == 1
    annotating_desk.undo()  # a step that was made in a tab that is closed
    assert stored(annotating_desk, again) == again.annotations.all == []


def test_a_highlight_is_painted_over_its_words(annotating_desk: LibraryDesk) -> None:
    tab, annotating = opened(annotating_desk)
    select(annotating_desk, tab, "Draining them")
    annotating.highlight("green")
    (made,) = stored(annotating_desk, annotating)
    annotating_desk.until(lambda: annotating.annotations.all)
    rect = made.rects[0]
    corner = tab.canvas.corner(rect)
    picture = tab.canvas.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    colour = QColor(picture.pixel(round((corner.x() + 1) * ratio), round((corner.y() - 2) * ratio)))
    assert colour.green() > colour.red() + 30
    assert colour.green() > colour.blue() + 30


def test_a_copy_with_the_highlights_is_written(
    annotating_desk: LibraryDesk, notices: Notices, tmp_path: Path
) -> None:
    tab, annotating = opened(annotating_desk)
    assert not annotating.panel.export_button.isEnabled()
    select(annotating_desk, tab, "Reed warblers")
    annotating.highlight()
    stored(annotating_desk, annotating)
    assert annotating.panel.export_button.isEnabled()
    annotating.save_copy(tmp_path / "copy.pdf")
    annotating_desk.until(lambda: notices and "copy.pdf" in notices[-1])
    with pymupdf.open(tmp_path / "copy.pdf") as document:
        page = document[0]
        assert [each.type[1] for each in page.annots()] == ["Highlight"]
    annotating.annotations.file.path.unlink()
    annotating.save_copy(tmp_path / "other.pdf")
    annotating_desk.idle()
    assert not (tmp_path / "other.pdf").exists()


def test_nothing_can_be_marked_in_a_library_open_for_reading(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    annotating_desk = LibraryDesk(tmp_path, runner, notices, qtbot, write=False)
    tab, annotating = opened(annotating_desk)
    select(annotating_desk, tab, "Reed warblers")
    assert not annotating.highlight_button.isEnabled()
    assert "reading only" in annotating.highlight_button.toolTip()
    named = {action.text(): action for action in tab.tools.menu(PagePoint(0, 9, 9)).actions()}
    assert not any(
        named[each].isEnabled()
        for each in ("Highlight", wording.fill("desktop.library.annotating:_add_to_menu Add"))
    )
    assert named["Copy"].isEnabled()
    annotating_desk.close()


def test_annotations_are_listed_with_the_printed_numbers_of_their_pages(
    annotating_desk: LibraryDesk,
) -> None:
    tab, annotating = opened(annotating_desk)
    select(annotating_desk, tab, "Reed warblers")
    annotating.highlight()
    annotating_desk.idle()
    item = annotating.panel.list.item(0)
    assert item is not None
    assert item.text().startswith("Page 1 ")
    tab.show_page_labels(("xi", "xii", "1"))
    item = annotating.panel.list.item(0)
    assert item is not None
    assert item.text().startswith("Page xi ")

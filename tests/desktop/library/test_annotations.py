"""The list of annotations."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from desktop.pages.pdf_text import PagePoint
from tests.desktop.conftest import Notices
from tests.desktop.library.annotated import opened, select, stored
from tests.desktop.library_desk import LibraryDesk


def test_a_note_is_written_as_one_step_and_stays(annotating_desk: LibraryDesk) -> None:
    tab, annotating = opened(annotating_desk)
    select(annotating_desk, tab, "shallow wetlands")
    menu = tab.tools.menu(PagePoint(0, 10, 10))
    named = {action.text(): action for action in menu.actions()}
    named["Highlight and write a note"].trigger()
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
    assert named["Highlight"].toolTip() == "Select some text first."
    named["Add a note here"].trigger()
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

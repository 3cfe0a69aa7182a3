"""Selected papers, merged."""

from __future__ import annotations

from PySide6.QtCore import Qt

from desktop.duplicates.comparison import MergeDialog
from tests.desktop.library_desk import LibraryDesk


def test_selected_papers_are_merged_and_told_apart_again(browser_desk: LibraryDesk) -> None:
    library = browser_desk.workspace.library
    browser_desk.select(3)
    assert not browser_desk.page.library_actions.merge.isEnabled()
    browser_desk.select(3, 4)
    browser_desk.page.table.setFocus()
    browser_desk.press(browser_desk.page.table, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    browser_desk.until(lambda: browser_desk.page.findChild(MergeDialog) is not None)
    dialog = browser_desk.page.findChild(MergeDialog)
    assert isinstance(dialog, MergeDialog)
    dialog.merge_button.click()
    browser_desk.idle()
    assert library.papers.count() == 4
    assert browser_desk.page.changes.undo.undo_text.startswith("Merged “")
    browser_desk.undo()
    assert library.papers.count() == 5

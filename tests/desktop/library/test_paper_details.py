"""Details of a paper at the side: notes."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest

from tests.desktop.library.edited_papers import REEDS, VOICES
from tests.desktop.library_desk import LibraryDesk


def test_a_note_is_stored_when_typing_rests_and_is_one_step(edit_dialog_desk: LibraryDesk) -> None:
    notes, note = edit_dialog_desk.workspace.papers.notes, edit_dialog_desk.page.pane.note
    edit_dialog_desk.select(REEDS)
    note.setFocus()
    QTest.keyClicks(note, "Ask Elin")
    edit_dialog_desk.until(lambda: notes.get(REEDS) == "Ask Elin")
    edit_dialog_desk.idle()
    QTest.keyClicks(note, " for counts")
    edit_dialog_desk.until(lambda: notes.get(REEDS) == "Ask Elin for counts")
    edit_dialog_desk.idle()
    assert note.textCursor().position() == len("Ask Elin for counts")
    assert edit_dialog_desk.page.changes.undo.undo_text.startswith("Edited the note on “")
    edit_dialog_desk.undo()
    assert (notes.get(REEDS), note.toPlainText()) == ("", "")
    edit_dialog_desk.redo()
    assert note.toPlainText() == "Ask Elin for counts"


def test_a_note_is_stored_at_once_when_another_paper_is_chosen(
    edit_dialog_desk: LibraryDesk,
) -> None:
    notes, note = edit_dialog_desk.workspace.papers.notes, edit_dialog_desk.page.pane.note
    edit_dialog_desk.select(REEDS)
    QTest.keyClicks(note, "half a thou")
    edit_dialog_desk.select(VOICES)
    assert (notes.get(REEDS), note.toPlainText()) == ("half a thou", "")
    QTest.keyClicks(note, "x")
    edit_dialog_desk.page.save_state(
        QSettings(str(edit_dialog_desk.folder / "w.ini"), QSettings.Format.IniFormat)
    )
    edit_dialog_desk.until(lambda: notes.get(VOICES) == "x")

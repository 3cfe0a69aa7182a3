"""Files of a paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from desktop.library.annotating import Annotating
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library.annotated import REEDS, opened
from tests.desktop.library.edited_papers import VOICES, follow
from tests.desktop.library_desk import LibraryDesk


def test_the_place_in_a_pdf_is_kept_soon_after_one_stops_and_not_only_at_the_end(
    annotating_desk: LibraryDesk, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    key = annotating_desk.page.files._key
    annotating_desk.page.files._soon.setInterval(50)
    annotating_desk.page.restore_state(settings)
    tab, _ = opened(annotating_desk)
    tab.canvas.set_zoom(1.4)
    tab.canvas.verticalScrollBar().setValue(2100)
    place, zoom = tab.standing()

    def kept() -> Any:  # noqa: ANN401 - JSON
        return json.loads(str(settings.value(key, "[]")))

    annotating_desk.until(
        lambda: [each[1:5] for each in kept()] == [[0, place.page, place.x, place.y]]
    )
    assert kept()[0][5:] == [zoom, True]
    annotating_desk.page.tabs.close_tab(1)
    annotating_desk.until(lambda: kept() == [])


def test_open_pdfs_are_open_again_where_one_stood(
    annotating_desk: LibraryDesk, tmp_path: Path, qtbot: QtBot, notices: Notices
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    tab, _ = opened(annotating_desk)
    tab.canvas.set_zoom(1.4)
    tab.canvas.verticalScrollBar().setValue(2100)
    place, zoom = tab.standing()
    assert place.page > 0
    annotating_desk.page.save_state(settings)
    assert annotating_desk.page.tabs.tabs() == []
    annotating_desk.page.restore_state(settings)
    annotating_desk.until(lambda: annotating_desk.page.tabs.current_tab() is not None)
    again = annotating_desk.page.tabs.current_tab()
    assert again is not None
    annotating_desk.until(lambda: again.canvas.pages)
    annotating_desk.idle()
    now, zoomed = again.standing()
    assert (now.page, zoomed) == (place.page, zoom)
    assert abs(now.y - place.y) < 2
    assert again.findChildren(Annotating)
    annotating_desk.page.save_state(settings)
    annotating_desk.workspace.library.papers.trash([REEDS])
    annotating_desk.workspace.papers.purge([REEDS])
    annotating_desk.page.restore_state(settings)
    annotating_desk.idle()
    assert annotating_desk.page.tabs.tabs() == []
    assert not notices


def test_a_tab_is_named_as_its_paper_is_now(annotating_desk: LibraryDesk) -> None:
    tab, _ = opened(annotating_desk)
    library, bar = annotating_desk.workspace.library, annotating_desk.page.tabs.bar
    before = bar.tabText(1)
    library.papers.update(REEDS, title="Reeds & rushes")
    annotating_desk.page.changes.changed.emit()
    annotating_desk.until(lambda: bar.tabText(1) == "Reeds && rushes")
    assert bar.tabToolTip(1).startswith("Reeds & rushes\n")
    annotating_desk.page.changes.undo.undo_action(library.history.all()[0].number)
    annotating_desk.until(lambda: bar.tabText(1) == before)
    assert tab.title == library.papers.get(REEDS).title


def test_files_are_added_removed_and_brought_back(
    edit_dialog_desk: LibraryDesk, notices: Notices
) -> None:
    papers, page = edit_dialog_desk.workspace.library.papers, edit_dialog_desk.page
    edit_dialog_desk.select(VOICES)
    page.files.add(VOICES, [edit_dialog_desk.pdf])
    edit_dialog_desk.idle()
    assert len(papers.files(VOICES)) == 1
    assert "reeds" in page.details.toPlainText()
    assert page.changes.undo.undo_text.startswith("Added the file “reeds")
    follow(edit_dialog_desk, "remove:0")
    assert papers.files(VOICES) == []
    assert notices[-1].endswith(wording.stem("desktop.library.paper_files:remove"))
    edit_dialog_desk.undo()
    assert len(papers.files(VOICES)) == 1
    edit_dialog_desk.undo()
    assert papers.files(VOICES) == []

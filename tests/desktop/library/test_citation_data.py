"""Citation data in the window: added, listed, seen in the table, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.base.reports import EnrichReport
from desktop.library.page import CitationDataDialog, report_sentence
from desktop.ui.tasks import TaskRunner
from tests import dumps, wording
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()


def dialog_of(desk: LibraryDesk) -> CitationDataDialog:
    desk.page.citation_data.show()
    return desk.page.findChildren(CitationDataDialog)[-1]


def test_a_retraction_is_added_seen_and_taken_back(
    desk: LibraryDesk, tmp_path: Path, qtbot: QtBot
) -> None:
    rows = [dumps.retraction(OriginalPaperDOI="10.5555/reeds", Title="Reed warblers")]
    path = dumps.write_table(tmp_path / "retraction_watch.csv", dumps.RETRACTION_WATCH, rows)
    dialog = dialog_of(desk)
    assert not dialog.nothing.isHidden()
    with qtbot.waitSignal(desk.page.citation_data.changed, timeout=60_000):
        desk.page.citation_data.add([path])
    qtbot.waitUntil(lambda: dialog.sources.rowCount() == 1)
    assert dialog.nothing.isHidden()
    assert dialog.sources.rows[0].title == "Retraction Watch"

    def first_titles() -> list[str]:
        model = desk.page.model
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    qtbot.waitUntil(
        lambda: "RETRACTED: Reed warblers and the water table" in first_titles(), timeout=20_000
    )
    assert not dialog.remove.isEnabled()
    dialog.table.selectRow(0)
    assert dialog.remove.isEnabled()
    dialog.remove.click()
    (box,) = dialog.findChildren(QMessageBox)
    with qtbot.waitSignal(desk.page.citation_data.changed, timeout=60_000):
        next(each for each in box.buttons() if each.text() == "Remove").click()
    qtbot.waitUntil(lambda: dialog.sources.rowCount() == 0)
    qtbot.waitUntil(lambda: "Reed warblers and the water table" in first_titles())
    dialog.close()


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (EnrichReport(known=True), "added before"),
        (
            EnrichReport(lines=2_000),
            wording.fill("desktop.library.page:report_sentence contain", n=2000),
        ),
        (
            EnrichReport(lines=9, papers=2, new=1, citations=3, abstracts=1, damaged=2, others=1),
            wording.fill("desktop.library.page:report_sentence found", n=2)
            + ", 1 new citation, 1 abstract, 2 damaged lines, 1 record with",
        ),
    ],
)
def test_what_became_of_it_is_said_in_a_line(report: EnrichReport, said: str) -> None:
    assert said in report_sentence(report)

"""Columns of papers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.base.library_records import PaperRow
from core.base.notices import Notice
from core.base.records import PaperNumber
from desktop.papers.columns import WarningRole
from desktop.papers.model import COLUMNS, PaperModel
from tests.desktop.invented import invented_paper
from tests.desktop.papers.paper_blocks import Source, numbers, shown


def test_cells_speak_their_column(model: PaperModel, qtbot: QtBot) -> None:
    model.show_numbers(numbers(12))
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, 0).data(spoken) == "loading"
    qtbot.waitUntil(lambda: shown(model, 0) != "")
    year = next(place for place, column in enumerate(COLUMNS) if column.heading == "Year")
    assert model.index(0, year).data(spoken) == "Year: 1991"
    assert model.index(10, year).data(spoken) == "Year: none"


def test_a_retracted_paper_is_marked_in_its_title(model: PaperModel, source: Source) -> None:
    paper = invented_paper(PaperNumber(1))
    notice = Notice(kind="retracted", by="publisher", date="2021-06-25", reason="Errors in data")
    model.show_numbers(numbers(2))
    rows = [PaperRow(paper=paper, notice=notice), PaperRow(paper=invented_paper(PaperNumber(2)))]
    model.take(rows, model.epoch)
    assert shown(model, 0) == f"RETRACTED: {paper.title}"
    assert model.index(0, 0).data(WarningRole) is True
    assert model.index(1, 0).data(WarningRole) is False
    tip = str(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    assert tip.splitlines()[1] == "2021-06-25, according to the publisher: Errors in data"

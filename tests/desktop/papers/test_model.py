"""Columns of papers."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.base.library_records import PaperRow
from core.base.notices import Notice
from core.base.records import PaperNumber
from desktop.papers.model import (
    BLOCK,
    COLUMNS,
    PAPERS_KEPT,
    PaperModel,
    PaperRole,
    WarningRole,
    authors_line,
)
from desktop.ui.tasks import TaskRunner
from tests.desktop.invented import invented_paper
from tests.desktop.papers.paper_blocks import Source, numbers, shown

# --- columns, and what every table model of papers does with them -----------------------------


def test_cells_speak_their_column(model: PaperModel, qtbot: QtBot) -> None:
    model.show_numbers(numbers(12))
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, 0).data(spoken) == "loading"
    qtbot.waitUntil(lambda: shown(model, 0) != "")
    year = next(place for place, column in enumerate(COLUMNS) if column.heading == "Year")
    assert model.index(0, year).data(spoken) == "Year: 1991"
    assert model.index(10, year).data(spoken) == "Year: none"


def test_a_work_without_authors_is_shown_with_its_editors() -> None:
    edited = replace(invented_paper(0), authors=(), extra={"editor": ["Jo Reedman", "Ann Roe"]})
    authors = next(column for column in COLUMNS if column.heading == "Authors")
    assert authors.text(PaperRow(paper=edited)) == "Reedman, Roe"


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


# --- the rows of the library table ------------------------------------------------------------


def test_it_keeps_the_rules_of_qt(model: PaperModel, qtbot: QtBot) -> None:
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_numbers(numbers(250))
    qtbot.waitUntil(lambda: shown(model, 0) != "")
    model.show_numbers(numbers(3))
    model.forget_papers()
    model.show_numbers([])
    assert tester.model() is model


def test_a_row_is_empty_until_its_block_arrives_from_another_thread(
    model: PaperModel, source: Source, qtbot: QtBot
) -> None:
    model.show_numbers(numbers(100_000))
    assert model.rowCount() == 100_000
    assert shown(model, 50_000) == ""
    with qtbot.waitSignal(model.dataChanged) as blocker:
        pass
    first: QModelIndex = blocker.args[0]
    assert first.row() == 50_000 // BLOCK * BLOCK
    assert shown(model, 50_000) == invented_paper(50_001).title
    assert [len(block) for block in source.asked] == [BLOCK]
    assert threading.main_thread() not in source.threads


def test_what_is_in_view_last_is_fetched_and_what_was_passed_over_is_not(
    model: PaperModel, source: Source, qtbot: QtBot
) -> None:
    model.show_numbers(numbers(100_000))
    for row in range(0, 100_000, BLOCK):  # as a scroll bar drawn to the end passes over them
        shown(model, row)
    qtbot.waitUntil(lambda: shown(model, 99_999) != "")
    assert len(source.asked) < 20


def test_a_new_order_does_not_show_papers_of_the_old_one(
    model: PaperModel, source: Source, qtbot: QtBot
) -> None:
    model.show_numbers(numbers(10))
    shown(model, 0)
    model.show_numbers(numbers(10)[::-1])
    qtbot.waitUntil(lambda: shown(model, 0) != "")
    assert shown(model, 0) == invented_paper(10).title
    assert shown(model, 9) == invented_paper(1).title


def test_a_paper_that_is_gone_leaves_its_row_empty_and_is_not_asked_for_again(
    model: PaperModel, source: Source, qtbot: QtBot
) -> None:
    source.missing = {2}
    model.show_numbers(numbers(3))
    qtbot.waitUntil(lambda: shown(model, 0) != "")
    assert shown(model, 1) == ""
    assert model.index(1, 0).data(PaperRole) is None
    assert len(source.asked) == 1


def test_a_failed_block_is_reported_once(
    model: PaperModel, source: Source, runner: TaskRunner, qtbot: QtBot
) -> None:
    source.broken = True
    model.show_numbers(numbers(3))
    with qtbot.waitSignal(runner.failed):
        shown(model, 0)
    assert shown(model, 0) == ""
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(source.asked) == 1


def test_memory_stays_bounded(model: PaperModel, source: Source, qtbot: QtBot) -> None:
    model.show_numbers(numbers(3 * PAPERS_KEPT))
    for row in range(0, 3 * PAPERS_KEPT, BLOCK):
        shown(model, row)
        qtbot.waitUntil(lambda row=row: shown(model, row) != "")
    assert len(model._rows) <= PAPERS_KEPT + BLOCK


@pytest.mark.parametrize(
    ("authors", "line"),
    [
        pytest.param((), "", id="nobody"),
        pytest.param(("Ada Abara",), "Abara", id="one"),
        pytest.param(("A Abara", "B Brandt", "C Castellano"), "Abara, Brandt, Castellano", id="3"),
        pytest.param(("A Abara", "B B", "C C", "D D"), "Abara, B, C et al.", id="more"),
        pytest.param(("Plato",), "Plato", id="one name"),
        pytest.param(("Ada Abara 0001",), "Abara", id="a number of DBLP"),
        pytest.param(("Ada Abara, Jr.", "Bo Brandt III"), "Abara, Brandt", id="suffixes"),
        pytest.param(("0001",), "0001", id="nothing else"),
        pytest.param(("World Quay Organization",), "World Quay Organization", id="organisation"),
        pytest.param(("Jan van Hoof", "李伟"), "van Hoof, 李伟", id="particle and Chinese"),
    ],
)
def test_authors_are_named_briefly(authors: tuple[str, ...], line: str) -> None:
    assert authors_line(authors) == line


def test_authors_are_named_as_their_source_says() -> None:
    families = {"family_names": {"Quay Makers": "Quay Makers", "Ana Paz Ruiz": "Paz Ruiz"}}
    assert authors_line(("Quay Makers", "Ana Paz Ruiz"), extra=families) == "Quay Makers, Paz Ruiz"

"""Why a neighbour is near."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.similar.page import SimilarPage
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.similar.conftest import settle, show


def test_a_neighbour_says_why_it_is_near(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    assert page.table.show_number(PaperNumber(3))
    qtbot.waitUntil(
        lambda: (
            wording.fill("desktop.similar.why_pane:_tie_text cites~it")
            in page.why.text.toPlainText()
        )
    )
    said = page.why.text.toPlainText()
    assert "both mention gardens" in said
    assert "both cite 1 paper" in said
    assert page.table.show_number(PaperNumber(6))
    settle(runner, qtbot)
    assert (
        wording.fill("desktop.similar.why_pane:_tie_text cites~it")
        not in page.why.text.toPlainText()
    )
    assert "both cite 2 of your papers" in page.why.text.toPlainText()
    with qtbot.waitSignal(page.paper_wanted) as blocker:
        page.why.text.anchorClicked.emit("paper:5")
    assert blocker.args == [5]


def test_a_dot_that_is_no_neighbour_is_said_not_to_be_near(
    page: SimilarPage, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("desktop.similar.page.NEIGHBOURS", 90)
    show(page, qtbot, 5)
    near = {page.neighbours.paper(row).number for row in range(page.neighbours.rowCount())}
    far = PaperNumber(next(n for n in range(1, 121) if n not in {*near, 5}))
    page._chosen_on_map(far)
    qtbot.waitUntil(
        lambda: wording.fill("desktop.similar.why_pane:_far") in page.why.text.toPlainText()
    )
    said = page.why.text.toPlainText()
    assert "both mention" not in said
    assert wording.fill("desktop.similar.why_pane:_reasons Why") not in said
    page._chosen_on_map(PaperNumber(5))
    qtbot.waitUntil(
        lambda: wording.fill("desktop.similar.why_pane:_page One") in page.why.text.toPlainText()
    )

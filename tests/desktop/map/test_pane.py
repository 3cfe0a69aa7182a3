"""The map as a person meets it: drawn, walked over, pointed at, lassoed, searched."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.map.pane import MapPane
from desktop.similar import map_side
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.drawn_map import Drawing, draw_some
from tests.desktop.invented import invented_manuscript
from tests.desktop.map.conftest import lonely_row, opened, pixel


def test_a_map_that_is_not_there_is_drawn_with_progress(
    pane: MapPane, drawing: Drawing, qtbot: QtBot
) -> None:
    drawing.gate = threading.Event()
    pane.open()
    qtbot.waitUntil(
        lambda: wording.fill("core.library_map.layout:progress") in pane._busy.doing.text()
    )
    assert (pane._busy.progress.value(), pane._busy.progress.maximum()) == (1, 4)
    drawing.gate.set()
    qtbot.waitUntil(lambda: pane.shown_map is not None)
    assert pane.tools.count.text() == "120 papers"
    assert pane.canvas.isVisible()
    assert "120 papers in 6 groups" in pane.canvas.accessibleDescription()


def test_a_drawing_can_be_stopped_and_begun_again(
    pane: MapPane, drawing: Drawing, qtbot: QtBot
) -> None:
    drawing.gate = threading.Event()
    pane.open()
    qtbot.waitUntil(pane._busy.stop_button.isVisible)
    qtbot.mouseClick(pane._busy.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(pane.empty.isVisible)
    pane.open()
    qtbot.waitUntil(lambda: pane._opening is None)
    assert drawing.asked == [False]  # not again by itself
    drawing.gate.set()
    qtbot.mouseClick(pane.draw_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pane.shown_map is not None)


def test_what_fails_is_said_and_an_empty_library_too(
    pane: MapPane, workspace: Workspace, drawing: Drawing, qtbot: QtBot
) -> None:
    drawing.fails = True
    pane.open()
    qtbot.waitUntil(pane.empty.isVisible)
    qtbot.waitUntil(
        lambda: wording.stem("core.services.map:draw could") in pane.empty.explanation.text()
    )
    assert pane.draw_button.isEnabled()
    workspace.library.database.execute("DELETE FROM embeddings")  # as before any model was loaded
    pane.open()
    qtbot.waitUntil(lambda: not pane.draw_button.isEnabled())
    assert "indexed by meaning" in pane.empty.explanation.text()


def test_papers_without_a_place_get_one_and_many_of_them_a_hint(
    pane: MapPane, workspace: Workspace, drawing: Drawing, qtbot: QtBot
) -> None:
    draw_some(workspace, placed=100, drawn=30)
    pane.open()
    qtbot.waitUntil(lambda: pane.tools.count.text() == "120 papers")
    assert drawing.asked == [False]
    assert pane.notice.text.startswith(wording.stem("desktop.map.pane:_show Most"))
    pane.notice._act()
    qtbot.waitUntil(lambda: drawing.asked == [False, True])
    qtbot.waitUntil(lambda: pane.notice.text == "")


def test_keys_pan_zoom_fit_and_choose(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    canvas.setFocus()
    first = canvas.camera
    assert len(canvas.rows_in_view()) >= 115
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale > first.scale
    assert canvas.camera.x == pytest.approx(first.x)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.camera.x > first.x
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.camera.y > first.y
    qtbot.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.camera.scale == pytest.approx(first.scale)
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    assert canvas.camera == first
    with qtbot.waitSignal(pane.paper_chosen) as blocker:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert blocker.args is not None
    assert pane.get_taken_papers() == (blocker.args[0],)
    with qtbot.waitSignal(pane.paper_chosen) as blocker:
        qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert blocker.args == [None]


def test_the_wheel_zooms_at_the_pointer_and_dragging_pans(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    at = QPointF(200, 150)
    under = canvas.camera.to_map(at.x(), at.y())
    turn = QWheelEvent(
        at,
        canvas.mapToGlobal(at),
        QPoint(0, 0),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, turn)
    assert canvas.camera.to_map(at.x(), at.y()) == pytest.approx(under)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(200, 150))
    qtbot.mouseMove(canvas, QPoint(260, 190))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(260, 190))
    assert canvas.camera.to_map(260, 190) == pytest.approx(under, abs=1e-6)
    assert pane.get_taken_papers() == ()


def test_pointing_says_the_title_and_a_click_chooses(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    row = lonely_row(pane)
    number = PaperNumber(int(pane.shown_map.numbers[row])) if pane.shown_map else PaperNumber(0)
    said: list[str] = []
    canvas.say = lambda _row, text: said.append(text)  # type: ignore[method-assign]
    qtbot.mouseMove(canvas, pixel(pane, row))
    qtbot.waitUntil(lambda: len(said) == 1)
    assert said[0].startswith(pane._papers.get(number).title)
    with qtbot.waitSignal(pane.paper_chosen) as blocker:
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(pane, row))
    assert blocker.args == [number]
    with qtbot.waitSignal(pane.similar_wanted) as blocker:
        qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(pane, row))
    assert blocker.args == [(number,)]


def test_a_lasso_takes_the_papers_inside_it(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    assert pane.shown_map is not None
    corners = [QPoint(60, 60), QPoint(430, 60), QPoint(430, 300), QPoint(60, 300)]
    qtbot.mouseClick(pane.tools.lasso, Qt.MouseButton.LeftButton)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=corners[0])
    for corner in corners[1:]:
        qtbot.mouseMove(canvas, corner)
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=corners[-1])
    at = np.floor(canvas.camera.to_screen(pane.shown_map.positions))
    inside = ((at >= 60) & (at < (430, 300))).all(axis=1)
    expected = set(pane.shown_map.numbers[inside].tolist())
    assert len(expected) > 5
    assert set(pane.get_taken_papers()) == expected
    assert pane.taken_bar.label.text() == f"{len(expected)} papers chosen"
    with qtbot.waitSignal(pane.papers_taken) as blocker:
        qtbot.mouseClick(pane.taken_bar.collect_button, Qt.MouseButton.LeftButton)
    assert blocker.args is not None
    assert set(blocker.args[0]) == expected
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert not pane.taken_bar.isVisible()


def test_what_is_in_view_can_be_taken_without_a_mouse(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    canvas.zoom(3)
    pane.tools.in_view.setFocus()
    qtbot.keyClick(pane.tools.in_view, Qt.Key.Key_Space)
    assert 0 < len(pane.get_taken_papers()) < 120
    assert QApplication.focusWidget() is pane.taken_bar.collect_button


def test_a_paper_chosen_elsewhere_comes_into_view(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    canvas.zoom(30)
    hidden = sorted(set(range(120)) - set(canvas.rows_in_view().tolist()))[0]
    assert pane.shown_map is not None
    pane.choose(PaperNumber(int(pane.shown_map.numbers[hidden])))
    assert hidden in canvas.rows_in_view()
    assert canvas.chosen_rows() == [hidden]


def test_a_paper_is_found_on_the_map_by_typing_its_title(
    pane: MapPane, workspace: Workspace, qtbot: QtBot
) -> None:
    canvas = opened(pane, qtbot).canvas
    assert pane.shown_map is not None
    number = PaperNumber(17)
    title = workspace.library.papers.get(number).title
    before = canvas.camera.scale
    qtbot.keyClicks(pane.tools.field, title)
    with qtbot.waitSignal(pane.paper_chosen) as chosen:
        qtbot.keyClick(pane.tools.field, Qt.Key.Key_Return)
    found = chosen.args[0]
    assert workspace.library.papers.get(found).title == title
    row = pane.shown_map.find_rows([found])[0]
    assert canvas.chosen_rows() == [row]
    middle = QPointF(canvas.width() / 2, canvas.height() / 2)
    assert (canvas.screen_point(row) - middle).manhattanLength() < 2
    assert canvas.camera.scale > before
    qtbot.waitUntil(lambda: pane.tools.field.text() == "")


def test_seeds_are_brought_into_the_middle_and_named(pane: MapPane, qtbot: QtBot) -> None:
    pane.mark([PaperNumber(5)], [], [PaperNumber(11), PaperNumber(17)], frame=True)
    canvas = opened(pane, qtbot).canvas
    assert pane.shown_map is not None
    row = pane.shown_map.find_rows([PaperNumber(5)])[0]
    middle = QPointF(canvas.width() / 2, canvas.height() / 2)

    def apart() -> float:
        return (canvas.screen_point(row) - middle).manhattanLength()

    qtbot.waitUntil(lambda: apart() < 2)
    assert canvas.camera.closeness() >= 1.0
    looked = canvas.camera
    pane.mark([PaperNumber(5)], [], [], frame=False)
    qtbot.wait(20)
    assert canvas.camera == looked


def test_a_map_built_anew_is_looked_at_as_before(
    pane: MapPane, workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    canvas = opened(pane, qtbot).canvas
    canvas.zoom(2.5)
    pane.tools.choose_coloring("year")
    pane.tools.links.click()
    other = MapPane(workspace, runner)
    qtbot.addWidget(other)
    other.resize(pane.size())
    other.restore(pane.state())
    other.show()
    opened(other, qtbot)
    assert other.canvas.camera.scale == canvas.camera.scale
    assert other.canvas.camera.x == canvas.camera.x
    assert other.state().color_by == "year"
    assert other.state().links


def test_the_manuscript_is_marked_where_it_lies(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    pane.mark_manuscript(invented_manuscript())
    qtbot.waitUntil(lambda: canvas._marks.manuscript is not None)
    pane.mark([PaperNumber(3)], [PaperNumber(4)], [PaperNumber(5)])
    assert canvas._marks.manuscript is not None
    assert (list(canvas._marks.seeds), list(canvas._marks.unlike)) == ([2], [3])
    QTest.qWait(1)
    canvas.grab()
    pane.mark_manuscript(None)
    assert canvas._marks.manuscript is None


def test_the_modules_imported_ahead_are_those_of_the_map() -> None:
    folder = Path(map_side.__file__).parent.parent / "map"
    assert {path.stem for path in folder.glob("*.py")} == {*map_side.MAP_MODULES, "__init__"}

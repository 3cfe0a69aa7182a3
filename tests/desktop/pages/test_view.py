from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.pages.sentence_map import SentenceMap
from desktop.pages.view import PageView
from tests.desktop.pages.viewed_pages import first_line, shown
from tests.desktop.sample_paper import write_long_paper


def click(view: PageView, index: int) -> None:
    place = view.get_rect(index).center().toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def press(view: PageView, key: Qt.Key) -> None:
    QTest.keyClick(view, key)


def test_a_click_selects_the_sentence_under_it(qtbot: QtBot, view: PageView) -> None:
    # one line only, so that the middle of its rectangle is the sentence
    with qtbot.waitSignal(view.selected) as blocker:
        QTest.mouseClick(
            view.viewport(),
            Qt.MouseButton.LeftButton,
            pos=first_line(view, 4).center().toPoint(),
        )
    assert blocker.args == [4]
    assert view.selected_sentence == 4


def test_a_click_beside_the_text_selects_nothing(view: PageView) -> None:
    view.select(3)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert view.selected_sentence is None


def test_arrow_keys_walk_through_the_gaps_and_round_the_end(view: PageView) -> None:
    gaps = view._marks.gaps
    assert len(gaps) == 15
    visited = []
    for _ in range(len(gaps) + 1):
        press(view, Qt.Key.Key_Down)
        visited.append(view.selected_sentence)
    assert visited == [*gaps, gaps[0]]
    press(view, Qt.Key.Key_Up)
    assert view.selected_sentence == gaps[-1]


def test_left_and_right_reach_every_sentence(view: PageView) -> None:
    for _ in range(len(view._marks.sentences) + 2):
        press(view, Qt.Key.Key_Right)
    assert view.selected_sentence == len(view._marks.sentences) - 1
    press(view, Qt.Key.Key_Left)
    assert view.selected_sentence == len(view._marks.sentences) - 2


def test_a_selected_sentence_is_scrolled_into_sight(view: PageView) -> None:
    last = len(view._marks.sentences) - 1
    view.select(last)
    assert view.viewport().rect().contains(view.get_rect(last).toAlignedRect())


def test_escape_selects_nothing_and_return_goes_on(qtbot: QtBot, view: PageView) -> None:
    view.select(5)
    with qtbot.waitSignal(view.activated) as blocker:
        press(view, Qt.Key.Key_Return)
    assert blocker.args == [5]
    press(view, Qt.Key.Key_Escape)
    assert view.selected_sentence is None


def test_the_selected_sentence_is_told_to_a_screen_reader(view: PageView) -> None:
    view.select(view._marks.gaps[0])
    assert "needs a citation" in view.accessibleDescription()
    assert "reed-nesting" in view.accessibleDescription()


def test_fit_width_follows_the_width(view: PageView) -> None:
    view.fit_width()
    narrow = view.zoom
    view.resize(1200, 900)
    assert view.zoom > narrow * 1.3
    assert view.horizontalScrollBar().maximum() == 0


def test_pages_open_readable_on_a_large_screen_and_fill_it_when_asked(view: PageView) -> None:
    view.resize(3800, 1900)
    assert view.zoom == 2.0
    view.fit_width()
    assert view.zoom == 4.0
    view.resize(2400, 1900)
    assert view.zoom > 2.5
    view.show_point(0, 0, 0, None)
    assert view.zoom == 2.0


def test_the_beginning_of_the_pages_stays_in_sight_when_the_view_grows(view: PageView) -> None:
    view.fit_width()
    view.verticalScrollBar().setValue(0)
    for width in (200, 900, 700):
        view.resize(width, 500)
        assert view.verticalScrollBar().value() == 0


def test_sixty_pages_and_fifteen_hundred_sentences_are_scrolled_and_walked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    manuscript = write_long_paper(tmp_path / "long.pdf", pages=60, sentences=1500)
    marks = SentenceMap(manuscript.sentences, [0.9, 0.1, 0.7] * 500)
    view = shown(qtbot, tmp_path / "long.pdf", marks)
    bar, found = view.verticalScrollBar(), set()
    for step in range(60):
        bar.setValue(step * bar.maximum() // 59)
        found.add(view.find_sentence(QPointF(300, 300)))
        view.viewport().repaint()
    assert len(found - {None}) > 30
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(view, key)
    assert view.selected_sentence is not None

"""The bar above the pages."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.pages.bar import PageBar
from desktop.pages.sentence_map import SentenceMap
from desktop.pages.view import PageView
from tests import wording


def test_a_page_number_is_shown_whole_or_not_at_all(qtbot: QtBot) -> None:
    place, view = QWidget(), PageView()
    for widget in (place, view):
        qtbot.addWidget(widget)
    bar = PageBar(view)
    bar.setParent(place)
    bar.say(bar.gap_label, "Gap 1 of 68", "1/68")
    bar._describe_page(8, 120)
    place.resize(500, 40)
    place.show()
    layout = bar.layout()
    assert layout is not None
    label, gap = bar._page_label, bar.gap_label
    letters = bar.fontMetrics()
    shown_widths = []
    for width in range(120, 420, 10):
        bar.setGeometry(0, 0, width, 40)
        layout.activate()
        if not label.isHidden():
            shown_widths.append(width)
            assert label.width() >= letters.horizontalAdvance(label.text())
            assert label.x() >= gap.x() + letters.horizontalAdvance(gap.text()) + 4
    assert shown_widths == list(range(shown_widths[0], 420, 10))
    assert shown_widths[0] > 120


def test_a_printed_page_number_is_not_said_twice(qtbot: QtBot) -> None:
    view = PageView()
    qtbot.addWidget(view)
    bar = PageBar(view)
    qtbot.addWidget(bar)
    bar.mark(SentenceMap(), labels=("i", "2"))
    bar._describe_page(1, 2)
    assert bar._page_label.text() == wording.fill(
        "desktop.pages.bar:_describe_page label", label="i", number=1, pages=2
    )
    bar._describe_page(2, 2)
    assert bar._page_label.text() == wording.fill(
        "desktop.pages.bar:_describe_page Page", number=2, pages=2
    )

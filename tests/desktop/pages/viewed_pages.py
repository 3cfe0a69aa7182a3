"""Pages in a view."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from desktop.pages.sentence_map import SentenceMap
from desktop.pages.source import PdfPages, load_pdf
from desktop.pages.view import PageView


def shown(qtbot: QtBot, path: Path, marks: SentenceMap) -> PageView:
    view = PageView()
    qtbot.addWidget(view)
    view.resize(800, 900)
    source = PdfPages(load_pdf(path))
    view.show_pages(source)
    view.mark(marks)
    with qtbot.waitExposed(view), qtbot.waitSignal(source.page_ready):
        view.show()
    return view


def first_line(view: PageView, index: int):  # noqa: ANN201 - a QRectF
    rect = view._marks.sentences[index].rects[0]
    corner = view._layout.to_content(rect.page, QPointF(rect.x0, rect.y0)) - view._offset()
    size = QPointF(rect.x1 - rect.x0, rect.y1 - rect.y0) * view._layout.scale
    area = view.get_rect(index)
    area.setTopLeft(corner)
    area.setBottomRight(corner + size)
    return area

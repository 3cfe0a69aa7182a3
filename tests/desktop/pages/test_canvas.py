"""Pages on the canvas: zoom and marks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from pytestqt.qtbot import QtBot

from desktop.pages.source import PdfPages
from desktop.pages.view import PageView
from tests.desktop.pages.viewed_pages import first_line


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.3])
def test_zoom_keeps_the_marks_on_the_text(qtbot: QtBot, view: PageView, zoom: float) -> None:
    view.set_zoom(zoom)
    index = view._marks.gaps[2]
    view.reveal(index)
    source = view._source
    assert isinstance(source, PdfPages)
    page = view._marks.sentences[index].page
    qtbot.waitUntil(lambda: source.is_sharp(page, view._layout.device_size(page)))
    picture = QImage(source._images[page])
    area = view._marks.sentences[index].rects[0]
    scale = view._layout.scale * view.devicePixelRatioF()
    inked = ink(picture, area, scale)
    assert inked > 0.08  # there is print inside the mark
    above = area._replace(y0=area.y0 - 1.6, y1=area.y0 - 0.6)  # between the lines
    assert ink(picture, above, scale) < inked / 2
    assert first_line(view, index).width() == pytest.approx(
        (area.x1 - area.x0) * view.zoom * 96 / 72, rel=0.01
    )


def ink(picture: QImage, area, scale: float) -> float:  # noqa: ANN001 - a Rect
    """Return the share of the area that is not paper."""
    xs = range(round(area.x0 * scale), round(area.x1 * scale))
    ys = range(round(area.y0 * scale), max(round(area.y1 * scale), round(area.y0 * scale) + 1))
    dark = sum(picture.pixelColor(x, y).alpha() > 90 for x in xs for y in ys)
    return dark / (len(xs) * len(ys))


def test_wheel_with_control_zooms_around_the_mouse(view: PageView) -> None:
    at = QPointF(300, 400)
    before = view._layout.to_page(at + view._offset())
    old = view.zoom
    event = QWheelEvent(
        at,
        view.viewport().mapToGlobal(at),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(view.viewport(), event)
    assert view.zoom > old * 1.2
    assert not view.fits_width
    after = view._layout.to_page(at + view._offset())
    assert after[0] == before[0]
    assert (after[1] - before[1]).manhattanLength() < 2

"""Points and links of the map."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.map.marks import iterate_links
from desktop.map.pane import MapPane
from tests.desktop.map.conftest import opened


def test_points_grow_with_citations_and_links_lead_to_them(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    shown = pane.shown_map
    assert shown is not None
    usual = canvas.grab().toImage()
    pane.tools.sized.click()
    assert canvas.grab().toImage() != usual
    assert sum(count for count, _ in canvas.cloud._segments) == len(shown.numbers)
    assert len([count for count, _ in canvas.cloud._segments if count]) > 1
    pane.tools.sized.click()
    row = int(shown.cited.argmax())
    canvas.choose([row])
    without = canvas.grab().toImage()
    pane.tools.links.click()
    assert canvas.grab().toImage() != without
    cited, citing = shown.list_citations(row)
    assert list(iterate_links(shown, [row])) == [
        *((row, other, True) for other in cited),
        *((row, other, False) for other in citing),
    ]

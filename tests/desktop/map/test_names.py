"""Names on the map."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.map.pane import MapPane
from tests.desktop.map.conftest import opened


def test_papers_have_names_closer_by_and_titles_still_closer(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    assert pane.shown_map is not None
    canvas.grab()

    def papers() -> list[str]:
        return [label.text for label in canvas.labels_shown() if label.paper]

    qtbot.waitUntil(lambda: len(papers()) > 3)
    assert not any("\n" in text for text in papers())
    canvas.frame([7], [])
    canvas.zoom(1.5)
    canvas.grab()
    qtbot.waitUntil(lambda: any("\n" in text for text in papers()))
    boxes = [label.box for label in canvas.labels_shown()]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])

"""The legend of the map."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.map.pane import MapPane
from tests.desktop.map.conftest import opened


def test_the_legend_picks_out_and_hides(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    shown = pane.shown_map
    assert shown is not None
    inside = np.flatnonzero(shown.clusters == 1)
    usual = canvas.cloud._colors.copy()
    rect = pane.legend.visualItemRect(pane.legend.item(1))
    middle = QPoint(rect.left() + 60, rect.center().y())
    qtbot.mouseClick(pane.legend.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert pane.legend.picked() == 1
    assert np.array_equal(canvas.cloud._colors[inside], usual[inside])
    others = np.delete(canvas.cloud._colors, inside)
    assert len(set(others.tolist())) == 1
    qtbot.mouseClick(pane.legend.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert pane.legend.picked() == -1
    assert np.array_equal(canvas.cloud._colors, usual)
    pane.legend.setFocus()
    pane.legend.setCurrentRow(1)
    qtbot.keyClick(pane.legend, Qt.Key.Key_Space)
    assert not np.isin(inside, canvas.rows_in_view()).any()
    x, y = shown.positions[inside[0]].tolist()
    assert canvas.cloud.nearest(x, y, 5.0) not in inside
    assert shown.groups[1].name not in [label.text for label in canvas.labels_shown()]
    qtbot.keyClick(pane.legend, Qt.Key.Key_Escape)
    assert np.isin(inside, canvas.rows_in_view()).all()
    assert pane.legend.hidden() == frozenset()

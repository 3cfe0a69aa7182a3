"""A map of the small library, and hands to point at it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.map.pane import MapPane
from desktop.ui.tasks import TaskRunner
from tests.desktop.drawn_map import Drawing


@pytest.fixture
def pane(workspace: Workspace, drawing: Drawing, runner: TaskRunner, qtbot: QtBot) -> MapPane:
    del drawing  # what draws for it
    pane = MapPane(workspace, runner)
    qtbot.addWidget(pane)
    pane.resize(900, 600)
    pane.show()
    return pane


def opened(pane: MapPane, qtbot: QtBot) -> MapPane:
    pane.open()
    qtbot.waitUntil(lambda: pane.shown_map is not None and pane._drawing is None)
    return pane


def pixel(pane: MapPane, row: int) -> QPoint:
    point = pane.canvas.screen_point(row)
    return QPoint(round(point.x()), round(point.y()))


def lonely_row(pane: MapPane) -> int:
    """A paper with no other one near its pixel."""
    assert pane.shown_map is not None
    at = pane.canvas.camera.to_screen(pane.shown_map.positions)
    apart = np.linalg.norm(at[:, None] - at, axis=2) + 1e9 * np.eye(len(at))
    inside = (at > 20).all(axis=1) & (at < (pane.canvas.width() - 20, 400)).all(axis=1)
    return int(np.where(inside, apart.min(axis=1), 0).argmax())

"""Sentences of an open manuscript."""

from __future__ import annotations

from desktop.manuscript.outline_pane import OutlinePane
from tests.desktop.manuscript_desk import Desk


def outline(desk: Desk) -> OutlinePane:
    assert desk.tab.outline_pane is not None
    return desk.tab.outline_pane
